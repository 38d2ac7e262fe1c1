"""The web server: one port for the page and its sockets. It knows nothing of games, and touches no table."""

import asyncio
import contextlib
import http
import logging
import ssl
import time
from collections import Counter

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from client.link.address import Address
from client.link.wire import CertificatesOfThisRun, KnownCertificates
from client.web.files import PageFile, page_files
from client.web.guard import headers_for, is_known_host, is_own_origin
from client.web.limits import Allowance, WebLimits
from client.web.links import base_of
from client.web.listing import Listing
from client.web.tab import CLOSE_FAULT, CLOSE_IDLE, Tab, WebPlace
from client.words import speaks
from protocol.texts import DEFAULT

SOCKET = "/socket"
METHODS = ("GET", "HEAD")
PING_SECONDS = 20.0
_LOG = logging.getLogger("qg.web")
_SOCKETS = logging.getLogger("qg.web.sockets")
_SOCKETS.setLevel(logging.CRITICAL)  # what strangers send to a port is no news


class WebSettings(Struct, frozen=True):
    address: Address
    """The server whose tables are shown."""
    host: str | None = None
    """The interface to listen on; None means all of them."""
    port: int = 0
    names: frozenset[str] = frozenset()
    """The names under which browsers may reach this machine, besides its addresses."""
    tls: ssl.SSLContext | None = None
    fingerprint: str = ""
    limits: WebLimits = WebLimits()


class WebServer:
    """`async with WebServer(settings) as web:` serves the page until the block ends."""

    def __init__(self, settings: WebSettings, pins: KnownCertificates | None = None) -> None:
        self._settings = settings
        self._files = page_files()
        pins = pins or CertificatesOfThisRun()
        self._listing = Listing(settings.address, pins)
        self._place = WebPlace(
            address=settings.address,
            pins=pins,
            listing=self._listing,
            limits=settings.limits,
            has_room=self._has_room_at_tables,
            may_replay=self._may_replay,
            fingerprint=settings.fingerprint,
        )
        self._tabs: dict[Tab, ServerConnection] = {}
        self._from: Counter[str] = Counter()
        self._shares: dict[str, Allowance] = {}
        self._server: Server | None = None
        self._lister: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "WebServer":
        settings = self._settings
        self._server = await serve(
            self._handle,
            settings.host,
            settings.port,
            ssl=settings.tls,
            process_request=self._answer,
            compression=None,
            max_size=settings.limits.longest_record,
            max_queue=1,  # a message may be a record, and unread ones stay in memory
            open_timeout=10,
            ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS,
            close_timeout=2,
            server_header=None,
            logger=_SOCKETS,
        )
        self._lister = asyncio.create_task(self._listing.run(), name="list of tables")
        return self

    async def __aexit__(self, *exception: object) -> None:
        assert self._server
        assert self._lister
        self._lister.cancel()
        await asyncio.gather(self._lister, return_exceptions=True)
        self._server.close()
        await self._server.wait_closed()

    @property
    def port(self) -> int:
        assert self._server
        return int(next(iter(self._server.sockets)).getsockname()[1])

    @property
    def _scheme(self) -> str:
        return "https" if self._settings.tls else "http"

    # Requests for the page.

    def _answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """Answer a request for a file, refuse what must not be, or let a socket of our own page open."""
        hosts = request.headers.get_all("Host")
        host = hosts[0] if len(hosts) == 1 else ""
        if not is_known_host(host, str(socket.local_address[0]), self._settings.names):
            return _refuse(http.HTTPStatus.MISDIRECTED_REQUEST)
        if request.method not in METHODS:
            allowed = {"Allow": ", ".join(METHODS)}
            return _refuse(http.HTTPStatus.METHOD_NOT_ALLOWED, headers_for(host) | allowed)
        if request.path == SOCKET:
            return self._admit(socket, request, host)
        file = self._files.get(request.path.partition("?")[0])
        if file is None:
            return _refuse(http.HTTPStatus.NOT_FOUND, headers_for(host))
        answer = _file(file, request.headers, headers_for(host))
        if request.method == "HEAD":
            answer.body = b""
        return answer

    def _admit(self, socket: ServerConnection, request: Request, host: str) -> Response | None:
        origins = request.headers.get_all("Origin")
        if len(origins) != 1 or not is_own_origin(origins[0], host):
            return _refuse(http.HTTPStatus.FORBIDDEN)
        limits = self._settings.limits
        if self._from[_address(socket)] >= limits.from_one:
            return _refuse(http.HTTPStatus.SERVICE_UNAVAILABLE)
        if len(self._tabs) >= limits.tabs and not self._make_room():
            return _refuse(http.HTTPStatus.SERVICE_UNAVAILABLE)
        return None

    def _make_room(self) -> bool:
        """Close the tab that has been silent longest of those at no table. Returns whether there was one."""
        idle = [tab for tab in self._tabs if tab.is_idle]
        if not idle:
            return False
        socket = self._tabs.pop(min(idle, key=lambda tab: tab.heard_at))
        socket.protocol.send_close(CLOSE_IDLE)
        socket.transport.abort()
        return True

    def _has_room_at_tables(self) -> bool:
        return sum(not tab.is_idle for tab in self._tabs) < self._settings.limits.at_tables

    def _may_replay(self) -> bool:
        return sum(tab.is_replaying for tab in self._tabs) < self._settings.limits.replays

    # Sockets.

    async def _handle(self, socket: ServerConnection) -> None:
        """One tab, from its first message to its end. An error in it is logged, and ends that tab alone."""
        address = _address(socket)
        tab = self._tab(socket, address)
        self._tabs[tab] = socket
        self._from[address] += 1
        try:
            await tab.run()
        except Exception:
            _LOG.exception("a tab has failed")
            with contextlib.suppress(OSError):
                await socket.close(CLOSE_FAULT)
        finally:
            self._tabs.pop(tab, None)
            self._from[address] -= 1
            self._forget(address)

    def _tab(self, socket: ServerConnection, address: str) -> Tab:
        assert socket.request
        headers, limits = socket.request.headers, self._settings.limits
        if address not in self._shares:
            many = limits.address_share
            self._shares[address] = Allowance(limits.burst * many, limits.rate * many, time.monotonic)
        base = base_of(self._scheme, headers["Host"])
        language = preferred_language(headers.get("Accept-Language", ""))
        return Tab(socket, self._place, language, base, self._shares[address])

    def _forget(self, address: str) -> None:
        """Forget an address of which no tab is open, unless it has asked for much just now."""
        if not self._from[address]:
            del self._from[address]
        for known in [known for known, share in self._shares.items() if share.is_full]:
            if known not in self._from:
                del self._shares[known]


