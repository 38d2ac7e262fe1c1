"""A battle of Strategiksa in real terminals: a duel is one key and Enter, and nobody seals an empty sheet."""

import re
import time
from collections.abc import Callable

import pytest

from tests.kit.beside import Beside
from tests.kit.callers import PATIENCE
from tests.kit.onscreen import CTRL_S, ENTER, ESC, TAB
from tests.kit.terminals import Terminal

pytestmark = pytest.mark.slow

STARTS = (
    ("R A1", "3I B1", "2C B2", "3A A2"),
    ("R D2", "2I C1", "2A C1", "1S C1", "5A C2"),
    ("R J10", "9I J9", "1A I10"),
)
"""The first two are neighbours: the first can attack C1 at once."""


@pytest.fixture
def people(terminals: Callable[..., Terminal], server: Beside) -> list[Terminal]:
    """Three people at a table; the hourglass does not run, and stories hold nobody up."""
    options = ("--game", "strategiksa", "--players", "3", "--seconds", "none", "--option", "interlude=1")
    ana = terminals("ana", "host", "--server", server.address, *options, "--name", "Ana")
    ana.wait("waiting for players")
    others = [terminals(name, "join", server.address, "--name", name) for name in ("bo", "cy")]
    for each in (ana, *others):
        each.be_ready()
    return [ana, *others]


def first_of(people: list[Terminal], shows: Callable[[str], bool]) -> Terminal:
    """Whoever is the first to see that."""
    end = time.monotonic() + PATIENCE
    while True:
        for each in people:
            each.read(0.02)
            if shows(each.text):
                return each
        assert time.monotonic() < end, "\n".join(each.text for each in people)


def leave_stories(who: Terminal, until: str) -> None:
    """Leave every story that opens, until that stands on the screen."""
    left: set[str] = set()

    def is_there() -> bool:
        story = re.search(r"Step \d+, page", who.text)
        if story and story[0] not in left:
            left.add(story[0])
            who.press(ESC)
        return until in who.text and not story

    who.until(is_there, until)


def place(people: list[Terminal]) -> list[Terminal]:
    """Everybody places an army. Returns the people in their order of play."""
    order: list[Terminal] = []
    for start in STARTS:
        waiting = [each for each in people if each not in order]
        who = first_of(waiting, lambda text: "Place a king" in text and "order 1>" in text)
        for line in start:
            who.press(line, ENTER)
        who.wait("ORDERS 10/10")
        who.press(CTRL_S)
        who.wait("Seal now")
        who.press("y")
        who.until(lambda who=who: "Seal now" not in who.text, "sealed")  # type: ignore[misc]  # bound now
        order.append(who)
    return order


def test_a_duel_is_one_key_and_enter(people: list[Terminal]) -> None:
    """K-BATTLE-1"""
    first, second, _ = place(people)
    leave_stories(first, "CIRCLE 1 TURN 1 ORDERS")
    first.press("3i b1 c1", ENTER, "c b2 c1", ENTER)
    first.wait("2 c   b2  c1")
    first.press(CTRL_S)
    first.wait("Seal now (2 orders)?")
    first.press("y")

    leave_stories(second, "puts a piece forward first.")
    second.wait("I: beats C, falls to A R", "A: beats I, falls to C R")
    second.press(ENTER)
    second.wait("Without a choice a foot soldier fights for you. Choose one, then Enter")
    second.press(CTRL_S)
    second.wait("Without a choice a foot soldier fights for you. Seal now (0 orders)?")
    second.press("n")
    second.wait("puts a piece forward first.")
    second.press("a", ENTER)

    leave_stories(first, "puts forward an archer.")
    first.wait("I: is beaten by A", "C: beats A, is wounded")
    first.press(TAB)
    first.wait("order 1> I")
    first.press(TAB)
    first.wait("order 1> C")
    first.press(ENTER)
    first.wait("Esc skip")
    first.press("n")
    first.wait("horseman beats the", "archer and is wounded")
