"""The hourglass of a table with one person waits for that person's first key."""

from typing import Any

import msgspec
import pytest

from protocol import messages
from protocol.messages import Clock, Done, Refused
from protocol.vocabulary import BETWEEN, FIRST_KEY, WRITING
from server.table.state import TableState
from server.table.table import Table
from tests.kit.sittings import ROSTER, Player, Sitting, refusal


def waiting_sitting(players: int = 4, **options: Any) -> Sitting:
    """A table that was opened to wait for the first key."""
    sitting = Sitting(players, **options)
    opened = msgspec.structs.replace(sitting.state.opened, waits=True)
    sitting.rows[0] = msgspec.structs.replace(sitting.rows[0], fact=opened)
    sitting.table = Table(TableState("TABLE", sitting.rows[0]), ROSTER)
    return sitting


def alone(sitting: Sitting) -> Player:
    ana = sitting.sit("Ana")
    for seat, chair in sitting.state.chairs.items():
        if not chair.taken:
            assert isinstance(ana.ask(messages.Invite(seat=seat, level="recruit")), Done)
    return ana


def stop_of(player: Player) -> str:
    return [said for said in player.heard if isinstance(said, Clock)][-1].paused_by


def test_time_does_not_run_before_the_first_key() -> None:
    sitting = waiting_sitting()
    ana = alone(sitting)
    assert stop_of(ana) == FIRST_KEY
    sitting.pass_time(1000.0)
    assert sitting.state.stage == WRITING
    assert sitting.left() == 180.0
    assert isinstance(ana.ask(messages.Continue()), Done)
    sitting.pass_time(10.0)
    assert sitting.left() == pytest.approx(170.0)
    assert stop_of(ana) == ""


def test_a_bot_that_writes_first_does_not_start_the_hourglass() -> None:
    """In a game of turns a bot may seal before the person has pressed a key."""
    sitting = waiting_sitting(3, game="strategiksa", interlude=None)
    ana = alone(sitting)
    while not sitting.state.owed_by(ana.sheet):
        job = sitting.jobs.pop()
        sitting.bot_answers(job, dict.fromkeys(job.sheets, ()))
        if sitting.state.stage == BETWEEN:
            ana.ask(messages.Ready(phase=sitting.state.phase_no))
    assert sitting.state.stopped_by == FIRST_KEY


def test_it_waits_only_once() -> None:
    sitting = waiting_sitting(interlude=None)
    ana = alone(sitting)
    ana.ask(messages.Continue())
    ana.seal()
    for job in sitting.jobs:
        sitting.bot_answers(job, dict.fromkeys(job.sheets, ()))
    ana.ask(messages.Ready(phase=1))
    assert (sitting.state.phase_no, sitting.state.stopped_by) == (2, "")


def test_after_a_restart_it_waits_for_a_key_again() -> None:
    sitting = waiting_sitting()
    ana = alone(sitting)
    ana.ask(messages.Continue())
    sitting.restart()
    sitting.back(ana.token)
    assert sitting.state.stopped_by == FIRST_KEY


def test_with_two_people_it_runs_at_once() -> None:
    sitting = waiting_sitting(2)
    sitting.sit("Ana")
    sitting.sit("Bo")
    assert (sitting.state.stage, sitting.state.stopped_by) == (WRITING, "")


def test_a_table_that_was_not_asked_to_wait_does_not() -> None:
    sitting = Sitting(4)
    ana = alone(sitting)
    assert sitting.state.stopped_by == ""
    answer = ana.ask(messages.Continue())
    assert isinstance(answer, Refused)
    assert refusal(answer) == "not-paused"


def test_without_an_hourglass_nothing_waits() -> None:
    sitting = waiting_sitting(seconds=None)
    alone(sitting)
    assert sitting.state.stopped_by == ""


def test_whatever_the_person_does_starts_it() -> None:
    """A client that knows nothing of this writes its sheet, and the hourglass runs."""
    sitting = waiting_sitting()
    ana = alone(sitting)
    ana.ask(messages.Suggest(sheet="V", text="t"))
    assert sitting.state.stopped_by == FIRST_KEY
    ana.write("T HQ V4")
    assert sitting.state.stopped_by == ""
