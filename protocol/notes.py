"""A sentence that has not been put into a language yet."""

from typing import TypeAlias

from msgspec import Struct

Arg: TypeAlias = str | int


class Note(Struct, frozen=True, omit_defaults=True):
    """A code and what goes into its sentence; `protocol.texts` holds the sentences."""

    code: str
    args: dict[str, Arg] = {}


class Fault(Struct, frozen=True, omit_defaults=True):
    """What is wrong with one line of a draft, as advice: lines and columns count from 0."""

    line: int
    column: int
    code: str
    args: dict[str, Arg] = {}

    @property
    def note(self) -> Note:
        return Note(self.code, self.args)


class Suggestion(Struct, frozen=True):
    """A way to go on: `text` is the line as it would stand, `gloss` what the new word means."""

    text: str
    gloss: Note
