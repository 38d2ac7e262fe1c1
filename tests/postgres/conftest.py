"""One PostgreSQL for all tests here, also if several processes run them."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.postgres import Cluster, start_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    if given := os.environ.get("QG_TEST_POSTGRES"):
        yield Cluster(given)
        return
    # PostgreSQL does not run as root but as a user of its own, to whom the folders of pytest are closed.
    # Processes that run tests together share the folder; the last one ends the database and removes it.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir(), f"qg-tests-{run}")
    folder.mkdir(exist_ok=True)
    with start_cluster(folder) as found:
        yield found
    with contextlib.suppress(OSError):
        folder.rmdir()


@pytest.fixture
def schema(cluster: Cluster) -> str:
    return cluster.schema()
