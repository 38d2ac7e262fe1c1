"""Secrets: no byte that depends on another seat's sheet leaves the server before the phase closes. S1.

Whole games are played over real sockets with marked orders. Every byte that every connection receives is
kept, with the log and the public pages, and looked through for marks of sheets that are still secret. Then
the same is done with a server that was made to leak: a scan that cannot fail proves nothing.
"""

import asyncio
import io
import logging
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgpack
import msgspec
import pytest

from protocol import discovery, events, messages
from protocol.messages import (
    Export,
    ListTables,
    Ready,
    Seal,
    ServerMessage,
    Snapshot,
    Suggest,
    Sync,
    Told,
    Unseal,
    Write,
)
from protocol.record import Record
from server import lobby, logs, table_list
from server.app import App
from server.games.power import POWER
from server.metrics import Metrics
from server.net.lan import Announcer
from server.net.metrics_page import Where
from server.record import exporting
from server.slices import Work
from server.table import acts, facts, knowledge
from server.table.acts import writing
from server.table.audience import Peer
from server.table.facts import Row
from server.table.state import TableState
from server.table.stream import Entry
from server.table.table import Table
from tests.kit.callers import Caller, call, open_table, serving


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    """All that is logged, at the finest level there is."""
    stream = io.StringIO()
    everything = logging.StreamHandler(stream)
    root, libraries = logging.getLogger(), logging.getLogger("websockets")
    before, before_libraries = root.level, libraries.level
    logs.set_up("debug", stream)
    root.addHandler(everything)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(everything)
    root.setLevel(before)
    libraries.setLevel(before_libraries)
    ours = logging.getLogger("qg")
    ours.handlers[:] = []
    ours.propagate = True


class Recording:
    """What a game gave away: to whom, and when."""

    def __init__(self) -> None:
        self.callers: list[Caller] = []
        self.marks: list[tuple[int, str, bytes]] = []
        """Phase, seat and mark of each secret order."""
        self.pages: list[bytes] = []

    def leaks(self, log: str) -> list[str]:
        found = [leak for caller in self.callers for leak in self._leaks_to(caller)]
        public = [*self.pages, log.encode()]
        found += [f"{seat} in public" for _, seat, mark in self.marks if any(mark in page for page in public)]
        return found

    def _leaks_to(self, caller: Caller) -> Iterator[str]:
        """Marks of other seats in what this one received before it heard the phase close."""
        closed = 0
        for raw, message in zip(caller.raw, caller.heard, strict=True):
            closed = max(closed, closed_phase(message))
            seen = zlib.decompress(message.record) if isinstance(message, messages.Exported) else raw
            for phase, seat, mark in self.marks:
                # Nobody's record holds the own draft either: it is one for all.
                own = seat == caller.seat and seen is raw
                if phase > closed and not own and mark in seen:
                    yield f"{seat} of phase {phase} to {caller.seat or 'an outsider'}"


def closed_phase(message: ServerMessage) -> int:
    """The phase that its receiver now knows to be closed, or 0."""
    match message:
        case Told(event=events.PhaseClosed(phase=phase)):
            return phase
        case messages.Missed(told=told):
            return max(map(closed_phase, told), default=0)
        case Snapshot(stage="between" | "over", phase={"phase": phase}):
            return int(phase)
    return 0


def marked_order(army: str, random: Random) -> str:
    """An order that is carried out at the start, and that nobody else would write just so."""
    first, second = (" " * random.randint(2, 80) for _ in range(2))
    return f"t{first}hQ{second}{army}4"


def marked_junk(random: Random) -> str:
    return f"QZ{random.getrandbits(64):016X}"


