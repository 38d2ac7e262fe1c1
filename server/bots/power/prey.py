"""What a side could take if it knew what the others write: their stacks where they will stand, and flags."""

from collections.abc import Iterable
from typing import NamedTuple

from server.bots.power.packed import HQ, SECTOR_BITS, STRENGTH
from server.bots.power.reading import SheetRead


class Prey(NamedTuple):
    """What stands in one place after the sheets of the others."""

    place: int
    strength: int
    """What has to be beaten there."""
    needs_foot: bool
    """P-FLAG-1: whether a flag is to be had there, for which foot soldiers must come along."""


def prey_after(sheets: Iterable[SheetRead], flying: Iterable[int]) -> list[Prey]:
    """What can be had after these sheets. `flying` are the rival armies whose flags are on their HQs."""
    homes = {HQ[army] for army in flying}
    strengths = dict.fromkeys(homes, 0)
    for read in sheets:
        for place, cell in read.own.cells.items():
            if SECTOR_BITS >> place & 1:
                strengths[place] = strengths.get(place, 0) + (cell & STRENGTH)
    return [Prey(place, strength, place in homes) for place, strength in strengths.items()]
