"""What one round of a table costs a server: processor time, bytes on the wire, bytes on the disk.

docs/scale.md computes from these figures what very many tables need.
"""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bench.load import draft
from bench.peers import Player, Process, allow_many_files, call, open_table, sit, table_server
from protocol.messages import Ready, Seal, Suggest, Write

TABLES, ROUNDS, SEATS = 10, 5, 4
DRAFTS = 10
"""How often the client of a player stores the sheet in a round: after every line, and after corrections."""
QUESTIONS = 40
"""How often it asks how a line may go on: after every key."""
FRAME = 4
"""Bytes of a websocket frame around a message of a usual size."""


class Counted:
    """Counts what a player sends and is sent. Frames of a client have four bytes more, for their mask."""

    def __init__(self, player: Player) -> None:
        self.sent = self.received = 0
        self.player = player
        send, receive = player.socket.send, player.socket.recv

        async def count_sent(data: bytes) -> None:
            self.sent += len(data) + 2 * FRAME
            await send(data)

        async def count_received() -> bytes:
            data = await receive()
            assert isinstance(data, bytes)
            self.received += len(data) + FRAME
            return data

        player.socket.send, player.socket.recv = count_sent, count_received  # type: ignore[method-assign,assignment]  # only here


async def _play(player: Player, phase: int) -> None:
    """One round, as the client of a person plays it."""
    for number in range(1, DRAFTS + 1):
        lines = draft(player.seat, number // 2).lines
        await player.ask(Write(phase=phase, sheet=player.seat, revision=number, lines=lines))
        for _ in range(QUESTIONS // DRAFTS):
            await player.ask(Suggest(sheet=player.seat, above=lines[:-1], text=lines[-1][:4]))
    await player.send(Seal(phase=phase, revisions={player.seat: DRAFTS}))
    await player.until("sheets_read")
    await player.send(Ready(phase=phase))
    await player.until("phase_opened")


async def _tables(server: Process) -> list[Player]:
    opener, players = await call(server.port), list[Player]()
    for number in range(TABLES):
        table = await open_table(opener, f"Size {number}", seconds=None, interlude=None, limit=None)
        players += [await sit(server.port, table, f"P{seat}") for seat in range(SEATS)]
    return players


def _stored(database: Path) -> int:
    """The bytes of all facts, with their keys."""
    with closing(sqlite3.connect(database)) as link:
        (size,) = link.execute(
            "SELECT sum(length(body) + length(kind) + length(table_id) + 32) FROM facts"
        ).fetchone()
    return int(size)


async def measure() -> None:
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder:
        async with table_server(folder) as server:
            counted = [Counted(player) for player in await _tables(server)]
            before, used = _stored(Path(folder) / "qg.db"), server.cpu()
            for phase in range(1, ROUNDS + 1):
                await asyncio.gather(*(_play(one.player, phase) for one in counted))
            seconds, stored = server.cpu() - used, _stored(Path(folder) / "qg.db") - before
    rounds = TABLES * ROUNDS
    sent, received = (sum(getattr(one, way) for one in counted) for way in ("sent", "received"))
    print(f"a round of a table of {SEATS}, {DRAFTS} drafts and {QUESTIONS} questions of each player")
    print(f"  processor time of the server {seconds / rounds * 1e3:6.1f} ms")
    print(f"  bytes to the server          {sent / rounds / 1024:6.1f} KB")
    print(f"  bytes from the server        {received / rounds / 1024:6.1f} KB")
    print(f"  bytes of facts               {stored / rounds / 1024:6.1f} KB")


def main() -> None:
    asyncio.run(measure())