async def fetch(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


class Session:
    """A game being played and recorded."""

    def __init__(self, app: App, random: Random) -> None:
        self.app, self.random = app, random
        self.kept = Recording()
        self.table = ""
        self.players: dict[str, Caller] = {}

    async def arrive(self) -> Caller:
        caller = await call(self.app.port)
        self.kept.callers.append(caller)
        return caller

    async def begin(self, players: int, *, tournament: bool) -> None:
        opener = await self.arrive()
        opened = await open_table(opener, options={"players": players}, tournament=tournament)
        self.table = opened.table
        for name in ("Ana", "Bo", "Cy", "Di")[:players]:
            player = await self.arrive()
            seated = await player.sit(self.table, name)
            self.players[seated.seat] = player
        await self.watch()
        if tournament:
            referee = await self.arrive()
            await referee.ask(messages.Referee(table=self.table, key=opened.referee_key))
            await referee.ask(messages.Start())

    async def watch(self) -> None:
        watcher = await self.arrive()
        answer = await watcher.ask(messages.Watch(table=self.table))
        assert isinstance(answer, messages.Done)

    async def play(self, phase: int) -> None:
        for seat in self.random.sample(list(self.players), len(self.players)):
            await self._write(seat, phase)
        await self._look_around(phase)
        for seat in self.random.sample(list(self.players), len(self.players)):
            revisions = dict.fromkeys(seat, 3)
            await self.players[seat].ask(Seal(phase=phase, revisions=revisions))
        for caller in self.kept.callers:
            if caller.table or caller.seat or caller is not self.kept.callers[0]:
                await caller.until_event(events.SheetsRead, phase=phase)
        for player in self.players.values():
            await player.ask(Ready(phase=phase))

    async def _write(self, seat: str, phase: int) -> None:
        player = self.players[seat]
        for army in seat:
            for revision in (1, 2, 3):
                lines = [marked_order(army, self.random), *(marked_junk(self.random) for _ in range(4))]
                self.kept.marks += ((phase, seat, line.encode()) for line in lines)
                lines = lines[: self.random.randint(1, 5)]
                sheet = Write(phase=phase, sheet=army, revision=revision, lines=tuple(lines))
                assert isinstance(await player.ask(sheet), messages.Written)
                await player.ask(Suggest(sheet=army, above=tuple(lines), text=lines[0][:5]))
        if self.random.random() < 0.5:
            await player.ask(Seal(phase=phase, revisions=dict.fromkeys(seat, 3)))
            await player.ask(Unseal(phase=phase))

    async def _look_around(self, phase: int) -> None:
        """Everything anyone may ask for while the sheets are secret."""
        for caller in self.kept.callers[1:]:
            await caller.ask(Sync(after=0))
            await caller.ask(ListTables())
            assert isinstance(await caller.ask(Export()), messages.Exported)
        await self.watch()
        seat = self.random.choice(list(self.players))
        again = await self.arrive()
        again.seat = seat
        old, self.players[seat] = self.players[seat], again
        await again.ask(messages.Resume(table=self.table, token=old.token, after=0))
        again.token = old.token
        await old.until_kind(messages.TakenOver)
        self.kept.callers.remove(old)
        self.kept.pages += [await fetch(self.app.port, path) for path in ("/healthz", "/metrics", "/")]
        self.kept.pages.append(await fetch(self.app.metrics_port, "/metrics"))
        self.kept.pages.append(announced(self.app))


def announced(app: App) -> bytes:
    return Announcer("QG", 7878, app.lobby.lines)._answer(bytes(discovery.NONCE_BYTES))


@asynccontextmanager
async def session(folder: Path, seed: int) -> AsyncIterator[Session]:
    async with serving(folder, metrics_at=Where()) as app:
        yield Session(app, Random(seed))


async def played(
    folder: Path, *, players: int = 4, tournament: bool = False, rounds: int = 3, seed: int = 1
) -> Recording:
    async with session(folder, seed) as game:
        await game.begin(players, tournament=tournament)
        for phase in range(1, rounds + 1):
            await game.play(phase)
        return game.kept


@pytest.mark.parametrize(
    ("players", "tournament", "seed"), [(4, False, 1), (4, True, 2), (2, False, 3), (3, True, 4)]
)
async def test_no_mark_of_a_secret_sheet_reaches_anyone_else(
    tmp_path: Path, log: io.StringIO, players: int, tournament: bool, seed: int
) -> None:
    """S1: players, spectators, a referee, the log, the health page, the metrics and the LAN."""
    kept = await played(tmp_path, players=players, tournament=tournament, seed=seed)
    assert kept.leaks(log.getvalue()) == []
    assert len(kept.marks) >= 3 * 3 * 5 * players
    assert len(kept.callers) >= 3 + players
    assert "table opened" in log.getvalue()


async def test_once_read_every_sheet_lies_open_to_all(tmp_path: Path) -> None:
    """P-SHEET-7: so the marks would be seen, were they sent."""
    kept = await played(tmp_path, rounds=1)
    read = [
        (seat, mark)
        for _, seat, mark in kept.marks
        if all(any(mark in raw for raw in caller.raw) for caller in kept.callers if caller.table)
    ]
    assert {seat for seat, _ in read} == {"V", "B", "J", "R"}
    assert any(mark.startswith(b"t ") for _, mark in read)


def tell_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    told = TableState._write

    def leak(state: TableState, fact: Any, row: Any) -> Any:
        event = told(state, fact, row)
        return event or events.Annotated(" / ".join(fact.lines))

    monkeypatch.setattr(TableState, "_write", leak)


def show_all_sheets_in_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Table.snapshot

    def leak(table: Table, peer: Peer) -> Snapshot:
        everything = {
            sheet: messages.Sheet(d.revision, d.lines) for sheet, d in table.state.sheets.drafts.items()
        }
        return msgspec.structs.replace(shown(table, peer), sheets=everything)

    monkeypatch.setattr(Table, "snapshot", leak)


def resend_unmasked_reading_before_the_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    resent = Table.resend

    def leak(table: Table, peer: Peer, after: int) -> None:
        sheets = {sheet: draft.lines for sheet, draft in table.state.sheets.drafts.items()}
        event = events.SheetsRead(table.state.phase_no, sheets, {}, (), None)
        table.reply(peer, messages.Missed(told=(Told(seq=0, at=0.0, event=event),)))
        resent(table, peer, after)

    monkeypatch.setattr(Table, "resend", leak)


def export_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: str, rows: Sequence[Row], role: str) -> Work[Record]:
        drafts = [row.fact.lines for row in rows if isinstance(row.fact, facts.Drafted)]
        return msgspec.structs.replace((yield from exporting(table, rows, role)), outcome=drafts)

    monkeypatch.setattr(lobby, "exporting", leak)


