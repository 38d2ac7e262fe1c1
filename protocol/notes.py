"""A sentence as a code and arguments, before it is said in some language."""

from typing import TypeAlias

from msgspec import Struct

Arg: TypeAlias = str | int


class Note(Struct, frozen=True, omit_defaults=True):
    """A code, and the arguments of its sentence. The catalogues of `protocol.texts` hold the sentences."""

    code: str
    """The name of a sentence in the catalogue of the game."""
    args: dict[str, Arg] = {}
    """The arguments of the sentence."""


class Fault(Struct, frozen=True, omit_defaults=True):
    """What is wrong with one line of a draft. It is advice. Lines and columns count from 0."""

    line: int
    column: int
    code: str
    args: dict[str, Arg] = {}

    @property
    def note(self) -> Note:
        return Note(self.code, self.args)


class Progress(Struct, frozen=True):
    """How far a sheet is written, and what the rules do about what it leaves out."""

    otherwise: Note | None = None
    """What happens in place of what is missing, as a whole sentence. None if nothing is missing."""
    done: int = 0
    wanted: int = 0
    """The sheet has `done` out of `wanted`. 0 if the game does not count anything on this sheet."""


class Suggestion(Struct, frozen=True):
    """One way to continue a line: `text` is the line with the new word, `gloss` explains that word."""

    text: str
    gloss: Note
