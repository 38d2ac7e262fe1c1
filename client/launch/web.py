"""`qg web`: serve the tables of a server to browsers."""

import asyncio
import contextlib
import os
import ssl
import sys
import threading
from pathlib import Path
from typing import TypeAlias

from client.errors import ClientError
from client.games import GAMES
from client.launch.finder import find_servers
from client.launch.launch import Launch
from client.launch.own_server import free_port
from client.link.address import PORT, Address, read_address
from client.link.way_in import LOOPBACK, own_addresses
from client.link.wire import CertificatesOfThisRun
from client.play.qr_code import qr_rows
from client.web.server import WebServer, WebSettings
from client.words import reason_of
from protocol.certificates import CertificateError, context, fingerprint, self_signed
from protocol.folders import data_folder

WEB_PORT = 8080
"""The page is served here, unless another program has this port."""


Certificate: TypeAlias = tuple[ssl.SSLContext, str]
"""What encrypts the page, and the fingerprint by which people know it."""


class Web(Launch):
    async def web(self) -> int:
        GAMES.load_all()  # many may look at this page, and nobody is to wait for the first of a game
        address = await self._server()
        certificate = self._certificate()
        async with contextlib.AsyncExitStack() as stack:
            web = await self._serve(stack, address, certificate)
            self._say_where(web.port, address, certificate)
            await self._until_told()
        return 0

    async def _server(self) -> Address:
        """The server that was named, or one that answers on this network, or else one on this machine."""
        if self.args.target:
            return read_address(self.args.target, self.language)[0]
        found = await find_servers()
        return found[0][0] if found else Address(LOOPBACK, PORT)

    def _certificate(self) -> Certificate | None:
        """The certificate of the page and its fingerprint, if the page is encrypted."""
        args = self.args
        if not (args.tls or args.cert):
            return None
        try:
            files = (Path(args.cert), Path(args.key) if args.key else None) if args.cert else None
            certificate, key = files or self_signed(data_folder())
            return context(certificate, key), fingerprint(certificate)
        except (CertificateError, OSError, ValueError) as error:
            raise ClientError(self.text("error.certificate-unusable", reason=str(error))) from None

    async def _serve(
        self, stack: contextlib.AsyncExitStack, address: Address, certificate: Certificate | None
    ) -> WebServer:
        """Listen on the port that was given; if none was, on the usual one or else on any that is free."""
        tls, shown = certificate or (None, "")
        given: int | None = self.args.port
        names = frozenset(name.lower() for name in self.args.names)
        ports = (WEB_PORT, free_port()) if given is None else (given or free_port(),)
        for port in ports:
            settings = WebSettings(
                address, host=self.args.host, port=port, names=names, tls=tls, fingerprint=shown
            )
            try:
                return await stack.enter_async_context(WebServer(settings, self._known_certificates()))
            except OSError as error:
                if port == ports[-1]:
                    reason = reason_of(error, self.language)
                    raise ClientError(self.text("error.web-port", port=port, reason=reason)) from None
        raise AssertionError("the last port is tried or refused")

    def _known_certificates(self) -> CertificatesOfThisRun:
        """The certificates that this person knows. New ones are not saved: the file may be in use by `qg`.

        A server on this machine may have made itself a new one, and is trusted.
        """
        known = CertificatesOfThisRun()
        for where, shown in self.memory.kept.fingerprints.items():
            if not where.startswith(f"{LOOPBACK}:"):
                known.pin(where, shown)
        return known

    def _say_where(self, port: int, address: Address, certificate: Certificate | None) -> None:
        scheme = "https" if certificate else "http"
        hosts = [
            *self.args.names,
            *([self.args.host] if self.args.host else [*own_addresses()[:2], LOOPBACK]),
        ]
        links = [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/" for host in hosts]
        self.say("cli.web", server=address.typed)
        self.console.print(*(f"  {link}" for link in links))
        if certificate:
            self.say("cli.web-tls", fingerprint=certificate[1])
        if sys.stdout.isatty() and not self.look.ascii:
            self.console.print(*qr_rows(links[0]))
        if self.is_terminal:
            self.say("cli.web-stop")

    async def _until_told(self) -> None:
        """Serve until this program is told to end, or with --until-eof until the one that started it ends."""
        stop = asyncio.Event()
        if self.args.until_eof:
            loop = asyncio.get_running_loop()
            waiting = threading.Thread(target=_wait_for_end, args=(loop, stop), name="input", daemon=True)
            waiting.start()
        await stop.wait()


def _wait_for_end(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    with contextlib.suppress(OSError):
        while os.read(sys.stdin.fileno(), 4096):  # its lock would be held while we exit
            pass
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(stop.set)
