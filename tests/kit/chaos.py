"""Scripted players over real sockets, and a server that dies under them. R1, R2.

What a seat writes in round n is a function of the seat and of n. A player goes by what the table told it
and by nothing else: what was sent and not acknowledged may or may not have happened.

`python -m tests.kit.chaos 200` (`make chaos N=200`) kills the server 200 times and prints the figures.
"""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from protocol import events, messages
from protocol.codec import decode_server, encode
from protocol.ids import Lines, Seat
from protocol.messages import (
    PROTOCOL_VERSION,
    ClientMessage,
    Missed,
    OptionValue,
    Refused,
    Seal,
    ServerMessage,
    Snapshot,
    Told,
    Unseal,
    Write,
    Written,
)
from protocol.views.power import ARMIES
from server.databases import named, open_reader
from server.table import facts, knowledge
from server.table.facts import Row
from server.table.folding import fold_facts
from tests.kit.ports import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0
"""A game that stands still for so long has stalled."""
OPTIONS: dict[str, OptionValue] = {
    "players": 4,
    "referee": "V",
    "seconds": 600.0,
    "interlude": 600.0,
    "limit": None,
}
"""An hourglass that runs, and stops at each restart, but never runs out."""
OPEN_SECONDS = 3.0
LOST_LINK = (OSError, WebSocketException, TimeoutError)


