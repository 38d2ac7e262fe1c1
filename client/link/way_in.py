"""How others on the network reach a table: the addresses of this computer, and what people type."""

import contextlib
import socket

from client.link.address import Address
from client.link.session import Session
from protocol.discovery import GROUP, PORT

LOOPBACK = "127.0.0.1"


def own_addresses() -> list[str]:
    """The addresses at which others on the network reach this computer, the most likely one first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((GROUP, PORT))  # this sends nothing: it only asks which interface would be used
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(found) if not a.startswith("127.") and a != "0.0.0.0"]


def way_in(session: Session) -> str:
    """The address and the letters of the table, as others on the network type them."""
    address = session.address
    if address.host in (LOOPBACK, "localhost"):
        address = Address(next(iter(own_addresses()), address.host), address.port, address.tls)
    return f"{address.typed}/{session.state.table}"
