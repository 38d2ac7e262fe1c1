"""A slow table: nobody need attend, a restart costs nobody time, and the hourglass stands at night."""

import time
from pathlib import Path

import pytest

from protocol import events, messages
from protocol.messages import Clock, Done
from protocol.vocabulary import BETWEEN, NIGHT, NOBODY, WRITING
from server.record import export, write_record
from server.store import SqliteStore
from server.table import facts
from server.table.clock import LONGEST_WAIT, Night
from server.table.facts import Row
from server.table.slow import MOST_ALONE
from tests.kit.callers import call, open_table, seat_all, serving, start_game
from tests.kit.programs import until_true
from tests.kit.sittings import Player, Sitting, begun, refusal

HOUR, DAY = 3600.0, 86_400.0


def slow_game(**options: object) -> tuple[Sitting, list[Player]]:
    return begun(2, seconds=DAY, **options)


def at_hour(hour: int, minute: int = 0) -> float:
    """A time of day by the clock of this computer, on a day in November."""
    return time.mktime((2026, 11, 16, hour, minute, 0, 0, 0, -1))


def wait(sitting: Sitting, seconds: float) -> None:
    """Let the hourglass and the clock that shows the time of day go on together, as the timer wakes them."""
    end = sitting.at + seconds
    while sitting.at < end:
        due = sitting.table.deadline()
        step = min(end, end if due is None else max(due, sitting.at)) - sitting.at
        sitting.pass_time(step, wall=step)
        if due is not None and due <= sitting.at:
            sitting.pass_time(0)


def test_the_bell_of_a_slow_table_rings_though_nobody_is_there() -> None:
    sitting, players = slow_game()
    for player in players:
        sitting.cut(player)
    assert sitting.state.glass.running
    wait(sitting, DAY + 90)
    assert (sitting.state.phase_no, sitting.state.stage) == (2, WRITING)
    assert not sitting.facts(facts.ClockStopped)


def test_one_hour_to_write_makes_a_table_slow_unless_it_says_otherwise() -> None:
    assert Sitting(2, seconds=HOUR).state.options.is_slow
    assert not Sitting(2, seconds=HOUR - 1).state.options.is_slow
    assert not Sitting(2).state.options.is_slow
    assert not Sitting(2, seconds=HOUR, slow=False).state.options.is_slow
    assert Sitting(2, slow=True).state.options.is_slow


def test_a_slow_game_has_no_limit_of_time_and_gives_every_phase_as_much() -> None:
    """P-END-2: with two hours for the game, its first round of a day would be its last."""
    sitting, _ = slow_game()
    assert sitting.state.game.limit(sitting.state.options) is None
    assert not sitting.state.last
    kings = Sitting(3, game="strategiksa", seconds=DAY)
    assert kings.state.game.setup(kings.state.options, kings.table._dice("x")).choice_seconds == DAY


def test_a_restart_gives_back_the_time_the_server_was_down_and_little_more() -> None:
    """R8: a restart never costs a player time; at a slow table it does not make the phase endless either."""
    sitting, players = slow_game()
    for player in players:
        sitting.cut(player)
    wait(sitting, 5 * HOUR + 100)
    left = sitting.left()
    sitting.restart(at=sitting.at + 3 * HOUR)
    assert left <= sitting.left() <= left + LONGEST_WAIT
    assert sitting.state.glass.running, "it waits for nobody"
    wait(sitting, DAY)
    assert sitting.state.phase_no == 2


def test_what_a_restart_gives_back_does_not_show_that_somebody_wrote() -> None:
    """S6: the marks of the hourglass come at the same times, whether a sheet is written or not."""

    def left_after_restart(*, writes: bool) -> float:
        sitting, (ana, _) = slow_game()
        wait(sitting, 1000)
        if writes:
            ana.ask(messages.Write(phase=1, sheet="V", revision=1, lines=()))
        wait(sitting, 1000)
        sitting.restart()
        return sitting.left()

    assert left_after_restart(writes=True) == left_after_restart(writes=False)


