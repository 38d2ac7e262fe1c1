"""Slips of newcomers at the full screen: what they try first does what they expect, or says what helps."""

from pathlib import Path

from client.link.address import Address
from client.link.session import Session
from tests.kit.callers import call, serving
from tests.kit.onscreen import CTRL_D, ENTER, UP, shown
from tests.screens.test_screens_played import click, table

HEADQUARTERS, V7 = (2, 1), (8, 5)
"""Where these places are on a screen of 80 columns and 24 rows."""


async def test_a_click_takes_up_the_piece_that_is_shown(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        click(glass, *HEADQUARTERS)
        await glass.wait("S HQ taken up")
        click(glass, *V7)
        await glass.wait("1 S   HQ  V7", "Written: S HQ V7")


async def test_another_click_takes_the_next_kind(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        for kind in ("S", "T", "C", "D", "S", "T"):
            click(glass, *HEADQUARTERS)
            await glass.wait(f"{kind} HQ taken up")
        click(glass, *V7)
        await glass.wait("1 T   HQ  V7")
        click(glass, *HEADQUARTERS)
        await glass.wait("S HQ taken up")


FIVE_ORDERS = ("t hq v8", "s hq ix", "c hq v4", "d hq s5", "t hq v7")
"""The second cannot be carried out: a soldier does not get so far."""


async def test_a_full_sheet_takes_no_more_lines_and_says_what_helps(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        for order in FIVE_ORDERS:
            glass.press(order, ENTER)
        await glass.wait("5/5", "! 2: ", "The sheet is full: Up", "goes to the line, ^D deletes it")
        glass.press("c hq v7", ENTER)
        await glass.wait("room for 5 lines", "Up goes to a line", "^D deletes it", "> c hq v7")
        assert session.state.sheets["V"].lines == FIVE_ORDERS
        glass.press(UP, UP, UP, UP)
        await glass.wait("V order 2> s hq ix")
        glass.press(CTRL_D)
        await glass.wait("4/5")


async def test_a_refusal_goes_when_its_cause_has_gone(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Session(Address("127.0.0.1", server.port)) as ana:
        opened = await ana.open_table("power", "Sunday", {"players": 2})
        await ana.join(opened.table, "Ana")
        async with shown(ana) as glass:
            glass.press(":start", ENTER)
            await glass.wait("Every seat must be taken first; free: JR")
            bo = await call(server.port)
            await bo.sit(opened.table, "Bo")
            await glass.gone("free: JR")
            await bo.close()


async def test_what_is_typed_after_deleting_a_line_is_a_new_line(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, "s hq v7", ENTER, UP, UP)
        await glass.wait("V order 1> t hq v8")
        glass.press(CTRL_D)
        await glass.wait("1/5")
        glass.press("c hq v4", ENTER)
        await glass.wait("2/5")
        assert session.state.sheets["V"].lines == ("s hq v7", "c hq v4")


async def test_with_three_players_the_welcome_explains_the_mercenaries(tmp_path: Path) -> None:
    async with table(tmp_path, players=3) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(":welcome", ENTER)
        await glass.wait("Goal: take the flags", "the red army (R) is mercenary and belongs to nobody")
