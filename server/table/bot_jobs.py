"""What the bots of a table are asked, and what they are told about the phases that have been read."""

from typing import Any

from protocol.ids import Seat
from server import tokens
from server.bots.assignment import PastPhase
from server.table import knowledge
from server.table.audience import BotJob
from server.table.phase_history import ReadPhase
from server.table.state import TableState


class BotJobs:
    """Makes each past phase once for each seat, so that a long game costs no more than a short one."""

    def __init__(self, remembered: int) -> None:
        self._remembered = remembered
        self._known: dict[tuple[Seat, int], tuple[tuple[ReadPhase, PastPhase], ...]] = {}
        """What each holder of a seat was told last."""

    def job(self, state: TableState, seat: Seat, view: Any) -> BotJob:
        """The sheets that the bot of this seat owes now, with all that it may use to write them."""
        chair = state.chairs[seat]
        return BotJob(
            phase=state.phase_no,
            seat=seat,
            holder=chair.holder,
            level=chair.bot,
            character=chair.character,
            view=view,
            sheets=state.owed_by(seat),
            seed=tokens.derived_number(state.opened.seed, f"bot {state.phase_no} {seat}") % 2**62,
            past=self.past(state, seat),
        )

    def past(self, state: TableState, seat: Seat) -> tuple[PastPhase, ...]:
        """The last phases that were read, as this seat may know them, the oldest first."""
        if not self._remembered:
            return ()
        key = seat, state.chairs[seat].holder
        known = {id(read): past for read, past in self._known.get(key, ())}
        told = tuple(
            (read, known.get(id(read)) or knowledge.past_phase(state, read, seat))
            for read in list(state.history.read)[-self._remembered :]
        )
        self._known[key] = told
        return tuple(past for _, past in told)
