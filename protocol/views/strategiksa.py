"""Strategiksa as a seat sees it: the position, the story of a phase, and how to step through it."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from protocol.ids import Seat, SheetKey
from protocol.notes import Arg, Note

Colour: TypeAlias = str
Cell: TypeAlias = str
Zone: TypeAlias = str
"""Named by its top left cell."""
Kind: TypeAlias = str
Unit: TypeAlias = str
"""A kind, with a star if it is wounded: `I*`."""
Stack: TypeAlias = tuple[int, ...]
"""How many of each unit, in the order of UNITS."""
Pieces: TypeAlias = dict[Colour, dict[Cell, Stack]]

COLOURS: tuple[Colour, ...] = ("V", "B", "J", "O", "P", "T")
KINDS: tuple[Kind, ...] = ("R", "I", "C", "A", "S")
UNITS: tuple[Unit, ...] = (*KINDS, "R*", "I*", "C*", "A*")
EMPTY: Stack = (0,) * len(UNITS)


class Choice(Struct, frozen=True):
    """A piece put forward in a battle."""

    colour: Colour
    unit: Unit


class Battle(Struct, frozen=True, omit_defaults=True):
    cell: Cell
    attacker: Colour
    """The colour whose move opened it."""
    begun: bool = False
    initiative: str = "defender"
    """Who chooses first, "defender" or "attacker"."""
    chosen: Choice | None = None
    """What the side with the initiative has put forward and the other has to answer."""
    cures: dict[str, int] = {}
    """How many healers each side has used here."""


class Fallen(Struct, frozen=True):
    """A king has been destroyed and the victor has not chosen yet."""

    colour: Colour
    victor: Colour


class Position(Struct, frozen=True, kw_only=True):
    """All of a game but the options of time; nothing of it is secret."""

    map: str
    wounds: str
    limit: int
    """Turns until the game ends."""
    order: tuple[Colour, ...]
    """The circle of turns."""
    throws: tuple[dict[Colour, int], ...] = ()
    """What the dice showed to choose who starts, throw by throw."""
    stage: str
    """"placement", "turn", "answer", "battle", "crown" or "over"."""
    turn: int = 0
    active: Colour
    """Whose turn it is, or who places."""
    pieces: Pieces
    lords: dict[Colour, Colour]
    """The suzerain of each colour: itself, while its king stands."""
    directors: dict[Colour, Seat]
    vassals: tuple[Seat, ...] = ()
    """The players without a king who are in their suzerain's service."""
    gone: tuple[Colour, ...] = ()
    """The colours that left the board with their kings."""
    asked: Seat | None = None
    """To whom the active colour offered its service in this turn."""
    battles: tuple[Battle, ...] = ()
    """Those still to be fought; the first is on."""
    fallen: Fallen | None = None
    winner: Seat | None = None
    partial: tuple[Seat, ...] = ()
    ending: str = ""


class StrategiksaView(Position, frozen=True, kw_only=True):
    seat: Seat | None
    colours: tuple[Colour, ...]
    """The colours this seat directs."""
    writer: Seat | None
    """Who owes a sheet now."""
    sheet: SheetKey | None
    """The colour that sheet is for."""
    zones: dict[Zone, Colour]
    """The zones that are controlled, with the suzerain who controls them."""
    mountains: tuple[Cell, ...]
    reinforcements: int
    """What the active colour receives in this turn."""


class Placed(Struct, frozen=True, tag="placed"):
    colour: Colour
    zone: Zone
    stacks: dict[Cell, Stack]
    completed: bool = False
    """True when the sheet left pieces for the program to put."""


class TurnBegun(Struct, frozen=True, tag="turn_begun"):
    colour: Colour
    turn: int
    director: Seat
    reinforcements: int


class Offered(Struct, frozen=True, tag="offered"):
    colour: Colour
    line: int
    text: str
    to: Seat


