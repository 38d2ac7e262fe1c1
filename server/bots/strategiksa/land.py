"""How a captain spreads over the board: zones to hold, where reinforcements go, who marches where."""

from protocol.views.strategiksa import EMPTY, Cell, Zone
from server.bots.strategiksa.assault import SENT_FIRST, one
from server.bots.strategiksa.duel import (
    ARCHER,
    FOOT,
    HEALER,
    HORSE,
    HURT_ARCHER,
    HURT_FOOT,
    HURT_HORSE,
    KING,
    KINGS,
    total,
    worth,
)
from server.bots.strategiksa.staff import Staff
from server.games.strategiksa.board import CELLS_OF, ZONE_OF, ZONES, distance

POSTED_FIRST = (HURT_FOOT, HURT_ARCHER, FOOT, ARCHER, HEALER, HORSE, HURT_HORSE)
LOST = 0.5
"""A cell is lost if an attack would cost more than this share of the pieces on it."""


def occupy(staff: Staff) -> None:
    """K-TURN-6: hold zones on two cells; first those that need only one more piece."""
    draft = staff.draft
    for want in (1, 2):
        zones = [zone for zone in ZONES if 2 - len(draft.occupied(zone)) == want]
        zones = [zone for zone in zones if not draft.contested(zone)]
        zones.sort(key=lambda zone: (_exposed(staff, zone), staff.rank[zone]))
        for zone in zones:
            cells = sorted(draft.ground(zone), key=lambda cell: (len(staff.menaces(cell)), staff.rank[cell]))
            for cell in cells:
                if cell not in draft.ours and len(draft.occupied(zone)) < 2:
                    _post(staff, cell)


def _exposed(staff: Staff, zone: Zone) -> int:
    return sum(bool(staff.menaces(cell)) for cell in CELLS_OF[zone])


def _post(staff: Staff, cell: Cell) -> None:
    """Send one piece that is not needed elsewhere, else a reinforcement."""
    draft = staff.draft
    best: tuple[float, Cell, int] | None = None
    for origin in staff.around(cell):
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
    elif draft.left and not staff.menaces(cell):  # there a lone piece would be lost
        _post_reinforcement(staff, cell)


def _post_reinforcement(staff: Staff, cell: Cell) -> None:
    draft = staff.draft
    doors = (near for near in staff.around(cell) if near in draft.land and distance(near, cell) == 1)
    door = next(doors, None)
    if door is not None:
        kind = staff.fresh_kind(door)
        kind = ARCHER if kind == HORSE else kind
        draft.put(door, kind)
        draft.move(door, cell, kind)


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
    for origin in sorted(draft.ready, key=lambda cell: (-sum(draft.ready[cell]), staff.rank[cell])):
        group = _group(staff, origin)
        if not group:
            continue
        target = _goal(staff, origin, len(group), open_land)
        if target is not None:
            _march(staff, origin, group, target)


def _march(staff: Staff, origin: Cell, group: list[int], target: Cell) -> None:
    """Go one step nearer, where others are already if possible, unless too much is in danger there."""
    draft = staff.draft
    units = total(*(one(unit) for unit in group))
    near = [cell for cell in draft.reach(origin, HEALER) if cell not in draft.foes]
    near = [cell for cell in near if distance(cell, target) < distance(origin, target)]
    near.sort(key=lambda cell: (distance(cell, target), -sum(draft.ours.get(cell, EMPTY)), staff.rank[cell]))
    for cell in near:
        if staff.loss(cell, total(draft.stack(cell), units)) <= staff.temper.risk * worth(units):
            for unit in group:
                draft.move(origin, cell, unit)
            break


def _goal(staff: Staff, origin: Cell, size: int, open_land: list[Zone]) -> Cell | None:
    zone = min(open_land, key=lambda zone: (distance(zone, origin), staff.rank[zone]), default=None)
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
    if draft.left:
        place = _mustering_place(staff)
        while draft.left:
            draft.put(place, staff.fresh_kind(place))


def _mustering_place(staff: Staff) -> Cell:
    """The cell nearest to the target that is not lost, with all reinforcements on it, to the next attack."""
    draft, target = staff.draft, staff.target
    cells = sorted(draft.land, key=staff.rank.__getitem__)
    if target is not None:
        cells.sort(key=lambda cell: (distance(cell, target), -sum(draft.ours.get(cell, EMPTY))))
    fresh = staff.fresh_stack()
    for cell in cells:
        stack = total(draft.stack(cell), fresh)
        if staff.loss(cell, stack) <= LOST * worth(stack):
            return cell
    return cells[0]
