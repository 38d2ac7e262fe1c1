"""The games that this server knows, by name."""

from server.games.api import AnyGame
from server.games.argad import ARGAD
from server.games.power import POWER
from server.games.strategiksa import STRATEGIKSA
from server.games.zargos import ZARGOS
from server.games.zargos_lords import ZARGOS_LORDS

GAMES: dict[str, AnyGame] = {game.name: game for game in (POWER, STRATEGIKSA, ZARGOS, ZARGOS_LORDS, ARGAD)}
