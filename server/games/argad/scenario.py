"""Plays a scenario and writes what came of it, all as JSON values."""

from typing import Any

import msgspec
from msgspec import UnsetType

from protocol.views.argad.events import FOR_THE_TABLE, ONLY_AT_THE_TABLE, Event
from protocol.views.argad.figures import JAVELIN, figure
from protocol.views.argad.points import points_of
from protocol.views.argad.view import ArmyUnit, Unit
from protocol.views.argad.words import (
    ARMY,
    DEPLOY,
    LEADER_OF,
    PLAN,
    SIDES,
    UnitName,
    write_figures,
    write_in_order,
)
from server.games.api import Private, Sheets
from server.games.argad.armies import BOUGHT, read_army
from server.games.argad.battle import Battle
from server.games.argad.course import Course
from server.games.argad.deploying import deploy
from server.games.argad.phases import read_sheets
from server.games.argad.piles import ListedPile, Pile, ShuffledPile
from server.games.argad.scenario_form import Scenario
from server.games.argad.setting import read_scenario, read_state, sheets_of
from server.games.argad.sheets import Judged
from server.games.argad.soundness import refuse
from server.games.argad.state import ArgadState
from server.games.argad.turns import end_turn, is_over
from server.games.dice import Roller
from server.games.scenario_dice import ScenarioDice


def play(given: Any, dice: Roller) -> dict[str, Any]:
    scenario = read_scenario(given)
    state = read_state(scenario)
    if scenario.phase == ARMY:
        return _play_armies(scenario, state)
    if scenario.phase == DEPLOY:
        return _play_deployment(scenario, state, dice)
    return PlayedScenario(scenario, state, dice).outcome()


def _play_armies(scenario: Scenario, state: ArgadState) -> dict[str, Any]:
    sheets = sheets_of(scenario, state)
    read = {
        side: read_army(seat, sheets.get(seat, ()), is_bought=state.is_bought, is_even=state.is_even)
        for side, seat in LEADER_OF.items()
    }
    return {
        "lines": [_written_line(line) for side in SIDES for line in read[side].lines],
        "armies": {
            side: {
                "name": sheet.army.name,
                "cost": sheet.army.cost,
                "units": [unit.figs for unit in sheet.army.units],
            }
            for side, sheet in read.items()
        },
        "faults": {side: list(sheet.faults) for side, sheet in read.items()},
    }


def _play_deployment(scenario: Scenario, state: ArgadState, dice: Roller) -> dict[str, Any]:
    battle = Battle(state, dice)
    lines = deploy(battle, sheets_of(scenario, state))
    return {
        "lines": [_written_line(line) for line in lines],
        "units": {name: written_unit(unit) for name, unit in battle.state.units.items()},
    }


class PlayedScenario:
    """A scenario of the battle, played until its sheets are used up or nothing is left to do."""

    def __init__(self, scenario: Scenario, state: ArgadState, dice: Roller) -> None:
        self._scenario = scenario
        self._dice = dice
        self._battle = Battle(state, dice)
        self._pile = _pile(scenario)
        self._course = Course(self._battle, self._pile, starts_turns=isinstance(self._pile, ShuffledPile))
        self._course.is_asking = bool(state.choosing)
        self._play()
        if scenario.last:
            self._course.end_by_time()

    def _play(self) -> None:
        phase, course = self._scenario.phase, self._course
        if phase == PLAN:
            read_sheets(course, sheets_of(self._scenario, self._battle.state))
            return
        if phase == "end":
            end_turn(self._battle)
        elif phase == "start":
            course.begin_turn(self._scenario.turn)
            if not course.ask_plans():
                course.draw_on()
        self._answer()

    def _answer(self) -> None:
        """One sheet for each question, in order."""
        for number, sheet in enumerate(self._scenario.sheets, 1):
            state = self._battle.state
            if not self._course.is_asking or is_over(state) or sheet.seat not in state.choosing:
                raise refuse("no-sheet", seat=sheet.seat)
            if self._scenario.last and number == len(self._scenario.sheets):
                self._course.stop_drawing()
            read_sheets(self._course, {sheet.seat: sheet.lines})

    def outcome(self) -> dict[str, Any]:
        state = self._battle.state
        written: dict[str, Any] = {
            "lines": [_written_line(line) for line in self._course.lines],
            "units": {name: written_unit(unit) for name, unit in state.units.items()},
            "gone": state.gone,
            "banners": state.banners,
            "vp": points_of(state),
            "jokers": state.jokers,
            "next": self._next(),
            "over": is_over(state),
            "winner": state.winner,
            "dice_left": self._dice.left if isinstance(self._dice, ScenarioDice) else 0,
            "events": [_written_event(event) for event in _listed(self._battle)],
        }
        if isinstance(self._pile, ListedPile):
            written["deck"] = self._pile.left
        elif self._pile is not None:
            written["deck"] = state.deck
        if state.hides_reserve:
            written["asked"] = list(state.asked)
        return written

    def _next(self) -> dict[str, Any] | None:
        state = self._battle.state
        if is_over(state):
            return None
        if self._course.is_asking:
            return {"phase": state.stage, "seat": state.choosing[0]}
        if self._course.has_ended_turn or self._scenario.phase == "end":
            return {"phase": "start", "turn": state.turn + 1}
        return {"phase": "draw"}


