"""Faults the server survives: each costs the others nothing and loses nothing."""

import asyncio
import contextlib
import hashlib
import io
import os
import signal
import socket
import sqlite3
import ssl
import statistics
import struct
import sys
import threading
import time
import types
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from protocol import certificates, discovery, events, messages
from protocol.codec import encode
from protocol.messages import (
    CLOSE_LIMITS,
    CLOSE_RESTART,
    Closing,
    Done,
    Hello,
    Ping,
    Pong,
    Refused,
    Resume,
    Seated,
    Snapshot,
    Sync,
    Watch,
    Write,
    Written,
)
from server import app as app_module
from server.app import App, Settings
from server.games.power import POWER
from server.net import outbox
from server.net.limits import Bucket, Limits
from server.schema import prepare
from tests.kit.callers import FREE, PATIENCE, Caller, call, leaked_tasks, open_table, serving, start_game
from tests.kit.timing import ANY_TIME, timed
from tests.kit.wires import BINARY, CLOSE, DEFLATED, TEXT, Wire, frame, wire

ROOT = Path(__file__).parents[2]
CALM = 0.1
"""The 99th percentile of a round trip that still counts as undisturbed, with all in one process (S7: 25 ms
with two)."""


async def round_trips(caller: Caller, count: int) -> float:
    """The 99th percentile of a player's pings, in seconds."""
    times = []
    for _ in range(count):
        started = time.perf_counter()
        assert isinstance(await caller.ask(Ping()), Pong)
        times.append(time.perf_counter() - started)
    return statistics.quantiles(times, n=100)[-1]


async def come_back(port: int, table: str, token: str) -> Wire:
    """A seated player on a bare wire."""
    back = await wire(port, hello=True)
    back.say(Resume(table=table, token=token))
    while b"snapshot" not in (await back.take())[1]:
        pass
    return back


@pytest.mark.parametrize("kept", [1, 2, 5, 9, 20, -1])
async def test_a_client_cut_in_mid_message_loses_only_that_message(tmp_path: Path, kept: int) -> None:
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        await players[0].write(1, "acknowledged")
        back = await come_back(app.port, table, players[0].token)
        sent = frame(encode(Write(phase=1, sheet="V", revision=2, lines=("cut off",))))
        back.put(sent[:kept])
        await back.writer.drain()
        back.cut()
        await players[1].until(lambda m: isinstance(m, messages.Presence) and "V" not in m.connected)
        again = await call(app.port)
        assert isinstance(await again.ask(Resume(table=table, token=players[0].token)), Seated)
        snapshot = await again.until_kind(Snapshot)
        assert snapshot.sheets["V"].lines == ("acknowledged",)


async def test_a_client_cut_in_mid_handshake_costs_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        for kept in (0, 1, 20, 60):
            cut = await wire(app.port, handshake=False)
            cut.put(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"[:kept])
            await cut.writer.drain()
            cut.cut()
        assert isinstance(await (await call(app.port)).ask(Ping()), Pong)


@pytest.mark.slow
@pytest.mark.parametrize(("calm", "most"), [(ANY_TIME, PATIENCE), timed(CALM, 10)])
async def test_a_client_that_never_reads_is_dropped_and_others_notice_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO, calm: float, most: float
) -> None:
    """S8: its buffer filled beyond the write limit; at most 256 messages or 1 MB are held for it."""
    monkeypatch.setattr(app_module, "PING_SECONDS", 10 * PATIENCE)  # a missing pong must not end it first
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        deaf = await wire(app.port, hello=True, buffer=4096)
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket transport has it
        deaf.say(Watch(table=players[0].table))
        started = time.monotonic()
        flood = asyncio.create_task(ask_without_reading(deaf, app))
        high = await round_trips(players[0], 300)
        async with asyncio.timeout(PATIENCE):
            held, size = await flood
        assert held <= outbox.MOST_MESSAGES + 1
        assert size <= outbox.MOST_BYTES + 65_536
        assert time.monotonic() - started < most
        assert high < calm
        assert isinstance(await players[1].write(1, "undisturbed"), Written)
        assert app.metrics.dropped_slow_total == 1
    assert log.getvalue().count("slow reader dropped") == 1


