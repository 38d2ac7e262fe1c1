"""The battles that a captain begins: against kings, and those that are a gain."""

from typing import TypeAlias

from protocol.views.strategiksa import EMPTY, UNITS, Cell, Stack
from server.bots.strategiksa.draft import Draft
from server.bots.strategiksa.duel import (
    ARCHER,
    FOOT,
    HORSE,
    HURT_ARCHER,
    HURT_FOOT,
    HURT_HORSE,
    KINGS,
    fight,
    total,
    worth,
)
from server.bots.strategiksa.staff import Staff
from server.games.strategiksa.board import ZONE_OF, distance

SENT_FIRST = (FOOT, ARCHER, HORSE, HURT_FOOT, HURT_ARCHER, HURT_HORSE)
BEATEN_BY = {FOOT: (HORSE, HURT_HORSE), ARCHER: (FOOT, HURT_FOOT), HORSE: (ARCHER, HURT_ARCHER)}
"""K-BATTLE-2: the units that each kind beats."""
MOST_TARGETS = 10

Piece: TypeAlias = tuple[Cell, int]
"""The cell from which a piece comes, and its unit."""


_ONE: tuple[Stack, ...] = tuple(
    tuple(int(each == unit) for each in range(len(UNITS))) for unit in range(len(UNITS))
)


def one(unit: int) -> Stack:
    return _ONE[unit]


def strike_kings(staff: Staff) -> None:
    """Attack kings. K-VASSAL-1: with a king its whole side falls, so only our king is kept back."""
    draft = staff.draft
    kings = [cell for cell, stack in draft.foes.items() if any(stack[king] for king in KINGS)]
    for cell in sorted(kings, key=staff.rank.__getitem__):
        defenders = tuple(draft.foes[cell])
        force = in_reach(staff, cell, at_all_costs=True)
        fresh, door = _fresh(staff, cell)
        everything = total(EMPTY, *(one(unit) for _, unit in force), *(one(unit) for unit in fresh))
        if not fight(everything, defenders).fallen[1]:
            continue
        for unit in fresh:
            draft.put(door, unit)
            force.append((door, unit))
        _send(draft, force[: _needed(force, defenders) + 2], cell)


def _needed(force: list[Piece], defenders: Stack) -> int:
    """How many of these pieces, in this order, are needed to make the king of the defenders fall."""
    for size in range(1, len(force), 1 + len(force) // 8):
        if fight(total(*(one(unit) for _, unit in force[:size])), defenders).fallen[1]:
            return size
    return len(force)


def in_reach(staff: Staff, target: Cell, *, at_all_costs: bool = False) -> list[Piece]:
    """The pieces that can go there, in the order in which they are sent."""
    draft = staff.draft
    found: list[Piece] = []
    for origin in staff.around(target):
        ready = draft.ready.get(origin)
        if not ready:
            continue
        most = sum(draft.ours[origin]) if at_all_costs else staff.spare(origin)
        has_king = any(draft.ours[origin][king] for king in KINGS)
        for unit in SENT_FIRST:
            if not ready[unit] or target not in draft.reach(origin, unit):
                continue
            number = min(ready[unit], most)
            if has_king and not (at_all_costs and not staff.menaces(origin)):
                number = min(number, int(staff.may_leave(origin, unit)))
            most -= number
            found += [(origin, unit)] * number
    return _mixed(found, tuple(draft.foes[target]))


def _mixed(force: list[Piece], defenders: Stack) -> list[Piece]:
    """The same pieces in such an order that the first of them are the right kinds for these defenders."""
    by_kind: dict[int, list[Piece]] = {}
    for piece in force:
        by_kind.setdefault(piece[1], []).append(piece)
    wanted = dict.fromkeys(by_kind, 0.5)
    for kind, beaten in BEATEN_BY.items():
        if kind in wanted:
            wanted[kind] = 1.0 + sum(defenders[unit] for unit in beaten)
    found: list[Piece] = []
    for _ in force:
        unit = max((unit for unit in by_kind if by_kind[unit]), key=lambda unit: wanted[unit])
        found.append(by_kind[unit].pop(0))
        wanted[unit] -= 1.0
    return found


def _fresh(staff: Staff, target: Cell) -> tuple[list[int], Cell]:
    """The reinforcements that could go there at once, and the cell where they would arrive."""
    draft = staff.draft
    land = set(draft.land)
    door = next((cell for cell in staff.around(target) if cell in land and distance(cell, target) == 1), None)
    if door is None or not draft.left:
        return [], ""
    return [FOOT, ARCHER] * (draft.left // 2) + [FOOT] * (draft.left % 2), door


def _send(draft: Draft, force: list[Piece], to: Cell) -> None:
    for origin, unit in force:
        draft.move(origin, to, unit)


def attack(staff: Staff) -> None:
    """Begin battles that are a gain, computed before anybody moves; the best first."""
    draft = staff.draft
    targets = [cell for cell in draft.foes if cell not in draft.sent]
    near = [cell for cell in targets if any(other in draft.ready for other in staff.around(cell))]
    near.sort(key=lambda cell: (min(distance(cell, own) for own in draft.ready), staff.rank[cell]))
    plans = [_plan(staff, cell) for cell in near[:MOST_TARGETS]]
    plans.sort(key=lambda plan: -plan[0])
    for value, cell, _ in plans:
        if value > 0:
            worth_it, _, force = _plan(staff, cell)  # other battles may have used some of the pieces
            if worth_it > 0:
                _send(draft, force, cell)


def _plan(staff: Staff, cell: Cell) -> tuple[float, Cell, list[Piece]]:
    draft = staff.draft
    defenders = tuple(draft.foes[cell])
    force = in_reach(staff, cell)
    number = sum(defenders)
    best: tuple[float, Cell, list[Piece]] = (0.0, cell, [])
    for size in dict.fromkeys((number, number + 1, number + 2, number + 4, len(force))):
        if not 0 < size <= len(force):
            continue
        attackers = total(*(one(unit) for _, unit in force[:size]))
        result = fight(attackers, defenders)
        lost = worth(attackers) - worth(result.left[0])
        value = worth(defenders) - worth(result.left[1]) - staff.temper.care * lost - 0.02 * size
        if any(result.left[0]):
            zone = ZONE_OF[cell]
            swing = staff.view.zones.get(zone) == draft.lord_at[cell] or bool(draft.occupied(zone))
            value += staff.temper.zone if swing else 0.2
            value -= staff.temper.exposure * staff.loss(cell, result.left[0])
        if value > 0:
            value += staff.temper.balance * staff.standing[draft.lord_at[cell]]
        if value > best[0]:
            best = value, cell, force[:size]
    return best