def _pile(scenario: Scenario) -> Pile | None:
    deck = scenario.deck
    if isinstance(deck, UnsetType):
        return None
    return ShuffledPile() if isinstance(deck, dict) else ListedPile([*deck])


def _listed(battle: Battle) -> list[Event]:
    """What a spectator is told, without the events that scenarios do not list."""
    told = [part.instead if isinstance(part, Private) else part for part in battle.story]
    return [event for event in told if event is not None and not isinstance(event, FOR_THE_TABLE)]


def _written_event(event: Event) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(event)
    for name in ONLY_AT_THE_TABLE.get(type(event), ()):
        written.pop(name, None)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in written.items()}


def _written_line(line: Judged) -> dict[str, Any]:
    return {
        "seat": line.seat,
        "phase": line.phase,
        "text": line.text,
        "executed": line.flaw is None,
        "code": line.code,
    }


_MARKS = (
    *("broke", "attacked", "shots", "load", "march"),
    *("fought", "moved", "closed", "reserve", "routed", "die"),
)


def written_unit(unit: Unit, *, in_order: bool = False) -> dict[str, Any]:
    """A unit as scenarios write it; other marks than the first only if they say anything."""
    written: dict[str, Any] = {
        "at": unit.at,
        "figs": write_in_order(unit.figs) if in_order else write_figures(unit.figs),
        "wear": unit.wear,
        "state": state_word(unit),
        "acts": unit.acts,
    }
    written |= {name: getattr(unit, name) for name in _MARKS if getattr(unit, name)}
    if any(figure(code).missile == JAVELIN for code in unit.figs):
        written["ammo"] = unit.ammo
    if unit.lost:
        written["lost"] = list(unit.lost)
    return written


def state_word(unit: Unit) -> str:
    if unit.is_demoralised:
        return "demoralised"
    return "fatigued" if unit.is_fatigued else "ready"


def write_scenario(state: ArgadState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
    """A phase of a game in the form that `play` reads; its cards are drawn with dice."""
    written: dict[str, Any] = {
        "game": "argad",
        "phase": state.stage,
        "sheets": [{"seat": seat, "lines": list(sheets.get(seat, ()))} for seat in state.choosing],
    }
    even = {"even": True} if state.is_even else {}
    if state.stage == ARMY:
        return {**written, "bought": state.is_bought, **even}
    if state.stage == DEPLOY:
        armies = {side: _written_army(army.name, army.units) for side, army in state.armies.items()}
        return {**written, "players": len(state.seats), "armies": armies, **even}
    return {**written, **_written_battle(state), "last": last}


def _written_army(name: str, units: tuple[ArmyUnit, ...]) -> str | list[str]:
    return [unit.figs for unit in units] if name == BOUGHT else name


def _written_battle(state: ArgadState) -> dict[str, Any]:
    written: dict[str, Any] = {
        **{name: getattr(state, name) for name in ("turn", "turns", "map", "terrain", "banners", "gone")},
        **{name: getattr(state, name) for name in ("losses", "generals_lost", "held", "start", "jokers")},
        "units": _written_units(state.units),
        "deck": state.deck,
        "reserve": "secret" if state.hides_reserve else "open",
        "asked": list(state.asked),
        "extra": state.extra,
        "extras": list(state.extras),
        "blind": state.is_blind,
    }
    if state.stage != PLAN and state.choosing:
        written["seat"] = state.choosing[0]
    if state.order is not None:
        written["order"] = msgspec.structs.asdict(state.order)
    return written


def _written_units(units: dict[UnitName, Unit]) -> dict[str, Any]:
    return {name: written_unit(unit, in_order=True) for name, unit in units.items()}
