"""The steps of a captain's turn. Each adds to the sheet what is still useful."""

from bench.pool.strategiksa_2026_11.draft import Draft, ring
from bench.pool.strategiksa_2026_11.duel import (
    ARCHER,
    FOOT,
    HEALER,
    HORSE,
    HURT_ARCHER,
    HURT_FOOT,
    HURT_HORSE,
    KING,
    KINGS,
    fight,
    total,
    worth,
)
from bench.pool.strategiksa_2026_11.staff import Staff
from protocol.views.strategiksa import EMPTY, UNITS, Cell, Stack
from server.games.strategiksa.board import CELLS_OF, NEIGHBOURS, ZONE_OF, ZONES, distance

SENT_FIRST = (FOOT, ARCHER, HORSE, HURT_FOOT, HURT_ARCHER, HURT_HORSE)
POSTED_FIRST = (HURT_FOOT, HURT_ARCHER, FOOT, ARCHER, HEALER, HORSE, HURT_HORSE)
ZONE = 0.8
"""How many pieces it is worth to win a zone, or to take it from another."""
CARE = 1.1
"""How much more own losses count than those of others."""
EXPOSURE = 0.4
"""How much it counts what the winners of a battle may lose afterwards."""
RISK = 0.4
"""The share of a group that may be in danger when it marches."""
MOST_TARGETS = 10

Piece = tuple[Cell, int]
"""The cell from which a piece comes, and its unit."""


def one(unit: int) -> Stack:
    return tuple(int(each == unit) for each in range(len(UNITS)))


def strike_kings(staff: Staff) -> None:
    """Attack kings. K-VASSAL-1: with a king its whole side falls, so only our king is kept back."""
    draft = staff.draft
    for cell, stack in [*draft.foes.items()]:
        if not any(stack[king] for king in KINGS):
            continue
        force = _in_reach(staff, cell, at_all_costs=True)
        fresh, door = _fresh(staff, cell)
        defenders = tuple(stack)
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


def _in_reach(staff: Staff, target: Cell, *, at_all_costs: bool = False) -> list[Piece]:
    """The pieces that can go there, the best first; those that hold a zone come last."""
    draft = staff.draft
    found: list[Piece] = []
    for origin in (*NEIGHBOURS[target], *ring(target)):
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
    return found


