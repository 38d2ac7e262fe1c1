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
    return words.say(Note(f"summary.{code}", {"items": between_items(words).join(items)}))


def gains(beaten: Sequence[str], won: Sequence[str], words: Catalogue) -> str:
    """What the reader destroyed, and what the reader now has; or the sentence that says there is neither."""
    sentences = [listed("beaten", beaten, words)] if beaten else []
    return " ".join([*sentences, *([listed("won", won, words)] if won or not beaten else [])])


def between_items(words: Catalogue) -> str:
    """What stands between two items of a list, as the language writes it."""
    return words.say(Note("summary.between-items"))
