"""The state of a game between two phases, and the options of a table."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from protocol.ids import Seat
from protocol.options import BadOptions
from protocol.views.zargos_lords.board import CONSTANTS
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import PEOPLES, People, read_garrison
from protocol.views.zargos_lords_options import ZARGOS_LORDS_OPTIONS
from server.games.api import Options, convert_options

PLAYERS = range(2, 5)
TIMES = {"turn": 150.0, "setup": 600.0, "answer": 30.0}
"""Seconds for each kind of phase."""
SKIRMISH_LIMIT = 3600.0
SKIRMISH_PLAYERS = 2
INTERLUDE = 30.0


class LordsOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    players: int = 4
    peoples: str | UnsetType = UNSET
    """L-SETUP-1: the letters of the peoples that play; the first in order if it is left out."""
    skirmish: bool = False
    months: Annotated[int, Meta(ge=1, le=25)] | UnsetType = UNSET
    """The number of the last month; 25, or 10 in the skirmish, if it is left out."""
    tie: Literal["draw", "fewest"] = "draw"
    setup_seconds: float | UnsetType | None = UNSET
    answer_seconds: float | UnsetType | None = UNSET
    interlude: float | None = INTERLUDE


class LordsState(Position, frozen=True, kw_only=True):
    seconds: float | None = TIMES["turn"]
    setup_seconds: float | None = TIMES["setup"]
    answer_seconds: float | None = TIMES["answer"]


def read_options(given: Mapping[str, Any]) -> LordsOptions:
    """The options of a table. The number of players follows from the others if it is left out."""
    implied: dict[str, Any] = {}
    if given.get("skirmish") is True:
        implied["players"] = SKIRMISH_PLAYERS
    elif isinstance(given.get("peoples"), str):
        implied["players"] = len(given["peoples"])
    ZARGOS_LORDS_OPTIONS.check(given)
    options = convert_options(ZARGOS_LORDS_OPTIONS, {**implied, **given}, LordsOptions)
    seating(options)
    return options


def seating(options: LordsOptions) -> tuple[Seat, ...]:
    """L-SETUP-1: seats are peoples."""
    ZARGOS_LORDS_OPTIONS.check({"players": options.players})
    if options.skirmish and options.players != SKIRMISH_PLAYERS:
        raise BadOptions("whole", name="players", least=2, most=2, given=str(options.players))
    if options.peoples is UNSET:
        return PEOPLES[: options.players]
    if len(options.peoples) != options.players:
        words = ", ".join(_choices(options.players))
        raise BadOptions("one-of", name="peoples", words=words, given=options.peoples)
    return tuple(options.peoples)


def _choices(players: int) -> tuple[str, ...]:
    kind = ZARGOS_LORDS_OPTIONS.option("peoples").kind
    words: tuple[str, ...] = getattr(kind, "words", ())
    return tuple(word for word in words if len(word) == players)


def months_of(options: LordsOptions) -> int:
    if options.months is not UNSET:
        return options.months
    return CONSTANTS.skirmish_months if options.skirmish else CONSTANTS.months


def has_pieces(position: Position, people: People) -> bool:
    """L-END-3: whether a people has pieces on the map, in cities or vanished."""
    if position.pieces.get(people) or any(position.cities.get(people, {}).values()):
        return True
    return people == "M" and bool(position.vanished)


def piece_count(position: Position, people: People) -> int:
    """L-END-2: all pieces of a people, wards, hostages and vanished monks among them."""
    number = sum(position.vanished.values()) if people == "M" else 0
    for owner, units in position.pieces.items():
        for unit in units.values():
            escort, _, ward = unit.partition("+")
            captive_of, _, _ = ward.rpartition(":")
            number += (owner == people) * len(escort)
            number += bool(ward) and (captive_of or owner) == people
    number += sum(len(read_garrison(text)) for text in position.cities.get(people, {}).values())
    return number + sum(len(read_garrison(held.get(people, ""))) for held in position.hostages.values())


def city_count(position: Position) -> dict[People, int]:
    return {people: len(position.cities.get(people, {})) for people in position.peoples}


def owing_of(position: Position) -> dict[Seat, tuple[str, ...]]:
    """Who owes a sheet now: every people, the people on move, or those that are asked."""
    match position.stage:
        case "setup":
            return {people: (people,) for people in position.peoples}
        case "turn":
            return {position.turn: (position.turn,)}
        case "answer":
            return {people: (people,) for people in position.asked}
    return {}


def change(state: LordsState, **fields: object) -> LordsState:
    return msgspec.structs.replace(state, **fields)
