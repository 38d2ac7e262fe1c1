"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Fault, Note, Suggestion
from protocol.views.argad.view import ArgadView
from protocol.views.argad.words import (
    ARMY,
    BENEFITS,
    DEPLOY,
    JOKER_STAGE,
    PLAN,
    RESERVE,
)
from server.games.argad.armies import read_army
from server.games.argad.deploying import read_deployment
from server.games.argad.glosses import Glosses
from server.games.argad.hints import PASS, OrderHints
from server.games.argad.jokers import judge_help, reserve_of
from server.games.argad.judging import Asking, judge
from server.games.argad.notation import (
    HOLD,
    JOKER_WORD,
    parse_help,
    parse_order,
    parse_reserve,
    words_of,
)
from server.games.argad.planning import PlannedSheet, is_joker_line
from server.games.argad.setup_hints import ArmyHints, DeploymentHints, JokerHints
from server.games.argad.sheets import TOO_MANY, Judged
from server.games.argad.state import ROOM
from server.games.flaw import LONGEST_LINE, Flaw

PLANNED_HELPS = "".join(letter for letter in BENEFITS if letter != "R")


def owes(view: ArgadView, sheet: SheetKey) -> bool:
    return view.seat is not None and sheet in view.owing.get(view.seat, ())


def asking(view: ArgadView, sheet: SheetKey) -> Asking:
    """Who is asked, and which unit must act if not any."""
    if view.stage == RESERVE:
        return Asking(sheet, reserve_of(view, (sheet,)) or "")
    return Asking(sheet, view.extra or None)


def judged_lines(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> list[Judged]:
    """Each line of a draft with what is wrong with it. Alternatives are judged each for itself."""
    if view.stage == ARMY:
        return read_army(sheet, lines, is_bought=view.is_bought, is_even=view.is_even).lines
    if view.stage == DEPLOY:
        return read_deployment(view, sheet, lines)[1]
    if view.stage == PLAN:
        return _planned(view, sheet, lines)
    room = ROOM[view.stage]
    return [
        Judged(sheet, view.stage, number, text, line_flaw(view, sheet, text) if number < room else TOO_MANY)
        for number, text in enumerate(lines)
    ]


def line_flaw(view: ArgadView, sheet: SheetKey, text: str) -> Flaw | None:
    """What is wrong with one line of a card, an extra activation, a reserve or a Joker."""
    if view.stage == JOKER_STAGE:
        chosen = parse_help(text)
        unit = chosen if isinstance(chosen, Flaw) else judge_help(view, sheet, chosen)
        return unit if isinstance(unit, Flaw) else None
    command = parse_reserve(text) if view.stage == RESERVE else parse_order(text)
    plan = command if isinstance(command, Flaw) else judge(view, asking(view, sheet), command)
    return plan if isinstance(plan, Flaw) else None


def _planned(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> list[Judged]:
    """A-PHASE-5: nothing is judged before it is played; only form and number are looked at."""
    sheets = PlannedSheet(sheet, lines, view.deck.get(sheet, 0))
    kept = {*sheets.orders, *sheets.helps}
    return [
        Judged(sheet, PLAN, number, text, _form_flaw(text) if number in kept else TOO_MANY)
        for number, text in enumerate(lines)
    ]


def _form_flaw(text: str) -> Flaw | None:
    read = parse_help(text, is_planned=True) if is_joker_line(text) else parse_order(text)
    return read if isinstance(read, Flaw) else None


def review(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
    """The faults of a draft, line by line."""
    if not owes(view, sheet):
        return ()
    return tuple(
        Fault(line.number, line.flaw.column(line.text), line.flaw.code, line.flaw.args)
        for line in judged_lines(view, sheet, lines)
        if line.flaw
    )


def suggest(view: ArgadView, sheet: SheetKey, above: Sequence[str], text: str) -> tuple[Suggestion, ...]:
    """The next words that lead to a line which would not be lost."""
    if not owes(view, sheet) or len(above) >= ROOM[view.stage]:
        return ()
    if not text.isascii() or len(text) > LONGEST_LINE:
        return ()
    hints = LineHints(view, sheet, above)
    return tuple(Suggestion(line, gloss) for line, gloss in hints.lines(text).items())


class LineHints:
    """The ways to go on with one line of a sheet."""

    def __init__(self, view: ArgadView, sheet: SheetKey, above: Sequence[str]) -> None:
        self._view, self._sheet = view, sheet
        self._army = ArmyHints(view, sheet, above) if view.stage == ARMY else None
        self._deployment = DeploymentHints(view, sheet, above) if view.stage == DEPLOY else None
        self._plan = PlannedSheet(sheet, above, view.deck.get(sheet, 0)) if view.stage == PLAN else None
        self._above = above

    def lines(self, text: str) -> Glosses:
        """Whole lines with one more word; a word that is typed to its end is followed by the next."""
        typed = words_of(text)
        is_begun = bool(typed) and not text[-1:].isspace()
        done, begun = (typed[:-1], typed[-1]) if is_begun else (typed, "")
        found: Glosses = {}
        for word, gloss in self._next(done, begun).items():
            if not word.upper().startswith(begun):
                continue
            further = self._next([*done, word.upper()], "") if word.upper() == begun else {}
            if further:
                found |= {" ".join([*done, word, more]): note for more, note in further.items()}
            else:
                found[" ".join([*done, word])] = gloss
        return found

    def _next(self, done: Sequence[str], begun: str) -> Glosses:
        view, sheet = self._view, self._sheet
        if self._army:
            return self._army.next_words(done, begun)
        if self._deployment:
            return self._deployment.next_words(done)
        if view.stage == JOKER_STAGE:
            return JokerHints(view, sheet).next_words(done[1:] if done[:1] == [JOKER_WORD] else done)
        if self._plan:
            return self._planned_words(done)
        verbs = {"verbs": "MSC"} if view.stage == RESERVE else {}
        found = OrderHints(view, asking(view, sheet), **verbs).next_words(done)
        if done:
            return found
        word = HOLD if view.stage == RESERVE else PASS
        return found | {word: Note(f"gloss.{word.lower()}")}

    def _planned_words(self, done: Sequence[str]) -> Glosses:
        """As many orders as there are cards, and two lines of the Joker; all stand where they stand now."""
        view, sheet, plan = self._view, self._sheet, self._plan
        assert plan is not None
        helps = sum(is_joker_line(line) for line in self._above)
        orders = len(self._above) - helps
        may_order = orders < view.deck.get(sheet, 0)
        if done[:1] == [JOKER_WORD]:
            return JokerHints(view, sheet, PLANNED_HELPS).next_words(done[1:])
        found = OrderHints(view, Asking(sheet)).next_words(done) if may_order else {}
        if done:
            return found
        found |= {PASS: Note("gloss.p")} if may_order else {}
        return found | ({JOKER_WORD: Note("gloss.planned-joker")} if helps < 2 else {})


def usage(view: ArgadView, sheet: SheetKey) -> Note | None:
    """How this sheet is written, with an example that could be written now."""
    if not owes(view, sheet):
        return None
    stage = "army-bought" if view.stage == ARMY and view.is_bought else view.stage
    return Note(f"usage.{stage}", {"example": example(view, sheet)})


MOST_WORDS = 3


def example(view: ArgadView, sheet: SheetKey) -> str:
    """A line made by taking the first words that are suggested."""
    hints, text = LineHints(view, sheet, ()), ""
    for _ in range(MOST_WORDS):
        found = list(hints.lines(f"{text} " if text else ""))
        if not found:
            break
        text = found[0]
    return text
