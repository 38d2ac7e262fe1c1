"""Players of Strategiksa, weakest first."""

from server.bots.strategiksa.captain import captain
from server.bots.strategiksa.general import general
from server.bots.strategiksa.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain, "general": general}
