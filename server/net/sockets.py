"""One socket, from the moment it is accepted: TLS, the bytes that arrive, and how it is ended."""

import asyncio
import contextlib
import http
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from websockets.asyncio.server import Server, ServerConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.typing import BytesLike

from protocol.messages import CLOSE_FULL, CLOSE_LIMITS
from protocol.notes import Note
from protocol.texts import DEFAULT, catalogue
from server import logs
from server.metrics import Metrics
from server.net.addresses import address_group
from server.net.frames import SLICE, FrameBudget, Turns, end_after_failure
from server.net.limits import Limits
from server.net.room import Room

RECEIVE_BUFFER = 32_768
"""How many bytes the system keeps for us from one peer; so one read brings little."""
TLS_BUFFER = 16_384
"""How many bytes each encrypted socket reads at once. The loop would keep a buffer of 256 KiB for each."""
MOST_IN_REQUEST = 16_384
MOST_UNREAD = 524_288
"""If so many bytes wait in the transport, the peer reads nothing of what its pings are answered with."""
MOST_THROWN_AWAY = 2**20
FAREWELL_SECONDS = 1.0
"""A peer that was told to go is dropped after this time."""


TakeAtOnce: TypeAlias = Callable[[BytesLike, float], bool]


def _do_nothing() -> None:
    pass


