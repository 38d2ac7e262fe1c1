"""Makes an example of a line that can be written now, by taking the first suggestion word by word."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from protocol.ids import SheetKey
from protocol.notes import Suggestion

MOST_WORDS = 12

ViewT = TypeVar("ViewT", contravariant=True)


class Suggesting(Protocol[ViewT]):
    def suggest(
        self, view: ViewT, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]: ...


def example_line(
    game: Suggesting[ViewT], view: ViewT, sheet: SheetKey, unusual: frozenset[str] = frozenset()
) -> str:
    """An example line; empty if nothing can be suggested.

    An unusual word is taken only if no other can stand in its place.
    """
    text = ""
    for _ in range(MOST_WORDS):
        found = game.suggest(view, sheet, (), f"{text} " if text else "")
        if not found:
            break
        texts = [suggestion.text for suggestion in found]
        text = next((each for each in texts if each.split()[-1].lower() not in unusual), texts[0])
    return text
