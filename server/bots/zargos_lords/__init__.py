"""Players of Zargo's Lords, weakest first."""

from server.bots.zargos_lords.captain import captain
from server.bots.zargos_lords.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
