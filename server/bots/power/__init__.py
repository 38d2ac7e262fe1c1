"""Players of POWER, weakest first."""

from server.bots.assignment import Bots
from server.bots.power.captain import captain
from server.bots.power.general import general
from server.bots.power.marshal import marshal
from server.bots.power.recruit import recruit
from server.bots.power.symmetry import fair

BOTS: Bots = {
    "recruit": fair(recruit),
    "captain": fair(captain),
    "general": fair(general, is_mirrored=False, remembers=True),
    "marshal": fair(marshal, is_mirrored=False, remembers=True),
}
