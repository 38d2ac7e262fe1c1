"""One browser tab: it reads what the page asks for, and sends the page what has changed."""

import asyncio
import contextlib
import time
import zlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from client.errors import ClientError, Refusal
from client.link.address import Address
from client.link.session import Session
from client.link.wire import KnownCertificates
from client.state.client_state import FILE, ClientState
from client.state.record_file import read_record
from client.web import intents
from client.web.desk import PageSink
from client.web.limits import Allowance, WebLimits
from client.web.listing import Listing
from client.web.parts import page_words, table_part, tell
from client.web.stories import largest_round
from client.web.table_visit import TableVisit
from client.words import choose_language, known_languages, say, sentence, speaks
from protocol.vocabulary import WATCHER

CLOSE_IDLE, CLOSE_LIMITS, CLOSE_FAULT = 4000, 4001, 4002
"""Why we close a tab: it was silent for long; it asked for too much or for nonsense; by a mistake of ours."""
MOST_TASKS = 64
GATHER_SECONDS = 0.004
"""What changes within so short a time is sent together."""
EDITED = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError)
"""What goes wrong if a record names places or pieces that its game does not have."""
PASSWORD_CODES = ("password-needed", "wrong-password")

_DECODER = msgspec.json.Decoder(intents.AnyIntent)


class Nonsense(Exception):
    """The page has sent what no page of ours sends, or far too much of it."""


class TabSocket(Protocol):
    """What a tab needs of its websocket."""

    async def recv(self) -> str | bytes: ...
    async def send(self, message: bytes, *, text: bool | None = None) -> None: ...
    async def close(self, code: int = 1000, reason: str = "") -> None: ...


class WebPlace(Struct, frozen=True):
    """What all tabs of a web server share."""

    address: Address
    pins: KnownCertificates
    listing: Listing
    limits: WebLimits
    has_room: Callable[[], bool]
    may_replay: Callable[[], bool]
    """Whether one more tab may go to a table, or show a record."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a record is read: one at a time, because an unpacked one takes much memory."""
    fingerprint: str = ""
    """The fingerprint of the page's own certificate, if it is encrypted."""


class RefusedPart(Struct, frozen=True):
    """A table could not be entered. With `password`, the page asks for one."""

    table: str
    text: str
    password: bool = False


