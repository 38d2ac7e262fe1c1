"""One flood beside four players: how it is made, and what is measured of it."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.attack.attackers import BEGUN, Plan, Result
from bench.attack.floods import NOBODY, SEATED, SILENT, Flood, Target
from bench.attack.game import Game, copied
from bench.attack.players import Door, MeasuredPlayer, Patience, time_to_watch
from bench.peers import OWN_SERVER, Process, running, trusting

FEW_FILES = 512
"""How many files the server may open when sockets are to be used up."""
CLOSING_SECONDS = 4.0
"""A short flood goes on for so long if nobody was closed yet. After 5 seconds, silence alone is a reason."""
ADDRESSES = 50
"""From how many addresses a crowd comes."""
BURST, RATE = 80, 4.0
"""How often a player may write: a little less than the server allows, so that no limit is reached."""
FASTEST = 12.0
"""The most drafts that a player writes in a second."""


class Settings(Struct, frozen=True):
    seconds: float = 4.0
    """How long a flood lasts, and before it the quiet with which it is compared."""
    quiet_seconds: float = 4.0
    connections: int = 8
    crowd: int = 600
    """How many connections there are of those that do nothing."""
    share: float = 0.5
    """How much of a core the attackers may use."""
    same_address: bool = False
    """Whether attackers and players come from one address, like all who are behind one router."""
    tls: bool = False
    """Whether the server encrypts, and with it the players and the attackers."""
    drafts_in_second: float | None = None
    """How fast each player writes; if it is left out, as fast as the limits allow for this long."""
    patience: Patience = Patience()

    @property
    def pause(self) -> float:
        """Seconds between two drafts of a player."""
        whole = self.seconds + self.quiet_seconds
        return 1 / (self.drafts_in_second or min(FASTEST, BURST / whole + RATE))


class Finding(Struct, frozen=True):
    """What one flood did to the players and to the server. Times are in seconds, memory in megabytes."""

    title: str
    must_be_closed: bool
    quiet: tuple[float, ...]
    """The time of each acknowledgement before the flood, the shortest first."""
    flooded: tuple[float, ...]
    bells: tuple[float, ...]
    """How late each bell was that a player heard during the flood."""
    seconds: float
    memory: tuple[float, float, float]
    """Before the flood, after it, and the peak."""
    server_share: float
    """How much of a core the server used."""
    waited_share: float
    """For how much of the time the server wanted to run and other programs had the cores."""
    log_lines: int
    tracebacks: tuple[str, ...]
    """The lines of the log that hold one."""
    back: float | None
    """How long it took a player whose connection was cut to come back, or None if there was no way back."""
    newcomer: float | str
    """How long it took somebody new to come to the table, or why that did not succeed."""
    attackers: Result
    disturbed: tuple[str, ...]


class AttackerProcess:
    """The attackers, in a process of their own that waits for plans."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def begin(self, plan: Plan) -> None:
        assert self._process.stdin
        self._process.stdin.write(msgspec.json.encode(plan) + b"\n")

    async def begun(self) -> None:
        """Wait until all attackers have come in or were turned away."""
        assert self._process.stdout
        assert await self._process.stdout.readline() == f"{BEGUN}\n".encode()

    async def end(self, beginning: asyncio.Task[None]) -> Result:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(b"\n")
        await beginning
        return msgspec.json.decode(await self._process.stdout.readline(), type=Result)


@asynccontextmanager
async def attacker_process() -> AsyncIterator[AttackerProcess]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.attack.attackers"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield AttackerProcess(process)
    finally:
        process.stdin.close()
        await process.wait()


@asynccontextmanager
async def attacked_server(
    game: Game, folder: Path, *, few_files: bool = False, tls: bool = False
) -> AsyncIterator[tuple[Process, Path]]:
    """A server with its usual limits and a copy of the game; and the file of its log."""
    database, log = copied(game, folder), folder / "server.log"
    encrypting = ("--tls",) if tls else ()
    arguments = (*OWN_SERVER, *encrypting, "--log-level", "warning", "--database", str(database))
    with log.open("wb") as out:
        async with running(*arguments, log=out, most_files=FEW_FILES if few_files else None) as server:
            yield server, log


def door_of(port: int, settings: Settings) -> Door:
    return Door(port, trusting() if settings.tls else None)


async def seat_players(port: int, game: Game, settings: Settings) -> list[MeasuredPlayer]:
    """All four come back to their seats; with the last of them the hourglass runs again."""
    players, door = [], door_of(port, settings)
    for number, seat in enumerate(game.tokens, 1):
        address = "127.0.0.1" if settings.same_address else f"127.0.1.{number}"
        players.append(MeasuredPlayer(door, game, seat, address, settings.patience))
    for player in players:
        await player.come()
    return players


