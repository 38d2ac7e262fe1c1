"""The store: durable before acknowledged, append-only, and what happens when it cannot store."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from protocol import messages
from protocol.messages import ClientMessage, Refused, ServerMessage, Written
from server.app import App, Settings
from server.errors import StorageError
from server.record import export
from server.store import MOST_LISTED, SqliteStore, open_readonly, read_rows
from server.table import actor, facts
from server.table.arrivals import Item
from server.table.facts import Row
from server.table.folding import fold_facts
from server.verify import verify
from tests.kit.callers import FREE, Caller, call, open_table, seat_all, start_game
from tests.kit.chaos import orders
from tests.kit.replay import digest
from tests.kit.sittings import refusal

OPTIONS: dict[str, Any] = {"referee": "V", "seconds": 600.0, "interlude": 600.0, "limit": None}


def noted(n: int, text: str = "said") -> Row:
    return Row(n, 1.5, 0.25, 0.5, facts.Annotated(text))


@asynccontextmanager
async def storing(folder: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(folder / "qg.db")
    try:
        yield store
    finally:
        await store.close()


def rows_of(database: Path, table: str) -> list[Row]:
    connection = open_readonly(database)
    try:
        return read_rows(connection, table)
    finally:
        connection.close()


async def pragma(store: SqliteStore, text: str) -> Any:
    return await store._read(lambda connection: connection.execute(f"PRAGMA {text}").fetchone())


async def test_what_an_append_has_answered_another_process_can_read(tmp_path: Path) -> None:
    """R1: the answer comes after the commit."""
    async with storing(tmp_path) as store:
        for n in range(1, 20):
            await store.append("A", [noted(n)])
            assert rows_of(tmp_path / "qg.db", "A") == [noted(k) for k in range(1, n + 1)]
        assert await store.load("A") == rows_of(tmp_path / "qg.db", "A")


async def test_every_commit_waits_until_the_disk_has_it(tmp_path: Path) -> None:
    """R1: without WAL and synchronous FULL, facts that were acknowledged are lost when the power fails."""
    async with storing(tmp_path) as store:
        assert await pragma(store, "journal_mode") == ("wal",)
        assert await pragma(store, "synchronous") == (2,)


async def test_everything_that_waits_shares_one_commit(tmp_path: Path) -> None:
    """Many tables do not wait for the disk one after the other."""
    async with storing(tmp_path) as store:
        said: list[str] = []
        store._connection.set_trace_callback(said.append)
        busy = threading.Event()
        reading = asyncio.ensure_future(store._read(lambda connection: busy.wait(10)))
        waiting = [store.append(f"T{number}", [noted(1), noted(2)]) for number in range(100)]
        busy.set()
        await asyncio.gather(reading, *waiting)
        assert said.count("COMMIT") == 1
        store._connection.set_trace_callback(None)
    connection = open_readonly(tmp_path / "qg.db")
    assert connection.execute("SELECT count(*) FROM facts").fetchone() == (200,)
    connection.close()


async def test_what_is_appended_in_one_turn_of_the_loop_shares_one_commit_and_can_be_read(
    tmp_path: Path,
) -> None:
    """The thread of the store is idle, and is not woken for each table."""
    async with storing(tmp_path) as store:
        said: list[str] = []
        store._connection.set_trace_callback(said.append)
        waiting = [store.append(f"T{number}", [noted(1)]) for number in range(20)]
        assert store.waiting() == 20
        store._hand_over()
        assert store.waiting() in (0, 20)  # the thread has begun with all of them, or with none
        assert [row.n for row in await store.load("T19")] == [1]
        assert all(done.done() for done in waiting)
        assert said.count("COMMIT") == 1
        store._connection.set_trace_callback(None)


async def test_a_read_finds_what_was_appended_just_before_it(tmp_path: Path) -> None:
    async with storing(tmp_path) as store:
        done = store.append("T", [noted(1)])
        assert [row.n for row in await store.load("T")] == [1]
        await done


async def test_what_was_appended_before_the_store_is_closed_is_stored(tmp_path: Path) -> None:
    async with storing(tmp_path) as store:
        done = store.append("T", [noted(1)])
    async with asyncio.timeout(10):
        await done
    connection = open_readonly(tmp_path / "qg.db")
    assert connection.execute("SELECT count(*) FROM facts").fetchone() == (1,)
    connection.close()


@pytest.mark.parametrize(
    "change", ["UPDATE facts SET at = 0", "DELETE FROM facts", "DELETE FROM facts WHERE n = 1"]
)
async def test_a_stored_fact_can_be_neither_changed_nor_taken_away(tmp_path: Path, change: str) -> None:
    """Append-only, also for whoever opens the file with another program."""
    async with storing(tmp_path) as store:
        await store.append("A", [noted(1)])
    connection = sqlite3.connect(tmp_path / "qg.db")
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        connection.execute(change)
    connection.close()
    assert rows_of(tmp_path / "qg.db", "A") == [noted(1)]


async def test_an_append_that_fails_leaves_nothing_of_itself(tmp_path: Path) -> None:
    """R10: all the facts of a command or none."""
    async with storing(tmp_path) as store:
        await store.append("A", [noted(1), noted(2)])
        with pytest.raises(StorageError):
            await store.append("A", [noted(3), noted(2, "again"), noted(4)])
        assert await store.load("A") == [noted(1), noted(2)]
        await store.append("A", [noted(3)])


async def test_an_append_that_fails_for_one_table_works_for_the_others(tmp_path: Path) -> None:
    """R10: one of three appends of a shared commit fails."""
    async with storing(tmp_path) as store:
        await store.append("B", [noted(1)])
        busy = threading.Event()
        reading = asyncio.ensure_future(store._read(lambda connection: busy.wait(10)))
        waiting = [store.append(table, [noted(1)]) for table in ("A", "B", "C")]
        busy.set()
        await reading
        done = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(result) for result in done] == [type(None), StorageError, type(None)]
        for table in ("A", "B", "C"):
            assert await store.load(table) == [noted(1)]


async def test_a_file_that_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "qg.db").write_bytes(b"this is a shopping list, and a long one " * 50)
    with pytest.raises(StorageError, match="not a database") as refused:
        SqliteStore(tmp_path / "qg.db")
    assert tmp_path / "qg.db" not in open_files(), "the refused file is still held open"
    del refused  # until here it held all that the store had opened


def open_files() -> list[Path]:
    """The files that this process holds open."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the entry of the listing itself is gone by now
            found.append(entry.readlink())
    return found


