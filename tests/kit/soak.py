"""A hundred tables for half an hour: memory, files and tasks stay as they are, and the log stays clean. R12.

`python -m tests.kit.soak 30` (`make soak MIN=30`). Half of the tables are of four scripted players, half of
two and two bots. Games end and others are opened, so that the tables are of every age.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

from protocol import events, messages
from protocol.messages import Refused
from server import logs
from server.app import App, Settings
from tests.kit.callers import FREE, Caller, call
from tests.kit.chaos import ROOT, orders

TABLES = 100
LATE = ("phase-closed", "owes-nothing")
"""Refusals that a busy machine brings about: the bell was first, or it was so often that the army is out."""
PAGE = os.sysconf("SC_PAGE_SIZE")


class Sample(msgspec.Struct, frozen=True):
    """The server as it is at one moment."""

    at: float
    rss_mb: float
    files: int
    tasks: int
    threads: int
    live_tables: int
    connections: int
    facts: int
    rounds: int
    faults: int


def sample(app: App, began: float) -> Sample:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    metrics = app.metrics
    return Sample(
        at=time.monotonic() - began,
        rss_mb=pages * PAGE / 1e6,
        files=len(os.listdir("/proc/self/fd")),
        tasks=len(asyncio.all_tasks()),
        threads=threading.active_count(),
        live_tables=len(app.lobby._actors),
        connections=metrics.connections,
        facts=metrics.facts_total,
        rounds=metrics.rounds_total,
        faults=metrics.table_faults_total + metrics.storage_errors_total + metrics.protocol_errors_total,
    )


async def serve(folder: Path) -> None:
    """The server's process: each line on standard input is answered with a sample."""
    logs.set_up("info")
    began = time.monotonic()
    settings = Settings(
        database=folder / "qg.db", host="127.0.0.1", port=0, announce=False, limits=FREE, bot_seconds=0.2
    )
    async with App(settings) as app:
        print(app.port, flush=True)
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(msgspec.json.encode(sample(app, began)).decode(), flush=True)


class Soak:
    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.until = time.monotonic() + seconds
        self.length = min(300.0, max(3.0, seconds / 6))
        """Of a game: the hourglass is a quarter of it, so that the last round comes in time."""
        self.games = 0
        self.refused: list[str] = []

    @property
    def on(self) -> bool:
        return time.monotonic() < self.until

    async def table(self, number: int) -> None:
        random = Random(number)
        length = self.length * random.uniform(0.2, 1.0)
        while self.on:
            await self._game(f"{number}-{self.games}", 2 if number % 2 else 4, length, random)
            self.games += 1
            length = self.length

    async def _game(self, name: str, people: int, length: float, random: Random) -> None:
        options: dict[str, Any] = {"referee": "V", "seconds": length / 4, "limit": length, "interlude": 60.0}
        opener = await call(self.port)
        opening = messages.OpenTable(
            game="power", name=f"Table {name}", key=f"own secret of table {name}", options=options
        )
        opened = await self._ask(opener, opening)
        assert isinstance(opened, messages.Opened)
        await opener.close()
        players = [await call(self.port) for _ in range(people)]
        for player in players:
            player.patience += length  # whoever is late may wait for the bell
        for seat, player in zip("VBJR", players, strict=False):
            await player.sit(opened.table, f"Player {seat}", seat)
        for seat in "VBJR"[people:]:
            await self._ask(players[0], messages.Invite(seat=seat, level="recruit"))
        await self._rounds(players, random)
        for player in players:
            await player.close()

    async def _rounds(self, players: list[Caller], random: Random) -> None:
        for n in range(1, 10_000):
            await players[0].until_event(events.PhaseOpened, phase=n)
            for player in players:
                await asyncio.sleep(random.uniform(0.1, 1.0) / len(players))
                await self._ask(
                    player,
                    messages.Write(phase=n, sheet=player.seat, revision=1, lines=orders(player.seat, n)),
                )
            for player in players:
                await self._ask(player, messages.Seal(phase=n, revisions={player.seat: 1}))
            await players[0].until_event(events.SheetsRead, phase=n)
            for player in players:
                await player.ask(messages.Ready(phase=n))
            if not self.on or any(isinstance(event, events.GameEnded) for event in players[0].events()):
                return

    async def _ask(self, caller: Caller, message: messages.ClientMessage) -> messages.ServerMessage:
        answer = await caller.ask(message)
        if isinstance(answer, Refused) and answer.code not in LATE:
            self.refused.append(f"{type(message).__name__}: {answer.code}")
        return answer


async def soak(minutes: float, folder: Path) -> int:
    with (folder / "server.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.kit.soak", "--serve", str(folder)),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    assert process.stdin is not None
    port = int(await process.stdout.readline())
    run = Soak(port, minutes * 60)
    samples: list[Sample] = []
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(run.table(number))
            while run.on:
                process.stdin.write(b"\n")
                samples.append(msgspec.json.decode(await process.stdout.readline(), type=Sample))
                show(samples[-1])
                await asyncio.sleep(min(30.0, max(1.0, minutes * 60 / 60)))
    finally:
        process.stdin.close()
        await process.wait()
    return judge(run, samples, (folder / "server.log").read_text(), process.returncode)


def show(now: Sample) -> None:
    parts = [f"{now.at:6.0f} s", f"{now.rss_mb:6.1f} MB"]
    for name in ("files", "tasks", "threads", "live_tables", "connections", "facts", "rounds"):
        parts.append(f"{getattr(now, name):5} {name}")
    print("  ".join(parts), flush=True)


def judge(run: Soak, samples: list[Sample], log: str, code: int | None) -> int:
    """After the first five minutes, or the first third of a short run, nothing may grow."""
    warm = [s for s in samples if s.at >= min(300.0, samples[-1].at / 3)]
    half = max(1, len(warm) // 2)
    grown = {
        name: statistics.median(getattr(s, name) for s in warm[-half:])
        / max(1.0, statistics.median(getattr(s, name) for s in warm[:half]))
        - 1
        for name in ("rss_mb", "files", "tasks", "threads")
    }
    lines = [json.loads(line) for line in log.splitlines()]
    errors = [line for line in lines if line["level"] in ("warning", "error") or "traceback" in line]
    print(f"{run.games} games ended, {samples[-1].rounds} rounds, {samples[-1].facts} facts")
    print("  ".join(f"{name} {growth:+.1%}" for name, growth in grown.items()))
    print(f"errors in the log {len(errors)}, faults counted {samples[-1].faults}, refusals {run.refused[:5]}")
    print(f"exit code {code}")
    short = samples[-1].at < 600
    bad = [name for name, growth in grown.items() if growth > (0.25 if short else 0.10)]
    if bad:
        print(f"GROWN: {', '.join(bad)}")
    return 1 if bad or errors or run.refused or samples[-1].faults or code else 0


def main() -> int:
    if sys.argv[1:2] == ["--serve"]:
        asyncio.run(serve(Path(sys.argv[2])))
        return 0
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        try:
            return asyncio.run(soak(minutes, Path(folder)))
        except* (ConnectionClosed, TimeoutError) as cut:
            print(f"CUT: {cut.exceptions[0]!r}")
            print((Path(folder) / "server.log").read_text()[-2000:])
    return 1


if __name__ == "__main__":
    sys.exit(main())
