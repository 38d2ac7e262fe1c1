"""A program plays one game at the seat of a session, from the first phase to the end."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from client.errors import ClientError, Ended
from client.link.session import RETRY_SECONDS, Session
from client.play.supposition import AskRules
from client.program.conversation import PATIENCE, Conversation
from client.program.lines import VERSION, HelloLine, OverLine, ReadLine
from client.program.owner import Owner
from client.program.service import Question
from client.program.session_seat import SessionSeat
from client.state.client_state import ClientState, RoundTold
from protocol.vocabulary import OVER


async def run_program(
    session: Session,
    command: Sequence[str],
    tell: Callable[[str], None],
    ask_rules: AskRules,
    *,
    patience: float = PATIENCE,
) -> int:
    """Returns the exit status when the game is over. `tell` tells the owner of the program a sentence."""
    owner = Owner(session.language, tell)
    seat = SessionSeat(session, ask_rules)
    conversation = Conversation(command, lambda: _hello(session.state), seat, owner, patience=patience)
    await _first_of(conversation.run(), SeatedProgram(session, seat, conversation, owner).follow())
    return 0


class SeatedProgram:
    """Follows the table, tells the program what happens there, and puts the questions of the table to it."""

    def __init__(self, session: Session, seat: SessionSeat, conversation: Conversation, owner: Owner) -> None:
        self._session = session
        self._seat = seat
        self._conversation = conversation
        self._owner = owner
        self._question: Question | None = None
        self._told = max(0, len(session.state.rounds) - 1)
        """How many rounds the program has been told. Of those before it came, it is told the last one."""

    async def follow(self) -> None:
        if self._session.state.is_waiting:
            self._owner.report("waiting", table=self._session.state.table)
        state = await self._session.until(lambda state: state.seat)
        self._owner.report("seated", seat=state.seat, table=state.table)
        self._conversation.begin()
        while state.stage != OVER:
            self._tell_rounds()
            self._put_question()
            if _is_to_get_ready(self._session.state):
                await self._get_ready()
            state = await self._session.until(self._has_news)
            await self._conversation.until_written()
        self._tell_rounds()
        await self._conversation.finish(OverLine(state.outcome))
        self._owner.report("over")

    def _has_news(self, state: ClientState) -> bool:
        return (
            state.stage == OVER
            or len(state.rounds) > self._told
            or _is_to_get_ready(state)
            or self._is_other_question()
        )

    def _is_other_question(self) -> bool:
        before, now = self._question, self._seat.question()
        return (now and now.position) != (before and before.position)

    def _tell_rounds(self) -> None:
        rounds = self._session.state.rounds
        for told in rounds[self._told :]:
            self._conversation.tell(_read_line(told))
        self._told = len(rounds)

    def _put_question(self) -> None:
        if not self._is_other_question():
            return
        self._question = self._seat.question()
        if self._question:
            self._conversation.open(self._question)
        else:
            self._conversation.close()

    async def _get_ready(self) -> None:
        """A program is always ready: it needs no time to read. Wait until everybody has been told so."""
        try:
            await self._session.ready()
        except Ended:
            raise
        except ClientError:  # the link is lost, or the server has no time now
            await asyncio.sleep(RETRY_SECONDS)
            return
        await self._session.until(lambda state: not _is_to_get_ready(state))


def _is_to_get_ready(state: ClientState) -> bool:
    return state.has_a_turn and not state.may_write and state.stage != OVER and state.link == "ok"


def _hello(state: ClientState) -> HelloLine:
    return HelloLine(
        version=VERSION,
        game=state.game,
        options=state.options,
        table=state.table,
        seat=state.seat,
        seats={line.seat: state.name_of(line) for line in state.seats},
        language=state.language,
    )


def _read_line(told: RoundTold) -> ReadLine:
    return ReadLine(told.phase, told.sheets, told.story, told.after, told.ruled)


async def _first_of(*work: Coroutine[Any, Any, None]) -> None:
    """Do all of this at once, until one part is done or fails. The others are then cancelled."""
    tasks = [asyncio.create_task(part) for part in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
