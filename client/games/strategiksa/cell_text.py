"""The pieces in a cell of Strategiksa's board.

A cell shows its owner as a small letter, the pieces in capitals, and a star after the wounded: `vR3IC*`.
If the pieces do not fit, `+8` stands for 8 more pieces; if there are several colours, each has only its
number of pieces: `v7b3*`. What the player's sheet would do stands behind the pieces that stay: `vR-2I>C`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from client.games.api import Fragment, Mark, Side
from client.games.plans import is_leaving, letters_apart, merged, write_mark
from client.games.plans import style_of as style_of_mark
from protocol.views.strategiksa import COLOURS, KINDS, UNITS, Colour, Stack

SLOTS = {"V": 0, "B": 1, "J": 2, "O": 4, "P": 5, "T": 6}
sides = tuple(Side(colour, colour, SLOTS[colour]) for colour in COLOURS)
SIDE = {side.key: side for side in sides}
TIGHT = 5
"""A cell narrower than this may part the letter of a colour from its pieces, to show the plan."""
ON_LIST = tuple(unit for kind in KINDS for unit in (kind, kind + "*") if unit in UNITS)
"""The order of the units in a cell: the wounded follow the unwounded of the same kind."""

Standing: TypeAlias = Sequence[tuple[Colour, Stack]]
Words: TypeAlias = Callable[[Colour, Stack], list[Fragment]]


class Room(Protocol):
    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...


def style_of(colour: Colour) -> str:
    return SIDE[colour].style


def cell_lines(
    standing: Standing, planned: Sequence[Mark], room: Room, *, has_ways: bool
) -> tuple[list[list[Fragment]], Sequence[Mark]]:
    """The pieces of a cell in lines, and those marks of the plan that are among them."""
    coming = [mark for mark in planned if not is_leaving(mark)]
    tries: list[tuple[Words, Sequence[Mark]]] = [(_words, merged(planned)), (_words, merged(coming))]
    tries += [(_numbers, merged(coming)), (_numbers, _totals(coming))]
    for write, marks in [*([(_words, planned)] if has_ways else []), *tries] if planned else []:
        parts = [part for colour, stack in standing for part in _with_plan(write, colour, stack, marks)]
        parts = letters_apart(parts) if room.width < TIGHT else parts
        if (lines := _flow(parts, room.width, room.height)) is not None:
            return lines, marks
    whole = [(colour, _with_those_coming(colour, stack, coming)) for colour, stack in standing]
    return _fit([each for each in whole if any(each[1])], room.width, room.height), ()


def _with_those_coming(colour: Colour, stack: Stack, coming: Sequence[Mark]) -> Stack:
    """The pieces that will stand there; without room to draw the plan they are counted together."""
    more = Counter(dict.fromkeys(UNITS, 0))
    for mark in coming:
        more[mark.unit] += mark.count if mark.side == colour else 0
    return tuple(count + more[unit] for count, unit in zip(stack, UNITS, strict=True))


def _with_plan(write: Words, colour: Colour, stack: Stack, marks: Sequence[Mark]) -> list[Fragment]:
    """The pieces of a colour that stay, then those of the plan; the first has the letter of the colour."""
    own = [(style_of_mark(mark), planned_text(mark)) for mark in marks if mark.side == colour]
    if any(stack):
        return [*write(colour, stack), *own]
    return [(own[0][0], colour.lower() + own[0][1]), *own[1:]] if own else []


def _totals(marks: Sequence[Mark]) -> list[Mark]:
    """One mark for each colour, with the number of its pieces only."""
    counts = Counter({(mark.kind, mark.side): 0 for mark in marks})
    for mark in marks:
        counts[mark.kind, mark.side] += mark.count
    return [Mark("", kind, side, "", count) for (kind, side), count in counts.items()]


def planned_text(mark: Mark) -> str:
    number = mark.count if mark.count > 1 or not mark.unit else ""
    return write_mark(mark, f"{number}{mark.unit}", has_way=mark.way != (0, 0))


def _numbers(colour: Colour, stack: Stack) -> list[Fragment]:
    return [(style_of(colour), f"{colour.lower()}{_number(stack)}")]


def _fit(standing: Standing, width: int, height: int) -> list[list[Fragment]]:
    """All units if they fit; or else some units and a number of the rest; or the numbers of the colours."""
    whole = _flow([word for colour, stack in standing for word in _words(colour, stack)], width, height)
    if whole is not None:
        return whole
    if len(standing) == 1:
        ((colour, stack),) = standing
        return _shortened(colour, stack, width, height)
    numbers = [(style_of(colour), f"{colour.lower()}{_number(stack)}") for colour, stack in standing]
    for kept in range(len(numbers), 0, -1):
        more = [("class:more", "+")] if kept < len(numbers) else []
        if (lines := _flow([*numbers[:kept], *more], width, height)) is not None:
            return lines
    return []


def _words(colour: Colour, stack: Stack) -> list[Fragment]:
    """Each unit with its number, if it is more than one; the first also has the letter of its owner."""
    counts = dict(zip(UNITS, stack, strict=True))
    units = [f"{counts[unit] if counts[unit] > 1 else ''}{unit}" for unit in ON_LIST if counts[unit]]
    return [(style_of(colour), ("" if at else colour.lower()) + unit) for at, unit in enumerate(units)]


def _shortened(colour: Colour, stack: Stack, width: int, height: int) -> list[list[Fragment]]:
    counts = dict(zip(UNITS, stack, strict=True))
    units = [unit for unit in ON_LIST if counts[unit]]
    for kept in range(len(units) - 1, -1, -1):
        rest = tuple(0 if unit in units[:kept] else counts[unit] for unit in UNITS)
        head = _words(colour, stack)[:kept] or [(style_of(colour), colour.lower())]
        if (lines := _flow([*head, (style_of(colour), f"+{_number(rest)}")], width, height)) is not None:
            return lines
    return [[(style_of(colour), f"{colour.lower()}+")]]


def _number(stack: Stack) -> str:
    """The number of pieces, with a star if some of them are wounded."""
    wounded = any(stack[UNITS.index(unit)] for unit in UNITS if unit.endswith("*"))
    return f"{sum(stack)}{'*' if wounded else ''}"


def _flow(parts: list[Fragment], width: int, height: int) -> list[list[Fragment]] | None:
    """The parts in lines of that width, none of them broken; None if they do not fit."""
    lines: list[list[Fragment]] = []
    used = width
    for style, text in parts:
        if used + len(text) > width:
            lines.append([])
            used = 0
        lines[-1].append((style, text))
        used += len(text)
        if used > width:
            return None
    return lines if len(lines) <= height else None
