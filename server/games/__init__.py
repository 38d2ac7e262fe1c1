"""The games that this server knows, by name."""

from server.games.api import AnyGame
from server.games.power import POWER
from server.games.strategiksa import STRATEGIKSA

GAMES: dict[str, AnyGame] = {game.name: game for game in (POWER, STRATEGIKSA)}