def log_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, peer: Peer, message: Write, at: float) -> ServerMessage:
        logs.info("written", lines=message.lines)
        return writing.write(table, peer, message, at)

    monkeypatch.setitem(acts.ACTS, Write, leak)


def count_drafts_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def leak(table: Table, peer: Peer, message: Write, at: float) -> ServerMessage:
        seen.extend(message.lines)
        return writing.write(table, peer, message, at)

    monkeypatch.setitem(acts.ACTS, Write, leak)
    told = Metrics.text
    monkeypatch.setattr(Metrics, "text", lambda metrics: told(metrics) + "\n".join(seen))


@pytest.mark.parametrize(
    "sabotage",
    [
        tell_drafts,
        show_all_sheets_in_snapshots,
        resend_unmasked_reading_before_the_bell,
        export_drafts,
        log_drafts,
        count_drafts_by_name,
    ],
)
async def test_a_server_that_leaks_is_caught(
    tmp_path: Path,
    log: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
    sabotage: Callable[[pytest.MonkeyPatch], None],
) -> None:
    """S1: the test itself is tested with a server that leaks."""
    sabotage(monkeypatch)
    kept = await played(tmp_path, tournament=True, rounds=1)
    assert kept.leaks(log.getvalue())


# The same game twice, with sheets that differ: whatever others receive must not.

Act = Callable[[Caller], Any]
FIVE = tuple(f"T HQ V{n}" for n in range(4, 9))


def masked(value: Any) -> Any:
    """A message without what is random or a time in every game."""
    match value:
        case float():
            return 0.0
        case str() if len(value) in (32, 64) and set(value) <= set("0123456789abcdef"):
            return "x" * len(value)
        case dict():
            return {key: "x" if key == "token" else masked(each) for key, each in value.items()}
        case list():
            return [masked(each) for each in value]
    return value


Heard = tuple[Any, int]


def transcript(caller: Caller) -> list[Heard]:
    """What it received, masked, with the number of bytes, until it heard the phase close."""
    received: list[Heard] = []
    for raw, message in zip(caller.raw, caller.heard, strict=True):
        if closed_phase(message):
            return received
        received.append((masked(msgpack.unpackb(raw)), len(raw)))
    raise AssertionError("the phase never closed")


