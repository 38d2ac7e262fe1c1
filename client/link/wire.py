"""One websocket to a server, from the greeting to its end."""

import asyncio
import hashlib
import socket
import ssl
from typing import Protocol

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from client.errors import ClientError, Ended, LinkLost
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
"""So much of a fingerprint tells two apart."""
_BEFORE_WELCOME = {CLOSE_FULL: "closed.full", CLOSE_RESTART: "event.closing"}
"""Why a server may close a connection before it knows its language."""


class Pins(Protocol):
    """The certificates we have met, by address."""

    def pinned(self, where: str) -> str:
        """The fingerprint, or nothing."""

    def pin(self, where: str, fingerprint: str) -> None: ...


class NoPins:
    """Remembers for as long as it lives."""

    def __init__(self) -> None:
        self._pins: dict[str, str] = {}

    def pinned(self, where: str) -> str:
        return self._pins.get(where, "")

    def pin(self, where: str, fingerprint: str) -> None:
        self._pins[where] = fingerprint


class _NotEncrypted(Exception):
    """Something answers, and not as an encrypted server does."""


class Wire:
    """Messages out, messages in, and which answer belongs to which question."""

    def __init__(self, socket: ClientConnection, address: Address, language: str) -> None:
        self._socket = socket
        self._language = language
        self.address = address
        self._count = 0
        self._asked: dict[int, tuple[ClientMessage, asyncio.Future[ServerMessage]]] = {}
        self._lost = False

    async def ask(self, message: ClientMessage) -> ServerMessage:
        """Send, and wait for the answer that `hear` will bring."""
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

    async def hear(self) -> ServerMessage:
        """The next message; an end that cannot be mended is Ended, any other LinkLost."""
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
        """The question that this number was."""
        entry = self._asked.get(number)
        return entry[0] if entry else None

    def answer(self, message: ServerMessage) -> None:
        entry = self._asked.get(message.re)
        if entry and not entry[1].done():
            entry[1].set_result(message)

    def lose(self) -> None:
        """Nobody will answer any more."""
        self._lost = True
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(LinkLost(say(self._language, "error.link-lost")))
        if self._socket.transport:
            self._socket.transport.abort()

    async def close(self) -> None:
        await self._socket.close()
        self.lose()


async def open_wire(address: Address, language: str, pins: Pins) -> tuple[Wire, Welcome]:
    """Connect and greet, or say in one sentence why not."""
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
        raise ClientError(say(language, "error.no-server", address=address.name)) from None


def _why_closed(closed: ConnectionClosed, language: str) -> str:
    """The reason of the server, in our language, which the server did not know yet."""
    if closed.rcvd is None:
        return ""
    code = _BEFORE_WELCOME.get(closed.rcvd.code)
    return catalogue("table", language).say(Note(code)) if code else closed.rcvd.reason


async def _connect(address: Address, pins: Pins) -> tuple[ClientConnection, Address]:
    """A server whose certificate we know is never spoken to without it."""
    tls = address.tls or (address.tls is None and bool(pins.pinned(address.name)))
    try:
        return await _dial(address, tls), replace(address, tls=tls)
    except (ssl.SSLError, InvalidMessage, ConnectionResetError, ConnectionAbortedError):
        if tls:
            raise _NotEncrypted from None
        if address.tls is not None:
            raise
    found = await _dial(address, True)  # it did not speak plainly: perhaps it is encrypted
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


def _check_certificate(found: ClientConnection, address: Address, language: str, pins: Pins) -> None:
    """Trusted when first met, remembered, and never another one afterwards."""
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
