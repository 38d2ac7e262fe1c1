"""Players of POWER, weakest first."""

from server.bots.power.captain import captain
from server.bots.power.general import general
from server.bots.power.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain, "general": general}

REMEMBERED = 12
"""How many past rounds they are given."""