def test_a_bell_that_is_overdue_rings_before_a_message_that_came_after_it() -> None:
    """The host was asleep for days: what arrived after the bell is too late all the same."""
    sitting, (ana, _) = slow_game()
    late = messages.Write(phase=1, sheet="V", revision=1, lines=("x",))
    assert refusal(ana.ask(late, at=sitting.at + 3 * DAY)) == "phase-closed"


def test_a_pause_ends_when_a_slow_table_is_loaded() -> None:
    sitting, (ana, _) = slow_game()
    assert isinstance(ana.ask(messages.Pause()), Done)
    sitting.restart()
    assert sitting.state.glass.running


def test_nobody_is_told_of_the_marks_of_the_hourglass() -> None:
    sitting, (ana, _) = slow_game()
    before = list(ana.heard)
    wait(sitting, 2 * HOUR)
    assert sitting.facts(facts.GlassMarked)
    assert ana.heard == before


def test_the_marks_of_the_hourglass_stand_in_no_record() -> None:
    sitting, players = slow_game()
    wait(sitting, 2 * HOUR)
    for player in players:
        player.seal()
    with_marks = export("TABLE", sitting.rows, "watcher")
    told = [row for row in sitting.rows if not isinstance(row.fact, facts.GlassMarked)]
    assert len(told) < len(sitting.rows)
    assert write_record(with_marks) == write_record(export("TABLE", told, "watcher"))


def test_a_slow_table_to_which_nobody_comes_stops_after_some_phases() -> None:
    sitting, players = slow_game()
    for player in players:
        sitting.cut(player)
    wait(sitting, (MOST_ALONE + 5) * (DAY + 60))
    assert sitting.state.stopped_by == NOBODY
    assert sitting.state.phase_no <= MOST_ALONE + 1
    sitting.back(players[0].token)
    assert sitting.state.glass.running


def test_others_wait_long_before_they_replace_a_player_of_a_slow_table() -> None:
    sitting, (ana, bo) = slow_game()
    sitting.cut(bo)
    wait(sitting, 2 * HOUR)
    assert refusal(ana.ask(messages.Replace(seat="JR", level="captain"))) == "away-wait"


def test_the_hourglass_stands_at_night_and_goes_on_in_the_morning() -> None:
    sitting = Sitting(2, seconds=DAY, quiet_hours="22-8")
    sitting.wall = at_hour(21)
    players = [sitting.sit(name) for name in ("Ana", "Bo")]
    for player in players:
        sitting.cut(player)
    wait(sitting, HOUR - 1)
    assert sitting.state.glass.running
    wait(sitting, 2)
    assert sitting.state.stopped_by == NIGHT
    assert sitting.left() == pytest.approx(DAY - HOUR, abs=1)
    wait(sitting, 10 * HOUR - 10)
    assert sitting.left() == pytest.approx(DAY - HOUR, abs=1)
    wait(sitting, 20)
    assert not sitting.state.stopped_by
    assert sitting.facts(facts.ClockStarted)[-1].by == "server"


def test_a_phase_that_opens_at_night_waits_for_the_morning() -> None:
    sitting = Sitting(2, seconds=DAY, quiet_hours="22-8")
    sitting.wall = at_hour(23)
    players = [sitting.sit(name) for name in ("Ana", "Bo")]
    assert sitting.state.stopped_by == NIGHT
    for player in players:
        assert isinstance(player.seal(), Done), "whoever is awake may write"
    assert sitting.state.stage == BETWEEN
    assert sitting.state.glass.running, "the time to read is not the time to write"
    wait(sitting, 120)
    assert (sitting.state.phase_no, sitting.state.stopped_by) == (2, NIGHT)


