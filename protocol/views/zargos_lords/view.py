"""The position of the game, and the position as one seat sees it. L-VIEW-1: only garrisons are hidden."""

from msgspec import Struct

from protocol.ids import Seat, SheetKey
from protocol.views.zargos_lords.words import CHEAPER, HOME, GarrisonText, Hex, Kind, People, UnitText


class Standing(Struct, frozen=True):
    """The standing words of a people. L-RET-5, L-PUSH-3."""

    retreat: str = HOME
    """"home" or "away"."""
    push: str = CHEAPER
    """"cheaper", "always" or "never"."""


class Fleeing(Struct, frozen=True):
    """A ward whose escort was eliminated, before it has gone back. There is none between two phases."""

    people: People
    """Whose piece it is."""
    kind: Kind
    """What kind of piece it is."""
    at: Hex
    """Where its escort stood."""


class Position(Struct, frozen=True, kw_only=True):
    """A position of the game. Garrisons are known as far as its reader may know them."""

    stage: str
    """The kind of the phase that is on (PHASES), or "over"."""
    peoples: tuple[People, ...]
    """The peoples of the game, in people order."""
    is_skirmish: bool = False
    """Whether this is the skirmish."""
    months: int
    """The number of the last month."""
    tie: str = "draw"
    """What equal numbers of cities mean in the end: "draw" or "fewest"."""
    month: int = 1
    """The number of the month."""
    turn: People
    """The people whose move it is; the first people before the first move."""
    part: int = 1
    """Which sheet of this move is written, counted from 1; in the phase "answer" the sheet to come."""
    asked: tuple[People, ...] = ()
    """The peoples that are asked for a pact and have not answered; none outside the phase "answer"."""
    homes: dict[People, tuple[str, ...]] = {}
    """The home of each people: the numbers of its continents, or in the skirmish "first" or "second"."""
    pieces: dict[People, dict[Hex, UnitText]] = {}
    """The units on the map. A pair with a hostage stands under its master."""
    cities: dict[People, dict[Hex, GarrisonText]] = {}
    """The cities of each people with their garrisons: "2F 1A", or "" for none. A garrison of which the
    reader may only know that it is there is "?"."""
    hostages: dict[Hex, dict[People, GarrisonText]] = {}
    """The hostages in each city, by the people whose pieces they are."""
    vanished: dict[Hex, int] = {}
    """How many monks have vanished at each hex."""
    stuck: dict[Hex, int] = {}
    """How many moves each unit in a whirlpool has still to miss; -1 if it is free to act in this move."""
    pacts: tuple[str, ...] = ()
    """The pacts, each with both letters in people order."""
    offered: tuple[Hex, ...] = ()
    """Where pieces stand that are offered as hostages."""
    standing: dict[People, Standing] = {}
    """The standing words of each people."""
    acted: tuple[str, ...] = ()
    """What may not be done again in the later parts of this move: `H F14`, `ally D`, `kill I14`."""
    fleeing: tuple[Fleeing, ...] = ()
    """The wards that have lost their escorts and have still to go back, in the middle of a story."""
    winner: People | None = None
    """Who has won; null for a draw, or if the game is not over."""
    ending: str = ""
    """Why the game ended ("months", "alone", "nobody" or "time"); empty if it is not over."""


class LordsView(Position, frozen=True, kw_only=True):
    """The position as one seat may know it."""

    seat: Seat | None
    """The seat of the receiver, which is the letter of its people; null for those who have none."""
    owing: dict[Seat, tuple[SheetKey, ...]]
    """Who owes which sheets now."""
    count: dict[People, int]
    """How many cities each people holds."""