async def ask_without_reading(deaf: Wire, app: App) -> tuple[int, int]:
    """Ask again and again and never look at the answer, until cut off; the most that was held for it."""
    asked = frame(encode(Sync(after=0)))
    held = size = 0
    while not deaf.writer.transport.is_closing():
        deaf.put(asked * 4)
        with contextlib.suppress(ConnectionError):
            await deaf.writer.drain()
        held = max(held, *(len(c._outbox._waiting) for c in app._connections), 0)
        size = max(size, *(c._outbox._size for c in app._connections), 0)
        await asyncio.sleep(0)  # let the server, in this same loop, have its turn
    return held, size


@pytest.mark.slow
async def test_a_client_that_takes_nothing_for_the_send_deadline_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """S8: even if its queue never overflows."""
    monkeypatch.setattr(app_module, "PING_SECONDS", 10 * PATIENCE)  # a missing pong must not end it first
    monkeypatch.setattr(outbox, "SEND_SECONDS", 0.2)
    monkeypatch.setattr(outbox, "MOST_MESSAGES", 10**9)
    monkeypatch.setattr(outbox, "MOST_BYTES", 10**12)
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        deaf = await wire(app.port, hello=True, buffer=4096)
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket transport has it
        deaf.say(Watch(table=players[0].table))
        async with asyncio.timeout(PATIENCE):
            await ask_without_reading(deaf, app)
        assert app.metrics.dropped_slow_total == 1
        assert isinstance(await players[1].write(1, "undisturbed"), Written)


def bad_frames(count: int) -> Iterator[bytes]:
    """Random bytes, cut and changed messages, wrong types, unknown tags, deep nesting, text."""
    random = Random(3)
    good = encode(Write(phase=1, sheet="V", revision=1, lines=("T HQ V4", "S HQ V4")))
    for number in range(count):
        match number % 8:
            case 0:
                yield frame(random.randbytes(random.randint(1, 300)))
            case 1:
                yield frame(good[: random.randrange(len(good))])
            case 2:
                yield frame(msgpack.packb({"type": "write", "phase": "one", "id": "two", "lines": {}}))
            case 3:
                yield frame(msgpack.packb({"type": f"unknown {number}"}))
            case 4:
                yield frame(b"\x91" * random.choice((17, 600, 60_000)) + b"\xc0")
            case 5:
                yield frame(b"hello", TEXT)
            case 6:
                yield frame(b"\xdf\xff\xff\xff\xff")
            case 7:
                yield frame(b"")


@pytest.mark.slow
async def test_a_thousand_junk_frames_close_their_connections_and_no_other(
    tmp_path: Path, log: io.StringIO
) -> None:
    """S4, S5."""

    async def provoke(bad: bytes, hello: bool) -> int:
        rude = await wire(port, hello=hello)
        rude.put(bad)
        code, _ = await rude.closing()
        await rude.hang_up()
        return code

    async with serving(tmp_path) as app:
        port = app.port
        _, players = await start_game(port)
        codes: list[int] = []
        pending: list[Any] = []
        for number, bad in enumerate(bad_frames(1000)):
            pending.append(provoke(bad, hello=number % 3 != 0))
            if len(pending) == 40:
                codes += await asyncio.gather(*pending)
                pending = []
        assert len(codes) == 1000
        assert set(codes) == {CLOSE_LIMITS}
        assert isinstance(await players[0].write(1, "undisturbed"), Written)
        assert app.metrics.protocol_errors_total == 1000
        assert app.metrics.table_faults_total == 0
    assert "traceback" not in log.getvalue()


