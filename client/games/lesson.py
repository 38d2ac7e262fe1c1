"""What a lesson of a game is: steps, each with what the person is told and when it is done."""

from msgspec import Struct

from protocol.ids import Seat

ASKED, LINES, READ, GONE_ON = "asked", "lines", "read", "gone-on"
"""When a step of a lesson is done: the person may write; enough lines are on the sheets that would not be
lost; a round has been read; the next phase has opened, or the person is ready for it."""


class Step(Struct, frozen=True):
    """One step of a lesson: what the person is told, and when it is done."""

    text: str
    """The code of its sentence, under `lesson` in the texts of the game."""
    until: str
    count: int = 1
    """For LINES: how many."""
    kind: str = ""
    """For ASKED: the kind of phase that must be open."""


class Lesson(Struct, frozen=True):
    """A first round of the game, step by step, at a real table against the weakest bots."""

    seat: Seat
    options: dict[str, str | int | None]
    steps: tuple[Step, ...]
