"""The lines of a draft, tried out on what the writer sees. Attackers win, and no dice are thrown."""

from collections.abc import Sequence
from functools import cached_property

from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import FIRST_PART, People
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.notation import PERIOD_1, RETURN
from server.games.zargos_lords.phases import mark_acted
from server.games.zargos_lords.sheet import Entry, SheetReading, begin_move, entries_of


class Trial:
    """A draft of a move. Each period has the map as the lines before it leave it."""

    def __init__(self, view: LordsView, people: People, lines: Sequence[str]) -> None:
        self.view = view
        self.people = people
        self._lines = lines
        self.entries = entries_of(lines)
        self.reading = self._read(self.entries)

    def _read(self, entries: Sequence[Entry], until: str = "") -> SheetReading:
        course = Course(Field(self.view), self.people, None)
        mark_acted(course, self.view.acted)
        if self.view.part == FIRST_PART:
            begin_move(course)
        reading = SheetReading(course, entries, self.view.part)
        if until:
            reading.read_until(until)
        else:
            reading.read()
        return reading

    @property
    def course(self) -> Course:
        return self.reading.course

    @property
    def has_lines_of_2b(self) -> bool:
        return bool(self.reading.lines_of_2b())

    @cached_property
    def before_singles(self) -> SheetReading:
        """As it is when monks have come back and nobody has struck."""
        kept = [entry for entry in entries_of(self._lines) if entry.order.verb in (*PERIOD_1, RETURN)]
        return self._read(kept, "2a")

    @cached_property
    def before_movement(self) -> SheetReading:
        """As it is when all have struck and first flames are announced, before anybody moves."""
        return self._read(entries_of(self._lines), "2b")
