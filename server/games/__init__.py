"""The games on the shelf, by name."""

from server.games.api import AnyGame
from server.games.power import POWER

GAMES: dict[str, AnyGame] = {game.name: game for game in (POWER,)}
