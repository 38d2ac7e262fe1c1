"""The game beside which the attacks are made: a long one, so that its stream and its record are large."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from bench import peers
from bench.peers import Player
from protocol.ids import Lines, Seat
from protocol.messages import Ready, Seal, Write

BELL_SECONDS = 1.0
INTERLUDE_SECONDS = 0.1
ROUNDS = 60
NAMES = ("Ana", "Bo", "Cy", "Di")


class Game(Struct, frozen=True):
    """A stored game, and how its players come back to their seats."""

    folder: Path
    table: str
    tokens: dict[Seat, str]
    locked_table: str
    """Another table on the same server. It has a password."""


def orders(seat: Seat, phase: int) -> Lines:
    """A sheet that can be carried out in every phase: a soldier goes out, and back in the next phase."""
    return (f"S HQ {seat}8" if phase % 2 else f"S {seat}8 HQ",)


@asynccontextmanager
async def stored_game(rounds: int = ROUNDS, bell_seconds: float = BELL_SECONDS) -> AsyncIterator[Game]:
    """Play that many rounds on a server without limits, and keep what it has stored."""
    with tempfile.TemporaryDirectory(prefix="qg-attack-") as folder:
        async with peers.table_server(folder) as server:
            opener = await peers.call(server.port)
            table = await peers.open_table(
                opener, "Attacked", seconds=bell_seconds, interlude=INTERLUDE_SECONDS
            )
            locked_table = await peers.open_table(opener, "Locked", password="a secret that nobody guesses")
            players = [await peers.sit(server.port, table, name) for name in NAMES]
            for phase in range(1, rounds + 1):
                await _play_round(players, phase)
            await asyncio.gather(*(player.socket.close() for player in (opener, *players)))
        tokens = {player.seat: player.token for player in players}
        yield Game(Path(folder), table, tokens, locked_table)


async def _play_round(players: list[Player], phase: int) -> None:
    """The bell may come first if the machine is busy. Then the round is played all the same."""
    for player in players:
        lines = orders(player.seat, phase)
        await player.ask(Write(phase=phase, sheet=player.seat, revision=1, lines=lines))
    for player in players:
        await player.ask(Seal(phase=phase, revisions={player.seat: 1}))
    for player in players:
        await player.ask(Ready(phase=phase))


def copied(game: Game, folder: Path) -> Path:
    """A database of its own for the next server; the game in it is as it was stored."""
    shutil.copytree(game.folder, folder, dirs_exist_ok=True)
    return folder / "qg.db"
