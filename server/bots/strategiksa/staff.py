"""What a captain knows of a position: which pieces could attack which cell."""

from functools import lru_cache
from random import Random

from msgspec.structs import replace

from protocol.views.strategiksa import EMPTY, UNITS, Cell, Colour, Stack, StrategiksaView
from server.bots.strategiksa.draft import Draft, ring
from server.bots.strategiksa.duel import ARCHER, FOOT, HORSE, HURT_HORSE, KINGS, fight, total, worth
from server.bots.strategiksa.temper import USUAL, Temper
from server.games.strategiksa.board import CELLS, CELLS_OF, NEIGHBOURS, ZONE_OF, distance, weight
from server.games.strategiksa.vassals import MOST_DIRECTED, directed_weight

GUARDS = 2
"""At least so many pieces stay with a king."""
CLOSING = 0.4
"""After this share of the circles the weak are beaten first, so that the game comes to an end."""
MORE: Stack = tuple(int(unit in (FOOT, ARCHER)) for unit in range(len(UNITS)))
"""A king needs so many more guards than computed, because a battle may go worse."""


@lru_cache(maxsize=4096)
def _marching(stack: Stack) -> tuple[Stack, Stack]:
    """The pieces of a stack that attack, without the king, and those of them that go two steps."""
    army = tuple(0 if unit in KINGS else number for unit, number in enumerate(stack))
    horse = tuple(number if unit in (HORSE, HURT_HORSE) else 0 for unit, number in enumerate(stack))
    return army, horse


