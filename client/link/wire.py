"""One websocket connection to a server, from the greeting to its end."""

import asyncio
import hashlib
import socket
import ssl
from typing import Protocol

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from client.errors import ClientError, Ended, LinkLost, NoServer
from client.link.address import Address
from client.words import say
from protocol.codec import ProtocolError, decode_server, encode
from protocol.folders import data_folder
from protocol.messages import (
    CLOSE_FULL,
    CLOSE_RESTART,
    CLOSE_TAKEN_OVER,
    CLOSE_VERSION,
    PROTOCOL_VERSION,
    ClientMessage,
    Hello,
    Refused,
    ServerMessage,
    Welcome,
)
from protocol.notes import Note
from protocol.texts import catalogue

OPEN_SECONDS = 5.0
MOST_BYTES = 8 * 1024 * 1024
CLIENT = "qg"
SHOWN = 23
"""So many characters of a fingerprint are enough to tell two of them apart."""
_BEFORE_WELCOME = {CLOSE_FULL: "closed.full", CLOSE_RESTART: "event.closing"}
"""Why a server may close a connection before it knows its language."""


class KnownCertificates(Protocol):
    """Remembers the fingerprint of the certificate that each server showed when we first met it."""

    def pinned(self, where: str) -> str:
        """The fingerprint for that host and port, or an empty text."""

    def pin(self, where: str, fingerprint: str) -> None: ...


class CertificatesOfThisRun:
    """Remembers fingerprints as long as the program runs."""

    def __init__(self) -> None:
        self._pins: dict[str, str] = {}

    def pinned(self, where: str) -> str:
        return self._pins.get(where, "")

    def pin(self, where: str, fingerprint: str) -> None:
        self._pins[where] = fingerprint


class _NotEncrypted(Exception):
    """Something answers at the address, but it is not an encrypted server."""


class Wire:
    """Sends messages, receives messages, and finds the question to which an answer belongs."""

    def __init__(self, socket: ClientConnection, address: Address, language: str) -> None:
        self._socket = socket
        self._language = language
        self.address = address
        self._count = 0
        self._asked: dict[int, tuple[ClientMessage, asyncio.Future[ServerMessage]]] = {}
        self._lost = False

    async def ask(self, message: ClientMessage) -> ServerMessage:
        """Send a message and wait for its answer, which `answer` hands over."""
        if self._lost:
            raise LinkLost(say(self._language, "error.link-lost"))
        self._count += 1
        number = self._count
        answer: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._asked[number] = message, answer
        try:
            await self._socket.send(encode(replace(message, id=number)))
            return await answer
        except ConnectionClosed:
            raise LinkLost(say(self._language, "error.link-lost")) from None
        finally:
            self._asked.pop(number, None)

    async def receive(self) -> ServerMessage:
        """The next message. If the connection has ended: Ended if we may not reconnect, else LinkLost."""
        try:
            return decode_server(await self._socket.recv())
        except ConnectionClosed as closed:
            code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
            if code in (CLOSE_TAKEN_OVER, CLOSE_VERSION):
                raise Ended(reason or say(self._language, "error.taken-over")) from None
            raise LinkLost(reason or say(self._language, "error.link-lost")) from None
        except ProtocolError:
            raise Ended(say(self._language, "error.not-understood")) from None

    def asked(self, number: int) -> ClientMessage | None:
        """The question that was sent with this number."""
        entry = self._asked.get(number)
        return entry[0] if entry else None

    def answer(self, message: ServerMessage) -> None:
        """Hand the message to the one who asked, if it is an answer."""
        entry = self._asked.get(message.re)
        if entry and not entry[1].done():
            entry[1].set_result(message)

    def lose(self) -> None:
        """Drop the connection: everybody who waits for an answer gets LinkLost."""
        self._lost = True
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(LinkLost(say(self._language, "error.link-lost")))
        if self._socket.transport:
            self._socket.transport.abort()

    async def close(self) -> None:
        await self._socket.close()
        self.lose()


