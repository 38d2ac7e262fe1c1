"""Several orders on one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.orders import Order, order_at, orders_on


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("F K17 L18", (Order(0, "F K17 L18"),)),
        ("F K17 L18; more", (Order(0, "F K17 L18"), Order(11, "more"))),
        (" ;; a ; b;", (Order(4, "a"), Order(8, "b"))),
        ("", ()),
        (";", ()),
    ],
)
def test_orders_are_parted_and_empty_ones_count_for_nothing(line: str, orders: tuple[Order, ...]) -> None:
    assert orders_on(line) == orders


@given(st.text(alphabet="ab ;", max_size=30))
def test_every_order_stands_where_its_column_says(line: str) -> None:
    found = orders_on(line)
    assert all(line[order.column :].startswith(order.text) for order in found)
    assert [order_at(line, order.column) for order in found] == list(range(len(found)))
    assert "".join(order.text for order in found).replace(" ", "") == line.replace(";", "").replace(" ", "")
