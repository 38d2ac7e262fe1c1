"""One run of `qg`: what was asked for, what is remembered, where it is shown; and how to come to a table."""

import argparse
import contextlib
import getpass
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable

from client.errors import ClientError, Ended, Refusal
from client.launch.finder import LOOPBACK
from client.launch.pick_table import PLAYER, Chosen, choose
from client.launch.saved import Memory, Place
from client.link.address import Address
from client.link.limits import whole
from client.link.session import Session
from client.look import Look
from client.plain import run as plain
from client.plain.console import Console, ask_line
from client.words import say
from protocol.vocabulary import OVER, REFEREE

SMALL = (40, 10)
MOST_TRIES = 3
PASSWORD_CODES = ("password-needed", "wrong-password")


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return "QG"


def _screen_size() -> tuple[int, int]:
    """Of the terminal itself: COLUMNS and LINES may be those of another one, and the screen ignores them."""
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return columns or 80, rows or 24  # a serial line does not know its size


class Launch:
    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.language: str = args.language
        self.memory = Memory()
        self.console = Console()
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        """Somebody sits there, who can be asked."""
        self.plain: bool = args.plain or not self.is_terminal or os.environ.get("TERM") == "dumb"
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

    @contextlib.asynccontextmanager
    async def at(self, address: Address) -> AsyncIterator[Session]:
        session = Session(address, language=self.language, pins=self.memory)

        def keep(table: str, seat: str, token: str) -> None:
            self.memory.keep_place(table, Place(session.address.typed, token, seat))

        session.on_token = keep
        self.sessions.append(session)
        known = self.memory.pinned(address.name)
        async with session:
            self._tell_certificate(session, known)
            yield session

    def _tell_certificate(self, session: Session, known: str) -> None:
        """One met for the first time can be compared with what its host reads."""
        shown = self.memory.pinned(session.address.name)
        if session.address.tls and shown != known and session.address.host != LOOPBACK:
            self.say("cli.met", address=session.address.name, fingerprint=shown)

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
            columns, rows = _screen_size()
            if columns <= SMALL[0] or rows <= SMALL[1]:
                raise ClientError(self.text("error.small", columns=columns, rows=rows))

    async def show(self, session: Session) -> int:
        """To the player, until they have had enough."""
        if self.plain:
            return await plain.run_player(session, self.look, self.console)
        from client.screens import app

        status = await app.run_player(session, self.look)
        if session.ended:
            raise Ended(session.ended)
        return status

    async def show_referee(self, sessions: list[Session]) -> int:
        if self.plain:
            return await plain.run_referee(sessions, self.look, self.console)
        from client.screens import app

        status = await app.run_referee(sessions, self.look)
        if all(session.ended for session in sessions):
            raise Ended(sessions[0].ended)
        return status

    def _keep_name(self) -> None:
        """Seated under it, so it is a name that can be had again."""
        if self.args.name:
            self.memory.keep(name=self.args.name)

    async def _invite(self, session: Session, count: int) -> None:
        for seat in session.state.free[:count]:
            await session.invite(seat, self.args.level or session.usual_level)

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

    async def _take_referee_place(self, session: Session, table: str) -> None:
        key = self.args.token or os.environ.get("QG_TOKEN", "") or self.memory.referee_key(table)
        if not key:
            lines = {line.id: line for line in await session.tables()}
            is_other = table in lines and not lines[table].tournament
            raise ClientError(
                self.text("error.not-a-tournament" if is_other else "error.no-key", table=table)
            )
        await session.referee(table, key)
        self.memory.keep_place(session.state.table, Place(session.address.typed, key))
        self.memory.keep(server=session.address.typed)

    def _tell_way_back(self, session: Session, command: str) -> None:
        state = session.state
        if (state.seat or state.role == REFEREE) and state.stage != OVER:
            self.say("cli.join-again", command=f"{command} {session.address.typed}/{state.table}")