async def test_a_seated_player_who_sends_junk_keeps_the_seat(tmp_path: Path) -> None:
    """S5: the seat can be used again at once."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        await players[0].write(1, "kept")
        await players[0].socket.send(b"\xc1junk")
        await players[0].socket.wait_closed()
        assert players[0].socket.close_code == CLOSE_LIMITS
        back = await call(app.port)
        assert isinstance(await back.ask(Resume(table=table, token=players[0].token)), Seated)
        assert (await back.until_kind(Snapshot)).sheets["V"].lines == ("kept",)


async def test_deflated_frames_are_refused(tmp_path: Path) -> None:
    """S6: no extension is agreed upon, so there is nothing to inflate."""
    async with serving(tmp_path) as app:
        offer = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        bomber = await wire(app.port, more=offer)
        bomber.put(frame(b"\x00" * 1000, BINARY, bits=DEFLATED))
        code, _ = await bomber.closing()
        assert code == 1002
        await bomber.hang_up()


async def test_a_handshake_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    """S9: no data after connect."""
    limits = msgspec.structs.replace(FREE, hello_seconds=0.2)
    async with serving(tmp_path, limits) as app:
        silent = await wire(app.port, handshake=False)
        slow = await wire(app.port, handshake=False)
        slow.put(b"GET /ws HT")
        async with asyncio.timeout(PATIENCE):
            await silent.reader.read()
            await slow.reader.read()
        await silent.hang_up()
        await slow.hang_up()


@pytest.mark.slow
@pytest.mark.parametrize("calm", [ANY_TIME, timed(CALM)])
async def test_a_flood_of_drafts_is_refused_then_cut_off_and_others_notice_nothing(
    tmp_path: Path, calm: float
) -> None:
    """S7: 100 messages in 20 s; what was acknowledged stands."""
    limits, sent = Limits(), 0
    async with serving(tmp_path, limits) as app:
        began = time.monotonic()
        table, players = await start_game(app.port)
        flooder, victim = players[0], players[1]

        async def flood() -> None:
            nonlocal sent
            while True:
                revision = sent = sent + 1
                lines = (f"order {revision}",)
                await flooder.send(Write(phase=1, sheet="V", revision=revision, lines=lines))
                await asyncio.sleep(
                    0
                )  # sending alone never lets the server, in this same loop, have its turn

        async def listen() -> None:
            while True:
                await flooder.hear()

        running = [asyncio.create_task(flood()), asyncio.create_task(listen())]
        high = await round_trips(victim, 150)
        ended = await asyncio.gather(*running, return_exceptions=True)
        assert all(isinstance(error, ConnectionClosed) for error in ended)
        assert flooder.socket.close_code == CLOSE_LIMITS
        assert high < calm
        acknowledged = [m.revision for m in flooder.heard if isinstance(m, Written)]
        refused = [m.code for m in flooder.heard if isinstance(m, Refused)]
        assert 1 <= len(acknowledged) <= limits.burst + limits.rate * (time.monotonic() - began)
        assert len(refused) >= 50
        assert set(refused) == {"rate"}
        await victim.until(lambda m: isinstance(m, messages.Presence) and "V" not in m.connected)
        back = await call(app.port)
        await back.ask(Resume(table=table, token=flooder.token))
        sheet = (await back.until_kind(Snapshot)).sheets["V"]
        assert acknowledged[-1] <= sheet.revision <= sent, "what was taken before the cut may lack its answer"
        assert sheet.lines == (f"order {sheet.revision}",)


def test_the_rate_limit_recovers_with_time_and_closes_on_a_client_that_goes_on() -> None:
    """S7."""
    bucket = Bucket(100, 5.0, 0.0)
    assert sum(bucket.take(0.0) for _ in range(150)) == 100
    assert not bucket.exhausted
    assert sum(bucket.take(10.0) for _ in range(60)) == 50
    assert not bucket.exhausted
    for _ in range(50):
        bucket.take(10.0)
    assert bucket.exhausted


async def test_of_two_clients_with_one_token_one_remains(tmp_path: Path) -> None:
    """S3: both come at the same instant, ten times in a row."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        token = players[0].token
        for revision in range(1, 11):
            pair = [await call(app.port) for _ in range(2)]
            answers = await asyncio.gather(*(c.ask(Resume(table=table, token=token)) for c in pair))
            assert all(isinstance(answer, Seated) for answer in answers)
            lines = ("one hand",)
            sheet = Write(phase=1, sheet="V", revision=revision, lines=(*lines, f"and {revision}"))
            wrote = await asyncio.gather(*(c.ask(sheet) for c in pair), return_exceptions=True)
            assert sum(isinstance(answer, Written) for answer in wrote) == 1
            live = app.lobby._actors[table].table
            assert [peer.seat for peer in live.peers.values()].count("V") == 1


