"""What the owner of a program is told of it. Nobody else at the table hears a word of this."""

from collections import Counter
from collections.abc import Callable

from client.words import say
from protocol.notes import Arg

MOST_ALIKE = 3
"""How many sentences of one kind the owner reads before the next question."""


class Owner:
    def __init__(self, language: str, tell: Callable[[str], None]) -> None:
        self.language = language
        self._tell = tell
        self._told: Counter[str] = Counter()
        """How many sentences of each kind there were since the last question."""
        self.total: Counter[str] = Counter()
        """How many there were in all, those included that were not told."""
        self.first: dict[str, str] = {}
        """The first sentence of each kind."""

    def text(self, code: str, **args: Arg) -> str:
        return say(self.language, f"program.{code}", **args)

    def report(self, code: str, **args: Arg) -> str:
        """Say the sentence of that code, unless there were too many of its kind. Returns it."""
        sentence = self.text(code, **args)
        self.first.setdefault(code, sentence)
        self._told[code] += 1
        self.total[code] += 1
        if self._told[code] <= MOST_ALIKE:
            self._tell(sentence)
        elif self._told[code] == MOST_ALIKE + 1:
            self._tell(self.text("more-alike"))
        return sentence

    def begin_question(self) -> None:
        """Sentences of every kind are told again."""
        self._told.clear()
