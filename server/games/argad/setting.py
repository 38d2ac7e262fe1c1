"""Reads the position that a scenario sets."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from protocol.ids import Lines, Seat
from protocol.notes import Note
from protocol.views.argad.board import TABLES
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.view import Army, Order, Unit
from protocol.views.argad.words import (
    ARMY,
    CARD,
    DEPLOY,
    EXTRA,
    JOKER,
    JOKER_STAGE,
    LEADER_OF,
    PLAN,
    RESERVE,
    SEATED,
    SEATS,
    SIDES,
    Side,
    UnitName,
    is_lone_general,
    side_of,
    unit_rank,
)
from server.games.api import BadScenario
from server.games.argad.armies import bought_army, default_army
from server.games.argad.scenario_form import GivenUnit, Scenario
from server.games.argad.soundness import (
    LONGEST,
    check_only,
    check_position,
    read_fallen,
    read_glyph,
    read_hex,
    read_map,
    read_troops,
    read_unit_name,
    refuse,
)
from server.games.argad.state import ArgadState, has_troops

MOST_UNITS = TABLES.limits.units[1]


def read_scenario(given: Any) -> Scenario:
    try:
        scenario = msgspec.convert(given, Scenario)
    except msgspec.ValidationError as error:
        text = str(error)
        raise BadScenario("table", Note("scenario.form", {"text": text})) from None
    if scenario.game != "argad":
        raise refuse("other-game", game=scenario.game[:LONGEST])
    return scenario


def read_state(scenario: Scenario) -> ArgadState:
    """The position before the phase of a scenario. Its question is asked if it is a phase with one."""
    units = _units(scenario)
    gone = {read_unit_name(name): str(how) for name, how in scenario.gone.items()}
    state = ArgadState(
        stage=scenario.phase,
        seats=_seats(scenario, (*units, *gone)),
        map=read_map(scenario.map),
        terrain={read_hex(at): read_glyph(glyph) for at, glyph in scenario.terrain.items()},
        turns=scenario.turns,
        turn=scenario.turn,
        is_bought=scenario.bought,
        is_even=scenario.even,
        is_blind=scenario.blind,
        hides_reserve=scenario.reserve == "secret",
        armies=_armies(scenario),
        units=units,
        banners={read_hex(at): seat for at, seat in scenario.banners.items()},
        gone=gone,
        losses={str(side): points for side, points in scenario.losses.items()},
        generals_lost={str(side): str(how) for side, how in scenario.generals_lost.items()},
        held={str(side): count for side, count in scenario.held.items()},
        start=_start(scenario, (*units, *(name for name, how in gone.items() if how != "merged"))),
        deck=_deck(scenario),
        jokers=scenario.jokers,
        asked=tuple(seat for seat in SEATS if seat in scenario.asked),
        seconds=None,
    )
    check_position(state)
    return _with_question(state, scenario)


def _units(scenario: Scenario) -> dict[UnitName, Unit]:
    found = {read_unit_name(name): _unit(given) for name, given in scenario.units.items()}
    if len(found) < len(scenario.units):
        raise refuse("twice")
    return {name: found[name] for name in sorted(found, key=unit_rank)}


_AS_GIVEN = (
    *("wear", "broke", "acts", "attacked", "shots", "load", "march", "ammo"),
    *("fought", "moved", "closed", "reserve", "routed", "die"),
)


def _unit(given: GivenUnit) -> Unit:
    unit = Unit(
        at=read_hex(given.at),
        figs=read_troops(given.figs),
        is_demoralised=given.state == "demoralised",
        lost=read_fallen(given.lost),
        **{name: getattr(given, name) for name in _AS_GIVEN},
    )
    return msgspec.structs.replace(unit, found_fatigued=unit.is_fatigued)


def _seats(scenario: Scenario, names: tuple[UnitName, ...]) -> tuple[Seat, ...]:
    """The seats of a game in which these units and sheets occur; in a deployment as many as play."""
    if scenario.phase == DEPLOY:
        return SEATED[scenario.players]
    found = {*SEATED[2], *(name[-1] for name in names), *scenario.asked}
    found |= {seat for seat in (scenario.seat,) if isinstance(seat, str)}
    found |= {sheet.seat for sheet in scenario.sheets} if scenario.phase not in (ARMY, PLAN) else set()
    if not isinstance(scenario.deck, UnsetType):
        found |= {*scenario.deck} - {JOKER}
    return tuple(seat for seat in SEATS if seat in found)


def _start(scenario: Scenario, names: tuple[UnitName, ...]) -> dict[Side, int]:
    counts = {
        side: sum(side_of(name) == side and not is_lone_general(name) for name in names) for side in SIDES
    }
    return counts | {str(side): count for side, count in scenario.start.items()}


def _deck(scenario: Scenario) -> dict[str, int]:
    deck = scenario.deck
    if isinstance(deck, UnsetType):
        return {}
    if isinstance(deck, dict):
        check_only(deck, (*SEATS, JOKER))
        return {card: deck[card] for card in (*SEATS, JOKER) if deck.get(card)}
    return {card: deck.count(card) for card in (*SEATS, JOKER) if card in deck}


def _armies(scenario: Scenario) -> dict[Side, Army]:
    if scenario.phase != DEPLOY:
        return {}
    found = {side: default_army(side, is_even=scenario.even) for side in SIDES}
    for side, given in scenario.armies.items():
        if isinstance(given, str):
            if given not in TABLES.armies:
                raise refuse("no-army", word=given[:LONGEST], armies=", ".join(TABLES.armies))
            found[side] = ready_army(given, is_even=scenario.even)
        elif not 1 <= len(given) <= MOST_UNITS:
            raise refuse("army-size", most=MOST_UNITS)
        else:
            found[side] = bought_army([read_troops(text) for text in given])
    return found


def _with_question(state: ArgadState, scenario: Scenario) -> ArgadState:
    """Who is asked as the scenario begins."""
    extras = tuple(read_unit_name(name) for name in scenario.extras)
    match scenario.phase:
        case "army":
            return _asking(state, tuple(LEADER_OF.values()))
        case "deploy":
            return _asking(state, state.seats)
        case "plan":
            return _asking(state, tuple(seat for seat in state.seats if has_troops(state, seat)))
        case "joker" | "card":
            if scenario.phase == JOKER_STAGE and not scenario.jokers:
                raise refuse("no-joker")
            return _asking(state, (_seat(scenario),), _seat(scenario), extras=extras)
        case "extra":
            return _with_extra(state, scenario, extras)
        case "reserve":
            return _with_order(state, scenario, extras)
    return state


def _asking(state: ArgadState, choosing: tuple[Seat, ...], playing: Seat = "", **fields: Any) -> ArgadState:
    return msgspec.structs.replace(state, choosing=choosing, playing=playing, **fields)


def _seat(scenario: Scenario) -> Seat:
    if scenario.seat is UNSET:
        raise refuse("no-seat", phase=scenario.phase)
    return str(scenario.seat)


def _extra(state: ArgadState, scenario: Scenario) -> UnitName:
    unit = read_unit_name(scenario.extra)
    if unit not in state.units or is_lone_general(unit):
        raise refuse("no-extra", unit=unit)
    return unit


def _with_extra(state: ArgadState, scenario: Scenario, extras: tuple[UnitName, ...]) -> ArgadState:
    unit = _extra(state, scenario)
    if scenario.seat not in (UNSET, unit[-1]):
        raise refuse("no-extra", unit=unit)
    return _asking(state, (unit[-1],), unit[-1], extra=unit, extras=extras)


def _with_order(state: ArgadState, scenario: Scenario, extras: tuple[UnitName, ...]) -> ArgadState:
    """The order that waits; the seat is that of the one who is asked for a reserve."""
    order, seat = scenario.order, _seat(scenario)
    if order is None or side_of(order.seat) == side_of(seat):
        raise refuse("no-order")
    extra = _extra(state, scenario) if order.phase == EXTRA else ""
    waiting = Order(order.seat, order.phase, order.text)
    return _asking(state, (seat,), order.seat, extra=extra, extras=extras, order=waiting)


def sheets_of(scenario: Scenario, state: ArgadState) -> dict[Seat, Lines]:
    """The sheets of a phase in which all are read together; each seat has one at most."""
    found: dict[Seat, Lines] = {}
    for sheet in scenario.sheets:
        if sheet.seat not in state.choosing or sheet.seat in found:
            raise refuse("no-sheet", seat=sheet.seat)
        found[sheet.seat] = sheet.lines
    return found


TOGETHER = (ARMY, DEPLOY, PLAN)
"""The phases in which all sheets are read together."""
IN_TURN = (JOKER_STAGE, CARD, EXTRA, RESERVE)
"""The phases in which one seat is asked."""
