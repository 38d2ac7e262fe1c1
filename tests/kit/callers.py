"""Bare clients and servers for tests over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import CoroutineType
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

import server
from protocol import messages
from protocol.codec import decode_server, encode
from protocol.events import TableEvent
from protocol.messages import PROTOCOL_VERSION, ClientMessage, Hello, ServerMessage, Told
from server.app import App, Settings
from server.net.limits import Limits

PATIENCE = 30.0
"""How long a test waits for a fact before it fails; never waited for in a run that passes."""
FREE = Limits(
    rate=0,
    asking_rate=0,
    newcomers=2000,
    newcomers_from_one=2000,
    from_one=5000,
    tables_from_one=5000,
    wrong_passwords=10**6,
    table_passwords=10**6,
)

M = TypeVar("M", bound=ServerMessage)
E = TypeVar("E", bound=TableEvent)


class Caller:
    """A client that keeps every message it receives, raw and decoded."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[bytes] = []
        self.heard: list[ServerMessage] = []
        self._read = 0
        self._id = 0
        self.seat = ""
        self.token = ""
        self.table = ""
        self.patience = PATIENCE

    async def send(self, message: ClientMessage) -> int:
        self._id += 1
        await self.socket.send(encode(msgspec.structs.replace(message, id=self._id)))
        return self._id

    async def hear(self) -> ServerMessage:
        async with asyncio.timeout(self.patience):
            data = await self.socket.recv()
        assert isinstance(data, bytes)
        self.raw.append(data)
        self.heard.append(decode_server(data))
        return self.heard[-1]

    async def ask(self, message: ClientMessage) -> ServerMessage:
        """Send, and return the answer to it; what came before stays in `heard`."""
        number = await self.send(message)
        while True:
            answer = await self.hear()
            if answer.re == number:
                return answer

    async def until(self, wanted: Callable[[ServerMessage], Any]) -> ServerMessage:
        """The next message, not yet returned by `until`, that is wanted."""
        while True:
            while self._read < len(self.heard):
                message = self.heard[self._read]
                self._read += 1
                if wanted(message):
                    return message
            await self.hear()

    async def until_kind(self, kind: type[M]) -> M:
        found = await self.until(lambda message: isinstance(message, kind))
        assert isinstance(found, kind)
        return found

    async def until_event(self, kind: type[E], **fields: Any) -> E:
        def is_wanted(message: ServerMessage) -> bool:
            event = message.event if isinstance(message, Told) else None
            return isinstance(event, kind) and all(getattr(event, k) == v for k, v in fields.items())

        found = await self.until(is_wanted)
        assert isinstance(found, Told)
        assert isinstance(found.event, kind)
        return found.event

    def events(self) -> list[TableEvent]:
        return [message.event for message in self.heard if isinstance(message, Told)]

    async def sit(self, table: str, name: str, seat: str = "", **more: Any) -> messages.Seated:
        key = f"own secret of {name}"
        answer = await self.ask(messages.Join(table=table, name=name, key=key, seat=seat, **more))
        assert isinstance(answer, messages.Seated), answer
        self.table, self.seat, self.token = table, answer.seat, answer.token
        await self.ask(messages.Ready(phase=0))
        return answer

    async def write(self, phase: int, *lines: str, revision: int = 1, sheet: str = "") -> ServerMessage:
        sheet = sheet or self.seat
        return await self.ask(messages.Write(phase=phase, sheet=sheet, revision=revision, lines=lines))

    async def seal(self, phase: int, revision: int = 1, sheet: str = "") -> ServerMessage:
        revisions = {sheet or self.seat: revision} if revision else {}
        return await self.ask(messages.Seal(phase=phase, revisions=revisions))

    async def close(self) -> None:
        await self.socket.close()


@asynccontextmanager
async def serving(folder: Path, limits: Limits = FREE, *, port: int = 0, **more: Any) -> AsyncIterator[App]:
    """A whole server on a free loopback port."""
    settings = Settings(
        database=folder / "qg.db", host="127.0.0.1", port=port, announce=False, limits=limits, **more
    )
    async with App(settings) as app:
        yield app
    assert not leaked_tasks()


def leaked_tasks() -> list[asyncio.Task[Any]]:
    """Tasks of a server that should have ended with it."""
    own = Path(server.__file__).parent
    tasks = ((task, task.get_coro()) for task in asyncio.all_tasks())
    return [
        task
        for task, work in tasks
        if isinstance(work, CoroutineType) and own in Path(work.cr_code.co_filename).parents
    ]


async def call(port: int, *, hello: bool = True, language: str = "en") -> Caller:
    where = f"ws://127.0.0.1:{port}/ws"
    socket = await connect(where, compression=None, proxy=None, max_queue=None, open_timeout=PATIENCE)
    caller = Caller(socket)
    if hello:
        welcome = await caller.ask(Hello(protocol=PROTOCOL_VERSION, language=language))
        assert isinstance(welcome, messages.Welcome), welcome
    return caller


async def open_table(caller: Caller, *, key: str = "opener's own secret", **more: Any) -> messages.Opened:
    wanted = {"game": "power", "name": "Sunday", **more}
    opened = await caller.ask(messages.OpenTable(key=key, **wanted))
    assert isinstance(opened, messages.Opened), opened
    return opened


async def seat_all(port: int, table: str, names: Sequence[str] = ("Ana", "Bo", "Cy", "Di")) -> list[Caller]:
    """Players who sit down in the order of the seats. The game begins when the last of them is ready."""
    players = []
    for name in names:
        player = await call(port)
        await player.sit(table, name)
        players.append(player)
    return players


async def start_game(port: int, players: int = 4, **options: Any) -> tuple[str, list[Caller]]:
    """A table that has begun: everybody is in phase 1."""
    opener = await call(port)
    opened = await open_table(opener, options={"players": players, **options})
    await opener.close()
    seated = await seat_all(port, opened.table, ("Ana", "Bo", "Cy", "Di")[:players])
    return opened.table, seated
