"""The running server. Only this module puts the store, the lobby and the sockets together."""

import asyncio
import http
import socket
import ssl
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from protocol.codec import MOST_BYTES, encode
from protocol.ids import Lines, SheetKey
from protocol.messages import CLOSE_RESTART, Closing
from protocol.notes import Note
from protocol.texts import DEFAULT, catalogue, languages
from server import bots, logs
from server.bots.slow import NotThought, SlowBots
from server.databases import Database, open_store
from server.games import GAMES
from server.lobby import Lobby
from server.metrics import Metrics
from server.net import lan
from server.net.budgets import Budgets
from server.net.connection import Connection
from server.net.files import most_files, most_sockets, quiet_without_files, within_files
from server.net.limits import Limits
from server.net.metrics_page import Where, serve_metrics
from server.net.passwords import Passwords
from server.net.room import Room
from server.net.sockets import Sockets, StampedConnection
from server.store import EventStore
from server.table.audience import BotJob

PATH = "/ws"
BOT_SECONDS = 2.0
GOODBYE_SECONDS = 2.0
PING_SECONDS = 5.0
"""How often each peer is sent a ping, and how long it may take to answer."""
ACCEPTED_AT_ONCE = 1
"""In each turn of the loop one socket is accepted. Each is much work, and those who play go on in between."""
WAITING_IN_SYSTEM = 256


class Settings(Struct, frozen=True):
    database: Database
    host: str | None = None
    """The interface to listen on; None means all of them."""
    port: int = 7878
    name: str = "QG"
    announce: bool = True
    tls: ssl.SSLContext | None = None
    limits: Limits = Limits()
    bot_seconds: float = BOT_SECONDS
    most_tables: int = 2000
    shared_port: int | None = None
    """A port at which the workers of this machine listen together."""
    address: str = ""
    """Where players reach this server if several share a database; found out if it is left empty."""
    is_alone: bool = False
    """No other server may use the same file. Servers that clients start for themselves do not ask for it."""
    metrics_at: Where | None = None
    """Where the page with the counts is served; None means nowhere."""
    load_games_after: float | None = None
    """All games are loaded so many seconds after the server listens; None means each when first played."""


def _free_port(settings: Settings) -> int:
    """A port that is the same for IPv4 and IPv6; the system would choose a different one for each.

    Servers that share a database must know their port before they listen, to tell it to the others.
    """
    if settings.host is not None and isinstance(settings.database, Path):
        return 0
    with socket.create_server((settings.host or "", 0)) as probe:
        return int(probe.getsockname()[1])


def _let_many_wait(server: Server) -> None:
    """The loop accepts at once as many as it was told to let wait. More than that may wait in the system."""
    for listener in server.sockets:
        with listener.dup() as same:
            same.listen(WAITING_IN_SYSTEM)


def _load_texts(*subjects: str) -> None:
    """Read these catalogues before anybody connects, so that saying a sentence never waits for the disk."""
    for subject in subjects:
        for language in languages(subject):
            catalogue(subject, language)


async def _load_games(seconds: float) -> None:
    """Load every game and its texts beside the loop, so that no table waits when it is the first of its game.

    Bots are loaded when they first think, which they do beside the loop too.
    """
    await asyncio.sleep(seconds)
    await asyncio.to_thread(GAMES.load_all)
    await asyncio.to_thread(_load_texts, *GAMES)


def _in_default_language(code: str) -> str:
    """The sentence for a connection whose language is not known yet."""
    return catalogue("table", DEFAULT).say(Note(code))


def _port_of(server: Server | None) -> int:
    assert server is not None
    return int(next(iter(server.sockets)).getsockname()[1])


