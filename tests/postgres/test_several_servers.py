"""Servers that share a PostgreSQL database: every one leads to every table, and none is missed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from client.link.address import Address
from client.link.session import Session
from protocol import messages
from protocol.messages import Refused, Tables, Written
from server import lobby
from server.app import App, Settings
from server.postgres import leases, store
from server.table import facts
from tests.kit.callers import FREE, PATIENCE, Caller, call, open_table, start_game
from tests.kit.database_relay import DatabaseRelay
from tests.kit.postgres import forget, run

pytestmark = pytest.mark.slow

OPTIONS = {"players": 2, "seconds": 600.0, "interlude": 600.0, "limit": None}


@asynccontextmanager
async def serving(schema: str) -> AsyncIterator[App]:
    settings = Settings(database=schema, host="127.0.0.1", port=0, announce=False, limits=FREE)
    async with App(settings) as app:
        yield app


def at(app: App) -> Address:
    return Address("127.0.0.1", app.port)


async def until_listed(caller: Caller, table: str) -> messages.TableLine:
    while True:
        listed = await caller.ask(messages.ListTables())
        assert isinstance(listed, Tables)
        for line in listed.tables:
            if line.id == table:
                return line


async def test_every_server_lists_the_tables_of_all(schema: str) -> None:
    async with serving(schema) as one, serving(schema) as two:
        opened = await open_table(await call(one.port), options=OPTIONS)
        line = await until_listed(await call(two.port), opened.table)
        assert (line.game, len(line.free)) == ("power", 2)


async def test_every_server_tells_who_is_at_the_tables_of_the_others(schema: str) -> None:
    """The list says how many people are there, and that they have gone."""
    async with serving(schema) as one, serving(schema) as two:
        table, players = await start_game(one.port, players=2, seconds=600.0, interlude=600.0, limit=None)
        asker = await call(two.port)
        await until_here(asker, table, 2)
        await players[0].close()
        await until_here(asker, table, 1)
        await players[1].close()
        await until_here(asker, table, 0)


async def until_here(caller: Caller, table: str, count: int) -> None:
    async with asyncio.timeout(caller.patience):
        while (await until_listed(caller, table)).here != count:
            pass


async def test_a_database_of_a_version_that_told_nobody_who_is_there_is_taken_over(schema: str) -> None:
    async with serving(schema) as one:
        opened = await open_table(await call(one.port), options=OPTIONS)
    run(schema, "ALTER TABLE servers DROP COLUMN here")
    async with serving(schema) as two:
        await until_listed(await call(two.port), opened.table)


async def test_a_caller_who_asks_the_wrong_server_is_told_the_right_one(schema: str) -> None:
    async with serving(schema) as one, serving(schema) as two:
        opened = await open_table(await call(one.port), options=OPTIONS)
        lost = await call(two.port)
        refused = await lost.ask(messages.Watch(table=opened.table))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.server) == ("elsewhere", f"127.0.0.1:{one.port}")
        assert str(one.port) in refused.text


async def test_a_client_goes_from_the_wrong_server_to_the_right_one_by_itself(schema: str) -> None:
    async with (
        serving(schema) as one,
        serving(schema) as two,
        Session(at(one)) as ana,
        Session(at(two)) as bo,
    ):
        opened = await ana.open_table("power", "Cup", OPTIONS)
        await ana.join(opened.table, "Ana")
        await bo.join(opened.table, "Bo")
        assert bo.address.port == one.port
        await bo.until(lambda state: state.link == "ok" and state.seat)


async def test_a_client_goes_to_another_server_when_its_own_stops_and_keeps_its_draft(schema: str) -> None:
    """R4: nobody asks the player, and nothing that was acknowledged is lost."""
    async with serving(schema) as two:
        async with serving(schema) as one:
            ana, bo = Session(at(one)), Session(at(one))
            await ana.__aenter__()
            await bo.__aenter__()
            opened = await ana.open_table("power", "Cup", OPTIONS)
            for session, name in ((ana, "Ana"), (bo, "Bo")):
                await session.join(opened.table, name)
                await session.ready()
            state = await ana.until(lambda state: state.may_write)
            sheet = next(iter(state.sheets))
            await ana.write(sheet, ("t hq v4",))
        for session in (ana, bo):
            await session.until(lambda state: state.link == "ok")
            assert session.address.port == two.port
        assert ana.state.sheets[sheet].lines == ("t hq v4",)
        await ana.write(sheet, ("t hq v4", "s hq v8"))
        for session in (ana, bo):
            await session.close()


async def test_a_server_that_lost_a_table_sends_its_players_to_the_new_one(schema: str) -> None:
    """A server that was frozen writes nothing: its first try to do so ends its part in that table."""
    async with serving(schema) as one, serving(schema) as two:
        table, players = await start_game(one.port, referee="V", seconds=600.0, interlude=600.0, limit=None)
        forget(schema, f"127.0.0.1:{one.port}")
        await two.lobby.find(table)
        answer = await players[0].ask(
            messages.Write(phase=1, sheet=players[0].seat, revision=1, lines=("S HQ V8",))
        )
        assert isinstance(answer, Refused)
        assert answer.code == "storage"
        back = await call(two.port)
        seated = await back.ask(messages.Resume(table=table, token=players[0].token))
        assert isinstance(seated, messages.Seated)
        written = await back.ask(
            messages.Write(phase=1, sheet=players[0].seat, revision=1, lines=("S HQ V8",))
        )
        assert isinstance(written, Written)
        stray = await call(one.port)
        refused = await stray.ask(messages.Watch(table=table))
        assert isinstance(refused, Refused)
        assert refused.server == f"127.0.0.1:{two.port}"
        rows = await two._store.load(table)  # type: ignore[union-attr]  # the server is open
        assert sum(isinstance(row.fact, facts.Drafted) for row in rows) == 1


async def test_the_counts_tell_of_leases_hand_overs_and_the_database(schema: str) -> None:
    async with serving(schema) as two:
        async with serving(schema) as one:
            opened = await open_table(await call(one.port), options=OPTIONS)
            await until_listed(await call(two.port), opened.table)
        watcher = await call(two.port)
        assert isinstance(await watcher.ask(messages.Watch(table=opened.table)), messages.Done)
        async with asyncio.timeout(PATIENCE):
            while "qg_tables_held 1\n" not in two.metrics.text():
                await watcher.ask(messages.Ping())
        assert "qg_tables_taken_total 1\n" in two.metrics.text()
        assert two.metrics.database_seconds > 0


@asynccontextmanager
async def serving_by_relay(schema: str) -> AsyncIterator[tuple[App, DatabaseRelay]]:
    """A server that can be cut off from the database."""
    relay = DatabaseRelay(schema)
    async with serving(await relay.start()) as app:
        yield app, relay
        relay.mend()
    await relay.close()


@pytest.fixture
def quick_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is not heard is missed after less time, so that the tests need not wait."""
    monkeypatch.setattr(leases, "ALIVE_SECONDS", 2.0)
    monkeypatch.setattr(leases, "LATE_SECONDS", 1.0)
    monkeypatch.setattr(leases, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(lobby, "SLOW_LOOK_SECONDS", 0.1)


@pytest.mark.usefixtures("quick_leases")
@pytest.mark.parametrize("harm", ["cut", "hold"])
async def test_players_of_a_server_that_has_lost_the_database_go_to_another(schema: str, harm: str) -> None:
    """R4: the server lives and has their connection, but it cannot store: it sends them away by itself."""
    async with serving(schema) as two, serving_by_relay(schema) as (one, relay), Session(at(one)) as ana:
        opened = await ana.open_table("power", "Cup", OPTIONS)
        await ana.join(opened.table, "Ana")
        await ana.invite(next(seat.seat for seat in ana.state.seats if not seat.name), "recruit")
        await ana.ready()
        state = await ana.until(lambda state: state.may_write)
        sheet = next(iter(state.sheets))
        await ana.write(sheet, ("t hq v4",))
        ana.servers.hear((f"127.0.0.1:{one.port}", f"127.0.0.1:{two.port}"))
        getattr(relay, harm)()
        await ana.until(lambda state: state.link != "ok")
        await ana.until(lambda state: state.link == "ok")
        assert ana.address.port == two.port
        assert ana.state.sheets[sheet].lines == ("t hq v4",)
        await ana.write(sheet, ("t hq v4", "s hq v8"))


@pytest.mark.usefixtures("quick_leases")
async def test_a_slow_table_of_a_server_that_is_gone_goes_on_at_another_though_nobody_comes(
    schema: str,
) -> None:
    """R8: its hourglass runs while everybody is away."""
    async with serving(schema) as two, serving_by_relay(schema) as (one, relay):
        table, players = await start_game(one.port, players=2, seconds=86400.0, limit=None)
        for player in players:
            await player.close()
        relay.cut()
        asker = await call(two.port)
        async with asyncio.timeout(PATIENCE):
            while table not in two.lobby._actors:
                await asker.ask(messages.Ping())


async def test_a_new_table_is_opened_where_there_is_room(
    schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that plays many tables more than another sends those who open one there."""
    monkeypatch.setattr(store, "UNEVEN", 2)
    async with serving(schema) as one, serving(schema) as two, Session(at(one)) as ana:
        await until_seen(one, 2)
        for number in range(3):
            await ana.open_table("power", f"Cup {number}", OPTIONS)
        assert ana.address.port == two.port
        assert (len(one.lobby._actors), len(two.lobby._actors)) == (2, 1)


async def until_seen(app: App, count: int) -> None:
    """Wait until this server knows of so many."""
    async with asyncio.timeout(10):
        while len(app.lobby.servers()) < count:
            await app.lobby._store.listed("ABCDE")  # each question takes a round trip


async def test_a_table_that_was_opened_while_a_server_was_away_is_found_by_its_letters(schema: str) -> None:
    async with serving(schema) as one:
        opened = await open_table(await call(one.port), options=OPTIONS)
    async with serving(schema) as two:
        watcher = await call(two.port)
        assert not isinstance(await watcher.ask(messages.Watch(table=opened.table)), Refused)
