"""Zargo's Lords as the table uses it: from sheets it makes the next position and the story."""

from collections.abc import Mapping, Sequence
from typing import Any

from protocol.ids import Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.views.zargos_lords import Event, LordsView, Standing
from protocol.views.zargos_lords.words import ANSWER, OVER, SETUP, TURN
from server.games.api import Outcome, Phase, Resolution, Sheets, limit_of, times_of
from server.games.dice import Roller
from server.games.flaw import Flaw
from server.games.scenario_dice import ScenarioDice
from server.games.zargos_lords import amending, desk, scenario, seen
from server.games.zargos_lords.deployments import deploy, draw_homes
from server.games.zargos_lords.phases import read_phase
from server.games.zargos_lords.progress import progress
from server.games.zargos_lords.sheet import ROOM
from server.games.zargos_lords.state import (
    PLAYERS,
    SKIRMISH_LIMIT,
    TIMES,
    LordsOptions,
    LordsState,
    city_count,
    has_pieces,
    months_of,
    owing_of,
    read_options,
    seating,
)


class ZargosLords:
    name = "zargos_lords"
    players = PLAYERS
    rules_version = 1
    has_secrets = True
    options_type = LordsOptions
    state_type = LordsState
    view_type = LordsView
    event_type = Event

    def read_options(self, given: Mapping[str, Any]) -> LordsOptions:
        return read_options(given)

    def seating(self, options: LordsOptions) -> tuple[Seat, ...]:
        return seating(options)

    def limit(self, options: LordsOptions) -> float | None:
        return limit_of(options, SKIRMISH_LIMIT if options.skirmish else None)

    def setup(self, options: LordsOptions, dice: Roller) -> LordsState:
        """L-SETUP-2: continents fall by lot."""
        peoples = seating(options)
        times = times_of(options, TIMES)
        state = LordsState(
            stage=SETUP,
            peoples=peoples,
            is_skirmish=options.skirmish,
            months=months_of(options),
            tie=options.tie,
            turn=peoples[0],
            homes=draw_homes(peoples, dice, is_skirmish=options.skirmish),
            standing={people: Standing() for people in peoples},
            seconds=times[TURN],
            setup_seconds=times[SETUP],
            answer_seconds=times[ANSWER],
        )
        return deploy(state)

    def phase(self, state: LordsState) -> Phase:
        if state.stage == OVER:
            return Phase(OVER, {})
        owed = owing_of(state)
        seconds = {SETUP: state.setup_seconds, TURN: state.seconds, ANSWER: state.answer_seconds}
        is_first = state.month == 1 and state.turn == state.peoples[0] and state.part == 1
        return Phase(
            state.stage,
            owed,
            seconds=seconds[state.stage],
            quiet=state.stage == SETUP,
            lines=ROOM[state.stage],
            at_once=state.stage != SETUP and not is_first,
            waiting=tuple(
                people for people in state.peoples if people not in owed and has_pieces(state, people)
            ),
            private=state.stage == SETUP,
            first_counts=state.stage == ANSWER,
            about=_about(state),
        )

    def resolve(self, state: LordsState, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        read = read_phase(state, sheets, dice, last=last)
        return Resolution(read.state, tuple(read.story))

    def declare(self, state: LordsState, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        """Everything is written on sheets."""
        return Flaw("no-words").note

    def suggest_words(self, view: LordsView, text: str) -> tuple[Suggestion, ...]:
        return ()

    def amend(self, state: LordsState, lines: Sequence[str]) -> LordsState:
        return amending.amend(state, lines)

    def outcome(self, state: LordsState) -> Outcome | None:
        if state.stage != OVER:
            return None
        if state.winner:
            return Outcome((state.winner,), state.ending)
        cities = city_count(state)
        most = max(cities.values())
        drawn = tuple(people for people in state.peoples if cities[people] == most)
        return Outcome((), state.ending, drawn=drawn)

    def figures(self, state: LordsState) -> dict[Seat, dict[str, int]]:
        """L-END-1: the cities of each people."""
        return {people: {"cities": number} for people, number in city_count(state).items()}

    def view(self, state: LordsState, seat: Seat | None) -> LordsView:
        return seen.view(state, seat)

    def imagine(self, view: LordsView, options: LordsOptions) -> LordsState:
        return seen.imagine(view, options)

    def usage(self, view: LordsView, sheet: SheetKey) -> Note | None:
        return desk.usage(view, sheet)

    def progress(self, view: LordsView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        return progress(view, sheet, lines)

    def review(self, view: LordsView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        return desk.review(view, sheet, lines)

    def suggest(
        self, view: LordsView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        return desk.suggest(view, sheet, above, text)

    def check_sheet(self, lines: Sequence[str]) -> None:
        """No sheet of this game can be written before a game."""

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        return scenario.play(given, language, dice or ScenarioDice())

    def write_scenario(self, state: LordsState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        return scenario.write_scenario(state, sheets, last=last)


def _about(state: LordsState) -> Note | None:
    if state.stage == TURN:
        code = "about.turn" if state.part == 1 else "about.turn-again"
        return Note(code, {"people": state.turn, "month": state.month, "months": state.months})
    if state.stage == ANSWER:
        return Note("about.answer", {"people": state.turn})
    return None


ZARGOS_LORDS = ZargosLords()
