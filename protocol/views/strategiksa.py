"""Strategiksa as a seat sees it: the position, and the events of a story."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct, structs

from protocol.ids import Seat, SheetKey
from protocol.notes import Arg, Note

Colour: TypeAlias = str
"""The pieces of one player, by their letter (COLOURS)."""
Cell: TypeAlias = str
"""A cell of the board, such as `A1`."""
Zone: TypeAlias = str
"""A zone has the name of its top left cell."""
Kind: TypeAlias = str
"""A kind of piece, by its letter (KINDS)."""
Unit: TypeAlias = str
"""A kind, with a star if it is wounded: `I*`."""
Stack: TypeAlias = tuple[int, ...]
"""How many of each unit, in the order of UNITS."""
Pieces: TypeAlias = dict[Colour, dict[Cell, Stack]]
"""What each colour has on each cell; a cell with nothing on it is left out."""

COLOURS: tuple[Colour, ...] = ("V", "B", "J", "O", "P", "T")
"""The colours. A table of three players has the first three, and so on; the seats have the same names."""
KINDS: tuple[Kind, ...] = ("R", "I", "C", "A", "S")
"""The kinds of pieces: king, foot soldier, horseman, archer, healer."""
UNITS: tuple[Unit, ...] = (*KINDS, "R*", "I*", "C*", "A*")
"""The units, in the order of every Stack."""
EMPTY: Stack = (0,) * len(UNITS)


class Choice(Struct, frozen=True):
    """A piece put forward in a battle."""

    colour: Colour
    """Whose piece it is."""
    unit: Unit
    """Which piece it is."""


class Battle(Struct, frozen=True, omit_defaults=True):
    """A battle on one cell."""

    cell: Cell
    """Where it is fought."""
    attacker: Colour
    """The colour whose move began the battle."""
    begun: bool = False
    """Whether it has begun; battles that wait have not."""
    initiative: str = "defender"
    """Who chooses first, "defender" or "attacker"."""
    chosen: Choice | None = None
    """The piece that the side with the initiative has chosen; now the other side chooses."""
    cures: dict[str, int] = {}
    """How many healers each side has used in this battle."""


class Fallen(Struct, frozen=True):
    """A king has been destroyed and the victor has not chosen yet."""

    colour: Colour
    """Whose king fell."""
    victor: Colour
    """Who destroyed it."""


class Position(Struct, frozen=True, kw_only=True):
    """The whole of a game except its options of time. Nothing in it is secret."""

    map: str
    """The option `map`."""
    wounds: str
    """The option `wounds`."""
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
    """What stands where."""
    lords: dict[Colour, Colour]
    """The suzerain of each colour: itself, while its king stands."""
    directors: dict[Colour, Seat]
    """The player who writes for each colour."""
    vassals: tuple[Seat, ...] = ()
    """The players without a king who are in their suzerain's service."""
    gone: tuple[Colour, ...] = ()
    """The colours that left the board with their kings."""
    asked: Seat | None = None
    """The player to whom the active colour has offered its service in this turn."""
    battles: tuple[Battle, ...] = ()
    """The battles that are not over. The first of them is being fought."""
    fallen: Fallen | None = None
    """The king that fell and about which the victor decides now; null if there is none."""
    winner: Seat | None = None
    """Who has won; null for a draw, or if the game is not over."""
    partial: tuple[Seat, ...] = ()
    """Who shares in the victory."""
    ending: str = ""
    """The reason of the end. Empty: the game is not over."""


class StrategiksaView(Position, frozen=True, kw_only=True):
    """The position, with what can be read off it for one seat."""

    seat: Seat | None
    """The seat of the receiver; null for those who have none."""
    colours: tuple[Colour, ...]
    """The colours this seat directs."""
    writer: Seat | None
    """The seat that owes a sheet now."""
    sheet: SheetKey | None
    """The colour that sheet is for."""
    zones: dict[Zone, Colour]
    """The zones that are controlled, with the suzerain who controls them."""
    mountains: tuple[Cell, ...]
    """The cells that are mountains."""
    reinforcements: int
    """What the active colour receives in this turn."""


class Placed(Struct, frozen=True, tag="placed"):
    """A colour placed its pieces in its zone."""

    colour: Colour
    zone: Zone
    stacks: dict[Cell, Stack]
    completed: bool = False
    """True if the program placed the pieces that the sheet left out."""


class TurnBegun(Struct, frozen=True, tag="turn_begun"):
    """A turn begins."""

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
    """The colour offered its service to a player."""

    to: Seat


class Answered(Struct, frozen=True, tag="answered"):
    """If the offer was accepted, `cell` is where the king stood that leaves the board."""

    colour: Colour
    to: Seat
    cell: Cell | None


class Directed(OnSheet, frozen=True, tag="directed"):
    """Another player directs a colour from now on."""

    directed: Colour
    director: Seat


class Served(OnSheet, frozen=True, tag="served"):
    """A suzerain calls a player back, or dismisses one."""

    player: Seat
    serves: bool


class Reinforced(OnSheet, frozen=True, tag="reinforced"):
    """New pieces came."""

    cell: Cell
    stack: Stack


class Mutated(OnSheet, frozen=True, tag="mutated"):
    """Pieces (`used`) became others (`made`)."""

    cell: Cell
    used: Stack
    made: Stack


class Moved(OnSheet, frozen=True, tag="moved"):
    """Pieces went from `origin` to `to`."""

    stack: Stack
    origin: Cell
    to: Cell


class Lost(OnSheet, frozen=True, tag="lost"):
    """An order was lost."""

    column: int
    reason: Note


class Clashed(Struct, frozen=True, tag="clashed"):
    """Two sides meet on a cell. The battle is fought when all moves have been made."""

    cell: Cell
    attacker: Colour
    defender: Colour


class BattleBegun(Struct, frozen=True, tag="battle_begun"):
    """A battle begins."""

    cell: Cell
    attacker: Colour
    defender: Colour
    """`attacker` and `defender` are the suzerains of the two sides."""
    stacks: dict[Colour, Stack]


class Chosen(Struct, frozen=True, tag="chosen"):
    """The side with the initiative puts a piece forward."""

    cell: Cell
    choice: Choice


class Duelled(Struct, frozen=True, tag="duelled"):
    """Two pieces fought each other."""

    cell: Cell
    first: Choice
    second: Choice
    winner: int
    """1 or 2; 0 when both were alike."""
    lost: dict[Colour, Stack]
    wounded: dict[Colour, Stack]
    """The winning piece, as it was before its wound."""


class Cured(Struct, frozen=True, tag="cured"):
    """A healer cured a wounded piece."""

    cell: Cell
    colour: Colour
    kind: Kind


class Slain(Struct, frozen=True, tag="slain"):
    """Healers are lost because nobody else of their side was left on the cell."""

    cell: Cell
    stacks: dict[Colour, Stack]


class BattleEnded(Struct, frozen=True, tag="battle_ended"):
    """A battle is over."""

    cell: Cell
    winner: Colour | None
    recovered: dict[Colour, Stack]
    """The pieces whose wounds end with the battle, if the table plays with that option."""


class KingFell(Struct, frozen=True, tag="king_fell"):
    """A king was destroyed."""

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
    """A turn is over."""

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
