"""Attacks that worked once do not work any more."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from protocol import events, messages
from protocol.messages import (
    Chat,
    Done,
    Exported,
    Finish,
    Hello,
    ListTables,
    OpenTable,
    Pong,
    Refused,
    Reread,
    Start,
    Sync,
    Tables,
    Watch,
)
from protocol.texts import catalogue
from server.games import GAMES
from server.games.api import AnyGame, BadOptions
from server.lobby import MOST_SHOWN
from server.record import export
from server.table import facts
from server.verify import verify
from tests.kit.callers import FREE, PATIENCE, call, open_table, seat_all, serving, start_game
from tests.kit.sittings import Sitting, begun, refusal


@pytest.mark.parametrize("name", ["seconds", "interlude", "limit", "choice_seconds"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_option_with_too_short_a_time_is_refused(game: AnyGame, name: str) -> None:
    """A clock does not move by 1e-300 seconds, so the table would open and close phases for ever."""
    for value in (1e-300, 0, -1, 1e300):
        with pytest.raises(BadOptions):
            game.read_options({name: value, "players": 3})


def test_doing_what_is_due_ends_however_short_the_phases_are() -> None:
    sitting, _ = begun(2, interlude=0.05)
    sitting.state.options = msgspec.structs.replace(sitting.state.options, interlude=1e-300)
    sitting.state.position = msgspec.structs.replace(sitting.state.position, seconds=1e-300)
    sitting.pass_time(1000)
    assert 1 < sitting.state.phase_no < 10


def test_the_long_stream_is_not_sent_again_and_again() -> None:
    sitting, players = begun(2)
    for _ in range(1000):
        sitting.table.emit(facts.Annotated("a note"), sitting.at)
    answers = [players[0].ask(Sync(after=0)) for _ in range(12)]
    assert isinstance(answers[0], Done)
    assert refusal(answers[-1]) == "rate"
    sitting.pass_time(10)
    assert isinstance(players[0].ask(Sync(after=0)), Done)


def test_the_referee_cannot_have_unread_sheets_read_by_ending_the_game() -> None:
    sitting = Sitting(2, tournament=True)
    ana = sitting.sit("Ana")
    sitting.sit("Bo")
    referee = sitting.referee()
    referee.ask(Start())
    ana.write("T HQ V8", sheet="V")
    assert isinstance(referee.ask(Finish()), Done)
    assert refusal(referee.ask(Reread(sheets={}))) == "no-ruling"
    assert not any("T HQ V8" in str(message) for message in referee.heard)
    assert verify(export("TABLE", sitting.rows)) == []


def test_a_record_without_a_referee_has_no_rulings() -> None:
    sitting, players = begun(2)
    for player in players:
        player.seal()
    record = export("TABLE", sitting.rows)
    forged = msgspec.structs.replace(record.rounds[0], kind="amended", lines=())
    assert verify(msgspec.structs.replace(record, rounds=(*record.rounds, forged)))


def test_reconnecting_does_not_reset_the_chat_limit() -> None:
    sitting, players = begun(2)
    for player in players:
        player.seal()
    for _ in range(4):
        assert isinstance(players[0].ask(Chat(text="hello")), Done)
    again = sitting.back(players[0].token)
    assert refusal(again.ask(Chat(text="hello"))) == "chat-rate"


def test_a_sheet_has_a_largest_size() -> None:
    _, players = begun(2)
    lines = tuple("\U0001f600" * 200 for _ in range(64))
    assert refusal(players[0].write(*lines, sheet="V")) == "sheet-too-long"


async def test_one_address_does_not_take_every_table(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, tables_from_one=3)
    async with serving(tmp_path, limits) as app:
        caller = await call(app.port)
        for number in range(3):
            await open_table(caller, key=f"a long enough secret {number}")
        more = OpenTable(game="power", name="Fourth", key="one secret too many, so")
        assert isinstance(await caller.ask(more), Refused)


@pytest.mark.slow
async def test_a_list_of_tables_is_short_enough_to_be_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        for number in range(MOST_SHOWN + 5):
            await open_table(caller, key=f"a long enough secret {number}")
        listed = await caller.ask(ListTables())
        assert isinstance(listed, Tables)
        assert len(listed.tables) == MOST_SHOWN


async def test_an_export_that_fails_is_refused_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("a bug of ours")

    async with serving(tmp_path) as app:
        _, players = await start_game(app.port)
        monkeypatch.setattr("server.lobby.exporting", fail)
        assert isinstance(await players[0].ask(messages.Export()), Refused)
        monkeypatch.undo()
        assert isinstance(await players[0].ask(messages.Export()), Exported)


async def test_a_strange_language_costs_no_memory(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        before = catalogue.cache_info().currsize
        for number in range(5):
            caller = await call(app.port, hello=False)
            await caller.ask(Hello(protocol=messages.PROTOCOL_VERSION, language=f"x{number}"))
            assert isinstance(await caller.ask(Watch(table="nowhere")), Refused)
        assert catalogue.cache_info().currsize <= before + 1


@pytest.mark.slow
async def test_a_newcomer_who_asks_for_nothing_is_disconnected(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, newcomer_seconds=1.0)
    async with serving(tmp_path, limits) as app:
        idle = await call(app.port)
        async with asyncio.timeout(PATIENCE):
            await idle.socket.wait_closed()
        assert idle.socket.close_code == 1008
        _, players = await start_game(app.port)
        assert isinstance(await players[0].ask(messages.Ping()), Pong)


async def test_the_referee_cannot_read_an_unread_sheet_by_giving_the_seat_away(tmp_path: Path) -> None:
    """S1, S16: the seat is taken from a connected player, looked at, and given back."""
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), tournament=True, options={"players": 2})
        ana, bo = await seat_all(app.port, opened.table, ("Ana", "Bo"))
        referee = await call(app.port)
        await referee.ask(messages.Referee(table=opened.table, key=opened.referee_key))
        await referee.ask(Start())
        await ana.until_event(events.PhaseOpened)
        await ana.write(1, "T HQ V8", revision=7, sheet="V")
        key = await referee.ask(messages.Replace(seat="VB", name="Eve"))
        assert isinstance(key, messages.SeatKey)
        eve = await call(app.port)
        await eve.ask(messages.Resume(table=opened.table, token=key.token, after=0))
        snapshot = await eve.until_kind(messages.Snapshot)
        empty = messages.SheetProgress(
            otherwise="Without a valid order a soldier on HQV is broken up to pay 1 Power."
        )
        assert snapshot.sheets["V"] == messages.Sheet(0, (), usage=snapshot.sheets["V"].usage, progress=empty)
        await eve.ask(Sync(after=0))
        await eve.ask(messages.Export())
        back = await referee.ask(messages.Replace(seat="VB", name="Ana"))
        assert isinstance(back, messages.SeatKey)
        assert not any(b"T HQ V8" in raw for caller in (referee, eve, bo) for raw in caller.raw)
        taken = [await bo.until_event(events.SeatTaken, name=name, by="referee") for name in ("Eve", "Ana")]
        assert [event.seat for event in taken] == ["VB", "VB"]