async def test_a_bug_in_the_rules_ends_that_table_with_a_report_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """An error of our own ends one connection or one table, and is in the log."""
    sound = POWER.resolve

    def buggy(state: Any, sheets: Any, dice: Any, *, last: bool = False) -> Any:
        if ("BUG",) in sheets.values():
            raise ZeroDivisionError
        return sound(state, sheets, dice, last=last)

    monkeypatch.setattr(POWER, "resolve", buggy)
    async with serving(tmp_path) as app:
        broken, players = await start_game(app.port)
        opened = await open_table(await call(app.port), name="Other", key="another secret of 16")
        others = [await call(app.port) for _ in range(4)]
        for name, other in zip(("Eva", "Flo", "Gus", "Hal"), others, strict=True):
            await other.sit(opened.table, name)
        await players[0].write(1, "BUG")
        for revision, player in zip((1, 0, 0, 0), players, strict=True):
            await player.send(messages.Seal(phase=1, revisions={"V": 1} if revision else {}))
        for player in players:
            ended = await player.until_event(events.GameEnded)
            assert (ended.reason, ended.winners) == ("fault", ())
            assert ended.text == "", (
                "the reason is a code, which every player reads in a language of their own"
            )
        assert app.metrics.table_faults_total == 1
        watcher = await call(app.port)
        await watcher.ask(Watch(table=broken))
        assert (await watcher.until_kind(Snapshot)).stage == "over"
        for other in others:
            assert isinstance(await other.seal(1, revision=0), Done)
        assert await others[0].until_event(events.SheetsRead, phase=1)
    assert "ZeroDivisionError" in log.getvalue()


