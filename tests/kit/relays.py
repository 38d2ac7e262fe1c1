"""A relay between real clients and a real server, which keeps what the clients ask."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from protocol.codec import decode_client
from protocol.messages import ClientMessage


class Relay:
    def __init__(self, server_port: int) -> None:
        self._server_port = server_port
        self.port = 0
        self.asked: list[ClientMessage] = []
        """Every message of every client, in the order of arrival."""

    def count(self, kind: type[ClientMessage]) -> int:
        return sum(isinstance(message, kind) for message in self.asked)

    async def serve_client(self, client: ServerConnection) -> None:
        async with connect(f"ws://127.0.0.1:{self._server_port}/ws", proxy=None) as server:
            back = asyncio.create_task(_pass_on(server, client))
            await self._pass_to_server(client, server)
            await server.close()
            await back

    async def _pass_to_server(self, client: Connection, server: Connection) -> None:
        try:
            async for data in client:
                assert isinstance(data, bytes)
                self.asked.append(decode_client(data))
                await server.send(data)
        except ConnectionClosed:
            return


async def _pass_on(source: Connection, target: Connection) -> None:
    try:
        async for data in source:
            await target.send(data)
    except ConnectionClosed:
        return
    await target.close()


@asynccontextmanager
async def relaying(server_port: int) -> AsyncIterator[Relay]:
    relay = Relay(server_port)
    async with serve(relay.serve_client, "127.0.0.1", 0) as listening:
        relay.port = listening.sockets[0].getsockname()[1]
        yield relay
