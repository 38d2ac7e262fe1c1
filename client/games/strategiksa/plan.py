"""The plan of Strategiksa: what the lines of a sheet would do to the pieces."""

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from client.games.api import NO_PLAN, SPENT, Plan, Spot
from client.games.plans import Effect, carry_out, holding_of, pieces_of
from client.games.strategiksa.cells import SPOTS
from protocol.ids import Lines, SheetKey
from protocol.letters import meaning_of
from protocol.views.strategiksa import COLOURS, KINDS, UNITS, Colour, StrategiksaView

_TERM = re.compile(r"([0-9]{0,4})([A-Z]\*?)")
_MUTATION = re.compile(r"([0-9]{0,4})([A-Z])(\*?)>([A-Z])")


def plan(view: StrategiksaView, sheets: Mapping[SheetKey, Lines], spot: Callable[[str], Spot | None]) -> Plan:
    effects = [
        effect
        for sheet, lines in sheets.items()
        for line in lines
        for effect in _effects(view, line.upper().split(), sheet)
    ]
    standing, marks, routes = carry_out(holding_of(view.pieces, UNITS), effects, spot)
    return Plan(replace(view, pieces=pieces_of(standing, UNITS)), marks, routes) if marks else NO_PLAN


def _effects(view: StrategiksaView, words: list[str], colour: Colour) -> Iterator[Effect]:
    """Placement, turns and battles have sheets of different kinds."""
    match view.stage, words:
        case "battle", [*_]:
            yield from _of_battle(view, words, colour)
        case "placement", [piece, cell] if cell in SPOTS:
            yield from _put(piece, cell, colour)
        case "turn", [piece, cell] if cell in SPOTS and piece.startswith("+"):
            yield from _put(piece[1:], cell, colour)
        case "turn", [piece, cell] if cell in SPOTS:
            yield from _mutation(piece, cell, colour)
        case "turn", [piece, start, end] if start in SPOTS and end in SPOTS and start != end:
            if term := _term(piece):
                yield Effect((colour,), start, (term,), end, (term,))


def _put(piece: str, cell: str, colour: Colour) -> Iterator[Effect]:
    term = _term(piece)
    if term and term[0] in KINDS:
        yield Effect((colour,), end=cell, put=(term,))


def _mutation(piece: str, cell: str, colour: Colour) -> Iterator[Effect]:
    """A wounded piece stays wounded."""
    match = _MUTATION.fullmatch(piece)
    if match and match[2] in KINDS and match[4] in KINDS:
        count = int(match[1] or 1)
        used, made = match[2] + match[3], match[4] + match[3]
        yield Effect((colour,), cell, ((used, count),), cell, ((made, count),), leaving=SPENT)


def _of_battle(view: StrategiksaView, words: list[str], colour: Colour) -> Iterator[Effect]:
    """`I` or `I* B` puts a piece forward, `heal I` cures one. It stays on the cell of the battle."""
    heals = bool(words) and meaning_of("strategiksa", words[0]) == "heal"
    unit, *named = (words[1:] if heals else words) or [""]
    used = f"{unit}*" if heals else unit
    if not view.battles or used not in UNITS or len(named) > 1 or not set(named) <= set(COLOURS):
        return
    lord = view.lords.get(colour, colour)
    others = tuple(each for each in view.order if view.lords.get(each, each) == lord and each != colour)
    cell = view.battles[0].cell
    yield Effect(tuple(named) or (colour, *others), cell, ((used, 1),), cell, ((unit, 1),), leaving="")


def _term(word: str) -> tuple[str, int] | None:
    match = _TERM.fullmatch(word)
    count = int(match[1] or 1) if match else 0
    return (match[2], count) if match and count and match[2] in UNITS else None
