"""What if, on the screens: sheets are guessed, the story is only supposed, and the own sheet stays."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.launch.rules_process import RulesProcess
from client.link.address import Address
from client.link.session import Session
from client.play.record_files import save_record
from client.state.client_state import FILE
from client.state.record_file import read_record
from protocol.events import SheetsRead
from tests.kit.beside import Beside
from tests.kit.onscreen import CTRL_C, CTRL_S, ENTER, ESC, F5, F9, TAB, shown
from tests.kit.terminals import Terminal
from tests.screens.test_screens_played import seal_others, table

pytestmark = pytest.mark.slow

SIGN = "WHAT IF"


async def test_guessed_sheets_are_written_completed_and_resolved(tmp_path: Path) -> None:
    """The sheet of another seat is written with the same keys, and its orders are completed."""
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        glass.press("t hq v8", ENTER)
        await glass.wait("V order 2>")
        glass.press(F9)
        await glass.wait(SIGN, "What stands on sheet V?", "Nobody is told")
        glass.press(F5)
        await glass.wait(f"{SIGN} B order 1>")
        glass.press("t hq ", TAB)
        await glass.wait("T HQ B")
        glass.press(ESC)
        glass.press(CTRL_S)
        await glass.wait(SIGN, "n next")
        assert all(not any(isinstance(event, SheetsRead) for event in caller.events()) for caller in others)
        assert session.state.rounds == ()


async def test_a_line_that_would_be_lost_is_marked_until_it_is_changed(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        glass.press("t hq v8", ENTER, "s hq ix", ENTER)
        await glass.wait("2!S   HQ  IX")
        glass.press(F9)
        await glass.wait(SIGN, "2!S   HQ  IX")
        glass.press("c hq v4", ENTER)
        await glass.wait(SIGN, "2!S   HQ  IX", "3 C   HQ  V4")
        glass.press(":del 2", ENTER)
        await glass.wait(SIGN, "2 C   HQ  V4")
        assert not glass.has("2!")


async def test_esc_comes_back_to_the_own_sheet_as_it_was(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        glass.press("t hq v8", ENTER)
        await glass.wait("V order 2>")
        await session.stored()
        before = session.state.sheets
        glass.press(F9)
        await glass.wait(SIGN)
        glass.press("s hq v4", ENTER, "s hq v4", ENTER)
        await glass.wait(f"{SIGN} V order 4>")
        glass.press(CTRL_S)
        await glass.wait(SIGN, "n next")
        glass.press(ESC)
        await glass.wait(f"{SIGN} V order 4>")
        glass.press(ESC)
        await glass.gone(SIGN)
        assert session.state.sheets == before
        assert session.state.rounds == ()


async def test_a_supposition_can_be_resolved_as_often_as_one_likes(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        glass.press(F9)
        await glass.wait(f"{SIGN} V order 1>")
        for number in (2, 3, 4):
            glass.press("s hq v4", ENTER)
            await glass.wait(f"{SIGN} V order {number}>")
            glass.press(CTRL_S)
            await glass.wait("n next")
            glass.press(ESC)
            await glass.wait(f"{SIGN} V order {number}>")


async def test_the_bell_ends_a_supposition(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        await session.seal()
        glass.press(F9)
        await glass.wait(SIGN)
        await seal_others(others, "x")
        await session.until(lambda state: state.stage == "between")
        await glass.gone(SIGN)


async def test_quit_in_a_supposition_only_comes_back(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        glass.press(F9)
        await glass.wait(SIGN)
        glass.press(CTRL_C)
        await glass.gone(SIGN)
        await glass.wait("R1 ORDERS")


async def test_a_round_of_a_replay_can_be_written_otherwise(tmp_path: Path) -> None:
    async with table(tmp_path, players=2) as (_, session, others):
        await session.write("V", ("t hq v8",))
        await session.seal()
        await others[0].seal(1, revision=0)
        await session.until(lambda state: state.rounds)
        await save_record(session, tmp_path / "game.json")
    content = await asyncio.to_thread((tmp_path / "game.json").read_bytes)
    replayed = Session(Address("", 0))
    replayed.state = replace(read_record(content, "game.json", "en"), link=FILE, role="watcher")
    rules = RulesProcess("en")
    try:
        async with shown(replayed, ask_rules=rules.ask) as glass:
            glass.press(F9)
            await glass.wait(SIGN, "T   HQ  V8")
            glass.press("s hq ", TAB)
            await glass.wait("S HQ V")
            glass.press(ESC)
            glass.press(CTRL_S)
            await glass.wait(SIGN, "n next")
            assert len(replayed.state.rounds) == 1
            glass.press(ESC)
            await glass.wait(f"{SIGN} V order")
            glass.press(ESC, ESC)
            await glass.gone(SIGN)
    finally:
        await rules.stop()


@pytest.mark.slow
def test_what_if_in_a_real_terminal(terminals: Callable[..., Terminal], server: Beside) -> None:
    """Two people: one tries a round out, the other sees nothing of it."""
    ana = terminals("ana", "host", "--server", server.address, "--players", "2", "--name", "Ana")
    ana.wait("waiting for players")
    bo = terminals("bo", "join", server.address, "--name", "Bo")
    for each in (bo, ana):
        each.be_ready()
    bo.wait("R1 ORDERS")
    ana.wait("R1 ORDERS")
    seen = bo.text
    ana.press(F9)
    ana.wait(SIGN)
    ana.press("s hq v4\r")
    ana.wait("order 2>")
    ana.press(CTRL_S)
    ana.wait(SIGN, "n next")
    ana.press(ESC)
    ana.wait("order 2>")
    ana.press(ESC)
    ana.wait("order 1>")
    assert "0/2 sealed" in bo.text
    assert SIGN not in ana.text
    assert "S HQ V4" not in ana.text
    assert SIGN not in bo.text
    assert seen.splitlines()[1:5] == bo.text.splitlines()[1:5]
