"""What a table needs of a connection."""

from typing import Protocol

from protocol.notes import Note
from server.table.resending import Reader


class Line(Reader, Protocol):
    """The way to one peer. Its methods do not wait, but for `drained`."""

    def close(self, code: int, note: Note | None = None) -> None:
        """Close the connection; the note is the reason, said in the peer's language."""

    def count_wrong_secret(self) -> None:
        """The peer has sent a wrong token, key or password."""

    def link(self) -> tuple[float | None, float]:
        """The lag in seconds, if it is known, and how many seconds ago the peer last answered."""

    def waits_since(self) -> float | None:
        """When the oldest message arrived that has not been handed in yet, if there is one."""
