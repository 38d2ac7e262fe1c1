"""Argad as the table uses it: from sheets it makes the next position and the story."""

from collections.abc import Mapping, Sequence
from typing import Any

from protocol.ids import Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.views.argad import ArgadView, Event
from protocol.views.argad.points import points_of
from protocol.views.argad.words import (
    ARMY,
    ENEMY_OF,
    EXTRA,
    JOKER_STAGE,
    LEADER_OF,
    OVER,
    RESERVE,
    SIDE_OF,
)
from server.games.api import Checked, Outcome, Phase, Resolution, Sheets, limit_of
from server.games.argad import amending, desk, scenario, seen
from server.games.argad.army_lists import check_list
from server.games.argad.phases import read_phase
from server.games.argad.progress import progress
from server.games.argad.state import (
    PLAYERS,
    ROOM,
    ArgadOptions,
    ArgadState,
    card_seconds,
    owing_of,
    read_options,
    seating,
    seats_of,
    seconds_of,
)
from server.games.dice import Roller
from server.games.flaw import Flaw
from server.games.scenario_dice import ScenarioDice

ONE_COUNTS = ("joker", "card", "extra", "reserve")
"""A-PHASE-2: the phases whose sheets hold alternatives."""


class Argad:
    name = "argad"
    players = PLAYERS
    rules_version = 1
    has_secrets = True
    options_type = ArgadOptions
    state_type = ArgadState
    view_type = ArgadView
    event_type = Event

    def read_options(self, given: Mapping[str, Any]) -> ArgadOptions:
        return read_options(given)

    def seating(self, options: ArgadOptions) -> tuple[Seat, ...]:
        return seating(options)

    def limit(self, options: ArgadOptions) -> float | None:
        return limit_of(options, None)

    def setup(self, options: ArgadOptions, dice: Roller) -> ArgadState:
        return ArgadState(
            stage=ARMY,
            seats=seating(options),
            map=options.map,
            turns=options.turns,
            is_bought=options.armies == "bought",
            is_even=options.armies == "even",
            is_blind=options.orders == "blind",
            hides_reserve=options.reserve == "secret",
            choosing=tuple(LEADER_OF.values()),
            seconds=card_seconds(options),
        )

    def phase(self, state: ArgadState) -> Phase:
        if state.stage == OVER:
            return Phase(OVER, {})
        stage, owed = state.stage, owing_of(state)
        is_private = state.hides_reserve and stage in (JOKER_STAGE, RESERVE)
        return Phase(
            stage,
            owed,
            seconds=seconds_of(state),
            strict=stage != "plan",
            lines=ROOM[stage],
            at_once=stage in ONE_COUNTS and not state.is_first,
            waiting=tuple(seat for seat in state.seats if seat not in owed),
            private=is_private,
            first_counts=stage in ONE_COUNTS,
            about=_about(state),
        )

    def resolve(self, state: ArgadState, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        read = read_phase(state, sheets, dice, last=last)
        return Resolution(read.state, tuple(read.story))

    def declare(self, state: ArgadState, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        """Everything is written on sheets."""
        return Flaw("no-words").note

    def suggest_words(self, view: ArgadView, text: str) -> tuple[Suggestion, ...]:
        return ()

    def amend(self, state: ArgadState, lines: Sequence[str]) -> ArgadState:
        return amending.amend(state, lines)

    def outcome(self, state: ArgadState) -> Outcome | None:
        """A-SETUP-5: victory is the side's."""
        if state.stage != OVER:
            return None
        if state.winner is None:
            return Outcome((), state.ending, drawn=state.seats)
        return Outcome(seats_of(state, state.winner), state.ending)

    def figures(self, state: ArgadState) -> dict[Seat, dict[str, int]]:
        """A-END-3: the points of each seat's side, and those of the enemy."""
        points = points_of(state)
        return {
            seat: {"points": points[SIDE_OF[seat]], "lost": points[ENEMY_OF[SIDE_OF[seat]]]}
            for seat in state.seats
        }

    def view(self, state: ArgadState, seat: Seat | None) -> ArgadView:
        return seen.view(state, seat)

    def imagine(self, view: ArgadView, options: ArgadOptions) -> ArgadState:
        return seen.imagine(view, options)

    def usage(self, view: ArgadView, sheet: SheetKey) -> Note | None:
        return desk.usage(view, sheet)

    def progress(self, view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        return progress(view, sheet, lines)

    def review(self, view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        return desk.review(view, sheet, lines)

    def suggest(
        self, view: ArgadView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        return desk.suggest(view, sheet, above, text)

    def check_sheet(self, lines: Sequence[str]) -> Checked:
        """A-ARMY: a list of units, as it is written in the phase `army`."""
        return check_list(lines)

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        return scenario.play(given, dice or ScenarioDice())

    def write_scenario(self, state: ArgadState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        return scenario.write_scenario(state, sheets, last=last)


def _about(state: ArgadState) -> Note | None:
    """What the players are asked about, if it is more than a card: which unit, or which order waits."""
    if state.stage == RESERVE and state.order is not None:
        return Note("about.reserve", {"seat": state.order.seat, "text": state.order.text})
    if state.stage == EXTRA:
        return Note("about.extra", {"seat": state.playing, "unit": state.extra})
    return Note("about.joker", {"seat": state.playing}) if state.stage == JOKER_STAGE else None


ARGAD = Argad()