def orders(seat: Seat, n: int) -> Lines:
    """The sheet of round n: nobody is ever idle, some meet in battle, and no two positions are alike."""
    here = ARMIES.index(seat)
    way = n % 2
    lines = [f"S HQ {seat}8" if way else f"S {seat}8 HQ"]
    turn, other = (n // 2 + here) % 7, ARMIES[(here + n // 2) % 4]
    if turn < 2:
        lines.append("C HQ IX" if way else "C IX HQ")
    elif turn == 3:
        lines.append(f"T HQ {seat}4" if way else f"T {seat}4 HQ")
    elif turn == 4:
        lines.append(f"C HQ {other}0" if way else f"C {other}0 HQ")
    elif turn == 5:
        lines += ["2P ERV S", "S RV HQ"]
    return (*lines, f"memo {seat} {n}")


def drafts(seat: Seat, n: int) -> tuple[Lines, ...]:
    """Revision 1, 2, ... of the sheet, as it grows."""
    final = orders(seat, n)
    first = 1 + (ARMIES.index(seat) + n) % 2
    grown = [final[:length] for length in range(1, first)]
    thought_better_of = [(*final[:1], f"first thought {seat} {n}")] if wavers(seat, n) else []
    return (*grown, *thought_better_of, final)


def last_to_seal(n: int) -> Seat:
    """One seat a round lets all the others finish, so that whoever unseals has the time to."""
    return ARMIES[n % 4]


def wavers(seat: Seat, n: int) -> bool:
    """Whether the seat seals, unseals, rewrites and seals again in round n."""
    return seat != last_to_seal(n) and (ARMIES.index(seat) + n) % 3 == 0


class Ack(Struct, frozen=True):
    """What the server has promised."""

    kind: str
    seat: Seat
    phase: int
    revision: int = 0
    lines: Lines = ()


class Server:
    """A `qg-server serve` of its own process, on a port that stays the same."""

    says_goodbye = False

    def __init__(self, folder: Path, database: str = "", name: str = "server") -> None:
        self.database = named(database or str(folder / "qg.db"))
        self.log = folder / f"{name}.log"
        self.port = free_port()
        self.up = asyncio.Event()
        self.starts: list[float] = []
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None

    async def start(self, **env: str) -> None:
        began = time.monotonic()
        command = [sys.executable, "-m", "server", "serve", "--database", str(self.database)]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--no-announce"]
        command += ["--rate", "0", "--newcomers", "2000"]
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, env=os.environ | env, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        assert b"QG serves" in line, self.log.read_text()
        self.starts.append(time.monotonic() - began)
        self.up.set()
        self._watch = asyncio.create_task(self._mourn(self._process))

    async def _mourn(self, process: asyncio.subprocess.Process) -> None:
        await process.wait()
        self.up.clear()

    async def death(self) -> int:
        """Wait until the process is gone; its exit code."""
        assert self._process is not None
        assert self._watch is not None
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(self._watch)
        assert self._process.returncode is not None
        return self._process.returncode

    async def kill(self) -> None:
        assert self._process is not None
        self.up.clear()
        if self._process.returncode is None:
            self._process.kill()
        await self.death()

    async def stop(self) -> int:
        """As the host would: SIGTERM."""
        assert self._process is not None
        self.up.clear()
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        return await self.death()

    def freeze(self) -> None:
        """The process stands still, as on a machine that is out of memory."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def rows(self, table: str) -> list[Row]:
        with contextlib.closing(open_reader(self.database)) as reader:
            return reader.rows(table)

    def tables(self) -> list[str]:
        with contextlib.closing(open_reader(self.database)) as reader:
            return list(reader.roster())

    def next_port(self) -> int:
        """Where a player tries next."""
        return self.port

    def sent_to(self, address: str) -> None:
        """A player was told that another server plays the table."""
        raise AssertionError(f"there is one server, and it names another: {address}")

    def errors(self) -> list[str]:
        """Lines of the log that tell of a bug."""
        return [line for line in self.log.read_text().splitlines() if "raceback" in line or '"error"' in line]


class Place(Protocol):
    """Where players find their table: a server, or several that share it."""

    up: asyncio.Event
    says_goodbye: bool
    """Whether a server may close a connection with a farewell."""

    @property
    def starts(self) -> list[float]:
        """How long each start of a server took."""

    def next_port(self) -> int: ...
    def sent_to(self, address: str) -> None: ...
    def rows(self, table: str) -> list[Row]: ...
    def tables(self) -> list[str]: ...
    def errors(self) -> list[str]: ...


class Moved(OSError):
    """The table is played by another server, or by none for the moment."""


class Game:
    """Four players and the server they play on. `goal` is the round after which they stop."""

    def __init__(self, server: Place, goal: int | None = None) -> None:
        self.server = server
        self.goal = goal
        self.table: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.players = [Player(self, seat) for seat in ARMIES]
        self.moved = asyncio.Event()

    @property
    def rounds(self) -> int:
        return max(player.read for player in self.players)

    async def reach(self, rounds: int) -> None:
        """Wait until so many rounds were read; TimeoutError if nothing moves."""
        while self.rounds < rounds:
            self.moved.clear()
            async with asyncio.timeout(PATIENCE):
                await self.moved.wait()

    @property
    def acks(self) -> list[Ack]:
        return [ack for player in self.players for ack in player.acks]


class Player:
    """One seat. It keeps its own secret from the beginning, and the token once it has heard it."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self.token = ""
        self.acks: list[Ack] = []
        self.stream: dict[int, bytes] = {}
        """Every number of the stream, as the bytes of its Told."""
        self.last = 0
        self.newest = 0
        self.read = 0
        self.sheets: dict[int, dict[str, Lines]] = {}
        self.views: dict[int, object] = {}
        self.sessions = 0
        self.resent = 0
        self._phase = 0
        self._stage = ""
        self._revision = 0
        self._sealed: Counter[Seat] = Counter()
        self._unsealed: Counter[Seat] = Counter()
        self._ready = -1
        self._pending: Write | Seal | Unseal | None = None
        self._ids = 0
        self._waiting: dict[int, Told] = {}

    @property
    def done(self) -> bool:
        return self.game.goal is not None and self.read >= self.game.goal

    async def play(self) -> None:
        while not self.done:
            if self.seat != ARMIES[0]:
                await asyncio.shield(self.game.table)
            await self.game.server.up.wait()
            try:
                url = f"ws://127.0.0.1:{self.game.server.next_port()}/ws"
                async with connect(
                    url, compression=None, proxy=None, max_queue=None, open_timeout=OPEN_SECONDS
                ) as link:
                    await self._session(link)
            except LOST_LINK as lost:
                said = isinstance(lost, ConnectionClosed) and lost.rcvd is not None
                if said and not self.game.server.says_goodbye:
                    raise  # a server that was killed says no farewell
                await asyncio.sleep(0.02 if self.game.server.says_goodbye else 0)

    async def _session(self, link: ClientConnection) -> None:
        self.sessions += 1
        self._ready = -1
        await self._ask(link, messages.Hello(protocol=PROTOCOL_VERSION))
        await self._enter(link)
        await self._resend(link)
        while not self.done:
            message = self._next()
            if message is not None:
                await self._ask(link, message)
            else:
                await self._hear(link)

    async def _enter(self, link: ClientConnection) -> None:
        if not self.game.table.done():
            opening = messages.OpenTable(
                game="power", name="Chaos", key="own secret of the opener", options=OPTIONS
            )
            opened = await self._ask(link, opening)
            assert isinstance(opened, messages.Opened), opened
            self.game.table.set_result(opened.table)
        table = self.game.table.result()
        if self.token:
            entry: ClientMessage = messages.Resume(table=table, token=self.token, after=self.last)
        else:
            key = f"own secret of seat {self.seat}"
            entry = messages.Join(table=table, name=f"Player {self.seat}", key=key, seat=self.seat)
        seated = await self._ask(link, entry)
        assert isinstance(seated, messages.Seated), seated
        assert seated.seat == self.seat
        self.token = seated.token or self.token
        self._stage = ""
        while not self._stage:  # the snapshot follows
            await self._hear(link)

    async def _resend(self, link: ClientConnection) -> None:
        """What was not acknowledged goes out once more, as it was, if its phase is still the one."""
        pending = self._pending
        if pending is not None and pending.phase == self._phase:
            self.resent += 1
            await self._ask(link, pending, again=True)

    def _next(self) -> ClientMessage | None:
        if self.newest > self.last:
            return messages.Sync(after=self.last)
        if self._stage in ("gathering", "between") and self._ready != self._phase:
            self._ready = self._phase
            return messages.Ready(phase=self._phase)
        return self._write() if self._stage == "writing" else None

    def _write(self) -> ClientMessage | None:
        n, seat = self._phase, self.seat
        sealed = self._sealed[seat] > self._unsealed[seat]
        to_waver = wavers(seat, n) and not self._unsealed[seat]
        wanted = drafts(seat, n)[:-1] if to_waver else drafts(seat, n)
        if sealed:
            return Unseal(phase=n) if to_waver else None
        if self._revision < len(wanted):
            return Write(phase=n, sheet=seat, revision=self._revision + 1, lines=wanted[self._revision])
        others = (other for other in ARMIES if other != seat)
        if seat == last_to_seal(n) and any(self._sealed[o] < 1 + wavers(o, n) for o in others):
            return None
        return Seal(phase=n, revisions={seat: self._revision})

    async def _ask(
        self, link: ClientConnection, message: ClientMessage, *, again: bool = False
    ) -> ServerMessage:
        self._ids += 1
        if isinstance(message, Write | Seal | Unseal):
            self._pending = message
        await link.send(encode(replace(message, id=self._ids)))
        while (answer := await self._hear(link)).re != self._ids:
            pass
        if isinstance(answer, Refused) and self.game.server.says_goodbye:
            self._look_elsewhere(answer)
        if self._pending is message:
            self._pending = None
        if isinstance(answer, Refused):
            assert again, (self.seat, message, answer)
            assert answer.code == "phase-closed", (self.seat, message, answer)
        else:
            self._note(message, answer)
        return answer

    def _look_elsewhere(self, refused: Refused) -> None:
        """Leave a server that does not play the table now. What was asked may or may not have happened."""
        if refused.server:
            self.game.server.sent_to(refused.server)
        if refused.server or refused.code == "storage":
            raise Moved(refused.text)

    def _note(self, message: ClientMessage, answer: ServerMessage) -> None:
        match message:
            case Write():
                assert isinstance(answer, Written)
                assert answer.revision == message.revision
                self.acks.append(Ack("write", self.seat, message.phase, message.revision, message.lines))
                self._revision = message.revision
            case Seal():
                revision = message.revisions[self.seat]
                self.acks.append(Ack("seal", self.seat, message.phase, revision))
            case Unseal():
                self.acks.append(Ack("unseal", self.seat, message.phase))

    async def _hear(self, link: ClientConnection) -> ServerMessage:
        async with asyncio.timeout(PATIENCE):
            data = await link.recv()
        assert isinstance(data, bytes)
        message = decode_server(data)
        match message:
            case Told():
                self._take(message, data)
            case Missed():
                for told in message.told:
                    self._take(told, encode(told))
            case Snapshot():
                self._look(message)
        return message

    def _look(self, snapshot: Snapshot) -> None:
        self.newest = max(self.newest, snapshot.seq)
        self._stage = snapshot.stage
        self._phase = snapshot.phase["phase"] if snapshot.phase else 0
        own = snapshot.sheets.get(self.seat)
        self._revision = own.revision if own else 0
        promised = [a.revision for a in self.acks if a.kind == "write" and a.phase == self._phase]
        if self._stage == "writing":
            assert self._revision >= max(promised, default=0), "an acknowledged draft is gone"
        if own and own.revision:
            assert own.lines == drafts(self.seat, self._phase)[own.revision - 1]

    def _take(self, told: Told, data: bytes) -> None:
        known = self.stream.setdefault(told.seq, data)
        assert known == data, f"number {told.seq} of the stream was told in two ways"
        self.newest = max(self.newest, told.seq)
        if told.seq > self.last:
            self._waiting[told.seq] = told
        while self.last + 1 in self._waiting:
            self.last += 1
            self._fold(self._waiting.pop(self.last).event)

    def _fold(self, event: events.TableEvent) -> None:
        match event:
            case events.PhaseOpened():
                assert event.phase == self.read + 1, "a phase was skipped"
                self._phase, self._stage, self._revision = event.phase, "writing", 0
                self._sealed.clear()
                self._unsealed.clear()
            case events.SheetSealed():
                self._sealed[event.seat] += 1
            case events.SheetUnsealed():
                self._unsealed[event.seat] += 1
            case events.PhaseClosed():
                self._stage = "closed"
            case events.SheetsRead():
                assert event.phase == self.read + 1, "a round was read twice or skipped"
                self._stage = "between"
                self.read = event.phase
                self.sheets[event.phase] = event.sheets
                self.views[event.phase] = event.view
                self.game.moved.set()


class Figures(Struct, kw_only=True):
    kills: int = 0
    rounds: int = 0
    facts: int = 0
    acks: int = 0
    lost: int = 0
    duplicated: int = 0
    skipped: int = 0
    retold: int = 0
    """Numbers of the stream that a player heard otherwise than the file has it."""
    wrong: int = 0
    """Sheets read that are not the script's."""
    resent: int = 0
    sessions: int = 0
    seconds: float = 0.0
    slowest_start: float = 0.0

    @property
    def faults(self) -> dict[str, int]:
        names = ("lost", "duplicated", "skipped", "retold", "wrong")
        return {name: count for name in names if (count := getattr(self, name))}


def judge(game: Game, rows: list[Row], kills: int = 0) -> Figures:
    """Every promise against the file."""
    kept = Counter(_promised(rows))
    made = Counter(game.acks)
    phases = [row.fact.phase for row in rows if isinstance(row.fact, facts.PhaseOpened)]
    read = [row.fact.phase for row in rows if isinstance(row.fact, facts.SheetsRead)]
    closed = [row.fact.phase for row in rows if isinstance(row.fact, facts.PhaseClosed)]
    return Figures(
        kills=kills,
        rounds=len(read),
        facts=len(rows),
        acks=made.total(),
        lost=(Counter(set(made)) - kept).total(),
        duplicated=(kept - Counter(set(kept))).total()
        + sum(len(numbers) - len(set(numbers)) for numbers in (phases, read, closed)),
        skipped=sum(numbers != list(range(1, len(numbers) + 1)) for numbers in (phases, read, closed)),
        retold=_retold(game, rows),
        wrong=sum(
            sheets != {seat: orders(seat, n) for seat in ARMIES}
            for player in game.players
            for n, sheets in player.sheets.items()
        ),
        resent=sum(player.resent for player in game.players),
        sessions=sum(player.sessions for player in game.players),
        slowest_start=max(game.server.starts),
    )


def _promised(rows: list[Row]) -> Iterator[Ack]:
    """The facts of a log as the acks they allow; seals are told apart by the revision they closed on."""
    phase = 0
    revisions: dict[Seat, int] = {}
    for row in rows:
        match row.fact:
            case facts.PhaseOpened():
                phase, revisions = row.fact.phase, {}
            case facts.Drafted():
                revisions[row.fact.seat] = row.fact.revision
                yield Ack("write", row.fact.seat, phase, row.fact.revision, row.fact.lines)
            case facts.SheetSealed():
                yield Ack("seal", row.fact.seat, phase, revisions.get(row.fact.seat, 0))
            case facts.SheetUnsealed():
                yield Ack("unseal", row.fact.seat, phase)


def _retold(game: Game, rows: list[Row]) -> int:
    state = fold_facts(game.table.result(), rows)
    found = 0
    for player in game.players:
        for entry in state.stream:
            told = encode(Told(seq=entry.seq, at=entry.at, event=knowledge.told(state, entry, player.seat)))
            found += player.stream.get(entry.seq, told) != told
        found += any(seq > state.seq for seq in player.stream)
    return found


async def undisturbed(folder: Path, rounds: int) -> Game:
    """The same scripts on a server that nobody harms."""
    server = Server(folder)
    await server.start()
    try:
        game = Game(server, goal=rounds)
        async with asyncio.TaskGroup() as group:
            for player in game.players:
                group.create_task(player.play())
    finally:
        await server.kill()
    return game


async def tormented(folder: Path, kills: int, random: Random) -> tuple[Game, Figures]:
    """A game during which the server is killed so many times, at random instants."""
    began = time.monotonic()
    server = Server(folder)
    await server.start()
    try:
        game = Game(server)
        async with asyncio.TaskGroup() as group:
            for player in game.players:
                group.create_task(player.play())
            await _torment(game, server, kills, random)
    finally:
        await server.kill()
    figures = judge(game, server.rows(game.table.result()), kills)
    figures.seconds = time.monotonic() - began
    return game, figures


async def _torment(game: Game, server: Server, kills: int, random: Random) -> None:
    for _ in range(kills):
        # Now and then again at once, while the players are still finding their way back.
        await game.reach(game.rounds + random.choice((0, 1, 1, 2, 3)))
        await asyncio.sleep(random.uniform(0.0, 0.08))
        await server.kill()
        await server.start()
    game.goal = game.rounds + 3


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    print(f"{kills} kills, seed {seed} (again: python -m tests.kit.chaos {kills} {seed})", flush=True)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as calm:
        game, figures = asyncio.run(tormented(Path(folder), kills, Random(seed)))
        quiet = asyncio.run(undisturbed(Path(calm), figures.rounds))
        errors = game.server.errors()
    same = all(a.views == b.views for a, b in zip(game.players, quiet.players, strict=True))
    for name in figures.__struct_fields__:
        value = getattr(figures, name)
        print(f"{name:14} {value:.2f}" if isinstance(value, float) else f"{name:14} {value}")
    print(f"every position as in the undisturbed game: {'yes' if same else 'NO'}")
    print(f"errors in the server's log: {len(errors)}")
    return 0 if same and not figures.faults and not errors and figures.rounds >= kills else 1


if __name__ == "__main__":
    sys.exit(main())
