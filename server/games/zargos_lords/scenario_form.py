"""The form of a scenario, as it is written in JSON."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.ids import Lines


class GivenStanding(Struct, frozen=True, forbid_unknown_fields=True):
    retreat: Literal["home", "away"] = "home"
    push: Literal["cheaper", "always", "never"] = "cheaper"


class GivenOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of the rules; those of the table make no difference."""

    players: int | UnsetType = UNSET
    peoples: str | UnsetType = UNSET
    skirmish: bool = False
    months: int | UnsetType = UNSET
    tie: Literal["draw", "fewest"] = "draw"
    seconds: float | UnsetType | None = UNSET
    setup_seconds: float | UnsetType | None = UNSET
    answer_seconds: float | UnsetType | None = UNSET
    limit: float | UnsetType | None = UNSET


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    phase: Literal["turn", "answer", "setup"] = "turn"
    turn: str | UnsetType = UNSET
    month: Annotated[int, Meta(ge=1, le=25)] = 1
    players: tuple[str, ...] | UnsetType = UNSET
    options: GivenOptions = GivenOptions()
    pieces: dict[str, dict[str, str]] = {}
    cities: dict[str, dict[str, str]] = {}
    hostages: dict[str, dict[str, str]] = {}
    vanished: dict[str, Annotated[int, Meta(ge=1, le=7)]] = {}
    stuck: dict[str, Annotated[int, Meta(ge=-1, le=3)]] = {}
    pacts: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    standing: dict[str, GivenStanding] = {}
    homes: dict[str, tuple[str, ...]] = {}
    part: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    acted: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    last: bool = False
    orders: dict[str, Lines] = {}
