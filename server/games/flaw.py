"""Why a line of a sheet is lost, before it is put into a language."""

import re

from msgspec import Struct

from protocol.notes import Arg, Note

LONGEST_LINE = 120
"""In every game a longer line is lost without being read."""


class Flaw(Struct, frozen=True):
    """Why a line is lost. `word` is the number of the wrong word, counted from 0."""

    code: str
    word: int = 0
    args: dict[str, Arg] = {}

    @property
    def note(self) -> Note:
        return Note(self.code, self.args)

    def column(self, text: str) -> int:
        starts = [match.start() for match in re.finditer(r"\S+", text[:LONGEST_LINE])]
        return starts[self.word] if self.word < len(starts) else 0
