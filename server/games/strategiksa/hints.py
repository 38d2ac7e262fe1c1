"""The words that may come next on each kind of sheet, each with its meaning.

A hint takes the complete words of a line and the word that is being typed. It gives only words that lead to
a line that can be carried out.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from protocol.notes import Arg, Note
from protocol.views.strategiksa import UNITS, Cell, Choice, Kind, Position, Unit, write_stack
from server.games.strategiksa.battle import BEATS, Cure, options, winner_of
from server.games.strategiksa.board import RANGE, WEIGHT, ZONE_OF, reach, sides_at
from server.games.strategiksa.notation import (
    Crowning,
    Direct,
    Mutation,
    Offer,
    Service,
    read_mutation,
    read_term,
)
from server.games.strategiksa.placement import Placing
from server.games.strategiksa.state import PositionT
from server.games.strategiksa.turn import STEPS, Turn
from server.games.strategiksa.vassals import crowning_flaw

Words: TypeAlias = Mapping[str, Note]
Hints: TypeAlias = Callable[[Sequence[str], str], Words]
NEW: tuple[Kind, ...] = ("I", "C", "A", "S")
MUTATED: tuple[Kind, ...] = ("I", "A")
_DIGITS = re.compile(r"[0-9]{0,4}")


def gloss(code: str, **args: Arg) -> Note:
    return Note(f"gloss.{code}", args)


def _terms(most: int, unit: str, begun: str) -> list[tuple[int, str]]:
    """The counts to suggest: one piece, all of them, or the number that the player began to write."""
    match = _DIGITS.match(begun)
    digits = match[0] if match else ""
    counts = sorted({1, most, int(digits or 1)})
    return [(n, f"{n}{unit}" if n > 1 or digits else unit) for n in counts if 1 <= n <= most]


def placing_hints(placing: Placing) -> Hints:
    def hints(done: Sequence[str], begun: str) -> Words:
        cells = placing.open_cells()
        if not done:
            return _placing_terms(placing, begun) if cells else {}
        term = read_term(done[0])
        allowed = dict(_placing_most(placing))
        if len(done) > 1 or term is None or term[0] > allowed.get(term[1], 0):
            return {}
        return {cell: gloss("place-at", cell=cell, zone=ZONE_OF[cell]) for cell in cells}

    return hints


def _placing_most(placing: Placing) -> list[tuple[Kind, int]]:
    """How many of each kind may still be placed."""
    kings = 0 if placing.has_king else 1
    return [("R", kings), *((kind, placing.left // WEIGHT[kind]) for kind in NEW)]


def _placing_terms(placing: Placing, begun: str) -> Words:
    return {
        word: gloss("place", count=count, kind=kind, left=placing.left)
        for kind, most in _placing_most(placing)
        for count, word in _terms(most, kind, begun)
    }


def turn_hints(turn: Turn[PositionT]) -> Hints:
    def hints(done: Sequence[str], begun: str) -> Words:
        if turn.offering:
            return {}
        match done:
            case []:
                return {
                    **_verbs(turn),
                    **_new_terms(turn, begun),
                    **_mutation_terms(turn, begun),
                    **_move_terms(turn, begun),
                }
            case [first]:
                return _second_words(turn, first)
            case ["DIRECT", colour]:
                players = [order.player for order in _directs(turn) if order.colour == colour]
                return {player: gloss("director", player=player) for player in players}
            case [first, cell]:
                return _targets(turn, first, cell)
        return {}

    return hints


def _verbs(turn: Turn[PositionT]) -> Words:
    found: dict[str, Note] = {}
    if _offers(turn):
        found["VASSAL"] = gloss("offer")
    if _directs(turn):
        found["DIRECT"] = gloss("direct")
    if _services(turn, serves=False):
        found["DISMISS"] = gloss("dismiss")
    if _services(turn, serves=True):
        found["RECALL"] = gloss("recall")
    return found


def _offers(turn: Turn[PositionT]) -> list[str]:
    return [player for player in turn.position.order if turn.offer_flaw(Offer(player)) is None]


def _directs(turn: Turn[PositionT]) -> list[Direct]:
    order = turn.position.order
    pairs = [Direct(colour, player) for colour in order for player in order]
    return [pair for pair in pairs if turn.word_flaw(pair) is None]


def _services(turn: Turn[PositionT], *, serves: bool) -> list[str]:
    words = [Service(player, serves) for player in turn.position.order]
    return [word.player for word in words if turn.word_flaw(word) is None]


def _new_terms(turn: Turn[PositionT], begun: str) -> Words:
    left = turn.reinforcements_left() if turn.step == 0 else 0
    if not left or not turn.friendly_cells():
        return {}
    return {
        "+" + word: gloss("reinforce", count=count, kind=kind, left=left)
        for kind in NEW
        for count, word in _terms(left // WEIGHT[kind], kind, begun.removeprefix("+"))
    }


def _cells(turn: Turn[PositionT], unit: Unit) -> dict[Cell, int]:
    """The cells where the colour has such pieces that have not moved, with their number."""
    counts = {
        cell: sum(turn.fresh_units(cell, unit).values()) for cell in turn.position.pieces.get(turn.colour, {})
    }
    return {cell: count for cell, count in counts.items() if count}


def _mutation_terms(turn: Turn[PositionT], begun: str) -> Words:
    if turn.step > STEPS[Mutation]:
        return {}
    return {
        word: gloss("mutate", count=count, unit=unit, kind=make)
        for unit in ("C", "C*")
        for make in MUTATED
        for count, word in _terms(max(_cells(turn, unit).values(), default=0), f"{unit}>{make}", begun)
    }


def _move_terms(turn: Turn[PositionT], begun: str) -> Words:
    return {
        word: gloss("piece", count=count, unit=unit, range=RANGE[unit[0]])
        for unit in UNITS
        for count, word in _terms(max(_cells(turn, unit).values(), default=0), unit, begun)
    }


def _second_words(turn: Turn[PositionT], first: str) -> Words:
    match first:
        case "VASSAL":
            return {player: gloss("player", player=player) for player in _offers(turn)}
        case "DIRECT":
            colours = dict.fromkeys(order.colour for order in _directs(turn))
            directors = turn.position.directors
            return {colour: gloss("directed", colour=colour, player=directors[colour]) for colour in colours}
        case "DISMISS" | "RECALL":
            players = _services(turn, serves=first == "RECALL")
            return {player: gloss("player", player=player) for player in players}
    if first.startswith("+"):
        return _new_cells(turn, first[1:])
    named = _named(turn, first)
    if named is None:
        return {}
    count, unit = named
    return {
        cell: gloss("from", cell=cell, unit=unit, count=there)
        for cell, there in _cells(turn, unit).items()
        if there >= count
    }


def _named(turn: Turn[PositionT], word: str) -> tuple[int, Unit] | None:
    """The pieces that the first word of a mutation or a move names."""
    mutation = read_mutation(word)
    if mutation is None:
        return read_term(word)
    fits = mutation[1] in ("C", "C*") and mutation[2] in MUTATED and turn.step <= STEPS[Mutation]
    return (mutation[0], mutation[1]) if fits else None


def _new_cells(turn: Turn[PositionT], word: str) -> Words:
    term = read_term(word)
    left = turn.reinforcements_left() if turn.step == 0 else 0
    if term is None or term[1] not in NEW or term[0] * WEIGHT[term[1]] > left:
        return {}
    return {cell: _target(turn.position, turn, cell) for cell in turn.friendly_cells()}


def _targets(turn: Turn[PositionT], word: str, origin: str) -> Words:
    term = read_term(word)
    if term is None or _cells(turn, term[1]).get(origin, 0) < term[0]:
        return {}
    cells = reach(turn.position, turn.colour, term[1][0], origin)
    return {cell: _target(turn.position, turn, cell) for cell in cells}


def _target(position: Position, turn: Turn[PositionT], cell: Cell) -> Note:
    standing = [
        f"{colour} {write_stack(position.pieces[colour][cell])}"
        for colour in position.order
        if cell in position.pieces.get(colour, {})
    ]
    if not standing:
        return gloss("free", cell=cell)
    enemy = any(lord != position.lords[turn.colour] for lord in sides_at(position, cell))
    stacks = ", ".join(standing)
    return gloss("attack", cell=cell, stacks=stacks) if enemy else gloss("occupied", cell=cell, stacks=stacks)


def choice_hints(position: Position) -> Hints:
    match position.stage:
        case "battle":
            return _battle_hints(position)
        case "answer":
            words = {"YES": gloss("yes", player=position.active), "NO": gloss("no", player=position.active)}
            return lambda done, begun: {} if done else words
    return _crown_hints(position)


def _battle_hints(position: Position) -> Hints:
    found = options(position)
    picks = [option for option in found if isinstance(option, Choice)]
    cures = [option for option in found if isinstance(option, Cure)]

    def hints(done: Sequence[str], begun: str) -> Words:
        match done:
            case []:
                words = {pick.unit: _fight(position, pick.unit) for pick in picks}
                return {**words, "HEAL": gloss("heal")} if cures else words
            case ["HEAL"]:
                return {cure.kind: gloss("cure", kind=cure.kind) for cure in cures}
            case ["HEAL", kind]:
                colours = [cure.colour for cure in cures if cure.kind == kind]
            case [unit]:
                colours = [pick.colour for pick in picks if pick.unit == unit]
            case _:
                colours = []
        return {colour: gloss("of-colour", colour=colour) for colour in colours} if len(colours) > 1 else {}

    return hints


def _fight(position: Position, unit: Unit) -> Note:
    """K-BATTLE-2: what a duel with this piece comes to; before the other side chose, what it may come to."""
    other = position.battles[0].chosen
    if other is not None:
        return _duel(other.unit, unit)
    if unit[0] == "R":
        return gloss("fight-king")
    beaten_by = "".join(kind for kind in BEATS if unit[0] in BEATS[kind])
    return gloss("fight", beats=BEATS[unit[0]], by=" ".join(beaten_by))


def _duel(other: Unit, unit: Unit) -> Note:
    """K-BATTLE-2: a winner who was wounded before falls as well."""
    winner = winner_of(other, unit)
    if winner == 0:
        return gloss("fight-both", other=other)
    if winner == 2:
        return gloss("fight-wins-both" if unit.endswith("*") else "fight-wins", other=other)
    return gloss("fight-loses-both" if other.endswith("*") else "fight-loses", other=other)


def _crown_hints(position: Position) -> Hints:
    assert position.fallen is not None
    player = position.fallen.colour

    def hints(done: Sequence[str], begun: str) -> Words:
        match done:
            case []:
                return {"TAKE": gloss("take", player=player), "LEAVE": gloss("leave", player=player)}
            case ["TAKE" | "LEAVE" as verb]:
                seats = [
                    seat
                    for seat in position.order
                    if crowning_flaw(position, Crowning(verb == "TAKE", seat)) is None
                ]
                return {seat: gloss("director", player=seat) for seat in seats}
        return {}

    return hints
