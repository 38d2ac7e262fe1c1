"""The commands that come to a table that others have opened: qg alone, join, bot, watch, referee, replay."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from client.errors import ClientError, NoServer
from client.launch.closed_games import closed_games, is_kept_here
from client.launch.finder import FoundTable, find_tables
from client.launch.launch import Launch
from client.launch.own_server import export_record
from client.launch.pick_table import PLAYER, ChosenTable, TableSearch, describe_table
from client.launch.rules_process import RulesProcess
from client.launch.seen_games import read_seen_game
from client.link.address import read_address
from client.link.limits import whole_number
from client.link.session import Session
from client.plain import run as plain
from client.plain.console import ask_line
from client.play.record_files import read_file
from client.program.run import run_program
from client.state.client_state import ClientState
from client.state.record_file import read_record
from protocol.views import title_of
from protocol.vocabulary import GATHERING, REFEREE, WATCHER, WRITING


class Visit(Launch):
    _picked: ChosenTable | None = None
    """The table that was chosen from the list that `qg` alone shows."""

    async def list_tables(self) -> str:
        """`qg` alone: list the tables and the commands. Returns the command that the person chooses.

        It returns nothing if the person leaves, or where there is nobody to ask.
        """
        known = (read_address(self.memory.kept.server, self.language)[0],) if self.memory.kept.server else ()
        found = await find_tables(self.language, self.memory, known)
        self.say("cli.tables" if found else "cli.none")
        for number, table in enumerate(found, start=1):
            self._say_table(number, table)
        self._say_closed_games({table.line.id for table in found})
        for code in ("what", "do-learn", "do-solo", "do-host", "do-join", "do-watch", "do-hotseat"):
            self.say(f"cli.{code}")
        for code in ("do-referee", "do-replay", "do-web", "do-notify", "do-bot", "do-help"):
            self.say(f"cli.{code}")
        return await self._ask_command(found) if self.is_terminal and not self.args.plain else ""

    def _say_table(self, number: int, table: FoundTable) -> None:
        line = table.line
        described = describe_table(line, self.language)
        self.say("cli.table", number=number, described=described, address=table.address.typed)
        if line.password:
            self.say("cli.password")
        if held := self.memory.place(line.id):
            is_turn = held.seat in line.turn
            self.say("cli.your-turn" if is_turn else "cli.yours", table=line.id)

    def _say_closed_games(self, found: set[str]) -> None:
        """The unfinished games at which the player has a seat and whose host does not answer now."""
        closed = closed_games(self.memory, found, self.language)
        if closed:
            self.say("cli.closed-games")
        for state in closed:
            self.say(
                "cli.closed-game",
                name=state.table_name,
                table=state.table,
                game=title_of(state.game),
                names=", ".join(line.name for line in state.seats if line.name and not line.bot),
                turn=self._turn_of(state),
            )
            if is_kept_here(self.memory, state.table, self.language):
                self.say("cli.kept-here", table=state.table)

    def _turn_of(self, state: ClientState) -> str:
        """Whose sheets the game waits for, as this computer last saw it."""
        if state.stage != WRITING or not state.phase:
            return self.text("cli.turn-none")
        owing = [line for line in state.seats if line.seat in state.phase.owing and not line.sealed]
        if any(line.seat == state.seat for line in owing):
            return self.text("cli.turn-yours")
        return self.text("cli.turn-of", names=", ".join(state.name_of(line) or line.seat for line in owing))

    async def _ask_command(self, found: list[FoundTable]) -> str:
        """The command that the person chooses; a number chooses a table, and the command that fits it."""
        while True:
            self.say("cli.choose" if found else "cli.choose-none", most=len(found))
            typed = (await ask_line() or "").strip().lower()
            number = whole_number(typed)
            if number is not None and 1 <= number <= len(found):
                table = found[number - 1]
                self._picked = ChosenTable(table.address, table.line.id, table.line, was_looked_up=True)
                is_playable = self.memory.place(table.line.id) or table.line.stage == GATHERING
                return "join" if is_playable else "watch"
            if typed in ("", "s", "h"):
                return {"": "", "s": "solo", "h": "host"}[typed]
            self.say("cli.choose-again", typed=typed[:20])

    @asynccontextmanager
    async def _at_table(self, target: str | None, role: str) -> AsyncIterator[tuple[Session, ChosenTable]]:
        """Find the table, and connect to its server."""
        command = {"replay": "qg replay", "bot": "qg bot --table"}.get(self.args.command, "")
        search = TableSearch(role, self.memory, self.language, self._ask_which, command)
        chosen = self._picked or await search.find(target or "", self.args.server)
        async with AsyncExitStack() as stack:
            try:
                session = await stack.enter_async_context(self.connect(chosen.address))
            except NoServer:
                search.check_closed_here(chosen)
                raise
            yield session, await search.look_up(session, chosen)

    async def join(self) -> int:
        self.check_terminal_size()
        async with self._at_table(self.args.target, PLAYER) as (session, chosen):
            await self._take_seat(session, chosen)
            self._remember_name()
            self.memory.keep(server=session.address.typed)
            status = await self.show(session)
            self._say_how_to_return(session, "qg join")
            return status

    async def bot(self) -> int:
        """Seat a program, which plays one game."""
        command: list[str] = self.args.target
        if not shutil.which(command[0]):
            raise ClientError(self.text("error.no-program", program=command[0][:80]))
        rules = RulesProcess(self.language, sees_seat=True)
        try:
            async with self._at_table(self.args.table, PLAYER) as (session, chosen):
                await self._take_seat(session, chosen)
                return await run_program(session, command, self.console.print, rules.ask)
        finally:
            await rules.stop()

    async def watch(self) -> int:
        self.check_terminal_size()
        async with self._at_table(self.args.target, WATCHER) as (session, chosen):
            await self._watch_table(session, chosen)
            self.memory.keep(server=session.address.typed)
            return await self.show(session)

    async def referee(self) -> int:
        self.check_terminal_size()
        sessions: list[Session] = []
        async with AsyncExitStack() as stack:
            for target in self.args.target or [None]:
                session, chosen = await stack.enter_async_context(self._at_table(target, REFEREE))
                await self._take_referee_place(session, chosen)
                sessions.append(session)
            return await self.show_referee(sessions)

    async def replay(self) -> int:
        if not self.args.svg:
            self.check_terminal_size()
        state = await self._state_to_replay()
        return self._draw_pictures(state) if self.args.svg else await self._show_replay(state)

    def _draw_pictures(self, state: ClientState) -> int:
        from client.launch.picture_files import write_pictures  # only this command needs XML

        where, count = write_pictures(state, self.args.svg, self.args.round, self.language)
        self.say("cli.pictures", where=str(where), count=count)
        return 0

    async def _state_to_replay(self) -> ClientState:
        content = read_file(self.args.target, self.language)
        if content is None:
            content = await export_record(self.args.target)
        if content is not None:
            return read_record(content, self.args.target, self.language)
        return await self._state_elsewhere(self.args.target)

    async def _show_replay(self, state: ClientState) -> int:
        rules = RulesProcess(self.language)
        try:
            if self.plain:
                return await plain.run_replay(state, self.look, self.console, rules.ask)
            from client.screens import app

            return await app.run_replay(state, self.look, rules.ask)
        finally:
            await rules.stop()

    async def _state_elsewhere(self, target: str) -> ClientState:
        """The game from a server that has it, or else as this computer saw it when the player was there."""
        try:
            return await self._state_at_server(target)
        except ClientError:
            seen = read_seen_game(target, language=self.language)
            if seen is None:
                raise
            self.say("cli.as-seen", table=target.upper(), count=len(seen.rounds))
            return seen

    async def _state_at_server(self, target: str) -> ClientState:
        """The whole game from a server that has it, as somebody knows it who watched all of it."""
        async with self._at_table(target, WATCHER) as (session, chosen):
            await self._watch_table(session, chosen)
            return session.state
