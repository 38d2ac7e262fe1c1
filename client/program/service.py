"""Does what a line of the program asks for, and makes the line that answers it."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from client.link.limits import as_one_line
from client.program.lines import (
    FromProgram,
    LegalLine,
    OffersLine,
    SheetsLine,
    SimulatedLine,
    SimulateLine,
    WriteLine,
    WrittenLine,
    read_line,
)
from protocol.ids import Lines, SheetKey
from protocol.messages import Advice, Offer, Supposed
from protocol.notes import Arg

MOST_SHOWN = 100
"""How many characters of a line that could not be used are shown to the owner."""


class Question(Struct, frozen=True, eq=False):
    """Sheets that the program is to write."""

    phase: int
    owed: tuple[SheetKey, ...]
    make_line: Callable[[int], WriteLine]
    """Makes the line that asks it under that number; the time left in it is that of the moment."""
    position: Any = None
    """What the sheets are about. If it changes, another question is put."""


class Taken(Struct, frozen=True):
    """Sheets of the program that are stored."""

    advice: dict[SheetKey, tuple[Advice, ...]]
    """Which of their lines would be lost, and why."""
    is_sealed: bool


class HeldSeat(Protocol):
    """The seat at which a program plays. What cannot be done is raised as a ClientError or a BadLine."""

    async def offers(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]: ...
    async def simulate(self, sheets: Mapping[SheetKey, Lines], view: Any) -> Supposed: ...
    async def write(self, question: Question, sheets: Mapping[SheetKey, Lines], *, seals: bool) -> Taken: ...


class BadLine(Exception):
    """A line of the program cannot be used. Its code names a sentence for the owner."""

    def __init__(self, code: str, **args: Arg) -> None:
        super().__init__(code)
        self.code = code
        self.details = args


class Service:
    """Serves one line after the other for one seat."""

    def __init__(self, seat: HeldSeat) -> None:
        self._seat = seat

    async def serve(
        self, line: FromProgram, question: Question | None, ask: int
    ) -> WrittenLine | OffersLine | SimulatedLine:
        """The answer to a line; `question` is open under the number `ask`. Raises BadLine or ClientError."""
        match line:
            case SheetsLine():
                return await self._write(line, question, ask)
            case LegalLine():
                offers = await self._seat.offers(line.sheet, line.above, line.text)
                return OffersLine(line.sheet, line.text, offers)
            case SimulateLine():
                supposed = await self._seat.simulate(line.sheets, line.view)
                return SimulatedLine(supposed.sheets, supposed.story, supposed.view)

    async def _write(self, line: SheetsLine, question: Question | None, ask: int) -> WrittenLine:
        if question is None or line.ask != ask:
            raise BadLine("late")
        for sheet in line.sheets:
            if sheet not in question.owed:
                raise BadLine("other-seat", sheet=_shown(sheet), owed=", ".join(question.owed))
        taken = await self._seat.write(question, line.sheets, seals=line.seal)
        return WrittenLine(ask, taken.is_sealed, taken.advice)


def read_heard(data: bytes) -> FromProgram:
    """What the program wrote on one line. Raises BadLine."""
    try:
        return read_line(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = data.decode("utf-8", "replace")
        raise BadLine("junk", reason=as_one_line(str(error))[:MOST_SHOWN], line=_shown(text)) from None


def _shown(text: str) -> str:
    """The beginning of what the program wrote, on one line."""
    line = as_one_line(text[: MOST_SHOWN + 1])
    return f"{line[:MOST_SHOWN]}…" if len(line) > MOST_SHOWN else line