class Tab:
    def __init__(
        self, socket: TabSocket, place: WebPlace, language: str, base: str, share: Allowance
    ) -> None:
        self._socket = socket
        self._place = place
        self._language = language
        self._base = base
        limits = place.limits
        self._allowances = (Allowance(limits.burst, limits.rate, time.monotonic), share)
        self._entrances = Allowance(limits.entrances, limits.entrance_rate, time.monotonic)
        self._moving = asyncio.Lock()
        """Held while this tab goes from one table to another, so that it never leaves a session behind."""
        self.visit: TableVisit | None = None
        self._connection = contextlib.AsyncExitStack()
        """Closes the session of the visit."""
        self._stop_listening: Callable[[], None] | None = None
        self._dirty = asyncio.Event()
        self._sent: dict[str, object] = {}
        self._pending: dict[str, object] = {}
        self._record: bytes | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._group: asyncio.TaskGroup | None = None
        self._is_greeted = False
        self.heard_at = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether this tab is at no table, so that it can make room for another."""
        return self.visit is None

    @property
    def is_replaying(self) -> bool:
        return self.visit is not None and self.visit.state.link == FILE

    async def run(self) -> None:
        """Serve the tab until the browser closes it. Mistakes of the page end the tab, and nothing else."""
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                group.create_task(self._read())
                group.create_task(self._write())
        except* ConnectionClosed:
            pass
        except* Nonsense:
            await self._socket.close(CLOSE_LIMITS)
        finally:
            await self._close_visit()
            self._leave_lobby()

    # What the page asks for.

    async def _read(self) -> None:
        limits = self._place.limits
        while True:
            patience = limits.idle_seconds if self._is_greeted else limits.greet_seconds
            try:
                async with asyncio.timeout(patience if self.is_idle else None):
                    message = await self._socket.recv()
            except TimeoutError:
                await self._socket.close(CLOSE_IDLE)
                continue
            self.heard_at = time.monotonic()
            if wait := max(allowance.owe() for allowance in self._allowances):
                await asyncio.sleep(wait)  # a tab that asks too fast is read from more slowly
            await self._take(message)

    async def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            if not self._is_greeted:
                raise Nonsense
            return await self._replay(message)  # nothing more is read meanwhile, so that it is one at a time
        if len(message) > self._place.limits.longest:
            raise Nonsense
        try:
            intent = _DECODER.decode(message)
        except (msgspec.DecodeError, UnicodeEncodeError):
            raise Nonsense from None
        if not self._is_greeted and not isinstance(intent, intents.Greet):
            raise Nonsense
        return self._obey(intent)

    def _obey(self, intent: intents.AnyIntent) -> None:
        match intent:
            case intents.Greet():
                self._greet(intent)
            case intents.Watch():
                self._spawn(self._enter(intent.table, lambda s: s.watch(intent.table, intent.password)))
            case intents.Join():
                self._spawn(self._enter(intent.table, lambda s: _join(s, intent)))
            case intents.Resume():
                self._spawn(self._enter(intent.table, lambda s: s.resume(intent.table, intent.token)))
            case intents.Referee():
                self._spawn(self._enter(intent.table, lambda s: s.referee(intent.table, intent.key)))
            case intents.Leave():
                self._spawn(self._go_to_lobby())
            case _ if self.visit:
                self._spawn(self._at_table(self.visit, intent))

    async def _at_table(self, visit: TableVisit, intent: intents.AnyIntent) -> None:
        try:
            await _do(visit, intent)
            if isinstance(intent, intents.Export):
                self._record = await visit.session.export()
            if visit.session.clock_waits:
                await visit.session.continue_clock()
        except ClientError as error:
            self.notify(sentence(str(error)))
        except EDITED:
            if not self.is_replaying:
                raise
            self._give_up_replay()
        visit.session.dismiss()
        self._dirty.set()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside what else this tab does. A tab that asks for very much at once is closed."""
        if len(self._tasks) >= MOST_TASKS or self._group is None:
            work.close()
            raise Nonsense
        task = self._group.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _greet(self, intent: intents.Greet) -> None:
        if speaks(intent.language):
            self._language = choose_language(intent.language)
        self._is_greeted = True
        tables = page_words(self._language).tables
        words = {code: text for name in ("page", "key") for code, text in tables[name].items()}
        self.show("words", words)
        self.show("languages", {"now": self._language, "all": known_languages()})
        self.show("fingerprint", self._place.fingerprint)
        self._enter_lobby()

    # Where the tab is.

    def _enter_lobby(self) -> None:
        if self._stop_listening is None:
            self._stop_listening = self._place.listing.listen(self._dirty.set)
        self._dirty.set()

    def _leave_lobby(self) -> None:
        if self._stop_listening:
            self._stop_listening()
            self._stop_listening = None

    async def _go_to_lobby(self) -> None:
        async with self._moving:
            await self._close_visit()
            self._enter_lobby()

    async def _enter(self, table: str, enter: Callable[[Session], Awaitable[object]]) -> None:
        """Open a session, and enter the table with it. If that is refused, the page is told why."""
        async with self._moving:
            await self._close_visit()
            if self._entrances.take() and self._place.has_room():
                await self._open_session(table, enter)
            else:
                self.show("refused", RefusedPart(table, tell(self._language, "notice.full")))
                self._enter_lobby()

    async def _open_session(self, table: str, enter: Callable[[Session], Awaitable[object]]) -> None:
        session = Session(self._place.address, language=self._language, pins=self._place.pins)
        try:
            async with contextlib.AsyncExitStack() as stack:
                await stack.enter_async_context(session)
                await enter(session)
                self._connection = stack.pop_all()
        except ClientError as error:
            code = error.code if isinstance(error, Refusal) else ""
            self.show("refused", RefusedPart(table, sentence(str(error)), code in PASSWORD_CODES))
            return self._enter_lobby()
        self._leave_lobby()
        return self._begin_visit(session)

    def _begin_visit(self, session: Session) -> None:
        sink = PageSink(self.show, self.notify)
        self.visit = TableVisit(
            session, sink, self._spawn, self._base, lambda: self._spawn(self._go_to_lobby())
        )
        self._sent.clear()
        session.listen(self._dirty.set)
        self._dirty.set()

    async def _close_visit(self) -> None:
        self.visit = None
        connection, self._connection = self._connection, contextlib.AsyncExitStack()
        await connection.aclose()

    async def _replay(self, packed: bytes) -> None:
        """Show a record that was dropped onto the page. It comes compressed."""
        try:
            async with self._place.reading:
                if not (self.is_replaying or self._place.may_replay()):
                    raise ClientError(tell(self._language, "notice.large"))
                state = await asyncio.to_thread(self._unpack, packed)
                await self._begin_replay(state)
        except zlib.error:
            raise Nonsense from None
        except ClientError as error:
            self.notify(sentence(str(error)))

    def _unpack(self, packed: bytes) -> ClientState:
        """The game of a compressed record. It runs beside the loop, which a large record would hold."""
        unpacker = zlib.decompressobj(wbits=31)
        content = unpacker.decompress(packed, self._place.limits.unpacked_record)
        if unpacker.unconsumed_tail:
            raise ClientError(tell(self._language, "notice.large"))
        state = read_record(content, tell(self._language, "notice.dropped"), self._language)
        if largest_round(state) > self._place.limits.largest_round:
            raise ClientError(tell(self._language, "notice.large"))
        return replace(state, link=FILE, role=WATCHER)

    async def _begin_replay(self, state: ClientState) -> None:
        async with self._moving:
            await self._close_visit()
            self._leave_lobby()
            session = Session(Address("", 0), language=self._language)
            session.state = state
            self._begin_visit(session)

    def _give_up_replay(self) -> None:
        """Leave a record that cannot be shown, because somebody has edited it."""
        name = tell(self._language, "notice.dropped")
        self.notify(sentence(say(self._language, "error.not-a-record", file=name)))
        self._spawn(self._go_to_lobby())

    # What the page is sent.

    def show(self, name: str, part: object) -> None:
        """Send this part soon. If it is not sent before the next one of that name, only the next one is."""
        self._pending[name] = part
        self._dirty.set()

    def notify(self, text: str) -> None:
        self.show("notice", text)

    async def _write(self) -> None:
        while True:
            await self._dirty.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._dirty.clear()
            try:
                message = self._collect()
            except EDITED:
                if not self.is_replaying:
                    raise
                self._give_up_replay()
                continue
            if message:
                await self._send(msgspec.json.encode(message), text=True)
            if self._record is not None:
                record, self._record = self._record, None
                await self._send(record, text=False)

    async def _send(self, data: bytes, *, text: bool) -> None:
        """Send it. The system keeps some of it; a tab that takes nothing for long is dropped."""
        try:
            async with asyncio.timeout(self._place.limits.slow_seconds):
                await self._socket.send(data, text=text)
        except TimeoutError:
            raise Nonsense from None

    def _collect(self) -> dict[str, object]:
        """Everything that the page does not know yet, in the order in which it has to be shown."""
        if not self._is_greeted:
            return {}
        first = [name for name in ("words", "languages") if name in self._pending]
        found: dict[str, object] = {name: self._pending.pop(name) for name in first}
        found |= self._news_of(self._parts())
        if self.visit:
            found |= self.visit.news()
            if notice := self.visit.session.state.notice:
                self._pending.setdefault("notice", notice)
                self.visit.session.dismiss()
        pending, self._pending = self._pending, {}
        return found | pending

    def _parts(self) -> dict[str, object]:
        if self.visit:
            return {"tables": None, **self.visit.parts()}
        tables = self._place.listing.tables
        listed = None if tables is None else tuple(table_part(line, self._language) for line in tables)
        return {"where": None, "tables": {"found": listed}}

    def _news_of(self, parts: dict[str, object]) -> dict[str, object]:
        unsent = object()
        found = {name: part for name, part in parts.items() if self._sent.get(name, unsent) != part}
        self._sent |= found
        return found


async def _join(session: Session, intent: intents.Join) -> None:
    await session.join(intent.table, intent.name, intent.seat.upper(), intent.password)


async def _do(visit: TableVisit, intent: intents.AnyIntent) -> None:
    """Do at the table what the page asks for."""
    match intent:
        case intents.Write():
            visit.write(intent)
        case intents.Move():
            visit.move(intent)
        case intents.Delete():
            visit.delete(intent)
        case intents.Enter():
            await visit.enter(intent)
        case intents.Act():
            await visit.act(intent)
        case intents.Answer():
            await visit.answer(intent)
        case intents.Suggest():
            visit.suggest(intent)
        case intents.Look():
            await visit.look(intent)
        case intents.Send():
            await visit.send(intent)
        case intents.Tell():
            visit.tell_round(intent)
        case intents.Link():
            visit.desk.show_own_link()
