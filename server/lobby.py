"""All tables of a server: they are opened, listed and found here. Each has a task of its own."""

import asyncio
import random
import time
import zlib
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager

import msgspec

from protocol import events
from protocol.ids import Seat
from protocol.messages import Exported, Health, Opened, OpenTable, Standings, TableLine
from protocol.vocabulary import GATHERING, OVER, PLAYING
from server import bots, logs, tokens
from server.errors import HeldElsewhere, LeaseLost, StorageError, TableError
from server.games import GAMES
from server.games.api import BadOptions
from server.health import examine
from server.listing import Listing, listing
from server.metrics import Metrics
from server.names import clean_name
from server.record import exporting, writing_record
from server.slices import Slices, Work
from server.standings import FinishedGame
from server.store import EventStore
from server.table import facts, knowledge
from server.table.actor import Actor, Think
from server.table.bot_levels import choose_bot
from server.table.facts import Row
from server.table.folding import folding, open_table
from server.table.rematch import MovedSeat, NewTable, reopening, seat_token, turned
from server.table.resending import Resending
from server.table.state import TableState
from server.table.table import Table
from server.table_list import TableList, is_old

MOST_SHOWN = 200
SHOWN_SECONDS = 0.25
SLOW_LOOK_SECONDS = 1.0
"""How often a server looks whether another is gone whose slow tables nobody plays now."""


def _new_seed() -> str:
    return f"{random.SystemRandom().getrandbits(128):032x}"


def _invited(opened: facts.TableOpened, asked: Mapping[Seat, str]) -> list[facts.SeatTaken]:
    """The bots that take seats from the start. Where no character was asked for, they differ."""
    roster, found = bots.roster(opened.game), list[facts.SeatTaken]()
    for seat, kind in asked.items():
        others = {taken.character for taken in found}
        bot = choose_bot(roster, kind, others, tokens.derived_number(opened.seed, f"character {seat}"))
        found.append(facts.SeatTaken(seat, bot.name, bot.level, character=bot.character))
    return found