async def spied_on(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    sheets: Sequence[Sequence[str]],
    *,
    sealed: bool = True,
    look_around: bool = True,
) -> list[list[Heard]]:
    """What everybody else receives while V writes these versions of a sheet, one after the other."""
    for drawing in (lobby, table_list):  # keys and the letters of a table
        monkeypatch.setattr(drawing, "random", SimpleNamespace(SystemRandom=lambda: Random(7)))
    async with session(folder, seed=1) as game:
        await game.begin(4, tournament=True)
        author = game.players["V"]
        for revision, lines in enumerate(sheets, 1):
            await author.write(1, *lines, revision=revision)
        if sealed:
            await author.seal(1, revision=len(sheets))
        for seat, player in game.players.items():
            if seat != "V":
                await player.write(1, "as always")
        if look_around:
            for caller in game.kept.callers[1:]:
                await caller.ask(Sync(after=0))
            await game.watch()
        public = [
            await fetch(game.app.port, "/healthz"),
            await fetch(game.app.metrics_port, "/metrics"),
        ]
        public.append(announced(game.app))
        for seat, player in game.players.items():
            if seat != "V":
                await player.seal(1)
        if not sealed:
            await game.kept.callers[-1 - look_around].ask(messages.Grant(seconds=-3600))
        for caller in game.kept.callers[1:]:
            await caller.until_event(events.PhaseClosed)
        found = [transcript(caller) for caller in game.kept.callers[1:] if caller.seat != "V"]
    found.append([(masked_page(page), len(masked_page(page))) for page in public])
    return found


def masked_page(page: bytes) -> bytes:
    """Without how long commits took."""
    lines = page.partition(b"\r\n\r\n")[2].split(b"\n") if page.startswith(b"HTTP") else [page]
    return b"\n".join(line for line in lines if b"seconds" not in line)


@pytest.mark.parametrize("sealed", [True, False])
async def test_others_receive_the_same_for_no_orders_as_for_five(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sealed: bool
) -> None:
    """S1: the same messages, in the same order, of the same sizes."""
    none = await spied_on(tmp_path / "none", monkeypatch, [("T HQ V4",), ()], sealed=sealed)
    five = await spied_on(tmp_path / "five", monkeypatch, [FIVE[:3], FIVE], sealed=sealed)
    assert none == five
    assert sum(map(len, none)) > 50


async def test_of_a_sheet_others_learn_only_whether_something_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1: that a seat has written is public."""
    none = await spied_on(tmp_path / "none", monkeypatch, [()], look_around=False)
    five = await spied_on(tmp_path / "five", monkeypatch, [FIVE], look_around=False)
    without = [[item for item in heard if not is_wrote(item, "V")] for heard in five[:-1]]
    assert all(len(a) == len(b) - 1 for a, b in zip(without, five[:-1], strict=True))
    assert [list(map(unnumbered, heard)) for heard in without] == [
        list(map(unnumbered, heard)) for heard in none[:-1]
    ]


def is_wrote(item: Heard, seat: str) -> bool:
    return bool(item[0].get("event") == {"type": "wrote", "seat": seat})


def unnumbered(item: Heard) -> Heard:
    body, size = item
    return ({**body, "seq": 0}, size)


def wrote_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, peer: Peer, message: Write, at: float) -> ServerMessage:
        if message.lines:
            table._presence_moved = True
        return writing.write(table, peer, message, at)

    monkeypatch.setitem(acts.ACTS, Write, leak)


def pad_the_seal(monkeypatch: pytest.MonkeyPatch) -> None:
    told = knowledge.told

    def leak(state: TableState, entry: Entry, role: str) -> Any:
        event = told(state, entry, role)
        if isinstance(event, events.SheetSealed):
            count = len(state.draft(event.seat).lines)
            return events.SheetSealed(event.seat, {k: v + " " * count for k, v in event.hashes.items()})
        return event

    monkeypatch.setattr(knowledge, "told", leak)


@pytest.mark.parametrize("sabotage", [wrote_each_time, pad_the_seal, tell_drafts])
async def test_a_server_whose_messages_tell_sheets_apart_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """S1: the test itself is tested with a server that leaks."""
    sabotage(monkeypatch)
    none = await spied_on(tmp_path / "none", monkeypatch, [("T HQ V4",), ()])
    five = await spied_on(tmp_path / "five", monkeypatch, [FIVE[:3], FIVE])
    assert none != five


async def test_a_bug_met_while_orders_are_written_puts_no_order_into_the_log(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1: a traceback says where, not what."""

    def fail(view: Any, sheet: str, lines: Sequence[str]) -> Any:
        raise KeyError(lines[0])

    mark = marked_junk(Random(5))
    async with session(tmp_path, seed=1) as game:
        await game.begin(4, tournament=False)
        monkeypatch.setattr(POWER, "review", fail)
        await game.players["V"].send(Write(phase=1, sheet="V", revision=1, lines=(mark,)))
        ended = await game.players["B"].until_event(events.GameEnded)
        assert ended.reason == "fault"
        assert not game.kept.leaks("")
    assert "table failed" in log.getvalue()
    assert "KeyError" in log.getvalue()
    assert "in write" in log.getvalue()
    assert mark not in log.getvalue()


