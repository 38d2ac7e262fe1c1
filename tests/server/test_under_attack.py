"""The floods of `make attack` in short: what must hold on every machine, however slow it is."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bench.attack.floods import FLOODS, Flood
from bench.attack.game import stored_game
from bench.attack.players import Patience
from bench.attack.report import MOST_GROWTH, structural
from bench.attack.run import Measurement, Settings, attacked_server, attacker_process, seat_players

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

SHORT = Settings(
    seconds=0.3,
    quiet_seconds=0.05,
    connections=4,
    crowd=600,
    drafts_in_second=4.0,
    patience=Patience(back=5.0, race=5.0),
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def measurement(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Measurement]:
    """One server and four players for all floods, which come one after the other."""
    folder = tmp_path_factory.mktemp("attacked")
    async with (
        stored_game(rounds=10, bell_seconds=0.2) as game,
        attacker_process() as attackers,
        attacked_server(game, folder) as (server, log),
    ):
        players = await seat_players(server.port, game, SHORT)
        yield Measurement(server, log, game, players, attackers, SHORT)
        for player in players:
            await player.go()


@pytest.mark.parametrize("flood", FLOODS, ids=[flood.title for flood in FLOODS])
async def test_a_flood_disturbs_nobody_but_its_sender(measurement: Measurement, flood: Flood) -> None:
    """S7, S9, R4, R8: the others are answered, stay connected, come back and hear the bell."""
    finding = await measurement.measure(flood)
    assert structural(finding) == []
    assert finding.flooded, "no draft was answered"
    assert finding.bells, "no bell rang"
    before, _, peak = finding.memory
    assert peak - before < MOST_GROWTH
    assert finding.tracebacks == 0
    assert finding.attackers.opened, "there was no attack"
