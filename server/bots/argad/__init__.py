"""Players of Argad, weakest first."""

from server.bots.argad.captain import captain
from server.bots.argad.recruit import recruit
from server.bots.assignment import Bots

BOTS: Bots = {"recruit": recruit, "captain": captain}
