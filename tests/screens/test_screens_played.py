"""The full screen, played: real keys, a real server and session, the screen read off an emulator."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from client.errors import ClientError
from client.link.address import Address
from client.link.session import Session
from client.play.record_files import save_record
from client.screens.hotseat import Hotseat
from client.state.record_file import read_record
from protocol import messages
from protocol.events import PhaseOpened, SheetsRead
from protocol.messages import Ready
from server.app import App
from tests.kit.callers import Caller, call, open_table, serving
from tests.kit.long import TIMES, long
from tests.kit.onscreen import (
    ALT_UP,
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    CTRL_K,
    CTRL_S,
    CTRL_Y,
    CTRL_Z,
    DOWN,
    ENTER,
    ESC,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    LEFT,
    PAGE_UP,
    RIGHT,
    TAB,
    UP,
    Glass,
    shown,
)
from tests.kit.sessions import sit

SIZES = [(20, 5), (40, 10), (79, 24), (80, 24), (100, 30), (120, 40), (300, 80), (300, 10), (20, 80)]
MONKEY = [ENTER, TAB, UP, DOWN, LEFT, RIGHT, ESC, F1, F2, F3, F4, F5, F6, F7, F8, F9, CTRL_S, CTRL_Z, CTRL_Y]
MONKEY += [
    CTRL_D,
    CTRL_K,
    CTRL_C,
    ALT_UP,
    BACKSPACE,
    PAGE_UP,
    "n",
    "y",
    "a",
    "+",
    "-",
    "g",
    "b",
    " ",
    "?",
    ":",
    "/",
    "t",
    "s",
]
MONKEY += [
    " hq",
    " v8",
    ":help",
    ":cell ix",
    ":undo",
    ":sheet b",
    ":say hi",
    ":rounds 1",
    "\x1b[<0;9;4M\x1b[<0;9;4m",
]


@asynccontextmanager
async def table(
    folder: Path, players: int = 4, language: str = "en", seconds: int = 180
) -> AsyncIterator[tuple[App, Session, list[Caller]]]:
    """A game that has begun: a session on seat V (or VB), bare callers on the others."""
    async with serving(folder) as server:
        opener = await call(server.port)
        opened = await open_table(opener, options={"players": players, "seconds": seconds})
        await opener.close()
        async with Session(Address("127.0.0.1", server.port), language=language) as session:
            await sit(session, opened.table, "Ana")
            others = []
            for name in ("Bo", "Cy", "Di")[: players - 1]:
                caller = await call(server.port)
                await caller.sit(opened.table, name)
                others.append(caller)
            await session.until(lambda state: state.stage == "writing")
            yield server, session, others
            for caller in others:
                await caller.close()


async def seal_others(others: list[Caller], *lines: str, phase: int = 1) -> None:
    for caller in others:
        if lines:
            await caller.write(phase, *lines)
        await caller.seal(phase, revision=1 if lines else 0)


async def test_an_order_is_typed_completed_and_advised_on(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("R1 ORDERS", "0/5")
        glass.press("t hq ")
        await glass.wait("V0 V1 V2 V3 V4", "T HQ V0: green sector 0")
        glass.press(TAB, TAB, ENTER)
        await glass.wait("1 T   HQ  V1", "1/5")
        glass.press("s hq ix", ENTER)
        await glass.wait("2!S   HQ  IX", "! 2: ")
        assert session.state.sheets["V"].stored == ("T HQ V1", "s hq ix")


async def test_tab_alone_walks_through_a_whole_order(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("d")
        await glass.wait("D HQ: ")
        glass.press(TAB)
        await glass.wait("V order 1> D HQ", "S5 S6")
        glass.press(TAB)
        await glass.until(lambda: re.search(r"> D HQ [SV]\d", glass.text) is not None)
        glass.press(ENTER)
        await glass.wait("1/5")


async def test_tab_offers_words_after_a_blank(tmp_path: Path) -> None:
    """Somebody who takes the greeting away with the space bar has a blank in the input line."""
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(" ", TAB)
        await glass.wait("S: ")


async def test_deleting_a_half_typed_line_deletes_no_other_line(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, "s hq v7", ENTER, "c hq")
        await glass.wait("2/5", "V order 3> c hq")
        glass.press(CTRL_D)
        await glass.gone("> c hq")
        assert session.state.sheets["V"].lines == ("t hq v8", "s hq v7")
        glass.press(CTRL_Z)
        await glass.wait("V order 3> c hq", "2/5")
        glass.press(CTRL_D, CTRL_D)
        await glass.wait("1/5")
        glass.press(CTRL_Z)
        await glass.wait("2/5")
        glass.press(CTRL_Z)
        await glass.wait("V order 3> c hq", "2/5")


async def test_undoing_brings_back_what_was_typed(tmp_path: Path) -> None:
    """A line that is deleted while it is being changed, a text that Esc has dropped; and nothing is lost."""
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, "s hq v7", ENTER, UP, UP)
        await glass.wait("V order 1> t hq v8")
        glass.press(BACKSPACE, "4")
        await glass.wait("V order 1> t hq v4")
        glass.press(CTRL_D)
        await glass.wait("1/5", "V order 2>")
        glass.press(CTRL_Z)
        await glass.wait("2/5", "V order 1> t hq v4", "1 T   HQ  V8")
        glass.press(ESC)
        await glass.gone("> t hq v4")
        glass.press(CTRL_Z)
        await glass.wait("V order 1> t hq v4")
        glass.press(CTRL_Z)
        await glass.wait("1/5", "> t hq v4")


async def test_lines_are_edited_moved_deleted_cleared_and_undone(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, "s hq v7", ENTER, "c hq v4", ENTER)
        await glass.wait("3 C   HQ  V4")
        glass.press(ALT_UP)
        await glass.wait("2 C   HQ  V4", "3 S   HQ  V7")
        glass.press(CTRL_D)
        await glass.wait("2 S   HQ  V7", "2/5")
        glass.press(CTRL_Z)
        await glass.wait("3 S   HQ  V7", "3/5")
        glass.press(CTRL_Y)
        await glass.wait("2/5")
        glass.press(UP, UP)
        await glass.wait("V order 1> t hq v8")
        glass.press("\x7f7", ENTER)
        await glass.wait("1 T   HQ  V7")
        glass.press(CTRL_K)
        await glass.wait("0/5")
        glass.press(CTRL_Z)
        await glass.wait("2/5")
        await session.stored()
        assert session.state.sheets["V"].stored == ("t hq v7", "s hq v7")


async def test_a_piece_is_walked_over_the_board(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(F2)
        await glass.wait("HQV, green", "T   C   D")
        glass.press("t")
        await glass.wait("T HQ taken up")
        glass.press(RIGHT, DOWN)
        await glass.wait("T HQ to V8, green sector 8?")
        glass.press(ENTER)
        await glass.wait("1 T   HQ  V8", "Written: T HQ V8")
        glass.press(ENTER)
        await glass.wait("S HQ taken up")
        glass.press(ENTER)
        await glass.wait("S cannot reach HQV")
        glass.press(ESC)
        await glass.wait("HQV, green headquarters. Enter")
        glass.press(LEFT)
        await glass.wait("RVV, green reserve")
        glass.press(ENTER)
        await glass.wait("nothing here that you")
        glass.press(ESC)
        await glass.wait("V order 2>")


async def test_pieces_that_the_draft_brings_can_be_walked_too(tmp_path: Path) -> None:
    """Buy a destroyer in the reserve, bring it to the headquarters: two orders, no word typed."""
    async with serving(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address) as chief, Session(address) as session:
            opened = await chief.open_table("power", "Cup", {"players": 4}, tournament=True)
            await chief.referee(opened.table, opened.referee_key)
            await sit(session, opened.table, "Ana")
            for seat in chief.state.free:
                await chief.invite(seat, "recruit")
            await chief.start()
            await session.until(lambda state: state.stage == "writing")
            await session.seal()
            await chief.until(lambda state: state.stage == "between")
            await chief.ask(messages.Amend(lines=("V RVV 10P",)))
            await chief.start()
            await session.until(lambda state: state.stage == "writing")
            async with shown(session) as glass:
                glass.press(F2, LEFT)
                await glass.wait("RVV, green reserve", "5P   10P")
                glass.press(TAB, TAB, TAB, ENTER)
                await glass.wait("1 10P ERV D", "D RV > HQ")
                glass.press("d", RIGHT, ENTER)
                await glass.wait("2 D   RV  HQ")


async def test_the_mouse_takes_up_and_sends(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        click(glass, 2, 1)
        await glass.wait("S HQ taken up", "T   C   D")
        glass.press("c")
        await glass.wait("C HQ taken up")
        click(glass, 8, 5)
        await glass.wait("1 C   HQ  V7")


def click(glass: Glass, x: int, y: int) -> None:
    glass.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")


async def test_sealing_asks_once_and_ticks_what_the_server_has(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, CTRL_S)
        await glass.wait("Seal now (1 order)?", "y yes")
        glass.press("n")
        await glass.gone("Seal now")
        assert not session.state.sealed
        glass.press(CTRL_S, "y")
        await glass.wait("SEALED", "1✓T   HQ  V8", "1/4 sealed")
        glass.press("x", ENTER)
        await glass.wait("Your sheet is sealed")
        glass.press(CTRL_S)
        await glass.wait("open again", "0/4 sealed")


@pytest.mark.slow
async def test_a_round_is_read_told_and_left_for_the_next(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, "s hq ix", ENTER)
        await glass.wait("2!S")
        await seal_others(others, "c hq ix")
        glass.press(CTRL_S, "y")
        await glass.wait("Round 1: the sheets", "Seals checked: all 4 sheets")
        for _ in range(3):
            glass.press("n")
        await glass.wait("✗ S HQ IX", "lost: a soldier")
        glass.press(TAB)
        await glass.wait("page 5 of")
        glass.press("a")
        await glass.wait("Esc done")
        glass.press("b", ESC)
        await glass.wait("You are ready")
        for caller in others:
            await caller.send(Ready(phase=1))
        await glass.wait("R2 ORDERS")
        glass.press(UP)
        await glass.wait("> s hq ix")
        glass.press(F6)
        await glass.wait("Round 1: the sheets")
        glass.press(PAGE_UP, ESC)
        await glass.wait("V order 1>")


async def test_help_log_and_search_are_opened_by_keys_and_by_words(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("?")
        await glass.wait("HERE: WRITING ORDERS")
        glass.press(ESC)
        await glass.wait("0/5")
        glass.press(":help", ENTER)
        await glass.wait("HERE: WRITING ORDERS")
        glass.press(ESC, F4)
        await glass.wait("the game begins", "/ search")
        glass.press("/", "begins")
        await glass.wait("1 line with begins")
        glass.press(ENTER, ESC)
        await glass.wait("0/5")
        glass.press(":se")
        await glass.wait("seal")
        glass.press(ESC, ":cell ix", ENTER)
        await glass.wait("IX island")
        glass.press(ESC, ESC, ":nonsense", ENTER)
        await glass.wait("nonsense is not a command")
        glass.press(":clear", ENTER, F8)
        await glass.wait("You cannot talk while orders are written", "to all>")
        glass.press("hi there", ENTER)
        await glass.wait("You cannot talk while orders are written", "to all> hi there")
        glass.press(ESC)
        await glass.wait("0/5")
        glass.press(F3)
        await glass.wait("IX island")


@pytest.mark.parametrize(
    ("language", "verbs"), [("en", ("who", "rules", "mine")), ("fr", ("qui", "règles", "miens"))]
)
async def test_seats_rules_and_own_pieces_are_pages_and_the_time_is_a_message(
    tmp_path: Path, language: str, verbs: tuple[str, ...]
) -> None:
    """As line by line; the words come from the same list and the same sentences."""
    async with (
        table(tmp_path, language=language) as (_, session, _),
        shown(session, language=language) as glass,
    ):
        await glass.wait("0/5")
        who, rules, mine = verbs
        glass.press(f":{who}", ENTER)
        await glass.wait(": Ana, you" if language == "en" else ": Ana, vous", ": Cy, ", ": 0.")
        glass.press(ESC, f":{rules}", ENTER)
        await glass.wait("T HQ V4" if language == "en" else "T QG V4")
        glass.press(ESC, f":{mine}", ENTER)
        await glass.wait("HQV 2S 2T 2C 2D" if language == "en" else "QGV 2S 2T 2C 2D")
        glass.press(ESC, ":time", ENTER)
        await glass.wait("3:00", "0/5")


async def test_leaving_asks_first_and_esc_stays(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(CTRL_C)
        await glass.wait("Leave the table?")
        glass.press(ESC)
        await glass.gone("Leave the table?")
        glass.press(":quit", ENTER)
        await glass.wait("Leave the table?")
        assert glass.app
        glass.press("y")
        await glass.until(lambda: glass.app is not None and not glass.app.app.is_running)


@pytest.mark.slow
async def test_the_hourglass_can_be_stopped_once(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(F7, "y")
        await glass.wait("STOPPED", "Ana")
        glass.press(F7)
        await glass.wait("time 2:5")


async def test_a_closed_table_is_said_and_the_sheet_stays_editable(tmp_path: Path) -> None:
    async with table(tmp_path) as (server, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER)
        await glass.wait("1 T   HQ  V8")
        await server.__aexit__(None, None, None)
        await glass.wait("CLOSED", "The host has closed the table")
        glass.press("s hq v7", ENTER)
        await glass.wait("2~S   HQ  V7")


async def test_each_of_two_players_writes_two_sheets(tmp_path: Path) -> None:
    async with table(tmp_path, players=2) as (_, session, _), shown(session) as glass:
        await glass.wait("V order 1>", "B  0 orders F5")
        glass.press("t hq v8", ENTER, F5)
        await glass.wait("B order 1>", "V  1 order F5")
        glass.press("t hq b8", ENTER)
        await glass.wait("1 T   HQ  B8")
        glass.press(":sheet v", ENTER)
        await glass.wait("V order 2>")
        await session.stored()
        assert session.state.sheets["B"].stored == ("t hq b8",)


async def test_everything_is_in_french(tmp_path: Path) -> None:
    async with table(tmp_path, language="fr") as (_, session, _), shown(session, language="fr") as glass:
        await glass.wait("M1 ORDRES", "V ordre 1>", "F1 aide")
        glass.press("s hq ix", ENTER)
        await glass.wait("soldat")
        glass.press(F1)
        await glass.wait("ICI : ÉCRIRE LES ORDRES")
        glass.press(ESC, CTRL_S)
        await glass.wait("Sceller maintenant", "o oui")
        glass.press("o")
        await glass.wait("SCELLÉE")


async def test_a_host_waits_for_players_and_invites_bots(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Session(Address("127.0.0.1", server.port)) as session:
        opened = await session.open_table("power", "Sunday", {"players": 4})
        await session.join(opened.table, "Ana")
        async with shown(session) as glass:
            await glass.wait("waiting for players", "Free: B, J, R", "Ana (you, host)", "here")
            glass.press(":invite b rec")
            await glass.wait("recruit")
            glass.press(TAB, ENTER)
            await glass.wait("Let a bot (recruit) take seat B? Others may still be coming.")
            glass.press("n", ":invite b recruit", ENTER, "y")
            await glass.wait("Free: J, R")
            glass.press(F8, "hello", ENTER)
            await glass.until(lambda: bool(session.state.chat), "chat")
            glass.press(ESC, ":invite recruit", ENTER)
            await glass.wait("Let bots (recruit) take the seats J, R?")
            glass.press("y")
            await glass.wait("Not ready yet: Ana (V).", "Enter ready")
            glass.press(ENTER)
            await glass.wait("R1 ORDERS")


async def test_a_table_that_is_closed_before_the_game_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Session(Address("127.0.0.1", server.port)) as session:
        opened = await session.open_table("power", "Sunday", {"players": 4})
        await session.join(opened.table, "Ana")
        async with shown(session) as glass:
            await glass.wait("waiting for players")
            glass.press(":close", ENTER)
            await glass.wait("Close this table for good?", "all its players must agree")
            glass.press("y")
            await glass.wait("This table is closed; the game ends without a result.")
            await glass.gone("waiting for players")


async def test_a_referee_commands_with_confirmation_at_two_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address) as one, Session(address) as two:
            for session, name in ((one, "First"), (two, "Second")):
                opened = await session.open_table("power", name, {"players": 4}, tournament=True)
                await session.referee(opened.table, opened.referee_key)
                for seat in session.state.free[1:]:
                    await session.invite(seat, "recruit")
            async with Session(address) as player, shown(one, two) as glass:
                await sit(player, one.state.table, "Ana")
                await glass.wait("1/2 First", "SEAT", "Ana")
                glass.press("sta")
                await glass.wait("start: ")
                glass.press(TAB, ENTER)
                await glass.wait("Start the game")
                glass.press("y")
                await glass.wait("R1 ORDERS")
                glass.press("stop", ENTER, "y")
                await glass.wait("STOPPED", "by the referee")
                glass.press("go", ENTER, "y", "grant 30", ENTER)
                await glass.wait("Grant 30 seconds")
                glass.press("y")
                await glass.wait("grants 30 seconds")
                glass.press(F2)
                await glass.wait("HQ^b2S")
                glass.press(F2, f"export {tmp_path}/first.json", ENTER)
                await glass.wait("qg replay shows it")
                assert (tmp_path / "first.json").exists()
                glass.press(F9)
                await glass.wait("2/2 Second", "WAITING")
                glass.press("table 1", ENTER)
                await glass.wait("1/2 First")


async def test_a_referee_rules_after_a_round(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Session(Address("127.0.0.1", server.port)) as session:
        opened = await session.open_table("power", "Cup", {"players": 4}, tournament=True)
        await session.referee(opened.table, opened.referee_key)
        for seat in session.state.free:
            await session.invite(seat, "recruit")
        async with shown(session, columns=120, rows=40) as glass:
            glass.press("start", ENTER, "y")
            await glass.wait("R1 STORY")
            glass.press("amend v v4 7S", ENTER)
            await glass.wait("Correct the position: v v4 7S?")
            glass.press("y")
            await glass.wait("V4v7S")
            glass.press("rollback 1", ENTER)
            await glass.wait("beginning of round 1?")
            glass.press("y")
            await glass.gone("V4v7S")
            glass.press(F6)
            await glass.wait("Round 1: the sheets", "Seals checked")


async def test_hotseat_covers_the_screen_between_players(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address) as one, Session(address) as two:
            opened = await one.open_table("power", "Here", {"players": 2})
            await sit(one, opened.table, "Ana")
            await sit(two, opened.table, "Bo")
            await one.until(lambda state: state.stage == "writing")
            async with shown(one, two, kind=Hotseat) as glass:
                await glass.wait("turn of Ana")
                glass.press(F4, ENTER)
                await glass.wait("V order 1>")
                glass.press(F9, F9, "t hq v8", ENTER)  # it opens and closes a supposition
                await glass.wait("V order 2>", "T   HQ  V8")
                glass.press(CTRL_S, "y")
                await glass.wait("turn of Bo")
                assert "hq" not in glass.text.lower()
                glass.press(ENTER)
                await glass.wait("J order 1>")
                glass.press(CTRL_S, "y")
                await glass.wait("Round 1: the sheets")
                glass.press(ESC)
                await glass.wait("turn of Ana")


async def test_hotseat_covers_the_screen_only_if_it_changes_hands(tmp_path: Path) -> None:
    """Who has two cards in a row writes on; in nearly every turn of this game somebody has."""
    async with serving(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address) as one, Session(address) as two:
            opened = await one.open_table("argad", "Here", {"players": 2, "seconds": None})
            await sit(one, opened.table, "Ana")
            await sit(two, opened.table, "Bo")
            await one.until(lambda state: state.stage == "writing")
            async with shown(one, two, kind=Hotseat) as glass:
                for _ in range(2):  # armies and deployment
                    for name in ("Ana", "Bo"):
                        await glass.wait(f"turn of {name}")
                        glass.press(ENTER, CTRL_S, "y")
                    await glass.wait("Press Enter when you are ready")
                    glass.press(ENTER, ENTER)
                last = "Bo"
                for _ in range(10):
                    await one.until(lambda state: state.stage == "writing")
                    last = await _pass_card(glass, {"Ana": one, "Bo": two}, last)


async def _pass_card(glass: Glass, sessions: dict[str, Session], last: str) -> str:
    """The player whose card it is passes; the screen was covered if another has written last."""
    (name,) = (each for each, session in sessions.items() if session.state.may_write)
    if name != last:
        await glass.wait(f"turn of {name}")
        glass.press(ENTER)
    await glass.wait("order 1>")
    assert not glass.has("turn of")
    phase = sessions[name].state.phase
    assert phase is not None
    glass.press("n" if phase.key == "joker" else "p", ENTER, ENTER)
    await sessions[name].until(lambda state: state.phase != phase)
    return name


@pytest.mark.slow
async def test_one_bell_rings_when_the_time_is_nearly_up(tmp_path: Path) -> None:
    async with table(tmp_path, seconds=12) as (_, session, _):
        async with shown(session) as glass:
            await glass.wait("time 0:1")
            assert not glass.bells
            await glass.wait("HURRY 0:0")
            await glass.until(lambda: glass.bells == 1, "a bell")
        async with shown(session, bell=False) as silent:
            await silent.wait("0:0")
            assert not silent.bells


async def test_a_full_sheet_asks_for_no_more_orders(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5", "Write an order as")
        for order in ("t hq v8", "s hq v7", "c hq v4", "d hq s5", "t hq v7"):
            glass.press(order, ENTER)
        await glass.wait("5/5", "V sheet full>", "^S seals it")
        assert not glass.has("Write an order")
        glass.press(CTRL_D)
        await glass.wait("4/5", "V order 5>", "Write an order as")


async def test_a_link_that_comes_back_says_that_a_sheet_is_sent_only_if_there_is_one(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("V order 1>")
        session._set(replace(session.state, link="lost", lost_at=session.now))
        await glass.wait("LINK LOST")
        session._set(replace(session.state, link="ok", lost_at=None))
        await glass.wait("The link is back; nothing is on your sheet yet.")


async def test_a_game_is_replayed_from_its_record(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others):
        await seal_others(others, "c hq ix")
        await session.seal()
        await session.until(lambda state: state.rounds)
        await save_record(session, tmp_path / "game.json")
    state = read_record((tmp_path / "game.json").read_bytes(), "game.json")
    still = Session(Address("", 0))
    still.state = state
    async with shown(still) as glass:
        await glass.wait("watching", "replay", "Round 1: the sheets")
        assert "OVER" not in glass.text, "the game was not over when it was saved"
        glass.press("n")
        await glass.wait("C HQ IX")
        glass.press("a")
        await glass.wait("Tie on IX")
        glass.press(F4)
        await glass.wait("the bell", "the sheets of round 1 are read", "Tie on IX")
        glass.press(ESC, ESC)
        await glass.wait("V *Ana", "V ^ ")
        assert "AWAY" not in glass.text, "nobody is at a recorded table"
        glass.press(":export", ENTER)
        await glass.wait("export is not a command")


async def test_a_line_emptied_is_a_line_deleted(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", ENTER, "s hq v7", ENTER, UP, UP)
        await glass.wait("V order 1> t hq v8")
        glass.press(*[BACKSPACE] * 7, ENTER)
        await glass.wait("1 S   HQ  V7", "1/5")


async def test_no_size_breaks_a_running_screen(tmp_path: Path) -> None:
    """U3: the order line is never lost."""
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq")
        for columns, rows in SIZES:
            glass.resize(columns, rows)
            await glass.wait("t hq")
            glass.press(F1, ESC)
            await glass.wait("t hq")


@long
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_whatever_is_pressed_nothing_breaks(tmp_path: Path, seed: int) -> None:
    """Random keys and resizes, while the others play on; the screen still answers afterwards."""
    random = Random(seed)
    async with table(tmp_path, players=2) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        assert glass.app
        glass.app.leave = lambda status: None  # type: ignore[method-assign]
        playing = asyncio.create_task(play_on(others[0]))
        for _ in range(150 * TIMES):
            glass.press(random.choice(MONKEY))
            if random.random() < 0.05:
                glass.resize(*random.choice(SIZES))
            for _ in range(20):
                await asyncio.sleep(0)  # lets the keys be read and the screen be drawn
            if session.state.stage == "between" and random.random() < 0.1:
                await session.ready()
        playing.cancel()
        glass.resize(80, 24)
        await glass.until(lambda: "|" in glass.lines[0], "a status line")
        assert glass.app.app.is_running  # and an error of any task would be raised on leaving


async def play_on(caller: Caller) -> None:
    """The other player: seals an empty sheet in every phase, and is ready after it."""
    for phase in range(1, 100):
        await caller.until_event(PhaseOpened, phase=phase)
        await caller.seal(phase, revision=0)
        await caller.until_event(SheetsRead, phase=phase)
        await caller.ask(Ready(phase=phase))


async def test_coming_back_to_a_draft_goes_on_below_it(tmp_path: Path) -> None:
    async with table(tmp_path) as (server, session, _):
        await session.write("V", ("t hq v8", "s hq v7"))
        async with Session(Address("127.0.0.1", server.port)) as again:
            await again.resume(session.state.table, session.token)
            async with shown(again) as glass:
                await glass.wait("V order 3>", "2/5")
                glass.press("c hq v4", ENTER)
                await glass.wait("3 C   HQ  V4")
                glass.press(UP, UP, UP)
                await glass.wait("V order 1> t hq v8")
                glass.press(CTRL_S, "y")
                await glass.wait("SEALED")
                glass.press(CTRL_S)
                await glass.wait("V order 4>")
                glass.press(UP, UP, UP, F8, F4, ESC, CTRL_K, CTRL_Z, UP, ":cell ix", ENTER, ESC, ESC)
                await glass.wait("V order 4>")
                assert len(again.state.sheets["V"].lines) == 3


@pytest.mark.slow
async def test_what_is_typed_at_the_bell_is_taken_away_and_said(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        await seal_others(others)
        glass.press("t hq v")
        await glass.wait("> t hq v")
        await session.seal()
        await glass.wait("Round 1: the sheets", "t hq v was not on the sheet")
        glass.press("n", ENTER, ESC, "a")  # typed on, and not meant for the story
        await glass.until(
            lambda: bool(glass.app and not glass.app.controller.reader.ignores_keys), "the story listens"
        )
        await glass.wait("Round 1: the sheets", "page 1 of")
        glass.press(ESC)
        await glass.wait("You are ready")
        for caller in others:
            await caller.send(Ready(phase=1))
        await glass.wait("R2 ORDERS", "V order 1>")
        assert "t hq v " not in glass.lines[-2]
        assert "not on the sheet" not in glass.text


async def test_a_notice_goes_when_it_no_longer_holds(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(F2, LEFT)
        await glass.wait("RVV, green reserve")
        glass.press(ENTER)
        await glass.wait("nothing here that you")
        glass.press(RIGHT)
        await glass.gone("nothing here that you")
        assert glass.app
        session.tell("the server is stopping")
        session._set(replace(session.state, link="lost", lost_at=session.now))
        await glass.wait("LINK LOST")
        session._set(replace(session.state, link="ok", lost_at=None))
        await glass.gone("LINK LOST")
        assert "stopping" not in glass.text


async def test_a_rollback_leaves_the_story_of_the_cancelled_round(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address) as chief, Session(address) as session:
            opened = await chief.open_table("power", "Cup", {"players": 4}, tournament=True)
            await chief.referee(opened.table, opened.referee_key)
            await sit(session, opened.table, "Ana")
            async with shown(session) as glass:
                await glass.wait("The referee begins the game")
                for seat in chief.state.free:
                    await chief.invite(seat, "recruit")
                await chief.start()
                await glass.wait("R1 ORDERS")
                await session.seal()
                await glass.wait("Round 1: the sheets")
                await chief.ask(messages.RollBack(phase=1))
                await glass.wait("BACK BEFORE R1", "back to the start of round 1", "HQ^v2S")
                assert "the sheets" not in glass.text
                await chief.start()
                await glass.wait("ORDERS", "V order 1>")


async def test_sealing_warns_of_faulty_lines_and_of_an_empty_sheet(tmp_path: Path) -> None:
    async with table(tmp_path, players=2) as (_, session, _), shown(session) as glass:
        await glass.wait("V order 1>")
        glass.press("s hq ix", ENTER, "t hq v8", ENTER, "c hq s9", ENTER)
        await glass.wait("1!S", "3!C", "! 3: ")
        glass.press(CTRL_S)
        await glass.wait("2 lines marked ! would be lost. Sheet B is empty.", "Without a valid order a")


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "read"), [("t hq v8", ("t hq v8",)), ("t hq", ())])
async def test_a_whole_order_without_enter_is_on_the_sheet_at_the_bell(
    tmp_path: Path, typed: str, read: tuple[str, ...]
) -> None:
    """The server's offers say whether it is whole. A part of an order did not count, and that is said."""
    async with table(tmp_path, seconds=6) as (_, session, _), shown(session) as glass:
        await glass.wait("V order 1>")
        glass.press(typed)
        await glass.wait(f"{typed} is not on the sheet: Enter puts it there")
        await session.until(lambda state: bool(state.rounds))
        assert session.state.rounds[0].sheets["V"] == read
        await glass.wait(f"{typed} was a whole order" if read else f"{typed} was not on the sheet (no Enter)")


