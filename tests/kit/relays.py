"""A relay between real clients and a real server. It keeps what is asked, and can change what is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from protocol.codec import decode_client
from protocol.messages import ClientMessage


def unchanged(data: bytes) -> bytes:
    return data


class Relay:
    def __init__(self, server_port: int, change: Callable[[bytes], bytes]) -> None:
        self._server_port = server_port
        self._change = change
        self.port = 0
        self.asked: list[ClientMessage] = []
        """Every message of every client, in the order of arrival."""

    def count(self, kind: type[ClientMessage]) -> int:
        return sum(isinstance(message, kind) for message in self.asked)

    async def serve_client(self, client: ServerConnection) -> None:
        async with connect(f"ws://127.0.0.1:{self._server_port}/ws", proxy=None) as server:
            back = asyncio.create_task(self._pass_to_client(server, client))
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

    async def _pass_to_client(self, server: Connection, client: Connection) -> None:
        try:
            async for data in server:
                assert isinstance(data, bytes)
                await client.send(self._change(data))
        except ConnectionClosed:
            return
        await client.close()


@asynccontextmanager
async def relaying(server_port: int, change: Callable[[bytes], bytes] = unchanged) -> AsyncIterator[Relay]:
    """`change` turns each message of the server into what the client gets instead."""
    relay = Relay(server_port, change)
    async with serve(relay.serve_client, "127.0.0.1", 0) as listening:
        relay.port = listening.sockets[0].getsockname()[1]
        yield relay
