"""R5, S18: events that are sent again come in their order, before what is sent later, and are packed once."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol import messages
from protocol.codec import decode_server, encode
from protocol.events import Annotated
from protocol.messages import Done, Missed, Refused, Resume, Snapshot, Sync, Told, Watch
from server import slices
from server.table import facts, resending
from server.table.audience import RESENT_BURST
from server.table.folding import fold_facts
from server.table.resending import (
    RESENT_TOGETHER,
    Again,
    Delivery,
    PackedEvents,
    Resending,
    missed,
)
from server.table.stream import Entry
from server.table.table import Table
from tests.kit.callers import Caller, call, open_table, seat_all, serving
from tests.kit.replay import scripted_log, store_log, token_of
from tests.kit.sittings import Sitting, begun

ROUNDS = 20


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(fold_facts("TABLE", scripted_log(ROUNDS)))


class Reader:
    """A peer that takes what it is sent only when it is told to."""

    def __init__(self, *, is_slow: bool = False) -> None:
        self.taken: list[bytes] = []
        self.may_take = asyncio.Event()
        self.was_dropped = False
        if not is_slow:
            self.may_take.set()

    def post(self, *data: bytes) -> None:
        self.taken += data

    def drop(self) -> None:
        self.was_dropped = True

    async def drained(self) -> None:
        await self.may_take.wait()

    def numbers(self) -> list[int]:
        """The numbers of the events that came, in pieces or by themselves."""
        return [told.seq for data in self.taken for told in events_in(data)]


def events_in(data: bytes) -> Iterator[Told]:
    message = decode_server(data)
    if isinstance(message, Missed):
        yield from message.told
    elif isinstance(message, Told):
        yield message


class Ended:
    def __init__(self) -> None:
        self.event = asyncio.Event()

    def __call__(self) -> None:
        self.event.set()


def again(table: Table, after: int = 0, role: str = "V") -> Again:
    return Again(role, role, tuple(table.state.stream[after:]), lambda: None)


def test_a_message_made_from_packed_events_is_the_same_to_the_byte(table: Table) -> None:
    for role in ("V", "watcher"):
        for count in (1, 15, 16, RESENT_TOGETHER):
            told = [table.told(entry, role) for entry in table.state.stream[:count]]
            assert missed([encode(each) for each in told]) == encode(Missed(told=tuple(told)))


async def test_what_comes_up_meanwhile_waits_behind_the_events_sent_again(table: Table) -> None:
    reader, ended = Reader(), Ended()
    delivery = Delivery(reader, Resending(), table.told, ended)
    delivery.add([again(table, after=1), b"\x80"])
    delivery.add([b"\x81"])
    await ended.event.wait()
    assert reader.taken[-2:] == [b"\x80", b"\x81"]
    reader.taken = reader.taken[:-2]
    assert reader.numbers() == list(range(2, table.state.seq + 1))


async def test_no_message_with_events_sent_again_has_more_than_64_kibibytes(table: Table) -> None:
    """Stories of combats are long, and several of them are sent in one message."""

    def tell(entry: Entry, role: str) -> Told:
        return Told(seq=entry.seq, at=0.0, event=Annotated("x" * (entry.seq * 3_701 % 40_000)))

    reader, ended = Reader(), Ended()
    Delivery(reader, Resending(), tell, ended).add([again(table)])
    await ended.event.wait()
    assert reader.numbers() == list(range(1, table.state.seq + 1))
    assert max(map(len, reader.taken)) <= 65_536
    assert len(reader.taken) < table.state.seq


async def test_no_more_is_sent_than_the_peer_takes(table: Table) -> None:
    """A slow peer is not dropped because it asked for much: the next part waits until it has the last."""
    reader, ended = Reader(is_slow=True), Ended()
    delivery = Delivery(reader, Resending(), table.told, ended)
    delivery.add([again(table)])
    await asyncio.sleep(0)
    assert reader.taken == []
    reader.may_take.set()
    await ended.event.wait()
    assert reader.numbers() == list(range(1, table.state.seq + 1))


async def test_a_peer_for_which_too_much_waits_is_dropped(table: Table) -> None:
    """S8."""
    reader, ended = Reader(is_slow=True), Ended()
    delivery = Delivery(reader, Resending(), table.told, ended)
    delivery.add([again(table)])
    for _ in range(resending.MOST_HELD):
        delivery.add([b"\x80"])
    assert reader.was_dropped
    assert ended.event.is_set()


async def test_an_error_in_our_program_drops_that_peer_only(table: Table) -> None:
    def fail(entry: object, role: str) -> Told:
        raise ZeroDivisionError

    reader, ended = Reader(), Ended()
    Delivery(reader, Resending(), fail, ended).add([again(table)])
    await ended.event.wait()
    assert reader.was_dropped


def test_an_event_is_packed_once_for_all_who_are_told_the_same(table: Table) -> None:
    events = PackedEvents()
    common = [entry for entry in table.state.stream if not entry.is_personal]
    own = [entry for entry in table.state.stream if entry.is_personal]
    for _ in range(3):
        for role in ("V", "B"):
            for entry in table.state.stream:
                assert events.packed(entry, role, role, table.told) == encode(table.told(entry, role))
    assert events.made == len(common) + 2 * len(own)


def test_the_packed_events_that_are_kept_have_a_limit(table: Table) -> None:
    events = PackedEvents(most_bytes=2000)
    for entry in table.state.stream:
        events.packed(entry, "V", "V", table.told)
        assert events.size <= 2000
    assert events.size == sum(map(len, events._kept.values()))


async def whole_stream(caller: Caller) -> list[bytes]:
    since = len(caller.heard)
    assert isinstance(await caller.ask(Sync(after=0)), Done)
    heard = zip(caller.raw[since:], caller.heard[since:], strict=True)
    return [raw for raw, said in heard if isinstance(said, Missed)]


async def test_a_repeated_question_is_answered_with_what_was_packed_before(tmp_path: Path) -> None:
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(ROUNDS))
    async with serving(tmp_path) as app:
        caller, other = await call(app.port), await call(app.port)
        for each in (caller, other):
            await each.ask(Watch(table="LONGS"))
        first = await whole_stream(caller)
        made = app.lobby._resending.events.made
        assert made > 0
        assert await whole_stream(caller) == first
        assert await whole_stream(other) == first
        assert app.lobby._resending.events.made == made


async def test_a_second_question_while_events_are_sent_again_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(ROUNDS))
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        await caller.ask(Watch(table="LONGS"))
        await caller.send(Sync(after=0))
        answer = await caller.ask(Sync(after=0))
        assert isinstance(answer, Refused)
        assert answer.code == "rate"
        assert isinstance(await caller.ask(Sync(after=0)), Done), "it is possible again after that"


async def test_events_that_happen_meanwhile_come_after_those_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stream without gaps and in order, whatever happens while a part of it is sent again."""
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    await store_log(tmp_path / "qg.db", "LONGS", scripted_log(ROUNDS))
    async with serving(tmp_path) as app:
        player, watcher = await call(app.port), await call(app.port)
        await player.ask(Resume(table="LONGS", token=token_of("V")))
        await watcher.send(Watch(table="LONGS", after=0))
        for revision in range(1, 6):
            phase = app.lobby._actors["LONGS"].table.state.phase_no
            await player.write(phase, "T HQ V8", revision=revision, sheet="V")
            await player.seal(phase, revision, sheet="V")
            await player.ask(messages.Unseal(phase=phase))
        last = app.lobby._actors["LONGS"].table.state.seq
        numbers: list[int] = []
        while last not in numbers:
            await watcher.hear()
            numbers += [told.seq for told in events_in(watcher.raw[-1])]
        assert numbers == list(range(1, last + 1))


