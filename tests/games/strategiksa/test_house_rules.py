"""What the original leaves open is marked on the rules page, with the reason for what was decided."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "strategiksa.md").read_text("utf-8")

DECIDED = {
    "offers go to a player with a king": "to another player with a king",
    "mutation is one for one": "archers, one for one",
    "one cell controls nothing": "on one cell alone controls nothing.",
    "the stock has no limit": "always enough pieces in the box",
    "a director is not asked": "is in service, and is not asked",
    "a suzerain may leave what a vassal beat": "and may leave the player out",
    "two kings who destroy each other": "their pieces leave the board",
    "their vassals vanish with them": "their players are out as well",
    "both ways of winning": "Both ways are open in every game",
    "reinforcements once in a circle": "The turn of a fallen colour brings none.",
}


@pytest.mark.parametrize("words", DECIDED.values(), ids=DECIDED)
def test_the_mark_follows_what_was_decided(words: str) -> None:
    """K-TURN-1, K-TURN-3, K-TURN-6, K-TURN-9, K-VASSAL-2, K-VASSAL-3, K-VASSAL-6, K-END-1"""
    assert PAGE.count(words) == 1
    following = PAGE[PAGE.index(words) + len(words) :]
    assert re.match(r" \*\(house rule", following), following[:60]
