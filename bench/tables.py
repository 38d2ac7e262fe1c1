"""The tables at which games are measured: their options, and which seats win together."""

from bench import battles, skirmishes
from bench.play import ROUNDS, Table
from protocol.ids import Seat
from protocol.views.argad.words import SIDE_OF, SIDES
from server.games import GAMES

TABLE = {"power": 2, "strategiksa": 3, "zargos": 3, "zargos_lords": 2, "argad": 2}
"""How many sit at a table of each game, where nothing else is said."""


def table_of(game: str, players: int, lot: int, rounds: int = ROUNDS) -> Table:
    """A table with what its options are if nobody says anything; a short one, where there is such a game."""
    if game == "zargos_lords" and players == 2:
        return skirmishes.table_of(lot, skirmishes.pair_of(lot))
    if game == "argad":
        return battles.table_of(battles.lot_of(lot), players)
    return Table(game, {"players": players}, lot, rounds)


def seats_of(table: Table) -> tuple[Seat, ...]:
    game = GAMES[table.game]
    return game.seating(game.read_options(table.options))


def parties_of(table: Table) -> list[tuple[Seat, ...]]:
    """The seats that win and lose together."""
    seats = seats_of(table)
    if table.game != "argad":
        return [(seat,) for seat in seats]
    return [tuple(seat for seat in seats if SIDE_OF[seat] == side) for side in SIDES]
