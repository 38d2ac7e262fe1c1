"""A question that stands, line by line: what was asked for is done when it is answered with yes."""

from collections.abc import Awaitable, Callable

from client.link.session import Session
from client.plain.narrator import Voice
from client.words import bare

YES, NO = ("y", "yes", "o", "oui"), ("n", "no", "non")


class Question:
    """At most one; asked in one phase, it means nothing in the next."""

    def __init__(self, session: Session, voice: Voice) -> None:
        self._session = session
        self._voice = voice
        self._act: Callable[[], Awaitable[None]] | None = None
        self._asked_in: tuple[str, int] | None = None

    @property
    def _now(self) -> tuple[str, int]:
        state = self._session.state
        return state.stage, state.phase.phase if state.phase else 0

    def ask(self, text: str, act: Callable[[], Awaitable[None]], *, outlives_phase: bool = False) -> None:
        self._act = act
        self._asked_in = None if outlives_phase else self._now
        self._voice.print([text])

    async def answer(self, line: str) -> bool:
        """Whether the line was one; anything but yes or no drops the question and is a command of its own."""
        act, self._act = self._act, None
        if act is None:
            return False
        word = bare(line)
        if word in YES and self._asked_in in (None, self._now):
            await act()
        else:
            self._voice.say("asked.not-done")
        return word in YES + NO
