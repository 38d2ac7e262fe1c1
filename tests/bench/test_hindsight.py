"""What better guesses would bring is measured on what nobody has seen."""

from bench.hindsight import KNOWING, WRITERS, compare, others, report, worth
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions
from tests.bots.test_bots_power import position


def test_whoever_captures_more_has_the_better_chance_after_the_round() -> None:
    """P-FIGHT-1."""
    state = position({"V": {"HQV": {"D": 2}, "V4": {"A": 1}}, "B": {"HQB": {"D": 2}, "V1": {"R": 1}}})
    replies = [{"B": ("D HQ B8",), "J": ("D HQ J8",), "R": ("D HQ R8",)}]
    assert worth(state, "V", {"V": ("A V4 V1",)}, replies) > worth(state, "V", {"V": ("D HQ V8",)}, replies)


def test_the_others_write_and_the_seat_itself_does_not() -> None:
    state = POWER.setup(PowerOptions(players=4), Dice(1))
    sheets = others(state, "V", "captain", 1, 0.0)
    assert sorted(sheets) == ["B", "J", "R"]
    assert all(sheets.values())


def test_each_who_writes_is_compared_with_the_general() -> None:
    state = POWER.setup(PowerOptions(players=2), Dice(1))
    found = compare(state, "VB", "captain", 0.01)
    assert set(found) == {*WRITERS, KNOWING}
    assert all(0 < chance < 1 for chance in found.values())
    rows = report(
        [{"general": 0.5, "marshal": 0.5, KNOWING: 0.6}, {"general": 0.4, "marshal": 0.5, KNOWING: 0.6}]
    )
    assert rows[0] == "2 positions"
    assert [row.split()[-3] for row in rows[2:]] == ["+0.0000", "+0.0500", "+0.1500"]