class Staff:
    def __init__(self, view: StrategiksaView, colour: Colour, random: Random, temper: Temper = USUAL) -> None:
        self.draft = Draft(view, colour)
        self.view = view
        is_late = view.circle > CLOSING * view.limit
        self.temper = replace(temper, envy=-temper.envy, balance=0.0) if is_late else temper
        self.side = self.draft.side
        cells = random.sample(CELLS, len(CELLS))
        self.rank = {cell: at for at, cell in enumerate(cells)}
        """An order of the cells by lot. Among equal cells it decides, so that no corner is favoured."""
        self._near: dict[Cell, tuple[Cell, ...]] = {}
        self._threats: dict[Cell, list[tuple[Colour, Cell, Stack]]] = {}
        self._find_threats()
        self.standing = self._find_standing()
        self.target = self._choose_target()

    def _find_threats(self) -> None:
        """The pieces that could come to each cell before the next turn of this side."""
        draft = self.draft
        for cell, stack in draft.foes.items():
            lord = draft.lord_at[cell]
            army, horse = _marching(tuple(stack))
            if any(army):
                for near in (cell, *NEIGHBOURS[cell]):
                    self._threats.setdefault(near, []).append((lord, cell, army))
            if any(horse):
                for far in ring(cell):
                    self._threats.setdefault(far, []).append((lord, cell, horse))
        for lord in dict.fromkeys(draft.lord_at.values()):
            self._expect_reinforcements(lord)

    def _expect_reinforcements(self, lord: Colour) -> None:
        if directed_weight(self.view, lord) > MOST_DIRECTED:
            return
        zones = [zone for zone, holder in self.view.zones.items() if holder == lord]
        fresh = [0] * len(UNITS)
        fresh[FOOT], fresh[ARCHER] = (len(zones) + 1) // 2, len(zones) // 2
        cells = dict.fromkeys(near for zone in zones for cell in CELLS_OF[zone] for near in NEIGHBOURS[cell])
        for cell in cells:
            self._threats.setdefault(cell, []).append((lord, "", tuple(fresh)))

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells one step away, then those two steps away."""
        found = self._near.get(cell)
        if found is None:
            near = sorted(NEIGHBOURS[cell], key=self.rank.__getitem__)
            found = self._near[cell] = (*near, *sorted(ring(cell), key=self.rank.__getitem__))
        return found

    def menaces(self, cell: Cell) -> dict[Colour, Stack]:
        """The possible attackers by side, without those that we attack ourselves."""
        found: dict[Colour, Stack] = {}
        for lord, source, stack in self._threats.get(cell, ()):
            if source not in self.draft.sent:
                found[lord] = total(found.get(lord, EMPTY), stack)
        return found

    def loss(self, cell: Cell, stack: Stack) -> float:
        """How many pieces the worst attack would cost if these pieces were on that cell."""
        worst = 0.0
        for attackers in self.menaces(cell).values():
            result = fight(attackers, stack)
            lost = worth(stack) - worth(result.left[1])
            taken = worth(attackers) - worth(result.left[0])
            worst = max(worst, lost - 0.5 * taken if any(result.left[1]) else lost)
        return worst

    def king_falls(self, cell: Cell, stack: Stack) -> bool:
        return any(
            fight(total(attackers, MORE), stack).fallen[1] for attackers in self.menaces(cell).values()
        )

    def _find_standing(self) -> dict[Colour, float]:
        """How much stronger or weaker each rival is than the rivals are on average: 0.5 is half more."""
        draft = self.draft
        strength: dict[Colour, int] = {}
        for cell, stack in draft.foes.items():
            lord = draft.lord_at[cell]
            strength[lord] = strength.get(lord, 0) + weight(tuple(stack))
        average = max(sum(strength.values()), 1) / max(len(strength), 1)
        return {lord: each / average - 1.0 for lord, each in strength.items()}

    def _choose_target(self) -> Cell | None:
        """The king to march against: one that is near, and rather the strong one, who will win otherwise."""
        draft = self.draft
        kings = [cell for cell, stack in draft.foes.items() if any(stack[king] for king in KINGS)]
        if not kings or not draft.ours:
            return next(iter(draft.foes), None)

        def cost(king: Cell) -> float:
            near = sorted(distance(king, cell) for cell in draft.ours)[:4]
            lord = draft.lord_at[king]
            chosen = 0.0 if lord == self.temper.rival else 100.0
            return chosen + 2.0 * sum(near) / len(near) - self.temper.envy * self.standing[lord]

        return min(kings, key=lambda king: (cost(king), self.rank[king]))

    def spare(self, cell: Cell) -> int:
        """How many pieces may leave a cell without losing a zone."""
        number = sum(self.draft.ours.get(cell, ()))
        zone = ZONE_OF[cell]
        if len(self.draft.occupied(zone)) == 2 and not self.draft.contested(zone):
            return number - 1
        return number

    def may_leave(self, cell: Cell, unit: int) -> bool:
        """Whether such a piece may leave the cell. A king stays, and keeps enough guards."""
        if unit in KINGS or self.spare(cell) < 1:
            return False
        stack = self.draft.ours[cell]
        if not any(stack[king] for king in KINGS):
            return True
        if sum(stack) - 2 < GUARDS:
            return False
        left = tuple(number - (each == unit) for each, number in enumerate(stack))
        return not self.king_falls(cell, left)

    def fresh_kind(self, cell: Cell) -> int:
        """The kind of piece of which there are too few on the cell and next to it."""
        draft = self.draft
        counts = [0] * len(UNITS)
        for near in (cell, *NEIGHBOURS[cell]):
            for unit, number in enumerate(draft.ours.get(near, EMPTY)):
                counts[unit] += number
        wanted = ((FOOT, 4), (ARCHER, 4), (HORSE, 2)) if draft.left > 1 else ((FOOT, 4), (ARCHER, 4))
        return min(wanted, key=lambda each: (counts[each[0]] + 1) / each[1])[0]

    def fresh_stack(self) -> Stack:
        """The reinforcements that are left, as foot soldiers and archers."""
        left = self.draft.left
        halves = {FOOT: (left + 1) // 2, ARCHER: left // 2}
        return tuple(halves.get(unit, 0) for unit in range(len(UNITS)))
