"""The sheets of a round in sentences, for games whose catalogue has them in the table `speech`."""

from collections.abc import Iterator, Sequence

from client.games.api import RoundRead, Verdict
from protocol.ids import SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue


def in_reading_order(told: RoundRead, first: Sequence[SheetKey]) -> list[SheetKey]:
    """The sheets that were read: those of `first` in their order, then all others."""
    order = [key for key in first if key in told.sheets]
    return order + [key for key in told.sheets if key not in order]


def sheet_sentences(name: str, verdicts: Sequence[Verdict], words: Catalogue) -> Iterator[str]:
    """Whose sheet it is, and its lines, the lost ones with their reasons."""
    is_empty = not any(verdict.text.strip() for verdict in verdicts)
    yield words.say(Note("speech.sheet-empty" if is_empty else "speech.sheet", {"sheet": name}))
    for number, verdict in enumerate(verdicts, 1):
        reason = words.say(verdict.reason) if verdict.reason else ""
        code = "speech.line" if verdict.kept else "speech.lost"
        if verdict.text.strip():
            yield words.say(Note(code, {"line": number, "text": verdict.text, "reason": reason}))