class Failing:
    """A store that fails when it is told to, or every so many appends."""

    def __init__(self, inner: SqliteStore, every: int = 0, reads_too: bool = False) -> None:
        self.inner = inner
        self.every = every
        self.reads_too = reads_too
        self.down = False
        self.gate: asyncio.Event | None = None
        """Facts are stored when this is set."""
        self.is_held = asyncio.Event()
        self.failures = 0
        self._appends = 0
        self._loads = 0

    def append(self, table: str, rows: Sequence[Row]) -> "asyncio.Future[None]":
        self._appends += 1
        if self.down or (self.every and self._appends % self.every == 0):
            self.failures += 1
            failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            failed.set_exception(StorageError("the disk is on fire"))
            return failed
        if self.gate is not None:
            return asyncio.ensure_future(self._append_later(self.gate, table, rows))
        return self.inner.append(table, rows)

    async def _append_later(self, gate: asyncio.Event, table: str, rows: Sequence[Row]) -> None:
        self.is_held.set()
        await gate.wait()
        await self.inner.append(table, rows)

    async def claim(self, table: str) -> None:
        await self.inner.claim(table)

    def release(self, table: str) -> None:
        self.inner.release(table)

    def server_with_room(self) -> str:
        return self.inner.server_with_room()

    async def load(self, table: str) -> list[Row]:
        self._loads += 1
        if self.reads_too and (self.down or self._loads % 2):
            raise StorageError("the disk is still on fire")
        return await self.inner.load(table)

    async def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]:
        return await self.inner.roster(after, most)

    async def listed(self, table: str) -> list[Row]:
        return await self.inner.listed(table)

    def servers(self) -> tuple[str, ...]:
        return self.inner.servers()

    def share_presence(self, people_here: Callable[[], dict[str, int]]) -> None:
        self.inner.share_presence(people_here)

    def presence(self) -> dict[str, int]:
        return self.inner.presence()

    def watch(self, changed: Callable[[str], None]) -> None:
        self.inner.watch(changed)

    def when_cut_off(self, give_up: Callable[[], None]) -> None:
        self.inner.when_cut_off(give_up)

    def waiting(self) -> int:
        return self.inner.waiting()

    def room(self) -> int | None:
        return self.inner.room()

    async def close(self) -> None:
        await self.inner.close()


