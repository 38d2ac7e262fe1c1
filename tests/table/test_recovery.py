"""The server comes back: every table, every seat, every draft, and never less time than was left."""

import contextlib
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from protocol import events, messages
from protocol.messages import Clock, Done, Refused, Seated, Snapshot, Told
from protocol.views.power import ARMIES
from server.app import App
from server.table import facts
from server.table.folding import fold_facts
from server.table.table import Table
from tests.kit import chaos
from tests.kit.callers import Caller, call, open_table, seat_all, serving, start_game
from tests.kit.replay import digest, scripted_log, store_log, token_of
from tests.kit.sittings import WALL, Sitting, begun, refusal
from tests.kit.timing import ANY_TIME, timed

OPTIONS: dict[str, Any] = {"referee": "V", "seconds": 600.0, "interlude": 600.0, "limit": None}


def crash_copy(folder: Path, to: Path) -> Path:
    """What a process that dies now would leave on the disk."""
    to.mkdir()
    for name in ("qg.db", "qg.db-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, to / name)
    return to


async def come_back(port: int, player: Caller, after: int | None = None) -> Caller:
    back = await call(port)
    seated = await back.ask(messages.Resume(table=player.table, token=player.token, after=after))
    assert isinstance(seated, Seated), seated
    back.table, back.seat, back.token = player.table, seated.seat, player.token
    return back


async def clock_of(caller: Caller) -> Clock:
    """The latest the caller was told."""
    await caller.ask(messages.Sync(after=0))
    return [message for message in caller.heard if isinstance(message, Clock)][-1]


async def play_round(players: list[Caller], n: int) -> None:
    for player in players:
        await player.write(n, *chaos.orders(player.seat, n))
    for player in players:
        assert isinstance(await player.seal(n), Done)


async def test_every_unfinished_table_is_there_again_and_finished_ones_are_found(tmp_path: Path) -> None:
    async with serving(tmp_path / "a") as app:
        opener = await call(app.port)
        gathering = await open_table(opener, name="Gathering", key="key of the gathering")
        first = await call(app.port)
        await first.sit(gathering.table, "Ana", "J")
        playing, _ = await start_game(app.port, **OPTIONS)
        over = await open_table(opener, name="Over", key="key of what is over", tournament=True)
        await seat_all(app.port, over.table)
        referee = await call(app.port)
        await referee.ask(messages.Referee(table=over.table, key=over.referee_key))
        assert isinstance(await referee.ask(messages.Start()), Done)
        assert isinstance(await referee.ask(messages.Finish(text="enough", winners=("B",))), Done)
        listed = await opener.ask(messages.ListTables())
        copy = crash_copy(tmp_path / "a", tmp_path / "b")
    async with serving(copy) as app:
        caller = await call(app.port)
        again = await caller.ask(messages.ListTables())
        assert isinstance(listed, messages.Tables)
        assert isinstance(again, messages.Tables)
        assert {line.id: line for line in again.tables} == {
            line.id: replace(line, here=0, turn=(), phase=0) for line in listed.tables
        }, "nobody is connected yet, and no table is loaded"
        assert {line.id for line in again.tables} == {gathering.table, playing}
        assert isinstance(await caller.ask(messages.Watch(table=over.table)), Done)
        snapshot = await caller.until_kind(Snapshot)
        assert snapshot.stage == "over"
        assert snapshot.outcome["winners"] in (["B"], ("B",))
        await seat_all(app.port, gathering.table, ("Bo", "Cy", "Di"))


async def test_a_game_stands_still_after_a_restart_until_all_players_are_back(tmp_path: Path) -> None:
    """R8: with the time that was left at the last fact, or more."""
    async with serving(tmp_path / "a") as app:
        table, players = await start_game(app.port, **OPTIONS)
        for player in players:
            await player.write(1, f"memo of {player.seat}", revision=3)
        stored = app.lobby._actors[table].table.state.glass.spent
        copy = crash_copy(tmp_path / "a", tmp_path / "b")
    async with serving(copy) as app:
        back = [await come_back(app.port, player) for player in players[:3]]
        waiting = await clock_of(back[0])
        assert (waiting.paused_by, waiting.running, waiting.stage) == ("restart", False, "writing")
        assert waiting.left is not None
        assert 600.0 - stored <= waiting.left <= 600.0
        back.append(await come_back(app.port, players[3]))
        assert await back[0].until_event(events.ClockStarted) == events.ClockStarted(by="server")
        going = await clock_of(back[0])
        assert (going.paused_by, going.running) == ("", True)
        for player in back:
            await player.ask(messages.Ping())
            snapshot = next(said for said in player.heard if isinstance(said, Snapshot))
            assert snapshot.sheets[player.seat].lines == (f"memo of {player.seat}",)
            assert snapshot.sheets[player.seat].revision == 3
        for player in back:
            assert isinstance(await player.seal(1, 3), Done)
        await back[0].until_event(events.SheetsRead, phase=1)


async def test_a_player_who_does_not_want_to_wait_for_the_others_goes_on(tmp_path: Path) -> None:
    """One player who leaves neither ends the game nor holds it up."""
    async with serving(tmp_path / "a") as app:
        _, players = await start_game(app.port, **OPTIONS)
        copy = crash_copy(tmp_path / "a", tmp_path / "b")
    async with serving(copy) as app:
        back = await come_back(app.port, players[2])
        assert (await clock_of(back)).paused_by == "restart"
        assert isinstance(await back.ask(messages.Continue()), Done)
        assert (await clock_of(back)).running


@pytest.mark.parametrize("spent", [0.0, 12.5, 178.0])
@pytest.mark.parametrize("boot", [0.0, 5000.0], ids=["clock from zero", "clock far on"])
def test_the_time_left_is_that_of_the_last_fact_however_long_the_server_was_away(
    spent: float, boot: float
) -> None:
    """R8: the monotonic clock of the new process has nothing to do with that of the old."""
    sitting, players = begun()
    sitting.pass_time(spent)
    players[0].write("S HQ V8")
    sitting.pass_time(0.75)  # known to nobody when the process dies
    sitting.restart(at=boot)
    assert sitting.left() == 180.0 - spent
    sitting.pass_time(100_000.0)
    assert sitting.left() == 180.0 - spent
    assert sitting.state.stage == "writing"
    for player in players:
        sitting.back(player.token)
    sitting.pass_time(1.0)
    assert sitting.left() == 180.0 - spent - 1.0


def test_many_restarts_take_no_time_away() -> None:
    """R8: each costs at most what was not yet stored, and that in the players' favour."""
    sitting, players = begun()
    tokens = [player.token for player in players]
    for number in range(1, 21):
        before = sitting.left()
        sitting.pass_time(1.0)
        sitting.restart(at=float(number))
        assert sitting.left() >= before - 1.0
        for token in tokens:
            sitting.back(token)
    assert sitting.left() >= 160.0
    assert sitting.state.phase_no == 1


def test_the_game_limit_counts_no_time_of_the_server_away() -> None:
    """P-END-2, R8."""
    sitting, players = begun(limit=1000.0)
    sitting.pass_time(100.0)
    players[0].write("S HQ V8")
    sitting.restart(at=999_999.0)
    clock = sitting.table.clock(sitting.at)
    assert clock.game_left == 900.0


@pytest.mark.parametrize("kept", ["closed", "sealed"])
def test_a_reading_that_was_interrupted_is_finished_after_the_restart(kept: str) -> None:
    """R2: a log that ends between the last seal and the reading, wherever it was cut off."""
    sitting, players = begun()
    for player in players:
        player.write(f"memo {player.sheet}")
        player.seal()
    kinds = {"closed": facts.PhaseClosed, "sealed": facts.SheetSealed}
    cut = max(row.n for row in sitting.rows if isinstance(row.fact, kinds[kept]))
    rows = sitting.rows[:cut]
    table = Table(fold_facts("TABLE", rows))
    table.take_up(5.0, WALL)
    found = [type(row.fact) for row in table.collect(5.0).rows]
    assert facts.SheetsRead in found
    assert found.count(facts.PhaseClosed) == (kept == "sealed")
    assert table.state.stage == "between"
    assert table.state.position == sitting.state.position


def test_sheets_held_by_the_referee_stay_unread_over_a_restart() -> None:
    sitting = Sitting(tournament=True)
    players = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee = sitting.referee()
    referee.ask(messages.Start())
    referee.ask(messages.Hold())
    for player in players:
        player.seal()
    assert sitting.state.stage == "closed"
    sitting.restart()
    assert (sitting.state.stage, sitting.state.held) == ("closed", True)
    sitting.referee().ask(messages.Release())
    assert sitting.state.stage == "between"


def test_a_clock_that_the_referee_stopped_stays_stopped_over_a_restart() -> None:
    """No player who comes back starts the clock."""
    sitting = Sitting(tournament=True)
    players = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee = sitting.referee()
    referee.ask(messages.Start())
    referee.ask(messages.StopClock())
    sitting.restart()
    for player in players:
        sitting.back(player.token)
    assert sitting.state.stopped_by == "referee"
    assert refusal(sitting.back(players[0].token).ask(messages.Continue())) == "not-your-pause"
    sitting.referee().ask(messages.StartClock())
    assert sitting.state.stopped_by == ""


def test_bots_that_had_not_answered_are_sent_again_and_others_are_not() -> None:
    sitting = Sitting()
    ana = sitting.sit("Ana")
    for seat in ARMIES[1:]:
        assert ana.ask(messages.Invite(seat=seat, level="recruit")) == Done(re=sitting._number)
    sent = {job.seat: job for job in sitting.jobs}
    assert set(sent) == set(ARMIES[1:])
    sitting.bot_answers(sent["J"], {"J": ("S HQ J8",)})
    sitting.jobs.clear()
    sitting.restart()
    assert [(job.seat, job.phase) for job in sitting.jobs] == [("B", 1), ("R", 1)]
    for job in sitting.jobs:
        assert job.seed == sent[job.seat].seed
        assert job.view == sent[job.seat].view
        sitting.bot_answers(job, {job.seat: ()})
    sitting.back(ana.token).seal()
    assert sitting.state.stage == "between"


async def test_bots_play_on_after_a_restart(tmp_path: Path) -> None:
    """Over sockets, with the bots' own thinking."""
    async with serving(tmp_path / "a") as app:
        opener = await call(app.port)
        opened = await open_table(opener, options=OPTIONS)
        ana = await call(app.port)
        await ana.sit(opened.table, "Ana")
        for seat in ARMIES[1:]:
            await ana.ask(messages.Invite(seat=seat, level="recruit"))
        await ana.until_event(events.PhaseOpened, phase=1)
        copy = crash_copy(tmp_path / "a", tmp_path / "b")
    async with serving(copy) as app:
        back = await come_back(app.port, ana)
        for n in (1, 2):
            assert isinstance(await back.seal(n, 0), Done)
            await back.until_event(events.SheetsRead, phase=n)
            await back.ask(messages.Ready(phase=n))


@pytest.mark.slow
@pytest.mark.parametrize("most", [ANY_TIME, timed(2.0)])
async def test_ten_thousand_facts_are_served_within_two_seconds(tmp_path: Path, most: float) -> None:
    """R3, R4: listening, and then the player in the seat, of one game of 10,000 facts."""
    rows = scripted_log(667)
    assert len(rows) >= 10_000
    await store_log(tmp_path / "qg.db", "LONGS", rows)
    server = chaos.Server(tmp_path)
    await server.start()
    try:
        began = time.monotonic()
        caller = await call(server.port)
        assert isinstance(await caller.ask(messages.Resume(table="LONGS", token=token_of("J"))), Seated)
        snapshot = await caller.until_kind(Snapshot)
        back = time.monotonic() - began
    finally:
        await server.kill()
    print(f"listening {server.starts[0]:.2f} s, seated {back:.2f} s")
    assert snapshot.phase["phase"] == 668
    assert server.starts[0] < most
    assert back < most


@pytest.mark.slow
@pytest.mark.parametrize("most", [ANY_TIME, timed(2.0)])
async def test_ten_thousand_facts_of_many_tables_do_not_hold_up_the_start(
    tmp_path: Path, most: float
) -> None:
    """R3: a table is loaded when somebody comes to it."""
    for number in range(41):
        await store_log(tmp_path / "qg.db", f"T{number:04}", scripted_log(16))
    server = chaos.Server(tmp_path)
    await server.start()
    await server.kill()
    assert server.starts[0] < most


def told(caller: Caller) -> dict[int, Told]:
    found = {message.seq: message for message in caller.heard if isinstance(message, Told)}
    for message in caller.heard:
        if isinstance(message, messages.Missed):
            found |= {one.seq: one for one in message.told}
    return found


async def abort(app: App, caller: Caller, side: str) -> None:
    """Cut the link without a word, and wait until the client knows."""
    if side == "client":
        caller.socket.transport.abort()
    else:
        peers = app.lobby._actors[caller.table].table.peers
        number = next(number for number, peer in peers.items() if peer.seat == caller.seat)
        connection = next(one for one in app._connections if one.peer.number == number)
        connection._socket.transport.abort()
    with contextlib.suppress(ConnectionClosed):
        while True:
            await caller.hear()


@pytest.mark.parametrize("most", [ANY_TIME, timed(2.0)])
async def test_twenty_cuts_on_either_side_cost_no_draft_and_no_number_of_the_stream(
    tmp_path: Path, most: float
) -> None:
    """R4: back within two seconds, each time, with the draft and all that was missed."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        ana, others = players[0], players[1:]
        await ana.ask(messages.Sync(after=0))
        stream = told(ana)
        slowest = 0.0
        for number in range(1, 21):
            n, revision = (number + 1) // 2, 2 - number % 2
            lines = (*chaos.orders("V", n)[:revision], f"cut {number}")
            assert isinstance(await ana.write(n, *lines, revision=revision), messages.Written)
            stream |= told(ana)
            await abort(app, ana, ("client", "server")[number % 3 == 0])
            if revision == 2:  # something to miss
                for other in others:
                    await other.write(n, *chaos.orders(other.seat, n))
            began = time.monotonic()
            ana = await come_back(app.port, ana, after=max(stream))
            snapshot = await ana.until_kind(Snapshot)
            slowest = max(slowest, time.monotonic() - began)
            stream |= told(ana)
            assert sorted(stream) == list(range(1, snapshot.seq + 1))
            assert (snapshot.sheets["V"].revision, snapshot.sheets["V"].lines) == (revision, lines)
            if revision == 2:
                for player in (ana, *others):
                    revision_of = 2 if player is ana else 1
                    assert isinstance(await player.seal(n, revision_of), Done)
                for player in (ana, *others):
                    assert isinstance(await player.ask(messages.Ready(phase=n)), Done)
                stream |= told(ana)
        live = app.lobby._actors[table].table
        await ana.ask(messages.Sync(after=0))
        stream |= told(ana)
        assert sorted(stream) == list(range(1, live.state.seq + 1))
        assert app._store is not None
        assert digest(live.state) == digest(fold_facts(table, await app._store.load(table)))
    print(f"slowest return {slowest * 1000:.0f} ms")
    assert slowest < most


async def test_a_server_told_to_stop_leaves_what_it_had(tmp_path: Path) -> None:
    """R11: what was acknowledged before the stop is there after it."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port, **OPTIONS)
        await players[1].write(1, "memo")
    async with serving(tmp_path) as app:
        back = await come_back(app.port, players[1])
        snapshot = await back.until_kind(Snapshot)
        assert snapshot.sheets["B"].lines == ("memo",)


async def test_a_wrong_token_is_refused_after_a_restart_too(tmp_path: Path) -> None:
    """S2: the digests are in the log, not the tokens."""
    async with serving(tmp_path) as app:
        table, _ = await start_game(app.port, **OPTIONS)
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        answer = await caller.ask(messages.Resume(table=table, token="not the token at all"))
        assert isinstance(answer, Refused)
        assert answer.code == "wrong-token"
        await caller.close()


@pytest.mark.parametrize("stage", ["writing", "between"])
async def test_one_who_plays_against_bots_comes_back_to_a_clock_that_runs(tmp_path: Path, stage: str) -> None:
    """The only person of the table is back, so the table waits for nobody else."""
    async with serving(tmp_path) as app:
        player = await call(app.port)
        bots = dict.fromkeys("BJR", "recruit")
        opened = await open_table(player, options=OPTIONS, bots=bots)
        await player.sit(opened.table, "Ana")
        await player.until_event(events.PhaseOpened)
        if stage == "between":
            await player.seal(1, 0)
            await player.until_event(events.SheetsRead)
    async with serving(tmp_path) as app:
        back = await come_back(app.port, player)
        clock = await clock_of(back)
        assert (clock.stage, clock.running, clock.paused_by) == (stage, True, "")
        if stage == "between":
            await back.ask(messages.Ready(phase=1))
            await back.until_event(events.PhaseOpened, phase=2)
