"""The sentences of a summary: each game has them in its catalogue, in the table `summary`."""

from collections.abc import Sequence

from protocol.notes import Arg, Note
from protocol.texts import Catalogue


def item(words: Catalogue, code: str, **args: Arg) -> str:
    """One thing that was lost or won."""
    return words.say(Note(f"summary.item-{code}", args))


def listed(code: str, items: Sequence[str], words: Catalogue) -> str:
    """A sentence with these things, or the one that says that there are none."""
    if not items:
        return words.say(Note(f"summary.{code}-nothing"))
    between = words.say(Note("summary.between-items"))
    return words.say(Note(f"summary.{code}", {"items": between.join(items)}))
