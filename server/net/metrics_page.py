"""The page with the server's counts. It has an address of its own, so that players cannot read it."""

import http

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from server.metrics import Metrics

PATH = "/metrics"
OPEN_SECONDS = 5.0


class Where(Struct, frozen=True):
    """The interface and the port at which the page is served."""

    host: str = "127.0.0.1"
    port: int = 0


async def serve_metrics(where: Where, metrics: Metrics) -> Server:
    def answer(socket: ServerConnection, request: Request) -> Response:
        page = _page(socket, request, metrics)
        if request.method == "HEAD":
            page.body = b""  # only the headers, with the length of the page that GET would send
        return page

    return await serve(
        _never_reached,
        where.host,
        where.port,
        process_request=answer,
        open_timeout=OPEN_SECONDS,
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
