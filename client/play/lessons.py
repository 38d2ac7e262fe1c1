"""A lesson at a real table: it tells the person what to do next, and sees by the state when it is done."""

from collections.abc import Callable

from client.games import GAMES
from client.games.lesson import ASKED, GONE_ON, LINES, READ, Lesson, Step
from client.state.client_state import ClientState
from client.words import say
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.vocabulary import BETWEEN, CLOSED, OVER, WRITING


class Tutor:
    """Goes through the steps of one lesson. The sentences name actions by the keys or verbs of the screen."""

    def __init__(self, game: str, language: str) -> None:
        lesson = GAMES[game].lesson
        assert lesson is not None
        self.lesson: Lesson = lesson
        self._language = language
        self._words: Catalogue = GAMES[game].words(language)
        self._at = 0
        self._begun: ClientState | None = None
        """The state in which the present step began."""
        self._is_told = False

    @property
    def step(self) -> Step | None:
        """The present step; None when the lesson is over."""
        steps = self.lesson.steps
        return steps[self._at] if self._at < len(steps) else None

    def follow(self, state: ClientState) -> bool:
        """Go on to the first step that is not done yet. Returns whether the lesson has just ended."""
        if self._begun is None:
            self._begun = state
        while self.step and (state.stage == OVER or _is_done(self.step, self._begun, state)):
            self._go_on(state)
        has_ended = self.step is None and not self._is_told
        self._is_told = self._is_told or has_ended
        return has_ended

    def skip(self, state: ClientState) -> None:
        """Leave the present step out."""
        if self.step:
            self._go_on(state)

    def _go_on(self, state: ClientState) -> None:
        self._at += 1
        self._begun = state

    def sentence(self, state: ClientState, way_to: Callable[[str], str]) -> str:
        """What the person should do now. `way_to` names an action as this screen does it."""
        ways = {name.replace("_", "-"): way_to(name) for name in ("seal", "ready", "delete", "quit", "help")}
        step = self.step
        if step is None:
            return say(self._language, "lesson.over", **ways)
        usage = next((sheet.usage for sheet in state.sheets.values()), "")
        args: dict[str, Arg] = {**ways, "usage": usage}
        text = self._generally(step, state, args) or self._own(step, args)
        steps = len(self.lesson.steps)
        return say(self._language, "lesson.line", step=self._at + 1, steps=steps, text=text)

    def _own(self, step: Step, args: dict[str, Arg]) -> str:
        """What the game says at this step."""
        return self._words.say(Note(f"lesson.{step.text}", args))

    def _how_to_mend(self, state: ClientState, args: dict[str, Arg]) -> str:
        """How the first line that would be lost is deleted: by its number, or by keys that go to it first."""
        sheet, line, advice = state.faults[0]
        is_typed = str(args["delete"]).isalpha()  # a verb; the key is ^D, which deletes the last line
        is_last = line == len(state.sheets[sheet].lines) - 1
        code = "lesson.mend-typed" if is_typed else "lesson.mend" if is_last else "lesson.mend-above"
        return say(self._language, code, line=line + 1, text=advice.text, **args)

    def _generally(self, step: Step, state: ClientState, args: dict[str, Arg]) -> str:
        """What is said in every game: on a line that would be lost, and when something else is to be done."""
        if state.may_write and state.faults:
            own = self._own(step, args) if step.until == READ else ""
            return f"{own} {self._how_to_mend(state, args)}".lstrip()
        if state.may_write and step.until == ASKED:  # another kind of phase is open than the lesson is about
            return say(self._language, "lesson.asked", **args)
        if state.stage == BETWEEN and step.until in (LINES, READ):
            return say(self._language, "lesson.between", **args)
        is_waiting = waits_for_others(state) and step.until != GONE_ON
        return say(self._language, "lesson.wait") if is_waiting else ""

    def ending(self) -> tuple[str, list[str]]:
        """What was learnt, below a title."""
        learnt = [self._words.letters.text(line) for line in self._words.tables["lesson"]["learnt"]]
        return say(self._language, "lesson.title"), [*learnt, say(self._language, "lesson.end")]


def waits_for_others(state: ClientState) -> bool:
    """Whether the person can do nothing now, because others write or the sheets are about to be read."""
    return state.stage == CLOSED or (state.stage == WRITING and not state.may_write)


def _is_done(step: Step, begun: ClientState, state: ClientState) -> bool:
    return _CONDITIONS[step.until](step, begun, state)


def _is_asked(step: Step, begun: ClientState, state: ClientState) -> bool:
    return state.may_write and state.phase is not None and state.phase.key == step.kind


def _has_lines(step: Step, begun: ClientState, state: ClientState) -> bool:
    """Enough good lines are stored; or the sheet is sealed already, and the person has gone ahead."""
    lines = sum(len(sheet.stored) for sheet in state.sheets.values()) - len(state.faults)
    return state.is_stored and (lines >= step.count or state.sealed)


def _is_read(step: Step, begun: ClientState, state: ClientState) -> bool:
    """A sheet of this person has been read since the step began."""
    return any(state.seat in told.owing for told in state.rounds[len(begun.rounds) :])


def _has_gone_on(step: Step, begun: ClientState, state: ClientState) -> bool:
    before, now = (each.phase.phase if each.phase else 0 for each in (begun, state))
    return now > before or state.seat in state.ready


_CONDITIONS: dict[str, Callable[[Step, ClientState, ClientState], bool]] = {
    ASKED: _is_asked,
    LINES: _has_lines,
    READ: _is_read,
    GONE_ON: _has_gone_on,
}
