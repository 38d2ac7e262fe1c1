"""Whether what a server tells goes on from what it told before, by the chain of hashes over its events."""

from typing import TypeAlias

from protocol import events
from protocol.chain import NO_HEAD, next_head
from protocol.messages import Told

Chain: TypeAlias = tuple[int, str]
"""The number of the next event, and the head before it as we have computed it; (0, "") if we cannot know."""
FROM_THE_START: Chain = (1, NO_HEAD)
UNKNOWN: Chain = (0, "")
WITH_HEAD = (events.SheetsRead, events.GameEnded)


def followed(chain: Chain, told: Told) -> Chain:
    """The chain behind this event. A head that the server tells counts, also where we cannot know."""
    number, head = chain
    if isinstance(told.event, WITH_HEAD):
        head = told.event.head
    elif number != told.seq:
        return UNKNOWN
    return told.seq + 1, next_head(head, told.at, told.event)


def is_another_history(chain: Chain, told: Told) -> bool:
    """Whether the server tells another head than the events led to that it told us: it was restored.

    Then the game was taken back behind what we were told, and has gone on in another way.
    """
    number, head = chain
    return isinstance(told.event, WITH_HEAD) and number == told.seq and told.event.head != head
