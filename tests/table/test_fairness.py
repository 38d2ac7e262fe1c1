"""Cases in which one player once had an advantage over another."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from protocol import events, messages
from protocol.messages import Done, Exported, Join, Leave, Refused, Seated, Write, Written
from server import table_list
from server.lobby import Lobby
from server.net.limits import Bucket
from server.net.metrics_page import Where
from tests.kit.callers import PATIENCE, call, open_table, seat_all, serving, start_game
from tests.kit.wires import http


async def page(port: int) -> str:
    status, body = await http(port, "GET", "/metrics")
    assert status == 200
    return body.decode()


async def test_public_figures_do_not_move_when_a_line_is_written(tmp_path: Path) -> None:
    """A rival who reads /metrics learns who has written, as everybody does, and no more."""
    async with serving(tmp_path, metrics_at=Where()) as app:
        _, players = await start_game(app.port)
        await players[0].until_event(events.PhaseOpened)
        assert isinstance(await players[0].write(1, "T HQ V8"), Written)
        before = await page(app.metrics_port)
        for revision in range(2, 7):
            assert isinstance(await players[0].write(1, "T HQ V4", revision=revision), Written)
            await players[0].ask(messages.Suggest(sheet="V", text="T"))
        assert await page(app.metrics_port) == before


async def test_what_arrived_first_goes_first_whoever_is_read_first(tmp_path: Path) -> None:
    """A sheet stamped before the bell counts, though one stamped after it is in the inbox already."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=3600, slow=False)
        await players[0].until_event(events.PhaseOpened)
        actor = await app.lobby.find(table)
        bell = actor.table.deadline()
        assert bell
        peers = {peer.seat: peer for peer in actor.table.peers.values()}
        lines = actor._lines
        late = Write(phase=1, sheet="B", revision=1, lines=("T HQ B8",))
        early = Write(phase=1, sheet="V", revision=1, lines=("T HQ V8",))
        actor.submit(peers["B"], lines[peers["B"].number], late, bell + 1)
        actor.submit(peers["V"], lines[peers["V"].number], early, bell - 1)
        read = await players[2].until_event(events.SheetsRead)
        assert read.sheets["V"] == ("T HQ V8",)
        assert read.sheets["B"] == ()


async def test_a_sheet_does_not_wait_behind_an_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()

    async def slow(self: Lobby, table: str, role: str) -> Exported:
        await go.wait()
        return Exported(record=b"")

    monkeypatch.setattr(Lobby, "record", slow)
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        await players[0].until_event(events.PhaseOpened)
        number = await players[0].send(messages.Export())
        assert isinstance(await players[0].write(1, "T HQ V8"), Written)
        second = await players[0].ask(messages.Export())
        assert isinstance(second, Refused)
        go.set()
        answer = await players[0].until(lambda message: message.re == number)
        assert isinstance(answer, Exported)


async def test_a_finished_game_does_not_keep_its_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        first = await open_table(caller, tournament=True, options={"players": 2})
        await seat_all(app.port, first.table, ("Ana", "Bo"))
        referee = await call(app.port)
        await referee.ask(messages.Referee(table=first.table, key=first.referee_key))
        await referee.ask(messages.Start())
        assert isinstance(await referee.ask(messages.Finish()), Done)
        second = await open_table(caller, key="another secret of mine")
        joined = await caller.ask(Join(table="Sunday", name="Cy", key="the secret of Cy, long"))
        assert isinstance(joined, Seated)
        assert joined.table == second.table


async def test_tables_at_which_nobody_ever_sat_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, most_tables=2) as app:
        caller = await call(app.port)
        for number in range(2):
            await open_table(caller, key=f"a long enough secret {number}")
        third = messages.OpenTable(game="power", name="Third", key="yet another long secret")
        assert isinstance(await caller.ask(third), Refused)
        monkeypatch.setattr(table_list, "STALE_SECONDS", -1.0)
        await caller.ask(third)
        answer: Any = None
        async with asyncio.timeout(PATIENCE):
            while not isinstance(answer, messages.Opened):
                answer = await caller.ask(third)


async def test_a_table_somebody_sits_at_never_goes_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_list, "STALE_SECONDS", -1.0)
    async with serving(tmp_path, most_tables=1) as app:
        caller = await call(app.port)
        opened = await open_table(caller)
        player = await call(app.port)
        await player.sit(opened.table, "Ana")
        await player.close()
        third = messages.OpenTable(game="power", name="Third", key="yet another long secret")
        assert isinstance(await caller.ask(third), Refused)
        assert isinstance(await caller.ask(third), Refused)
        assert isinstance(await caller.ask(Leave()), Refused)


def test_refused_messages_are_forgiven_after_a_rest() -> None:
    """Many short bursts over some hours do not close a connection."""
    bucket = Bucket(burst=2, rate=1.0, now=0.0)
    now = 0.0
    for _ in range(10):
        assert [bucket.take(now) for _ in range(4)] == [True, True, False, False]
        now += 10
        assert bucket.take(now)
        now += 10
    assert not bucket.exhausted
