"""What the bots of a table are told about the phases that have been read."""

from protocol.ids import Seat
from server.bots.assignment import PastPhase
from server.table import knowledge
from server.table.phase_history import ReadPhase
from server.table.state import TableState


class BotMemory:
    """Makes each past phase once for each seat, so that a long game costs no more than a short one."""

    def __init__(self, remembered: int) -> None:
        self._remembered = remembered
        self._known: dict[tuple[Seat, int], tuple[tuple[ReadPhase, PastPhase], ...]] = {}
        """What each holder of a seat was told last."""

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
