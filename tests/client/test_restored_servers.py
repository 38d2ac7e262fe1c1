"""R7: clients notice that a server was restored from a backup, because they know what they were told."""

from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from client.link.address import Address
from client.link.session import Session
from client.state.history import FROM_THE_START, UNKNOWN, followed, is_another_history
from protocol import events, messages
from protocol.codec import decode_server, encode
from protocol.messages import Told
from server.copying import back_up
from tests.kit.callers import serving
from tests.kit.ports import free_port
from tests.kit.relays import relaying
from tests.kit.sittings import Sitting

OPTIONS = {"players": 2, "seconds": 600.0, "interlude": 600.0, "limit": None}


def played() -> list[Told]:
    """What one of two players is told in two rounds, with a chat that only the other is told."""
    sitting = Sitting(2)
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    for player in players:
        player.ask(messages.Ready(phase=0))
    for phase in (1, 2):
        for player in players:
            player.write(f"T HQ {player.sheet}4")
            player.seal()
        players[1].ask(messages.Chat(text="between us", to=players[1].sheet))
        for player in players:
            player.ask(messages.Ready(phase=phase))
    return [message for message in players[0].heard if isinstance(message, Told)]


def test_what_one_server_tells_is_one_history() -> None:
    chain, heads = UNKNOWN, 0
    for told in played():
        assert not is_another_history(chain, told)
        heads += chain != UNKNOWN and isinstance(told.event, events.SheetsRead)
        chain = followed(chain if told.seq > 1 else FROM_THE_START, told)
    assert heads == 1, "the first head is believed, the second is compared"


def test_another_event_before_a_reading_is_another_history() -> None:
    told = played()
    first, second = (at for at, one in enumerate(told) if isinstance(one.event, events.SheetsRead))
    for changed in range(first + 1, second):
        chain, found = UNKNOWN, False
        for at, one in enumerate(told):
            given = msgspec.structs.replace(one, at=one.at + 1) if at == changed else one
            found = found or is_another_history(chain, given)
            chain = followed(chain, given)
        assert found, told[changed]


@pytest.mark.slow
async def test_a_client_that_knows_more_than_a_restored_server_says_so(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "qg.db"
    async with AsyncExitStack() as stack:
        async with serving(tmp_path, port=port):
            ana = await stack.enter_async_context(Session(Address("127.0.0.1", port)))
            opened = await ana.open_table("power", "Cup", OPTIONS)
            await ana.join(opened.table, "Ana")
            back_up(database, tmp_path / "copy.db")
            await ana.invite(next(seat.seat for seat in ana.state.seats if not seat.name), "recruit")
            await ana.ready()
            await ana.until(lambda state: state.may_write)
        for name in ("qg.db", "qg.db-wal", "qg.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        (tmp_path / "copy.db").rename(database)
        async with serving(tmp_path, port=port):
            state = await ana.until(lambda state: "backup" in state.notice)
            assert "knows less of the game" in state.notice
            await ana.close()


@pytest.mark.slow
async def test_a_client_that_was_told_another_course_of_the_game_says_so(tmp_path: Path) -> None:
    """The relay stands for what a server told before it was restored."""

    def change(data: bytes) -> bytes:
        message = decode_server(data)
        if isinstance(message, Told) and isinstance(message.event, events.Wrote):
            return encode(msgspec.structs.replace(message, at=message.at - 60))
        return data

    async with (
        serving(tmp_path) as app,
        relaying(app.port, change) as relay,
        Session(Address("127.0.0.1", relay.port)) as ana,
    ):
        opened = await ana.open_table("power", "Cup", OPTIONS)
        await ana.join(opened.table, "Ana")
        await ana.invite(next(seat.seat for seat in ana.state.seats if not seat.name), "recruit")
        await ana.ready()
        await write_and_seal(ana)
        await ana.until(lambda state: len(state.rounds) == 1)
        await ana.ready()
        await write_and_seal(ana)
        state = await ana.until(lambda state: "backup" in state.notice)
        assert "another course of the game" in state.notice


async def write_and_seal(session: Session) -> None:
    state = await session.until(lambda state: state.may_write)
    await session.write(next(iter(state.sheets)), ("t hq v4",))
    await session.seal()