@pytest.mark.slow
async def test_esc_drops_an_order_that_would_be_put_on_the_sheet_at_the_bell(tmp_path: Path) -> None:
    """Between the warning and the last moment there is a second and a half for the key."""
    async with table(tmp_path, seconds=10) as (_, session, _), shown(session) as glass:
        await glass.wait("V order 1>")
        glass.press("t hq v8")
        await glass.wait("t hq v8 is not on the sheet")
        glass.press(ESC)
        await glass.gone("t hq v8 is not on the sheet")
        await session.until(lambda state: bool(state.rounds))
        assert session.state.rounds[0].sheets["V"] == ()


async def test_the_place_looked_at_lists_no_moves_from_elsewhere(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session, columns=120, rows=40) as glass:
        await glass.wait("0/5")
        glass.press(F2)
        await glass.wait("T   C   D")
        glass.press("t")
        await glass.wait("T HQ taken up")
        glass.press(RIGHT, DOWN, F3)
        await glass.wait("V8 green sector 8")
        assert not any("T HQ >" in line for line in glass.lines[:-5])


async def test_a_watcher_is_not_told_to_write_when_the_link_is_lost(tmp_path: Path) -> None:
    async with (
        table(tmp_path) as (server, session, _),
        Session(Address("127.0.0.1", server.port)) as watcher,
    ):
        await watcher.watch(session.state.table)
        async with shown(watcher) as glass:
            await glass.wait("R1 ORDERS", "watching")
            watcher._set(replace(watcher.state, link="lost", lost_at=watcher.now))
            await glass.wait("LINK LOST for", "comes back by itself")
            assert "Go on writing" not in glass.text
            glass.press(F1)
            await glass.wait("HERE: WATCHING")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_long_note_leaves_its_question_on_the_screen(tmp_path: Path, language: str) -> None:
    async with (
        serving(tmp_path) as server,
        Session(Address("127.0.0.1", server.port), language=language) as chief,
    ):
        opened = await chief.open_table("power", "Cup", {"players": 4}, tournament=True)
        await chief.referee(opened.table, opened.referee_key)
        async with shown(chief, language=language) as glass:
            await glass.wait("Cup")
            glass.press("note " + "a very long remark " * 20, ENTER)
            await glass.wait("... ? o / n" if language == "fr" else "...? y / n")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_to_do_with_a_piece_is_whole_at_80_columns(tmp_path: Path, language: str) -> None:
    async with (
        table(tmp_path, language=language) as (_, session, _),
        shown(session, language=language) as glass,
    ):
        await glass.wait("0/5")
        glass.press(F2)
        await glass.wait("T   C   D")
        glass.press("c")
        await glass.wait(
            "C QG" if language == "fr" else "C HQ", "Échap repose." if language == "fr" else "Esc: back."
        )


