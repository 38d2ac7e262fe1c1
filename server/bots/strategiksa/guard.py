"""How a captain keeps its king: on a cell that can be held, with the pieces that are needed there."""

from protocol.views.strategiksa import EMPTY, UNITS, Cell, Stack
from server.bots.strategiksa.assault import SENT_FIRST, Piece, one
from server.bots.strategiksa.duel import ARCHER, FOOT, HEALER, KINGS, total
from server.bots.strategiksa.staff import Staff
from server.games.strategiksa.board import distance


def guard_king(staff: Staff) -> None:
    """If an attack that can be seen would destroy the king, find the cell where it can be kept."""
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
            draft.put(home, staff.fresh_kind(home))
        elif not _call(staff, home):
            break


def _refuge(staff: Staff, home: Cell, king: int) -> Cell:
    cells = (cell for cell in staff.draft.reach(home, king) if cell not in staff.draft.foes)
    return min((home, *cells), key=lambda cell: (*_danger(staff, home, cell, king), staff.rank[cell]))


def _danger(staff: Staff, home: Cell, cell: Cell, king: int) -> tuple[int, float]:
    """How bad it is for the king to be there: how much help it needs, then how near the enemies are."""
    draft = staff.draft
    alone = draft.stack(cell) if cell == home else total(draft.stack(cell), one(king))
    fresh = [0] * len(UNITS)
    if cell in draft.land:
        fresh[FOOT], fresh[ARCHER] = (draft.left + 1) // 2, draft.left // 2
    recruited = total(alone, tuple(fresh))
    helped = total(recruited, *(one(unit) for _, unit in callable_pieces(staff, cell)))
    needed = next((at for at, each in enumerate((alone, recruited, helped)) if _holds(staff, cell, each)), 3)
    nearest = min((distance(cell, foe) for foe in draft.foes), default=9)
    force = max((sum(attackers) for attackers in staff.menaces(cell).values()), default=0)
    return needed, force - sum(helped) - 0.3 * nearest


def _holds(staff: Staff, cell: Cell, stack: Stack) -> bool:
    return not staff.king_falls(cell, stack)


def callable_pieces(staff: Staff, cell: Cell) -> list[Piece]:
    """The pieces that can come to this cell."""
    draft = staff.draft
    return [
        (origin, unit)
        for origin in staff.around(cell)
        if origin in draft.ready
        for unit in (*SENT_FIRST, HEALER)
        if draft.ready[origin][unit] and cell in draft.reach(origin, unit)
        for _ in range(draft.ready[origin][unit])
    ]


def _call(staff: Staff, home: Cell) -> bool:
    """Bring one more piece to the king: of a kind that is missing there."""
    pieces = callable_pieces(staff, home)
    if not pieces:
        return False
    there = staff.draft.ours[home]
    origin, unit = min(pieces, key=lambda piece: (staff.spare(piece[0]) < 1, there[piece[1]]))
    staff.draft.move(origin, home, unit)
    return True
