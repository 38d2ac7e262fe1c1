"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from protocol.ids import SheetKey
from protocol.notes import Fault, Note, Suggestion
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import CARDS
from server.games.flaw import LONGEST_LINE
from server.games.zargos import hints
from server.games.zargos.attack import Attack
from server.games.zargos.choosing import Choosing
from server.games.zargos.curses import Tribute
from server.games.zargos.defence import Defence
from server.games.zargos.deploy import Deployment
from server.games.zargos.draft import Wishing
from server.games.zargos.keep import Keeping
from server.games.zargos.move_hints import Glosses
from server.games.zargos.notation import is_count
from server.games.zargos.purchase import Purchase
from server.games.zargos.reorganise import Reorganisation
from server.games.zargos.shelter import Shelter
from server.games.zargos.trade import Offering, Replying
from server.games.zargos.trial import ROOM, Trial
from server.games.zargos.windows import Turning, Window

TrialT = TypeVar("TrialT", bound=Trial[ZargosView])
Hints: TypeAlias = Callable[[hints.Words], Glosses]
"""The words that may follow the words of a line."""
Start: TypeAlias = Callable[[ZargosView, SheetKey], tuple[Trial[ZargosView], Hints]]


def _sheet(
    read: Callable[[ZargosView, SheetKey], TrialT], glosses: Callable[[TrialT, hints.Words], Glosses]
) -> Start:
    """A kind of sheet: how it is read, and which words may follow on a line."""

    def start(view: ZargosView, sheet: SheetKey) -> tuple[Trial[ZargosView], Hints]:
        trial = read(view, sheet)
        return trial, partial(glosses, trial)

    return start


SHEETS: dict[str, Start] = {
    "people": _sheet(Choosing[ZargosView], hints.choosing_hints),
    "draft": _sheet(Wishing[ZargosView], hints.draft_hints),
    "offer": _sheet(Offering[ZargosView], hints.offer_hints),
    "reply": _sheet(Replying[ZargosView], hints.reply_hints),
    "deploy": _sheet(Deployment[ZargosView], hints.place_hints),
    "curse": _sheet(Tribute[ZargosView], hints.curse_hints),
    "winds": _sheet(Window[ZargosView], hints.wind_hints),
    "illusion": _sheet(Turning[ZargosView], hints.illusion_hints),
    "shelter": _sheet(Shelter[ZargosView], hints.shelter_hints),
    "attack": _sheet(Attack[ZargosView], hints.attack_hints),
    "defence": _sheet(Defence[ZargosView], hints.defence_hints),
    "keep": _sheet(Keeping[ZargosView], hints.keep_hints),
    "reorganise": _sheet(Reorganisation[ZargosView], hints.reorganise_hints),
    "buy": _sheet(Purchase[ZargosView], hints.buy_hints),
}
"""The sheets of each phase."""
VERBS = frozenset(
    {
        *("PASS", "ALL", "FOR", "YES", "NO", "ORDER", "REROLL", "VORTEX", "BOAT"),
        *CARDS,
    }
)
"""These words are suggested in small letters, so that they do not look like codes."""
SELDOM_WRITTEN = frozenset({"all", "pass", "-", "1"})
"""Words that no example has where there is another."""


def owes(view: ZargosView, sheet: SheetKey) -> bool:
    return view.seat is not None and sheet in view.owing.get(view.seat, ())


def trial_of(view: ZargosView, sheet: SheetKey) -> Trial[ZargosView]:
    return SHEETS[view.stage](view, sheet)[0]


def review(view: ZargosView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
    """The faults of a draft. Blank lines are no faults."""
    if not owes(view, sheet):
        return ()
    return tuple(
        Fault(number, flaw.column(lines[number]), flaw.code, flaw.args)
        for number, flaw in trial_of(view, sheet).read(lines)
        if lines[number].strip()
    )


def suggest(view: ZargosView, sheet: SheetKey, above: Sequence[str], text: str) -> tuple[Suggestion, ...]:
    """The next words that lead to a line which would not be lost.

    A word that is complete already is followed by what may come next.
    """
    fits = len(text) <= LONGEST_LINE and text.isascii()
    if not owes(view, sheet) or not fits or len(above) >= ROOM[view.stage]:
        return ()
    typed = text.upper().split()
    done = typed if text[-1:].isspace() or not typed else typed[:-1]
    begun = typed[-1] if len(typed) > len(done) else ""
    line = LineHints(view, sheet, above)
    lines: dict[str, Note] = {}
    for word, gloss in line.next_words(done, begun).items():
        further = line.next_words([*done, word], "") if word == begun else {}
        if further:
            lines |= {_written([*done, word, more]): note for more, note in further.items()}
        else:
            lines[_written([*done, word])] = gloss
    return tuple(Suggestion(line, gloss) for line, gloss in lines.items())


class LineHints:
    """The ways to go on with one line below the lines above it."""

    def __init__(self, view: ZargosView, sheet: SheetKey, above: Sequence[str]) -> None:
        self._trial, self._glosses = SHEETS[view.stage](view, sheet)
        self._trial.read(above)

    def next_words(self, done: Sequence[str], begun: str) -> Glosses:
        """The words that begin so, with what they mean."""
        known = self._glosses(done)
        found = {word: gloss for word, gloss in known.items() if word.startswith(begun)}
        if not begun:
            return found
        if is_count(begun) and begun not in found and self._allows_count(done, begun):
            found[begun] = Note("gloss.count", {"count": int(begun)})
        if isinstance(self._trial, Offering):
            found |= {
                word: gloss
                for word, gloss in hints.more_cards(self._trial, done, begun).items()
                if word.startswith(begun)
            }
        return found

    def _allows_count(self, done: Sequence[str], begun: str) -> bool:
        """Whether a number that is not in the list may be written here all the same."""
        return bool(self._glosses([*done, begun]))


def _written(words: Sequence[str]) -> str:
    return " ".join(word.lower() if word in VERBS else word for word in words)


def usage(view: ZargosView, sheet: SheetKey, example: str) -> Note | None:
    """How this sheet is written, with an example that could be written now."""
    if not owes(view, sheet):
        return None
    kind = view.stage
    if kind == "buy" and not example[:1].isdigit():
        kind = "buy-boats" if example else "buy-nothing"
    return Note(f"usage.{kind}", {"example": example or "pass"})
