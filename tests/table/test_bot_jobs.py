"""What a bot is told about the phases that have been read, and what it is not."""

from typing import Any

import pytest

from protocol import messages
from protocol.messages import Done, Invite, Reread, RollBack
from protocol.vocabulary import WRITING
from server.bots.assignment import Roster
from server.games import GAMES
from server.table.audience import AWAY_SECONDS, BotJob
from server.table.bot_jobs import BotJobs
from server.table.table import Table
from tests.kit.hidden_game import HIDDEN
from tests.kit.sittings import ROSTER, Sitting


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


def with_a_bot(**more: Any) -> tuple[Sitting, Any]:
    """A game of two that has begun: Ana against a bot."""
    sitting = Sitting(2, **more)
    ana = sitting.sit("Ana")
    other = next(seat for seat in sitting.state.chairs if seat != ana.sheet)
    assert isinstance(ana.ask(Invite(seat=other, level="recruit")), Done)
    return sitting, ana


def read_phase(sitting: Sitting, ana: Any, text: str, by_bot: str = "") -> BotJob:
    """Let a phase be written, read and looked at. Returns the job of the bot in the next one."""
    for sheet in sitting.state.owed_by(ana.peer.seat):
        ana.write(f"{text} of {sheet}", sheet=sheet)
    job = sitting.jobs[-1]
    sitting.bot_answers(job, dict.fromkeys(job.sheets, (by_bot or text,)))
    sitting.pass_time(600)
    if sitting.state.stage != WRITING:
        sitting.pass_time(600)
    return sitting.jobs[-1]


def test_a_bot_is_told_the_sheets_and_the_position_of_every_phase_that_was_read() -> None:
    sitting, ana = with_a_bot()
    first = sitting.jobs[-1]
    assert first.past == ()
    job = read_phase(sitting, ana, "one")
    (past,) = job.past
    assert (past.number, past.key, past.view) == (1, "orders", first.view)
    assert past.sheets["V"] == ("one of V",)
    assert past.sheets["J"] == ("one",)


def test_a_bot_is_told_only_the_last_phases_and_each_is_made_once() -> None:
    """A long game costs no more than a short one."""
    sitting, ana = with_a_bot()
    jobs = [read_phase(sitting, ana, str(number)) for number in range(1, 6)]
    assert [past.number for past in jobs[-1].past] == [3, 4, 5]
    assert jobs[-1].past[0] is jobs[-2].past[1]


def test_games_whose_bots_want_no_past_get_none() -> None:
    sitting, ana = with_a_bot()
    sitting.table = Table(sitting.state, Roster(("recruit",)))
    sitting.table.attach(sitting.caller().peer, None, "watcher")
    assert read_phase(sitting, ana, "one").past == ()


def test_a_bot_remembers_the_same_after_a_restart() -> None:
    sitting, ana = with_a_bot()
    job = read_phase(sitting, ana, "one")
    sitting.restart()
    assert sitting.jobs[-1].past == job.past != ()


def test_a_phase_that_was_taken_back_is_forgotten_and_one_read_again_has_its_new_sheets() -> None:
    sitting = Sitting(2, tournament=True)
    ana, referee = sitting.sit("Ana"), sitting.referee()
    referee.ask(Invite(seat="JR", level="recruit"))
    referee.ask(messages.Start())
    read_phase(sitting, ana, "one")
    read_phase(sitting, ana, "two")
    memory = BotJobs(ROSTER.remembered)
    assert [past.number for past in memory.past(sitting.state, "JR")] == [1, 2]
    sitting.bot_answers(sitting.jobs[-1], {})
    sitting.pass_time(600)
    assert isinstance(referee.ask(Reread(sheets={"V": ("ruled",)})), Done)
    assert memory.past(sitting.state, "JR")[-1].sheets["V"] == ("ruled",)
    assert isinstance(referee.ask(RollBack(phase=2)), Done)
    assert [past.number for past in memory.past(sitting.state, "JR")] == [1]


def test_a_bot_is_told_no_private_sheet_but_its_own() -> None:
    """A private phase's sheets are shown to nobody, and the view of a past phase is that of the seat."""
    sitting, ana = with_a_bot(game="hidden")
    job = read_phase(sitting, ana, "secret", "mine")
    (kept,) = job.past
    assert kept.key == "keep"
    assert kept.sheets == {job.seat: ("mine",)}
    assert kept.view == HIDDEN.view(sitting.state.history.before(1), job.seat)
    assert "secret" not in repr(job)
    played = read_phase(sitting, ana, "open")
    assert played.past[-1].sheets == {"K": ("open of K",), "M": ("open",)}


def test_a_bot_that_takes_over_a_seat_is_not_told_the_private_sheets_of_the_person_before() -> None:
    sitting = Sitting(2, game="hidden")
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    ana.write("a secret of Ana")
    sitting.cut(ana)
    sitting.pass_time(AWAY_SECONDS)
    assert sitting.state.read_phase == 1
    assert isinstance(bo.ask(messages.Replace(seat="1", level="recruit")), Done)
    sitting.pass_time(600)
    sitting.pass_time(600)
    job = sitting.jobs[-1]
    assert [past.sheets for past in job.past] == [{}] * len(job.past) != []
    assert "secret" not in repr(job)
