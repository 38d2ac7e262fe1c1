"""Every event of the stream has a sentence for the log, or is one of the few that are shown elsewhere."""

from typing import Any, get_args

import pytest

from protocol import events
from protocol.events import TableEvent
from protocol.texts import catalogue, languages

SHOWN_ELSEWHERE = {
    events.TableOpened: "the screens show the table itself",
    events.Chatted: "the chat has a place of its own",
    events.Masked: "it only keeps the count",
}


@pytest.mark.parametrize("language", languages("table"))
@pytest.mark.parametrize("kind", get_args(TableEvent), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_for_the_log_or_is_shown_elsewhere(kind: Any, language: str) -> None:
    tag = kind.__struct_config__.tag
    codes = [code for code in catalogue("table", language).tables["event"] if code.split("-")[0] == tag]
    assert bool(codes) != (kind in SHOWN_ELSEWHERE)