class Answered(Struct, frozen=True, tag="answered"):
    """`cell` is where the king stood that is taken off, if the offer was accepted."""

    colour: Colour
    to: Seat
    cell: Cell | None


class Directed(Struct, frozen=True, tag="directed"):
    colour: Colour
    line: int
    text: str
    directed: Colour
    director: Seat


class Dismissed(Struct, frozen=True, tag="dismissed"):
    colour: Colour
    line: int
    text: str
    player: Seat


class Recalled(Struct, frozen=True, tag="recalled"):
    colour: Colour
    line: int
    text: str
    player: Seat


class Reinforced(Struct, frozen=True, tag="reinforced"):
    colour: Colour
    line: int
    text: str
    cell: Cell
    stack: Stack


class Mutated(Struct, frozen=True, tag="mutated"):
    colour: Colour
    line: int
    text: str
    cell: Cell
    used: Stack
    made: Stack


class Moved(Struct, frozen=True, tag="moved"):
    colour: Colour
    line: int
    text: str
    stack: Stack
    origin: Cell
    to: Cell


class Lost(Struct, frozen=True, tag="lost"):
    colour: Colour
    line: int
    text: str
    column: int
    reason: Note


class Clashed(Struct, frozen=True, tag="clashed"):
    """A battle is opened; it is fought when all moves are made."""

    cell: Cell
    attacker: Colour
    defender: Colour


class BattleBegun(Struct, frozen=True, tag="battle_begun"):
    cell: Cell
    attacker: Colour
    defender: Colour
    """The suzerains of the two sides."""
    stacks: dict[Colour, Stack]


class Chosen(Struct, frozen=True, tag="chosen"):
    """The side with the initiative puts a piece forward; `unasked`: the program did it."""

    cell: Cell
    choice: Choice
    unasked: bool = False


class Duelled(Struct, frozen=True, tag="duelled"):
    cell: Cell
    first: Choice
    second: Choice
    winner: int
    """1 or 2; 0 when both were alike."""
    lost: dict[Colour, Stack]
    wounded: dict[Colour, Stack]
    """The winner as it was before the wound."""
    unasked: bool = False


class Cured(Struct, frozen=True, tag="cured"):
    cell: Cell
    colour: Colour
    kind: Kind
    unasked: bool = False


class Slain(Struct, frozen=True, tag="slain"):
    """Healers whose side had nobody else left."""

    cell: Cell
    stacks: dict[Colour, Stack]


class BattleEnded(Struct, frozen=True, tag="battle_ended"):
    cell: Cell
    winner: Colour | None
    recovered: dict[Colour, Stack]
    """Wounds that end with the battle, where the table plays so."""


class KingFell(Struct, frozen=True, tag="king_fell"):
    colour: Colour
    victor: Colour
    cell: Cell
    passed: tuple[Colour, ...]
    """All the colours that are the victor's from now on."""


class Crowned(Struct, frozen=True, tag="crowned"):
    """The victor's choice: whether the player serves, and who directs what the player directed."""

    colour: Colour
    victor: Colour
    serves: bool
    director: Seat


class Vanished(Struct, frozen=True, tag="vanished"):
    """Two kings fell by each other: all pieces of these colours leave the board."""

    colours: tuple[Colour, ...]


class TurnEnded(Struct, frozen=True, tag="turn_ended"):
    colour: Colour
    turn: int
    zones: dict[Colour, int]


class Ended(Struct, frozen=True, tag="ended"):
    """`reason` is "supremacy", "terrain", "turns" or "time"; no winner is a draw."""

    reason: str
    winner: Seat | None
    partial: tuple[Seat, ...]
    zones: dict[Colour, int]


