"""What a peer can do wrong."""

from protocol.notes import Arg, Note
from protocol.texts import catalogue


class TableError(Exception):
    """A peer asked what cannot be. Answered with Refused; the connection lives on."""

    def __init__(self, code: str, **args: Arg | Note) -> None:
        super().__init__(code)
        self.code = code
        self.args_of_text = args

    def text(self, language: str) -> str:
        """In that language, with whatever sentence is quoted in it."""
        words = catalogue("table", language)
        args = {
            name: words.say(arg) if isinstance(arg, Note) else arg for name, arg in self.args_of_text.items()
        }
        return words.say(Note(f"refused.{self.code}", args))


class StorageError(Exception):
    """The facts could not be stored; nothing of them was."""
