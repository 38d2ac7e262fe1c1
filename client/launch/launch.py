"""One run of `qg`: its arguments, what is saved, where the game is shown, and how to enter a table."""

import argparse
import contextlib
import getpass
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

from client.errors import ClientError, Ended, Refusal
from client.launch.pick_table import ChosenTable
from client.launch.saved import Memory, Place, file_of_program
from client.launch.seen_games import keep_seen_games
from client.link.address import Address
from client.link.limits import whole_number
from client.link.session import Session
from client.link.way_in import LOOPBACK
from client.look import Look
from client.plain import run as plain
from client.plain.console import Console, ask_line
from client.play.lessons import Tutor
from client.words import say
from protocol.vocabulary import OVER, REFEREE

TOO_SMALL = (40, 10)
"""A terminal with so few columns or rows cannot show a board."""
MOST_PASSWORDS = 3
PASSWORD_CODES = ("password-needed", "wrong-password")


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return "QG"


def _screen_size() -> tuple[int, int]:
    """Of the terminal itself: COLUMNS and LINES may be those of another one, and the screen ignores them."""
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return columns or 80, rows or 24  # a serial line does not know its size


class Launch:
    """What all commands share."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.language: str = args.language
        self.memory = Memory()
        narrow = "utf" not in (sys.stdout.encoding or "").lower()
        self.console = Console(is_ascii=args.ascii or narrow)
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        """Whether there is a person at a terminal who can be asked."""
        self.plain: bool = args.plain or not self.is_terminal or os.environ.get("TERM") == "dumb"
        palette = args.palette or ("mono" if os.environ.get("NO_COLOR") else "okabe")
        self.sessions: list[Session] = []
        self.is_program: bool = args.command == "bot"
        """Whether a program plays, and not the person who starts it."""
        self.seats = Memory(file_of_program(self.name)) if self.is_program else self.memory
        """Remembers the seats. Those of a program are not those of its owner."""
        self.look = Look(self.language, args.ascii or narrow, palette, args.mouse, args.bell)

    def text(self, code: str, /, **args: str | int) -> str:
        return say(self.language, code, **args)

    def say(self, code: str, /, **args: str | int) -> None:
        self.console.print(self.text(code, **args))

    @property
    def name(self) -> str:
        if self.args.name:
            return str(self.args.name)
        own = self.memory.kept.name or _login_name()
        return self.text("cli.program-of", name=own) if self.is_program else own

    async def ask_name(self) -> None:
        """Ask the person for a name, unless one was given or is remembered, or nobody can be asked."""
        if self.args.name or self.memory.kept.name or not self.is_terminal or self.is_program:
            return
        self.say("cli.your-name", name=_login_name())
        self.args.name = (await ask_line() or "").strip() or _login_name()

    async def ask_name_of(self, number: int, others: list[str]) -> str:
        """The name of one of several players at this terminal; none of the others has it."""
        called = self.text("cli.player", number=number)
        while self.is_terminal:
            self.say("cli.name-of", number=number, name=called)
            typed = (await ask_line() or "").strip() or called
            if typed.casefold() not in map(str.casefold, others):
                return typed
            self.say("cli.name-is-given", name=typed)
        return called

    @contextlib.asynccontextmanager
    async def connect(self, address: Address) -> AsyncIterator[Session]:
        """A session that remembers the seats it is given, and is closed at the end of the block."""
        others = self.memory.kept.servers.get(address.typed, ())
        session = Session(address, language=self.language, pins=self.memory, others=others)

        def keep(table: str, seat: str, token: str) -> None:
            self.seats.keep_place(table, Place(session.address.typed, token, seat))

        session.on_token = keep
        # The head that is kept is the one behind the last event that was told.
        session.heard = {table: place.heard - 1 for table, place in self.memory.kept.places.items()}
        if not self.is_program:  # its owner may play at the same table, and must not be shown its secrets
            session.on_message = keep_seen_games()
        session.listen(lambda: self.seats.keep_head(session.state.table, *session.state.head))
        self.sessions.append(session)
        known = self.memory.pinned(address.name)
        async with session:
            self.memory.keep_servers(session.address.typed, session.servers.told)
            self._say_certificate(session, known)
            yield session
            self.memory.keep_servers(session.address.typed, session.servers.told)

    def _say_certificate(self, session: Session, known: str) -> None:
        """The fingerprint of a certificate seen for the first time can be compared with the host's."""
        shown = self.memory.pinned(session.address.name)
        if session.address.tls and shown != known and session.address.host != LOOPBACK:
            self.say("cli.met", address=session.address.name, fingerprint=shown)

    def end_without_server(self, command: str) -> None:
        """Our own server is dead and cannot be restarted; that command opens the stored table again."""
        for session in self.sessions:
            session.give_up(self.text("error.own-server-died", command=command))

    def check_terminal_size(self) -> None:
        if not self.plain:
            columns, rows = _screen_size()
            if columns <= TOO_SMALL[0] or rows <= TOO_SMALL[1]:
                raise ClientError(self.text("error.small", columns=columns, rows=rows))

    async def show(self, session: Session, tutor: Tutor | None = None) -> int:
        """Show the table to a player or a watcher until they leave. `tutor` leads through a lesson."""
        game = session.state.game
        is_new = bool(session.state.seat) and tutor is None and game not in self.memory.kept.greeted
        if self.plain:
            if is_new:
                self.memory.keep_greeted(game)
            return await plain.run_player(
                session, self.look, self.console, tutor=tutor, is_new=is_new and self.is_terminal
            )
        from client.screens import app

        greeted = partial(self.memory.keep_greeted, game) if is_new else None
        status = await app.run_player(session, self.look, tutor=tutor, greeted=greeted)
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

    def _remember_name(self) -> None:
        """The player has taken a seat under this name, so the server accepts it."""
        if self.args.name:
            self.memory.keep(name=self.args.name)

    async def _invite(self, session: Session, count: int) -> None:
        for seat in session.state.free[:count]:
            await session.invite(seat, self.args.level or session.default_level)

    async def _ask_which(self, names: list[str]) -> int | None:
        """Let the person choose one of these; None where there is nobody to ask."""
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
            wanted = whole_number(typed)
            if wanted is not None and 1 <= wanted <= len(names):
                return wanted - 1
            self.say("cli.pick-again", typed=typed[:20], most=len(names))

    async def _enter_with_password(
        self, session: Session, chosen: ChosenTable, enter: Callable[[str], Awaitable[object]]
    ) -> None:
        """A person is asked for the password if the table has one, and again if it was wrong."""
        args = self.args
        if not args.password and self.is_terminal and chosen.line and chosen.line.password:
            args.password = await self._ask_password()
        for tried in range(1, MOST_PASSWORDS + 1):
            try:
                await enter(args.password)
                return
            except Refusal as refusal:
                if refusal.code not in PASSWORD_CODES or not self.is_terminal or tried == MOST_PASSWORDS:
                    raise
                session.dismiss()
                if args.password:
                    self.console.print(str(refusal))
                args.password = await self._ask_password()

    async def _ask_password(self) -> str:
        self.say("cli.ask-password")
        return await ask_line(hidden=True) or ""

    async def _watch_table(self, session: Session, chosen: ChosenTable) -> None:
        await self._enter_with_password(
            session, chosen, lambda password: session.watch(chosen.table, password)
        )

    async def _take_seat(self, session: Session, chosen: ChosenTable) -> None:
        """Come back to the seat that the player holds, or take a new one."""
        if await self._resume_seat(session, chosen.table):
            return
        await self.ask_name()
        seat = self.args.seat.upper()
        await self._enter_with_password(
            session, chosen, lambda password: session.join(chosen.table, self.name, seat, password)
        )

    async def _resume_seat(self, session: Session, table: str) -> bool:
        """Come back with the token that was given, or else with the one that is remembered."""
        given = self._given_secret
        held = self.seats.place(table)
        if not given and not held:
            return False
        try:
            seated = await session.resume(table, given or (held.token if held else ""))
        except Refusal as refusal:
            if given or refusal.code != "wrong-token":
                raise
            self.seats.forget_place(table)
            session.dismiss()
            return False
        self.seats.keep_place(seated.table, Place(session.address.typed, session.token, seated.seat))
        return True

    @property
    def _given_secret(self) -> str:
        """A seat's token or a referee's key, from the command line or the environment."""
        return self.args.token or os.environ.get("QG_TOKEN", "")

    async def _take_referee_place(self, session: Session, chosen: ChosenTable) -> None:
        key = self._given_secret or self.memory.referee_key(chosen.table)
        if not key:
            has_no_referee = chosen.line is not None and not chosen.line.tournament
            code = "error.not-a-tournament" if has_no_referee else "error.no-key"
            raise ClientError(self.text(code, table=chosen.table))
        await session.referee(chosen.table, key)
        self.memory.keep_place(session.state.table, Place(session.address.typed, key))
        self.memory.keep(server=session.address.typed)

    def _say_how_to_return(self, session: Session, command: str) -> None:
        state = session.state
        if (state.seat or state.role == REFEREE) and state.stage != OVER:
            self.say("cli.join-again", command=f"{command} {session.address.typed}/{state.table}")
