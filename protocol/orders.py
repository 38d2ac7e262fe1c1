"""Several orders on one line of a sheet, parted by `;`, in games that allow it."""

from msgspec import Struct

PART = ";"


class Order(Struct, frozen=True):
    """One order of a line; `column` is where it begins, counted from 0."""

    column: int
    text: str


def orders_on(line: str) -> tuple[Order, ...]:
    """The orders of a line in their order; parts with nothing in them count for nothing."""
    found: list[Order] = []
    column = 0
    for part in line.split(PART):
        if part.strip():
            found.append(Order(column + len(part) - len(part.lstrip()), part.strip()))
        column += len(part) + len(PART)
    return tuple(found)


def order_at(line: str, column: int) -> int:
    """Which order of the line, counted from 0, a column belongs to; the last one behind its end."""
    starts = [order.column for order in orders_on(line)]
    return max((number for number, start in enumerate(starts) if start <= column), default=0)