def test_nobody_can_start_the_hourglass_at_night() -> None:
    sitting = Sitting(2, seconds=DAY, quiet_hours="22-8")
    sitting.wall = at_hour(23)
    ana = sitting.sit("Ana")
    sitting.sit("Bo")
    assert refusal(ana.ask(messages.Continue())) == "not-your-pause"


def test_a_restart_at_night_leaves_the_hourglass_standing() -> None:
    sitting = Sitting(2, seconds=DAY, quiet_hours="22-8")
    sitting.wall = at_hour(23)
    for name in ("Ana", "Bo"):
        sitting.sit(name)
    sitting.restart()
    assert sitting.state.stopped_by == NIGHT
    wait(sitting, 9 * HOUR + 5)
    assert not sitting.state.stopped_by


@pytest.mark.parametrize("jump", [-30 * HOUR, -HOUR, HOUR, 30 * HOUR])
def test_a_change_of_the_hosts_clock_never_changes_the_time_that_is_left(jump: float) -> None:
    """R8: it moves the night; the hourglass keeps its seconds."""
    sitting = Sitting(2, seconds=DAY, quiet_hours="22-8")
    sitting.wall = at_hour(12)
    for name in ("Ana", "Bo"):
        sitting.sit(name)
    wait(sitting, HOUR)
    before = sitting.left()
    sitting.pass_time(0, wall=jump)
    assert sitting.left() == before
    wait(sitting, LONGEST_WAIT)
    ran = LONGEST_WAIT if sitting.state.glass.running else 0
    assert sitting.left() >= before - LONGEST_WAIT
    assert sitting.left() == pytest.approx(before - ran, abs=LONGEST_WAIT)


@pytest.mark.parametrize(
    ("begin", "end", "hour", "is_night"),
    [
        (22, 8, 21, False),
        (22, 8, 22, True),
        (22, 8, 3, True),
        (22, 8, 8, False),
        (1, 5, 0, False),
        (1, 5, 4, True),
    ],
)
def test_the_night_may_pass_midnight(begin: int, end: int, hour: int, is_night: bool) -> None:
    assert Night(begin * 60, end * 60).is_at(at_hour(hour)) == is_night


@pytest.mark.slow
async def test_a_server_wakes_its_slow_tables_when_it_starts(tmp_path: Path) -> None:
    """Nobody comes: the hourglass of a game in progress runs all the same, and its bell rings."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=0.2, interlude=0.2, slow=True)
        await players[0].until_event(events.PhaseOpened, phase=1)
        for player in players:
            await player.close()
    async with serving(tmp_path) as app:
        guest = await call(app.port)
        answer = await guest.ask(messages.ListTables())
        assert isinstance(answer, messages.Tables)
        watching = await guest.ask(messages.Watch(table=table, after=0))
        assert isinstance(watching, Done)
        await guest.until_event(events.PhaseOpened, phase=3)
        assert (await guest.until_kind(Clock)).paused_by == ""


@pytest.mark.slow
async def test_a_slow_table_that_cannot_be_loaded_stops_no_other(tmp_path: Path) -> None:
    found = []
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        options = {"players": 2, "seconds": 0.2, "interlude": 0.2, "slow": True}
        for key in ("the first secret of the opener", "the second secret of the opener"):
            opened = await open_table(opener, key=key, options=options)
            found.append(opened.table)
            for player in await seat_all(app.port, opened.table, ("Ana", "Bo")):
                await player.close()
    broken, sound = sorted(found)  # they are loaded in this order
    store = SqliteStore(tmp_path / "qg.db")
    last = (await store.load(broken))[-1]
    nobody = facts.SheetSealed("nobody", {"nothing": "salt"})
    await store.append(broken, [Row(last.n + 1, last.at, last.spent, last.played, nobody)])
    await store.close()
    async with serving(tmp_path) as app:
        await until_true(lambda: app.metrics.rounds_total > 0)  # nobody has come, and the other goes on
        guest = await call(app.port)
        assert isinstance(await guest.ask(messages.Watch(table=sound, after=0)), Done)
