"""Which table is meant: by its name, its letters or its address, or because there is only one."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec import Struct

from client.errors import ClientError
from client.launch.finder import FoundTable, find_tables
from client.launch.saved import Memory
from client.link.address import Address, looks_like_address, read_address
from client.link.session import Session
from client.words import say, words
from protocol.messages import TableLine
from protocol.vocabulary import GATHERING, OVER

Pick: TypeAlias = Callable[[list[str]], Awaitable[int | None]]
"""Lets a person choose one of several; None where there is nobody to ask."""
PLAYER, REFEREE, LOOKER = "player", "referee", "looker"
"""Who is to be brought to a table: not every table is for everyone."""
_COMMANDS = {PLAYER: "qg join", REFEREE: "qg referee", LOOKER: "qg watch"}
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0}


class Chosen(Struct, frozen=True):
    address: Address
    table: str = ""
    """Nothing: to be seen at the server."""

    async def settle(self, session: Session, language: str, pick: Pick, who: str = PLAYER) -> str:
        """The table's letters, as this server knows them."""
        lines = await session.tables()
        named = [line for line in lines if _is_called(line, self.table)]
        if self.table:  # one that is not listed may be over, and can be looked at all the same
            return named[0].id if len(named) == 1 else self.table
        fitting = [line for line in lines if _fits(line, who)]
        if not fitting:
            code = "error.no-tournament-at" if who == REFEREE else "error.none-at"
            raise ClientError(say(language, code, address=session.address.typed))
        return fitting[await _one([_label(line, language) for line in fitting], language, pick)].id


def _fits(line: TableLine, who: str) -> bool:
    return line.stage != OVER and (who != REFEREE or line.tournament)


def _is_called(line: TableLine, name: str) -> bool:
    return name.casefold() in (line.id.casefold(), line.name.casefold())


def _label(line: TableLine, language: str) -> str:
    """As a line of a list: what it is, how it stands, where one can sit."""
    return say(
        language,
        "cli.choice-free" if line.free and line.stage == GATHERING else "cli.choice",
        name=line.name,
        table=line.id,
        game=line.game.upper(),
        stage=words(language).word("stage", line.stage),
        free=", ".join(line.free),
    )


async def choose(
    target: str, server: str, memory: Memory, language: str, pick: Pick, who: str = PLAYER
) -> Chosen:
    if server:
        address, table = read_address(server, language)
        return Chosen(address, target or table)
    if looks_like_address(target):
        return Chosen(*read_address(target, language))
    kept = memory.kept.server
    known: tuple[Address, ...] = (read_address(kept, language)[0],) if kept else ()
    if who == REFEREE:
        known = (*known, *(read_address(where, language)[0] for where in memory.referee_servers()[:3]))
    held = memory.referee_place(target.upper()) if who == REFEREE else memory.place(target.upper())
    if held:
        known = (*known, read_address(held.server, language)[0])
    known = tuple({address.name: address for address in reversed(known)}.values())[::-1]
    found = list({table.line.id: table for table in await find_tables(language, memory, known)}.values())
    if target:
        return _named(target, found, held is not None, known, who, language)
    found = [table for table in found if _fits(table.line, who)]
    if not found:
        raise ClientError(say(language, "error.no-tournament" if who == REFEREE else "error.no-tables"))
    mine = memory.referee_place if who == REFEREE else memory.place
    own = [table for table in found if mine(table.line.id)] if who != LOOKER else []
    free = [table for table in found if table.line.free] if who == PLAYER else []
    wanted = own if len(own) == 1 else free or found
    picked = wanted[await _one([_label(table.line, language) for table in wanted], language, pick)]
    return Chosen(picked.address, picked.line.id)


def _named(
    target: str, found: list[FoundTable], held: bool, known: tuple[Address, ...], who: str, language: str
) -> Chosen:
    named = [table for table in found if _is_called(table.line, target)]
    if len({table.line.id for table in named}) == 1:
        return Chosen(named[0].address, named[0].line.id)
    if held:  # over, or its server is silent: asking there tells which
        return Chosen(known[-1], target.upper())
    if known and who != PLAYER and not named:  # a game that is over is not listed, and can be looked at
        return Chosen(known[0], target)
    labels = ", ".join(f"{table.line.name} ({table.line.id})" for table in named or found)
    if named:
        raise ClientError(say(language, "error.several-tables", tables=labels))
    if not found:
        raise ClientError(say(language, "error.no-tables"))
    raise ClientError(
        say(language, "error.no-such-table", table=target[:40], tables=labels, command=_COMMANDS[who])
    )


async def _one(names: list[str], language: str, pick: Pick) -> int:
    if len(names) == 1:
        return 0
    picked = await pick(names)
    if picked is None:
        raise ClientError(say(language, "error.several-tables", tables="; ".join(names)))
    return picked


def read_duration(text: str, language: str) -> float | None:
    """`180`, `3m`, `2h`; `none` is no limit."""
    if text.strip().casefold() in ("none", "aucune", "aucun", "-"):
        return None
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "s")
    try:
        seconds = float(number) * _UNITS[unit]
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ClientError(say(language, "error.bad-duration", text=text[:20]))
    return seconds