async def test_a_table_whose_log_cannot_be_replayed_refuses_and_no_other_suffers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """A bug that also strikes when the table is rebuilt; nobody waits for ever."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)

        def buggy(*args: Any, **kwargs: Any) -> Any:
            raise ZeroDivisionError

        for player in players:
            await player.seal(1, revision=0)
        await players[0].until_event(events.SheetsRead, phase=1)
        monkeypatch.setattr(POWER, "resolve", buggy)
        for player in players:
            await player.ask(messages.Ready(phase=1))
        await players[0].until_event(events.PhaseOpened, phase=2)
        for player in players:
            await player.send(messages.Seal(phase=2))
        for player in players:
            with pytest.raises(ConnectionClosed):
                await player.until_event(events.SheetsRead, phase=2)
            assert player.socket.close_code == 1011
            assert "ended because of an error" in str(player.socket.close_reason)
        back = await call(app.port)
        answer = await back.ask(Resume(table=table, token=players[0].token))
        assert isinstance(answer, Refused)
        assert answer.code == "table-broken"
        assert isinstance(await open_table(back, name="Other", key="another secret of 16"), messages.Opened)
    assert "table could not be ended" in log.getvalue()


@asynccontextmanager
async def subprocess_server(
    folder: Path, *more: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    command = (sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", "--no-announce")
    process = await asyncio.create_subprocess_exec(
        *command,
        *("--database", str(folder / "qg.db"), *more),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            line = b""
            while b"QG serves on port" not in line:
                line = await process.stdout.readline()
                assert line, await process.stderr.read() if process.stderr else b""
        yield process, int(line.split()[4])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "deaf", "seconds"),
    [
        *((signal.SIGTERM, 0, PATIENCE), (signal.SIGINT, 1, PATIENCE)),
        *(timed(signal.SIGTERM, 0, 3), timed(signal.SIGINT, 1, 5)),
    ],
)
async def test_a_server_told_to_stop_tells_its_clients_and_ends(
    tmp_path: Path, number: int, deaf: int, seconds: float
) -> None:
    """R11: 1012 with a reason, exit code 0, in 3 s, or 5 if somebody does not listen; nothing lost."""
    async with subprocess_server(tmp_path) as (process, port):
        table, players = await start_game(port)
        await players[0].write(1, "kept over the stop")
        idle = await call(port, hello=False)
        unheard = [await wire(port, hello=True) for _ in range(deaf)]
        started = time.monotonic()
        process.send_signal(number)
        for player in players:
            closing = await player.until_kind(Closing)
            assert "everything is kept" in closing.text
            with pytest.raises(ConnectionClosed):
                await player.hear()
            assert player.socket.close_code == CLOSE_RESTART
            assert player.socket.close_reason
        await idle.socket.wait_closed()
        async with asyncio.timeout(started + seconds - time.monotonic()):
            assert await process.wait() == 0
        for each in unheard:
            await each.hang_up()
    async with serving(tmp_path) as app:
        back = await call(app.port)
        await back.ask(Resume(table=table, token=players[0].token))
        snapshot = await back.until_kind(Snapshot)
        assert snapshot.sheets["V"].lines == ("kept over the stop",)


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["the port is taken", "the database is no database", "a fact is no fact"])
async def test_a_server_that_cannot_start_says_why_and_ends(tmp_path: Path, trouble: str) -> None:
    """No thread and no process is left behind."""
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1] if trouble == "the port is taken" else 0
    spoil(tmp_path / "qg.db", trouble)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", str(port)),
        *("--no-announce", "--database", str(tmp_path / "qg.db")),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            _, written = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()
        raise
    finally:
        taken.close()
    assert process.returncode == 2
    assert written.startswith(b"qg-server: ")
    assert written.count(b"\n") == 1


def spoil(database: Path, trouble: str) -> None:
    if trouble == "the database is no database":
        database.write_bytes(b"not a database at all" * 100)
    if trouble == "a fact is no fact":
        with contextlib.closing(sqlite3.connect(database)) as connection, connection:
            prepare(connection)
            connection.execute("INSERT INTO facts VALUES ('ABCDE', 1, 0, 0, 0, 'table_opened', x'c1')")


async def test_a_server_that_fails_to_start_leaves_nothing_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R11: that holds even if the server had begun to listen."""

    class Failing:
        def __init__(self, *args: Any, **more: Any) -> None:
            raise ZeroDivisionError

    monkeypatch.setattr("server.net.lan.Announcer", Failing)
    app = announced(tmp_path)
    with pytest.raises(ZeroDivisionError):
        await app.__aenter__()
    assert "store" not in {thread.name for thread in threading.enumerate()}
    assert app._server is not None
    assert not app._server.is_serving()
    assert not leaked_tasks()


def arguments_of(process: int) -> bytes:
    path = Path(f"/proc/{process}/cmdline")
    return path.read_bytes() if path.exists() else b""


async def test_the_command_line_holds_no_secret(tmp_path: Path) -> None:
    """S12: tokens and keys are not in argv."""
    async with subprocess_server(tmp_path) as (process, port):
        opened = await open_table(await call(port), tournament=True)
        assert opened.referee_key.encode() not in arguments_of(process.pid)
        process.terminate()
        _, written = await process.communicate()
        assert opened.referee_key.encode() not in written
        assert b"table opened" in written


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o377])
def test_only_the_owner_can_read_the_key_whatever_the_umask_is(tmp_path: Path, umask: int) -> None:
    """S12. The certificate has the same mode everywhere, too."""
    before = os.umask(umask)
    try:
        certificate, key = certificates.self_signed(tmp_path)
    finally:
        os.umask(before)
    assert [file.stat().st_mode & 0o777 for file in (key, certificate)] == [0o600, 0o644]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["certificate.key", "certificate.pem"]


