"""Players of Strategiksa, weakest first."""

from server.bots.assignment import Bots
from server.bots.strategiksa.captain import captain
from server.bots.strategiksa.general import general
from server.bots.strategiksa.recruit import recruit

BOTS: Bots = {"recruit": recruit, "captain": captain, "general": general}