class App:
    """A running server. `async with App(settings) as app:` serves until the block ends."""

    def __init__(self, settings: Settings, store: EventStore | None = None) -> None:
        self._settings = settings
        self.metrics = Metrics()
        self._store = store
        self._budgets = Budgets(settings.limits)
        self._passwords = Passwords(settings.limits)
        self._limits = within_files(settings.limits, most_files())
        self._room = Room(self._limits, self.metrics, most_sockets(most_files()))
        self._connections: set[Connection] = set()
        self._handlers: set[asyncio.Task[None]] = set()
        self._slow_bots = SlowBots(settings.bot_seconds)
        self._stack = AsyncExitStack()
        self._server: Server | None = None
        self._metrics_server: Server | None = None

    async def __aenter__(self) -> "App":
        try:
            await self._open()
        except BaseException:  # a thread that is left would keep the program from ending
            if self._server:
                self._server.close()
            await self._stack.aclose()
            raise
        return self

    async def _open(self) -> None:
        settings = self._settings
        self._port = settings.port or _free_port(settings)
        self._store = self._store or await self._open_store()
        self._stack.push_async_callback(self._store.close)
        self.lobby = Lobby(
            self._store,
            self._think,
            self.metrics,
            settings.most_tables,
            settings.limits.tables_from_one,
        )
        _load_texts("table")
        await self.lobby.load()
        self._stack.push_async_callback(self.lobby.close)
        self._stack.callback(self._slow_bots.stop)
        self._sockets = Sockets(self._limits, self._room, self.metrics, settings.tls)
        self._stack.enter_context(quiet_without_files(asyncio.get_running_loop()))
        self._server = await self._listen(self._port)
        if settings.load_games_after is not None:
            loading = asyncio.create_task(_load_games(settings.load_games_after), name="games")
            self._stack.callback(loading.cancel)
        if settings.shared_port is not None:
            shared = await self._listen(settings.shared_port, reuse_port=True)
            self._stack.push_async_callback(shared.wait_closed)
            self._stack.callback(shared.close, code=CLOSE_RESTART)
        if settings.metrics_at:
            self._metrics_server = await serve_metrics(settings.metrics_at, self.metrics)
            self._stack.push_async_callback(self._metrics_server.wait_closed)
            self._stack.callback(self._metrics_server.close)
        if settings.announce:
            announcer = lan.Announcer(
                settings.name,
                settings.shared_port or self.port,
                self.lobby.lines,
                tls=settings.tls is not None,
                host=settings.host,
            )
            await self._stack.enter_async_context(announcer)

    async def _listen(self, port: int, **more: Any) -> Server:
        settings = self._settings
        server = await serve(
            self._handle,
            settings.host,
            port,
            backlog=ACCEPTED_AT_ONCE,
            create_connection=self._sockets.make,  # type: ignore[arg-type]  # it need not be a class
            process_request=self._answer_http,
            origins=[None],  # a web page must not reach a table through the browser of its visitor
            compression=None,
            max_size=MOST_BYTES,
            max_queue=16,
            open_timeout=settings.limits.hello_seconds,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            close_timeout=2,
            server_header=None,
            **more,
        )
        _let_many_wait(server)
        return server

    async def __aexit__(self, *exception: object) -> None:
        await self._say_goodbye()
        await self._stack.aclose()

    async def _open_store(self) -> EventStore:
        settings = self._settings
        return await open_store(settings.database, self._address(), self.metrics, is_alone=settings.is_alone)

    def _address(self) -> str:
        """Where players reach this server, as those that share its database tell them."""
        settings = self._settings
        where = settings.host or next(iter(lan.own_addresses()), lan.LOOPBACK)
        return settings.address or f"{where}:{self._port}"

    @property
    def port(self) -> int:
        return _port_of(self._server)

    @property
    def metrics_port(self) -> int:
        return _port_of(self._metrics_server)

    async def _handle(self, socket: ServerConnection) -> None:
        assert isinstance(socket, StampedConnection)
        connection = Connection(
            socket, self.lobby, self._limits, self._budgets, self._passwords, self.metrics, self._room
        )
        self._room.admit(connection, socket, socket.loop.time())
        self._connections.add(connection)
        self.metrics.connections = len(self._connections)
        self.metrics.connections_total += 1
        try:
            await connection.run()
        finally:
            self._room.gone(connection)
            self._connections.discard(connection)
            self.metrics.connections = len(self._connections)

    def _answer_http(self, socket: ServerConnection, request: Request) -> Response | None:
        path = request.path.partition("?")[0]
        if path == PATH:
            return None
        page = self._page(socket, request, path)
        if request.method == "HEAD":
            page.body = b""  # only the headers, with the length of the page that GET would send
        return page

    def _page(self, socket: ServerConnection, request: Request, path: str) -> Response:
        if request.method not in ("GET", "HEAD"):
            return socket.respond(http.HTTPStatus.METHOD_NOT_ALLOWED, "")
        if path == "/healthz":
            return socket.respond(http.HTTPStatus.OK, "ok\n")
        return socket.respond(http.HTTPStatus.NOT_FOUND, "QG: websockets at /ws, health at /healthz\n")

    async def _think(self, game: str, job: BotJob) -> dict[SheetKey, Lines]:
        """Let a bot think. A slow level thinks in another process, so that no table waits for it.

        If it does not get to write there, a quick level writes the sheet instead.
        """
        if job.level in bots.SLOW:
            try:
                return await self._slow_bots.run(bots.think, *self._work(game, job.level, job))
            except NotThought as reason:
                logs.warning(f"{reason}; a quicker one writes instead", level=job.level)
        quick = [level for level in bots.LEVELS[game] if level not in bots.SLOW]
        level = job.level if job.level in quick else quick[-1]
        return await asyncio.to_thread(bots.think, *self._work(game, level, job))

    def _work(self, game: str, level: str, job: BotJob) -> tuple[Any, ...]:
        seconds = self._settings.bot_seconds
        return game, level, job.view, job.sheets, job.seed, seconds, job.character or None, job.past

    async def _say_goodbye(self) -> None:
        """Tell everybody that the server stops, then close. All that was written is stored."""
        assert self._server is not None
        for connection in list(self._connections):
            note = Note("event.closing")
            text = catalogue("table", connection.peer.language).say(note)
            connection.post(encode(Closing(text=text)))
            connection.close(CLOSE_RESTART, note)
        self._room.close()
        self._server.close(code=CLOSE_RESTART, reason=_in_default_language("event.closing"))
        try:
            # Not asyncio.timeout: where this task is being cancelled, Python 3.11.2 cancels it once more.
            await asyncio.wait_for(self._server.wait_closed(), GOODBYE_SECONDS)
        except TimeoutError:
            logs.warning("some connections did not close in time", count=len(self._connections))
