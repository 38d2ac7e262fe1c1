"""Games of Zargos among bots: who wins, and with which people. `make arena` plays them."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from bench.contestants import BotHolder
from bench.play import Reading, Table, play
from protocol.events import PhaseOpened
from protocol.ids import Lines, Seat, SheetKey
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import PEOPLES, People
from server.games.zargos import ZARGOS
from server.games.zargos.state import ZargosOptions, ZargosState

SEATS = 6
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


class PeopleByLot:
    """A captain whose people is drawn: it is chosen as a recruit would choose, who takes any."""

    def __init__(self, seat: Seat, place: int, lot: int) -> None:
        self._captain = BotHolder("zargos", "captain", seat, place, lot, 0.0)
        self._recruit = BotHolder("zargos", "recruit", seat, place, lot, 0.0)

    async def write(self, phase: PhaseOpened, view: ZargosView) -> Mapping[SheetKey, Lines]:
        writer = self._recruit if view.stage == "people" else self._captain
        return await writer.write(phase, view)

    def hear(self, reading: Reading) -> None:
        self._captain.hear(reading)


def _people(state: ZargosState) -> People | None:
    led = [people for people, seat in state.seats.items() if seat == state.winner]
    return led[0] if len(led) == 1 else None


def play_six(number: int) -> ZargosGame:
    """The peoples come by lot: who chooses early takes more cards in the draft, and would choose the best."""
    table = Table("zargos", {"players": SEATS}, number)
    seats = ZARGOS.seating(ZargosOptions(players=SEATS))
    played = asyncio.run(
        play(table, {seat: PeopleByLot(seat, place, number) for place, seat in enumerate(seats)})
    )
    state, slowest = played.state, max(played.slowest.values())
    return ZargosGame(state.winner, _people(state), state.ending, state.turn, slowest)


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
