"""Strategiksa as the table uses it: from a sheet it makes the next position and the story."""

from collections.abc import Mapping, Sequence
from typing import Any

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.views.strategiksa import Answered, Event, Position, StrategiksaView
from server.games.api import Outcome, Phase, Resolution, Sheets, limit_of
from server.games.dice import Roller
from server.games.examples import example_line
from server.games.flaw import Flaw
from server.games.scenario_dice import ScenarioDice
from server.games.strategiksa import battle, circle, desk, scenario, vassals, words
from server.games.strategiksa.board import MOUNTAINS, controlled
from server.games.strategiksa.choices import about, decide, default, owing
from server.games.strategiksa.notation import Answer, Crowning
from server.games.strategiksa.placement import place
from server.games.strategiksa.progress import progress
from server.games.strategiksa.state import (
    PLAYERS,
    Course,
    StrategiksaOptions,
    StrategiksaState,
    has_pieces,
    imagine,
    is_free,
    read_options,
    seating,
    set_up,
)
from server.games.strategiksa.turn import Turn

State = StrategiksaState

SELDOM_WRITTEN = frozenset({"vassal", "direct", "dismiss", "recall", "heal"})
"""Words with which no example begins, if there is another."""


class Strategiksa:
    name = "strategiksa"
    players = PLAYERS
    rules_version = 2
    has_secrets = False
    options_type = StrategiksaOptions
    state_type = StrategiksaState
    view_type = StrategiksaView
    event_type = Event

    def read_options(self, given: Mapping[str, Any]) -> StrategiksaOptions:
        return read_options(given)

    def seating(self, options: StrategiksaOptions) -> tuple[Seat, ...]:
        return seating(options)

    def limit(self, options: StrategiksaOptions) -> float | None:
        """A game ends after a number of circles. It has a limit of time only if the table chose one."""
        return limit_of(options, None)

    def setup(self, options: StrategiksaOptions, dice: Roller) -> State:
        return set_up(options, dice)

    def phase(self, state: State) -> Phase:
        """In every phase one seat owes a sheet. Only before a turn is there time to read and talk."""
        owed = owing(state)
        if owed is None:
            return Phase("over", {})
        seat, sheet = owed
        is_choice = state.stage in ("answer", "battle", "crown")
        waiting = (other for other in state.order if other != seat)
        return Phase(
            state.stage,
            {seat: (sheet,)},
            seconds=state.choice_seconds if is_choice else state.seconds,
            strict=True,
            lines=1 if is_choice else None,
            at_once=state.stage != "turn" or state.asked is not None,
            about=about(state),
            waiting=tuple(other for other in waiting if is_free(state, other) or other in state.vassals),
        )

    def resolve(self, state: State, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        course = Course(state)
        owed = owing(state)
        if owed is not None:
            _STAGES[state.stage](course, sheets.get(owed[1], ()))
        if last and course.position.stage != "over":
            vassals.settle(course)
            circle.end(course, "time")
        return Resolution(course.position, tuple(course.story))

    def declare(self, state: State, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        """K-VASSAL-2, K-VASSAL-4: a suzerain can appoint, dismiss and recall vassals at any moment."""
        if state.stage == "over":
            return Flaw("words-only").note
        course = Course(state)
        refused = words.declare(course, seat, text)
        return refused or Resolution(course.position, tuple(course.story))

    def suggest_words(self, view: StrategiksaView, text: str) -> tuple[Suggestion, ...]:
        return words.suggest(view, text)

    def amend(self, state: State, lines: Sequence[str]) -> State:
        return scenario.amend(state, lines)

    def outcome(self, state: State) -> Outcome | None:
        if state.stage != "over":
            return None
        if state.winner:
            return Outcome((state.winner,), state.ending, state.partial)
        return Outcome((), state.ending, drawn=circle.leading(state) if state.turn else state.order)

    def figures(self, state: State) -> dict[Seat, dict[str, int]]:
        """How many zones each colour controls."""
        held = list(controlled(state).values())
        return {colour: {"zones": held.count(colour)} for colour in state.order}

    def view(self, state: State, seat: Seat | None) -> StrategiksaView:
        """Nothing is secret. The view of a seat also says which colours it directs."""
        writer, sheet = owing(state) or (None, None)
        return StrategiksaView(
            **{field: getattr(state, field) for field in Position.__struct_fields__},
            seat=seat,
            colours=vassals.directed_by(state, seat),
            writer=writer,
            sheet=sheet,
            zones=controlled(state),
            mountains=tuple(sorted(MOUNTAINS[state.map])),
            reinforcements=vassals.reinforcements(state, state.active) if state.turn else 0,
        )

    def imagine(self, view: StrategiksaView, options: StrategiksaOptions) -> State:
        return imagine(view, options)

    def usage(self, view: StrategiksaView, sheet: SheetKey) -> Note | None:
        example = example_line(self, view, sheet, SELDOM_WRITTEN)
        return Note(f"usage.{view.stage}", {"example": example.lower()}) if example else None

    def progress(self, view: StrategiksaView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        return progress(view, sheet, lines)

    def review(self, view: StrategiksaView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        return desk.review(view, sheet, lines)

    def suggest(
        self, view: StrategiksaView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        return desk.suggest(view, sheet, above, text)

    def check_sheet(self, lines: Sequence[str]) -> None:
        """No sheet of this game can be written before a game."""

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        asked = scenario.read_scenario(given)
        played = scenario.Played(scenario.position(asked))
        while played.goes_on(asked):
            sheets = played.next_sheets(asked)
            resolved = self.resolve(played.state, sheets, dice or ScenarioDice(), last=asked.last)
            played.take(resolved, sheets)
        return scenario.write_outcome(played, language)

    def write_scenario(self, state: State, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        return scenario.write_scenario(state, sheets, last=last)


def _place(course: Course[State], lines: Lines) -> None:
    lost, placed = place(course.position, lines)
    for event in lost:
        course.tell(event)
    course.tell(placed)
    circle.place_next(course)


def _take_turn(course: Course[State], lines: Lines) -> None:
    turn = Turn(course)
    turn.read(lines)
    if turn.offering:
        course.change(stage="answer")
    else:
        circle.fight_on(course)


def _decide(course: Course[State], lines: Lines) -> None:
    position = course.position
    _, colour = owing(position) or ("", "")
    chosen, lost = decide(position, colour, lines)
    for event in lost:
        course.tell(event)
    match chosen or default(position):
        case Answer(accepted):
            _answer(course, accepted)
        case Crowning() as order:
            vassals.crown(course, order)
            circle.fight_on(course)
        case option:
            battle.play(course, option)
            circle.fight_on(course)


def _answer(course: Course[State], accepted: bool) -> None:
    """K-TURN-1: after the answer the turn goes on with a new sheet, if the colour has pieces to move."""
    player, asked = course.position.active, course.position.asked
    assert asked is not None
    if accepted:
        vassals.swear(course, player, asked)
    else:
        course.tell(Answered(player, asked, None))
    if circle.has_supremacy(course.position):
        circle.end(course, "supremacy")
    elif has_pieces(course.position, player):
        course.change(stage="turn")
    else:
        circle.fight_on(course)


_STAGES = {
    "placement": _place,
    "turn": _take_turn,
    "answer": _decide,
    "battle": _decide,
    "crown": _decide,
}

STRATEGIKSA = Strategiksa()
