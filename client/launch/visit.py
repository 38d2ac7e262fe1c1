"""The commands that come to a table of others: qg alone, join, watch, referee, replay."""

from contextlib import AsyncExitStack

from client.launch.finder import FoundTable, find_tables
from client.launch.launch import Launch
from client.launch.own_server import export_record
from client.launch.pick_table import LOOKER, REFEREE
from client.link.address import read_address
from client.link.limits import whole
from client.link.session import Session
from client.plain import run as plain
from client.plain.console import ask_line
from client.play.record_files import read_file
from client.state.client_state import ClientState
from client.state.record_file import read_record
from client.words import words
from protocol.vocabulary import GATHERING


class Visit(Launch):
    async def look_round(self) -> str:
        """`qg` alone: the tables, and what one can do. Somebody at a terminal may choose; else nothing."""
        known = (read_address(self.memory.kept.server, self.language)[0],) if self.memory.kept.server else ()
        found = await find_tables(self.language, self.memory, known)
        self.say("cli.tables" if found else "cli.none")
        for number, table in enumerate(found, start=1):
            self._say_table(number, table)
        for code in ("what", "do-solo", "do-host", "do-join", "do-watch", "do-hotseat"):
            self.say(f"cli.{code}")
        for code in ("do-referee", "do-replay", "do-help"):
            self.say(f"cli.{code}")
        return await self._choose_what(found) if self.is_terminal and not self.args.plain else ""

    def _say_table(self, number: int, table: FoundTable) -> None:
        line = table.line
        self.say(
            "cli.table-free" if line.free and line.stage == GATHERING else "cli.table",
            number=number,
            name=line.name,
            table=line.id,
            address=table.address.typed,
            game=line.game.upper(),
            stage=words(self.language).word("stage", line.stage),
            free=", ".join(line.free),
        )
        if line.password:
            self.say("cli.password")
        if self.memory.place(line.id):
            self.say("cli.yours", table=line.id)

    async def _choose_what(self, found: list[FoundTable]) -> str:
        """The command that is meant, with the table it is for; nothing: enough seen."""
        while True:
            self.say("cli.choose" if found else "cli.choose-none", most=len(found))
            typed = (await ask_line() or "").strip().lower()
            number = whole(typed)
            if number is not None and 1 <= number <= len(found):
                table = found[number - 1]
                self.args.target = f"{table.address.typed}/{table.line.id}"
                is_playable = self.memory.place(table.line.id) or table.line.stage == GATHERING
                return "join" if is_playable else "watch"
            if typed in ("", "s", "h"):
                return {"": "", "s": "solo", "h": "host"}[typed]
            self.say("cli.choose-again", typed=typed[:20])

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
                chosen = await self._choose(target, REFEREE)
                session = await stack.enter_async_context(self.at(chosen.address))
                table = await chosen.settle(session, self.language, self._pick, REFEREE)
                await self._take_referee_place(session, table)
                sessions.append(session)
            return await self.show_referee(sessions)

    async def replay(self) -> int:
        self.check_screen()
        content = read_file(self.args.target, self.language)
        if content is None:
            content = await export_record(self.args.target)
        if content is not None:
            state = read_record(content, self.args.target, self.language)
        else:
            state = await self._watched(self.args.target)
        if self.plain:
            return await plain.run_replay(state, self.look, self.console)
        from client.screens import app

        return await app.run_replay(state, self.look)

    async def _watched(self, target: str) -> ClientState:
        """From a server that has it: all of it, as one who had watched from the start."""
        chosen = await self._choose(target, LOOKER)
        async with self.at(chosen.address) as session:
            await self._look_on(session, chosen.table)
            return session.state
