"""The games that this server knows, by name."""

from protocol.on_demand import OnDemand
from server.games.api import AnyGame

GAMES: OnDemand[AnyGame] = OnDemand(
    {
        "power": "server.games.power:POWER",
        "strategiksa": "server.games.strategiksa:STRATEGIKSA",
        "zargos": "server.games.zargos:ZARGOS",
        "zargos_lords": "server.games.zargos_lords:ZARGOS_LORDS",
        "argad": "server.games.argad:ARGAD",
    }
)
"""Each is loaded when its first table is opened."""
