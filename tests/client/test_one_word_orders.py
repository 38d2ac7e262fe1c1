"""Orders of one word on sheets of several lines, on both screens, in a game whose cards are one word."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.link.session import Session
from client.plain.commands import Commands
from client.plain.console import Console
from client.plain.narrator import Voice
from client.play.whole_orders import is_offered_whole
from protocol.ids import SheetKey
from protocol.messages import Offer
from protocol.notes import Note, Suggestion
from server.games import GAMES
from tests.client.test_hidden_game import hand, two_players
from tests.kit.hidden_game import HIDDEN, HiddenGame, HiddenView
from tests.kit.onscreen import CTRL_S, ENTER, TAB, shown


class PlayedByName(HiddenGame):
    """The same game, in which the word `seal` is an order of its own."""

    def suggest(
        self, view: HiddenView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        word = (Suggestion("SEAL", Note("gloss.card")),) if "seal".startswith(text.lower()) else ()
        return (*super().suggest(view, sheet, above, text), *word)


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


def plainly(session: Session) -> tuple[Commands, io.StringIO]:
    out = io.StringIO()
    return Commands(session, Voice(Console(io.StringIO(), out), "en")), out


async def test_plain_mode_takes_a_word_that_the_server_offers(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, _):
        commands, out = plainly(ana)
        first, second = map(str, hand(ana)[:2])
        await commands.obey(first)
        await commands.obey(second)
        assert ana.state.sheets["1"].stored == (first, second)
        assert f"1. {first}" in out.getvalue()


async def test_plain_mode_refuses_a_word_that_the_server_does_not_offer(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, _):
        commands, out = plainly(ana)
        for word in ("seel", f":{hand(ana)[0]}"):
            await commands.obey(word)
        assert "seel is neither a command nor an order" in out.getvalue()
        assert ana.state.sheets["1"].lines == ()
        await commands.obey("seal")
        assert ana.state.sealed


async def test_plain_mode_believes_a_word_while_the_link_is_lost(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, _):
        commands, _ = plainly(ana)
        card = str(hand(ana)[0])
        ana._set(replace(ana.state, link="lost", lost_at=ana.now))
        await commands.obey(card)
        assert ana.state.sheets["1"].lines == (card,)


async def test_the_full_screen_takes_words_on_a_sheet_of_two_lines(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, _), shown(ana) as glass:
        first, second = map(str, hand(ana)[:2])
        await glass.wait("1 order 1>")
        glass.press(first, ENTER, second, ENTER, CTRL_S)
        await glass.wait("Seal now (2 orders)?")
        assert ana.state.sheets["1"].lines == (first, second)


async def test_enter_on_an_empty_line_seals_a_sheet_of_which_only_the_first_line_counts(
    tmp_path: Path,
) -> None:
    async with two_players(tmp_path) as (ana, _), shown(ana) as glass:
        await glass.wait("1 order 1>")
        glass.press(ENTER)
        await glass.wait("Nothing is written on this line.")
        glass.press(str(hand(ana)[0]), ENTER)
        await glass.wait("Enter seals the sheet.", "1 order 2>")
        glass.press(ENTER)
        await glass.until(lambda: ana.state.sealed, "sealed")


async def test_enter_on_an_empty_line_asks_before_it_seals_a_line_that_would_be_lost(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, _), shown(ana) as glass:
        await glass.wait("1 order 1>")
        glass.press("X X", ENTER)
        await glass.until(lambda: bool(ana.state.faults), "the advice")
        glass.press(ENTER)
        await glass.wait("1 line marked ! would be lost")
        assert not ana.state.sealed


async def test_the_full_screen_completes_a_word_and_ends_the_line(tmp_path: Path) -> None:
    """An offer behind which the server offers nothing is a whole order: no blank follows it."""
    async with two_players(tmp_path) as (ana, _), shown(ana) as glass:
        card = str(hand(ana)[-1])
        assert glass.app
        display = glass.app
        await glass.wait("1 order 1>")
        glass.press(card)
        await glass.until(lambda: len(display.controller.prompt.offers) == 1, "the offer")
        glass.press(TAB)
        await glass.until(lambda: display.text == card, "the card without a blank")
        glass.press(ENTER)
        await glass.until(lambda: ana.state.sheets["1"].lines == (card,), "the card on the sheet")


async def test_a_verb_alone_is_not_written_unless_the_server_offers_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_players(tmp_path) as (ana, _), shown(ana) as glass:
        await glass.wait("1 order 1>")
        glass.press("seal", ENTER)
        await glass.wait("seal alone is not an order; the command is :seal.", "1 order 1> seal")
        assert ana.state.sheets["1"].lines == ()
    monkeypatch.setitem(GAMES, "hidden", PlayedByName())
    async with two_players(tmp_path / "by-name") as (ana, _), shown(ana) as glass:
        await glass.wait("1 order 1>")
        glass.press("seal", ENTER)
        await glass.wait("1 order 2>")
        assert ana.state.sheets["1"].lines == ("seal",)


@pytest.mark.parametrize(
    ("text", "offered", "is_whole"),
    [
        ("k", {"k": ("K",), "k ": ()}, True),
        ("k", {"k": ("K",), "k ": ("K C3",)}, False),
        ("k", {"k": ("KING",), "k ": ()}, False),
        ("k", {"k": (), "k ": ()}, False),
    ],
)
def test_a_word_is_whole_if_it_is_offered_and_nothing_may_follow(
    text: str, offered: dict[str, tuple[str, ...]], is_whole: bool
) -> None:
    async def suggest(sheet: SheetKey, above: tuple[str, ...], text: str) -> tuple[Offer, ...]:
        return tuple(Offer(each, "") for each in offered[text])

    assert asyncio.run(is_offered_whole(suggest, "1", (), text)) is is_whole
