"""The lines between `qg bot` and the program that plays: every line is one JSON object.

docs/bots.md describes them; `python -m tests.kit.bots_page` writes its tables from these structs.
"""

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from protocol.events import GameEnded, PhaseOpened
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Advice, Offer

VERSION = 1
"""It is raised when a program that knows the lines of the version before would no longer understand them."""


class HelloLine(Struct, frozen=True, tag="hello"):
    """The first line that a program reads, whenever it is started."""

    version: int
    """The version of these lines. A program that does not know it should say so and end."""
    game: str
    """The name of the game."""
    options: dict[str, Any]
    """The options of the table. One that is left out has its default."""
    table: str
    """The letters of the table."""
    seat: Seat
    """The seat at which the program plays."""
    seats: dict[Seat, str]
    """Every seat, with the name of who plays there."""
    language: str
    """The language of all sentences."""


class WriteLine(Struct, frozen=True, tag="write"):
    """A question: the program is to write sheets, and has so much time to do so."""

    ask: int
    """The number of this question. The answer repeats it."""
    phase: PhaseOpened
    """The phase, as `phase_opened` of the protocol has it."""
    owed: tuple[SheetKey, ...]
    """The sheets that the seat owes."""
    sheets: dict[SheetKey, Lines]
    """What stands on them now. It counts at the bell if the program does not change it."""
    usage: dict[SheetKey, str]
    """How each of them is written, with an example."""
    left: float | None
    """How many seconds are left; null: there is no hourglass."""
    running: bool
    """Whether the hourglass runs now."""
    view: Any
    """The position as the seat may know it (see the views of the games)."""


class ReadLine(Struct, frozen=True, tag="read"):
    """The sheets of a phase have been read."""

    phase: int
    """The number of the phase."""
    sheets: dict[SheetKey, Lines]
    """What was on each sheet that the seat may see."""
    story: tuple[Any, ...]
    """What happened, as events of the game (see the views of the games), in order."""
    view: Any
    """The new position, as the seat may know it."""
    ruled: bool
    """The referee had the phase read again with these sheets."""


class WrittenLine(Struct, frozen=True, tag="written"):
    """The answer to `sheets`: the server has stored them."""

    ask: int
    """The question that was answered."""
    sealed: bool
    """Whether the sheets are sealed. If not, the program may write them again."""
    advice: dict[SheetKey, tuple[Advice, ...]]
    """For each sheet that the program wrote: which of its lines would be lost, and why."""


class OffersLine(Struct, frozen=True, tag="offers"):
    """The answer to `legal`."""

    sheet: SheetKey
    """The sheet that was asked about."""
    text: str
    """The line that was asked about."""
    offers: tuple[Offer, ...]
    """How the line may go on. If there is nothing, the line is whole, or nothing can be written."""


class SimulatedLine(Struct, frozen=True, tag="simulated"):
    """The answer to `simulate`."""

    sheets: dict[SheetKey, Lines]
    """The sheets that were read."""
    story: tuple[Any, ...]
    """What would happen, as the seat would be told."""
    view: Any
    """The position afterwards, as the seat would know it. It can be given to the next `simulate`."""


class RefusedLine(Struct, frozen=True, tag="refused"):
    """A line of the program could not be used. Nothing has changed."""

    code: str
    """Why, for programs."""
    text: str
    """Why, as a sentence. The owner of the program reads the same."""


class ClosedLine(Struct, frozen=True, tag="closed"):
    """The question is closed, and was not answered. What stood on the sheets counts."""

    ask: int
    """The question."""


class OverLine(Struct, frozen=True, tag="over"):
    """The game is over. The end of the input follows."""

    outcome: GameEnded | None
    """How it ended, as `game_ended` of the protocol has it."""


ToProgram: TypeAlias = (
    HelloLine
    | WriteLine
    | ReadLine
    | WrittenLine
    | OffersLine
    | SimulatedLine
    | RefusedLine
    | ClosedLine
    | OverLine
)


class SheetsLine(Struct, frozen=True, tag="sheets", forbid_unknown_fields=True, omit_defaults=True):
    """The answer to `write`."""

    ask: int
    """The number of the question."""
    sheets: dict[SheetKey, Lines]
    """The lines of each sheet. A sheet that is left out stays as it is."""
    seal: bool = True
    """Seal them. If false, they are only stored, and the program may write them again before the bell."""


class LegalLine(Struct, frozen=True, tag="legal", forbid_unknown_fields=True, omit_defaults=True):
    """Ask the server how a line may go on."""

    sheet: SheetKey
    """The sheet on which the line stands."""
    above: Lines = ()
    """The lines above it."""
    text: str = ""
    """The line so far. A blank at its end asks for the next word."""


class SimulateLine(Struct, frozen=True, tag="simulate", forbid_unknown_fields=True, omit_defaults=True):
    """Ask the rules of this computer what sheets would lead to. The dice are not those of the table."""

    sheets: dict[SheetKey, Lines]
    """The sheets of all seats. One that is left out is empty."""
    view: Any = None
    """The position, as a view of the game; null: the position at the table."""


FromProgram: TypeAlias = SheetsLine | LegalLine | SimulateLine

_READING: msgspec.json.Decoder[FromProgram] = msgspec.json.Decoder(FromProgram)
_WRITING = msgspec.json.Encoder()


def read_line(data: bytes) -> FromProgram:
    """The line that a program wrote. Raises msgspec.DecodeError if it is none."""
    return _READING.decode(data)


def write_line(line: ToProgram) -> bytes:
    return _WRITING.encode(line) + b"\n"
