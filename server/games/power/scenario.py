"""Reads a position and its sheets as JSON and writes the outcome of the round as JSON."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from protocol.notes import Arg, Note
from protocol.texts import catalogue
from protocol.views.power import (
    ARMIES,
    KINDS,
    Army,
    Lost,
    OrderEvent,
    Pieces,
    Place,
    Side,
    Stack,
    reserve,
    stack_of,
    write_stack,
)
from server.games.api import BadScenario, Resolution, Sheets
from server.games.power.board import PLACES, RESERVES, SPELLINGS
from server.games.power.state import ArmyCode, PowerState, explain, readers

_TERM = re.compile(r"([0-9]{1,6})([A-Z]{1,2})")


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    referee: ArmyCode
    pieces: dict[ArmyCode, dict[str, str]] = {}
    orders: dict[ArmyCode, tuple[str, ...]] = {}
    teams: dict[ArmyCode, str] = {}
    mercenary: ArmyCode | None = None
    flags: dict[ArmyCode, ArmyCode] = {}
    eliminated: tuple[ArmyCode, ...] = ()
    capture_preference: dict[str, ArmyCode] = {}
    last: bool = False


def read_scenario(given: Any) -> Scenario:
    try:
        return msgspec.convert(given, Scenario)
    except msgspec.ValidationError as error:
        raise BadScenario("table", Note("scenario.form", {"text": explain(error)})) from None


def write_scenario(state: PowerState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
    teams = any(side != army for army, side in state.sides.items())
    return {
        "game": "power",
        "referee": state.referee,
        "pieces": _written(state.pieces),
        "orders": {army: list(lines) for army, lines in sheets.items()},
        **({"teams": state.sides} if teams else {}),
        **({"mercenary": state.mercenary} if state.mercenary else {}),
        **({"capture_preference": state.preference} if state.preference else {}),
        "flags": state.flags,
        "eliminated": list(state.eliminated),
        "last": last,
    }


def _written(pieces: Pieces) -> dict[Army, dict[Place, str]]:
    return {
        army: {place: write_stack(places[place]) for place in sorted(places)}
        for army, places in pieces.items()
    }


def position(scenario: Scenario) -> PowerState:
    if scenario.mercenary and scenario.teams:
        raise BadScenario("power", Note("scenario.teams-mercenary"))
    if len(set(scenario.eliminated)) == len(ARMIES):
        raise BadScenario("power", Note("scenario.all-eliminated"))
    sides: dict[Army, Side] = {army: scenario.teams.get(army, army) for army in ARMIES}
    for side, army in scenario.capture_preference.items():
        if sides[army] != side:
            raise BadScenario("power", Note("scenario.preference", {"army": army, "side": side}))
    return PowerState(
        round=1,
        referee=scenario.referee,
        sides=sides,
        mercenary=scenario.mercenary,
        pieces=_pieces(scenario),
        flags={army: scenario.flags.get(army, army) for army in ARMIES},
        eliminated=scenario.eliminated,
        preference=dict(scenario.capture_preference),
    )


def _pieces(scenario: Scenario) -> Pieces:
    pieces: Pieces = {}
    for army, places in scenario.pieces.items():
        for place, text in places.items():
            stack = _stack(army, place, text)
            if any(stack):
                pieces.setdefault(army, {})[place] = stack
    return pieces


def _stack(army: Army, place: Place, text: str) -> Stack:
    if place not in PLACES:
        raise BadScenario("power", Note("scenario.no-place", {"army": army, "place": place[:20]}))
    if place in RESERVES and place != reserve(army):
        raise BadScenario("power", Note("scenario.other-reserve", {"army": army, "place": place}))
    counts: dict[str, int] = {}
    for term in text.split():
        match = _TERM.fullmatch(term)
        if match is None or match[2] not in KINDS:
            args: dict[str, Arg] = {"army": army, "place": place, "term": term[:20]}
            raise BadScenario("power", Note("scenario.no-piece", args))
        counts[match[2]] = counts.get(match[2], 0) + int(match[1])
    if counts.get("P") and place not in RESERVES:
        raise BadScenario("power", Note("scenario.power-outside", {"army": army, "place": place}))
    return stack_of(counts)


FRENCH = {"DRAPEAU": "FLAG", "HORS": "OUT", "EN-JEU": "IN"}
"""The first word of a correction may be French, in any language of the referee."""


def amend(state: PowerState, lines: Sequence[str]) -> PowerState:
    """The position after these corrections.

    `V V4 2S 1T` sets what green has on V4, and `V V4` that it has nothing there. `FLAG B V` gives the flag of
    blue to green. `OUT J` takes yellow out of the game, `IN J` brings it back.
    """
    for line in lines:
        words = line.upper().split()
        if words:
            state = _amend_one(state, [FRENCH.get(words[0], words[0]), *words[1:]], line)
    return msgspec.structs.replace(state, over=False, winner=None, ending="")


def _amend_one(state: PowerState, words: list[str], line: str) -> PowerState:
    match words:
        case ["FLAG", flag, holder] if flag in ARMIES and holder in ARMIES:
            return msgspec.structs.replace(state, flags={**state.flags, flag: holder})
        case ["OUT", army] if army in ARMIES:
            out = {*state.eliminated, army}
            return msgspec.structs.replace(state, eliminated=tuple(a for a in ARMIES if a in out))
        case ["IN", army] if army in ARMIES:
            out = {*state.eliminated} - {army}
            return msgspec.structs.replace(state, eliminated=tuple(a for a in ARMIES if a in out))
        case [army, place, *stack] if army in ARMIES:
            place = SPELLINGS[army].get(place, place)
            pieces = {a: dict(places) for a, places in state.pieces.items()}
            pieces.setdefault(army, {})[place] = _stack(army, place, " ".join(stack))
            kept = {a: {p: s for p, s in places.items() if any(s)} for a, places in pieces.items()}
            return msgspec.structs.replace(state, pieces={a: places for a, places in kept.items() if places})
    raise BadScenario("power", Note("scenario.no-amendment", {"line": line[:40]}))


def write_outcome(before: PowerState, resolution: Resolution, language: str) -> dict[str, Any]:
    after: PowerState = resolution.state
    orders: dict[Army, list[dict[str, Any]]] = {army: [] for army in readers(before)}
    for event in _order_events(resolution):
        reason = catalogue("power", language).say(event.reason) if isinstance(event, Lost) else None
        executed = reason is None
        orders[event.army].append({"text": event.text, "executed": executed, "reason": reason})
    return {
        "orders": orders,
        "pieces": _written(after.pieces),
        "flags": after.flags,
        "eliminated": list(after.eliminated),
        "winner": after.winner,
        "events": [msgspec.to_builtins(event) for event in resolution.story],
    }


def _order_events(resolution: Resolution) -> Iterator[OrderEvent]:
    return (event for event in resolution.story if isinstance(event, OrderEvent))
