"""Strategiksa as a seat sees it: the position, the story of a phase, how each event changes the position."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct, structs

from protocol.ids import Seat, SheetKey
from protocol.notes import Arg, Note

Colour: TypeAlias = str
Cell: TypeAlias = str
Zone: TypeAlias = str
"""A zone has the name of its top left cell."""
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
    """The colour whose move began the battle."""
    begun: bool = False
    initiative: str = "defender"
    """Who chooses first, "defender" or "attacker"."""
    chosen: Choice | None = None
    """The piece that the side with the initiative has chosen; now the other side chooses."""
    cures: dict[str, int] = {}
    """How many healers each side has used in this battle."""


class Fallen(Struct, frozen=True):
    """A king has been destroyed and the victor has not chosen yet."""

    colour: Colour
    victor: Colour


class Position(Struct, frozen=True, kw_only=True):
    """The whole of a game except its options of time. Nothing in it is secret."""

    map: str
    wounds: str
    limit: int
    """The number of circles after which the game ends."""
    order: tuple[Colour, ...]
    """The order of turns."""
    throws: tuple[dict[Colour, int], ...] = ()
    """The dice that decided who starts, throw by throw."""
    stage: str
    """"placement", "turn", "answer", "battle", "crown" or "over"."""
    turn: int = 0
    """The number of this turn; 0 before the first."""
    circle: int = 0
    """The number of this circle, in which every colour that has pieces has one turn."""
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
    """The player to whom the active colour has offered its service in this turn."""
    battles: tuple[Battle, ...] = ()
    """The battles that are not over. The first of them is being fought."""
    fallen: Fallen | None = None
    winner: Seat | None = None
    partial: tuple[Seat, ...] = ()
    ending: str = ""


class StrategiksaView(Position, frozen=True, kw_only=True):
    seat: Seat | None
    colours: tuple[Colour, ...]
    """The colours this seat directs."""
    writer: Seat | None
    """The seat that owes a sheet now."""
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
    """True if the program placed the pieces that the sheet left out."""


class TurnBegun(Struct, frozen=True, tag="turn_begun"):
    colour: Colour
    turn: int
    director: Seat
    reinforcements: int


class OnSheet(Struct, frozen=True):
    """What one line of a colour's sheet led to."""

    colour: Colour
    line: int
    text: str


class Offered(OnSheet, frozen=True, tag="offered"):
    to: Seat


class Answered(Struct, frozen=True, tag="answered"):
    """If the offer was accepted, `cell` is where the king stood that leaves the board."""

    colour: Colour
    to: Seat
    cell: Cell | None


class Directed(OnSheet, frozen=True, tag="directed"):
    directed: Colour
    director: Seat


class Served(OnSheet, frozen=True, tag="served"):
    """A suzerain calls a player back, or dismisses one."""

    player: Seat
    serves: bool


class Reinforced(OnSheet, frozen=True, tag="reinforced"):
    cell: Cell
    stack: Stack


class Mutated(OnSheet, frozen=True, tag="mutated"):
    cell: Cell
    used: Stack
    made: Stack


class Moved(OnSheet, frozen=True, tag="moved"):
    stack: Stack
    origin: Cell
    to: Cell


class Lost(OnSheet, frozen=True, tag="lost"):
    column: int
    reason: Note


class Clashed(Struct, frozen=True, tag="clashed"):
    """Two sides meet on a cell. The battle is fought when all moves have been made."""

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
    """The side with the initiative puts a piece forward."""

    cell: Cell
    choice: Choice


class Duelled(Struct, frozen=True, tag="duelled"):
    cell: Cell
    first: Choice
    second: Choice
    winner: int
    """1 or 2; 0 when both were alike."""
    lost: dict[Colour, Stack]
    wounded: dict[Colour, Stack]
    """The winning piece, as it was before its wound."""


class Cured(Struct, frozen=True, tag="cured"):
    cell: Cell
    colour: Colour
    kind: Kind


class Slain(Struct, frozen=True, tag="slain"):
    """Healers are lost because nobody else of their side was left on the cell."""

    cell: Cell
    stacks: dict[Colour, Stack]


class BattleEnded(Struct, frozen=True, tag="battle_ended"):
    cell: Cell
    winner: Colour | None
    recovered: dict[Colour, Stack]
    """The pieces whose wounds end with the battle, if the table plays with that option."""


class KingFell(Struct, frozen=True, tag="king_fell"):
    colour: Colour
    victor: Colour
    cell: Cell
    passed: tuple[Colour, ...]
    """All the colours that belong to the victor from now on."""


