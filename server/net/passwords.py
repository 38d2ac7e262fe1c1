"""Judges the passwords of tables, so slowly that nobody can guess one.

Passwords are judged one at a time for each table. Addresses from which wrong ones came in the last hour wait
behind all others, so each address that guesses delays a right password by one judgement at most. Among equals
chance decides, both who is judged next and who is turned away: nobody gains by asking more often.
"""

import asyncio
import random
from itertools import count
from math import ceil

from msgspec import Struct

from server import tokens
from server.errors import TableError
from server.net.budgets import Buckets
from server.net.limits import Limits

MOST_WAITING = 512
MOST_FROM_ONE = 16
"""How many passwords may wait to be judged at one table: in all, and from one address."""
REMEMBERED_SECONDS = 3600.0
REMEMBERED_GUESSES = 1000
"""How long one wrong password of an address counts when it is decided who goes first, and how many count."""


class _Try(Struct, eq=False):
    number: int
    address: str
    turn: asyncio.Future[None]


class _Queue(Struct, eq=False):
    """The passwords that wait to be judged at one table."""

    waiting: list[_Try] = []
    judged: _Try | None = None
    timer: asyncio.TimerHandle | None = None


class Passwords:
    def __init__(self, limits: Limits) -> None:
        self._of_addresses = Buckets(limits.wrong_passwords, limits.password_rate)
        self._of_tables = Buckets(limits.table_passwords, limits.table_password_rate)
        self._remembered = Buckets(REMEMBERED_GUESSES, 1 / REMEMBERED_SECONDS)
        self._queues: dict[str, _Queue] = {}
        self._numbers = count()
        self._digesting = asyncio.Lock()
        """A digest is slow to compute on purpose, so there is only one at a time for the whole server."""

    async def is_right(self, table: str, address: str, password: str, stored: str) -> bool:
        """Whether this is the password of the table, when its turn has come."""
        queue = self._queues.setdefault(table, _Queue())
        own = _Try(next(self._numbers), f"{table} {address}", asyncio.get_running_loop().create_future())
        queue.waiting.append(own)
        try:
            self._turn_away(table, queue)
            self._choose_next(table)
            await own.turn
            async with self._digesting:
                found = await asyncio.to_thread(tokens.is_password, password, stored)
            if not found:
                self._count_wrong(table, own)
            return found
        finally:
            queue.waiting.remove(own)
            if queue.judged is own:
                queue.judged = None
            self._choose_next(table)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _count_wrong(self, table: str, own: _Try) -> None:
        now = self._now()
        self._of_addresses.charge(own.address, now, 1)
        self._of_tables.charge(table, now, 1)
        self._remembered.charge(own.address, now, 1)

    def _turn_away(self, table: str, queue: _Queue) -> None:
        """If too many wait, refuse one with the most wrong guesses, or any of the same address."""
        last = queue.waiting[-1]
        same = sum(other.address == last.address for other in queue.waiting)
        if len(queue.waiting) <= MOST_WAITING and same <= MOST_FROM_ONE:
            return
        waiting = [other for other in queue.waiting if not other.turn.done()]
        if same > MOST_FROM_ONE:
            waiting = [other for other in waiting if other.address == last.address]
        refused = max(waiting, key=self._rank)
        seconds = 1 + int(self._delay(table, refused, self._now()))
        refused.turn.set_exception(TableError("wait", seconds=seconds))

    def _rank(self, one: _Try) -> tuple[int, float]:
        """Those go first from whose address the fewest wrong passwords came lately; among equals, any."""
        return ceil(self._remembered.used(one.address, self._now())), random.random()

    def _delay(self, table: str, one: _Try, now: float) -> float:
        return max(self._of_addresses.wait(one.address, now), self._of_tables.wait(table, now))

    def _choose_next(self, table: str) -> None:
        """Let the next password be judged, now or when its time has come."""
        queue = self._queues.get(table)
        if queue is None or queue.judged is not None:
            return
        if queue.timer:
            queue.timer.cancel()
        if not queue.waiting:
            del self._queues[table]
            return
        now = self._now()
        waiting = [one for one in queue.waiting if not one.turn.done()]
        delays = {one.number: self._delay(table, one, now) for one in waiting}
        ready = [one for one in waiting if delays[one.number] <= 0]
        if ready:
            queue.judged = min(ready, key=self._rank)
            queue.judged.turn.set_result(None)
        elif waiting:
            loop = asyncio.get_running_loop()
            queue.timer = loop.call_later(min(delays.values()), self._choose_next, table)