def _forget_places(error: BaseException | None) -> None:
    """Forget where an error was raised: the frames of its traceback hold the connection that holds it."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


class Sockets:
    """What all sockets of one server have in common."""

    def __init__(self, limits: Limits, room: Room, metrics: Metrics, tls: ssl.SSLContext | None) -> None:
        self.limits = limits
        self.room = room
        self.metrics = metrics
        self.tls = tls
        if tls is not None:
            SSLProtocol.max_size = TLS_BUFFER
        loop = asyncio.get_running_loop()
        self.turns = Turns(loop.time, loop.call_soon)

    def make(self, protocol: ServerProtocol, server: Server, **more: Any) -> "StampedConnection":
        return StampedConnection(self, protocol, server, **more)


class StampedConnection(ServerConnection):
    """Notes when each message arrived, before it waits anywhere. It counts and reads slice by slice."""

    def __init__(self, sockets: Sockets, protocol: ServerProtocol, server: Server, **more: Any) -> None:
        super().__init__(protocol, server, **more)
        self._sockets = sockets
        self._tcp: asyncio.Transport | None = None
        self._encrypting: asyncio.Task[None] | None = None
        self._is_made = False
        self._budget = FrameBudget(sockets.limits, self.loop.time())
        self._pending: deque[tuple[float, bytes]] = deque()
        self._position = 0
        self._waits_for_turn = False
        self._in_request = 0
        self._arriving = self.loop.time()
        self._is_over = False
        self._thrown_away: int | None = None
        self.address = "?"
        self.language = DEFAULT
        """The language of the reason, if this connection is closed from here."""
        self.arrivals: deque[float] = deque()
        self.take_at_once: TakeAtOnce | None = None
        """Is offered each whole message before it waits, with the time of its arrival; may take it."""
        self.alive_at = self.loop.time()
        """When the last pong or ping arrived. It does not show when the player acted."""

    # From the accepted socket to the first byte of the request.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._tcp = tcp = cast(asyncio.Transport, transport)
        remote = tcp.get_extra_info("peername")
        self.address = address_group(str(remote[0])) if remote else "?"
        if not self._sockets.room.arrived(self, self.loop.time()):
            tcp.abort()
            return
        with contextlib.suppress(OSError):  # on some systems, if the peer has gone already
            tcp.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        if self._sockets.tls is None:
            self._begin(tcp)
        else:
            # Not by the listener: then nobody could count, or end, a socket that never finishes with TLS.
            tcp.pause_reading()
            self._encrypting = self.loop.create_task(self._encrypt(tcp, self._sockets.tls))

    async def _encrypt(self, tcp: asyncio.Transport, context: ssl.SSLContext) -> None:
        try:
            transport = await self.loop.start_tls(
                tcp,
                self,
                context,
                server_side=True,
                ssl_handshake_timeout=self._sockets.limits.hello_seconds,
                ssl_shutdown_timeout=FAREWELL_SECONDS,
            )
        except OSError as error:  # among them those of TLS
            _forget_places(error)
            transport = None
        if transport is None or transport.is_closing():  # None too if the socket was ended meanwhile
            tcp.abort()
            self._let_go()
        else:
            self._begin(transport)

    def _begin(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._is_made = True
        self.recv_messages.pause = self.recv_messages.resume = self._read_or_pause
        self._read_or_pause()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_made:
            super().connection_lost(exc)
            self.recv_messages.pause = self.recv_messages.resume = _do_nothing
        self._let_go()

    def _let_go(self) -> None:
        """Without references in a circle, memory is freed at once, and collecting it does not take long."""
        self._pending.clear()
        self.take_at_once = None
        self._sockets.room.left(self)
        self._encrypting = None
        self.protocol.parser.close()
        _forget_places(self.protocol.parser_exc)
        _forget_places(self.protocol.handshake_exc)

    # The bytes that arrive.

    def data_received(self, data: bytes) -> None:
        now = self.loop.time()
        if self._thrown_away is not None:
            self._throw_away(len(data))
        elif not self._budget.allows_bytes(len(data), now):
            self._end_flood()
        elif self._can_read_at_once(len(data)) and self._sockets.turns.has_time(now):
            self._read_at_once(data, now)
        else:
            self._pending.append((now, data))
            if self._is_made:
                self._read_or_pause()

    def _can_read_at_once(self, count: int) -> bool:
        """Whether this is the usual case: one small message, from a peer of which nothing waits."""
        is_small = count <= SLICE and not self._pending and not self.is_opening
        return is_small and not self._has_many_messages() and not self._is_gone()

    def _read_at_once(self, data: bytes, now: float) -> None:
        try:
            self._read(data, now)
        except Exception:
            end_after_failure(self)

    def eof_received(self) -> None:
        if self._is_made:
            while self._can_read_on():  # it is not much: if it were, reading would be paused
                self.read_slice()
            super().eof_received()

    @property
    def is_opening(self) -> bool:
        return self.request is None

    def read_slice(self) -> bool:
        """Read some of the bytes that wait, and tell whether more can be read."""
        if self._can_read_on():
            arrived, data = self._pending[0]
            part = data[self._position : self._position + SLICE]
            self._position += len(part)
            if self._position >= len(data):
                self._pending.popleft()
                self._position = 0
            self._read(part, arrived)
        if self._can_read_on():
            return True
        self._waits_for_turn = False
        self._read_or_pause()
        return False

    def _can_read_on(self) -> bool:
        return bool(self._pending) and not self._is_gone() and not self._has_many_messages()

    def _has_many_messages(self) -> bool:
        """Whether those that came should be handled first. Once we have said goodbye, none will be."""
        return self.recv_messages.paused and self.state is not State.CLOSING

    def _read(self, data: bytes, arrived: float) -> None:
        self._arriving = arrived
        if self.request is None:
            self._in_request += len(data)
        if self._in_request > MOST_IN_REQUEST:
            self._refuse_request()
            return
        super().data_received(data)
        if self._is_over:
            self._end_flood()
        elif not self._is_gone() and self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.abort()

    def _is_gone(self) -> bool:
        """Whether nothing can be sent any more. An encrypted transport that is gone answers no question."""
        return self._tcp is None or self._tcp.is_closing() or self.transport.is_closing()

    def _read_or_pause(self) -> None:
        """Take bytes from the system only if few wait here, and not too many messages either."""
        if self._thrown_away is not None or self._is_gone():
            return
        has_much = len(self._pending) > 1 or (bool(self._pending) and len(self._pending[0][1]) > SLICE)
        if has_much or self._has_many_messages():
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
        if self._can_read_on() and not self._waits_for_turn:
            self._waits_for_turn = True
            self._sockets.turns.add(self)

    def send_data(self) -> None:
        """Send all that waits in one piece: a socket that goes in between would be told of every piece."""
        waiting = self.protocol.data_to_send()
        if self._is_gone():
            return
        if together := b"".join(waiting):
            self.transport.write(together)
        if SEND_EOF in waiting and not self._is_gone():
            self._end_sending()
        if self.state is State.CLOSING:  # we have said goodbye: look for the answer, past all that waits
            self._read_or_pause()

    def _end_sending(self) -> None:
        if self.transport.can_write_eof():
            with contextlib.suppress(OSError):
                self.transport.write_eof()
        else:  # TLS cannot end one direction only, and does not end at all while reading is paused
            self.transport.resume_reading()
            self.transport.close()

    def process_event(self, event: Any) -> None:
        if isinstance(event, Frame):
            self._is_over = self._is_over or not self._budget.allows(event, self._arriving)
            comes_after_goodbye = self.state is State.CLOSING and event.opcode in DATA_OPCODES
            if self._is_over or comes_after_goodbye:
                return
            if event.opcode is Opcode.BINARY and event.fin and self._take_at_once(event.data):
                return
            if event.opcode in DATA_OPCODES and event.fin:
                self.arrivals.append(self._arriving)
            elif event.opcode is Opcode.PONG:
                self.alive_at = self._arriving
        super().process_event(event)

    def _take_at_once(self, data: BytesLike) -> bool:
        """Whether this message is taken without a task that has to wake up for it."""
        return self.take_at_once is not None and not self.arrivals and self.take_at_once(data, self._arriving)

    def waits_since(self) -> float | None:
        """When the oldest bytes arrived that nobody has taken yet, if there are any."""
        if self.arrivals:
            return self.arrivals[0]
        return self._pending[0][0] if self._pending else None

    # How it is ended.

    def abort(self) -> None:
        """End the connection at once, without a word."""
        self._pending.clear()
        if self._tcp is not None:
            self._tcp.abort()

    def make_room(self) -> None:
        """End the connection of a peer that is at no table: another one needs its place."""
        if self._tcp is None or self.state is not State.OPEN or self._tcp.get_write_buffer_size():
            self.abort()
            return
        self._fail(CLOSE_FULL, "closed.made-room")
        self._tcp.close()  # at once, without waiting for the peer's end of TLS

    def _end_flood(self) -> None:
        """Nothing more of this peer is parsed. It is told why, and dropped if it does not go."""
        self._sockets.metrics.floods_total += 1
        logs.seldom("flood of frames", address=self.address)
        if self.state is State.OPEN:
            self._fail(CLOSE_LIMITS, "closed.flood")
        elif self.state is State.CLOSING:  # it was told why, and has not read that yet
            self._listen_no_more()
        else:
            self.abort()

    def _listen_no_more(self) -> None:
        self._thrown_away = 0
        self._pending.clear()
        if not self._is_gone():
            self.transport.resume_reading()  # so that its end is noticed; what it sends is thrown away
        self.loop.call_later(FAREWELL_SECONDS, self.abort)

    def _fail(self, code: int, reason: str) -> None:
        self._listen_no_more()
        said = catalogue("table", self.language).say(Note(reason))
        self.protocol.fail(code, said.encode()[:120].decode("utf-8", "ignore"))
        self.send_data()

    def _throw_away(self, count: int) -> None:
        assert self._thrown_away is not None
        self._thrown_away += count
        if self._thrown_away > MOST_THROWN_AWAY:
            self.abort()

    def _refuse_request(self) -> None:
        self._thrown_away = 0
        self._pending.clear()
        self.protocol.send_response(self.protocol.reject(http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, ""))
        self.send_data()
        self.loop.call_later(FAREWELL_SECONDS, self.abort)