class Lobby:
    def __init__(
        self,
        store: EventStore,
        think: Think,
        metrics: Metrics,
        most_tables: int = 2000,
        most_from_one: int = 64,
    ) -> None:
        self._most_from_one = most_from_one
        self._by_address: dict[str, set[str]] = {}
        self._shown: tuple[float, tuple[TableLine, ...]] = (float("-inf"), ())
        self._tidied = float("-inf")
        """When finished games were last removed from memory. With many tables that takes a while."""
        self._store = store
        self._think = think
        self._metrics = metrics
        self._most_tables = most_tables
        self._slices = Slices()
        self._resending = Resending(self._slices)
        self._list = TableList(store)
        store.share_presence(self._people_here)
        store.when_cut_off(self._give_up_all)
        self._listings = self._list.listings
        self._keys = self._list.keys
        self._results = self._list.results
        self._actors: dict[str, Actor] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._exporting = asyncio.Lock()
        self._exported = (("", "", 0), b"")
        """The last record that was asked for, so that it is not made again for the same question."""
        self._opening: dict[str, tuple[asyncio.Lock, int]] = {}
        """For each key with which tables are opened now: the lock, and how many hold it or wait for it."""
        self._waking: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """List the tables in the store. A table is loaded when somebody comes to it; a slow one at once."""
        await self._list.load()
        self._count()
        self._waking = asyncio.create_task(self._wake_slow_tables(), name="wake slow tables")

    def servers(self) -> tuple[str, ...]:
        """The addresses of all servers that play these tables; none if this is the only one."""
        return self._store.servers()

    def _give_up_all(self) -> None:
        """Other servers may play our tables by now: send everybody there."""
        for table, actor in self._actors.items():
            actor.give_up_table(LeaseLost(table))
            self._tasks[table].cancel()
        self._drop_lost()

    def _drop_lost(self) -> None:
        """Forget the tables that another server has taken over."""
        for table in [table for table, actor in self._actors.items() if actor.has_lost_table]:
            del self._actors[table], self._tasks[table]
            self._store.release(table)

    async def _wake_slow_tables(self) -> None:
        """Load every slow table in the middle of a game: its hourglass runs although nobody comes.

        If another server is gone, its slow tables are loaded by one of those that are left.
        """
        await self._list.all_listed.wait()
        self._count()
        servers: set[str] = set()
        while True:
            if servers - set(self.servers()) or not servers:
                await self._load_slow_tables()
            servers = set(self.servers())
            if not servers:
                return
            await asyncio.sleep(SLOW_LOOK_SECONDS)

    async def _load_slow_tables(self) -> None:
        for table in [found.id for found in self._listings.values() if found.goes_on_alone]:
            try:
                await self.find(table)
            except HeldElsewhere:
                pass  # that server plays it
            except (TableError, StorageError) as error:
                logs.warning("slow table not loaded", table=table, error=str(error))
            except Exception:  # the others go on
                logs.failure("slow table not loaded", table=table)

    def lines(self) -> tuple[TableLine, ...]:
        """The tables that are not over, those with free seats first. A long list may be a little old."""
        now = asyncio.get_running_loop().time()
        if now - self._shown[0] > SHOWN_SECONDS or len(self._listings) < MOST_SHOWN:
            self._drop_lost()
            self._list.note_presence()
            for table, actor in self._actors.items():
                self._refresh(table, actor)
            current = [found for found in self._listings.values() if found.is_shown]
            current.sort(key=lambda found: (found.stage != GATHERING, all(found.seats.values())))
            self._shown = (now, tuple(found.line() for found in current[:MOST_SHOWN]))
        return self._shown[1]

    def _people_here(self) -> dict[str, int]:
        """How many people are connected at each table that is played here, if anybody is."""
        self._drop_lost()
        found = ((table, actor.table) for table, actor in self._actors.items() if actor.table.peers)
        return {table: count for table, live in found if (count := len(live.humans_here()))}

    def _refresh(self, table: str, actor: Actor) -> None:
        state = actor.table.state
        found = self._listings[table]
        found.seats = {seat: chair.name for seat, chair in state.chairs.items()}
        found.people = {seat for seat, chair in state.chairs.items() if chair.human}
        found.here = len(actor.table.humans_here())
        found.at = state.stream[-1].at
        found.turn, found.phase = knowledge.still_owing(state), state.phase_no
        found.stage = state.stage if state.stage in (GATHERING, OVER) else PLAYING

    async def open(self, message: OpenTable, address: str = "") -> Opened:
        key = tokens.digest(message.key)
        async with self._alone(key):
            return await self._open(message, key, address)

    @asynccontextmanager
    async def _alone(self, key: str) -> AsyncIterator[None]:
        """Who opens a table with the same key meanwhile waits until it is stored."""
        lock, others = self._opening.get(key, (asyncio.Lock(), 0))
        self._opening[key] = (lock, others + 1)
        try:
            async with lock:
                yield
        finally:
            _, waiting = self._opening.pop(key)
            if waiting > 1:  # they must find the same lock, or two of them could open a table at once
                self._opening[key] = (lock, waiting - 1)

    async def _open(self, message: OpenTable, key: str, address: str) -> Opened:
        await self._list.all_listed.wait()  # else a request that is sent again would open a second table
        if key in self._keys:
            tournament = self._listings[self._keys[key]].opened.tournament
            referee_key = tokens.derived(message.key, "referee") if tournament else ""
            return Opened(table=self._keys[key], referee_key=referee_key)
        self._check_room(address)
        password = await asyncio.to_thread(tokens.password_digest, message.password)
        opened, referee_key = self._opened(message, key, password)
        table = await self._store_new(opened, _invited(opened, message.bots))
        self._by_address.setdefault(address, set()).add(table)
        return Opened(table=table, referee_key=referee_key)

    async def _store_new(
        self, opened: facts.TableOpened, first: Iterable[facts.SeatTaken | facts.HostChosen]
    ) -> str:
        """Store a new table with those who sit there from the start, and let it run. Returns its id."""
        table = self._list.new_id()
        state, row = open_table(table, opened, time.time())
        rows = [row]
        for fact in first:
            state.chair(fact.seat)
            rows.append(Row(state.count + 1, time.time(), 0.0, 0.0, fact))
            state.apply(rows[-1])
        await self._store.claim(table)
        await self._store.append(table, rows)
        self._list.add(listing(table, rows))
        self._count()
        self._run(table, Table(state, bots.roster(opened.game))).take_up()
        logs.info("table opened", table=table, game=opened.game, tournament=opened.tournament)
        return table

    async def rematch(self, state: TableState, agreed: frozenset[Seat]) -> NewTable:
        """Open the table at which those who agreed play again; or find it, if it was opened before."""
        again = reopening(state, agreed, _new_seed())
        key = again.opened.key
        async with self._alone(key):
            if key not in self._keys:
                self._check_room(address="")
                await self._store_new(again.opened, again.first_facts)
        table = self._keys[key]
        held = (await self.find(table)).table.state.chairs
        seats = {
            seat: MovedSeat(moved, seat_token(state, seat))
            for seat, moved in turned(state).items()
            if tokens.same(tokens.digest(seat_token(state, seat)), held[moved].token)
        }
        return NewTable(table, again.opened.name, seats)

    def standings(self, actor: Actor) -> Standings:
        """How the people of this table have done in the games that they have finished here."""
        for table, other in self._actors.items():
            self._note_result(table, other.table.state)
        chairs = actor.table.state.chairs.values()
        return self._results.of(
            actor.table.state.opened.game, [chair.name for chair in chairs if chair.human]
        )

    def _note_result(self, table: str, state: TableState) -> None:
        """Remember how the game of a table ended; a ruling may have taken its end back."""
        if state.outcome is None:
            self._results.remove(table)
        else:
            people = {seat: chair.name for seat, chair in state.chairs.items() if chair.human}
            self._results.add(table, FinishedGame(state.opened.game, people, state.outcome))

    def _check_room(self, address: str) -> None:
        self._close_unused()
        own = {table for table in self._by_address.get(address, ()) if self._is_on(table)}
        self._by_address[address] = own
        if len(own) >= self._most_from_one:
            raise TableError("too-many-own-tables", most=self._most_from_one)
        if elsewhere := self._store.server_with_room():
            raise HeldElsewhere(elsewhere)
        count = len(self._actors) if self._store.servers() else self._count()
        if count >= self._most_tables:
            raise TableError("too-many-tables", most=self._most_tables)

    def _is_on(self, table: str) -> bool:
        return table in self._listings and self._stage(self._listings[table]) != OVER

    def _count(self) -> int:
        self._metrics.tables = sum(found.stage != OVER for found in self._listings.values())
        return self._metrics.tables

    def _close_unused(self) -> None:
        """Remove finished games that nobody looks at from memory; the store keeps them."""
        now = asyncio.get_running_loop().time()
        if now - self._tidied < SHOWN_SECONDS and len(self._actors) > MOST_SHOWN:
            return
        self._tidied = now
        for table, actor in list(self._actors.items()):
            self._refresh(table, actor)
            if actor.idle and not actor.table.state.has_players and self._is_stale(actor):
                actor.close_if_empty()
            if actor.idle and actor.table.state.stage == OVER:
                self._note_result(table, actor.table.state)
                self._tasks.pop(table).cancel()
                del self._actors[table]
                self._store.release(table)

    def _is_stale(self, actor: Actor) -> bool:
        state = actor.table.state
        is_gathering = state.stage == GATHERING and not state.opened.tournament
        if not is_gathering:
            return False
        was_left = any(isinstance(entry.event, events.SeatLeft) for entry in state.stream)
        return is_old(state.stream[-1].at, was_left=was_left)

    def _opened(self, message: OpenTable, key: str, password: str) -> tuple[facts.TableOpened, str]:
        game = GAMES.get(message.game)
        if game is None:
            raise TableError("no-such-game", game=message.game, games=", ".join(GAMES))
        try:
            options = game.read_options(message.options)
        except BadOptions as error:
            raise TableError("bad-options", text=error.note) from None
        # It is computed from the secret of the opener, so that a repeated request gets the same answer.
        referee_key = tokens.derived(message.key, "referee") if message.tournament else ""
        opened = facts.TableOpened(
            game=game.name,
            rules_version=game.rules_version,
            name=clean_name(message.name),
            options=msgspec.to_builtins(options),
            seed=_new_seed(),
            key=key,
            tournament=message.tournament,
            password=password,
            referee=tokens.digest(referee_key),
            waits=message.waits,
        )
        return opened, referee_key

    def _run(self, table: str, live: Table) -> Actor:
        actor = Actor(live, self._store, self._think, self._metrics, self._resending, self.rematch)
        self._actors[table] = actor
        self._tasks[table] = asyncio.create_task(actor.run(), name=f"table {table}")
        return actor

    async def find(self, name: str) -> Actor:
        """A table by its id, or by its name if only one has it. It is loaded from the store if necessary."""
        table = await self._identify(name)
        self._drop_lost()
        if table in self._actors:
            return self._actors[table]
        async with self._loading.setdefault(table, asyncio.Lock()):
            if table not in self._actors:
                await self._load_table(table)
        return self._actors[table]

    async def _identify(self, name: str) -> str:
        if await self._list.has(name.upper()):
            return name.upper()
        await self._list.all_listed.wait()
        named = [found for found in self._listings.values() if found.opened.name == name]
        current = [found for found in named if self._stage(found) != OVER]
        for choice in (current, named):  # a finished game of the same name does not matter
            if len(choice) == 1:
                return choice[0].id
        raise TableError("no-such-table", table=name[:24])

    def _stage(self, found: Listing) -> str:
        actor = self._actors.get(found.id)
        return actor.table.state.stage if actor else found.stage

    async def _load_table(self, table: str) -> None:
        await self._store.claim(table)
        rows = await self._store.load(table)
        opened = self._listings[table].opened
        ours = GAMES[opened.game].rules_version
        if opened.rules_version != ours:
            raise TableError("other-rules", theirs=opened.rules_version, ours=ours)
        live = Table(await self._slices.run(folding(table, rows)), bots.roster(opened.game))
        self._run(table, live).take_up()
        logs.info("table loaded", table=table, facts=len(rows))

    def next_bell(self) -> float | None:
        """When the next bell of any table rings, in the time of the loop."""
        bells = (actor.table.deadline() for actor in self._actors.values())
        return min((bell for bell in bells if bell is not None), default=None)

    def examine(self, actor: Actor, language: str) -> Health:
        """The state of the connections of a table and of the host."""
        return examine(actor.links(), self._store, self._metrics, language)

    async def record(self, table: str, role: str) -> Exported:
        """The game so far as this role may know it, compressed. This takes a while, so slices do it."""
        actor = await self.find(table)
        async with self._exporting:  # who asks the same meanwhile gets what has been made
            # Drafts are not counted: how long the answer takes must not show that somebody has written.
            asked = (table, role, actor.table.state.seq)
            if self._exported[0] != asked:
                rows = await self._store.load(table)
                text = await self._slices.run(_record_text(table, rows, role))
                # A thread can do this, because it leaves the other threads free to run.
                self._exported = (asked, await asyncio.to_thread(zlib.compress, text))
            return Exported(record=self._exported[1])

    async def close(self) -> None:
        await self._list.close()
        if self._waking:
            self._waking.cancel()
            await asyncio.gather(self._waking, return_exceptions=True)
        for actor in self._actors.values():
            await actor.stop()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


def _record_text(table: str, rows: list[Row], role: str) -> Work[bytes]:
    return (yield from writing_record((yield from exporting(table, rows, role))))
