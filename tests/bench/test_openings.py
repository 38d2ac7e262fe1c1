"""Openings of duels are found by letting all plans meet all others."""

import pytest

from bench import openings
from bench.openings import Book


def test_the_table_says_what_each_plan_leads_to_also_after_some_were_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(openings, "MOST_PLANS", 12)
    book = Book({"captain": 2}, 0.03)
    for _ in range(5):
        book.grow()
    assert len(book.plans) == len(book.replies) == len(book.table) <= 16
    for plan, row in zip(book.plans, book.table, strict=True):
        assert row == [book.result(plan, reply) for reply in (*book.known, *book.replies)]


def test_plans_that_differ_in_the_order_of_their_lines_are_one_opening() -> None:
    book = Book({}, 0.03)
    for _ in range(3):
        book.grow()
    found = book.openings()
    assert sum(each.share for each in found) == pytest.approx(1.0, abs=0.01)
    assert len({(each.green, each.blue) for each in found}) == len(found)
    assert all(each.green == tuple(sorted(each.green)) for each in found)


def test_replies_make_a_mixture_harder_to_answer() -> None:
    book = Book({}, 0.1)
    before = book.gain(book.openings())
    for _ in range(12):
        book.grow()
    assert book.gain(book.openings()) < before - 0.02
