"""The list of all tables of a store, also of those that other servers play."""

import asyncio
import random
import time
from collections.abc import Coroutine
from typing import Any

from protocol.vocabulary import GATHERING
from server import logs
from server.errors import StorageError
from server.listing import Listing, listing
from server.standings import FinishedGame, Results
from server.store import EventStore
from server.table import facts
from server.table.facts import Row

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_ID_LENGTH = 5
STALE_SECONDS = 900.0
LEFT_SECONDS = 60.0


def is_old(at: float, *, was_left: bool) -> bool:
    """Whether a table without players is old enough to be closed; sooner if somebody was there and left."""
    return time.time() - at > (LEFT_SECONDS if was_left else STALE_SECONDS)


def _is_id(name: str) -> bool:
    return len(name) == _ID_LENGTH and set(name) <= set(_LETTERS)


class TableList:
    """A server that starts lists a page of tables at once, and the others while it runs already."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.listings: dict[str, Listing] = {}
        self.keys: dict[str, str] = {}
        """The tables, by the key with which each was opened."""
        self.results = Results()
        self.all_listed = asyncio.Event()
        """Set when every table of the store is listed."""
        self._attended: set[str] = set()
        """The tables at which other servers have said that somebody is."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        self._store.watch(self._note_change)
        page = await self._store.roster()
        for table, rows in page.items():
            self._add_stored(table, rows)
        self._start(self._list_others(max(page, default="")), "list all tables")

    async def _list_others(self, after: str) -> None:
        while after and (page := await self._store.roster(after)):
            for table, rows in page.items():
                if table not in self.listings:  # else another server has told of it meanwhile
                    self._add_stored(table, rows)
                await asyncio.sleep(0)
            after = max(page)
        self.all_listed.set()

    def _add_stored(self, table: str, rows: list[Row]) -> None:
        """List this table, unless it has stood empty for a while."""
        found = listing(table, rows)
        was_left = any(isinstance(row.fact, facts.SeatLeft) for row in rows)
        is_empty = found.stage == GATHERING and not found.people and not found.opened.tournament
        if not (is_empty and is_old(rows[-1].at, was_left=was_left)):
            self.add(found)

    def add(self, found: Listing) -> None:
        table = found.id
        self.listings[table] = found
        self.keys[found.opened.key] = table
        if found.ended:
            people = {seat: found.seats[seat] for seat in found.people}
            self.results.add(table, FinishedGame(found.opened.game, people, found.ended))

    def note_presence(self) -> None:
        """Take over what other servers say: how many people are at the tables that they play."""
        now = self._store.presence()
        for table in self._attended | now.keys():
            if table in self.listings:
                self.listings[table].here = now.get(table, 0)
        self._attended = set(now)

    async def has(self, table: str) -> bool:
        """Whether there is a table with this id. The store is asked if it is not listed yet."""
        if table not in self.listings and _is_id(table):
            await self._read(table)
        return table in self.listings

    def new_id(self) -> str:
        while True:
            name = "".join(random.SystemRandom().choices(_LETTERS, k=_ID_LENGTH))
            if name not in self.listings:
                return name

    def _note_change(self, table: str) -> None:
        """Another server has changed the line of this table: read it again."""
        self._start(self._list_again(table), f"list {table} again")

    async def _list_again(self, table: str) -> None:
        try:
            await self._read(table)
        except StorageError as error:
            logs.warning("table not listed", table=table, error=str(error))

    async def _read(self, table: str) -> None:
        if rows := await self._store.listed(table):
            self._add_stored(table, rows)

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
