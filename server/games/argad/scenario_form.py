"""The form of a scenario, as it is written in JSON."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.ids import Lines

Count = Annotated[int, Meta(ge=0, le=1000)]
Points = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatLetter = Literal["S", "C", "H", "D"]
SideWord = Literal["black", "red"]


class GivenUnit(Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    figs: str
    wear: Count = 0
    state: Literal["ready", "fatigued", "demoralised"] | UnsetType = UNSET
    """Only "demoralised" says anything; the other states are worked out."""
    broke: Count = 0
    acts: Count = 0
    attacked: Count = 0
    shots: Count = 0
    load: Annotated[int, Meta(ge=0, le=2)] = 0
    march: Annotated[int, Meta(ge=0, le=6)] = 0
    fought: bool = False
    moved: bool = False
    closed: bool = False
    reserve: bool = False
    routed: bool = False
    die: bool = False
    ammo: Annotated[int, Meta(ge=0, le=2)] = 2
    lost: tuple[str, ...] = ()


class GivenSheet(Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatLetter
    lines: Lines = ()


class GivenOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """An order that waits for a reserve."""

    seat: SeatLetter
    text: str
    phase: Literal["card", "extra"] = "card"


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    turn: Annotated[int, Meta(ge=1, le=1000)] = 1
    turns: Annotated[int, Meta(ge=1, le=1000)] = 12
    map: str = "plain"
    terrain: dict[str, str] = {}
    units: dict[str, GivenUnit] = {}
    banners: dict[str, SeatLetter] = {}
    gone: dict[str, Literal["destroyed", "left", "merged", "captured"]] = {}
    losses: dict[SideWord, Points] = {}
    generals_lost: dict[SideWord, Literal["killed", "captured", "left"]] = {}
    held: dict[SideWord, Count] = {}
    start: dict[SideWord, Count] = {}
    jokers: Count = 0
    extra: str = ""
    reserve: Literal["open", "secret"] = "open"
    asked: tuple[SeatLetter, ...] = ()
    phase: Literal["start", "joker", "card", "extra", "reserve", "end", "army", "deploy", "plan"] = "card"
    seat: SeatLetter | UnsetType = UNSET
    sheets: tuple[GivenSheet, ...] = ()
    deck: tuple[Literal["S", "C", "H", "D", "J"], ...] | dict[str, Count] | UnsetType = UNSET
    """The cards to come in order, or how many there are of each: then they are drawn with dice, and turn
    follows turn as at a table."""
    armies: dict[SideWord, str | tuple[str, ...]] = {}
    players: Literal[2, 3, 4] = 2
    last: bool = False
    bought: bool = True
    """Whether armies may be bought, in the phase `army`."""
    even: bool = False
    """Whether ready-made armies are even, in the phases `army` and `deploy`."""
    blind: bool = False
    """Whether the orders of the next turns are planned, if cards are drawn with dice."""
    extras: tuple[str, ...] = ()
    """The units that act once more after the card."""
    order: GivenOrder | None = None
    """The order that waits, in the phase `reserve`."""
