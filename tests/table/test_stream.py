"""One numbered stream for each role: whoever missed a part of it gets exactly that part again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from protocol import events, messages
from protocol.codec import encode
from protocol.messages import Done, Missed, Seated, Snapshot, Told
from server.table.audience import MOST_RESENT
from server.table.resending import RESENT_TOGETHER
from tests.kit import chaos
from tests.kit.callers import Caller, call, open_table, seat_all, serving
from tests.kit.replay import scripted_log, store_log, token_of
from tests.kit.sittings import Player, Sitting
from tests.table.test_recovery import come_back, crash_copy

OPTIONS: dict[str, Any] = {"players": 4, "referee": "V", "seconds": 600.0, "interlude": 600.0}
ROUNDS = 6


def heard_live(*callers: Caller) -> dict[int, bytes]:
    """What came as it happened, byte for byte."""
    return {
        message.seq: raw
        for caller in callers
        for raw, message in zip(caller.raw, caller.heard, strict=True)
        if isinstance(message, Told)
    }


def sent_again(caller: Caller, since: int = 0) -> list[bytes]:
    """What came in pieces, each number as the bytes it would have been told in."""
    pieces = [message for message in caller.heard[since:] if isinstance(message, Missed)]
    assert all(len(piece.told) <= RESENT_TOGETHER for piece in pieces)
    return [encode(told) for piece in pieces for told in piece.told]


class Recording:
    """A game with every kind of event, and what each role heard while it was played."""

    def __init__(self, table: str, players: list[Caller], watcher: Caller) -> None:
        self.table = table
        self.players = players
        self.watcher = watcher
        self.earlier: dict[str, list[Caller]] = {}
        """Connections of a seat that are gone."""

    @property
    def roles(self) -> dict[str, Caller]:
        return {"watcher": self.watcher} | {player.seat: player for player in self.players}

    def live(self, role: str) -> dict[int, bytes]:
        return heard_live(*self.earlier.get(role, []), self.roles[role])

    async def play(self, port: int) -> None:
        for n in range(1, ROUNDS + 1):
            await self._write(n)
            if n == 2:
                await self._pause()
            if n == 3:
                await self._cut(port)
            for player in self.players:
                assert isinstance(await player.seal(n), Done)
            await self._talk(n)
            if n < ROUNDS:
                for player in self.players:
                    await player.ask(messages.Ready(phase=n))

    async def _write(self, n: int) -> None:
        for player in self.players:
            await player.write(n, *chaos.orders(player.seat, n))
        first = self.players[0]
        assert isinstance(await first.seal(n), Done)
        assert isinstance(await first.ask(messages.Unseal(phase=n)), Done)

    async def _pause(self) -> None:
        assert isinstance(await self.players[1].ask(messages.Pause()), Done)
        assert isinstance(await self.players[1].ask(messages.Continue()), Done)

    async def _cut(self, port: int) -> None:
        gone = self.players[3]
        await gone.close()
        self.earlier[gone.seat] = [gone]
        self.players[3] = await come_back(port, gone, after=max(heard_live(gone)))

    async def _talk(self, n: int) -> None:
        one, other = self.players[1], self.players[2]
        if n % 2:
            assert isinstance(await one.ask(messages.Chat(text="shall we?", to=other.seat)), Done)
        else:
            assert isinstance(await other.ask(messages.Chat(text="well played")), Done)

    async def catch_up(self) -> int:
        """Let everybody hear all there is; the last number."""
        for caller in self.roles.values():
            await caller.ask(messages.Ping())
        return max(self.live("watcher"))


@asynccontextmanager
async def recorded(folder: Path) -> AsyncIterator[tuple[int, Recording]]:
    async with serving(folder) as app:
        opener = await call(app.port)
        opened = await open_table(opener, options=OPTIONS)
        watcher = await call(app.port)
        await watcher.ask(messages.Watch(table=opened.table))
        recording = Recording(opened.table, await seat_all(app.port, opened.table), watcher)
        await recording.play(app.port)
        await recording.catch_up()
        yield app.port, recording


async def whole_stream(recording: Recording, role: str) -> list[bytes]:
    caller = recording.roles[role]
    since = len(caller.heard)
    assert isinstance(await caller.ask(messages.Sync(after=0)), Done)
    return sent_again(caller, since)


def check_against_live(whole: list[bytes], live: dict[int, bytes]) -> None:
    assert len(live) > len(whole) * 3 // 4
    for number, data in live.items():
        assert whole[number - 1] == data, f"number {number} is told otherwise than it was"


async def check_every_cut(caller: Caller, whole: list[bytes]) -> None:
    for after in range(len(whole) + 1):
        since = len(caller.heard)
        assert isinstance(await caller.ask(messages.Sync(after=after)), Done)
        assert sent_again(caller, since)[: len(whole) - after] == whole[after:], f"cut at {after}"


@pytest.mark.slow
async def test_after_a_cut_at_any_point_each_role_gets_the_bytes_that_it_missed(tmp_path: Path) -> None:
    """R5: by Sync, for players and a watcher, with private messages and each one's own views."""
    async with recorded(tmp_path) as (_, recording):
        streams = {role: await whole_stream(recording, role) for role in recording.roles}
        assert {len(whole) for whole in streams.values()} == {max(recording.live("watcher"))}
        assert len(streams["watcher"]) > RESENT_TOGETHER
        for role, whole in streams.items():
            check_against_live(whole, recording.live(role))
            await check_every_cut(recording.roles[role], whole)
        private = [data for data in streams["J"] if b"shall we?" in data]
        assert len(private) == ROUNDS // 2
        for stranger in ("V", "R", "watcher"):
            assert not [data for data in streams[stranger] if b"shall we?" in data]


