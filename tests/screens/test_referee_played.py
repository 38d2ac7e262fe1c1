"""The referee's console and its players, on the screen of a running game."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client.errors import Refusal
from client.link.address import Address
from client.link.session import Session
from protocol import messages
from tests.kit.callers import serving
from tests.kit.onscreen import CTRL_S, ENTER, ESC, F1, F2, F3, F8, TAB, shown
from tests.kit.sessions import sit

pytestmark = pytest.mark.slow


@asynccontextmanager
async def cup(folder: Path) -> AsyncIterator[tuple[Session, Session, Session]]:
    """A tournament of two people that has begun, and its referee."""
    async with serving(folder) as server:
        address = Address("127.0.0.1", server.port)
        async with Session(address) as chief, Session(address) as ana, Session(address) as bo:
            opened = await chief.open_table("power", "Cup", {"players": 2}, tournament=True)
            await chief.referee(opened.table, opened.referee_key)
            await sit(ana, opened.table, "Ana")
            await sit(bo, opened.table, "Bo")
            yield chief, ana, bo


async def play(chief: Session, *players: Session) -> None:
    await chief.start()
    for player in players:
        await player.until(lambda state: state.may_write)
        await player.seal()
    await chief.until(lambda state: state.stage == "between")


@pytest.mark.slow
async def test_the_console_shows_lag_and_the_host_and_what_to_do_next(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, _, _), shown(chief) as glass:
        await glass.wait("Every seat is taken: start begins", "HEARD", "writes waiting 0", "late.")
        await glass.until(lambda: glass.text.count(" ms ") >= 2, "two lags")
        glass.press(TAB)
        await glass.wait("start", "stop", "grant")
        glass.press(ESC, F1)
        await glass.wait("THE REFEREE'S CONSOLE", "COMMANDS", "grant N [WHY]")
        glass.press(ESC, "start the bell rang for lunch", ENTER)
        await glass.wait("Start the game now? y / n")
        glass.press("y")
        await glass.wait("R1 ORDERS", "lunch", "stop, grant 30, bell")


async def test_a_second_reading_is_told_to_those_who_read_the_first(tmp_path: Path) -> None:
    """Nobody counts as ready for a round that they have not seen."""
    async with cup(tmp_path) as (chief, ana, bo), shown(ana) as glass:
        await play(chief, ana, bo)
        await glass.wait("Round 1: the sheets", "all 4 sheets")
        await bo.ready()
        await ana.until(lambda state: state.ready)
        await chief.ask(messages.Reread(sheets={"V": ("T HQ V8",)}, reason="a slip"))
        await glass.wait("The referee has ruled: round 1 is read again", "is read again with these sheets")
        await ana.until(lambda state: not state.ready)
        glass.press("n", "n", "n")
        await glass.wait("T HQ V8")


async def test_a_seat_is_given_away_with_a_key_on_the_screen(tmp_path: Path) -> None:
    """It can be written down or read by a camera; Esc puts it away."""
    async with cup(tmp_path) as (chief, _, _), shown(chief, ascii=False) as glass:
        await chief.start()
        await glass.wait("R1 ORDERS")
        glass.press("replace VB Eva", ENTER)
        await glass.wait("Give seat VB to Eva? A sheet that is not sealed is thrown away. y / n")
        glass.press("y")
        await glass.wait("Eva takes seat VB with this", "--token", "▀", "only once.")
        glass.press(ESC)
        await glass.wait("the referee gives VB, the seat of Ana, to Eva")
        await glass.wait("VB changes hands: a sealed sheet counts, any other is thrown away")


async def test_who_gets_a_seat_with_a_sealed_sheet_is_told_that_it_counts(tmp_path: Path) -> None:
    """S16: the sheet is neither shown nor opened."""
    async with cup(tmp_path) as (chief, ana, _), Session(chief.address) as eva, shown(eva) as glass:
        await chief.start()
        await ana.until(lambda state: state.may_write)
        await ana.write("V", ("t hq v4",))
        await ana.seal()
        key = await chief.ask(messages.Replace(seat="VB", name="Eva"))
        assert isinstance(key, messages.SeatKey)
        await eva.resume(chief.state.table, key.token)
        await glass.wait("R1 ORDERS", "sealed by the player before you; it counts")
        assert [sheet.lines for sheet in eva.state.sheets.values()] == [(), ()]
        glass.press("unseal", ENTER)
        await glass.gone("unseal")
        await glass.wait("the next round on.")
        await chief.ask(messages.Ring(phase=1))
        state = await eva.until(lambda state: state.rounds)
        assert state.rounds[0].sheets["V"] == ("t hq v4",)
        assert state.rounds[0].seals_hold is True


async def test_the_same_person_may_get_a_new_key(tmp_path: Path) -> None:
    """The person plays on at a new machine, under the old name."""
    async with cup(tmp_path) as (chief, ana, _), Session(chief.address) as again:
        await chief.start()
        with pytest.raises(Refusal, match="Ana sits at VB already"):
            await chief.ask(messages.Replace(seat="VB", name="Ana"))
        assert not ana.ended, "nothing was changed"
        await ana.leave()
        key = await chief.ask(messages.Replace(seat="VB", name="Ana"))
        assert isinstance(key, messages.SeatKey)
        assert (await again.resume(chief.state.table, key.token)).seat == "VB"


async def test_what_is_said_during_the_story_is_not_missed(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, ana, bo), shown(ana) as glass:
        await play(chief, ana, bo)
        await glass.wait("Round 1: the sheets")
        await bo.chat("psst")
        await glass.wait("chat +1 F8")
        await bo.chat("hey")
        await glass.wait("chat +2 F8")
        glass.press(F8)
        await glass.wait("Bo (JR): psst", "Bo (JR): hey")
        await glass.gone("chat +")


@pytest.mark.parametrize("who", ["referee", "player"])
async def test_a_question_does_not_outlive_its_round(tmp_path: Path, who: str) -> None:
    """A late yes rings no other bell and seals no other sheet."""
    async with cup(tmp_path) as (chief, ana, bo), shown(chief if who == "referee" else ana) as glass:
        await chief.start()
        await glass.wait("R1 ORDERS")
        keys, question = (("bell", ENTER), "Ring the bell") if who == "referee" else ((CTRL_S,), "Seal now")
        glass.press(*keys)
        await glass.wait(question)
        for player in (ana, bo):
            await player.until(lambda state: state.may_write)
            await player.seal()
        await glass.gone(question)


async def test_chat_that_is_not_on_the_screen_counts_as_unread(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, ana, bo), shown(chief) as glass:
        await play(chief, ana, bo)
        await glass.wait("STORY")
        glass.press(F2)
        await ana.chat("are you there, referee?")
        await glass.until(
            lambda: "are you there" in glass.text or "chat +1" in glass.text, "the chat or its mark"
        )
        await chief.chat("I am")
        glass.press(F8)
        await glass.wait("are you there", "I am")
        await glass.gone("chat +")


async def test_a_referee_looks_at_a_place_and_is_back_at_the_console(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, _, _), shown(chief) as glass:
        await chief.start()
        await glass.wait("R1 ORDERS", "HEARD")
        glass.press("cell ix", ENTER)
        await glass.wait("IX island", "HQ^v2S", "Esc goes back")
        assert "takes up" not in glass.text
        glass.press(CTRL_S)
        await glass.wait("You have no sheet")
        glass.press(ESC)
        await glass.until(lambda: "HEARD" in glass.text or "IX" in glass.text, "one step back")
        glass.press(ESC, ESC)
        await glass.wait("HEARD", "stop, grant 30")


async def test_a_referee_who_looks_at_a_place_types_the_next_command_at_once(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, _, _), shown(chief) as glass:
        await chief.start()
        await glass.wait("R1 ORDERS", "HEARD")
        for look in (("cell ix", ENTER), (F3,)):
            glass.press(*look)
            await glass.wait("Esc goes back")
            glass.press("stop a phone", ENTER)
            await glass.wait("Stop the hourglass? y / n")
            glass.press("n")
            await glass.wait("HEARD", "stop, grant 30")


async def test_a_held_reading_is_not_told_between_two_rounds(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, ana, bo), shown(chief) as glass:
        await play(chief, ana, bo)
        await chief.ask(messages.Hold())
        await chief.until(lambda state: state.held)
        await glass.wait("R1 STORY")
        assert "READING HELD" not in glass.text


async def test_an_old_ruling_is_not_shown_when_the_game_is_over(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, ana, bo), shown(ana) as glass:
        await play(chief, ana, bo)
        await chief.ask(messages.RollBack(phase=1))
        await glass.wait("BACK BEFORE R1", "the referee rules: back")
        await chief.finish()
        await glass.wait("R1 OVER", "F6 goes through the rounds again")
        assert "rules: back" not in glass.lines[-3]


async def test_a_player_whose_link_has_ended_is_only_offered_to_leave(tmp_path: Path) -> None:
    async with cup(tmp_path) as (chief, ana, _), shown(ana) as glass:
        await chief.start()
        await glass.wait("^S seal")
        ana.give_up("Another player has your seat.")
        await glass.wait("Another player has your seat.")
        await glass.until(lambda: glass.lines[-1].strip() == "^Q quit", "only one key")


async def test_enter_answers_no_question(tmp_path: Path) -> None:
    """What a person goes on typing, without having seen the question, is not taken for a yes."""
    async with cup(tmp_path) as (chief, ana, _), shown(ana) as glass:
        await chief.start()
        await glass.wait("R1 ORDERS")
        glass.press(CTRL_S)
        await glass.wait("Seal now")
        glass.press("t hq v8", ENTER, "o")
        await glass.wait("Seal now")
        assert not ana.state.sealed
        glass.press("n")
        await glass.gone("Seal now")