class Crowned(Struct, frozen=True, tag="crowned"):
    """The victor has chosen whether the player becomes a vassal, and who directs the troops of the player."""

    colour: Colour
    victor: Colour
    serves: bool
    director: Seat


class Vanished(Struct, frozen=True, tag="vanished"):
    """Two kings have destroyed each other. All pieces of these colours leave the board."""

    colours: tuple[Colour, ...]


class TurnEnded(Struct, frozen=True, tag="turn_ended"):
    colour: Colour
    turn: int
    zones: dict[Colour, int]


class Ended(Struct, frozen=True, tag="ended"):
    """`reason` is "supremacy", "terrain", "turns" or "time". Without a winner the game is a draw."""

    reason: str
    winner: Seat | None
    partial: tuple[Seat, ...]
    zones: dict[Colour, int]


LineEvent: TypeAlias = Offered | Directed | Served | Reinforced | Mutated | Moved | Lost
BattleEvent: TypeAlias = Clashed | BattleBegun | Chosen | Duelled | Cured | Slain | BattleEnded
CrownEvent: TypeAlias = Answered | KingFell | Crowned | Vanished
Event: TypeAlias = Placed | TurnBegun | LineEvent | BattleEvent | CrownEvent | TurnEnded | Ended


def stack_of(counts: Mapping[Unit, int]) -> Stack:
    return tuple(counts.get(unit, 0) for unit in UNITS)


def one(unit: Unit) -> Stack:
    return stack_of({unit: 1})


def hurt(stack: Stack) -> Stack:
    """The same pieces, all of them wounded."""
    counts = dict(zip(UNITS, stack, strict=True))
    return stack_of({unit: counts[unit[0]] + counts[unit] for unit in UNITS if unit.endswith("*")})


def cured(stack: Stack) -> Stack:
    """The same pieces, none of them wounded."""
    counts = dict(zip(UNITS, stack, strict=True))
    return stack_of({kind: counts[kind] + counts.get(kind + "*", 0) for kind in KINDS})


def write_stack(stack: Iterable[int]) -> str:
    """The counts as they are written on a sheet, such as `4I 1C*`."""
    return " ".join(f"{number}{unit}" for number, unit in zip(stack, UNITS, strict=True) if number)


def step(pieces: Pieces, event: Event) -> Pieces:
    """The position after one event of the story. This only moves pieces; it needs no rules."""
    board = dict(pieces)
    match event:
        case Placed():
            for cell, stack in event.stacks.items():
                _put(board, event.colour, cell, stack)
        case Answered() if event.cell is not None:
            unwounded = pieces[event.colour][event.cell][UNITS.index("R")]
            _put(board, event.colour, event.cell, one("R" if unwounded else "R*"), -1)
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
    """The event as a note. Colours, pieces and cells stay codes; the catalogue has their names."""
    if isinstance(event, Lost):
        return Note("event.lost", {"colour": event.colour, "text": event.text})
    code = f"event.{event.__struct_config__.tag}{_variant(event)}"
    args: dict[str, Arg] = {name: _said(value) for name, value in structs.asdict(event).items()}
    if isinstance(event, Chosen):
        args |= {"colour": event.choice.colour, "unit": event.choice.unit}
    if isinstance(event, Duelled):
        winner, loser = (event.second, event.first) if event.winner == 2 else (event.first, event.second)
        args |= {"colour": winner.colour, "kind": winner.unit[0]}
        args |= {"other": loser.colour, "beaten": loser.unit[0]}
    return Note(code, args)


def _variant(event: Event) -> str:
    """What is added to the code if there are several sentences for this kind of event."""
    match event:
        case Placed():
            return "-completed" if event.completed else ""
        case TurnBegun():
            return "" if event.director == event.colour else "-directed"
        case Answered():
            return "-no" if event.cell is None else "-yes"
        case Duelled():
            return "" if event.wounded else "-both" if event.winner else "-alike"
        case BattleEnded():
            return "" if event.winner else "-empty"
        case Crowned() | Served():
            return "" if event.serves else "-not"
        case Ended():
            return f"-{event.reason}" if event.winner else f"-{event.reason}-draw"
    return ""


def _said(value: object) -> Arg:
    match value:
        case str() | int():
            return value
        case Choice():
            return f"{value.colour} {value.unit}"
        case dict():
            return ", ".join(f"{name} {_said(held)}" for name, held in value.items())
        case tuple():
            numbers = [item for item in value if isinstance(item, int)]
            return write_stack(numbers) if numbers else ", ".join(map(str, value))
    return ""