async def open_wire(address: Address, language: str, pins: KnownCertificates) -> tuple[Wire, Welcome]:
    """Connect and greet, or raise an error that says in one sentence why that failed."""
    try:
        async with asyncio.timeout(OPEN_SECONDS):
            found, address = await _connect(address, pins)
            wire = Wire(found, address, language)
            try:
                if address.tls:
                    _check_certificate(found, address, language, pins)
                return wire, await _greet(found, language)
            except BaseException:
                wire.lose()
                raise
    except TimeoutError:
        raise ClientError(say(language, "error.silent", address=address.name)) from None
    except ConnectionClosed as closed:
        reason = _why_closed(closed, language)
        raise ClientError(reason or say(language, "error.silent", address=address.name)) from None
    except (ssl.SSLError, InvalidHandshake, ProtocolError):
        raise ClientError(say(language, "error.not-qg", address=address.name)) from None
    except _NotEncrypted:
        raise ClientError(say(language, "error.not-tls", address=address.name)) from None
    except (socket.gaierror, UnicodeError):
        raise ClientError(say(language, "error.no-host", host=address.host)) from None
    except OSError:
        raise NoServer(say(language, "error.no-server", address=address.name)) from None


def _why_closed(closed: ConnectionClosed, language: str) -> str:
    """The reason of the server, in our language, which the server did not know yet."""
    if closed.rcvd is None:
        return ""
    code = _BEFORE_WELCOME.get(closed.rcvd.code)
    return catalogue("table", language).say(Note(code)) if code else closed.rcvd.reason


async def _connect(address: Address, pins: KnownCertificates) -> tuple[ClientConnection, Address]:
    """Connect with or without encryption. A server whose certificate we know must always show it."""
    tls = address.tls or (address.tls is None and bool(pins.pinned(address.name)))
    try:
        return await _dial(address, tls), replace(address, tls=tls)
    except (ssl.SSLError, InvalidMessage, ConnectionResetError, ConnectionAbortedError):
        if tls:
            raise _NotEncrypted from None
        if address.tls is not None:
            raise
    found = await _dial(address, True)  # the server did not understand us without encryption: try with it
    return found, replace(address, tls=True)


async def _dial(address: Address, tls: bool) -> ClientConnection:
    host = f"[{address.host}]" if ":" in address.host else address.host
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE  # the fingerprint is what we trust, see _check_certificate
    return await connect(
        f"{'wss' if tls else 'ws'}://{host}:{address.port}/ws",
        ssl=context,
        compression=None,
        proxy=None,
        max_size=MOST_BYTES,
        open_timeout=None,
        ping_interval=None,
        close_timeout=1,
    )


def _check_certificate(
    found: ClientConnection, address: Address, language: str, pins: KnownCertificates
) -> None:
    """Trust and remember the first certificate of a server; refuse any other one afterwards."""
    secured = found.transport.get_extra_info("ssl_object")
    digest = hashlib.sha256(secured.getpeercert(binary_form=True)).hexdigest().upper()
    shown = ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
    known = pins.pinned(address.name)
    if known and known != shown:
        file = str(data_folder() / "client.json")
        before, now = known[:SHOWN], shown[:SHOWN]
        raise Ended(
            say(language, "error.certificate", address=address.name, known=before, shown=now, file=file)
        )
    if not known:
        pins.pin(address.name, shown)


async def _greet(found: ClientConnection, language: str) -> Welcome:
    await found.send(encode(Hello(protocol=PROTOCOL_VERSION, client=CLIENT, language=language)))
    answer = decode_server(await found.recv())
    if isinstance(answer, Refused):
        raise Ended(answer.text)
    if not isinstance(answer, Welcome):
        raise ProtocolError("unknown-type")
    if answer.protocol != PROTOCOL_VERSION:
        raise Ended(say(language, "error.version", theirs=answer.protocol, ours=PROTOCOL_VERSION))
    return answer
