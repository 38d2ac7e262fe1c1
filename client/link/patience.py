"""How long a client waits: for an answer, and before it tries to connect again."""

import random
from collections.abc import Iterator

from protocol import messages
from protocol.messages import ClientMessage

FIRST_DELAY, GROWTH, JITTER, LONGEST_DELAY = 0.1, 1.7, 0.2, 2.0
PATIENCE = 15.0
PATIENCE_WITH_PASSWORD = 60.0
"""How long an answer may take; longer for a password, which is judged late if others guess at it."""


def delays() -> Iterator[float]:
    """How long to wait before each attempt to reconnect."""
    delay = FIRST_DELAY
    while True:
        yield delay * random.uniform(1 - JITTER, 1 + JITTER)
        delay = min(delay * GROWTH, LONGEST_DELAY)


def patience(message: ClientMessage) -> float:
    is_with_password = isinstance(message, messages.Join | messages.Watch) and message.password
    return PATIENCE_WITH_PASSWORD if is_with_password else PATIENCE
