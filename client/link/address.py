"""The address of a server, which people type as `host`, `host:port` or `tls://host:port/TABLE`."""

import ipaddress
import re

from msgspec import Struct

from client.errors import ClientError
from client.words import say

PORT = 7878
_HOST = re.compile(r"[\w-][\w.-]{0,252}")
_TLS = ("tls://", "wss://", "qgs://")
_PLAIN = ("ws://", "qg://")


class Address(Struct, frozen=True):
    host: str
    port: int = PORT
    tls: bool | None = None
    """Whether the server is encrypted. None means that we do not know, and first try without encryption."""

    @property
    def name(self) -> str:
        """Host and port, as sentences name the server; fingerprints are saved under this name."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def typed(self) -> str:
        """The address as it can be typed: `read_address` reads the same address from it."""
        return f"tls://{self.name}" if self.tls else self.name


def looks_like_address(text: str) -> bool:
    """Whether this is an address: nearly every address has a colon, a dot or a slash, no table name has."""
    return text == "localhost" or any(mark in text for mark in ":./")


def looks_like_host(text: str) -> bool:
    """Whether this is an address with a port, which cannot be the name of a file."""
    return re.search(r"[\w\]]:\d+(/|$)", text) is not None


def read_address(text: str, language: str = "en") -> tuple[Address, str]:
    """The address, and the table that is named after a slash, if there is one."""
    rest = text.strip()
    tls: bool | None = None
    for schemes, meaning in ((_TLS, True), (_PLAIN, False)):
        for scheme in schemes:
            if rest.lower().startswith(scheme):
                rest, tls = rest[len(scheme) :], meaning
    where, _, table = rest.partition("/")
    host, port = _split(where)
    if not _is_host(host) or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ClientError(say(language, "error.bad-address", address=text[:60]))
    return Address(host, int(port), tls), table.strip("/")


def _split(where: str) -> tuple[str, str]:
    if where.startswith("["):
        host, _, rest = where[1:].partition("]")
        return host, rest.removeprefix(":") or str(PORT)
    if where.count(":") > 1:  # an IPv6 address without a port
        return where, str(PORT)
    host, colon, port = where.partition(":")
    return host, port if colon else str(PORT)


def _is_host(host: str) -> bool:
    if ":" not in host:
        return _HOST.fullmatch(host) is not None
    try:
        return ipaddress.ip_address(host).version == 6
    except ValueError:
        return False
