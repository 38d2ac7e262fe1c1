"""The sheets of a round in sentences, for games whose catalogue has them in the table `speech`."""

from collections.abc import Iterator, Sequence
from typing import Any

from client.games.api import Board, RoundRead, Verdict
from protocol.notes import Note
from protocol.texts import Catalogue


def spoken_sheets(told: RoundRead, board: Board, before: Any, words: Catalogue) -> list[str]:
    """All sheets in the order in which they are read, with the reasons of lost lines.

    `before` is the position before the round, or None if it is not known.
    """
    judged = board.verdicts(told.sheets, told.story)
    first = [key for key in (board.reading(before) if before is not None else ()) if key in told.sheets]
    order = dict.fromkeys((*first, *told.sheets))
    return [line for key in order for line in _sheet(board.sheet_name(key, words), judged[key], words)]


def _sheet(name: str, verdicts: Sequence[Verdict], words: Catalogue) -> Iterator[str]:
    is_empty = not any(verdict.text.strip() for verdict in verdicts)
    yield words.say(Note("speech.sheet-empty" if is_empty else "speech.sheet", {"sheet": name}))
    for number, verdict in enumerate(verdicts, 1):
        reason = words.say(verdict.reason) if verdict.reason else ""
        code = "speech.line" if verdict.kept else "speech.lost"
        if verdict.text.strip():
            yield words.say(Note(code, {"line": number, "text": verdict.text, "reason": reason}))
