"""What a captain weighs against what. The usual temper is that of every captain; a general tries others."""

from msgspec import Struct

from protocol.views.strategiksa import Colour


class Temper(Struct, frozen=True):
    zone: float = 0.8
    """How many pieces it is worth to win a zone, or to take it from another."""
    care: float = 1.1
    """How much more own losses count than those of others."""
    exposure: float = 0.4
    """How much it counts what the winners of a battle may lose afterwards."""
    risk: float = 0.4
    """The share of a group that may be in danger when it marches."""
    envy: float = 6.0
    """How many cells farther it marches against a rival who is twice as strong as the others."""
    balance: float = 1.5
    """How many pieces it is worth to weaken such a rival in a battle."""
    spreads_first: bool = False
    """Whether zones are taken before battles are begun."""
    rival: Colour | None = None
    """The side to march against; None: the one whose king is near and strong."""


USUAL = Temper()
BOLD = Temper(care=0.8, exposure=0.1, risk=0.9)
CAREFUL = Temper(care=1.5, exposure=0.9, risk=0.15)
SPREADING = Temper(zone=1.6, spreads_first=True)
