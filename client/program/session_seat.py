"""The seat of a program at a table of a server."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial, reduce
from typing import Any, TypeVar

from msgspec.structs import replace

from client.errors import LinkLost, Refusal
from client.link.limits import check_limits
from client.link.reconnecting import TRANSIENT
from client.link.session import RETRY_SECONDS, Session
from client.play.supposition import AskRules
from client.program.lines import WriteLine
from client.program.service import BadLine, Question, Taken
from client.state.client_state import ClientState
from client.state.sheets import write_sheet
from protocol import messages
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer, Supposed, WhatIf

T = TypeVar("T")


class SessionSeat:
    """Asks the server for offers, the rules of this computer for simulations, and writes the sheets."""

    def __init__(self, session: Session, ask_rules: AskRules) -> None:
        self._session = session
        self._ask_rules = ask_rules

    def question(self) -> Question | None:
        """The question that the table asks of this seat now, or nothing.

        The time left is known when the first clock of the phase has come.
        """
        state = self._session.state
        phase = state.phase
        if not state.may_write or phase is None or state.clock.phase != phase.phase:
            return None
        make_line = partial(self._write_line, state)
        return Question(phase.phase, state.owed, make_line, position=(phase, state.view))

    def _write_line(self, asked: ClientState, ask: int) -> WriteLine:
        state = self._session.state
        assert asked.phase
        return WriteLine(
            ask=ask,
            phase=asked.phase,
            owed=asked.owed,
            sheets={sheet: own.lines for sheet, own in state.sheets.items()},
            usage={sheet: own.usage for sheet, own in state.sheets.items()},
            left=state.clock.left_at(self._session.now),
            running=state.clock.running,
            view=asked.view,
        )

    async def offers(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]:
        while True:
            try:
                return await _patiently(lambda: self._session.suggest(sheet, above, text))
            except LinkLost:
                await self._session.until(lambda state: state.link == "ok")

    async def simulate(self, sheets: Mapping[SheetKey, Lines], view: Any) -> Supposed:
        state = self._session.state
        if view is not None:  # nobody knows whether the phase of another position is the last one
            state = replace(state, view=view, phase=None)
        number = state.phase.phase if state.phase else 0
        found = await self._ask_rules(state, WhatIf(phase=number, sheets=dict(sheets)))
        assert isinstance(found, Supposed)
        return found

    async def write(self, question: Question, sheets: Mapping[SheetKey, Lines], *, seals: bool) -> Taken:
        session = self._session
        for sheet, lines in sheets.items():
            written = messages.Write(phase=question.phase, sheet=sheet, revision=1, lines=lines)
            check_limits(written, session.language)
        if not self._is_open(question):
            raise BadLine("late")
        session.edit(lambda state: reduce(_write_one, sheets.items(), state))
        if not await self._store(question):
            raise BadLine("late")
        advice = {sheet: session.state.sheets[sheet].advice for sheet in sheets}
        return Taken(advice, seals and await self._seal(question))

    def _is_open(self, question: Question) -> bool:
        now = self.question()
        return now is not None and now.position == question.position

    async def _store(self, question: Question) -> bool:
        """Wait until the server has stored the sheets. Returns False if the phase closed before that."""
        while self._is_open(question):
            try:
                await self._session.stored()
                return self._is_open(question)
            except LinkLost:
                await self._wait_for_link(question)
        return False

    async def _seal(self, question: Question) -> bool:
        """Seal the sheets. Returns False if the phase closed before that; what is stored counts."""
        while self._is_open(question):
            try:
                await _patiently(self._session.seal)
                return True
            except LinkLost:
                await self._wait_for_link(question)
        return False

    async def _wait_for_link(self, question: Question) -> None:
        await self._session.until(lambda state: state.link == "ok" or not self._is_open(question))


def _write_one(state: ClientState, written: tuple[SheetKey, Lines]) -> ClientState:
    return write_sheet(state, *written)


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask again a little later if the server has no time for it now."""
    while True:
        try:
            return await ask()
        except Refusal as refusal:
            if refusal.code not in TRANSIENT:
                raise
            await asyncio.sleep(RETRY_SECONDS)