SheetEvent: TypeAlias = (
    Offered | Directed | Dismissed | Recalled | Reinforced | Mutated | Moved | Clashed | Lost
)
BattleEvent: TypeAlias = BattleBegun | Chosen | Duelled | Cured | Slain | BattleEnded
CrownEvent: TypeAlias = KingFell | Crowned | Vanished
Event: TypeAlias = (
    Placed | TurnBegun | Answered | TurnEnded | Ended | SheetEvent | BattleEvent | CrownEvent
)  # fmt: skip


def stack_of(counts: Mapping[Unit, int]) -> Stack:
    return tuple(counts.get(unit, 0) for unit in UNITS)


def one(unit: Unit) -> Stack:
    return stack_of({unit: 1})


def count(stack: Stack, unit: Unit) -> int:
    return stack[UNITS.index(unit)]


def hurt(stack: Stack) -> Stack:
    """The same pieces, all of them wounded."""
    counts = dict(zip(UNITS, stack, strict=True))
    return stack_of({unit: counts[unit[0]] + counts[unit] for unit in UNITS if unit.endswith("*")})


def cured(stack: Stack) -> Stack:
    """The same pieces, none of them wounded."""
    counts = dict(zip(UNITS, stack, strict=True))
    return stack_of({kind: counts[kind] + counts.get(kind + "*", 0) for kind in KINDS})


def write_stack(stack: Iterable[int]) -> str:
    """Counts as on a sheet: `4I 1C*`."""
    return " ".join(f"{number}{unit}" for number, unit in zip(stack, UNITS, strict=True) if number)


def step(pieces: Pieces, event: Event) -> Pieces:
    """The position after one event of the story: moving counters about, no rule of the game needed."""
    board = dict(pieces)
    match event:
        case Placed():
            for cell, stack in event.stacks.items():
                _put(board, event.colour, cell, stack)
        case Answered() if event.cell is not None:
            king = pieces[event.colour][event.cell]
            _put(board, event.colour, event.cell, one("R" if count(king, "R") else "R*"), -1)
        case Reinforced():
            _put(board, event.colour, event.cell, event.stack)
        case Mutated():
            _put(board, event.colour, event.cell, event.used, -1)
            _put(board, event.colour, event.cell, event.made)
        case Moved():
            _put(board, event.colour, event.origin, event.stack, -1)
            _put(board, event.colour, event.to, event.stack)
        case Vanished():
            board = {colour: cells for colour, cells in pieces.items() if colour not in event.colours}
        case Duelled() | Cured() | Slain() | BattleEnded():
            _step_battle(board, event)
    return board


def _step_battle(board: Pieces, event: Duelled | Cured | Slain | BattleEnded) -> None:
    match event:
        case Duelled():
            for colour, stack in event.wounded.items():
                _put(board, colour, event.cell, stack, -1)
                _put(board, colour, event.cell, hurt(stack))
            for colour, stack in event.lost.items():
                _put(board, colour, event.cell, stack, -1)
        case Cured():
            _put(board, event.colour, event.cell, one(event.kind + "*"), -1)
            _put(board, event.colour, event.cell, one(event.kind))
        case Slain():
            for colour, stack in event.stacks.items():
                _put(board, colour, event.cell, stack, -1)
        case BattleEnded():
            for colour, stack in event.recovered.items():
                _put(board, colour, event.cell, stack, -1)
                _put(board, colour, event.cell, cured(stack))


def _put(board: Pieces, colour: Colour, cell: Cell, stack: Stack, sign: int = 1) -> None:
    cells = dict(board.get(colour, {}))
    total = tuple(a + sign * b for a, b in zip(cells.get(cell, EMPTY), stack, strict=True))
    if any(total):
        cells[cell] = total
    else:
        cells.pop(cell, None)
    if cells:
        board[colour] = cells
    else:
        board.pop(colour, None)


