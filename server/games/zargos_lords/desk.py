"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

import re
from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Fault, Note, Suggestion
from protocol.orders import PART
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import ANSWER, KINDS, SETUP
from server.games.flaw import LONGEST_LINE
from server.games.zargos_lords.attack_hints import Glosses
from server.games.zargos_lords.deployments import SetupSheet
from server.games.zargos_lords.hints import MoveHints, written_hex
from server.games.zargos_lords.phases import answers_of
from server.games.zargos_lords.setup_hints import SetupHints
from server.games.zargos_lords.sheet import ROOM, Entry
from server.games.zargos_lords.trial import Trial

WORDS = frozenset(
    {
        *("ALLY", "BREAK", "KILL", "RETREAT", "PUSH", "GIVE", "MORE", "OK", "CITY", "SWAP", "YES", "NO"),
        *("HOME", "AWAY", "CHEAPER", "ALWAYS", "NEVER", "X"),
    }
)
"""These words are suggested in small letters."""
_TOKEN = re.compile(rf"[A-Z]{{3,}}|[A-X]\d\d?|>>|[*!?=]|X(?![0-9])|[{''.join(KINDS)}](?:\+[A-Z]?)?|\S")
EXAMPLE_WORDS = 6


def owes(view: LordsView, sheet: SheetKey) -> bool:
    return view.seat is not None and sheet in view.owing.get(view.seat, ())


def entries(view: LordsView, sheet: SheetKey, lines: Sequence[str]) -> list[Entry]:
    """The orders of a draft, each with what is wrong with it."""
    if view.stage == SETUP:
        return SetupSheet(view, sheet).read(lines)
    if view.stage == ANSWER:
        return answers_of(lines)
    return Trial(view, sheet, lines).entries


def review(view: LordsView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
    """The faults of a draft, order by order."""
    if not owes(view, sheet):
        return ()
    return tuple(
        Fault(entry.line, entry.column, entry.flaw.code, entry.flaw.args)
        for entry in entries(view, sheet, lines)
        if entry.flaw
    )


def suggest(view: LordsView, sheet: SheetKey, above: Sequence[str], text: str) -> tuple[Suggestion, ...]:
    """The next words that lead to an order which would not be lost; behind `;` another order begins."""
    if not owes(view, sheet) or len(above) >= ROOM[view.stage] or not text.isascii():
        return ()
    before, part, current = text.rpartition(PART)
    if len(current) > LONGEST_LINE:
        return ()
    words = LineWords(view, sheet, [*above, before] if part else above)
    lead = f"{before}{PART} " if part else ""
    return tuple(Suggestion(lead + line, gloss) for line, gloss in words.lines(current).items())


class LineWords:
    """The ways to go on with one order of a sheet."""

    def __init__(self, view: LordsView, sheet: SheetKey, above: Sequence[str]) -> None:
        self._hints: MoveHints | SetupHints | None = None
        self._is_answered = bool(above)
        if view.stage == SETUP:
            self._hints = SetupHints(view, sheet, above)
        elif view.stage != ANSWER:
            self._hints = MoveHints(Trial(view, sheet, above))

    def lines(self, current: str) -> Glosses:
        typed = tokens_of(current)
        is_begun = bool(typed) and not current[-1:].isspace()
        done, begun = (typed[:-1], typed[-1]) if is_begun else (typed, "")
        found: Glosses = {}
        for word, gloss in self._next(done).items():
            if not (word.upper().startswith(begun) or (begun and written_hex(begun) == word)):
                continue
            further = self._next([*done, word.upper()]) if word.upper() == begun else {}
            if further:
                found |= {_written([*done, word, more]): note for more, note in further.items()}
            else:
                found[_written([*done, word])] = gloss
        return found

    def _next(self, done: Sequence[str]) -> Glosses:
        if self._hints is None:
            return (
                {} if done or self._is_answered else {word: Note(f"gloss.{word}") for word in ("yes", "no")}
            )
        return self._hints.next_words(done)


def tokens_of(text: str) -> list[str]:
    """The words of an order, also if they are written without spaces."""
    found: list[str] = []
    for word in text.upper().split():
        found += [word] if word in WORDS or (not found and word.isalpha()) else _TOKEN.findall(word)
    return found


def _written(words: Sequence[str]) -> str:
    return " ".join(word.lower() if word.upper() in WORDS else word for word in words)


def usage(view: LordsView, sheet: SheetKey) -> Note | None:
    """How this sheet is written, with an example that could be written now."""
    if not owes(view, sheet):
        return None
    return Note(f"usage.{view.stage}", {"example": example(view, sheet)})


def example(view: LordsView, sheet: SheetKey) -> str:
    """A line made by taking the first hexes that are suggested."""
    words, text = LineWords(view, sheet, ()), ""
    for _ in range(EXAMPLE_WORDS):
        found = list(words.lines(f"{text} " if text else ""))
        if not found or (len(text.split()) >= 3 and view.stage != ANSWER):
            break
        text = found[0] if text or view.stage != SETUP else found[-1]
    return text or "more"