class Measurement:
    """A server, its four players and the attackers."""

    def __init__(
        self,
        server: Process,
        log: Path,
        game: Game,
        players: Sequence[MeasuredPlayer],
        attackers: AttackerProcess,
        settings: Settings,
    ) -> None:
        self._server, self._log = server, log
        self._game = game
        self._players = players
        self._attackers = attackers
        self._settings = settings
        self._floods = 0

    async def measure(self, flood: Flood) -> Finding:
        """A quiet time first, then the flood. A seated attacker takes the seat of the last player."""
        for player in self._players:
            player.forget()
        await self._play(self._players, self._settings.quiet_seconds)
        quiet = tuple(sorted(done.seconds for player in self._players for done in player.answered))
        staying = self._players[:-1] if flood.standing == SEATED else self._players
        if flood.standing == SEATED:
            await self._players[-1].go()
        finding = await self._flood(flood, staying, quiet)
        if flood.standing == SEATED:
            await self._players[-1].come()
        return finding

    async def _flood(
        self, flood: Flood, staying: Sequence[MeasuredPlayer], quiet: tuple[float, ...]
    ) -> Finding:
        before, began = self._server.memory(), time.monotonic()
        cpu, waited = self._server.cpu(), self._server.waited()
        lines = len(self._log.read_bytes().splitlines())
        self._attackers.begin(self._plan(flood, staying[-1].address))
        beginning = asyncio.create_task(self._attackers.begun())
        entering = asyncio.create_task(self._enter(staying[-1], beginning))
        await self._play(staying, self._settings.seconds)
        # Everybody has to be answered and to hear the bell, even if the flood is short.
        await self._play_on(staying, began)
        back, newcomer = await entering
        passed = time.monotonic() - began
        cpu, waited = self._server.cpu() - cpu, self._server.waited() - waited
        result = await self._attackers.end(beginning)
        for player in staying:
            await player.hear_all()
        logged = self._log.read_bytes().splitlines()[lines:]
        return Finding(
            title=flood.title,
            must_be_closed=flood.must_be_closed,
            quiet=quiet,
            flooded=tuple(sorted(d.seconds for p in staying for d in p.answered if d.at >= began)),
            bells=tuple(bell.late for p in staying for bell in p.bells if bell.at >= began),
            seconds=self._settings.seconds,
            memory=(before, self._server.memory(), self._server.peak_memory()),
            server_share=cpu / passed,
            waited_share=waited / passed,
            log_lines=len(logged),
            tracebacks=tuple(line.decode() for line in logged if b"raceback" in line),
            back=back,
            newcomer=newcomer,
            attackers=result,
            disturbed=tuple(f"{p.seat} {what}" for p in staying for what in p.disturbed),
        )

    async def _play(self, players: Sequence[MeasuredPlayer], seconds: float) -> None:
        """The players do not write at the same instant, but one after the other."""
        end, pause = time.monotonic() + seconds, self._settings.pause
        shift = pause / len(players)
        writing = [
            player.write_until(end, pause, first=number * shift) for number, player in enumerate(players)
        ]
        await asyncio.gather(*writing)

    async def _play_on(self, players: Sequence[MeasuredPlayer], began: float) -> None:
        give_up = time.monotonic() + self._settings.patience.back
        while time.monotonic() < give_up and not all(player.has_heard(began) for player in players):
            await self._play(players, self._settings.seconds)

    async def _enter(
        self, player: MeasuredPlayer, beginning: asyncio.Task[None]
    ) -> tuple[float | None, float | str]:
        """During the flood, a player whose connection was cut comes back, and somebody new comes to watch."""
        await asyncio.sleep(self._settings.seconds * 0.3)
        await asyncio.wait([beginning], timeout=self._settings.patience.back / 2)
        address = "127.0.0.1" if self._settings.same_address else "127.0.2.1"
        door = door_of(self._server.port, self._settings)
        watching = time_to_watch(door, self._game, address, self._settings.patience)
        return await asyncio.gather(player.come_back(), watching)

    def _next_addresses(self, count: int) -> tuple[str, ...]:
        """Each flood comes from addresses of its own, which the server has not met before."""
        self._floods += 1
        return tuple(f"127.1.{self._floods}.{number}" for number in range(1, count + 1))

    def _plan(self, flood: Flood, neighbour: str) -> Plan:
        settings, game = self._settings, self._game
        seat, token = list(game.tokens.items())[-1]
        connections = settings.crowd if flood.is_crowd else settings.connections
        is_near = flood.is_neighbour or settings.same_address
        return Plan(
            title=flood.title,
            target=Target(self._server.port, game.table, seat, token, game.locked_table),
            seconds=settings.seconds,
            most_seconds=settings.seconds + 2 * settings.patience.back,
            closing_seconds=CLOSING_SECONDS,
            connections=0 if flood is NOBODY else connections,
            addresses=(neighbour,) if is_near else self._next_addresses(ADDRESSES if flood.is_crowd else 1),
            share=settings.share,
            tls=settings.tls,
        )


async def measure_alone(
    flood: Flood, game: Game, attackers: AttackerProcess, folder: Path, settings: Settings
) -> Finding:
    """Measure a flood on a server of its own, so that no flood changes the figures of the next."""
    few_files = flood.standing == SILENT and flood.is_crowd
    async with attacked_server(game, folder, few_files=few_files, tls=settings.tls) as (server, log):
        players = await seat_players(server.port, game, settings)
        finding = await Measurement(server, log, game, players, attackers, settings).measure(flood)
        for player in players:
            await player.go()
    return finding
