"""S7: a peer that sends frames as fast as it can harms nobody but itself."""

import asyncio
import contextlib
import gc
import ssl
import time
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from protocol import certificates, events, messages
from protocol.codec import encode
from protocol.messages import CLOSE_LIMITS, Hello, ListTables, Ping, Pong, Refused, Tables, Write, Written
from server.app import App
from server.net import frames, sockets
from server.net.frames import FrameBudget, Turns
from server.net.limits import Limits
from server.net.sockets import StampedConnection
from server.table.actor import LONGEST_WAIT
from tests.kit.callers import PATIENCE, call, serving, start_game
from tests.kit.timing import ANY_TIME, timed
from tests.kit.wires import BINARY, CONT, HANDSHAKE, PING, PONG, frame, wire

LIST = encode(ListTables())
FIRST_FRAGMENT = frame(b"", BINARY, fin=False)
MANY = 20_000
FLOODS = {
    "pongs": frame(b"", PONG) * MANY,
    "pings": frame(b"", PING) * MANY,
    "long pings": frame(bytes(125), PING) * MANY,
    "fragments": FIRST_FRAGMENT + frame(b"", CONT, fin=False) * MANY,
    "messages in fragments": (frame(LIST[:1], BINARY, fin=False) + frame(LIST[1:], CONT)) * MANY,
    "messages": frame(LIST) * MANY,
}


@pytest.mark.slow
@pytest.mark.parametrize("hello", [False, True], ids=["silent", "greeted"])
@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_frames_is_closed_with_a_reason(tmp_path: Path, flood: str, hello: bool) -> None:
    """S7: every frame counts, before and after hello."""
    async with serving(tmp_path, Limits()) as app:
        _, players = await start_game(app.port)
        rude = await wire(app.port, hello=hello)
        rude.put(FLOODS[flood])
        code, reason = await rude.closing()
        # A peer that goes on sending a megabyte and more is cut off before it can read the reason.
        assert (code, bool(reason)) in ((CLOSE_LIMITS, True), (1006, False))
        rude.cut()
        assert isinstance(await players[0].write(1, "undisturbed"), Written)


@pytest.mark.parametrize("flood", ["pongs", "pings", "fragments"])
@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "tls"])
async def test_nothing_is_parsed_after_the_decision_to_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flood: str, encrypted: bool
) -> None:
    """S7: neither what was received already nor what waits in the system."""
    parsed = 0
    receive = ServerProtocol.recv_frame

    def count(protocol: ServerProtocol, found: Frame) -> None:
        nonlocal parsed
        parsed += 1
        receive(protocol, found)

    monkeypatch.setattr(ServerProtocol, "recv_frame", count)
    certificate, key = certificates.self_signed(tmp_path / "own")
    ours = certificates.context(certificate, key) if encrypted else None
    theirs = ssl.create_default_context(cafile=str(certificate)) if encrypted else None
    if theirs:
        theirs.check_hostname = False
    async with serving(tmp_path, tls=ours) as app:
        rude = await wire(app.port, hello=True, tls=theirs)
        parsed = 0
        rude.put(FLOODS[flood])
        assert await rude.closing() == (
            CLOSE_LIMITS,
            "too many frames or bytes came; connect again and send fewer",
        )
        await rude.hang_up()
        assert frames.MOST_FRAGMENTS <= parsed <= frames.CONTROL_BURST + frames.SLICE / 6 + 2
        assert app.metrics.floods_total == 1


async def test_a_flood_together_with_the_opening_handshake_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        rude = await wire(app.port, handshake=False)
        rude.put(HANDSHAKE.format(more="").encode() + FLOODS["pings"])
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                await rude.reader.read()
        rude.cut()
        assert app.metrics.floods_total == 1
        assert isinstance(await (await call(app.port)).ask(Ping()), Pong)


async def test_a_flood_of_bytes_is_closed(tmp_path: Path) -> None:
    """S7: as many messages as a peer may send, but each of them is as large as a message can be."""
    async with serving(tmp_path, Limits()) as app:
        rude = await wire(app.port, hello=True)
        large = Write(phase=1, sheet="V", revision=1, lines=("\U0001f600" * 200,) * 64)
        rude.put(frame(encode(large)) * 100)
        code, _ = await rude.closing()
        assert code in (CLOSE_LIMITS, 1006)
        rude.cut()
        assert app.metrics.floods_total == 1


