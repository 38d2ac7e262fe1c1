"""What each command of `qg` does, from the first word to the last."""

import argparse
import asyncio
import contextlib
import getpass
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

from client import plain
from client.address import PORT, Address, read_address
from client.choosing import LOOKER, OFFICE, PLAYER, Chosen, choose, read_duration
from client.console import Console, ask_line
from client.errors import ClientError, Ended, Refusal
from client.finder import LOOPBACK, find_tables, own_addresses
from client.limits import whole
from client.local import export_record, own_server
from client.look import Look
from client.memory import Memory, Place
from client.records import read_file, read_record
from client.session import Session
from client.show import run_show
from client.state import GATHERING, OVER, REFEREE, ClientState
from client.words import say, words
from protocol.messages import OptionValue

SMALL = (40, 10)
SOLO_PLAYERS = 4
SHOW_SECONDS = 20.0
"""A game of bots calls its last round when it has lasted so long, by P-END-2."""
MOST_TRIES = 3
PASSWORD_CODES = ("password-needed", "wrong-password")


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
        self.sessions: list[Session] = []
        self.look = Look(self.language, args.ascii or narrow, palette, args.mouse, args.bell)

    def text(self, code: str, /, **args: str | int) -> str:
        return say(self.language, code, **args)

    def say(self, code: str, /, **args: str | int) -> None:
        self.console.print(self.text(code, **args))

    @property
    def name(self) -> str:
        return self.args.name or self.memory.kept.name or _login()

    async def ask_name(self) -> None:
        """Once, if there is somebody to ask; the one under which we have sat down is remembered."""
        if self.args.name or self.memory.kept.name or not self.is_terminal:
            return
        self.say("cli.your-name", name=_login())
        self.args.name = (await ask_line() or "").strip() or _login()

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
        self.sessions.append(session)
        async with session:
            yield session

    def give_up(self, command: str) -> None:
        """Our own server is dead and stays so: the table is kept, and that command opens it again."""
        for session in self.sessions:
            session.give_up(self.text("error.own-server-died", command=command))

    def check_level(self, session: Session) -> None:
        games = session.welcome.games if session.welcome else {}
        levels = games.get(self.args.game, ())
        if self.args.level and levels and self.args.level not in levels:
            game, known = self.args.game.upper(), ", ".join(levels)
            raise ClientError(
                self.text("error.no-level", level=self.args.level[:20], game=game, levels=known)
            )

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

        status = await app.run_player(session, self.look)
        if session.ended:
            raise Ended(session.ended)
        return status

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
        async with own_server(self.language, lost=lambda: self.give_up("qg solo")) as address:
            async with self.at(address) as session:
                if await self._go_on(session):
                    return await self._play_solo(session)
            async with self.at(address) as session:
                self.check_level(session)
                options: dict[str, OptionValue] = {"interlude": None, **self.options}
                called = self.text("cli.solo-name", name=self.name)
                opened = await session.open_table(self.args.game, called, options)
                await session.join(opened.table, self.name, self.args.seat.upper())
                return await self._play_solo(session)

    async def _go_on(self, session: Session) -> bool:
        """With the unfinished game, unless another one is asked for."""
        args = self.args
        table = self.memory.kept.solo.get(args.game, "")
        held = self.memory.place(table)
        asked = (args.seconds, args.limit, args.level, args.seat, args.players != SOLO_PLAYERS)
        if held is None or args.new or any(asked):
            return False
        try:
            await session.resume(table, held.token)
        except Refusal:  # that database is gone
            return False
        if session.state.stage == OVER:
            return False
        going_on = self.text("cli.solo-on", count=len(session.state.rounds))
        if self.plain:
            self.console.print(going_on)
        else:
            session.tell(going_on)
        return True

    async def _play_solo(self, session: Session) -> int:
        self._keep_name()
        await self._invite(session, len(session.state.free))
        await session.until(lambda state: state.view is not None)
        self.memory.keep_solo(session.state.game, session.state.table)
        session.parting = self.text("cli.leave-solo")
        status = await self.show(session)
        if session.state.stage == OVER:
            self.memory.keep_solo(session.state.game, "")
        else:
            game = "" if session.state.game == "power" else f" --game {session.state.game}"
            self.say("cli.solo-again", command=f"qg solo{game}")
        return status

    def _keep_name(self) -> None:
        """Seated under it, so it is a name that can be had again."""
        if self.args.name:
            self.memory.keep(name=self.args.name)

    async def _show_bots(self) -> int:
        own: dict[str, OptionValue] = {"seconds": None, "limit": SHOW_SECONDS, "interlude": None}
        async with own_server(self.language) as address, self.at(address) as session:
            self.check_level(session)
            await run_show(
                session,
                self.args.game,
                {**own, **self.options},
                self.args.level,
                self.look,
                rounds=self.args.rounds,
                console=self.console,
            )
        return 0

    async def _invite(self, session: Session, count: int) -> None:
        for seat in session.state.free[:count]:
            await session.invite(seat, self.args.level or session.usual_level)

    async def host(self) -> int:
        self.check_screen()
        self._check_bots()
        await self.ask_name()
        async with AsyncExitStack() as stack:
            if self.args.server:
                address, _ = read_address(self.args.server, self.language)
            else:
                port = PORT if self.args.port is None else self.args.port
                house = own_server(
                    self.language,
                    public=True,
                    port=port,
                    tls=self.args.tls,
                    lost=lambda: self.give_up(self._host_command(session)),
                )
                address = await stack.enter_async_context(house)
            session = await stack.enter_async_context(self.at(address))
            return await self._host_at(session)

    def _host_command(self, session: Session) -> str:
        """What opens this table again, as it was opened."""
        port = session.address.port
        words = ["qg host", session.state.table, f"--port {port}" if port != PORT else ""]
        return " ".join(filter(None, [*words, "--tls" if self.args.tls else ""]))

    async def _host_at(self, session: Session) -> int:
        self.check_level(session)
        again = (self.args.target or "").upper()
        is_new = not (self.memory.place(again) or self.memory.referee_key(again))
        if self.memory.place(again):
            await self._sit_down(session, again)
        elif self.memory.referee_key(again):
            await self._take_office(session, again)
        else:
            await self._open_table(session)
        await self._invite(session, self.args.bots or 0)
        self._tell_how_to_join(session)
        is_referee = session.state.role == REFEREE
        if is_new and is_referee and not self.plain:
            self.say("cli.press-enter")  # the key has to be read before the screen covers it
            await ask_line()
        if self.args.server:
            status = await (self.show_office([session]) if is_referee else self.show(session))
            self._tell_way_back(session, "qg referee" if is_referee else "qg join")
            return status
        command = self._host_command(session)
        session.parting, session.hosting = self.text("cli.leave-host", command=command), True
        status = await (self.show_office([session]) if is_referee else self.show(session))
        if session.state.stage != OVER:
            self.say("cli.host-again", command=command)
        return status

    def _tell_way_back(self, session: Session, command: str) -> None:
        state = session.state
        if (state.seat or state.role == REFEREE) and state.stage != OVER:
            self.say("cli.join-again", command=f"{command} {session.address.typed}/{state.table}")

    async def _open_table(self, session: Session) -> None:
        args = self.args
        called = args.target or self.text("cli.table-name", name=self.name)
        opened = await session.open_table(
            args.game, called, self.options, password=args.password, tournament=args.tournament
        )
        if not args.tournament:
            await session.join(opened.table, self.name, args.seat.upper(), args.password)
            self._keep_name()
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
        hosts = (own_addresses() if is_here else [address.host])[:3]
        ways = [f"qg join {state.table}"] if is_here else []
        ways += [f"qg join {Address(host, address.port, address.tls).typed}/{state.table}" for host in hosts]
        opened = self.text("cli.hosted", name=state.table_name, table=state.table)
        alternative = f"\n{self.text('cli.or')}\n"
        self.console.print(opened, *alternative.join(f"  {way}" for way in ways).split("\n"))
        if not self.plain:  # the screen will cover what was printed
            between = f" {self.text('cli.or')} "
            session.tell(f"{opened} {between.join(ways[:2])}")

    async def join(self) -> int:
        self.check_screen()
        chosen = await self._choose(self.args.target)
        async with self.at(chosen.address) as session:
            table = await chosen.settle(session, self.language, self._pick)
            await self.ask_name()
            await self._sit_down(session, table)
            self._keep_name()
            self.memory.keep(server=session.address.typed)
            status = await self.show(session)
            self._tell_way_back(session, "qg join")
            return status

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
        seat = self.args.seat.upper()
        await self._with_password(
            session, table, lambda password: session.join(table, self.name, seat, password)
        )
        return None

    async def _with_password(
        self, session: Session, table: str, enter: Callable[[str], Awaitable[object]]
    ) -> None:
        """Asked for before the door, if there is one and somebody to ask; a wrong one can be mended."""
        args = self.args
        if not args.password and self.is_terminal:
            lines = await session.tables()
            if any(line.password for line in lines if line.id.casefold() == table.casefold()):
                args.password = await self._ask_password()
        for tried in range(1, MOST_TRIES + 1):
            try:
                await enter(args.password)
                return
            except Refusal as refusal:
                if refusal.code not in PASSWORD_CODES or not self.is_terminal or tried == MOST_TRIES:
                    raise
                session.dismiss()
                if args.password:
                    self.console.print(str(refusal))
                args.password = await self._ask_password()

    async def _ask_password(self) -> str:
        self.say("cli.ask-password")
        return await ask_line(hidden=True) or ""

    async def _look_on(self, session: Session, table: str) -> None:
        await self._with_password(session, table, lambda password: session.watch(table, password))

    async def watch(self) -> int:
        self.check_screen()
        chosen = await self._choose(self.args.target, LOOKER)
        async with self.at(chosen.address) as session:
            table = await chosen.settle(session, self.language, self._pick, LOOKER)
            await self._look_on(session, table)
            self.memory.keep(server=session.address.typed)
            return await self.show(session)

    async def referee(self) -> int:
        self.check_screen()
        sessions: list[Session] = []
        async with AsyncExitStack() as stack:
            for target in self.args.target or [None]:
                chosen = await self._choose(target, OFFICE)
                session = await stack.enter_async_context(self.at(chosen.address))
                table = await chosen.settle(session, self.language, self._pick, OFFICE)
                await self._take_office(session, table)
                sessions.append(session)
            return await self.show_office(sessions)

    async def _take_office(self, session: Session, table: str) -> None:
        key = self.args.token or os.environ.get("QG_TOKEN", "") or self.memory.referee_key(table)
        if not key:
            raise ClientError(self.text("error.no-key", table=table))
        await session.officiate(table, key)
        self.memory.keep_place(session.state.table, Place(session.address.typed, key))
        self.memory.keep(server=session.address.typed)

    async def _choose(self, target: str | None, who: str = PLAYER) -> Chosen:
        return await choose(target or "", self.args.server, self.memory, self.language, self._pick, who)

    async def _pick(self, names: list[str]) -> int | None:
        """Let the person choose; None where there is nobody to ask."""
        if not self.is_terminal:
            return None
        while True:
            for number, name in enumerate(names, start=1):
                self.console.print(f"  {number}. {name}")
            self.say("cli.pick", most=len(names))
            line = await ask_line()
            if line is None:
                return None
            typed = line.strip()
            wanted = whole(typed)
            if wanted is not None and 1 <= wanted <= len(names):
                return wanted - 1
            self.say("cli.pick-again", typed=typed[:20], most=len(names))

    async def hotseat(self) -> int:
        self.check_screen()
        self._check_bots()
        options: dict[str, OptionValue] = {"seconds": None, "limit": None, "interlude": None, **self.options}
        people = self.args.players - (self.args.bots or 0)
        names = [name.strip() for name in self.args.name.split(",") if name.strip()][:people]
        names += [self.text("cli.player", number=n + 1) for n in range(len(names), people)]
        async with AsyncExitStack() as stack:
            house = own_server(self.language, lost=lambda: self.give_up("qg hotseat"))
            address = await stack.enter_async_context(house)
            sessions = [await stack.enter_async_context(self.at(address)) for _ in names]
            called = self.text("cli.table-name", name=names[0])
            self.check_level(sessions[0])
            opened = await sessions[0].open_table(self.args.game, called, options)
            for session, name in zip(sessions, names, strict=True):
                await session.join(opened.table, name)
            bots = self.args.bots or 0
            await sessions[0].until(lambda state: len(state.free) <= bots)  # has seen the others sit down
            await self._invite(sessions[0], bots)
            for session in sessions:
                session.parting = self.text("cli.leave-hotseat")
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
        chosen = await self._choose(target, LOOKER)
        async with self.at(chosen.address) as session:
            await self._look_on(session, chosen.table)
            return session.state
