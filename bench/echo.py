"""A bare websockets echo, the yardstick beside which the table server is measured."""

import asyncio

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed


async def _echo(socket: ServerConnection) -> None:
    try:
        async for data in socket:
            await socket.send(data)
    except ConnectionClosed:
        pass


async def main() -> None:
    async with serve(_echo, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"echo on port {port}", flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(main())
