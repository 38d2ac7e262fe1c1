"""Find the table that a person means: by its name, its letters or its address, or the only one."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec import Struct, structs

from client.errors import ClientError
from client.launch.finder import FoundTable, find_tables
from client.launch.saved import Memory, Place
from client.link.address import Address, looks_like_address, read_address
from client.link.session import Session
from client.link.way_in import LOOPBACK
from client.words import long_time, say, words
from protocol.messages import TableLine
from protocol.views import title_of
from protocol.vocabulary import GATHERING, OVER, REFEREE, WATCHER

AskWhich: TypeAlias = Callable[[list[str]], Awaitable[int | None]]
"""Lets a person choose one of several; None where there is nobody to ask."""
PLAYER = "player"
_COMMANDS = {PLAYER: "qg join", REFEREE: "qg referee", WATCHER: "qg watch"}
"""The command for each role: not every table is for every role."""
MOST_REFEREE_SERVERS = 3
LEFT_AFTER = 900.0
"""After so many seconds in which nothing happened, a table where nobody is connected counts as left."""


class ChosenTable(Struct, frozen=True):
    """A table at a server: as it was typed, or as the server lists it."""

    address: Address
    table: str = ""
    """Its letters or its name; empty if only the server is known so far."""
    line: TableLine | None = None
    """The table as the server lists it."""
    was_looked_up: bool = False
    """The server has been asked for its list: it need not be asked again."""


class TableSearch:
    """Finds the table for somebody who comes to play, to watch or to be the referee.

    A server is asked for its list of tables once: while searching, or else when we are connected.
    """

    def __init__(
        self, role: str, memory: Memory, language: str, ask_which: AskWhich, command: str = ""
    ) -> None:
        """`command` is what the person typed, if it is not the usual one for that role."""
        self._role = role
        self._command = command or _COMMANDS[role]
        self._memory = memory
        self._language = language
        self._ask_which = ask_which

    async def find(self, target: str, server: str) -> ChosenTable:
        """The table that was typed, or one found on this network."""
        if server:
            address, table = read_address(server, self._language)
            return ChosenTable(address, target or table)
        if looks_like_address(target):
            return ChosenTable(*read_address(target, self._language))
        held = self._held_place(target.upper())
        known = self._known_servers(held)
        tables = await find_tables(self._language, self._memory, known)
        found = list({table.line.id: table for table in tables}.values())
        return self._named(target, found, held, known) if target else await self._fitting(found)

    async def look_up(self, session: Session, chosen: ChosenTable) -> ChosenTable:
        """The chosen table with its letters, as the server that we are connected to lists it."""
        if chosen.was_looked_up:
            return chosen
        lines = await session.tables()
        if chosen.table:  # one that is not listed may be over, and can be watched all the same
            named = [line for line in lines if _is_called(line, chosen.table)]
            return _listed(chosen, named[0]) if len(named) == 1 else chosen
        fitting = [line for line in lines if self._fits(line)]
        if not fitting:
            code = "error.no-tournament-at" if self._role == REFEREE else "error.none-at"
            raise self._error(code, address=session.address.typed)
        return _listed(chosen, await self._one_of(self._most_likely(fitting)))

    def check_closed_here(self, chosen: ChosenTable) -> None:
        """Raise the command that opens the table again, if this computer held it and its server has ended."""
        held = self._held_place(chosen.table.upper())
        if held and chosen.address.host == LOOPBACK:
            raise self._error("error.closed-here", table=chosen.table.upper())

    def _closed_here(self) -> str:
        """The latest tournament that was opened on this computer; empty if there is none."""
        for key, place in reversed(self._memory.kept.places.items()):
            if key.startswith("referee:") and read_address(place.server, self._language)[0].host == LOOPBACK:
                return key.removeprefix("referee:")
        return ""

    def _held_place(self, table: str) -> Place | None:
        return self._memory.referee_place(table) if self._role == REFEREE else self._memory.place(table)

    def _known_servers(self, held: Place | None) -> tuple[Address, ...]:
        """Servers to ask besides those that answer on this network; the server of the held place is last."""
        servers = [self._memory.kept.server] if self._memory.kept.server else []
        if self._role == REFEREE:
            servers += self._memory.referee_servers()[:MOST_REFEREE_SERVERS]
        if held:
            servers.append(held.server)
        known = [read_address(server, self._language)[0] for server in servers]
        return tuple({address.name: address for address in reversed(known)}.values())[::-1]

    def _named(
        self, target: str, found: list[FoundTable], held: Place | None, known: tuple[Address, ...]
    ) -> ChosenTable:
        named = [table for table in found if _is_called(table.line, target)]
        if len(named) == 1:
            return _found(named[0])
        if held:  # the game is over, or its server is silent: the attempt to come back shows which
            return ChosenTable(known[-1], target.upper(), was_looked_up=True)
        if known and self._role != PLAYER and not named:  # a game that is over is not listed
            return ChosenTable(known[0], target, was_looked_up=True)
        labels = ", ".join(f"{table.line.name} ({table.line.id})" for table in named or found)
        if named:
            raise self._error("error.several-tables", tables=labels)
        if not found:
            raise self._error("error.no-tables")
        args = {"table": target[:40], "tables": labels, "command": self._command}
        raise self._error("error.no-such-table", **args)

    async def _fitting(self, found: list[FoundTable]) -> ChosenTable:
        fitting = {table.line: table for table in found if self._fits(table.line)}
        if not fitting and self._role == REFEREE and (closed := self._closed_here()):
            raise self._error("error.closed-here", table=closed)
        if not fitting:
            raise self._error("error.no-tournament" if self._role == REFEREE else "error.no-tables")
        return _found(fitting[await self._one_of(self._most_likely(list(fitting)))])

    def _most_likely(self, lines: list[TableLine]) -> list[TableLine]:
        """The tables that the person can mean. If one of them is likelier than all others, only that one.

        A table of one's own where somebody plays now comes before one that was left days ago; a table that
        gathers players comes before an old one, too.
        """
        if self._role == WATCHER:
            return lines
        own = [line for line in lines if self._held_place(line.id)]
        if self._role == REFEREE:
            return own if len(own) == 1 else lines
        now = [line for line in lines if (line in own and _is_going_on(line)) or _is_open(line)]
        return now or (own if len(own) == 1 else lines)

    def _fits(self, line: TableLine) -> bool:
        return line.stage != OVER and (self._role != REFEREE or line.tournament)

    async def _one_of(self, lines: list[TableLine]) -> TableLine:
        """The table that the person chooses. If there is only one, nobody is asked."""
        if len(lines) == 1:
            return lines[0]
        labels = [describe_table(line, self._language) for line in lines]
        picked = await self._ask_which(labels)
        if picked is None:
            tables = say(self._language, "cli.separator").join(labels)
            raise self._error("error.several-tables", tables=tables)
        return lines[picked]

    def _error(self, code: str, /, **args: str | int) -> ClientError:
        return ClientError(say(self._language, code, **args))


def _listed(chosen: ChosenTable, line: TableLine) -> ChosenTable:
    return structs.replace(chosen, table=line.id, line=line, was_looked_up=True)


def _found(table: FoundTable) -> ChosenTable:
    return _listed(ChosenTable(table.address), table.line)


def _is_called(line: TableLine, name: str) -> bool:
    return name.casefold() in (line.id.casefold(), line.name.casefold())


def _is_open(line: TableLine) -> bool:
    """Whether a player can sit down there, and somebody may be waiting."""
    return line.stage == GATHERING and bool(line.free) and line.quiet_for < LEFT_AFTER


def _is_going_on(line: TableLine) -> bool:
    return line.here > 0 or line.quiet_for < LEFT_AFTER


def describe_table(line: TableLine, language: str) -> str:
    """A table in a list: its stage, its free seats, who sits there, and for how long nobody was there."""
    is_free = line.free and line.stage == GATHERING
    described = say(
        language,
        "cli.choice-free" if is_free else "cli.choice",
        name=line.name,
        table=line.id,
        game=title_of(line.game),
        stage=words(language).word("stage", line.stage),
        free=", ".join(line.free),
    )
    parts = [described]
    if line.players:
        parts.append(say(language, "cli.sit-there", names=", ".join(line.players)))
    if line.quiet_for >= LEFT_AFTER:
        parts.append(say(language, "cli.left-for", time=long_time(line.quiet_for, language)))
    return say(language, "cli.separator").join(parts)
