"""The plan of a game: what orders would do to the pieces, counted without any rules.

The lines of a sheet are carried out from the top, so that a later line finds what the lines above it left.
A line whose pieces are not there is left out: only the server says why it would be lost.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from client.games.api import AIMED, FROM, SIGNS, TO, Arrow, Fragment, Mark, Route, Spot
from protocol.ids import SheetKey

Units: TypeAlias = tuple[tuple[str, int], ...]
"""The codes of pieces with their numbers."""
Holding: TypeAlias = dict[tuple[SheetKey, str], Counter[str]]
"""The pieces of each side at each place."""

SIGNS_OF_WAYS: dict[Arrow, str] = dict(
    zip(
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        "↑↗→↘↓↙←↖",
        strict=True,
    )
)


def holding_of(pieces: Mapping[SheetKey, Mapping[str, Sequence[int]]], units: Sequence[str]) -> Holding:
    """The pieces of a view whose stacks have a number for each of these units."""
    return {
        (side, place): Counter(dict(zip(units, stack, strict=True)))
        for side, places in pieces.items()
        for place, stack in places.items()
    }


def pieces_of(holding: Holding, units: Sequence[str]) -> dict[SheetKey, dict[str, tuple[int, ...]]]:
    """The pieces in the form of a view, without empty stacks."""
    found: dict[SheetKey, dict[str, tuple[int, ...]]] = {}
    for (side, place), held in holding.items():
        if any(held.values()):
            found.setdefault(side, {})[place] = tuple(held[unit] for unit in units)
    return found


class Effect(Struct, frozen=True):
    """What one order would do: it takes pieces away from one place, and puts pieces on another one."""

    sides: tuple[SheetKey, ...]
    """Whose pieces they may be; the first side that has them there gives them."""
    start: str = ""
    taken: Units = ()
    end: str = ""
    put: Units = ()
    leaving: str = FROM
    """How the pieces that are taken are marked; an empty text leaves them unmarked."""


class _Course:
    """The pieces while the effects of the orders follow each other."""

    def __init__(self, standing: Holding, spot: Callable[[str], Spot | None]) -> None:
        self.standing = {place: Counter(units) for place, units in standing.items()}
        self.arrived: Holding = {}
        self.left: Counter[tuple[str, str, SheetKey, str, Arrow]] = Counter()
        self.gone: Counter[tuple[str, str, str, SheetKey, str]] = Counter()
        self._spot = spot

    def carry_out(self, effect: Effect) -> None:
        side = next((side for side in effect.sides if self._has(side, effect)), None)
        if side is None:
            return
        self._take(side, effect)
        if effect.start and effect.end and effect.start != effect.end:
            kind = TO if effect.put else AIMED
            for unit, count in effect.taken:
                self.gone[effect.start, effect.end, kind, side, unit] += count
        arrived = self.arrived.setdefault((side, effect.end), Counter())
        arrived.update(dict(effect.put))
        if effect.end and not effect.put:
            unit, count = effect.taken[0]
            self.left[effect.end, AIMED, side, unit, (0, 0)] += count

    def _has(self, side: SheetKey, effect: Effect) -> bool:
        at = (side, effect.start)
        held = self.standing.get(at, Counter()) + self.arrived.get(at, Counter())
        return all(held[unit] >= count for unit, count in effect.taken)

    def _take(self, side: SheetKey, effect: Effect) -> None:
        """Take the pieces; those that an order above has brought there go last."""
        at, way = (side, effect.start), self._way(effect)
        for unit, count in effect.taken:
            standing = self.standing.get(at, Counter())
            here = min(count, standing[unit])
            standing[unit] -= here
            if count > here:
                self.arrived[at][unit] -= count - here
            if here and effect.leaving:
                self.left[effect.start, effect.leaving, side, unit, way] += here

    def _way(self, effect: Effect) -> Arrow:
        start, end = self._spot(effect.start), self._spot(effect.end)
        if start is None or end is None:
            return (0, 0)
        return direction(end.column - start.column, end.row - start.row)

    def marks(self) -> tuple[Mark, ...]:
        leaving = [
            Mark(place, kind, side, unit, count, way)
            for (place, kind, side, unit, way), count in self.left.items()
        ]
        arriving = [
            Mark(place, TO, side, unit, count)
            for (side, place), units in self.arrived.items()
            for unit, count in units.items()
            if count > 0
        ]
        return (*leaving, *arriving)

    def routes(self) -> tuple[Route, ...]:
        return tuple(Route(*route, count) for route, count in self.gone.items())


def carry_out(
    standing: Holding, effects: Iterable[Effect], spot: Callable[[str], Spot | None]
) -> tuple[Holding, tuple[Mark, ...], tuple[Route, ...]]:
    """The pieces that stay, the marks of those that do not, and from where to where these go."""
    course = _Course(standing, spot)
    for effect in effects:
        course.carry_out(effect)
    return course.standing, course.marks(), course.routes()


def direction(right: int, down: int) -> Arrow:
    """The nearest of the eight directions for a way of so many columns and rows."""
    is_level, is_upright = abs(right) > 2 * abs(down), abs(down) > 2 * abs(right)
    return (0 if is_upright else _sign(right)), (0 if is_level else _sign(down))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def write_mark(mark: Mark, pieces: str, *, has_way: bool = False) -> str:
    """The pieces of a mark behind its sign, and if wished the direction in which they leave."""
    return f"{SIGNS[mark.kind]}{pieces}{SIGNS_OF_WAYS.get(mark.way, '') if has_way else ''}"


def style_of(mark: Mark) -> str:
    """Pieces that come are drawn as ghosts, and pieces that go are dimmed."""
    return "class:ghost" if mark.kind in (TO, AIMED) else "class:gone"


def is_leaving(mark: Mark) -> bool:
    return mark.kind not in (TO, AIMED)


def merged(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks without their directions: what leaves a place in several directions is counted together."""
    counts: Counter[Mark] = Counter()
    for mark in marks:
        counts[Mark(mark.place, mark.kind, mark.side, mark.unit, 0)] += mark.count
    return tuple(Mark(mark.place, mark.kind, mark.side, mark.unit, count) for mark, count in counts.items())


def letters_apart(groups: Iterable[Fragment]) -> list[Fragment]:
    """The small letter of a side may stand at the end of a line, and its pieces on the next one."""
    found: list[Fragment] = []
    for style, text in groups:
        owner = text[0] if text[0].islower() and len(text) > 1 else ""
        found += [*([(style, owner)] if owner else []), (style, text.removeprefix(owner))]
    return found