@pytest.mark.slow
async def test_a_peer_that_was_told_to_go_and_stays_is_dropped(tmp_path: Path) -> None:
    """S7: it neither answers nor sends anything more."""
    async with serving(tmp_path) as app:
        rude = await wire(app.port, hello=True)
        (connection,) = app._connections
        rude.put(FLOODS["pongs"])
        assert (await rude.closing())[0] == CLOSE_LIMITS
        async with asyncio.timeout(4 * sockets.FAREWELL_SECONDS):  # our own pings would find it later
            await connection._socket.wait_closed()
        rude.cut()


async def test_a_peer_that_was_told_to_go_and_sends_on_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S7: even what is thrown away must be taken from the system, so it is not taken for long."""
    monkeypatch.setattr(sockets, "FAREWELL_SECONDS", PATIENCE)
    async with serving(tmp_path) as app:
        rude = await wire(app.port, hello=True)
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 64 * sockets.MOST_THROWN_AWAY:
                rude.put(FLOODS["pongs"])
                sent += len(FLOODS["pongs"])
                await rude.writer.drain()
        rude.cut()
        assert sent < 16 * sockets.MOST_THROWN_AWAY
        assert app.metrics.floods_total == 1


async def test_an_opening_request_of_any_length_is_not_read_to_its_end(tmp_path: Path) -> None:
    """S9: 128 headers of 8 KiB each would be a megabyte."""
    async with serving(tmp_path) as app:
        rude = await wire(app.port, handshake=False)
        lines = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 4000) for number in range(100))
        rude.put(b"GET /ws HTTP/1.1\r\nHost: x\r\n" + lines)
        async with asyncio.timeout(PATIENCE):
            answer = await rude.reader.read()
        await rude.hang_up()
        assert answer.startswith(b"HTTP/1.1 431 ")


async def test_pings_of_a_peer_that_reads_no_pong_do_not_pile_up(tmp_path: Path) -> None:
    """S8: its own pings are limited, so what waits for it is too."""
    async with serving(tmp_path) as app:
        deaf = await wire(app.port, hello=True, buffer=4096)
        deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket transport has it
        (socket,) = [connection._socket for connection in app._connections]
        most = 0
        deaf.put(FLOODS["long pings"])
        async with asyncio.timeout(PATIENCE):
            while not socket.transport.is_closing() and socket.state.name == "OPEN":
                most = max(most, socket.transport.get_write_buffer_size())
                await asyncio.sleep(0)
        assert most <= (frames.CONTROL_BURST + 10) * 131
        deaf.cut()


@pytest.mark.slow
@pytest.mark.parametrize("end", ["silent", "greeted", "flooding"])
async def test_a_connection_that_has_ended_leaves_no_garbage(tmp_path: Path, end: str) -> None:
    """S7: thousands of them would be collected all at once, and everybody would wait for that."""
    async with serving(tmp_path) as app:
        gc.disable()
        try:
            peer = await wire(app.port, hello=end != "silent")
            freed = [asyncio.Event(), asyncio.Event()]
            (connection,) = app._connections
            kept = connection._socket, connection._socket.protocol
            for one, gone in zip(kept, freed, strict=True):
                weakref.finalize(one, gone.set)
            del connection, kept, one
            if end == "flooding":
                peer.put(FLOODS["pongs"])
                await peer.closing()
            peer.cut()
            async with asyncio.timeout(4 * sockets.FAREWELL_SECONDS):
                for gone in freed:
                    await gone.wait()
        finally:
            gc.enable()


# What honest clients do.


@pytest.mark.slow
async def test_a_client_that_sends_a_hundred_messages_at_once_is_answered_each(tmp_path: Path) -> None:
    """S7: as many as the limits allow, in one piece, with a ping of its own beside each."""
    async with serving(tmp_path, Limits()) as app:
        _, players = await start_game(app.port)
        for number in range(90):
            lines = (f"order {number} " + "x" * 150,)
            await players[0].send(Write(phase=1, sheet="V", revision=number + 1, lines=lines))
        for _ in range(150):
            await players[0].send(ListTables())
        for _ in range(50):
            await players[0].socket.ping()
        answers = Counter[type]()
        while answers[Written] < 90 or answers[Tables] < 150:
            answers[type(await players[0].hear())] += 1
        assert not answers[Refused]
        assert app.metrics.floods_total == 0


async def test_a_message_in_a_few_fragments_is_read(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits()) as app:
        polite = await wire(app.port)
        hello = encode(Hello(protocol=messages.PROTOCOL_VERSION, client="x" * 70))
        parts = [hello[at : at + 3] for at in range(0, len(hello), 3)]
        polite.put(frame(parts[0], BINARY, fin=False))
        for part in parts[1:-1]:
            polite.put(frame(part, CONT, fin=False))
            polite.put(frame(b"between them", PONG))
        polite.put(frame(parts[-1], CONT))
        assert b"welcome" in (await polite.take())[1]
        await polite.hang_up()


def test_the_budget_of_a_peer_recovers_with_time() -> None:
    budget = FrameBudget(Limits(), 0.0)
    pong = Frame(Opcode.PONG, b"")
    assert sum(budget.allows(pong, 0.0) for _ in range(1000)) == frames.CONTROL_BURST
    assert sum(budget.allows(pong, 2.0) for _ in range(1000)) == 2 * frames.CONTROL_RATE


def test_more_whole_messages_are_allowed_than_are_answered() -> None:
    """So that a client that is too fast is told so, before it is cut off."""
    limits = Limits()
    budget, whole = FrameBudget(limits, 0.0), Frame(Opcode.BINARY, b"")
    allowed = sum(budget.allows(whole, 0.0) for _ in range(5000))
    assert 2 * (limits.burst + limits.asking_burst) < allowed < 5000
    free = FrameBudget(msgspec.structs.replace(limits, rate=0), 0.0)
    assert all(free.allows(whole, 0.0) for _ in range(5000))


# Whose turn it is.


class SlowLoop:
    """A loop whose time passes only when a reader says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.soon: list[Callable[[], None]] = []

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Callable[[], None]) -> None:
        self.soon.append(callback)


