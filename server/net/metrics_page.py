"""The page with the server's counts. It has an address of its own, so that players cannot read it."""

import asyncio
import functools
import http
from typing import Any

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from server.metrics import Metrics

PATH = "/metrics"
OPEN_SECONDS = CLOSE_SECONDS = 2.0
MOST_READERS = 8
"""So many sockets may be open here. The oldest makes room for the next."""


class Where(Struct, frozen=True):
    """The interface and the port at which the page is served."""

    host: str = "127.0.0.1"
    port: int = 0


class _Reader(ServerConnection):
    """A socket of somebody who reads the page."""

    def __init__(self, readers: "dict[_Reader, None]", *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._readers = readers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if len(self._readers) >= MOST_READERS:
            oldest = next(iter(self._readers))
            del self._readers[oldest]
            oldest.transport.abort()
        self._readers[self] = None
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._readers.pop(self, None)
        super().connection_lost(exc)


async def serve_metrics(where: Where, metrics: Metrics) -> Server:
    readers: dict[_Reader, None] = {}

    def answer(socket: ServerConnection, request: Request) -> Response:
        page = _page(socket, request, metrics)
        if request.method == "HEAD":
            page.body = b""  # only the headers, with the length of the page that GET would send
        return page

    return await serve(
        _never_reached,
        where.host,
        where.port,
        create_connection=functools.partial(_Reader, readers),  # type: ignore[arg-type]  # it need not be a class
        process_request=answer,
        open_timeout=OPEN_SECONDS,
        close_timeout=CLOSE_SECONDS,
        server_header=None,
    )


def _page(socket: ServerConnection, request: Request, metrics: Metrics) -> Response:
    if request.method not in ("GET", "HEAD"):
        return socket.respond(http.HTTPStatus.METHOD_NOT_ALLOWED, "")
    if request.path.partition("?")[0] == PATH:
        return socket.respond(http.HTTPStatus.OK, metrics.text())
    return socket.respond(http.HTTPStatus.NOT_FOUND, f"QG: counts at {PATH}\n")


async def _never_reached(socket: ServerConnection) -> None:
    """Every request is answered with a page, so there are no websockets here."""
    raise AssertionError("a request for the counts became a websocket")
