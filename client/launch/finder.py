"""The tables on this network: a question to everybody, and then to each server that answers."""

import asyncio
import contextlib
import secrets
import socket
from typing import Any

from msgspec import Struct

from client.errors import ClientError
from client.link.address import Address
from client.link.session import Session
from client.link.way_in import LOOPBACK
from client.link.wire import Pins
from protocol.discovery import GROUP, NONCE_BYTES, PORT, Answer, decode_answer, question
from protocol.messages import TableLine

LISTEN_SECONDS = 0.4


class FoundTable(Struct, frozen=True):
    address: Address
    server: str
    """What the server calls itself."""
    line: TableLine


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, nonce: bytes) -> None:
        self._nonce = nonce
        self.heard: dict[tuple[str, int], tuple[Answer, str]] = {}

    def datagram_received(self, data: bytes, address: Any) -> None:
        answer = decode_answer(data, self._nonce)
        if answer is not None:
            self._keep(answer, str(address[0]))

    def _keep(self, answer: Answer, host: str) -> None:
        """A server on this machine answers on every interface; its loopback address serves us best."""
        key = (answer.server, answer.port)
        if key not in self.heard or host == LOOPBACK:
            self.heard[key] = answer, host

    def error_received(self, exc: Exception) -> None:
        """An interface without a way out is no server found, nothing more."""


async def find_servers(seconds: float = LISTEN_SECONDS) -> list[tuple[Address, str]]:
    """Addresses and names of the servers that answer within that time."""
    ear = _Ear(secrets.token_bytes(NONCE_BYTES))
    asked = question(ear._nonce)
    loop = asyncio.get_running_loop()
    transports: list[asyncio.DatagramTransport] = []
    for interface in (None, LOOPBACK):
        with contextlib.suppress(OSError):
            transport, _ = await loop.create_datagram_endpoint(lambda: ear, sock=_socket(interface))
            transports.append(transport)
            transport.sendto(asked, (GROUP, PORT))
    await asyncio.sleep(seconds)
    for each in transports:
        each.close()
    return [(Address(host, answer.port, answer.tls), answer.server) for answer, host in ear.heard.values()]


def _socket(interface: str | None) -> socket.socket:
    asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
    if interface:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
        asking.bind((interface, 0))
    asking.setblocking(False)
    return asking


async def find_tables(
    language: str, pins: Pins, known: tuple[Address, ...] = (), seconds: float = LISTEN_SECONDS
) -> list[FoundTable]:
    """Every table of every server found, and of those known already that answer."""
    servers = await find_servers(seconds)
    heard = {address.name for address, _ in servers}
    servers += [(address, "") for address in known if address.name not in heard]
    listed = await asyncio.gather(*(_tables_at(a, name, language, pins) for a, name in servers))
    return [table for tables in listed for table in tables]


async def _tables_at(address: Address, server: str, language: str, pins: Pins) -> list[FoundTable]:
    try:
        async with Session(address, language=language, pins=pins) as session:
            return [FoundTable(session.address, server, line) for line in await session.tables()]
    except ClientError:
        return []
