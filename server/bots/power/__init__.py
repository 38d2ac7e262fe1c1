"""Players of POWER, weakest first."""

from server.bots.power.captain import captain
from server.bots.power.characters import STYLES
from server.bots.power.general import general
from server.bots.power.marshal import marshal
from server.bots.power.recruit import recruit
from server.bots.power.symmetry import fair

PLAYERS = {
    "recruit": fair(recruit),
    "captain": fair(captain),
    "general": fair(general, is_mirrored=False, remembers=True),
    "marshal": fair(marshal, is_mirrored=False, remembers=True),
}

CHARACTERS = {level: tuple(STYLES) for level in PLAYERS if level != "recruit"}
"""The characters of each level. A recruit writes any orders, so it has none."""

REMEMBERED = 12
"""How many past rounds they are given."""
