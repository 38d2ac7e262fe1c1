"""What becomes of a sheet: the rest of the turn and the turns of the others, until the writer is next."""

from collections.abc import Callable
from random import Random

from protocol.ids import Lines, Seat
from protocol.views.strategiksa import Colour, Position, StrategiksaView
from server.bots.strategiksa.captain import write
from server.bots.strategiksa.duel import KINGS, worth
from server.games.dice import Dice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import zone_counts
from server.games.strategiksa.circle import TERRAIN
from server.games.strategiksa.state import StrategiksaState

ZONE = 1.5
"""How many pieces a zone is worth: it brings one in every circle."""
VASSAL = 0.04
"""What it is worth to serve: perhaps half a victory."""
_DICE = Dice(0)


def rebuild(view: StrategiksaView) -> StrategiksaState:
    return StrategiksaState(**{field: getattr(view, field) for field in Position.__struct_fields__})


class TimeIsUp(Exception):
    """There was no time to see what becomes of the sheet."""


class Foresight:
    """Plays on from one position. All other decisions are those of captains."""

    def __init__(self, view: StrategiksaView, late: Callable[[], bool]) -> None:
        assert view.sheet is not None
        self.state = rebuild(view)
        self.colour = view.sheet
        self.side = view.lords[view.sheet]
        self.late = late

    def value(self, lines: Lines, lot: int) -> float:
        """How good the position is in which the writer is next; the same lot gives the same replies."""
        state = self._resolve(self.state, self.colour, lines)
        random = Random(lot)
        while state.stage != "over" and not self._is_next(state):
            if self.late():
                raise TimeIsUp
            ((seat, (sheet,)),) = STRATEGIKSA.phase(state).owing.items()
            state = self._resolve(state, sheet, write(STRATEGIKSA.view(state, seat), sheet, random))
        return evaluate(state, self.side)

    def _is_next(self, state: StrategiksaState) -> bool:
        """After a circle, which is shorter if the colour has no more pieces."""
        passed = state.circle - self.state.circle
        first = state.order.index(state.active) >= state.order.index(self.colour)
        return state.stage == "turn" and (passed > 1 or (passed == 1 and first))

    def _resolve(self, state: StrategiksaState, sheet: Colour, lines: Lines) -> StrategiksaState:
        after: StrategiksaState = STRATEGIKSA.resolve(state, {sheet: lines}, _DICE).state
        return after


def evaluate(state: StrategiksaState, side: Colour) -> float:
    """How likely it is about that this side wins, from 0 to 1."""
    if state.stage == "over":
        return float(state.winner == side)
    if state.lords[side] != side or side in state.gone:
        return VASSAL
    strengths = _strengths(state)
    mine = strengths.get(side, 0.0)
    others = sum(each * each for lord, each in strengths.items() if lord != side)
    return 0.05 + 0.9 * mine * mine / (mine * mine + others + 1e-9)


def _strengths(state: StrategiksaState) -> dict[Seat, float]:
    """Pieces and zones of each side; zones count more the nearer they are to a victory by terrain."""
    found = {
        lord: ZONE * zones + 4.0 * max(0, zones - TERRAIN + 6) for lord, zones in zone_counts(state).items()
    }
    for colour, cells in state.pieces.items():
        for stack in cells.values():
            army = tuple(0 if unit in KINGS else number for unit, number in enumerate(stack))
            found[state.lords[colour]] += worth(army)
    return found
