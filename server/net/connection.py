"""One websocket connection: it decodes each message, notes when it arrived, and passes it on.

The checks come in this order: size, form, rate, and then those of the table.
"""

import asyncio
import itertools
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.typing import BytesLike

from protocol import messages
from protocol.codec import BadField, ProtocolError, decode_client, decode_write, encode, spoken_version
from protocol.messages import (
    CLOSE_LIMITS,
    CLOSE_NORMAL,
    CLOSE_OWN_ERROR,
    CLOSE_VERSION,
    PROTOCOL_VERSION,
    ClientMessage,
    Hello,
    ListTables,
    OpenTable,
    Ping,
    Pong,
    Refused,
    ServerMessage,
    Tables,
    Welcome,
)
from protocol.notes import Note
from protocol.texts import catalogue, known_language
from protocol.version import our_version
from protocol.vocabulary import REFEREE, WATCHER
from server import bots, logs
from server.errors import HeldElsewhere, StorageError, TableError
from server.games import GAMES
from server.lobby import Lobby
from server.metrics import Metrics
from server.net.budgets import WRONG_SECRET_COST, Budgets
from server.net.limits import Bucket, Limits
from server.net.outbox import Outbox
from server.net.passwords import Passwords
from server.net.room import Room
from server.net.sockets import StampedConnection
from server.table.actor import Actor
from server.table.acts.seating import password_to_judge
from server.table.audience import Peer

IN_A_ROW = 8
"""So many messages of one peer are handled before it is the turn of others."""
REFUSED_SECONDS = 0.01
"""A peer that sends too fast is read from again after this time, so that refusing it costs little."""
HASTE_SECONDS = 0.005
"""A peer that has used much of what it may send at once waits so long for each message."""


