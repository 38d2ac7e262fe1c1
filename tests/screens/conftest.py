"""What the tests of screens share: real terminals, and a server that they talk to."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit.terminals import Server, Terminal, opening


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    with opening(tmp_path) as start:
        yield start


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.kill()
