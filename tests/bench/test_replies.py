"""How far replies of short searches stay behind the best ones."""

import pytest

from bench import replies
from bench.replies import TIMES, Behind, behind, lines
from bench.search import after


@pytest.mark.slow
def test_no_reply_is_better_than_the_best_and_more_time_finds_a_better_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replies, "TIMES", (0.005, 0.4))
    monkeypatch.setattr(replies, "WARMING", 0.01)
    found = behind(after(4, players=2), "VB", 1, 0.6)
    assert min(*found.single, *found.together) >= 0.0
    assert found.single[0] + found.together[0] > found.single[1] + found.together[1]


def test_the_report_has_a_row_for_each_time() -> None:
    told = lines(
        [Behind([0.2] * len(TIMES), [0.1] * len(TIMES)), Behind([0.4] * len(TIMES), [0.0] * len(TIMES))]
    )
    assert len(told) == 2 + len(TIMES)
    assert told[2].split() == ["0.03", "s", "0.3000", "0.0500"]
