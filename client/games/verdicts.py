"""What came of every line or order of the sheets of a round, for the stories of the games."""

from collections.abc import Mapping

from client.games.api import Verdict
from protocol.ids import Lines, SheetKey
from protocol.notes import Note
from protocol.orders import order_at, orders_on


def judged_orders(
    sheets: Mapping[SheetKey, Lines], lost: Mapping[tuple[SheetKey, int, int], Note]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    """The verdict on every order, where a line may hold several. `lost` names an order by a column in it."""
    reasons = {
        (sheet, line, order_at(sheets[sheet][line], column)): reason
        for (sheet, line, column), reason in lost.items()
    }
    return {
        sheet: tuple(
            Verdict(order.text, (key := (sheet, line, number)) not in reasons, reasons.get(key))
            for line, text in enumerate(lines)
            for number, order in enumerate(orders_on(text))
        )
        for sheet, lines in sheets.items()
    }


def judged(
    sheets: Mapping[SheetKey, Lines], lost: Mapping[tuple[SheetKey, int], Note]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    """The verdict on every line of every sheet. `lost` has the reasons of the lines that were lost."""
    return {
        sheet: tuple(
            Verdict(text, (sheet, number) not in lost, lost.get((sheet, number)))
            for number, text in enumerate(lines)
        )
        for sheet, lines in sheets.items()
    }