class Connection:
    """The connection between one socket and the tables."""

    _count = 0

    def __init__(
        self,
        socket: StampedConnection,
        lobby: Lobby,
        limits: Limits,
        budgets: Budgets,
        passwords: Passwords,
        metrics: Metrics,
        room: Room,
    ) -> None:
        Connection._count += 1
        self._socket = socket
        self._lobby = lobby
        self._limits = limits
        self._budgets = budgets
        self._passwords = passwords
        self._metrics = metrics
        self._room = room
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox(socket)
        self._actor: Actor | None = None
        self._slow_answer: asyncio.Task[None] | None = None
        now = self._loop.time()
        self._changes = Bucket(limits.burst, limits.rate, now)
        self._asks = Bucket(limits.asking_burst, limits.asking_rate, now)
        self.address = socket.address
        self.peer = Peer(Connection._count, origin=self.address)
        self.opened_at = self.heard_at = now
        self.has_spoken = self.is_entering = False
        self._is_listening = False
        """Whether the task of this connection waits for a message and has nothing else to do."""
        socket.take_at_once = self._take_at_once

    @property
    def is_newcomer(self) -> bool:
        """Whether this connection is at no table yet."""
        return not self.peer.role

    @property
    def _place(self) -> str:
        """The seat or the referee's place that this connection holds; empty for all others."""
        if self._actor is None or self.peer.role in ("", WATCHER):
            return ""
        return f"{self._actor.table.state.id} {self.peer.role}"

    def make_room(self) -> None:
        """This connection is at no table, and another one needs its place."""
        self._socket.make_room()

    def post(self, *data: bytes) -> None:
        self._outbox.post(*data)

    def close(self, code: int, note: Note | None = None) -> None:
        """Send what waits, then close; the note is the reason, said in the peer's language."""
        reason = catalogue("table", self.peer.language).say(note) if note else ""
        self._outbox.close(code, reason)

    def drop(self) -> None:
        self._outbox.drop()

    async def drained(self) -> None:
        await self._outbox.drained()

    async def run(self) -> None:
        """Serve the connection until it ends. An error in our program ends only this connection."""
        pump = self._loop.create_task(self._outbox.pump())
        try:
            if await self._greet():
                await self._listen()
        except ConnectionClosed:
            pass
        except TimeoutError:
            self.close(CLOSE_LIMITS, Note("closed.idle"))
        except ProtocolError as error:
            self._metrics.protocol_errors_total += 1
            logs.seldom("protocol error", logging.INFO, peer=self.peer.number, error=str(error))
            self.close(CLOSE_LIMITS, error.note)
        except Exception:
            logs.failure("connection failed", peer=self.peer.number)
            self.close(CLOSE_OWN_ERROR, Note("closed.own-error"))
        finally:
            self._socket.take_at_once = None
            if self._actor:
                self._actor.gone(self.peer)
            if self._slow_answer:
                self._slow_answer.cancel()
                await asyncio.wait([self._slow_answer])
            self.close(CLOSE_NORMAL)
            await pump
            if self._outbox.dropped:
                self._metrics.dropped_slow_total += 1
                logs.warning("slow reader dropped", peer=self.peer.number)

    async def _receive(self) -> tuple[ClientMessage | BadField, float]:
        if self.is_newcomer:  # it is closed after a while, to make room for others
            async with asyncio.timeout(self._limits.newcomer_seconds):
                data = await self._socket.recv()
        else:
            self._is_listening = True
            data = await self._socket.recv()
            self._is_listening = False
        arrivals = self._socket.arrivals
        self.heard_at = arrivals.popleft() if arrivals else self._loop.time()
        try:
            return decode_client(data), self.heard_at
        except BadField as bad:
            return bad, self.heard_at

    async def _greet(self) -> bool:
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                data = await self._socket.recv()
        except TimeoutError:
            self.close(CLOSE_LIMITS, Note("closed.no-hello"))
            return False
        self.heard_at = self._socket.arrivals.popleft()
        self.has_spoken = True
        spoken = spoken_version(data)
        if spoken is not None and spoken[0] != PROTOCOL_VERSION:
            self._refuse_version(*spoken)
            return False
        try:
            hello = decode_client(data)
        except BadField as bad:
            self.peer.language = known_language(spoken[1] if spoken else "")
            text = catalogue("table", self.peer.language).say(bad.note)
            raise ProtocolError("bad-field", text=text) from None
        if not isinstance(hello, Hello):
            raise ProtocolError("hello-first")
        self._socket.language = self.peer.language = known_language(hello.language)
        games = {name: bots.LEVELS.get(name, ()) for name in GAMES}
        now = self._loop.time()
        self._post(
            Welcome(
                re=hello.id,
                protocol=PROTOCOL_VERSION,
                server=our_version(),
                games=games,
                now=now,
                servers=self._lobby.servers(),
                characters=bots.CHARACTERS,
            )
        )
        return True

    def _refuse_version(self, theirs: int, language: str) -> None:
        self.peer.language = known_language(language)
        code = "advice.update" if theirs < PROTOCOL_VERSION else "advice.host-updates"
        advice = Note(code, {"version": our_version()})
        error = TableError("version", ours=PROTOCOL_VERSION, theirs=theirs, advice=advice)
        self._post(Refused(code=error.code, text=error.text(self.peer.language)))
        self.close(CLOSE_VERSION, error.note(self.peer.language))

    async def _listen(self) -> None:
        for number in itertools.count(1):
            if number % IN_A_ROW == 0:
                await asyncio.sleep(0)  # receiving does not wait if many messages have come at once
            message, at = await self._receive()
            if not message.shows_writing:
                self._metrics.messages_total += 1
            if not self._within_rate(message, at):
                await asyncio.sleep(REFUSED_SECONDS)
                continue
            if self._is_hasty(message):
                await asyncio.sleep(HASTE_SECONDS)
            try:
                if isinstance(message, BadField):
                    raise TableError("bad-field", text=message.note)
                await self._route(message, at)
            except TableError as error:
                self._refuse(message, error)
            except StorageError as error:
                self._refuse_for_store(message, error)

    def _take_at_once(self, data: BytesLike, at: float) -> bool:
        """Give a sheet to the table without waking the task that listens: drafts are most of what is sent.

        If that task has something to do, or if the peer has sent much lately, the task decides.
        """
        if not self._is_listening or self._actor is None or self._changes.is_much_used(at):
            return False
        message = decode_write(data)
        if message is None or not self._budgets.take(message, at, self.peer.origin, self._place):
            return False
        self._changes.take(at, message.cost)
        self.heard_at = at
        self._actor.submit(self.peer, self, message, at)
        return True

    def _refuse_for_store(self, message: ClientMessage | BadField, error: StorageError) -> None:
        if isinstance(error, HeldElsewhere):
            self._refuse(message, TableError("elsewhere", server=error.address), error.address)
        else:
            self._refuse(message, TableError("storage", text=error.note))

    def _bucket(self, message: ClientMessage | BadField) -> Bucket:
        return self._asks if message.is_question else self._changes

    def _is_hasty(self, message: ClientMessage | BadField) -> bool:
        """Whether this peer has sent much lately, and more of it waits.

        Its messages are then taken at a pace that others can stand.
        """
        return bool(self._socket.arrivals) and self._bucket(message).is_much_used(self._loop.time())

    def _within_rate(self, message: ClientMessage | BadField, at: float) -> bool:
        bucket = self._bucket(message)
        if bucket.take(at, message.cost) and self._budgets.take(message, at, self.peer.origin, self._place):
            return True
        if bucket.exhausted:
            raise ProtocolError("too-fast")
        self._refuse(message, TableError("rate"))
        return False

    async def _route(self, message: ClientMessage, at: float) -> None:
        match message:
            case Ping():
                self._socket.alive_at = at
                self._post(Pong(re=message.id, now=self._loop.time(), servers=self._lobby.servers()))
            case ListTables():
                self._post(Tables(re=message.id, tables=self._lobby.lines()))
            case OpenTable():
                self._answer_in_task(message, self._lobby.open(message, self.address))
            case Hello():
                raise ProtocolError("second-hello")
            case _ if message.is_entrance:
                await self._enter(message, at)
            case messages.Export() if self.peer.role and self._actor:
                self._answer_in_task(message, self._lobby.record(self._actor.table.state.id, self.peer.role))
            case messages.Inspect() if self.peer.role == REFEREE and self._actor:
                self._post(replace(self._lobby.examine(self._actor, self.peer.language), re=message.id))
            case messages.ListStandings() if self.peer.role and self._actor:
                self._post(replace(self._lobby.standings(self._actor), re=message.id))
            case messages.Export() | messages.ListStandings():
                raise TableError("not-at-table")
            case messages.Inspect():
                raise TableError("not-referee")
            case _ if self._actor:
                self._actor.submit(self.peer, self, message, at)
            case _:
                raise TableError("not-at-table")

    def _answer_in_task(
        self, message: ClientMessage, work: Coroutine[Any, Any, ServerMessage | None]
    ) -> None:
        """Answer from another task, so that a sheet that arrives meanwhile does not wait; one at a time."""
        if self._slow_answer and not self._slow_answer.done():
            work.close()
            raise TableError("rate")
        self._slow_answer = self._loop.create_task(self._answer_later(message, work))

    async def _answer_later(
        self, message: ClientMessage, work: Coroutine[Any, Any, ServerMessage | None]
    ) -> None:
        try:
            if answer := await work:
                self._post(replace(answer, re=message.id))
        except ConnectionClosed:
            pass
        except TableError as error:
            self._refuse(message, error)
        except StorageError as error:
            self._refuse_for_store(message, error)
        except Exception:
            logs.failure("request failed", peer=self.peer.number)
            self._refuse(message, TableError("table-broken"))

    async def _enter(self, message: Any, at: float) -> None:
        if self.peer.role:
            raise TableError("at-table")
        if isinstance(message, messages.Join | messages.Watch):  # a right token or key always gets in
            self._room.check_seats(self.address)
        with self._entering():
            await self._enter_table(message, at)

    @contextmanager
    def _entering(self) -> Iterator[None]:
        """Whoever waits for the answer of a table keeps the place."""
        self.is_entering = True
        try:
            yield
        finally:
            self.is_entering = False
            self._room.settle(self)

    async def _enter_table(self, message: Any, at: float) -> None:
        actor = await self._lobby.find(message.table)
        if self._actor not in (None, actor):
            self._actor.gone(self.peer)
        self._actor = actor
        if password := password_to_judge(actor.table, message):
            self._answer_in_task(message, self._enter_with_password(actor, message, password))
            return
        await self._hand_in(actor, message, at)

    async def _hand_in(self, actor: Actor, message: ClientMessage, at: float) -> None:
        # Wait for the answer, so that a wrong secret is counted before the next one is tried.
        answered = asyncio.Event()
        actor.submit(self.peer, self, message, at, answered)
        await answered.wait()
        await self._socket.ping()  # measures the lag, so that it is known from the start

    async def _enter_with_password(self, actor: Actor, message: ClientMessage, password: str) -> None:
        """Enter when the password has been judged, which may take a while. The table answers."""
        state, stored = actor.table.state, actor.table.state.opened.password
        # Nobody keeps a place by this: it would be easy to wait with wrong passwords at every place.
        is_right = await self._passwords.is_right(state.id, self.peer.origin, password, stored)
        with self._entering():
            if self.peer.role or self._actor is not actor:
                raise TableError("at-table")
            self.peer.admitted = state.id if is_right else ""
            self._actor = await self._lobby.find(state.id)  # it may have been closed and loaded meanwhile
            await self._hand_in(self._actor, message, self._loop.time())

    def link(self) -> tuple[float | None, float]:
        return self._socket.latency or None, self._loop.time() - self._socket.alive_at

    def waits_since(self) -> float | None:
        return self._socket.waits_since()

    def count_wrong_secret(self) -> None:
        """A wrong token, key or password came from this address: its next messages may have to wait."""
        now = self._loop.time()
        self._changes.charge(now, WRONG_SECRET_COST)
        self._budgets.charge_wrong_secret(now, self.peer.origin)

    def _refuse(self, message: ClientMessage | BadField, error: TableError, server: str = "") -> None:
        if not message.shows_writing:
            self._metrics.refusals_total += 1
        text = error.text(self.peer.language)
        self._post(Refused(re=message.id, code=error.code, text=text, server=server))

    def _post(self, message: ServerMessage) -> None:
        self.post(encode(message))
