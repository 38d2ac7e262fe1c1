"""What becomes of flags in danger is counted over games of bots."""

from collections import Counter

from bench.dangers import FATES, SORTS, play, report, sieges
from server.bots.power.outcome import Position
from server.games.power.state import PowerState
from tests.bots.test_bots_power import position


def test_a_flag_is_in_danger_or_beyond_help() -> None:
    near = {"HQB": {"D": 2}, "V4": {"R": 2}}
    helpless = position({"V": {"HQV": {"T": 1}, "S9": {"D": 1}}, "B": near})
    helped = position({"V": {"HQV": {"T": 1}, "V0": {"D": 2, "A": 2}}, "B": near})
    assert told(helpless) == [(0, 1, "beyond help")]
    assert told(helped) == [(0, 1, "in danger")]


def told(state: PowerState) -> list[tuple[int, int, str]]:
    return [(siege.army, siege.captor, SORTS[siege.is_lost]) for siege in sieges(Position(state))]


def test_a_game_tells_how_many_flags_were_in_danger_and_what_became_of_them() -> None:
    counted = play(4, "captain", 0.0, 3)
    assert counted[SORTS[0], "all"]
    assert counted[SORTS[1], FATES[0]] > counted[SORTS[0], FATES[0]]


def test_the_report_tells_shares() -> None:
    counted = Counter({("in danger", "all"): 4, ("in danger", FATES[0]): 1})
    _, danger, lost = report(counted)
    assert danger.split()[-3:] == ["25%", "0%", "0%"]
    assert lost.split()[-3:] == ["-", "-", "-"]