def note_of(event: Event) -> Note:
    """The event as a sentence to be said; what is in codes stays in codes."""
    match event:
        case Placed():
            code = "placed-completed" if event.completed else "placed"
            stack = ", ".join(f"{cell} {write_stack(stack)}" for cell, stack in event.stacks.items())
            return _note(code, colour=event.colour, zone=event.zone, stack=stack)
        case TurnBegun():
            code = "turn_begun" if event.director == event.colour else "turn_begun-directed"
            args = {"turn": event.turn, "director": event.director, "count": event.reinforcements}
            return _note(code, colour=event.colour, **args)
        case Answered():
            code = "answered-no" if event.cell is None else "answered-yes"
            return _note(code, colour=event.colour, to=event.to)
        case TurnEnded():
            return _note("turn_ended", colour=event.colour, turn=event.turn, zones=_numbers(event.zones))
        case Ended():
            code = f"ended-{event.reason}" if event.winner else f"ended-{event.reason}-draw"
            return _note(code, winner=event.winner or "", zones=_numbers(event.zones))
        case SheetEvent():
            return _note_of_line(event)
        case BattleEvent():
            return _note_of_battle(event)
        case CrownEvent():
            return _note_of_crown(event)


def _note_of_line(event: SheetEvent) -> Note:
    match event:
        case Offered():
            return _note("offered", colour=event.colour, to=event.to)
        case Directed():
            return _note("directed", colour=event.colour, directed=event.directed, director=event.director)
        case Dismissed():
            return _note("dismissed", colour=event.colour, player=event.player)
        case Recalled():
            return _note("recalled", colour=event.colour, player=event.player)
        case Reinforced():
            return _note("reinforced", colour=event.colour, stack=write_stack(event.stack), cell=event.cell)
        case Mutated():
            made, used = write_stack(event.made), write_stack(event.used)
            return _note("mutated", colour=event.colour, used=used, made=made, cell=event.cell)
        case Moved():
            stack = write_stack(event.stack)
            return _note("moved", colour=event.colour, stack=stack, origin=event.origin, to=event.to)
        case Clashed():
            return _note("clashed", cell=event.cell, attacker=event.attacker, defender=event.defender)
        case Lost():
            return _note("lost", colour=event.colour, text=event.text)


def _note_of_battle(event: BattleEvent) -> Note:
    match event:
        case BattleBegun():
            stacks = _stacks(event.stacks)
            sides = {"attacker": event.attacker, "defender": event.defender}
            return _note("battle_begun", cell=event.cell, stacks=stacks, **sides)
        case Chosen():
            return _note("chosen", cell=event.cell, colour=event.choice.colour, unit=event.choice.unit)
        case Duelled():
            return _note_of_duel(event)
        case Cured():
            return _note("cured", cell=event.cell, colour=event.colour, kind=event.kind)
        case Slain():
            return _note("slain", cell=event.cell, stacks=_stacks(event.stacks))
        case BattleEnded():
            code = "battle_ended" if event.winner else "battle_ended-empty"
            return _note(code, cell=event.cell, winner=event.winner or "")


def _note_of_duel(event: Duelled) -> Note:
    winner, loser = (event.second, event.first) if event.winner == 2 else (event.first, event.second)
    code = "duelled" if event.wounded else "duelled-alike" if not event.winner else "duelled-both"
    pair = {"kind": winner.unit[0], "other": loser.colour, "beaten": loser.unit[0]}
    return _note(code, cell=event.cell, colour=winner.colour, **pair)


def _note_of_crown(event: CrownEvent) -> Note:
    match event:
        case KingFell():
            return _note("king_fell", colour=event.colour, victor=event.victor, cell=event.cell)
        case Crowned():
            code = "crowned" if event.serves else "crowned-not"
            return _note(code, colour=event.colour, victor=event.victor, director=event.director)
        case Vanished():
            return _note("vanished", colours=", ".join(event.colours))


def _note(code: str, **args: Arg) -> Note:
    return Note("event." + code, args)


def _numbers(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


def _stacks(stacks: Mapping[Colour, Stack]) -> str:
    return ", ".join(f"{colour} {write_stack(stack)}" for colour, stack in stacks.items())
