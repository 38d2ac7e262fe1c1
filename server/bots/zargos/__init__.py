"""Players of Zargos, weakest first."""

from server.bots.zargos.captain import captain
from server.bots.zargos.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
