"""What the tests of a server share: all that it logs."""

import io
import logging
from collections.abc import Iterator

import pytest

from server import logs


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    libraries = logging.getLogger("websockets")
    before = libraries.level
    logs.set_up("debug", stream)
    yield stream
    libraries.setLevel(before)
    ours = logging.getLogger("qg")
    ours.handlers[:] = []
    ours.propagate = True
