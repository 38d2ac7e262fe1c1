"""The errors that a peer or the disk can cause."""

from protocol.notes import Arg, Note
from protocol.texts import catalogue


class TableError(Exception):
    """A request that is refused. The answer is Refused, and the connection stays open."""

    def __init__(self, code: str, **args: Arg | Note) -> None:
        super().__init__(code)
        self.code = code
        self.args_of_text = args

    def note(self, language: str) -> Note:
        """The sentence to be said; a sentence that it quotes is in that language already."""
        words = catalogue("table", language)
        args = {
            name: words.say(arg) if isinstance(arg, Note) else arg for name, arg in self.args_of_text.items()
        }
        return Note(f"refused.{self.code}", args)

    def text(self, language: str) -> str:
        return catalogue("table", language).say(self.note(language))


class StorageError(Exception):
    """Something could not be stored or read.

    The text is for the host: it goes into the log or to the command line. A player is told the note.
    """

    def __init__(self, text: str, reason: str = "failed") -> None:
        super().__init__(text)
        self.note = Note(f"storage.{reason}")


class HeldElsewhere(StorageError):
    """Another server that is alive writes the facts of this table."""

    def __init__(self, address: str, may_be_dead: bool = False) -> None:
        super().__init__(f"the server at {address} plays this table", "held-elsewhere")
        self.address = address
        self.may_be_dead = may_be_dead
        """Whether it has not been heard for a while, so that it is worth asking again."""


class LeaseLost(StorageError):
    """Another server has taken this table over, so this one can write nothing more of it."""

    def __init__(self, table: str) -> None:
        super().__init__(f"another server has taken table {table} over", "held-elsewhere")
