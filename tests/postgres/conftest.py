"""One PostgreSQL for all tests here, also if several processes run them."""

import os
from collections.abc import Iterator

import pytest

from tests.kit.postgres import Cluster, start_cluster


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    if given := os.environ.get("QG_TEST_POSTGRES"):
        yield Cluster(given)
        return
    own = tmp_path_factory.getbasetemp()
    # Processes that run tests together have folders of their own in one folder. The last ends the database.
    together = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with start_cluster(together) as found:
        yield found


@pytest.fixture
def schema(cluster: Cluster) -> str:
    return cluster.schema()