async def test_a_record_asked_for_in_mid_game_holds_no_private_word_and_no_secret(tmp_path: Path) -> None:
    """S1: neither a word between two, nor a seed, salt, token or digest that is not public."""
    async with session(tmp_path, seed=1) as game:
        await game.begin(4, tournament=True)
        await game.play(1)
        players = game.players
        await players["V"].ask(messages.Write(phase=2, sheet="V", revision=1, lines=("secret order",)))
        await players["V"].seal(2)
        state = game.app.lobby._actors[game.table].table.state
        private = [chair.token for chair in state.chairs.values()] + [
            chair.key for chair in state.chairs.values()
        ]
        private += [
            state.opened.key,
            state.opened.referee,
            str(state.opened.seed),
            state.sheets.salts["V"],
            "secret order",
        ]
        for caller in game.kept.callers[1:]:
            answer = await caller.ask(Export())
            assert isinstance(answer, messages.Exported)
            record = zlib.decompress(answer.record).decode()
            assert '"Ana"' in record
            assert not [secret for secret in private if secret in record]


async def test_a_record_holds_no_talk_between_two(tmp_path: Path) -> None:
    """P-TIME-3, S1."""
    async with session(tmp_path, seed=1) as game:
        opener = await call(game.app.port)
        opened = await open_table(opener)
        ana, bo = await call(game.app.port), await call(game.app.port)
        await ana.sit(opened.table, "Ana")
        await bo.sit(opened.table, "Bo")
        await ana.ask(messages.Chat(text="for all to hear"))
        await ana.ask(messages.Chat(text="between us", to="B"))
        for caller in (ana, bo):
            answer = await caller.ask(Export())
            assert isinstance(answer, messages.Exported)
            record = zlib.decompress(answer.record)
            assert b"for all to hear" in record
            assert b"between us" not in record
        assert isinstance(await opener.ask(Export()), messages.Refused), "who is at no table gets none"


async def test_no_secret_of_a_person_is_logged(tmp_path: Path, log: io.StringIO) -> None:
    """S12: neither right nor wrong ones, nor what was no message."""
    async with session(tmp_path, seed=1) as game:
        await game.begin(2, tournament=True)
        stranger = await call(game.app.port)
        for message in (
            messages.Resume(table=game.table, token="WRONG-TOKEN-1"),
            messages.Watch(table="WRONG-NAME-2", password="WRONG-PASSWORD-3"),
            messages.Join(table=game.table, name="Eve", key="OWN-SECRET-OF-EVE-4", password="PASSWORD-5"),
        ):
            assert isinstance(await stranger.ask(message), messages.Refused)
        for wrong in ({"type": "write", "WRONG-FIELD-6": "WRONG-VALUE-7"}, {"type": "WRONG-TYPE-8"}):
            await stranger.socket.send(msgpack.packb(wrong))
        await stranger.socket.wait_closed()
        tokens = [player.token for player in game.players.values()]
    written = log.getvalue()
    assert "protocol error" in written
    assert not [word for word in ("WRONG", "SECRET", "PASSWORD", *tokens) if word in written]
    assert "own secret of" not in written
