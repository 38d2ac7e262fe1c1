"""What a player's computer keeps of each game it saw."""

import os
from pathlib import Path

import pytest

from client.launch.seen_games import MOST_GAMES, SeenGame, keep_seen_games, read_seen_game
from client.link.address import Address
from client.link.session import Session
from client.state.client_state import FILE, ClientState
from protocol import events
from protocol.messages import Told
from tests.kit.callers import call, open_table, serving
from tests.kit.sessions import sit


def of_the_game(state: ClientState) -> object:
    return (state.seq, state.rounds, state.view, state.phase, state.stage, state.log, state.role)


async def play_round(session: Session, other: Session, phase: int) -> None:
    for each in (session, other):
        await each.until(lambda state: state.phase and state.phase.phase == phase and state.may_write)
        await each.seal()
    for each in (session, other):
        await each.until(lambda state: len(state.rounds) >= phase)
    for each in (session, other):
        await each.ready()


@pytest.mark.parametrize("is_there_from_the_first", [True, False])
async def test_a_game_is_replayed_as_it_was_seen(tmp_path: Path, is_there_from_the_first: bool) -> None:
    """Over several runs of the client: each adds what it hears, and what it missed in between."""
    folder = tmp_path / "seen"
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), options={"players": 2, "interlude": None})
        address = Address("127.0.0.1", app.port)
        async with Session(address) as bo:
            if not is_there_from_the_first:
                await sit(bo, opened.table, "Bo")
            async with Session(address) as ana:
                ana.on_message = keep_seen_games(folder)
                await sit(ana, opened.table, "Ana")
                if is_there_from_the_first:
                    await sit(bo, opened.table, "Bo")
                await play_round(ana, bo, 1)
                token = ana.token
            async with Session(address) as ana:
                await ana.resume(opened.table, token)
                await play_round(ana, bo, 2)  # from another computer
            async with Session(address) as ana:
                ana.on_message = keep_seen_games(folder)
                await ana.resume(opened.table, token)
                await play_round(ana, bo, 3)
                await ana.until(lambda state: state.phase and state.phase.phase == 4)
                seen = read_seen_game(opened.table.lower(), folder)
                assert seen
                assert seen.link == FILE
                assert [told.phase for told in seen.rounds] == [1, 2, 3]
                assert of_the_game(seen)[:5] == of_the_game(ana.state)[:5]  # type: ignore[index]  # a tuple


async def test_a_file_cut_in_the_middle_is_read_up_to_there_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "seen"
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), options={"players": 2, "interlude": None})
        address = Address("127.0.0.1", app.port)
        async with Session(address) as ana, Session(address) as bo:
            ana.on_message = keep_seen_games(folder)
            await sit(ana, opened.table, "Ana")
            await sit(bo, opened.table, "Bo")
            await play_round(ana, bo, 1)
            token = ana.token
        (file,) = folder.iterdir()
        assert file.stat().st_mode & 0o777 == 0o600, "S12: it holds the player's own sheets"
        file.write_bytes(file.read_bytes()[:-7])
        cut = read_seen_game(opened.table, folder)
        assert cut
        assert cut.seq < ana.state.seq
        async with Session(address) as ana:
            ana.on_message = keep_seen_games(folder)
            await ana.resume(opened.table, token)
            again = read_seen_game(opened.table, folder)
            assert again
            assert again.seq == ana.state.seq


def test_the_oldest_games_make_room(tmp_path: Path) -> None:
    for number in range(MOST_GAMES + 5):
        file = tmp_path / f"T{number}-V.qg"
        file.touch()
        os.utime(file, (number, number))
    opened = events.TableOpened(game="power", name="Sunday", seats=("V",), options={}, table="NEW")
    SeenGame("NEW", "V", tmp_path).hear(Told(seq=1, at=0.0, event=opened))
    kept = {file.name for file in tmp_path.iterdir()}
    assert len(kept) == MOST_GAMES
    assert "NEW-V.qg" in kept
    assert "T5-V.qg" not in kept
    assert "T6-V.qg" in kept
