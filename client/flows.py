"""What each command of `qg` does, from the first word to the last."""

import argparse
import asyncio
import contextlib
import getpass
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from client import plain
from client.address import Address, read_address
from client.choosing import Chosen, choose, read_duration
from client.console import Console
from client.errors import ClientError, Refusal
from client.finder import LOOPBACK, find_tables, own_addresses
from client.local import export_record, own_server
from client.look import Look
from client.memory import Memory, Place
from client.records import read_file, read_record
from client.session import Session
from client.show import run_show
from client.state import GATHERING, REFEREE, ClientState
from client.words import say, words
from protocol.messages import OptionValue

SMALL = (40, 10)
GAME = "power"
SHOW_SECONDS = 20.0
"""A game of bots calls its last round when it has lasted so long, by P-END-2."""


async def run(args: argparse.Namespace) -> int:
    """The exit status."""
    _leave_when_told()
    evening = Evening(args)
    return await {
        "": evening.look_round,
        "solo": evening.solo,
        "host": evening.host,
        "join": evening.join,
        "hotseat": evening.hotseat,
        "referee": evening.referee,
        "watch": evening.watch,
        "replay": evening.replay,
    }[args.command]()


def _leave_when_told() -> None:
    """A closed window or a polite kill ends the program in order: our own server must not outlive us."""
    task = asyncio.current_task()
    assert task
    for name in ("SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError):  # Windows has neither
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # an account without a name
        return "QG"


class Evening:
    """One run of the program: what was asked for, what is remembered, where it is shown."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.language: str = args.language
        self.memory = Memory()
        self.console = Console()
        is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.is_terminal = is_terminal
        self.plain: bool = args.plain or not is_terminal
        narrow = "utf" not in (sys.stdout.encoding or "").lower()
        palette = args.palette or ("mono" if os.environ.get("NO_COLOR") else "okabe")
        self.look = Look(self.language, args.ascii or narrow, palette, args.mouse, args.bell)

    def text(self, code: str, /, **args: str | int) -> str:
        return say(self.language, code, **args)

    def say(self, code: str, /, **args: str | int) -> None:
        self.console.print(self.text(code, **args))

    @property
    def name(self) -> str:
        if self.args.name:
            self.memory.keep(name=self.args.name)
        return self.memory.kept.name or _login()

    async def ask_name(self) -> None:
        """Once, if there is somebody to ask; from then on it is remembered."""
        if self.args.name or self.memory.kept.name or not self.is_terminal:
            return
        self.say("cli.your-name", name=_login())
        typed = await asyncio.to_thread(sys.stdin.readline)
        self.memory.keep(name=typed.strip() or _login())

    @property
    def options(self) -> dict[str, OptionValue]:
        """What the table is to be like; what is left out is the game's own."""
        wanted: dict[str, OptionValue] = {"players": self.args.players}
        for name in ("seconds", "limit"):
            if given := getattr(self.args, name):
                wanted[name] = read_duration(given, self.language)
        return wanted

    @contextlib.asynccontextmanager
    async def at(self, address: Address) -> AsyncIterator[Session]:
        session = Session(address, language=self.language, pins=self.memory)

        def keep(table: str, seat: str, token: str) -> None:
            self.memory.keep_place(table, Place(session.address.typed, token, seat))

        session.on_token = keep
        async with session:
            yield session

    def check_screen(self) -> None:
        if not self.plain:
            columns, rows = shutil.get_terminal_size()
            if columns <= SMALL[0] or rows <= SMALL[1]:
                raise ClientError(self.text("error.small", columns=columns, rows=rows))

    async def show(self, session: Session) -> int:
        """To the player, until they have had enough."""
        if self.plain:
            return await plain.run_player(session, self.look, self.console)
        from client import app

        return await app.run_player(session, self.look)

    async def show_office(self, sessions: list[Session]) -> int:
        if self.plain:
            return await plain.run_referee(sessions, self.look, self.console)
        from client import app

        return await app.run_referee(sessions, self.look)

    async def look_round(self) -> int:
        """`qg` alone."""
        known = (read_address(self.memory.kept.server)[0],) if self.memory.kept.server else ()
        found = await find_tables(self.language, self.memory, known)
        self.say("cli.tables" if found else "cli.none")
        for table in found:
            line = table.line
            stage = words(self.language).word("stage", line.stage)
            self.say(
                "cli.table-free" if line.free and line.stage == GATHERING else "cli.table",
                name=line.name,
                table=line.id,
                address=table.address.typed,
                game=line.game.upper(),
                stage=stage,
                free=", ".join(line.free),
            )
            if line.password:
                self.say("cli.password")
            if self.memory.place(line.id):
                self.say("cli.yours", table=line.id)
        for code in ("what", "do-solo", "do-host", "do-join", "do-watch", "do-hotseat"):
            self.say(f"cli.{code}")
        for code in ("do-referee", "do-replay", "do-help"):
            self.say(f"cli.{code}")
        return 0

    async def solo(self) -> int:
        if not self.is_terminal and not self.args.plain:
            return await self._show_bots()
        self.check_screen()
        async with own_server(self.language) as address, self.at(address) as session:
            options: dict[str, OptionValue] = {"interlude": None, **self.options}
            called = self.text("cli.solo-name", name=self.name)
            opened = await session.open_table(GAME, called, options)
            await session.join(opened.table, self.name, self.args.seat.upper())
            await self._invite(session, len(session.state.free))
            await session.until(lambda state: state.view is not None)
            return await self.show(session)

    async def _show_bots(self) -> int:
        own: dict[str, OptionValue] = {"seconds": None, "limit": SHOW_SECONDS, "interlude": None}
        async with own_server(self.language) as address, self.at(address) as session:
            await run_show(
                session,
                {**own, **self.options},
                self.args.level,
                self.look,
                rounds=self.args.rounds,
                console=self.console,
            )
        return 0

    async def _invite(self, session: Session, count: int) -> None:
        for seat in session.state.free[:count]:
            await session.invite(seat, self.args.level)

    async def host(self) -> int:
        self.check_screen()
        self._check_bots()
        await self.ask_name()
        async with AsyncExitStack() as stack:
            if self.args.server:
                address, _ = read_address(self.args.server, self.language)
            else:
                port = 7878 if self.args.port is None else self.args.port
                house = own_server(self.language, public=True, port=port, tls=self.args.tls)
                address = await stack.enter_async_context(house)
            session = await stack.enter_async_context(self.at(address))
            return await self._host_at(session)

    async def _host_at(self, session: Session) -> int:
        again = (self.args.target or "").upper()
        if self.memory.place(again):
            await self._sit_down(session, again)
        elif self.memory.referee_key(again):
            await self._take_office(session, again)
        else:
            await self._open_table(session)
        await self._invite(session, self.args.bots or 0)
        self._tell_how_to_join(session)
        is_referee = session.state.role == REFEREE
        status = await (self.show_office([session]) if is_referee else self.show(session))
        self.say("cli.host-again", table=session.state.table)
        return status

    async def _open_table(self, session: Session) -> None:
        args = self.args
        called = args.target or self.text("cli.table-name", name=self.name)
        opened = await session.open_table(
            GAME, called, self.options, password=args.password, tournament=args.tournament
        )
        if not args.tournament:
            await session.join(opened.table, self.name, args.seat.upper(), args.password)
            return
        self.memory.keep_place(opened.table, Place(session.address.typed, opened.referee_key))
        await session.officiate(opened.table, opened.referee_key)
        self.say("cli.hosted-key", key=opened.referee_key)

    def _check_bots(self) -> None:
        bots, players = self.args.bots or 0, self.args.players
        if not 0 <= bots <= players - (0 if self.args.tournament else 1):
            raise ClientError(self.text("error.too-many-bots", players=players, bots=bots))

    def _tell_how_to_join(self, session: Session) -> None:
        state, address = session.state, session.address
        is_here = address.host == LOOPBACK
        lines = [self.text("cli.hosted", name=state.table_name, table=state.table)]
        if is_here:
            lines.append(self.text("cli.hosted-here", table=state.table))
        for host in (own_addresses() if is_here else [address.host])[:3]:
            where = Address(host, address.port, address.tls).typed
            lines.append(self.text("cli.hosted-join", address=where, table=state.table))
        self.console.print(*lines)
        if not self.plain:  # the screen will cover what was printed
            session.tell(" ".join(line.strip() for line in lines[:3]))

    async def join(self) -> int:
        self.check_screen()
        chosen = await self._choose(self.args.target)
        async with self.at(chosen.address) as session:
            table = await chosen.settle(session, self.language, self._pick)
            await self.ask_name()
            await self._sit_down(session, table)
            self.memory.keep(server=session.address.typed)
            return await self.show(session)

    async def _sit_down(self, session: Session, table: str) -> None:
        """Back to the seat one has, or to a new one."""
        given = self.args.token or os.environ.get("QG_TOKEN", "")
        held = self.memory.place(table)
        if given or held:
            try:
                seated = await session.resume(table, given or (held.token if held else ""))
                place = Place(session.address.typed, session.token, seated.seat)
                return self.memory.keep_place(seated.table, place)
            except Refusal as refusal:
                if given or refusal.code != "wrong-token":
                    raise
                self.memory.forget_place(table)
                session.dismiss()
        await self._with_password(session, table)
        return None

    async def _with_password(self, session: Session, table: str) -> None:
        args = self.args
        try:
            await session.join(table, self.name, args.seat.upper(), args.password)
        except Refusal as refusal:
            if refusal.code != "wrong-password" or args.password or not self.is_terminal:
                raise
            args.password = await asyncio.to_thread(getpass.getpass, f"{refusal}: ")
            session.dismiss()
            await session.join(table, self.name, args.seat.upper(), args.password)

    async def watch(self) -> int:
        self.check_screen()
        chosen = await self._choose(self.args.target)
        async with self.at(chosen.address) as session:
            table = await chosen.settle(session, self.language, self._pick)
            await session.watch(table, self.args.password)
            self.memory.keep(server=session.address.typed)
            return await self.show(session)

    async def referee(self) -> int:
        self.check_screen()
        sessions: list[Session] = []
        async with AsyncExitStack() as stack:
            for target in self.args.target or [None]:
                chosen = await self._choose(target)
                session = await stack.enter_async_context(self.at(chosen.address))
                table = await chosen.settle(session, self.language, self._pick)
                await self._take_office(session, table)
                sessions.append(session)
            return await self.show_office(sessions)

    async def _take_office(self, session: Session, table: str) -> None:
        key = self.args.token or os.environ.get("QG_TOKEN", "") or self.memory.referee_key(table)
        if not key:
            raise ClientError(self.text("error.no-key"))
        await session.officiate(table, key)
        self.memory.keep_place(session.state.table, Place(session.address.typed, key))
        self.memory.keep(server=session.address.typed)

    async def _choose(self, target: str | None) -> Chosen:
        return await choose(target or "", self.args.server, self.memory, self.language, self._pick)

    async def _pick(self, names: list[str]) -> int | None:
        """Let the person choose; None where there is nobody to ask."""
        if not self.is_terminal:
            return None
        self.say("cli.pick")
        for number, name in enumerate(names, start=1):
            self.console.print(f"  {number}. {name}")
        while True:
            line = await asyncio.to_thread(sys.stdin.readline)
            if not line:
                return None
            if line.strip().isdigit() and 1 <= int(line) <= len(names):
                return int(line) - 1
            self.say("cli.pick")

    async def hotseat(self) -> int:
        self.check_screen()
        self._check_bots()
        options: dict[str, OptionValue] = {"seconds": None, "limit": None, "interlude": None, **self.options}
        people = self.args.players - (self.args.bots or 0)
        names = [name.strip() for name in self.args.name.split(",") if name.strip()][:people]
        names += [self.text("cli.player", number=n + 1) for n in range(len(names), people)]
        async with AsyncExitStack() as stack:
            address = await stack.enter_async_context(own_server(self.language))
            sessions = [await stack.enter_async_context(self.at(address)) for _ in names]
            called = self.text("cli.table-name", name=names[0])
            opened = await sessions[0].open_table(GAME, called, options)
            for session, name in zip(sessions, names, strict=True):
                await session.join(opened.table, name)
            await self._invite(sessions[0], self.args.bots or 0)
            return await self._show_hotseat(sessions)

    async def _show_hotseat(self, sessions: list[Session]) -> int:
        if self.plain:
            return await plain.run_hotseat(sessions, self.look, self.console)
        from client import app

        return await app.run_hotseat(sessions, self.look)

    async def replay(self) -> int:
        self.check_screen()
        content = read_file(self.args.target, self.language) or await export_record(self.args.target)
        if content is not None:
            state = read_record(content, self.args.target, self.language)
        else:
            state = await self._watched(self.args.target)
        if self.plain:
            return await plain.run_replay(state, self.look, self.console)
        from client import app

        return await app.run_replay(state, self.look)

    async def _watched(self, target: str) -> ClientState:
        """From a server that has it: all of it, as one who had watched from the start."""
        chosen = await self._choose(target)
        async with self.at(chosen.address) as session:
            await session.watch(chosen.table, self.args.password)
            return session.state