def stored_again(sitting: Sitting, token: str) -> int:
    """How many events are sent again to somebody who comes back and has none."""
    player = sitting.caller()
    player.ask(Resume(table="TABLE", token=token, after=0))
    assert any(isinstance(message, Snapshot) for message in player.heard)
    return sum(len(message.told) for message in player.heard if isinstance(message, Missed))


def test_reconnecting_does_not_refill_the_budget_of_a_seat() -> None:
    """Whoever has used it up is sent a snapshot instead of the events, and gets in all the same."""
    sitting, players = begun(2)
    for _ in range(1000):
        sitting.table.emit(facts.Annotated("a note"), sitting.at)
    sent = [stored_again(sitting, players[0].token) for _ in range(12)]
    assert sent[0] > 1000
    assert sum(sent) <= RESENT_BURST
    assert sent[-1] == 0
    assert stored_again(sitting, players[1].token) > 1000, "another seat has a budget of its own"
    sitting.pass_time(10)
    assert stored_again(sitting, players[0].token) > 1000


async def test_what_was_packed_for_a_player_is_not_sent_to_the_next_holder_of_the_seat(
    tmp_path: Path,
) -> None:
    """S1: the next holder may not know all that the player before knew, so it is decided again."""
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await open_table(opener, tournament=True)
        players = await seat_all(app.port, opened.table)
        referee = await call(app.port)
        await referee.ask(messages.Referee(table=opened.table, key=opened.referee_key))
        await referee.ask(messages.Start())
        kept = app.lobby._resending.events
        await whole_stream(players[0])
        made = kept.made
        await whole_stream(players[0])
        assert kept.made == made
        key = await referee.ask(messages.Replace(seat="V", name="Eve"))
        assert isinstance(key, messages.SeatKey)
        eve = await call(app.port)
        assert isinstance(await eve.ask(Resume(table=opened.table, token=key.token)), messages.Seated)
        await whole_stream(eve)
        stream = app.lobby._actors[opened.table].table.state.stream
        personal = [entry for entry in stream if entry.is_personal]
        common = [entry for entry in stream if not entry.is_personal]
        assert personal
        assert kept.made == len(common) + 2 * len(personal)