def _fresh(staff: Staff, target: Cell) -> tuple[list[int], Cell]:
    """The reinforcements that could go there at once, and the cells where they would arrive."""
    draft = staff.draft
    land = set(draft.land)
    door = next((cell for cell in NEIGHBOURS[target] if cell in land), None)
    if door is None or not draft.left:
        return [], ""
    return [FOOT, ARCHER] * (draft.left // 2) + [FOOT] * (draft.left % 2), door


def _send(draft: Draft, force: list[Piece], to: Cell) -> None:
    for origin, unit in force:
        draft.move(origin, to, unit)


def guard_king(staff: Staff) -> None:
    """Protect the king: by a better cell, then by reinforcements, then by pieces that are near."""
    draft = staff.draft
    home = draft.king_cell()
    if home is None or not staff.king_falls(home, draft.stack(home)):
        return
    king = next((unit for unit in KINGS if draft.ready.get(home, EMPTY)[unit]), None)
    if king is not None:
        to = _refuge(staff, home, king)
        if to != home:
            draft.move(home, to, king)
            home = to
    while staff.king_falls(home, draft.stack(home)):
        if draft.left and home in draft.land:
            draft.put(home, staff.fresh_kind())
        elif not _call(staff, home):
            break


def _refuge(staff: Staff, home: Cell, king: int) -> Cell:
    cells = (cell for cell in staff.draft.reach(home, king) if cell not in staff.draft.foes)
    return min((home, *cells), key=lambda cell: _danger(staff, home, cell, king))


def _danger(staff: Staff, home: Cell, cell: Cell, king: int) -> tuple[bool, bool, float]:
    draft = staff.draft
    stack = draft.stack(cell) if cell == home else total(draft.stack(cell), one(king))
    helped = stack
    if cell in draft.land:
        fresh = [0] * len(UNITS)
        fresh[FOOT], fresh[ARCHER] = (draft.left + 1) // 2, draft.left // 2
        helped = total(stack, tuple(fresh))
    nearest = min((distance(cell, foe) for foe in draft.foes), default=9)
    force = sum(sum(attackers) for attackers in staff.menaces(cell).values())
    return (
        staff.king_falls(cell, helped),
        staff.king_falls(cell, stack),
        force - sum(stack) - 0.3 * nearest,
    )


def _call(staff: Staff, home: Cell) -> bool:
    """Bring one more piece to the king."""
    draft = staff.draft
    for origin in (*NEIGHBOURS[home], *ring(home)):
        ready = draft.ready.get(origin, EMPTY)
        for unit in (*SENT_FIRST, HEALER):
            if ready[unit] and home in draft.reach(origin, unit):
                draft.move(origin, home, unit)
                return True
    return False


def attack(staff: Staff) -> None:
    """Begin battles that are a gain, computed before anybody moves; the best first."""
    draft = staff.draft
    targets = [cell for cell in draft.foes if cell not in draft.sent]
    near = [cell for cell in targets if any(other in draft.ready for other in _around(cell))]
    near.sort(key=lambda cell: min(distance(cell, own) for own in draft.ready))
    plans = [_plan(staff, cell) for cell in near[:MOST_TARGETS]]
    plans.sort(key=lambda plan: -plan[0])
    for value, cell, _ in plans:
        if value > 0:
            worth_it, _, force = _plan(staff, cell)  # other battles may have used some of the pieces
            if worth_it > 0:
                _send(draft, force, cell)


def _around(cell: Cell) -> tuple[Cell, ...]:
    return NEIGHBOURS[cell] + ring(cell)


def _plan(staff: Staff, cell: Cell) -> tuple[float, Cell, list[Piece]]:
    draft = staff.draft
    defenders = tuple(draft.foes[cell])
    force = _in_reach(staff, cell)
    number = sum(defenders)
    best: tuple[float, Cell, list[Piece]] = (0.0, cell, [])
    for size in dict.fromkeys((number, number + 1, number + 2, number + 4, len(force))):
        if not 0 < size <= len(force):
            continue
        attackers = total(*(one(unit) for _, unit in force[:size]))
        result = fight(attackers, defenders)
        lost = worth(attackers) - worth(result.left[0])
        value = worth(defenders) - worth(result.left[1]) - CARE * lost - 0.02 * size
        if any(result.left[0]):
            zone = ZONE_OF[cell]
            swing = staff.view.zones.get(zone) == draft.lord_at[cell] or bool(draft.occupied(zone))
            value += ZONE if swing else 0.2
            value -= EXPOSURE * staff.loss(cell, result.left[0])
        if value > best[0]:
            best = value, cell, force[:size]
    return best


def occupy(staff: Staff) -> None:
    """K-TURN-6: hold zones on two cells; first those that need only one more piece."""
    draft = staff.draft
    for want in (1, 2):
        zones = [zone for zone in ZONES if 2 - len(draft.occupied(zone)) == want]
        zones = [zone for zone in zones if not draft.contested(zone)]
        zones.sort(key=lambda zone: (_exposed(staff, zone), staff.random.random()))
        for zone in zones:
            for cell in sorted(draft.ground(zone), key=lambda cell: len(staff.menaces(cell))):
                if cell not in draft.ours and len(draft.occupied(zone)) < 2:
                    _post(staff, cell)


def _exposed(staff: Staff, zone: str) -> int:
    return sum(bool(staff.menaces(cell)) for cell in CELLS_OF[zone])


def _post(staff: Staff, cell: Cell) -> bool:
    """Send one piece that is not needed elsewhere, else a reinforcement."""
    draft = staff.draft
    best: tuple[float, Cell, int] | None = None
    for origin in _around(cell):
        ready = draft.ready.get(origin)
        if not ready or staff.spare(origin) < 1:
            continue
        for rank, unit in enumerate(POSTED_FIRST):
            if ready[unit] and cell in draft.reach(origin, unit) and _can_go(staff, origin, cell, unit):
                cost = rank - 0.5 * sum(draft.ours[origin])
                if best is None or cost < best[0]:
                    best = cost, origin, unit
                break
    if best is not None:
        draft.move(best[1], cell, best[2])
        return True
    door = next((near for near in NEIGHBOURS[cell] if near in draft.land), None) if draft.left else None
    if door is None:
        return False
    kind = staff.fresh_kind()
    kind = ARCHER if kind == HORSE else kind
    draft.put(door, kind)
    draft.move(door, cell, kind)
    return True


def _can_go(staff: Staff, origin: Cell, cell: Cell, unit: int) -> bool:
    if not staff.may_leave(origin, unit):
        return False
    # A piece does not leave one half-held zone for another, because it would go to and fro.
    number = sum(staff.draft.ours[origin])
    zone = ZONE_OF[origin]
    alone = number == 1 and len(staff.draft.occupied(zone)) == 1
    return not alone or zone == ZONE_OF[cell] or len(staff.draft.occupied(ZONE_OF[cell])) == 1


def advance(staff: Staff) -> None:
    """Pieces without a task march to zones that nobody holds, or against the weakest king."""
    draft = staff.draft
    open_land = [zone for zone in ZONES if len(draft.occupied(zone)) < 2 and not draft.contested(zone)]
    for origin in sorted(draft.ready, key=lambda cell: -sum(draft.ready[cell])):
        group = _group(staff, origin)
        if not group:
            continue
        target = _goal(staff, origin, len(group), open_land)
        if target is None:
            continue
        units = total(*(one(unit) for unit in group))
        near = [cell for cell in draft.reach(origin, HEALER) if cell not in draft.foes]
        near = [cell for cell in near if distance(cell, target) < distance(origin, target)]
        near.sort(key=lambda cell: (distance(cell, target), -sum(draft.ours.get(cell, ()))))
        for cell in near:
            if staff.loss(cell, total(draft.stack(cell), units)) <= RISK * worth(units):
                for unit in group:
                    draft.move(origin, cell, unit)
                break


def _goal(staff: Staff, origin: Cell, size: int, open_land: list[str]) -> Cell | None:
    zone = min(open_land, key=lambda zone: distance(zone, origin), default=None)
    if staff.target is None or (zone is not None and (size < 4 or distance(zone, origin) < 3)):
        return zone
    return staff.target


def _group(staff: Staff, origin: Cell) -> list[int]:
    """The pieces on a cell that may leave it, the strongest first."""
    draft = staff.draft
    if any(draft.ours[origin][king] for king in KINGS):
        return []
    ready = draft.ready[origin]
    units = [unit for unit in (HORSE, FOOT, ARCHER, HEALER, *SENT_FIRST[3:]) for _ in range(ready[unit])]
    return units[: staff.spare(origin)]


def muster(staff: Staff) -> None:
    """Place the reinforcements that are left: a healer for the king, the rest towards the enemy."""
    draft = staff.draft
    if not draft.left:
        return
    home = draft.king_cell()
    if home in draft.land and draft.ours[home][HEALER] < 1 and draft.ours[home][KING] == 1:
        draft.put(home, HEALER)
    target = staff.target
    place = draft.land[0]
    if target is not None:
        place = min(draft.land, key=lambda cell: (distance(cell, target), -sum(draft.ours.get(cell, ()))))
    while draft.left:
        draft.put(place, staff.fresh_kind())
