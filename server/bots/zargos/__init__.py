"""Players of Zargos, weakest first."""

from server.bots.assignment import Bots
from server.bots.zargos.captain import captain
from server.bots.zargos.recruit import recruit

BOTS: Bots = {"recruit": recruit, "captain": captain}