class SlowReader:
    """Every slice of it takes a millisecond."""

    def __init__(
        self, loop: SlowLoop, slices: int, *, address: str = "127.0.0.1", is_opening: bool = False
    ) -> None:
        self.loop, self.left = loop, slices
        self.address, self.is_opening = address, is_opening

    def read_slice(self) -> bool:
        self.loop.now += 0.001
        self.left -= 1
        return self.left > 0

    def abort(self) -> None:
        self.left = 0


def test_however_many_peers_flood_the_loop_soon_does_its_other_work() -> None:
    """S7: the time between two turns does not depend on their number, and each of them gets its turn."""
    loop = SlowLoop()
    turns = Turns(loop.time, loop.call_soon)
    readers = [SlowReader(loop, 40) for _ in range(100)]
    for reader in readers:
        turns.add(reader)
    for _ in range(100):
        (turn,) = loop.soon
        loop.soon, before = [], loop.now
        turn()
        assert loop.now - before <= frames.TURN_SECONDS + 0.001
    assert {reader.left for reader in readers} == {39}
    while loop.soon:
        loop.soon.pop()()
    assert {reader.left for reader in readers} == {0}


def test_one_opening_handshake_is_read_in_a_turn() -> None:
    """S7: what follows it, a new connection with its tasks, is more work than reading it."""
    loop = SlowLoop()
    turns = Turns(loop.time, loop.call_soon)
    readers = [SlowReader(loop, 1, is_opening=True) for _ in range(3)]
    for reader in readers:
        turns.add(reader)
    for left in (2, 1, 0):
        loop.soon.pop()()
        assert sum(reader.left for reader in readers) == left
    assert not loop.soon


def test_nobody_who_is_connected_waits_behind_opening_handshakes() -> None:
    """S7, P5: a crowd that knocks makes players wait for one opening handshake at most."""
    loop = SlowLoop()
    turns = Turns(loop.time, loop.call_soon)
    for _ in range(100):
        turns.add(SlowReader(loop, 1, is_opening=True))
    player = SlowReader(loop, 1)
    turns.add(player)
    loop.soon.pop()()
    assert player.left == 0


