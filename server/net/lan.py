"""Lets players find this server on the LAN: by answers to a multicast question, and by zeroconf if installed.

Both tell the name of a table, its game, its free seats and whether it has a password, and nothing else.
"""

import asyncio
import contextlib
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, cast

from protocol.discovery import GROUP, PORT, Answer, Found, encode_answer, question_nonce
from protocol.messages import TableLine
from server import logs

SERVICE = "_qg._tcp.local."
LOOPBACK = "127.0.0.1"
MOST_ANNOUNCED = 8
REFRESH_SECONDS = 5.0
LINUX_MULTICAST_ALL = 49
"""The number of the option IP_MULTICAST_ALL of a socket on Linux, which Python does not name."""


class _Responder(asyncio.DatagramProtocol):
    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._answer = answer
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, address: Any) -> None:
        nonce = question_nonce(data)
        if nonce is not None and self._transport:
            self._transport.sendto(self._answer(nonce), address)


class Announcer:
    def __init__(
        self,
        name: str,
        port: int,
        tables: Callable[[], tuple[TableLine, ...]],
        *,
        tls: bool = False,
        host: str | None = None,
    ) -> None:
        """`host` is the one address at which the server listens; None if it listens at every address."""
        self._name, self._port, self._tables, self._tls = name, port, tables, tls
        listens_everywhere = host in (None, "", "0.0.0.0", "::")
        self.addresses = [LOOPBACK, *own_addresses()] if listens_everywhere else _addresses_of(host or "")
        self._transport: asyncio.DatagramTransport | None = None
        self._zeroconf: Any = None
        self._refresher: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Announcer":
        try:
            listening = _multicast_socket(self.addresses)
            loop = asyncio.get_running_loop()
            self._transport, _ = await loop.create_datagram_endpoint(
                lambda: _Responder(self._answer), sock=listening
            )
        except OSError as error:
            logs.warning("not announced on the LAN; players type the address", error=str(error))
        await self._announce_zeroconf()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._transport:
            self._transport.close()
        if self._refresher:
            self._refresher.cancel()
            await asyncio.wait([self._refresher])
        if self._zeroconf:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1.5):
                    await self._zeroconf.async_unregister_all_services()
                    await self._zeroconf.async_close()

    def _answer(self, nonce: bytes) -> bytes:
        tables = [
            Found(line.id, line.name, line.game, len(line.free), line.password)
            for line in [line for line in self._tables() if line.free][:MOST_ANNOUNCED]
        ]
        return encode_answer(Answer(self._name, self._port, self._tls, nonce, tuple(tables)))

    async def _announce_zeroconf(self) -> None:
        try:
            from zeroconf import IPVersion
            from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
        except ImportError:
            return
        try:
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
            told = self._properties()
            info = self._info(AsyncServiceInfo, told)
            await self._zeroconf.async_register_service(info, allow_name_change=True)
            self._refresher = asyncio.create_task(self._refresh(AsyncServiceInfo, told))
        except Exception as error:  # an error in that library must not keep a game from starting
            logs.warning("zeroconf failed; the table is announced without it", error=repr(error))

    def _info(self, kind: Any, properties: dict[str, str]) -> Any:
        return kind(
            SERVICE,
            f"{self._name} {self._port}.{SERVICE}",
            port=self._port,
            addresses=[socket.inet_aton(address) for address in self._seen_from_lan],
            properties=properties,
            server=f"{socket.gethostname().partition('.')[0]}-qg-{self._port}.local.",
        )

    @property
    def _seen_from_lan(self) -> list[str]:
        """The addresses that others can use; without any, the one of this machine for itself."""
        others = [address for address in self.addresses if not address.startswith("127.")]
        return others or self.addresses[:1]

    def _properties(self) -> dict[str, str]:
        """For each table with a free seat: its game, its free seats, whether it has a password, its name."""
        told = {"tls": "1" if self._tls else "0"}
        for line in [line for line in self._tables() if line.free][:MOST_ANNOUNCED]:
            password = "password" if line.password else "open"
            told[line.id] = f"{line.game} {len(line.free)} {password} {line.name}"
        return told

    async def _refresh(self, kind: Any, told: dict[str, str]) -> None:
        """Announce anew when tables open or fill."""
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            current = self._properties()
            if current != told:
                with contextlib.suppress(Exception):
                    await self._zeroconf.async_update_service(self._info(kind, current))
                told = current


def _multicast_socket(addresses: Sequence[str]) -> socket.socket:
    """Hears the questions that come in through the interfaces with these addresses, and no others."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if sys.platform == "linux":  # else it also gives us what other programs have joined
            listening.setsockopt(socket.IPPROTO_IP, LINUX_MULTICAST_ALL, 0)
        listening.bind(("", PORT))
        joined = 0
        for address in addresses:
            membership = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(address))
            with contextlib.suppress(OSError):
                listening.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
                joined += 1
        if not joined:
            raise OSError("no interface takes multicast")
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening


def _addresses_of(host: str) -> list[str]:
    """The addresses of a server that listens at one host only."""
    try:
        found = [str(info[4][0]) for info in socket.getaddrinfo(host, None, socket.AF_INET)]
    except OSError:
        return []
    return list(dict.fromkeys(found))


def own_addresses() -> list[str]:
    """The addresses at which others on the LAN can reach this machine."""
    found: list[str] = []
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((GROUP, PORT))  # this sends nothing; it only shows which interface would be used
        found.append(probe.getsockname()[0])
    return [a for a in dict.fromkeys(found) if not a.startswith("127.") and a != "0.0.0.0"]
