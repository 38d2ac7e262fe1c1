"""A report of `make attack` says what was missed, and nothing else."""

from typing import Any

import pytest
from msgspec.structs import replace

from bench.attack.attackers import Result
from bench.attack.report import missed, percentile, row, sentence, table
from bench.attack.run import Finding, Settings

GOOD = Finding(
    title="pong, newcomer",
    must_be_closed=True,
    quiet=(0.001,) * 98 + (0.004, 0.005),
    flooded=(0.002,) * 98 + (0.010, 0.014),
    bells=(0.012, 0.020),
    seconds=4.0,
    memory=(40.0, 41.0, 45.0),
    server_share=0.2,
    waited_share=0.01,
    log_lines=3,
    tracebacks=(),
    back=0.03,
    newcomer=0.02,
    attackers=Result(opened=16, closed={"1008": 16}, megabytes=1.5, share=0.1),
    disturbed=(),
)


def test_a_flood_that_nobody_notices_misses_nothing() -> None:
    assert missed(GOOD) == []
    assert row(GOOD).endswith("ok")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"flooded": (0.001,) * 50 + (0.060,)}, "acknowledgements take 60 ms"),
        ({"flooded": (0.001,) * 50 + (0.016,)}, "acknowledgements take 3.2 times the quiet"),
        ({"flooded": ()}, "acknowledgements take inf ms"),
        ({"bells": (0.1, 0.3)}, "a bell is 300 ms late"),
        ({"bells": ()}, "no bell rang"),
        ({"memory": (40.0, 41.0, 140.0)}, "memory grows by 100 MB"),
        ({"tracebacks": ("one", "two")}, "tracebacks in the log: one two"),
        ({"log_lines": 4636}, "4636 lines in the log"),
        ({"back": None}, "a player who was cut off cannot come back in time"),
        ({"newcomer": "closed with 1013"}, "a newcomer cannot come in: closed with 1013"),
        ({"attackers": replace(GOOD.attackers, closed={})}, "no attacker is closed"),
        ({"disturbed": ("V was refused: rate",)}, "V was refused: rate"),
    ],
)
def test_each_aim_that_is_missed_is_said(change: dict[str, Any], said: str) -> None:
    finding = replace(GOOD, **change)
    assert said in missed(finding)
    assert said in sentence(finding)
    assert said in table([GOOD, finding])
    assert row(finding).endswith("MISSED")


def test_the_line_of_a_flood_names_all_figures() -> None:
    text = sentence(GOOD)
    for figure in ("2.0/14.0 ms", "1.0/5.0 ms", "20 ms late", "40 to 41 MB, peak 45", "16 with 1008", "10%"):
        assert figure in text


def test_a_busy_machine_is_named_as_a_reason_for_long_times() -> None:
    assert "say little" not in table([GOOD])
    assert "say little" in table([GOOD, replace(GOOD, waited_share=0.4)])


def test_a_percentile_of_few_times_is_the_longest() -> None:
    assert percentile((0.1, 0.2, 0.3), 0.99) == 0.3


@pytest.mark.parametrize("seconds", [1.0, 4.0, 60.0])
def test_players_stay_within_the_limits_however_long_it_lasts(seconds: float) -> None:
    """Otherwise the refusals of the players' own drafts would be taken for the work of the attackers."""
    settings = Settings(seconds=seconds, quiet_seconds=seconds)
    assert 2 * seconds / settings.pause <= 90 + 2 * seconds * 5
