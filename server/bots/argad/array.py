"""Where a captain puts its units before the first turn: close together, each kind in its place."""

from collections.abc import Iterator, Sequence

from protocol.ids import Lines, Seat
from protocol.views.argad.board import COLUMNS, HEXES, PLACE, ROWS, distance
from protocol.views.argad.figures import JAVELIN, Figures, has_general, is_mounted, missile_of
from protocol.views.argad.view import Position
from protocol.views.argad.ways import NO_ENTRY, OPEN_GROUND, ground_for
from protocol.views.argad.words import BLACK, SIDE_OF, Hex, UnitName
from server.games.argad.deploying import Deployment

AHEAD = 9
"""The ground is looked at in so many rows before the zone."""
BLOCKED = 5
"""What a hex counts that a unit cannot enter, if a slow one counts 1."""
OFF_CENTRE = 2.0
"""What it counts that the middle of the line is a column away from the middle of the board."""


def deployment_lines(position: Position, seat: Seat, spacing: int) -> Lines:
    """A line for each unit. What finds no room stands where it would by default."""
    deployment = Deployment(position, seat)
    order = _line_up(deployment.figures)
    is_black = SIDE_OF[seat] == BLACK
    if not order:
        return ()
    first = _first_column(position, deployment, order, spacing, is_black)
    taken: set[Hex] = set()
    lines: list[str] = []
    for place, name in enumerate(order):
        is_behind = has_general(deployment.figures[name])
        wanted = _hex(first + place * spacing, is_behind, is_black)
        free = [hex_ for hex_ in deployment.zone if hex_ not in taken]
        at = min(free, key=lambda hex_: distance(hex_, wanted))
        taken.add(at)
        lines.append(f"{name[0]} {at}")
    return tuple(lines)


def _hex(column: int, is_behind: bool, is_black: bool) -> Hex:
    row = 0 if is_behind else 1
    column = min(max(column, 0), COLUMNS - 1)
    return HEXES[(row if is_black else ROWS - 1 - row) * COLUMNS + column]


def _line_up(units: dict[UnitName, Figures]) -> list[UnitName]:
    """From left to right: horse on the flanks, foot inside, shooters in the middle."""
    horse = [name for name, figures in units.items() if is_mounted(figures)]
    shooters = [name for name, figures in units.items() if name not in horse and _shoots(figures)]
    foot = [name for name in units if name not in horse and name not in shooters]
    foot.sort(key=lambda name: has_general(units[name]))
    left, right = horse[::2] + foot[::2], foot[1::2] + horse[1::2]
    return left + shooters + right


def _shoots(figures: Figures) -> bool:
    return missile_of(figures) not in ("", JAVELIN)


def _first_column(
    position: Position, deployment: Deployment, order: Sequence[UnitName], spacing: int, is_black: bool
) -> int:
    """The column of the first unit with which the ground ahead is best."""
    columns = [PLACE[hex_][0] for hex_ in deployment.zone]
    width = spacing * (len(order) - 1)
    starts = range(min(columns), max(max(columns) - width, min(columns)) + 1)
    middle = (min(columns) + max(columns)) / 2

    def badness(start: int) -> float:
        slow = sum(
            _slowness(position, deployment.figures[name], start + place * spacing, is_black)
            for place, name in enumerate(order)
        )
        return slow + OFF_CENTRE * abs(start + width / 2 - middle)

    return min(starts, key=badness)


def _slowness(position: Position, figures: Figures, column: int, is_black: bool) -> float:
    ground = ground_for(figures)
    grounds = [ground[position.glyph(hex_)] for hex_ in _ahead(column, is_black)]
    return sum(BLOCKED if each == NO_ENTRY else 1 for each in grounds if each != OPEN_GROUND)


def _ahead(column: int, is_black: bool) -> Iterator[Hex]:
    for row in range(2, 2 + AHEAD):
        for each in (column - 1, column, column + 1):
            if 0 <= each < COLUMNS:
                yield HEXES[(row if is_black else ROWS - 1 - row) * COLUMNS + each]
