"""Zargos as the table uses it: from sheets it makes the next position and the story."""

from collections.abc import Mapping, Sequence
from typing import Any

from protocol.ids import Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.views.zargos import Event, ZargosView
from protocol.views.zargos.words import PRIVATE
from server.games.api import Outcome, Phase, Resolution, Sheets, limit_of, times_of
from server.games.dice import Roller
from server.games.examples import example_line
from server.games.flaw import Flaw
from server.games.scenario_dice import ScenarioDice
from server.games.zargos import amending, desk, scenario, seen
from server.games.zargos.asked import about
from server.games.zargos.count import leading, worth
from server.games.zargos.phases import advance, finish, read_phase
from server.games.zargos.progress import progress
from server.games.zargos.ranking import rank_by_dice
from server.games.zargos.state import (
    PLAYERS,
    TIMES,
    TRADE_TIMES,
    Course,
    ZargosOptions,
    ZargosState,
    full_pile,
    living,
    read_options,
    seating,
)
from server.games.zargos.trial import ROOM

State = ZargosState
LONG = ("deploy", "attack", "reorganise", "buy")
"""Z-PHASE-7: the phases for which there is most time."""


class Zargos:
    name = "zargos"
    players = PLAYERS
    rules_version = 1
    has_secrets = True
    options_type = ZargosOptions
    state_type = ZargosState
    view_type = ZargosView
    event_type = Event

    def read_options(self, given: Mapping[str, Any]) -> ZargosOptions:
        return read_options(given)

    def seating(self, options: ZargosOptions) -> tuple[Seat, ...]:
        return seating(options)

    def limit(self, options: ZargosOptions) -> float | None:
        """A game ends after a number of turns. It has a limit of time only if the table chose one."""
        return limit_of(options, None)

    def setup(self, options: ZargosOptions, dice: Roller) -> State:
        """Z-SETUP-1: each seat throws a die, and the highest chooses first."""
        seats = seating(options)
        throws: list[tuple[Seat, int]] = []

        def throw(seat: Seat) -> int:
            throws.append((seat, dice.roll(6)))
            return throws[-1][1]

        order = tuple(rank_by_dice(seats, throw))
        times = times_of(options, TIMES)
        return State(
            stage="people",
            turns=options.turns,
            zargos_powers=options.zargos_powers,
            buying=options.buying,
            trade=options.trade,
            seating=order,
            throws=tuple(throws),
            units={},
            pile=full_pile(),
            seconds=times["turn"],
            choice_seconds=times["choice"],
            is_slow=options.is_slow,
        )

    def phase(self, state: State) -> Phase:
        if state.stage == "over":
            return Phase("over", {})
        owed = seen.owing(state)
        return Phase(
            state.stage,
            owed,
            seconds=self._seconds(state),
            strict=True,
            lines=ROOM[state.stage],
            at_once=not _is_read_first(state),
            waiting=tuple(seat for seat in sorted(_playing(state)) if seat not in owed),
            private=state.stage in PRIVATE,
            first_counts=state.stage == "people",
            about=about(state),
        )

    def _seconds(self, state: State) -> float | None:
        if state.stage in LONG:
            return state.seconds
        if state.stage in TRADE_TIMES and state.seconds is not None and not state.is_slow:
            return TRADE_TIMES[state.stage]
        return state.seconds if state.stage in TRADE_TIMES else state.choice_seconds

    def resolve(self, state: State, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        course = Course(state, dice)
        if not course.is_over:
            course.change(begins=False)
            read_phase(course, sheets)
            (finish if last else advance)(course)
        return Resolution(course.state, tuple(course.story))

    def declare(self, state: State, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        """Everything is written on sheets."""
        return Flaw("no-words").note

    def suggest_words(self, view: ZargosView, text: str) -> tuple[Suggestion, ...]:
        return ()

    def amend(self, state: State, lines: Sequence[str]) -> State:
        return amending.amend(state, lines)

    def outcome(self, state: State) -> Outcome | None:
        if state.stage != "over":
            return None
        if state.winner:
            return Outcome((state.winner,), state.ending)
        return Outcome((), state.ending, drawn=leading(state) or tuple(sorted(state.seating)))

    def figures(self, state: State) -> dict[Seat, dict[str, int]]:
        """The points of the better of a player's peoples."""
        points = dict.fromkeys(sorted({*state.seating, *state.seats.values()}), 0)
        for people in living(state):
            seat = state.seats[people]
            points[seat] = max(points[seat], worth(state, people))
        return {seat: {"points": reached} for seat, reached in points.items()}

    def view(self, state: State, seat: Seat | None) -> ZargosView:
        return seen.view(state, seat)

    def imagine(self, view: ZargosView, options: ZargosOptions) -> State:
        return seen.imagine(view, options)

    def usage(self, view: ZargosView, sheet: SheetKey) -> Note | None:
        return desk.usage(view, sheet, example_line(self, view, sheet, desk.SELDOM_WRITTEN))

    def progress(self, view: ZargosView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        return progress(view, sheet, lines)

    def review(self, view: ZargosView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        return desk.review(view, sheet, lines)

    def suggest(
        self, view: ZargosView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        return desk.suggest(view, sheet, above, text)

    def check_sheet(self, lines: Sequence[str]) -> None:
        """No sheet of this game can be written before a game."""

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        return scenario.play(given, language, dice or ScenarioDice())

    def write_scenario(self, state: State, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        return scenario.write_scenario(state, sheets, last=last)


def _is_read_first(state: State) -> bool:
    """Whether people have time to read and talk before this phase."""
    if state.stage == "deploy":
        return state.order[:1] == (state.active,)
    return state.begins or (state.stage == "offer" and state.round == 1)


def _playing(state: State) -> set[Seat]:
    """The seats that still have a people, or all while peoples are chosen."""
    if state.stage == "people":
        return set(state.seating)
    return {state.seats[people] for people in living(state)}


ZARGOS = Zargos()
