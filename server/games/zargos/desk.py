"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

from collections.abc import Callable, Sequence

from protocol.ids import SheetKey
from protocol.notes import Fault, Note, Suggestion
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import CARDS, FRENCH
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

TRIALS: dict[str, Callable[[ZargosView, SheetKey], Trial[ZargosView]]] = {
    "people": Choosing,
    "draft": Wishing,
    "offer": Offering,
    "reply": Replying,
    "deploy": Deployment,
    "curse": Tribute,
    "winds": Window,
    "illusion": Turning,
    "shelter": Shelter,
    "attack": Attack,
    "defence": Defence,
    "keep": Keeping,
    "reorganise": Reorganisation,
    "buy": Purchase,
}
"""How the sheets of each phase are read."""
VERBS = frozenset(
    {
        *("PASS", "ALL", "FOR", "YES", "NO", "ORDER", "REROLL", "VORTEX", "BOAT"),
        *CARDS,
        *FRENCH,
    }
)
"""These words are suggested in small letters, so that they do not look like codes."""
EXAMPLE_WORDS = 12


def owes(view: ZargosView, sheet: SheetKey) -> bool:
    return view.seat is not None and sheet in view.owing.get(view.seat, ())


def trial_of(view: ZargosView, sheet: SheetKey) -> Trial[ZargosView]:
    return TRIALS[view.stage](view, sheet)


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
        self._trial = trial_of(view, sheet)
        self._trial.read(above)
        self._is_first = not above

    def next_words(self, done: Sequence[str], begun: str) -> Glosses:
        """The words that begin so, with what they mean."""
        known = self._glosses([_english(word, self._trial.stage, n) for n, word in enumerate(done)])
        found = {word: gloss for word, gloss in known.items() if word.startswith(begun)}
        if not begun:
            return found
        if is_count(begun) and begun not in found and self._allows_count(done, begun):
            found[begun] = Note("gloss.count", {"count": int(begun)})
        found |= {
            french: known[card]
            for french, card in FRENCH.items()
            if card in known and french.startswith(begun) and card not in found
        }
        if isinstance(self._trial, Offering):
            found |= {
                word: gloss
                for word, gloss in hints.more_cards(self._trial, done, begun).items()
                if word.startswith(begun)
            }
        return found

    def _glosses(self, done: Sequence[str]) -> Glosses:
        match self._trial:
            case Attack() as trial:
                return hints.attack_hints(trial, done)
            case Reorganisation() as trial:
                return hints.reorganise_hints(trial, done, self._is_first)
            case Defence() as trial:
                return hints.defence_hints(trial, done)
            case Purchase() as trial:
                return hints.buy_hints(trial, done)
            case Window() as trial:
                return hints.wind_hints(trial, done)
            case Turning() as trial:
                return hints.illusion_hints(trial, done)
            case Shelter() as trial:
                return hints.shelter_hints(trial, done)
            case Keeping() as trial:
                return hints.keep_hints(trial, done)
            case Tribute() as trial:
                return hints.curse_hints(trial, done)
        return self._setup_glosses(done)

    def _setup_glosses(self, done: Sequence[str]) -> Glosses:
        match self._trial:
            case Choosing() as trial:
                return hints.choosing_hints(trial, done)
            case Wishing() as trial:
                return hints.draft_hints(trial, done)
            case Offering() as trial:
                return hints.offer_hints(trial, done)
            case Replying() as trial:
                return hints.reply_hints(trial, done)
            case Deployment() as trial:
                return hints.place_hints(trial, done)
        return {}

    def _allows_count(self, done: Sequence[str], begun: str) -> bool:
        """Whether a number that is not in the list may be written here all the same."""
        return bool(self._glosses([*done, begun]))


def _english(word: str, stage: str, number: int) -> str:
    return FRENCH.get(word, word) if number == 0 or stage == "keep" else word


def _written(words: Sequence[str]) -> str:
    return " ".join(word.lower() if word in VERBS else word for word in words)


def usage(view: ZargosView, sheet: SheetKey) -> Note | None:
    """How this sheet is written, with an example that could be written now."""
    if not owes(view, sheet):
        return None
    return Note(f"usage.{view.stage}", {"example": example(view, sheet)})


def example(view: ZargosView, sheet: SheetKey) -> str:
    """A line made by taking the first suggestion word by word; a number before any card or verb."""
    line = LineHints(view, sheet, ())
    words: list[str] = []
    for _ in range(EXAMPLE_WORDS):
        found = list(line.next_words(words, ""))
        if not found:
            break
        usual = [word for word in found if word not in ("ALL", "PASS", "-", "1")]
        words.append((usual or found)[0])
    return _written(words) or "pass"
