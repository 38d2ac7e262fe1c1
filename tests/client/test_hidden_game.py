"""A client at a table of a game with hands and private sheets, over real sockets."""

import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.link.address import Address
from client.link.session import Session
from client.play.table_lines import seat_lines
from client.state.client_state import ClientState
from client.state.record_file import read_record
from protocol.events import PhaseOpened
from protocol.record import Record
from protocol.vocabulary import BETWEEN, OVER, WRITING
from server.games import GAMES
from tests.kit.callers import serving
from tests.kit.hidden_game import HIDDEN
from tests.kit.sessions import sit


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


@asynccontextmanager
async def two_players(folder: Path) -> AsyncIterator[tuple[Session, Session]]:
    async with serving(folder) as app:
        address = Address("127.0.0.1", app.port)
        async with Session(address) as ana, Session(address) as bo:
            opened = await ana.open_table("hidden", "Cards", {"players": 2, "interlude": None})
            await sit(ana, opened.table, "Ana")
            await sit(bo, opened.table, "Bo")
            for player in (ana, bo):
                await player.until(lambda state: state.stage == WRITING and state.view is not None)
            yield ana, bo


def hand(session: Session) -> list[int]:
    """The client does not know this game: it keeps views as they came."""
    return list(session.state.view["hand"])


async def play(session: Session, sheet: str) -> None:
    await session.write(sheet, (str(hand(session)[0]),))
    await session.seal()


async def open_phase(session: Session) -> PhaseOpened | None:
    """The phase that is being written; None when the game is over."""
    state = await session.until(lambda state: state.stage in (WRITING, OVER))
    return state.phase if state.stage == WRITING else None


def has_read(phase: PhaseOpened) -> Callable[[ClientState], bool]:
    """The sheets of that phase have been read."""
    return lambda state: any(told.phase == phase.phase for told in state.rounds)


async def exported(session: Session) -> Any:
    return zlib.decompress(await session.export())


async def test_only_the_writer_sees_that_a_private_sheet_is_sealed(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, bo):
        await play(ana, "1")
        await ana.until(lambda state: state.sealed)
        await bo.write("2", (str(hand(bo)[0]),))  # its answer comes behind whatever was told before
        line = bo.state.line("1")
        assert line is not None
        assert (line.sealed, line.written) == (False, False)
        assert not ana.state.may_write
        assert "1: Ana, here, has been asked" in seat_lines(bo.state, "en")[0]
        await ana.unseal()
        await ana.until(lambda state: state.may_write)
        assert ana.state.sheets["1"].lines == (str(hand(ana)[0]),)


async def test_private_sheets_and_stories_reach_their_owners_only(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, bo):
        card = hand(ana)[0]
        await play(ana, "1")
        await play(bo, "2")
        for player in (ana, bo):
            await player.until(lambda state: state.rounds)
        assert set(ana.state.rounds[0].sheets) == {"1"}
        assert set(bo.state.rounds[0].sheets) == {"2"}
        assert ana.state.rounds[0].seals_hold
        assert ana.state.rounds[0].story[0]["card"] == card
        assert bo.state.rounds[0].story[0]["card"] is None


async def test_a_running_game_is_kept_and_replayed_as_its_player_knows_it(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, bo):
        held = hand(bo)
        await play(ana, "1")
        await play(bo, "2")
        await ana.until(lambda state: state.rounds)
        content = await exported(ana)
        record = msgspec.json.decode(content, type=Record)
        assert not record.whole
        replayed = read_record(content, "game.json")
        assert replayed.rounds[0].sheets == ana.state.rounds[0].sheets
        assert list(replayed.view["hand"]) == hand(ana)
        views = [record.start_view, record.rounds[0].view]
        assert all(list(view["hand"]) != held for view in views)
        assert record.start is None


async def test_when_the_game_is_over_everybody_s_record_holds_everything(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, bo):
        players = {"1": ana, "2": bo}
        while (phase := await open_phase(ana)) is not None:
            for seat, sheets in phase.owing.items():
                assert await open_phase(players[seat]) == phase
                await play(players[seat], sheets[0])
            for player in players.values():
                await player.until(has_read(phase))
                if player.state.stage == BETWEEN:
                    await player.ready()
        records = [msgspec.json.decode(await exported(player), type=Record) for player in (ana, bo)]
        assert records[0] == records[1]
        assert records[0].whole
        assert records[0].rounds[0].sheets.keys() == {"1", "2"}


async def test_a_word_said_at_any_time_reaches_everybody(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, bo):
        card = hand(ana)[0]
        offers = await ana.suggest("", (), "show")
        assert [offer.text for offer in offers] == [f"show {each}" for each in hand(ana)]
        await ana.declare(f"show {card}")
        await bo.until(lambda state: state.view["shown"])
        assert bo.state.view["shown"] == {"1": [card]}
        assert bo.state.stage == WRITING
