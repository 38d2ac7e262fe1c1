"""S7, R9: a draft is given to its table without waking a task for it, and nothing else changes by that."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.codec import decode_server, encode
from protocol.messages import Done, Refused, Resume, Seated, ServerMessage, Unseal, Write, Written
from server.net import frames
from server.net.connection import Connection
from server.net.frames import Turns
from tests.kit.callers import FREE, Caller, call, serving, start_game
from tests.kit.wires import BINARY, Wire, frame, wire
from tests.server.test_floods import SlowLoop

BURST = 20
LITTLE = msgspec.structs.replace(FREE, burst=BURST, rate=0.001, asking_burst=200, asking_rate=25.0)
"""So little that nothing is refilled during a test."""


async def written(player: Caller, first: int = 1) -> int:
    """How many drafts are stored before one is refused."""
    revision = first
    while isinstance(answer := await player.write(1, "S HQ V8", revision=revision), Written):
        revision += 1
    assert isinstance(answer, Refused)
    assert answer.code == "rate"
    return revision - first


async def test_drafts_count_against_the_limits_of_a_connection_and_of_its_seat(tmp_path: Path) -> None:
    """S7: as many are taken as of any other message, and reconnecting refills nothing."""
    async with serving(tmp_path, LITTLE) as app:
        table, players = await start_game(app.port)
        spent = 2  # on coming in and being ready
        stored = await written(players[0])
        assert stored == BURST - spent
        again = await call(app.port)
        assert isinstance(await again.ask(Resume(table=table, token=players[0].token)), Seated)
        again.seat = players[0].seat
        assert await written(again, stored + 1) <= spent, "the seat has nothing left but what coming in cost"


async def test_a_draft_does_not_overtake_what_its_writer_sent_before(tmp_path: Path) -> None:
    """R9: whichever way a message is taken, the order is the order of arrival."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        ana = await wire(app.port, hello=True)
        ana.say(Resume(table=table, token=players[0].token, id=1))
        await answers(ana, 1)
        draft = Write(phase=1, sheet="V", revision=1, lines=("S HQ V8",), id=3)
        ana.put(b"".join(frame(encode(message)) for message in (Unseal(phase=1, id=2), draft)))
        assert [type(answer) for answer in await answers(ana, 2)] == [Done, Written]
        ana.cut()


async def answers(peer: Wire, count: int) -> list[ServerMessage]:
    """The next so many answers, without all that the table tells."""
    found: list[ServerMessage] = []
    while len(found) < count:
        opcode, data = await peer.take()
        if opcode == BINARY and (message := decode_server(data)).re > 0:
            found.append(message)
    return found


async def test_an_error_while_a_draft_is_taken_ends_one_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        take = Connection._take_at_once

        def fail(connection: Connection, *message: Any) -> bool:
            if connection.peer.seat == "V":
                raise RuntimeError("this connection has a fault")
            return take(connection, *message)

        for connection in app._connections:
            monkeypatch.setattr(connection._socket, "take_at_once", fail.__get__(connection))
        await players[0].send(Write(phase=1, sheet="V", revision=1, lines=("S HQ V8",)))
        await asyncio.wait_for(players[0].socket.wait_closed(), players[0].patience)
        assert isinstance(await players[1].write(1, "S HQ B8"), Written)
    failures = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert failures == ["reading failed"]


def test_in_one_round_of_the_loop_little_is_read_at_once() -> None:
    """P5: what comes from very many peers at the same time is read in turns, and the loop goes on."""
    loop = SlowLoop()
    turns = Turns(loop.time, loop.call_soon)
    assert turns.has_time(loop.now)
    loop.now += frames.TURN_SECONDS * 0.9
    assert turns.has_time(loop.now)
    loop.now += frames.TURN_SECONDS * 0.2
    assert not turns.has_time(loop.now)
    loop.soon.pop()()
    assert turns.has_time(loop.now)
