"""What if: a session of its own, in which a player guesses the sheets of all and sees what would come of it.

It speaks to no table. Every screen shows it as it shows any session, with the same editor and completion.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec.structs import replace

from client.errors import ClientError
from client.link.session import Session
from client.state.client_state import ClientState
from client.state.supposed import Owing, is_same_phase, read_supposed, suppose, suppose_round, write_again
from client.words import say
from protocol import messages
from protocol.messages import ClientMessage, Done, ServerMessage, Supposed

Answers: TypeAlias = Callable[[ClientMessage], Awaitable[ServerMessage]]
"""Answers `what_if`, and `suggest` for a sheet that is guessed."""

AskRules: TypeAlias = Callable[[ClientState, ClientMessage], Awaitable[ServerMessage]]
"""Answers the same from the position in a state, where there is no table."""


class SupposedTable:
    """Answers the requests of a supposition in place of a server."""

    def __init__(self, begun: ClientState, owing: Owing, answers: Answers, language: str) -> None:
        self._begun = begun
        self._owing = owing
        self._answers = answers
        self.session = Session.alone(begun, self, language)

    async def ask(self, message: ClientMessage) -> ServerMessage:
        session = self.session
        match message:
            case messages.Suggest():
                return await self._answers(replace(message, supposed=True))
            case messages.Seal():
                sheets = {key: sheet.lines for key, sheet in session.state.sheets.items()}
                supposed = await self._answers(messages.WhatIf(phase=message.phase, sheets=sheets))
                if isinstance(supposed, Supposed):
                    session.put(read_supposed(session.state, supposed, self._owing, session.now))
                return Done() if isinstance(supposed, Supposed) else supposed
            case messages.Ready():
                session.put(write_again(session.state, self._begun))
                return Done()
        raise ClientError(say(session.language, "error.only-supposed"))

    async def close(self) -> None:
        """There is nothing to close."""


def suppose_in_replay(replay: ClientState, number: int, ask_rules: AskRules, language: str) -> Session:
    """A supposition about a round of a game that is replayed, counted from 0."""
    begun = suppose_round(replay, number)

    async def answers(message: ClientMessage) -> ServerMessage:
        return await ask_rules(begun, message)

    return SupposedTable(begun, replay.rounds[number].owing, answers, language).session


def suppose_at_table(real: Session, ended: Callable[[], None]) -> tuple[Session, Callable[[], None]]:
    """A supposition about the open phase, and what stops it.

    `ended` is called when the table no longer waits for these sheets.
    """
    assert real.state.phase
    begun = suppose(real.state)
    alone = SupposedTable(begun, real.state.phase.owing, real.ask, real.language).session
    alone.clock = real.clock

    def follow() -> None:
        now = real.state
        if real.ended or not is_same_phase(now, begun):
            ended()
        elif (alone.state.clock, alone.state.link) != (now.clock, now.link):
            alone.put(replace(alone.state, clock=now.clock, link=now.link, lost_at=now.lost_at))

    return alone, real.listen(follow)
