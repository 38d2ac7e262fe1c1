"""The form of a scenario of Zargos, as it is written in JSON."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.ids import Lines

LETTERS = r"\A[GBgb]*\*?\Z"
Number = Annotated[int, Meta(ge=0, le=10**6)]
Face = Annotated[int, Meta(ge=0, le=7)]


class GivenDefence(Struct, frozen=True, forbid_unknown_fields=True):
    war: bool = False
    vortex: tuple[str, Number] | None = None


class GivenCombat(Struct, frozen=True, forbid_unknown_fields=True, rename={"number": "with"}):
    at: str
    by: str
    number: Annotated[int, Meta(ge=1, le=1000)]
    war: bool = False
    defence: GivenDefence = GivenDefence()


class GivenOptions(Struct, frozen=True, forbid_unknown_fields=True):
    turns: int = 15
    zargos_powers: bool = True
    buying: str = "turn"
    trade: int = 3


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    phase: str
    units: dict[str, dict[str, Number]] = {}
    order: tuple[str, ...] | None = None
    active: str | None = None
    turn: Annotated[int, Meta(ge=0, le=1000)] = 1
    seats: dict[str, str] | None = None
    boats: dict[str, Number] = {}
    hands: dict[str, tuple[str, ...]] = {}
    kingdoms: dict[str, str] = {}
    master: str | None = None
    """It is who holds the City; what is written here makes no difference."""
    pile: tuple[str, ...] | None = None
    curses: tuple[str, ...] = ()
    curse: str | None = None
    exempt: tuple[str, ...] = ()
    winds: tuple[str, ...] = ()
    reroll: tuple[Face, Face] = (2, 5)
    passed: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    points: dict[str, Number] = {}
    played: tuple[tuple[str, str], ...] = ()
    combats: tuple[GivenCombat, ...] = ()
    why: Literal["master", "deal"] | None = None
    sheets: tuple[dict[str, Lines], ...] | dict[str, Lines] = ()
    seating: tuple[str, ...] = ()
    taken: dict[str, str] = {}
    choosing: tuple[str, ...] = ()
    cards: dict[str, tuple[str, ...]] = {}
    blue: tuple[str, ...] = ()
    green: tuple[str, ...] = ()
    wishes: dict[str, Annotated[str, Meta(pattern=LETTERS)]] = {}
    round: Annotated[int, Meta(ge=1, le=3)] = 1
    offers: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = ()
    to_place: dict[str, Number] = {}
    options: GivenOptions = GivenOptions()
    last: bool = False
