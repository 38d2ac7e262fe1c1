"""What levels that search like to do, by their characters: for this they give up some chance to win."""

from collections.abc import Mapping

from msgspec import Struct

from server.bots.power.gauge import kinds_in
from server.bots.power.outcome import Position
from server.bots.power.packed import (
    BIGGER,
    COUNT,
    HQ,
    LAND_BITS,
    MISSILE,
    RESERVE,
    SECTOR_BITS,
    SHIFT,
    TRADE,
    Typed,
)
from server.bots.power.reading import SheetRead

WORST = 0.15
"""How much the worst of all guesses counts for a bot without a character."""


class Habits(Struct, frozen=True):
    """A character. Each number is what an order of that sort is worth besides what it leads to."""

    march: float = 0.0
    """A piece goes onto a territory or an HQ of a rival."""
    chase: float = 0.0
    """A piece goes where a rival has a single small one."""
    guard: float = 0.0
    """A piece goes to an HQ of its own side."""
    missile: float = 0.0
    """A missile is fired."""
    home: int = 0
    """For so many rounds no piece likes to leave the territories of its side."""
    worst: float = WORST
    """How much the worst of all guesses counts."""


LEAVING = -0.03
"""What an order is worth that leaves home too early."""

HABITS: Mapping[str, Habits] = {
    "bold": Habits(march=0.01, guard=-0.004, worst=0.0),
    "wary": Habits(march=-0.004, guard=0.008, worst=0.4),
    "greedy": Habits(chase=0.008),
    "patient": Habits(home=5),
    "fiery": Habits(missile=0.08),
    "steady": Habits(missile=-0.08),
}
"""The characters have the same names, and the same manners, as those of captains."""
NONE = Habits()


class Liking:
    """How much one side likes the sheets that it could write in a position."""

    def __init__(self, habits: Habits, position: Position, side: int, number: int) -> None:
        self._habits = habits
        self._cells = position.cells
        own = position.teams[side]
        self._homes = sum(1 << HQ[army] for army in own)
        lands = sum(LAND_BITS[army] for army in own)
        others = [army for army in range(4) if army not in own and army != position.mercenary]
        rivals = [army for army in others if not position.out >> army & 1]
        self._abroad = sum(LAND_BITS[army] | 1 << HQ[army] for army in rivals)
        self._small = self._lone_pieces(position, rivals)
        is_early = number <= habits.home
        self._far = SECTOR_BITS & ~(self._homes | lands) if is_early else 0
        """The places to which it does not like to go yet."""
        self._known: dict[SheetRead, float] = {}

    def _lone_pieces(self, position: Position, rivals: list[int]) -> int:
        places = 0
        for army in rivals:
            for place, cell in position.cells[army].items():
                kinds = kinds_in(cell)
                if len(kinds) == 1 and kinds[0][1] == 1 and kinds[0][0] in BIGGER:
                    places |= 1 << place
        return places & SECTOR_BITS

    def _is_own(self, army: int, kind: int, origin: int) -> bool:
        """P-THREE-2: nobody has likings for mercenaries. What was made in the reserve is the army's own."""
        return origin == RESERVE[army] or bool(self._cells[army].get(origin, 0) >> SHIFT[kind] & COUNT)

    def __call__(self, plan: tuple[SheetRead, ...]) -> float:
        if self._habits is NONE:
            return 0.0
        total = 0.0
        for read in plan:
            known = self._known.get(read)
            if known is None:
                known = self._known[read] = sum(self._of_order(read.army, order) for order in read.kept)
            total += known
        return total

    def _of_order(self, army: int, order: Typed) -> float:
        kind, origin, to = order
        habits = self._habits
        if kind >= TRADE or not self._is_own(army, kind, origin):
            return 0.0
        if kind == MISSILE:
            return habits.missile
        return (
            habits.march * (self._abroad >> to & 1)
            + habits.chase * (self._small >> to & 1)
            + habits.guard * (self._homes >> to & 1)
            + LEAVING * (self._far >> to & 1)
        )
