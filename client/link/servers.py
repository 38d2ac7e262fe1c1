"""The servers at which a table can be found: the one we use, and others that play the same tables."""

from collections.abc import Iterable, Iterator
from itertools import cycle

from msgspec.structs import replace

from client.errors import ClientError
from client.link.address import Address, read_address


class Servers:
    """Which server to try next. A server tells the addresses of all that share its tables."""

    def __init__(self, first: Address, others: Iterable[str] = ()) -> None:
        self.current = first
        self._told = tuple(others)
        self._sent_to: Address | None = None

    @property
    def told(self) -> tuple[str, ...]:
        """The addresses as the servers have told them."""
        return self._told

    def hear(self, told: tuple[str, ...]) -> None:
        """The server that we use has told anew which servers there are."""
        self._told = told

    def learn(self, current: Address, told: tuple[str, ...]) -> None:
        """We are connected to this server, and it has told these addresses; it is alone if there are none."""
        self.current, self._told, self._sent_to = current, told, None

    def go_to(self, server: str) -> None:
        """The server that we use has said that another one plays our table."""
        self._sent_to = next(iter(self._read((server,))), None)

    def to_try(self) -> Iterator[Address]:
        """The addresses to try, one after the other and again from the start: where we were sent first."""
        sent = () if self._sent_to is None else (self._sent_to,)
        return cycle(dict.fromkeys((*sent, self.current, *self._read(self._told))))

    def _read(self, told: Iterable[str]) -> Iterator[Address]:
        """Servers that share their tables are all encrypted, or none is."""
        for text in told:
            try:
                yield replace(read_address(text)[0], tls=self.current.tls)
            except ClientError:
                continue