@pytest.mark.slow
async def test_whoever_comes_back_hears_what_was_missed_and_then_goes_on(tmp_path: Path) -> None:
    """R5: by Resume and Watch, from every number."""
    async with recorded(tmp_path) as (port, recording):
        for role in ("V", "B", "watcher"):
            whole = await whole_stream(recording, role)
            for after in range(len(whole) + 1):
                caller = await call(port)
                entry: messages.ClientMessage
                if role == "watcher":
                    entry = messages.Watch(table=recording.table, after=after)
                else:
                    token = recording.roles[role].token
                    entry = messages.Resume(table=recording.table, token=token, after=after)
                assert isinstance(await caller.ask(entry), Done | Seated)
                snapshot = next((s for s in caller.heard if isinstance(s, Snapshot)), None)
                snapshot = snapshot or await caller.until_kind(Snapshot)
                assert sent_again(caller) == whole[after:], f"{role} back from {after}"
                assert snapshot.seq == len(whole)
                await caller.close()
        last = recording.players[3]
        answer = await last.ask(messages.Chat(text="still here"))
        assert isinstance(answer, Done)
        assert recording.live(last.seat)[len(whole) + 1]


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "31337"])
async def test_the_stream_is_the_same_to_the_byte_after_the_server_was_killed(
    tmp_path: Path, hash_seed: str
) -> None:
    """R5: in another process, with other hashes, from the log alone."""
    (tmp_path / "a").mkdir()
    async with recorded(tmp_path / "a") as (_, recording):
        streams = {role: await whole_stream(recording, role) for role in recording.roles}
        copy = crash_copy(tmp_path / "a", tmp_path / "b")
    server = chaos.Server(copy)
    await server.start(PYTHONHASHSEED=hash_seed)
    try:
        for role, whole in streams.items():
            caller = await call(server.port)
            token = recording.roles[role].token
            entry: messages.ClientMessage = messages.Watch(table=recording.table)
            if role != "watcher":
                entry = messages.Resume(table=recording.table, token=token)
            assert isinstance(await caller.ask(entry), Done | Seated)
            await check_every_cut(caller, whole)
    finally:
        await server.kill()


async def test_a_gap_that_is_too_long_is_bridged_by_a_snapshot(tmp_path: Path) -> None:
    """R5: a shorter gap is filled from the stream; a number that was never told gives a snapshot too."""
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(220))
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        await caller.ask(messages.Resume(table="LONGS", token=token_of("V"), after=0))
        snapshot = await caller.until_kind(Snapshot)
        assert snapshot.seq > MOST_RESENT
        assert sent_again(caller) == []
        now = app.lobby._actors["LONGS"].table.state.seq
        for after, resent in (
            (0, 0),
            (now - MOST_RESENT - 1, 0),
            (now - MOST_RESENT, MOST_RESENT),
            (now + 1, 0),
        ):
            since = len(caller.heard)
            assert isinstance(await caller.ask(messages.Sync(after=after)), Done)
            assert len(sent_again(caller, since)) == resent
            snapshots = [said for said in caller.heard[since:] if isinstance(said, Snapshot)]
            assert [said.seq for said in snapshots] == ([] if resent else [now])


async def test_each_number_of_the_stream_is_sent_once_to_everybody_who_was_there(tmp_path: Path) -> None:
    """There is one stream without gaps; a private message keeps its number for everybody."""
    async with recorded(tmp_path) as (_, recording):
        for role in ("V", "B", "J", "watcher"):
            numbers = [m.seq for m in recording.roles[role].heard if isinstance(m, Told)]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        masked = [e for e in recording.roles["V"].events() if isinstance(e, events.Masked)]
        assert len(masked) == ROUNDS // 2


def assert_no_gap(player: Player) -> None:
    """A client that counts from its first snapshot, and knows nothing before it, misses no number."""
    known = None
    for message in player.heard:
        match message:
            case Snapshot():
                assert known in (None, message.seq)
                known = message.seq
            case Told():
                assert known is not None, "an event came before the snapshot"
                assert message.seq == known + 1
                known = message.seq


def test_whoever_comes_to_a_table_is_told_nothing_before_the_snapshot() -> None:
    """The answer comes first, then the snapshot, then the stream behind it."""
    sitting = Sitting(2, tournament=True)
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    referee, watcher = sitting.referee(), sitting.watcher()
    assert isinstance(referee.ask(messages.Start()), Done)
    assert isinstance(referee.ask(messages.Replace(seat="VB", level="recruit")), Done)
    back = sitting.back(ana.token)
    assert not sitting.state.chairs["VB"].bot, "the bot has made room"
    bo.write("S HQ J8", sheet="J")
    for player in (ana, bo, referee, watcher, back):
        assert_no_gap(player)
    for player in (ana, bo, back):
        assert [type(message) for message in player.heard[:2]] == [Seated, Snapshot]
    assert back.heard[1].seats[0].bot == ""  # type: ignore[union-attr]  # it is a snapshot
