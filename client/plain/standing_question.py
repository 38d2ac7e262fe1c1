"""The open question of plain mode. The answer yes does what was asked."""

from client.link.session import Session
from client.plain.narrator import Voice
from client.play.desk import Outcome, Question
from client.words import means


class StandingQuestion:
    """At most one question is open. It ends with its phase, unless it says that it outlives the phase."""

    def __init__(self, session: Session, voice: Voice) -> None:
        self._session = session
        self._voice = voice
        self._question: Question | None = None
        self._asked_in: tuple[str, int] | None = None

    @property
    def _now(self) -> tuple[str, int]:
        state = self._session.state
        return state.stage, state.phase.phase if state.phase else 0

    def ask(self, question: Question) -> None:
        self._question = question
        self._asked_in = None if question.outlives_phase else self._now
        self._voice.print([question.text])

    async def answer(self, line: str) -> bool:
        """Returns whether the line was an answer. Any other line drops the question and is a command."""
        question, self._question = self._question, None
        if question is None:
            return False
        is_yes = means("yes", line)
        if is_yes and self._asked_in in (None, self._now):
            outcome: Outcome = question.act()
            if outcome is not None:
                await outcome
        else:
            self._voice.say("asked.not-done")
        return is_yes or means("no", line)
