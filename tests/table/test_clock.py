"""The hourglass: arithmetic, the bell, and one time for all."""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import events, messages
from protocol.messages import Clock, Done, Pause, Ping, Pong, Watch, Written
from server.table import facts
from server.table.clock import Hourglass, is_last_round
from tests.kit.callers import Caller, call, serving, start_game
from tests.kit.long import examples, long
from tests.kit.sittings import begun
from tests.kit.timing import ANY_TIME, timed

SPANS = st.floats(0, 500, allow_nan=False)
STEPS = st.lists(st.tuples(st.sampled_from(["wait", "stop", "start"]), SPANS), max_size=30)


@pytest.mark.slow
@long
@examples(120)
@given(st.floats(0.1, 1000), STEPS)
def test_time_left_shrinks_by_the_time_that_has_run(length: float, steps: list[tuple[str, float]]) -> None:
    """R8: stopping and starting loses nothing."""
    glass, now, ran, running = Hourglass(), 0.0, 0.0, False
    glass.turn(length)
    before = length
    for act, span in steps:
        now += span
        ran += span if running else 0.0
        if act == "stop":
            glass.stop(now)
            running = False
        elif act == "start":
            glass.start(now)
            running = True
        left = glass.left_at(now)
        assert left is not None
        assert left <= before + 1e-9
        assert left == pytest.approx(max(0.0, length - ran), abs=1e-6)
        assert glass.played_at(now) == pytest.approx(ran, abs=1e-6)
        before = left


@long
@examples(120)
@given(st.floats(1, 1000), st.floats(0, 900), st.floats(-3600, 3600), st.booleans())
def test_only_a_grant_makes_the_time_grow(length: float, spent: float, granted: float, running: bool) -> None:
    """R8."""
    glass = Hourglass()
    glass.turn(length)
    glass.start(0.0)
    if not running:
        glass.stop(spent)
    at = spent
    before = glass.left_at(at)
    glass.stop(at)  # as the table does around every fact
    glass.grant(granted)
    after = glass.left_at(at)
    assert before is not None
    assert after is not None
    expected = max(0.0, max(spent, length + granted) - spent)
    assert after == pytest.approx(expected, abs=1e-6)
    assert (after > before + 1e-6) <= (granted > 0)


@long
@examples(80)
@given(st.floats(0.1, 1000), SPANS, SPANS, SPANS)
def test_the_deadline_is_when_nothing_is_left(length: float, start: float, stop: float, pause: float) -> None:
    """R8."""
    glass = Hourglass()
    glass.turn(length)
    assert glass.deadline() is None, "a glass that stands still has none"
    glass.start(start)
    glass.stop(start + stop)
    glass.start(start + stop + pause)
    deadline = glass.deadline()
    assert deadline is not None
    assert glass.left_at(deadline) == pytest.approx(0.0, abs=1e-6)
    if length - stop > 0.02:
        assert glass.left_at(deadline - 0.01) == pytest.approx(0.01, abs=1e-6)


def test_a_glass_without_a_length_never_runs_out() -> None:
    """None at all."""
    glass = Hourglass()
    glass.turn(None)
    glass.start(0.0)
    assert glass.deadline() is None
    assert glass.left_at(10**9) is None
    assert glass.played_at(100.0) == 100.0


@long
@examples(80)
@given(st.floats(1, 10_000), st.floats(0, 20_000), st.floats(1, 1000))
def test_a_round_is_the_last_if_no_more_than_one_phase_is_left(
    limit: float, played: float, seconds: float
) -> None:
    """P-END-2."""
    assert is_last_round(limit, played, seconds) is (limit - played <= seconds)
    assert not is_last_round(None, played, seconds)


def test_messages_stamped_out_of_order_do_not_cost_time() -> None:
    """R8: of a backlog, one message may be handled after a later one."""
    sitting, (ana, bo, *_) = begun()
    start = sitting.at
    ana.write("x", at=start + 50)
    for revision in range(1, 20):
        bo.write("y", revision=revision, at=start + 40)
        ana.write("x", revision=revision + 1, at=start + 50)
    sitting.at = start + 50
    assert sitting.left() == pytest.approx(130)
    assert sitting.state.glass.deadline() == pytest.approx(start + 180)
    assert sitting.state.glass.played_at(sitting.at) == pytest.approx(50)


@long
@examples(24)
@given(
    st.lists(st.tuples(st.sampled_from(["write", "pause", "continue", "cut", "restart"]), SPANS), max_size=12)
)
def test_a_restart_gives_back_the_time_that_was_left(steps: list[tuple[str, float]]) -> None:
    """R8: never less than at the last fact stored."""
    sitting, players = begun(seconds=10_000, slow=False)
    player, revision = players[0], 0
    for act, span in steps:
        sitting.pass_time(span)
        if act == "write":
            revision += 1
            player.write("x", revision=revision)
        elif act == "pause":
            player.ask(Pause())
        elif act == "continue":
            player.ask(messages.Continue())
        elif act == "cut":
            sitting.cut(player)
            player = sitting.back(player.token)
        else:
            stored = sitting.replayed().glass.left_at(0.0)
            before = sitting.left()
            sitting.restart(at=sitting.at + 5000)
            assert sitting.left() >= stored - 1e-6
            assert sitting.left() >= before - 1e-6
            assert not sitting.state.glass.running
            for other in players[1:]:
                sitting.back(other.token)
            player = sitting.back(player.token)
            assert sitting.state.glass.running, "all are back"


