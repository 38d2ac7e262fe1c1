"""Players of Argad, weakest first."""

from server.bots.argad.captain import captain
from server.bots.argad.recruit import recruit

PLAYERS = {"recruit": recruit, "captain": captain}
