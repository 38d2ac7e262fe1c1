"""S18: long work is done in slices, and everything else in the loop goes on between them."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from protocol import messages
from protocol.events import SheetsRead
from protocol.messages import Done, Exported, Ping, Pong, Resume, Seated, Sync, TakenOver, Watch
from protocol.record import Record
from server import slices
from server.record import export, exporting, write_record
from server.slices import Slices, Work, at_once
from server.table.audience import MOST_RESENT
from server.table.facts import Row
from tests.kit.callers import FREE, PATIENCE, Caller, call, serving, start_game
from tests.kit.replay import scripted_log, store_log, token_of
from tests.kit.timing import ANY_TIME, timed

BELL_LATE = 0.25


def count_to(most: int, name: str, seen: list[str]) -> Work[str]:
    for number in range(most):
        seen.append(f"{name}{number}")
        yield
    return name


@pytest.fixture
def shortest_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step in each slice, so that it does not matter how fast the machine is."""
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)


async def test_others_go_on_between_two_slices(shortest_slices: None) -> None:
    seen: list[str] = []

    async def other() -> None:
        for number in range(3):
            seen.append(f"other{number}")
            await asyncio.sleep(0)

    await asyncio.gather(Slices().run(count_to(3, "work", seen)), other())
    assert seen == ["work0", "other0", "work1", "other1", "work2", "other2"]


async def test_several_works_take_turns_and_share_one_slice_in_a_round(shortest_slices: None) -> None:
    seen: list[str] = []
    shared = Slices()
    works = (shared.run(count_to(3, name, seen)) for name in ("a", "b"))
    assert await asyncio.gather(*works) == ["a", "b"]
    assert seen == ["a0", "b0", "a1", "b1", "a2", "b2"]


async def test_a_work_that_is_given_up_lets_the_others_go_on(shortest_slices: None) -> None:
    seen: list[str] = []
    shared = Slices()
    given_up = asyncio.create_task(shared.run(count_to(10**9, "a", seen)))
    await asyncio.sleep(0)
    other = asyncio.create_task(shared.run(count_to(3, "b", seen)))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await other == "b"


def test_without_others_the_work_is_done_at_once() -> None:
    seen: list[str] = []
    assert at_once(count_to(3, "a", seen)) == "a"
    assert len(seen) == 3


def test_a_record_that_is_written_in_parts_has_the_same_bytes() -> None:
    for rounds in (0, 3):
        record = export("TABLE", scripted_log(rounds))
        whole = msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"
        assert write_record(record) == whole
        bare = msgspec.structs.replace(record, rounds=(), log=())
        assert write_record(bare) == msgspec.json.format(msgspec.json.encode(bare), indent=1) + b"\n"


async def is_answered(caller: Caller) -> bool:
    return isinstance(await caller.ask(Ping()), Pong)


async def test_others_are_answered_while_a_long_game_is_loaded(tmp_path: Path, shortest_slices: None) -> None:
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(100))
    async with serving(tmp_path) as app:
        comer, other = await call(app.port), await call(app.port)
        number = await comer.send(Watch(table="LONGS"))
        async with asyncio.timeout(PATIENCE):
            while "LONGS" not in app.lobby._loading:
                assert await is_answered(other)
        assert await is_answered(other)
        assert "LONGS" not in app.lobby._actors
        assert isinstance(await comer.until(lambda message: message.re == number), Done)


async def test_others_are_answered_while_a_record_is_made(tmp_path: Path, shortest_slices: None) -> None:
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(50))
    async with serving(tmp_path) as app:
        asker, other = await call(app.port), await call(app.port)
        await asker.ask(Watch(table="LONGS"))
        number = await asker.send(messages.Export())
        assert await is_answered(asker)
        assert await is_answered(other)
        assert not app.lobby._exported[1]
        assert isinstance(await asker.until(lambda message: message.re == number), Exported)


async def test_a_record_that_several_ask_for_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def counted(table: str, rows: list[Row], role: str) -> Work[Record]:
        made.append(role)
        return (yield from exporting(table, rows, role))

    monkeypatch.setattr("server.lobby.exporting", counted)
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(5))
    async with serving(tmp_path) as app:
        askers = [await call(app.port) for _ in range(3)]
        for asker in askers:
            await asker.ask(Watch(table="LONGS"))
        answers = await asyncio.gather(*(asker.ask(messages.Export()) for asker in askers))
        records = {answer.record for answer in answers if isinstance(answer, Exported)}
        assert (len(records), made) == (1, ["watcher"])


async def long_game(folder: Path) -> None:
    await store_log(folder / "qg.db", "LONGS", scripted_log(200))


async def test_others_are_answered_while_the_stream_is_sent_again(
    tmp_path: Path, shortest_slices: None
) -> None:
    """A bell would ring in between as well."""
    await long_game(tmp_path)
    async with serving(tmp_path) as app:
        watcher, other = await call(app.port), await call(app.port)
        await watcher.ask(Watch(table="LONGS"))
        state = app.lobby._actors["LONGS"].table
        (peer,) = state.peers.values()
        number = await watcher.send(Sync(after=state.state.seq - MOST_RESENT))
        assert await is_answered(other)
        assert await is_answered(other)
        assert peer.is_catching_up
        assert isinstance(await watcher.until(lambda message: message.re == number), Done)
        assert not peer.is_catching_up


async def test_a_player_who_is_sent_events_again_is_told_that_the_seat_was_taken_over(
    tmp_path: Path, shortest_slices: None
) -> None:
    """S3: that message does not wait for the events."""
    await long_game(tmp_path)
    async with serving(tmp_path) as app:
        first, second = await call(app.port), await call(app.port)
        await first.ask(Resume(table="LONGS", token=token_of("V")))
        table = app.lobby._actors["LONGS"].table
        await first.send(Sync(after=table.state.seq - MOST_RESENT))
        assert isinstance(await second.ask(Resume(table="LONGS", token=token_of("V"))), Seated)
        assert await first.until_kind(TakenOver)
        assert not any(message.re for message in first.heard[-1:])


@pytest.mark.slow
@pytest.mark.parametrize("most_late", [ANY_TIME, timed(BELL_LATE)])
async def test_the_bell_rings_on_time_while_many_ask_for_the_whole_stream(
    tmp_path: Path, most_late: float
) -> None:
    """R8: an attack with `sync` from 0 once delayed a bell by 320 ms."""
    await long_game(tmp_path)
    async with serving(tmp_path, FREE) as app:
        _, players = await start_game(app.port, seconds=1.0)
        askers = [await call(app.port) for _ in range(8)]
        for asker in askers:
            await asker.ask(Watch(table="LONGS"))
        seq = app.lobby._actors["LONGS"].table.state.seq
        asking = [asyncio.create_task(ask_again_and_again(asker, seq - MOST_RESENT)) for asker in askers]
        await players[0].until_event(SheetsRead)
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)
        assert app.metrics.last_bell_late_seconds < most_late


async def ask_again_and_again(caller: Caller, after: int) -> None:
    while True:
        await caller.ask(Sync(after=after))
