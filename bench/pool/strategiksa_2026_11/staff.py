"""What a captain knows of a position: which pieces could attack which cell."""

from random import Random

from bench.pool.strategiksa_2026_11.draft import Draft, ring
from bench.pool.strategiksa_2026_11.duel import ARCHER, FOOT, HORSE, HURT_HORSE, KINGS, fight, total, worth
from protocol.views.strategiksa import EMPTY, UNITS, Cell, Colour, Stack, StrategiksaView
from server.games.strategiksa.board import CELLS_OF, NEIGHBOURS, ZONE_OF, distance, weight
from server.games.strategiksa.vassals import reinforcements

GUARDS = 2
"""At least so many pieces stay with a king."""
MORE: Stack = tuple(int(unit in (FOOT, ARCHER)) for unit in range(len(UNITS)))
"""A king needs so many more guards than computed, because a battle may go worse."""


class Staff:
    def __init__(self, view: StrategiksaView, colour: Colour, random: Random) -> None:
        self.draft = Draft(view, colour)
        self.view = view
        self.random = random
        self.side = self.draft.side
        self._threats: dict[Cell, list[tuple[Colour, Cell, Stack]]] = {}
        self._find_threats()
        self.target = self._choose_target()

    def _find_threats(self) -> None:
        """The pieces that could come to each cell before the next turn of this side."""
        draft = self.draft
        for cell, stack in draft.foes.items():
            lord = draft.lord_at[cell]
            army = tuple(0 if unit in KINGS else number for unit, number in enumerate(stack))
            horse = tuple(number if unit in (HORSE, HURT_HORSE) else 0 for unit, number in enumerate(stack))
            if any(army):
                for near in (cell, *NEIGHBOURS[cell]):
                    self._threats.setdefault(near, []).append((lord, cell, army))
            if any(horse):
                for far in ring(cell):
                    self._threats.setdefault(far, []).append((lord, cell, horse))
        for lord in dict.fromkeys(draft.lord_at.values()):
            self._expect_reinforcements(lord)

    def _expect_reinforcements(self, lord: Colour) -> None:
        number = reinforcements(self.view, lord)
        if not number:
            return
        fresh = [0] * len(UNITS)
        fresh[FOOT], fresh[ARCHER] = (number + 1) // 2, number // 2
        zones = [zone for zone, holder in self.view.zones.items() if holder == lord]
        cells = dict.fromkeys(near for zone in zones for cell in CELLS_OF[zone] for near in NEIGHBOURS[cell])
        for cell in cells:
            self._threats.setdefault(cell, []).append((lord, "", tuple(fresh)))

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

    def _choose_target(self) -> Cell | None:
        """The king to march against: one that is weak and near."""
        draft = self.draft
        kings = [cell for cell, stack in draft.foes.items() if any(stack[king] for king in KINGS)]
        if not kings or not draft.ours:
            return next(iter(draft.foes), None)
        strength: dict[Colour, int] = {}
        for cell, stack in draft.foes.items():
            lord = draft.lord_at[cell]
            strength[lord] = strength.get(lord, 0) + weight(tuple(stack))

        def cost(king: Cell) -> float:
            near = sorted(distance(king, cell) for cell in draft.ours)[:4]
            return 2.0 * sum(near) / len(near) + strength[draft.lord_at[king]] / 5

        return min(kings, key=cost)

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

    def fresh_kind(self) -> int:
        """The kind of piece of which the side has too few."""
        counts = [0] * len(UNITS)
        for stack in self.draft.ours.values():
            counts = [a + b for a, b in zip(counts, stack, strict=True)]
        wanted = ((FOOT, 4), (ARCHER, 4), (HORSE, 2)) if self.draft.left > 1 else ((FOOT, 4), (ARCHER, 4))
        return min(wanted, key=lambda each: (counts[each[0]] + 1) / each[1])[0]
