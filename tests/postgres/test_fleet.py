"""Three servers on one database, killed and frozen under players who only trust what was acknowledged."""

from pathlib import Path
from random import Random

import pytest

from tests.kit import fleet
from tests.kit.postgres import Cluster

pytestmark = pytest.mark.slow

TIMES = 3
"""`make chaos-servers` does more, and restarts the database too."""


@pytest.mark.timeout(240)
async def test_no_server_that_dies_or_freezes_is_missed(tmp_path: Path, cluster: Cluster) -> None:
    """R1: no acknowledged sheet is lost, no round read twice or skipped, and never are there two writers."""
    game, figures = await fleet.tormented(tmp_path, cluster, TIMES, Random(20261117))
    assert figures.faults == {}
    assert figures.rounds >= TIMES
    assert figures.sessions > 4, "nobody ever had to go to another server"
    assert game.server.errors() == []
    assert game.server.tables() == [game.table.result()]
