"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Fault, Note, Suggestion
from protocol.views.strategiksa import Lost, StrategiksaView
from server.games.flaw import LONGEST_LINE, Flaw
from server.games.strategiksa.choices import decide, judge
from server.games.strategiksa.hints import Hints, choice_hints, placing_hints, turn_hints
from server.games.strategiksa.notation import MOST_LINES, WORDS
from server.games.strategiksa.placement import Placing
from server.games.strategiksa.state import Course
from server.games.strategiksa.turn import Turn

VERBS = frozenset(WORDS.values())
"""These words are suggested in small letters, so that they do not look like codes."""


def owes(view: StrategiksaView, sheet: SheetKey) -> bool:
    return view.seat is not None and view.seat == view.writer and view.sheet == sheet


def review(view: StrategiksaView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
    """The faults of a draft. Blank lines are no faults."""
    if not owes(view, sheet):
        return ()
    return tuple(
        Fault(lost.line, lost.column, lost.reason.code, lost.reason.args)
        for lost in _losses(view, sheet, lines)
    )


def _losses(view: StrategiksaView, sheet: SheetKey, lines: Sequence[str]) -> list[Lost]:
    if view.stage == "placement":
        return Placing(view).read(lines)
    if view.stage == "turn":
        return [event for event in _read_turn(view, lines).course.story if isinstance(event, Lost)]
    return decide(view, sheet, lines)[1]


def _read_turn(view: StrategiksaView, lines: Sequence[str]) -> Turn[StrategiksaView]:
    turn = Turn(Course(view))
    turn.read(lines)
    return turn


def suggest(
    view: StrategiksaView, sheet: SheetKey, above: Sequence[str], text: str
) -> tuple[Suggestion, ...]:
    """The next words that lead to a line which would not be lost.

    A word that is complete already (`I`) is followed by what may come next (`I C3`).
    """
    fits = len(text) <= LONGEST_LINE and text.isascii() and len(above) < MOST_LINES
    if not owes(view, sheet) or not fits:
        return ()
    typed = text.upper().split()
    done = typed if text[-1:].isspace() or not typed else typed[:-1]
    begun = typed[-1] if len(typed) > len(done) else ""
    hints = _hints(view, sheet, above)
    lines: dict[str, Note] = {}
    for word, gloss in hints(done, begun).items():
        if word == begun and (further := hints([*done, word], "")):
            if _is_choice(view, line := _written([*done, word])):
                lines[line] = gloss
            lines |= {_written([*done, word, more]): note for more, note in further.items()}
        elif word.startswith(begun):
            lines[_written([*done, word])] = gloss
    return tuple(Suggestion(line, gloss) for line, gloss in lines.items())


def _hints(view: StrategiksaView, sheet: SheetKey, above: Sequence[str]) -> Hints:
    if view.stage == "placement":
        placing = Placing(view)
        placing.read(above)
        return placing_hints(placing)
    if view.stage == "turn":
        return turn_hints(_read_turn(view, above))
    decided = decide(view, sheet, above)[0] is not None
    return (lambda done, begun: {}) if decided else choice_hints(view)


def _is_choice(view: StrategiksaView, line: str) -> bool:
    """Whether the line makes a choice already, to which more may be added, such as `take`."""
    return view.stage in ("battle", "crown") and not isinstance(judge(view, line), Flaw)


def _written(words: Sequence[str]) -> str:
    return " ".join(word.lower() if word in VERBS else word for word in words)
