"""The words that views, stories and sheets of the game share: peoples, kinds of pieces, units, garrisons."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

People: TypeAlias = str
"""One of the four peoples, by its letter (PEOPLES). A seat and a sheet have the same letter."""
Hex: TypeAlias = str
"""A hex of the map: a letter and a number of two digits, such as K17."""
Kind: TypeAlias = str
"""A kind of piece, by its letter (KINDS)."""
UnitText: TypeAlias = str
"""What stands on a hex: `C` a piece alone, `F+C` a pair, `F+K:C` a foot that guards a hostage of the K."""
GarrisonText: TypeAlias = str
"""The pieces in a city, such as `2F 1A`; empty if nobody is there, HIDDEN if the reader may not know."""

PEOPLES: tuple[People, ...] = ("K", "D", "W", "M")
"""L-TURN-1: the peoples in the order in which they move."""
KINDS: tuple[Kind, ...] = tuple("FACGLHDTSORI")
"""L-PIECE-2: the kinds in type order."""
KIND_RANK: dict[Kind, int] = {kind: number for number, kind in enumerate(KINDS)}
FOOT: Kind = "F"
HIDDEN: GarrisonText = "?"
"""L-CITY-3: somebody is in a city, and the reader may not know who."""

HOME, AWAY = "home", "away"
RETREATS: tuple[str, ...] = (HOME, AWAY)
CHEAPER, ALWAYS, NEVER = "cheaper", "always", "never"
PUSHES: tuple[str, ...] = (CHEAPER, ALWAYS, NEVER)

SETUP, TURN, ANSWER, OVER = "setup", "turn", "answer", "over"
PHASES: tuple[str, ...] = (SETUP, TURN, ANSWER)
"""The kinds of phases."""
FIRST_PART, LAST_PART = 1, 4
"""L-SHEET-5: three parts of a move may come before its last sheet."""


class Unit(Struct, frozen=True):
    """What stands on a hex: a piece alone, or a foot with a ward or with a hostage below it."""

    kind: Kind
    """The piece, or the escort of a pair."""
    ward: Kind = ""
    """The piece below the escort; empty if there is none."""
    captive_of: People = ""
    """The people of the ward, if the ward is a hostage; empty if it is not."""

    @property
    def text(self) -> UnitText:
        return unit_text(self)


@lru_cache(maxsize=1024)
def unit_text(unit: Unit) -> UnitText:
    if not unit.ward:
        return unit.kind
    return f"{unit.kind}+{unit.captive_of}:{unit.ward}" if unit.captive_of else f"{unit.kind}+{unit.ward}"


@lru_cache(maxsize=1024)
def read_unit(text: UnitText) -> Unit:
    """The unit that such a text names. The text must be one that `unit_text` writes."""
    kind, _, below = text.partition("+")
    captive_of, colon, ward = below.rpartition(":")
    return Unit(kind, ward, captive_of if colon else "")


@lru_cache(maxsize=4096)
def read_garrison(text: GarrisonText) -> tuple[Kind, ...]:
    """The pieces of a garrison in type order; nobody if they are hidden."""
    parts = () if text == HIDDEN else text.split()
    return tuple(kind for part in parts for kind in part[-1] * int(part[:-1]))


@lru_cache(maxsize=4096)
def _written(kinds: tuple[Kind, ...]) -> GarrisonText:
    return " ".join(f"{kinds.count(kind)}{kind}" for kind in KINDS if kind in kinds)


def write_garrison(kinds: Iterable[Kind]) -> GarrisonText:
    """The pieces as a text, in type order."""
    return _written(tuple(sorted(kinds, key=KIND_RANK.__getitem__)))


def pact_of(one: People, other: People) -> str:
    """How the pact of two peoples is written: both letters in people order."""
    return "".join(people for people in PEOPLES if people in (one, other))