def test_addresses_take_turns_with_their_opening_handshakes() -> None:
    """S9: whoever comes from another address than a crowd is the next but one, and nobody waits for ever."""
    loop = SlowLoop()
    turns = Turns(loop.time, loop.call_soon)
    crowd = [SlowReader(loop, 2, address="10.0.0.1", is_opening=True) for _ in range(100)]
    guest = SlowReader(loop, 2, address="10.0.0.2", is_opening=True)
    for reader in (*crowd, guest):
        turns.add(reader)
    for _ in range(4):
        loop.soon.pop()()
    assert guest.left == 0
    while loop.soon:
        loop.soon.pop()()
    assert {reader.left for reader in crowd} == {0}


@pytest.mark.slow
@pytest.mark.parametrize("most", [ANY_TIME, timed(0.05)])
@pytest.mark.parametrize("flood", ["pongs", "pings", "fragments"])
async def test_while_many_flood_the_loop_turns_on(tmp_path: Path, flood: str, most: float) -> None:
    """S7: the longest time between two turns of the loop, in which the floods are sent as well."""
    async with serving(tmp_path, Limits()) as app:
        _, players = await start_game(app.port)
        rude = [await wire(app.port, hello=True) for _ in range(20)]
        watch = asyncio.create_task(longest_turn(app, len(rude)))
        for one in rude:
            one.put(FLOODS[flood][:120_000])
        assert isinstance(await players[0].write(1, "undisturbed"), Written)
        async with asyncio.timeout(PATIENCE):
            assert await watch < most
        for one in rude:
            one.cut()


async def longest_turn(app: App, floods: int) -> float:
    """The longest time between two turns of the loop, until so many floods have been ended."""
    longest, before = 0.0, time.perf_counter()
    while app.metrics.floods_total < floods:
        await asyncio.sleep(0)
        now = time.perf_counter()
        longest, before = max(longest, now - before), now
    return longest


# The bell.


def hold_reading(app: App, monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[StampedConnection]":
    """From now on, those who have sent more than a slice are only put into this queue."""
    held: asyncio.Queue[StampedConnection] = asyncio.Queue()
    turn = app._sockets.turns.add

    def hold(reader: StampedConnection) -> None:
        if len(reader._pending[0][1]) > frames.SLICE:
            held.put_nowait(reader)
        else:
            turn(reader)

    monkeypatch.setattr(app._sockets.turns, "add", hold)
    return held


LONG_SHEET = Write(phase=1, sheet="V", revision=1, lines=("in time", *("x" * 190,) * 4))


@pytest.mark.slow
async def test_a_sheet_that_waits_for_its_turn_to_be_read_at_the_bell_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R9: its bytes arrived in time, so it does not matter when the server came to read them."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=2.0)
        bell = app.lobby._actors[table].table.deadline()
        assert bell is not None
        turn = app._sockets.turns.add
        held = hold_reading(app, monkeypatch)
        await players[0].send(LONG_SHEET)
        asyncio.get_running_loop().call_at(bell + 0.05, turn, await held.get())
        told = await players[1].until_event(events.SheetsRead)
        assert told.sheets["V"][:1] == ("in time",)


@pytest.mark.slow
async def test_a_sheet_that_is_never_read_does_not_hold_up_the_bell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R8, S7."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port, seconds=2.0)
        held = hold_reading(app, monkeypatch)
        await players[0].send(LONG_SHEET)
        reader = await held.get()
        told = await players[1].until_event(events.SheetsRead)
        assert told.sheets["V"] == ()
        assert app.metrics.last_bell_late_seconds >= LONGEST_WAIT
        monkeypatch.undo()
        app._sockets.turns.add(reader)


async def test_a_socket_reads_a_large_message_in_order(tmp_path: Path) -> None:
    """The slices of one message, and those of the next, come in the order in which they were sent."""
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        for revision in range(1, 40):
            lines = tuple(f"{revision}-{number} " + "y" * 50 for number in range(60))
            await players[0].send(Write(phase=1, sheet="V", revision=revision, lines=lines))
        revisions = [(await players[0].until_kind(Written)).revision for _ in range(39)]
        assert revisions == list(range(1, 40))
