"""The lines of a sheet as alternatives: the first legal one is carried out. A-PHASE-2."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from protocol.ids import Seat
from protocol.views.argad.events import LineLost
from server.games.argad.faults import code_of
from server.games.flaw import Flaw

FoundT = TypeVar("FoundT")
TOO_MANY, UNUSED = Flaw("too_many"), Flaw("unused")


class Judged(Struct, frozen=True):
    """A line of a sheet, and what became of it."""

    seat: Seat
    phase: str
    number: int
    """Which line of its sheet it is, counted from 0."""
    text: str
    flaw: Flaw | None = None

    @property
    def code(self) -> str | None:
        return code_of(self.flaw) if self.flaw else None

    @property
    def lost(self) -> LineLost:
        flaw = self.flaw or UNUSED
        return LineLost(self.seat, self.number, self.text, flaw.column(self.text), flaw.note)


def choose(
    seat: Seat,
    phase: str,
    lines: Sequence[str],
    room: int,
    judge: Callable[[str], FoundT | Flaw],
) -> tuple[FoundT | None, int, list[Judged]]:
    """The first legal line and its number, and all lines as they were judged."""
    found: FoundT | None = None
    chosen = -1
    judged: list[Judged] = []
    for number, text in enumerate(lines):
        flaw: Flaw | None = TOO_MANY if number >= room else UNUSED if found is not None else None
        if flaw is None:
            read = judge(text)
            if isinstance(read, Flaw):
                flaw = read
            else:
                found, chosen = read, number
        judged.append(Judged(seat, phase, number, text, flaw))
    return found, chosen, judged
