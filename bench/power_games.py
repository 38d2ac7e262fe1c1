"""Games of POWER between bots of the server, position by position, for whoever learns or counts from them."""

from collections.abc import Iterator, Sequence
from random import Random

from bench.play import ROUNDS
from protocol.ids import Lines, SheetKey
from server.bots import think
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState


def positions(players: int, levels: Sequence[str], number: int, seconds: float) -> Iterator[PowerState]:
    """All positions of one game, the last one included. The lot gives each seat one of these levels."""
    random = Random(number)
    state = POWER.setup(PowerOptions(players=players), Dice(number))
    level = {seat: random.choice(levels) for seat in POWER.phase(state).owing}
    yield state
    while not state.over:
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in POWER.phase(state).owing.items():
            view = POWER.view(state, seat)
            sheets |= think("power", level[seat], view, owed, random.getrandbits(32), seconds)
        state = POWER.resolve(state, sheets, Dice(0), last=state.round >= ROUNDS).state
        yield state
