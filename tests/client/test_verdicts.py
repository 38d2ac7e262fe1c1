"""What became of each order, where a line may hold several orders."""

from client.games.api import Verdict
from client.games.verdicts import judged_orders
from protocol.notes import Note

OUT_OF_REACH = Note("lost.out-of-reach")


def test_only_the_order_that_was_lost_is_marked_on_its_line() -> None:
    sheets = {"K": ("F K17 L18; F K17 M19", "more"), "M": ()}
    verdicts = judged_orders(sheets, {("K", 0, 11): OUT_OF_REACH})
    assert verdicts == {
        "K": (Verdict("F K17 L18", True), Verdict("F K17 M19", False, OUT_OF_REACH), Verdict("more", True)),
        "M": (),
    }


def test_an_order_is_found_by_its_sheet_and_its_line_too() -> None:
    """The same column of another line, or of another sheet, is another order."""
    sheets = {"K": ("a; b", "a; b"), "M": ("a; b",)}
    verdicts = judged_orders(sheets, {("K", 1, 3): OUT_OF_REACH})
    lost = [(key, n) for key, those in verdicts.items() for n, each in enumerate(those) if not each.kept]
    assert lost == [("K", 3)]


def test_a_column_inside_an_order_names_that_order() -> None:
    """A fault points at the word that is to blame, which need not be the first."""
    verdicts = judged_orders({"K": ("F K17 L18; F K17 M19",)}, {("K", 0, 17): OUT_OF_REACH})
    assert [each.kept for each in verdicts["K"]] == [True, False]
