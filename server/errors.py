"""What a peer can do wrong."""

from protocol.notes import Arg, Note
from protocol.texts import catalogue


class TableError(Exception):
    """A peer asked what cannot be. Answered with Refused; the connection lives on."""

    def __init__(self, code: str, **args: Arg) -> None:
        super().__init__(code)
        self.code = code
        self.args_of_text = args

    def text(self, language: str) -> str:
        return catalogue("table", language).say(Note(f"refused.{self.code}", self.args_of_text))


class StorageError(Exception):
    """The facts could not be stored; nothing of them was."""
