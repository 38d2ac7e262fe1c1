"""Players of Zargo's Lords, weakest first."""

from server.bots.assignment import Bots
from server.bots.zargos_lords.captain import captain
from server.bots.zargos_lords.recruit import recruit

BOTS: Bots = {"recruit": recruit, "captain": captain}
