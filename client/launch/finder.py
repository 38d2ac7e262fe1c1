"""Find the tables on this network: ask all computers for servers, then each server for its tables."""

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
from client.link.wire import KnownCertificates
from protocol.discovery import GROUP, NONCE_BYTES, PORT, Answer, decode_answer, question
from protocol.messages import TableLine

LISTEN_SECONDS = 0.4


class FoundTable(Struct, frozen=True):
    address: Address
    server: str
    """The name that the server gives itself."""
    line: TableLine


class _AnswerCollector(asyncio.DatagramProtocol):
    """Collects the answers of servers to one question, which is recognised by its nonce."""

    def __init__(self, nonce: bytes) -> None:
        self.nonce = nonce
        self.answers: dict[tuple[str, int], tuple[Answer, str]] = {}

    def datagram_received(self, data: bytes, address: Any) -> None:
        answer = decode_answer(data, self.nonce)
        if answer is not None:
            self._add(answer, str(address[0]))

    def _add(self, answer: Answer, host: str) -> None:
        """A server on this computer answers on every interface; we prefer its loopback address."""
        key = (answer.server, answer.port)
        if key not in self.answers or host == LOOPBACK:
            self.answers[key] = answer, host

    def error_received(self, exc: Exception) -> None:
        """If one interface cannot send, it finds no servers, but the others may."""


async def find_servers(seconds: float = LISTEN_SECONDS) -> list[tuple[Address, str]]:
    """The addresses and names of the servers that answer within that time."""
    collector = _AnswerCollector(secrets.token_bytes(NONCE_BYTES))
    asked = question(collector.nonce)
    loop = asyncio.get_running_loop()
    transports: list[asyncio.DatagramTransport] = []
    for interface in (None, LOOPBACK):
        with contextlib.suppress(OSError):
            transport, _ = await loop.create_datagram_endpoint(lambda: collector, sock=_socket(interface))
            transports.append(transport)
            transport.sendto(asked, (GROUP, PORT))
    await asyncio.sleep(seconds)
    for each in transports:
        each.close()
    return [
        (Address(host, answer.port, answer.tls), answer.server) for answer, host in collector.answers.values()
    ]


def _socket(interface: str | None) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
    if interface:
        made.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
        made.bind((interface, 0))
    made.setblocking(False)
    return made


async def find_tables(
    language: str, pins: KnownCertificates, known: tuple[Address, ...] = (), seconds: float = LISTEN_SECONDS
) -> list[FoundTable]:
    """Every table of every server that was found, and of the known servers that answer."""
    servers = await find_servers(seconds)
    found = {address.name for address, _ in servers}
    servers += [(address, "") for address in known if address.name not in found]
    listed = await asyncio.gather(*(_tables_at(a, name, language, pins) for a, name in servers))
    return [table for tables in listed for table in tables]


async def _tables_at(
    address: Address, server: str, language: str, pins: KnownCertificates
) -> list[FoundTable]:
    try:
        async with Session(address, language=language, pins=pins) as session:
            return [FoundTable(session.address, server, line) for line in await session.tables()]
    except ClientError:
        return []