def test_a_key_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    """S12."""
    certificate, key = certificates.self_signed(tmp_path)
    key.chmod(0o644)
    certificate.unlink()
    assert certificates.self_signed(tmp_path)[1].stat().st_mode & 0o777 == 0o600, "it is made anew"
    key.chmod(0o644)
    assert certificates.self_signed(tmp_path)[1].stat().st_mode & 0o777 == 0o600, "it is the old one"


async def test_an_encrypted_table_is_reached_by_its_pinned_fingerprint(tmp_path: Path) -> None:
    """The host's own certificate, made once and kept."""
    certificate, key = certificates.self_signed(tmp_path / "own")
    pinned = certificates.fingerprint(certificate)
    assert certificates.self_signed(tmp_path / "own") == (certificate, key)
    assert certificates.fingerprint(certificate) == pinned
    assert key.stat().st_mode & 0o777 == 0o600
    async with serving(tmp_path, tls=certificates.context(certificate, key)) as app:
        trusting = ssl.create_default_context(cafile=str(certificate))
        trusting.check_hostname = False
        secure = await connect(f"wss://127.0.0.1:{app.port}/ws", ssl=trusting, compression=None, proxy=None)
        shown = secure.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
        assert fingerprint_of(shown) == pinned
        caller = Caller(secure)
        assert isinstance(await caller.ask(Hello(protocol=messages.PROTOCOL_VERSION)), messages.Welcome)
        assert isinstance(await open_table(caller), messages.Opened)
        await caller.close()
        with pytest.raises(ssl.SSLCertVerificationError):
            await connect(f"wss://127.0.0.1:{app.port}/ws", proxy=None)
        with pytest.raises((InvalidMessage, ConnectionError, EOFError)):
            await connect(f"ws://127.0.0.1:{app.port}/ws", proxy=None)


def fingerprint_of(der: bytes) -> str:
    digest = hashlib.sha256(der).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, 64, 2))


