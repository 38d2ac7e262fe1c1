"""Tabs without a browser: sockets that speak as the page does, for tests of the web server."""

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.kit.callers import PATIENCE

KEY = base64.b64encode(bytes(16)).decode()


class RawTab:
    """Keeps every message that it was sent, and the latest part of each name."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str | bytes] = []
        self.parts: dict[str, Any] = {}

    async def ask(self, what: str, **more: Any) -> None:
        await self.socket.send(json.dumps({"do": what, **more}))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            data = await self.socket.recv()
        self.raw.append(data)
        heard = json.loads(data) if isinstance(data, str) else {"record": data}
        self.parts |= heard
        return heard

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The parts, as soon as they are as wanted."""
        while not wanted(self.parts):
            await self.hear()
        return self.parts

    async def closed(self) -> int | None:
        """Read on until the other end closes the socket; the code with which it does."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self.hear()
        return self.socket.close_code

    async def at_table(self) -> None:
        await self.until(lambda parts: parts.get("where"))


@asynccontextmanager
async def raw_tab(port: int, *, greets: bool = True, **how: Any) -> AsyncIterator[RawTab]:
    where = f"127.0.0.1:{port}"
    wanted = {"origin": f"http://{where}", "compression": None, "proxy": None, "max_queue": None, **how}
    async with connect(f"ws://{where}/socket", open_timeout=PATIENCE, **wanted) as socket:
        tab = RawTab(socket)
        if greets:
            await tab.ask("greet", language="en")
            await tab.until(lambda parts: (parts.get("tables") or {}).get("found") is not None)
        yield tab


GREETING = b'{"do":"greet","language":"en"}'


async def idle_tab(port: int) -> asyncio.StreamWriter:
    """A tab that greets and then says nothing. It costs little, because it understands nothing either."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    where = f"127.0.0.1:{port}"
    lines = ["GET /socket HTTP/1.1", f"Host: {where}", f"Origin: http://{where}", "Upgrade: websocket"]
    lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {KEY}", "", ""]
    writer.write("\r\n".join(lines).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    writer.write(bytes([0x81, 0x80 | len(GREETING)]) + bytes(4) + GREETING)  # the mask is zero
    await reader.read(1000)
    return writer
