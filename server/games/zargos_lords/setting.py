"""Reads the position that a scenario sets."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from protocol.ids import Lines
from protocol.notes import Note
from protocol.options import BadOptions
from protocol.views.zargos_lords.board import CONSTANTS, MAP, RANK, WHIRLPOOL, terrain_of
from protocol.views.zargos_lords.view import Standing
from protocol.views.zargos_lords.words import ANSWER, FIRST_PART, KINDS, PEOPLES, SETUP, TURN, Hex, People
from protocol.views.zargos_lords_options import ZARGOS_LORDS_OPTIONS
from server.games.api import BadScenario
from server.games.zargos_lords.deployments import deploy, held_in_whirlpools
from server.games.zargos_lords.scenario_form import Scenario
from server.games.zargos_lords.soundness import (
    LONGEST,
    check_position,
    garrison_of,
    read_hex,
    read_people,
    refuse,
    unit_of,
)
from server.games.zargos_lords.state import LordsState, change

GivenT = TypeVar("GivenT")
_ACTED = re.compile(rf"([{''.join(KINDS)}]|kill) ([A-X][0-9]{{2}})|ally ([KDWM])")


def read_scenario(given: Any) -> Scenario:
    try:
        scenario = msgspec.convert(given, Scenario)
    except msgspec.ValidationError as error:
        text = str(error)
        raise BadScenario("table", Note("scenario.form", {"text": text})) from None
    if scenario.game != "zargos_lords":
        raise refuse("other-game", game=scenario.game[:LONGEST])
    options = msgspec.structs.asdict(scenario.options)
    try:
        ZARGOS_LORDS_OPTIONS.check({name: value for name, value in options.items() if value is not UNSET})
    except BadOptions as error:
        raise BadScenario("table", error.note) from None
    return scenario


def sheets_of(scenario: Scenario, state: LordsState) -> dict[People, Lines]:
    for people in scenario.orders:
        if people not in state.peoples:
            raise refuse("not-playing", people=people[:LONGEST])
    return scenario.orders


def read_state(scenario: Scenario) -> LordsState:
    peoples = _peoples(scenario)
    options = scenario.options
    usual = CONSTANTS.skirmish_months if options.skirmish else CONSTANTS.months
    state = LordsState(
        stage=scenario.phase,
        peoples=peoples,
        is_skirmish=options.skirmish,
        months=usual if options.months is UNSET else options.months,
        tie=options.tie,
        month=scenario.month,
        turn=_turn(scenario, peoples),
        homes=_homes(scenario, peoples),
        pacts=tuple(_ordered("".join(pact)) for pact in scenario.pacts),
        offered=tuple(sorted((read_hex(at) for at in scenario.offered), key=RANK.__getitem__)),
        vanished={read_hex(at): number for at, number in scenario.vanished.items()},
        standing={people: Standing() for people in peoples} | _standing(scenario),
    )
    state = _set_up(scenario, state) if scenario.phase == SETUP else _placed(scenario, state)
    check_position(state)
    return _in_course(scenario, state)


def _ordered(pact: str) -> str:
    return "".join(sorted(pact, key=lambda each: PEOPLES.index(each) if each in PEOPLES else 9))


def _peoples(scenario: Scenario) -> tuple[People, ...]:
    """All that are named, or all that have pieces or cities."""
    if scenario.players is not UNSET:
        named = {read_people(people) for people in scenario.players}
    else:
        named = {read_people(people) for people in (*scenario.pieces, *scenario.cities)}
        named |= {read_people(people) for held in scenario.hostages.values() for people in held}
        named |= {"M"} if scenario.vanished else set()
        named |= set(scenario.homes) if scenario.phase == SETUP else set()
    if not named:
        raise refuse("nobody")
    return tuple(people for people in PEOPLES if people in named)


def _turn(scenario: Scenario, peoples: tuple[People, ...]) -> People:
    if scenario.turn is UNSET:
        if scenario.phase != SETUP:
            raise refuse("no-turn")
        return peoples[0]
    if scenario.turn not in peoples:
        raise refuse("not-playing", people=scenario.turn[:LONGEST])
    return scenario.turn


def _homes(scenario: Scenario, peoples: tuple[People, ...]) -> dict[People, tuple[str, ...]]:
    known = {*MAP.continents, *MAP.skirmish.quarters}
    taken: list[str] = []
    for people, homes in scenario.homes.items():
        if people not in peoples:
            raise refuse("not-playing", people=people[:LONGEST])
        taken += homes
    if len(set(taken)) < len(taken) or not set(taken) <= known:
        raise refuse("homes")
    return {people: scenario.homes[people] for people in peoples if people in scenario.homes}


def _standing(scenario: Scenario) -> dict[People, Standing]:
    return {
        read_people(people): Standing(said.retreat, said.push) for people, said in scenario.standing.items()
    }


def _set_up(scenario: Scenario, state: LordsState) -> LordsState:
    """L-SETUP-6: the default deployment on the homes, or what the scenario says instead."""
    if set(state.homes) != set(state.peoples):
        raise refuse("homes")
    try:
        state = deploy(state)
    except KeyError:
        raise refuse("homes") from None
    if scenario.pieces or scenario.cities:
        state = held_in_whirlpools(change(state, **_places(scenario)))
    return state


def _placed(scenario: Scenario, state: LordsState) -> LordsState:
    places = _places(scenario)
    terrain = terrain_of(state.is_skirmish)
    given = {read_hex(at): moves for at, moves in scenario.stuck.items()}
    units: Mapping[People, Mapping[Hex, str]] = places["pieces"]
    held = {at for unit in units.values() for at in unit if terrain[at] == WHIRLPOOL}
    stuck = dict.fromkeys(held, CONSTANTS.whirlpool_moves) | given
    ordered = {at: stuck[at] for at in sorted(stuck, key=RANK.__getitem__)}
    return change(state, **places, hostages=_hostages(scenario), stuck=ordered)


def _places(scenario: Scenario) -> dict[str, Any]:
    return {
        "pieces": {
            people: _by_hex({at: unit_of(people, text) for at, text in units.items()})
            for people, units in _in_order(scenario.pieces)
            if units
        },
        "cities": {
            people: _by_hex({at: garrison_of(people, text) for at, text in cities.items()})
            for people, cities in _in_order(scenario.cities)
            if cities
        },
    }


def _in_order(given: Mapping[str, GivenT]) -> list[tuple[People, GivenT]]:
    for people in given:
        read_people(people)
    return [(people, given[people]) for people in PEOPLES if people in given]


def _by_hex(given: Mapping[str, str]) -> dict[Hex, str]:
    read = {read_hex(at): text for at, text in given.items()}
    if len(read) < len(given):
        raise refuse("two-units", at=next(iter(read)))
    return {at: read[at] for at in sorted(read, key=RANK.__getitem__)}


def _hostages(scenario: Scenario) -> dict[Hex, dict[People, str]]:
    written: dict[Hex, dict[People, str]] = {}
    for at, held in scenario.hostages.items():
        captives = {people: garrison_of(people, text) for people, text in _in_order(held)}
        captives = {people: text for people, text in captives.items() if text}
        if captives:
            written[read_hex(at)] = captives
    return written


def _in_course(scenario: Scenario, state: LordsState) -> LordsState:
    """The part of the move, what was done in earlier parts, and who is asked."""
    usual = FIRST_PART + (scenario.phase == ANSWER)
    part = usual if scenario.part is UNSET else scenario.part
    if -1 in state.stuck.values() and (part == FIRST_PART or scenario.phase == SETUP):
        raise refuse("not-free")
    for word in scenario.acted:
        if not _ACTED.fullmatch(word):
            raise refuse("no-acted", word=word[:LONGEST])
    if scenario.acted and part == FIRST_PART:
        raise refuse("acted-first")
    asked = tuple(people for people in PEOPLES if people in scenario.asked)
    if scenario.phase == ANSWER:
        wrong = set(scenario.asked) - (set(state.peoples) - {state.turn})
        if wrong or not asked or part == FIRST_PART:
            raise refuse("asked")
    elif scenario.asked:
        raise refuse("asked")
    return change(state, part=part, acted=scenario.acted, asked=asked if scenario.phase != TURN else ())
