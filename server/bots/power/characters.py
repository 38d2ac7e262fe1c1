"""The characters of the bots of POWER: how they play, besides how well."""

from collections.abc import Mapping
from random import Random

from msgspec import structs

from server.bots.power.staff import Style

STYLES: Mapping[str, Style] = {
    "bold": Style(caution=0.5, aggression=1.0, greed=0.0),
    "wary": Style(caution=1.0, aggression=0.4, greed=0.0),
    "greedy": Style(caution=0.65, aggression=0.2, greed=1.0),
    "patient": Style(caution=0.8, aggression=0.6, patience=0.4),
    "fiery": Style(caution=0.7, missiles=1.0),
    "steady": Style(caution=0.75, missiles=0.0),
}
"""Each differs from the others in something that one can see in its orders."""
USUAL = Style()
SWAY = 0.2
"""How much the caution changes from round to round, so that nobody can foresee what is dared."""


def style_of(character: str | None, random: Random) -> Style:
    """How a bot of this character plays in this round."""
    usual = STYLES.get(character or "", USUAL)
    caution = usual.caution + random.uniform(-SWAY, SWAY)
    return structs.replace(usual, caution=min(1.0, max(0.0, caution)))