async def test_ascii_is_ascii_everywhere_on_the_screen(tmp_path: Path) -> None:
    """The body, the message, the prompt with what is typed, and the key bar; accents fall away."""
    async with (
        table(tmp_path, language="fr") as (_, session, _),
        shown(session, language="fr", ascii=True) as glass,
    ):
        await glass.wait("0/5", "Ecrivez un ordre", "Entree ecrire")
        assert glass.text.isascii()
        glass.press(":prêt é")
        await glass.wait(":pret e")
        assert glass.text.isascii()
        assert glass.app
        assert glass.app.text == ":prêt é"


async def test_a_story_waits_for_who_is_talking(tmp_path: Path) -> None:
    """Half a message is neither lost nor read as keys."""
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(F8, "well")
        await glass.wait("to all> well")
        await seal_others(others)
        await session.seal()
        await glass.wait("Round 1 has been read", "to all> well")
        glass.press(" met", ENTER)
        await glass.wait("Ana (V): well met", "Esc tells it")
        assert session.state.ready == frozenset()
        glass.press(ESC)
        await glass.wait("Round 1: the sheets")


async def test_what_was_typed_before_a_round_is_no_order_of_it(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        await seal_others(others)
        await session.seal()
        await glass.wait("Round 1: the sheets")
        glass.press(ESC, "so long")
        await glass.wait("> so long")
        for caller in others:
            await caller.send(Ready(phase=1))
        await glass.wait("R2 ORDERS", "so long is not on the sheet")
        await glass.until(lambda: glass.lines[-2].strip() == "V order 1>", "an empty line")


async def test_a_word_alone_is_no_order_and_stays_to_be_mended(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("quit", ENTER)
        await glass.wait("quit alone is not an order", "V order 1> quit")
        glass.press(*[BACKSPACE] * 4, "t hq v8 " + "x" * 200, ENTER)
        await glass.wait("200 characters at most")
        assert "xxxx" in glass.lines[-2], "what was typed is there to be shortened"
        assert session.state.sheets["V"].lines == ()


async def test_between_rounds_nothing_claims_that_the_sheet_can_be_opened(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        await seal_others(others)
        await session.seal()
        await glass.wait("Round 1: the sheets")
        glass.press(ESC)
        await glass.wait("You are ready")
        for typed in ("t hq v8", ":unseal", ":seal"):
            glass.press(typed, ENTER)
            await glass.wait("No orders are written now")
            glass.press(F4, ESC)
            await glass.gone("No orders are written now")


PASTE = "\x1b[200~{}\x1b[201~"


async def test_what_is_pasted_is_a_line_each(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(PASTE.format("t hq v8\rs\thq v7\r\nd hq s5"))
        await glass.wait("2/5", "V order 3> d hq s5")
        assert session.state.sheets["V"].lines == ("t hq v8", "s hq v7")
        glass.press(ENTER)
        await glass.wait("3/5")
        glass.press(F8, PASTE.format("one\ntwo"))
        await glass.wait("to all> one two")


async def test_nothing_is_done_later_that_was_asked_over_a_lost_link(tmp_path: Path) -> None:
    """The sheet is kept and sent later; a seal, a bell or a note is not."""
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        session._set(replace(session.state, link="lost", lost_at=session.now))
        await glass.wait("LINK LOST")
        glass.press("t hq v8", ENTER, CTRL_S, F1)
        await glass.wait("HERE: WRITING ORDERS")  # and no question before it
        glass.press(ESC)
        await glass.wait("LINK LOST", "1/5")
        with pytest.raises(ClientError, match="NOT sealed"):
            await session.seal()
        with pytest.raises(ClientError, match="was not sent"):
            await session.chat("hello")
        session._set(replace(session.state, link="ok", lost_at=None))
        await glass.wait("The link is back", "it is not sealed", "1/5")
        assert not session.state.sealed


async def test_undo_says_that_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(CTRL_Z)
        await glass.wait("nothing to undo")