class Answers(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def datagram_received(self, data: bytes, address: Any) -> None:
        self.heard.put_nowait(data)


@asynccontextmanager
async def asking_the_lan(*questions: bytes) -> AsyncIterator[asyncio.Queue[bytes]]:
    """Questions to the group, on the loopback interface only."""
    asker = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asker.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
    asker.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
    asker.setblocking(False)
    asker.bind(("127.0.0.1", 0))
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.create_datagram_endpoint(Answers, sock=asker)
    for question in questions:
        transport.sendto(question, (discovery.GROUP, discovery.PORT))
    try:
        yield protocol.heard
    finally:
        transport.close()


async def answer_of(port: int, heard: "asyncio.Queue[bytes]", nonce: bytes) -> tuple[discovery.Answer, bytes]:
    """The answer of this server; others on this machine may answer as well."""
    while True:
        async with asyncio.timeout(PATIENCE):
            data = await heard.get()
        answer = discovery.decode_answer(data, nonce)
        if answer is not None and answer.port == port:
            return answer, data


def announced(folder: Path, *, announce: bool = True) -> App:
    return App(Settings(database=folder / "qg.db", host="127.0.0.1", port=0, announce=announce, limits=FREE))


async def test_the_lan_is_told_a_table_and_nothing_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name, kind, free seats, and whether it has a password."""
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    async with announced(tmp_path) as app:
        opened = await open_table(await call(app.port), name="Sunday", password="sesame")
        player = await call(app.port)
        await player.sit(opened.table, "Ana", password="sesame")
        nonce = os.urandom(discovery.NONCE_BYTES)
        async with asking_the_lan(discovery.question(nonce)) as heard:
            answer, data = await answer_of(app.port, heard, nonce)
    assert answer.tables == (discovery.Found(opened.table, "Sunday", "power", 3, True),)
    assert (answer.server, answer.tls) == ("QG", False)
    assert len(data) <= discovery.MOST_BYTES
    assert b"Ana" not in data
    assert b"sesame" not in data


async def test_the_answer_stays_small_however_many_tables_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A false sender cannot use the server to send much data to somebody else."""
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    async with announced(tmp_path) as app:
        opener = await call(app.port)
        for number in range(30):
            await open_table(opener, name=f"The table no. {number}", key=f"opener's secret {number}")
        nonce = os.urandom(discovery.NONCE_BYTES)
        malformed = [b"", b"QG?1", b"QG?1" + nonce, b"QG?2".ljust(discovery.MOST_BYTES), b"\0" * 1000]
        async with asking_the_lan(*malformed, discovery.question(nonce)) as heard:
            answer, data = await answer_of(app.port, heard, nonce)
            assert heard.empty() or discovery.decode_answer(heard.get_nowait(), nonce)
    assert 0 < len(answer.tables) < 30
    assert len(data) <= len(discovery.question(nonce))


async def test_a_server_that_is_not_announced_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be switched off; another server's answer tells that the question went out."""
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    async with announced(tmp_path / "quiet", announce=False) as quiet, announced(tmp_path / "loud") as loud:
        await open_table(await call(quiet.port))
        nonces = [os.urandom(discovery.NONCE_BYTES) for _ in range(5)]
        answers: list[tuple[bytes, int]] = []
        async with asking_the_lan(*map(discovery.question, nonces)) as heard, asyncio.timeout(PATIENCE):
            while (nonces[-1], loud.port) not in answers:
                data = await heard.get()
                told = [(nonce, discovery.decode_answer(data, nonce)) for nonce in nonces]
                answers += [(nonce, answer.port) for nonce, answer in told if answer]
        ports = {port for _, port in answers}
        assert loud.port in ports
        assert quiet.port not in ports


class _Stub(types.ModuleType):
    """A zeroconf that is there and does not work."""

    def __init__(self, name: str, zeroconf: Any) -> None:
        super().__init__(name)
        self.IPVersion = types.SimpleNamespace(V4Only=4)
        self.AsyncZeroconf = zeroconf
        self.AsyncServiceInfo = lambda *args, **more: None


@pytest.mark.parametrize("fails_at", ["start", "registering"])
async def test_a_zeroconf_that_fails_does_not_stop_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO, fails_at: str
) -> None:
    """The server works without multicast."""
    closed = []

    class Failing:
        def __init__(self, **more: Any) -> None:
            if fails_at == "start":
                raise OSError("no such device")

        async def async_register_service(self, *args: Any, **more: Any) -> None:
            raise RuntimeError("not today")

        async def async_unregister_all_services(self) -> None:
            pass

        async def async_close(self) -> None:
            closed.append(True)

    monkeypatch.setitem(sys.modules, "zeroconf", _Stub("zeroconf", Failing))
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", _Stub("zeroconf.asyncio", Failing))
    async with announced(tmp_path) as app:
        assert isinstance(await (await call(app.port)).ask(Ping()), Pong)
        nonce = os.urandom(discovery.NONCE_BYTES)
        async with asking_the_lan(discovery.question(nonce)) as heard:
            await answer_of(app.port, heard, nonce)
    assert "zeroconf failed" in log.getvalue()
    assert closed == ([] if fails_at == "start" else [True]), "what was opened is closed"


async def test_a_lan_without_multicast_does_not_stop_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:

    def no_multicast(addresses: Sequence[str]) -> socket.socket:
        raise OSError(19, "no such device")

    monkeypatch.setitem(sys.modules, "zeroconf", None)
    monkeypatch.setattr("server.net.lan._multicast_socket", no_multicast)
    async with announced(tmp_path) as app:
        assert isinstance(await (await call(app.port)).ask(Ping()), Pong)
    assert "players type the address" in log.getvalue()


def test_a_close_frame_of_our_wire_is_what_the_library_expects() -> None:
    """This tests the kit: a frame that is made by hand is a frame."""
    assert frame(struct.pack("!H", 1000), CLOSE) == b"\x88\x82\x01\x02\x03\x04" + bytes([3 ^ 1, 0xE8 ^ 2])
