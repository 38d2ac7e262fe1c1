"""Several servers on one PostgreSQL that are killed, frozen, stopped and cut off from it under players. R1.

`python -m tests.kit.fleet 100` (`make chaos-servers N=100`) does so 100 times, restarts the database every
tenth time, and prints the figures.
"""

import asyncio
import contextlib
import itertools
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from server.databases import open_reader
from server.postgres.leases import ALIVE_SECONDS
from server.table.facts import Row
from tests.kit.chaos import Figures, Game, Server, judge, undisturbed
from tests.kit.database_relay import DatabaseRelay
from tests.kit.postgres import Cluster, start_cluster

HARMS = ("kill", "freeze", "stop", "cut", "hold")
"""The last two: a server lives, but it has lost the database, or what it says arrives there much later."""
FROZEN_SECONDS = ALIVE_SECONDS + 1.0
"""Long enough that another server takes the table over meanwhile."""


class Fleet:
    """Servers that share a database. Players know the ports of all of them."""

    says_goodbye = True

    def __init__(self, folder: Path, database: str, count: int = 3) -> None:
        self.servers = [Server(folder, database, f"server-{number}") for number in range(count)]
        self._database = database
        self._relays = {server.port: DatabaseRelay(database) for server in self.servers}
        self.up = asyncio.Event()
        self._ports = itertools.cycle(server.port for server in self.servers)
        self._told: list[int] = []
        self.harmed: Counter[str] = Counter()
        """How often each harm was done."""
        self.used: Server = self.servers[0]
        """The server that a player tried last: most often the one that plays the table."""

    @property
    def starts(self) -> list[float]:
        return [seconds for server in self.servers for seconds in server.starts]

    async def start(self) -> None:
        for server in self.servers:
            server.database = await self._relays[server.port].start()
            await server.start()
        self.up.set()

    async def kill(self) -> None:
        for server in self.servers:
            await server.kill()
            await self._relays[server.port].close()

    def next_port(self) -> int:
        port = self._told.pop() if self._told else next(self._ports)
        self.used = next(server for server in self.servers if server.port == port)
        return port

    def sent_to(self, address: str) -> None:
        self._told.append(int(address.rpartition(":")[2]))

    def rows(self, table: str) -> list[Row]:
        with contextlib.closing(open_reader(self._database)) as reader:
            return reader.rows(table)

    def tables(self) -> list[str]:
        with contextlib.closing(open_reader(self._database)) as reader:
            return list(reader.roster())

    def errors(self) -> list[str]:
        """Lines of the logs that tell of a bug. That a table or the database was lost is none."""
        lines = (line for server in self.servers for line in server.errors())
        return [line for line in lines if "raceback" in line or '"level": "error"' in line]

    async def harm(self, server: Server, harm: str) -> None:
        """Do this to a server, and let it be well again."""
        self.harmed[harm] += 1
        relay = self._relays[server.port]
        passing = {"freeze": server.freeze, "cut": relay.cut, "hold": relay.hold}
        if harm in passing:
            passing[harm]()
            await asyncio.sleep(FROZEN_SECONDS)
            server.thaw()
            relay.mend()
            return
        await (server.kill() if harm == "kill" else server.stop())
        await server.start()


async def tormented(
    folder: Path, cluster: Cluster, times: int, random: Random, restart: Callable[[], None] | None = None
) -> tuple[Game, Figures]:
    """A game during which servers are harmed so many times; every tenth time it is the database."""
    began = time.monotonic()
    fleet = Fleet(folder, cluster.schema())
    try:
        await fleet.start()
        game = Game(fleet)
        async with asyncio.TaskGroup() as group:
            for player in game.players:
                group.create_task(player.play())
            for number in range(1, times + 1):
                await game.reach(game.rounds + random.choice((1, 1, 2, 5)))
                await asyncio.sleep(random.uniform(0.0, 0.08))
                if restart and number % 10 == 0:
                    fleet.harmed["restart of the database"] += 1
                    await asyncio.to_thread(restart)
                else:
                    victim = random.choice((fleet.used, fleet.used, *fleet.servers))
                    await fleet.harm(victim, random.choice(HARMS))
            game.goal = game.rounds + 3
        figures = judge(game, fleet.rows(game.table.result()), times)
    finally:
        await fleet.kill()
    figures.seconds = time.monotonic() - began
    return game, figures


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    print(f"{times} times, seed {seed} (again: python -m tests.kit.fleet {times} {seed})", flush=True)
    with tempfile.TemporaryDirectory() as folder, start_cluster(Path(folder)) as cluster:
        game, figures = asyncio.run(tormented(Path(folder), cluster, times, Random(seed), cluster.restart))
        quiet = asyncio.run(undisturbed(Path(folder), figures.rounds))
        errors = game.server.errors()
    same = all(a.views == b.views for a, b in zip(game.players, quiet.players, strict=True))
    for name in figures.__struct_fields__:
        value = getattr(figures, name)
        print(f"{name:14} {value:.2f}" if isinstance(value, float) else f"{name:14} {value}")
    harmed = game.server.harmed if isinstance(game.server, Fleet) else {}
    print("harms         ", ", ".join(f"{harm} {count}" for harm, count in sorted(harmed.items())))
    print(f"every position as in the undisturbed game: {'yes' if same else 'NO'}")
    print(f"errors in the logs of the servers: {len(errors)}")
    return 0 if same and not figures.faults and not errors and figures.rounds >= times else 1


if __name__ == "__main__":
    sys.exit(main())
