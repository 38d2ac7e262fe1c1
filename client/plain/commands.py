"""The lines that a person types in plain mode: answers, commands, and orders for the sheet."""

from collections.abc import Callable
from contextlib import suppress

from client.errors import ClientError, Ended, Refusal
from client.link.session import Session
from client.plain.desk import PlainDesk
from client.plain.narrator import Voice
from client.play.actions import ACTIONS
from client.play.declaring import is_declarable, may_declare
from client.play.lessons import Tutor, waits_for_others
from client.play.performing import perform, refusal_text
from client.play.refusals import why_not_writing
from client.play.showing import welcome_lines
from client.play.supposition import suppose_at_table
from client.play.verbs import find_action
from client.state.client_state import ClientState
from client.words import sentence


class Commands:
    """The commands of one person at one table. `obey` takes a line and does what it says.

    While the person tries what guessed sheets would lead to, other commands take the lines.
    """

    def __init__(
        self,
        session: Session,
        voice: Voice,
        table_count: int = 1,
        table: int = 0,
        tutor: Tutor | None = None,
        *,
        go_back: Callable[[], None] | None = None,
    ) -> None:
        self._session = session
        self._voice = voice
        self._supposing: Commands | None = None
        self._stop_following: Callable[[], None] | None = None
        self._desk = PlainDesk(session, voice, table_count, table, tutor, suppose=go_back or self._suppose)
        self._guided = ""
        """What the lesson said last."""
        self._is_busy = False
        """A line is being obeyed, and what it leads to is said before the lesson goes on."""

    def _suppose(self) -> None:
        """Begin to try what guessed sheets would lead to."""
        alone, self._stop_following = suppose_at_table(
            self._session, lambda: self._stop_supposing("plain.supposed-over")
        )
        self._supposing = Commands(
            alone, self._voice, go_back=lambda: self._stop_supposing("plain.supposed-back")
        )
        tell_supposing(alone.state, self._voice)

    def _stop_supposing(self, code: str) -> None:
        if self._stop_following:
            self._stop_following()
        self._supposing = self._stop_following = None
        self._voice.say(code)

    def welcome(self) -> None:
        """Say four sentences to a person who has never played this game."""
        self._voice.print(welcome_lines(self._desk))

    def guide(self) -> None:
        """Say what the lesson asks for now, unless it was said already or the person has to wait."""
        tutor, state = self._desk.tutor, self._state
        is_unsaid = any(not sheet.usage for sheet in state.sheets.values()) and state.may_write
        if tutor is None or self._is_busy or is_unsaid or waits_for_others(state):
            return
        if tutor.follow(self._state):
            self._voice.print(tutor.ending()[1])
        said = tutor.sentence(self._state, self._desk.way_to)
        if said != self._guided:
            self._guided = said
            self._voice.print([said])

    @property
    def _state(self) -> ClientState:
        return self._session.state

    async def obey(self, line: str) -> None:
        """Do a command, with or without a colon before it. Any other line is an order for the sheet."""
        if not line:
            return
        if self._supposing:
            await self._supposing.obey(line)
            return
        self._is_busy = True
        try:
            await self._obey_or_say_why(line)
        finally:
            self._is_busy = False
        self.guide()

    async def _obey_or_say_why(self, line: str) -> None:
        try:
            if not await self._desk.question.answer(line):
                await self._obey(line)
        except Ended:
            raise
        except ClientError as error:
            said = sentence(str(error))
            if self._state.notice != said:  # otherwise the narrator has said it already
                self._voice.print([said])
        if self._session.clock_waits:
            with suppress(Refusal):  # what was done has started it already
                await self._session.continue_clock()
        self._session.dismiss()

    async def _obey(self, line: str) -> None:
        if line.startswith("?"):
            return await self._desk.sheets.offer(line[1:].lstrip())
        first, _, rest = line.removeprefix(":").partition(" ")
        action = find_action(self._desk, first)
        if action:
            outcome = perform(self._desk, action, rest.strip())
            return await outcome if outcome is not None else None
        if line.startswith(":") or not await self._is_order(line):
            code = "plain.no-command" if self._state.seat else "plain.no-command-plain"
            return self._voice.say_of(self._state, code, word=first[:40])
        if may_declare(self._state):
            return await self._declare(line)
        if not self._state.may_write:
            raise ClientError(refusal_text(self._desk, why_not_writing(self._state)))
        return await self._desk.sheets.write(line)

    async def _declare(self, line: str) -> None:
        """Declare the line, if it is a word that may be declared now; else say why it cannot be written."""
        if not await is_declarable(self._session, line):
            raise ClientError(refusal_text(self._desk, why_not_writing(self._state)))
        outcome = perform(self._desk, ACTIONS["declare"], line)
        if outcome is not None:
            await outcome

    async def _is_order(self, line: str) -> bool:
        """Whether the line is for the sheet. Whether a word alone is an order, the server decides."""
        state = self._state
        if " " in line or not state.may_write:
            return bool(state.seat) and " " in line
        is_choice = state.phase is not None and state.phase.lines == 1
        return is_choice or await self._desk.sheets.is_order(line)


def tell_supposing(state: ClientState, voice: Voice) -> None:
    """Say what can be done now that the sheets of all are guessed."""
    other = next((key for key in reversed(state.sheets)), "")
    voice.say("plain.supposing", other=other)