def _address(socket: ServerConnection) -> str:
    return str(socket.remote_address[0]) if socket.remote_address else ""


def preferred_language(header: str) -> str:
    """The first language of an Accept-Language header that we speak. Browsers send their favourite first."""
    for wish in header.split(",")[:20]:
        tag = wish.partition(";")[0].strip()
        if tag and speaks(tag):
            return tag.replace("_", "-").partition("-")[0].lower()
    return DEFAULT


def _refuse(status: http.HTTPStatus, more: dict[str, str] | None = None) -> Response:
    return _respond(status, f"{status.phrase}\n".encode(), {"Content-Type": "text/plain", **(more or {})})


def _file(file: PageFile, asked: Headers, more: dict[str, str]) -> Response:
    """The file, packed if the browser can unpack it, or only the news that the browser has it already."""
    headers = {**more, "Content-Type": file.type, "ETag": file.tag, "Cache-Control": "no-cache"}
    if asked.get("If-None-Match", "") == file.tag:
        return _respond(http.HTTPStatus.NOT_MODIFIED, b"", headers)
    if "gzip" in asked.get("Accept-Encoding", ""):
        return _respond(http.HTTPStatus.OK, file.packed, {**headers, "Content-Encoding": "gzip"})
    return _respond(http.HTTPStatus.OK, file.body, headers)


def _respond(status: http.HTTPStatus, body: bytes, headers: dict[str, str]) -> Response:
    sent = {**headers, "Content-Length": str(len(body)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(sent), body)
