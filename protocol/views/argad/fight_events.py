"""The events of volleys, melees and morale: each die, each figure that falls, and what a unit makes of it."""

from msgspec import Struct

from protocol.ids import Seat
from protocol.views.argad.words import FigureCode, FiguresText, Hex, UnitName


class Told(Struct, frozen=True, tag_field="e"):
    """An event as stories and scenarios write it."""


class Volley(Told, frozen=True, tag="volley"):
    """A unit shot at another."""

    unit: UnitName
    target: UnitName
    weapon: str
    dice: tuple[int, ...]
    need: int
    """The effective number. From 7 on each full set of so many sixes less 5 is one hit."""
    hits: int
    distance: int = 0
    needed: int = 0
    """The number of the table for this distance, without the modifiers."""
    modifiers: dict[str, int] = {}
    """"armour", "cover", "class", "moving", "group", "pavise", "demoralised"."""


class NoShot(Told, frozen=True, tag="no_shot"):
    """A unit that moved could not shoot from where it stands. `code` is one of the fault codes."""

    unit: UnitName
    code: str


class Losses(Told, frozen=True, tag="losses"):
    """Figures of a unit were hit."""

    unit: UnitName
    figs: FiguresText
    """Every hit that told, by the code before the hit; a general's first wound too."""
    left: int
    """How many figures the unit has left."""
    places: tuple[int, ...] = ()
    """Where each hit figure stood in the list of the unit, counted from 0, in the order of the hits."""
    picks: tuple[int, ...] = ()
    """The dice that picked the figures, in a volley."""


class GeneralHurt(Told, frozen=True, tag="general_hurt"):
    """A general has lost the first of his lives."""

    unit: UnitName


class GeneralLost(Told, frozen=True, tag="general"):
    """A general is lost."""

    seat: Seat
    how: str
    """"killed", "captured" or "left"."""


class GeneralLeft(Told, frozen=True, tag="general_leaves"):
    """A general left his unit and stands alone."""

    unit: UnitName


class GeneralJoined(Told, frozen=True, tag="general_joins"):
    """A general joined a unit."""

    unit: UnitName


class BannerDown(Told, frozen=True, tag="banner_down"):
    """The banner of a unit lies on the ground."""

    unit: UnitName
    at: Hex


class BannerUp(Told, frozen=True, tag="banner_up"):
    """A unit picked up a banner of its side."""

    unit: UnitName
    at: Hex = ""
    """Where it lay."""
    place: int = 0
    """Which figure of the unit bears it now, counted from 0."""


class BannerTaken(Told, frozen=True, tag="banner_taken"):
    """A unit took an enemy banner for good."""

    unit: UnitName
    of: Seat


class Tested(Told, frozen=True, tag="test"):
    """A unit tested its morale."""

    unit: UnitName
    causes: tuple[str, ...]
    need: int
    """The number that the die may not exceed."""
    die: int
    passed: bool
    parts: dict[str, int] = {}
    """What the number is made of: "class", "banner", "general", "causes", "musician"."""


class Worn(Told, frozen=True, tag="wear"):
    """The wear of a unit changed."""

    unit: UnitName
    by: int
    why: str
    """"test", "again", "melee", "pinned", "retreat", "banner", "general", "rest" or "joker"."""
    now: int


class Fatigued(Told, frozen=True, tag="fatigued"):
    """A unit is found to be fatigued."""

    unit: UnitName


class Demoralised(Told, frozen=True, tag="demoralised"):
    """A unit breaks."""

    unit: UnitName


class Routed(Told, frozen=True, tag="routed"):
    """A unit fled towards its own edge."""

    unit: UnitName
    path: tuple[Hex, ...]
    left: bool
    """Whether it went off the table."""


class Retreated(Told, frozen=True, tag="retreated"):
    """A fatigued unit went back."""

    unit: UnitName
    path: tuple[Hex, ...]
    left: bool
    """It is always false: a retreat ends at the edge."""


class Rallied(Told, frozen=True, tag="rallied"):
    """A demoralised unit rallied."""

    unit: UnitName
    now: int
    """Its wear."""


class Gone(Told, frozen=True, tag="gone"):
    """A unit is off the table."""

    unit: UnitName
    how: str
    """"destroyed", "left", "merged" or "captured"."""


class Clashed(Told, frozen=True, tag="clash"):
    """The blows of a melee begin."""

    attacker: UnitName
    defender: UnitName
    helpers: tuple[UnitName, ...]
    """Enemies in contact with the attacker, who strike it too."""
    strikers: dict[UnitName, int]
    """How many figures of each unit strike."""
    is_charge: bool
    has_set_spears: bool
    strikes_first: bool
    """Whether the attacker strikes all its blows before the others."""


class Blow(Told, frozen=True, tag="blow"):
    """A figure struck at another."""

    by: UnitName
    on: UnitName
    die: int
    mod: int
    result: str
    """"miss", "recoil" or "kill"."""
    striker: FigureCode = ""
    struck: FigureCode = ""
    pick: int = 0
    """The die that picked the figure that is struck; 0 if none was needed."""
    length: int = 0
    """The length of the step in which it fell; 0 for a blow at a leaving unit."""
    modifiers: dict[str, int] = {}
    """"weapon", "foot", "set", "against_set", "charge", "obstacle", "higher", "stream", "demoralised"."""


class Fought(Told, frozen=True, tag="melee"):
    """The result of a melee."""

    attacker: UnitName
    defender: UnitName
    score: tuple[int, int]
    winner: UnitName | None
    """Null if it is drawn."""


class Recoiled(Told, frozen=True, tag="recoiled"):
    """The loser of a melee went back one hex."""

    unit: UnitName
    to: Hex


class Pinned(Told, frozen=True, tag="pinned"):
    """The loser of a melee could not go back."""

    unit: UnitName


class Followed(Told, frozen=True, tag="followed"):
    """The winner of a melee entered the hex that the loser left."""

    unit: UnitName
    to: Hex
