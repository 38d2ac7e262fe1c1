"""Games of Zargos among bots: who wins, and with which people. `make arena` plays them."""

from collections import Counter
from collections.abc import Sequence
from time import perf_counter

from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey
from protocol.views.zargos.words import PEOPLES, People
from server.bots import think
from server.games.dice import Dice
from server.games.zargos import ZARGOS
from server.games.zargos.state import ZargosOptions, ZargosState

SIX = ("captain",) * 6
GAMES = 60
"""Games of six captains."""


class ZargosGame(Struct, frozen=True):
    """A game that has been played."""

    seat: Seat | None
    """The winner; None if it is a draw."""
    people: People | None
    """The people with which the winner won, if each leads only one."""
    ending: str
    turn: int
    slowest: float
    """The longest time, in seconds, that a sheet took."""


def play_zargos(number: int, levels: Sequence[str], *, by_lot: bool = False) -> ZargosGame:
    """With the turn limit of a table that says nothing of it; `by_lot`, peoples are not chosen but drawn."""
    options = ZargosOptions(players=len(levels))
    state = ZARGOS.setup(options, Dice(number))
    level = dict(zip(ZARGOS.seating(options), levels, strict=True))
    dice, slowest, phase = Dice(number + 1_000_000), 0.0, 0
    while state.stage != "over":
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in ZARGOS.phase(state).owing.items():
            view, seed = ZARGOS.view(state, seat), number * 100_000 + phase
            start = perf_counter()
            writer = "recruit" if by_lot and state.stage == "people" else level[seat]
            sheets |= think("zargos", writer, view, owed, seed)
            slowest = max(slowest, perf_counter() - start)
        state = ZARGOS.resolve(state, sheets, dice).state
        phase += 1
    return ZargosGame(state.winner, _people(state), state.ending, state.turn, slowest)


def _people(state: ZargosState) -> People | None:
    led = [people for people, seat in state.seats.items() if seat == state.winner]
    return led[0] if len(led) == 1 else None


def play_six(number: int) -> ZargosGame:
    """The peoples come by lot: who chooses early takes more cards in the draft, and would choose the best."""
    return play_zargos(number, SIX, by_lot=True)


def report_peoples(played: Sequence[ZargosGame], taken: float) -> str:
    """How often each people won among six captains; an equal share is one in six."""
    won = Counter(game.people for game in played)
    shares = "  ".join(f"{people} {won[people]} ({won[people] / len(played):.0%})" for people in PEOPLES)
    endings = Counter(game.ending for game in played)
    turns = sorted(game.turn for game in played)[len(played) // 2]
    slowest = max(game.slowest for game in played)
    return (
        f"zargos, six captains, peoples by lot, {len(played)} games won by people:  {shares}\n"
        f"  drawn {won[None]}; ended by {', '.join(f'{why} {n}' for why, n in sorted(endings.items()))};"
        f" at turn {turns} (median); slowest sheet {slowest:.3f} s; {taken:.0f} s"
    )
