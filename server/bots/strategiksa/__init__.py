"""Players of Strategiksa, weakest first."""

from collections.abc import Callable

from protocol.ids import Lines, SheetKey
from server.bots.assignment import Assignment
from server.bots.strategiksa.captain import captain
from server.bots.strategiksa.general import general
from server.bots.strategiksa.recruit import recruit

PLAYERS: dict[str, Callable[[Assignment], dict[SheetKey, Lines]]] = {
    "recruit": recruit,
    "captain": captain,
    "general": general,
}
