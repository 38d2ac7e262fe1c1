"""The floods of `make attack` in short: what must hold on every machine, however slow it is."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bench.attack.floods import FLOODS, NEWCOMER, Flood
from bench.attack.game import stored_game
from bench.attack.players import Patience
from bench.attack.report import MOST_GROWTH, structural
from bench.attack.run import Finding, Measurement, Settings, attacked_server, attacker_process, seat_players
from tests.kit.long import long, some

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

SHORT = Settings(
    seconds=0.2,
    quiet_seconds=0.05,
    connections=4,
    crowd=600,
    drafts_in_second=4.0,
    patience=Patience(back=5.0, race=5.0),
)
PLAYED = some(FLOODS, 2)
ENCRYPTED = [flood for flood in FLOODS if flood.standing == NEWCOMER and flood.name in ("ping", "goodbye")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def measurement(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Measurement]:
    async with measuring(tmp_path_factory.mktemp("attacked"), SHORT) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def encrypted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Measurement]:
    async with measuring(tmp_path_factory.mktemp("encrypted"), replace(SHORT, tls=True)) as made:
        yield made


@asynccontextmanager
async def measuring(folder: Path, settings: Settings) -> AsyncIterator[Measurement]:
    """One server and four players for all floods, which come one after the other."""
    async with (
        stored_game(rounds=10, bell_seconds=0.2) as game,
        attacker_process() as attackers,
        attacked_server(game, folder, tls=settings.tls) as (server, log),
    ):
        players = await seat_players(server.port, game, settings)
        yield Measurement(server, log, game, players, attackers, settings)
        for player in players:
            await player.go()


@long
@pytest.mark.parametrize("flood", PLAYED, ids=[flood.title for flood in PLAYED])
async def test_a_flood_disturbs_nobody_but_its_sender(measurement: Measurement, flood: Flood) -> None:
    """S7, S9, R4, R8: the others are answered, stay connected, come back and hear the bell."""
    check(await measurement.measure(flood))


@pytest.mark.parametrize("flood", ENCRYPTED, ids=[flood.title for flood in ENCRYPTED])
async def test_a_flood_disturbs_nobody_with_tls_either(encrypted: Measurement, flood: Flood) -> None:
    """S7, S18: anybody could once stop an encrypting server for ever."""
    check(await encrypted.measure(flood))


def check(finding: Finding) -> None:
    assert structural(finding) == []
    assert finding.flooded, "no draft was answered"
    assert finding.bells, "no bell rang"
    before, _, peak = finding.memory
    assert peak - before < MOST_GROWTH
    assert finding.tracebacks == ()
    assert finding.attackers.opened, "there was no attack"