def test_time_between_the_last_fact_and_a_crash_is_given_back() -> None:
    """R8: what was not stored is not counted against anybody."""
    sitting, (ana, *_) = begun()
    sitting.pass_time(30)
    ana.write("x")
    sitting.pass_time(100)
    sitting.restart()
    assert sitting.left() == pytest.approx(150)
    assert sitting.facts(facts.ClockStopped)[-1] == facts.ClockStopped("restart")


def test_the_clock_goes_on_after_a_restart_when_all_are_back_or_one_says_so() -> None:
    sitting, players = begun()
    sitting.restart()
    for player in players[:-1]:
        back = sitting.back(player.token)
        assert not sitting.state.glass.running
    assert isinstance(back.ask(messages.Continue()), Done)
    assert sitting.state.glass.running


@pytest.mark.slow
@pytest.mark.parametrize("late", [ANY_TIME, timed(0.25)])
async def test_the_bell_rings_on_time(tmp_path: Path, late: float) -> None:
    """R8: within 250 ms by the server's monotonic clock, and never early."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port, seconds=0.6, interlude=0.3)
        loop = asyncio.get_running_loop()
        player = players[-1]
        for phase in (1, 2):
            await player.until_event(events.PhaseOpened, phase=phase)
            opened = await player.until_kind(Clock)
            assert opened.left is not None
            bell = opened.now + opened.left
            await player.until_event(events.PhaseClosed, phase=phase)
            assert bell <= loop.time() <= bell + late


@pytest.mark.slow
@pytest.mark.parametrize("late", [ANY_TIME, timed(0.25)])
async def test_a_jump_of_the_wall_clock_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: float
) -> None:
    """R8: an hour forward, then two back; only the record's own times show it."""
    true_time = time.time
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port, seconds=2.0)
        loop = asyncio.get_running_loop()
        first = await players[-1].until(lambda m: isinstance(m, Clock) and m.stage == "writing")
        assert isinstance(first, Clock)
        assert first.left is not None
        bell = first.now + first.left
        for revision, jump in enumerate((3600.0, -7200.0), 1):
            monkeypatch.setattr(time, "time", lambda by=jump: true_time() + by)
            answer = await players[0].write(1, "x", revision=revision)
            assert isinstance(answer, Written)
            await players[0].seal(1, revision=revision)
            await players[0].ask(messages.Unseal(phase=1))
            clock = [m for m in players[0].heard if isinstance(m, Clock)][-1]
            assert clock.left is not None
            assert clock.now + clock.left == pytest.approx(bell, abs=0.05)
        await players[1].until_event(events.PhaseClosed)
        assert bell <= loop.time() <= bell + late


async def local_bell(caller: Caller, skew: float) -> tuple[float, float]:
    """When this client believes the bell rings, by its own clock that is `skew` ahead of ours.

    And by how much it may be wrong: half of the time that the quickest answer took.
    """
    best = (10.0, 0.0)
    for _ in range(5):
        sent = time.monotonic() + skew
        answer = await caller.ask(Ping())
        heard = time.monotonic() + skew
        assert isinstance(answer, Pong)
        best = min(best, (heard - sent, answer.now - (sent + heard) / 2))
    clock = [m for m in caller.heard if isinstance(m, Clock)][-1]
    assert clock.left is not None
    assert clock.running
    return clock.now + clock.left - best[1], best[0] / 2


@pytest.mark.parametrize("most", [ANY_TIME, timed(0.2)])
async def test_every_client_shows_the_same_time(tmp_path: Path, most: float) -> None:
    """Within 200 ms, whatever its own clock says and whenever it came."""
    random = Random(5)
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        callers = list(players)
        for _ in range(4):
            watcher = await call(app.port)
            await watcher.ask(Watch(table=table))
            await watcher.until_kind(Clock)
            callers.append(watcher)
            await players[0].write(1, "x", revision=len(callers))
        bells = []
        for caller in callers:
            skew = random.uniform(-10_000, 10_000)
            bell, unsure = await local_bell(caller, skew)
            bells.append((bell - skew, unsure))
        deadline = app.lobby._actors[table].table.deadline()
        assert deadline is not None
        assert all(abs(bell - deadline) < unsure + 0.01 for bell, unsure in bells)
        assert max(bells)[0] - min(bells)[0] < most
        assert all(abs(bell - deadline) < most for bell, _ in bells)


async def test_a_paused_clock_tells_who_and_for_how_long(tmp_path: Path) -> None:
    """P-TIME-2."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        await players[0].ask(Pause())
        clock = await players[1].until(lambda m: isinstance(m, Clock) and m.paused_by == "V")
        assert isinstance(clock, Clock)
        assert not clock.running
        assert clock.pause_left == pytest.approx(180, abs=1)
        assert clock.length == 180
        assert clock.game_left == pytest.approx(7200, abs=5)
