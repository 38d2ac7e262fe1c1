"""What the tests of screens share: real terminals, and a server that they talk to."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit.beside import Beside, serving_beside
from tests.kit.terminals import Server, Terminal, opening


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    with opening(tmp_path) as start:
        yield start


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Beside]:
    """A server in a thread of this process."""
    with serving_beside(tmp_path) as there:
        yield there


@pytest.fixture
def server_process(tmp_path: Path) -> Iterator[Server]:
    """A server that can be killed, and that takes no time from this process."""
    running = Server(tmp_path)
    yield running
    running.kill()