@asynccontextmanager
async def serving_on(store: SqliteStore | Failing, folder: Path) -> AsyncIterator[App]:
    settings = Settings(database=folder / "qg.db", host="127.0.0.1", port=0, announce=False, limits=FREE)
    async with App(settings, store) as app:
        yield app


async def insist(caller: Caller, message: ClientMessage) -> ServerMessage:
    """Send it again until it is stored, as a player would."""
    while True:
        answer = await caller.ask(message)
        if not (isinstance(answer, Refused) and answer.code == "storage"):
            assert not isinstance(answer, Refused), (message, answer)
            return answer


def live(app: App, table: str) -> Any:
    return app.lobby._actors[table].table.state


def check_in_step(app: App, database: Path, table: str) -> list[Row]:
    """The table in memory is the table that its log gives."""
    rows = rows_of(database, table)
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    assert digest(live(app, table)) == digest(fold_facts(table, rows))
    return rows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("every", "reads_too"), [(2, False), (3, False), (5, False), (2, True), (3, True)], ids=str
)
async def test_a_store_that_fails_now_and_then_costs_retries_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int, reads_too: bool
) -> None:
    """R10: after each command the table is the sum of its log, whatever failed on the way."""
    monkeypatch.setattr(actor, "STORAGE_RETRY", 0.0)
    store = Failing(SqliteStore(tmp_path / "qg.db"))
    async with serving_on(store, tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        store.every, store.reads_too = every, reads_too
        for n in range(1, 4):
            for player in players:
                wanted = messages.Write(phase=n, sheet=player.seat, revision=1, lines=orders(player.seat, n))
                assert isinstance(await insist(player, wanted), Written)
                check_in_step(app, tmp_path / "qg.db", table)
            for player in players:
                await insist(player, messages.Seal(phase=n, revisions={player.seat: 1}))
                check_in_step(app, tmp_path / "qg.db", table)
            for player in players:
                await insist(player, messages.Ready(phase=n))
        rows = check_in_step(app, tmp_path / "qg.db", table)
    assert store.failures > 5
    assert sum(isinstance(row.fact, facts.SheetsRead) for row in rows) == 3
    assert sum(isinstance(row.fact, facts.Drafted) for row in rows) == 12
    assert sum(isinstance(row.fact, facts.SheetSealed) for row in rows) == 12
    assert verify(export(table, rows)) == []


async def test_whoever_comes_back_while_nothing_can_be_stored_is_told_and_gets_in_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10, R4: the seat is not lost by it, and the clock still waits for everybody."""
    monkeypatch.setattr(actor, "STORAGE_RETRY", 0.0)
    store = Failing(SqliteStore(tmp_path / "qg.db"))
    async with serving_on(store, tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        for player in players[1:]:
            await player.close()
        last = players[0]
        store.down = True
        await last.close()  # nobody is left, and that the clock stops for it cannot be stored
        back = await call(app.port)
        refused = await back.ask(messages.Resume(table=table, token=last.token))
        assert isinstance(refused, Refused)
        assert refused.code == "storage"
        store.down = False
        seated = await insist(back, messages.Resume(table=table, token=last.token))
        assert isinstance(seated, messages.Seated)
        answer = await back.ask(messages.Write(phase=1, sheet=last.seat, revision=1, lines=("S HQ V8",)))
        assert isinstance(answer, Written)
        check_in_step(app, tmp_path / "qg.db", table)


async def test_the_clock_of_a_table_without_players_stops_as_soon_as_that_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10, R8: a full disk and a cut network together cost nobody a round."""
    monkeypatch.setattr(actor, "STORAGE_RETRY", 0.0)
    store = Failing(SqliteStore(tmp_path / "qg.db"))
    async with serving_on(store, tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        watcher = await call(app.port)
        await watcher.ask(messages.Watch(table=table))
        store.down = True
        for player in players:
            await player.close()
        while store.failures < 3:
            await watcher.ask(messages.Sync(after=0))
        store.down = False
        stopped = await watcher.until(lambda m: isinstance(m, messages.Clock) and not m.running)
        assert isinstance(stopped, messages.Clock)
        assert stopped.paused_by == "nobody"
        check_in_step(app, tmp_path / "qg.db", table)


async def test_a_seat_taken_over_while_nothing_can_be_stored_is_lost_to_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10, S3: no connection is left behind that believes itself at the table."""
    monkeypatch.setattr(actor, "STORAGE_RETRY", 0.0)
    monkeypatch.setattr(actor, "TURN_SECONDS", 60.0)  # so that one turn is enough for both
    store = Failing(SqliteStore(tmp_path / "qg.db"))
    async with serving_on(store, tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        first, other, second = players[0], players[1], await call(app.port)
        inbox = (await app.lobby.find(table))._inbox
        # While something else is being stored, both come to the table, which then takes them in one turn:
        # the write that cannot be stored takes the entrance along.
        store.gate = asyncio.Event()
        await other.send(messages.Write(phase=1, sheet=other.seat, revision=1, lines=("S HQ B8",)))
        await store.is_held.wait()
        arrived: asyncio.Queue[object] = asyncio.Queue()
        add = inbox.add_change

        def add_and_note(item: Item) -> None:
            add(item)
            arrived.put_nowait(item)

        monkeypatch.setattr(inbox, "add_change", add_and_note)
        await first.send(messages.Write(phase=1, sheet=first.seat, revision=1, lines=("S HQ V8",)))
        await arrived.get()
        await second.send(messages.Resume(table=table, token=first.token))
        await arrived.get()
        store.down = True
        store.gate.set()
        refused = await first.until(lambda m: isinstance(m, Refused))
        assert isinstance(refused, Refused)
        store.down = False
        seated = await insist(second, messages.Resume(table=table, token=first.token))
        assert isinstance(seated, messages.Seated)
        answer = await insist(
            second, messages.Write(phase=1, sheet=first.seat, revision=1, lines=("S HQ V8",))
        )
        assert isinstance(answer, Written)
        check_in_step(app, tmp_path / "qg.db", table)


async def test_a_seat_whose_handing_over_cannot_be_stored_stays_with_its_player_and_its_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10, S16: the referee gets no key, and the draft is neither lost nor told."""
    monkeypatch.setattr(actor, "STORAGE_RETRY", 0.0)
    store = Failing(SqliteStore(tmp_path / "qg.db"))
    async with serving_on(store, tmp_path) as app:
        opened = await open_table(await call(app.port), tournament=True, options={"players": 2})
        ana, bo = await seat_all(app.port, opened.table, ("Ana", "Bo"))
        referee = await call(app.port)
        await referee.ask(messages.Referee(table=opened.table, key=opened.referee_key))
        await referee.ask(messages.Start())
        await ana.write(1, "T HQ V8", sheet="V")
        store.down = True
        assert refusal(await referee.ask(messages.Replace(seat="VB", name="Eve"))) == "storage"
        store.down = False
        answer = await insist(ana, messages.Write(phase=1, sheet="V", revision=2, lines=("S HQ V8",)))
        assert isinstance(answer, Written)
        key = await insist(referee, messages.Replace(seat="VB", name="Eve"))
        assert isinstance(key, messages.SeatKey)
        eve = await call(app.port)
        assert isinstance(
            await eve.ask(messages.Resume(table=opened.table, token=key.token, after=0)), messages.Seated
        )
        assert (await eve.until_kind(messages.Snapshot)).sheets["V"].lines == ()
        assert not any(b"HQ V8" in raw for caller in (referee, eve, bo) for raw in caller.raw)
        check_in_step(app, tmp_path / "qg.db", opened.table)


async def fill(store: SqliteStore) -> None:
    """Let the database have no more pages than it has now."""
    (pages,) = await pragma(store, "page_count")
    await pragma(store, f"max_page_count = {pages}")


async def test_a_full_disk_is_told_in_words_loses_nothing_and_is_forgotten_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10: SQLITE_FULL from the database itself."""
    monkeypatch.setattr(actor, "STORAGE_RETRY", 0.0)
    store = SqliteStore(tmp_path / "qg.db")
    async with serving_on(store, tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        ana, bo = players[0], players[1]
        await fill(store)
        revision, kept = 0, 0
        while True:
            revision += 1
            lines = ("S HQ V8", *(f"{revision} " + "x" * 150 for _ in range(10)))
            answer = await ana.write(1, *lines, revision=revision)
            if isinstance(answer, Refused):
                break
            assert isinstance(answer, Written)
            kept = revision
        assert answer.code == "storage"
        assert "full" in answer.text
        assert len(answer.text.split()) > 3
        before = check_in_step(app, tmp_path / "qg.db", table)
        drafted = [row.fact for row in before if isinstance(row.fact, facts.Drafted)]
        assert [fact.revision for fact in drafted] == list(range(1, kept + 1)), "every ack, and no more"
        big = messages.Write(phase=1, sheet=bo.seat, revision=1, lines=("x" * 200,) * 20)
        other = await bo.ask(big)
        assert isinstance(other, Refused)
        assert other.code == "storage"
        assert rows_of(tmp_path / "qg.db", table) == before
        await pragma(store, "max_page_count = 1000000")
        assert isinstance(await ana.write(1, *lines, revision=revision), Written)
        for player in players[1:]:
            await player.write(1, *orders(player.seat, 1))
        await ana.seal(1, revision)
        for player in players[1:]:
            assert isinstance(await player.seal(1), messages.Done)
        rows = check_in_step(app, tmp_path / "qg.db", table)
    assert sum(isinstance(row.fact, facts.SheetsRead) for row in rows) == 1
    assert verify(export(table, rows)) == []


async def test_a_full_disk_at_one_table_leaves_the_lists_of_the_others_alone(tmp_path: Path) -> None:
    """R10: requests that store nothing are still answered."""
    store = SqliteStore(tmp_path / "qg.db")
    async with serving_on(store, tmp_path) as app:
        table, players = await start_game(app.port, **OPTIONS)
        await fill(store)
        listed = await players[0].ask(messages.ListTables())
        assert isinstance(listed, messages.Tables)
        assert [line.id for line in listed.tables] == [table]
        opened: ServerMessage = listed
        for number in range(1000):
            name = f"{number} " + "y" * 70
            opened = await players[0].ask(messages.OpenTable(game="power", name=name, key=f"{number}" * 16))
            if isinstance(opened, Refused):
                break
        assert isinstance(opened, Refused)
        assert opened.code == "storage"
        assert isinstance(await players[0].ask(messages.Ping()), messages.Pong)
        missed = await players[0].ask(messages.Sync(after=0))
        assert isinstance(missed, messages.Done)
