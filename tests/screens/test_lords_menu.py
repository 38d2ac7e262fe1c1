"""Zargo's Lords with a mouse: click a unit, click a hex, choose in the menu. The rules make the offers."""

from msgspec.structs import replace

from client.link.session import Session
from protocol.messages import ClientMessage, ServerMessage, Suggest, Suggestions
from protocol.notes import Suggestion
from server.games import GAMES
from server.games.reader_words import offers_for
from tests.kit.lords_views import small_view
from tests.kit.onscreen import Glass, shown
from tests.screens.test_layouts import lords_table, sheet
from tests.screens.test_place_menu import click, click_at, written

RULES = GAMES["zargos_lords"]


class Adviser:
    """It stands in for a server, and asks the real rules how a line may go on."""

    async def ask(self, message: ClientMessage) -> ServerMessage:
        assert isinstance(message, Suggest)

        def suggest(text: str) -> tuple[Suggestion, ...]:
            return RULES.suggest(small_view(), message.sheet, message.above, text)

        return Suggestions(offers_for("zargos_lords", "en", message.text, suggest))

    async def close(self) -> None: ...


def session() -> Session:
    return Session.alone(replace(lords_table(), view=small_view(), sheets={"K": sheet()}), Adviser(), "en")


async def take_up(glass: Glass, hex_: str) -> None:
    await glass.until(lambda: glass.app is not None and glass.app.painting.picture is not None)
    click(glass, hex_)
    await glass.until(lambda: glass.app is not None and glass.app.controller.walk.picked is not None, hex_)


async def test_a_knight_is_sent_beside_an_enemy_and_the_menu_has_the_fight() -> None:
    """L-ZONE-2, L-CHARGE-1: the menu tells the difference and the chances."""
    async with shown(session(), ascii=True) as glass:
        await take_up(glass, "C14")
        click(glass, "F14")
        await glass.wait("> C C14 F14 ", "C C14 F14 x G14  foot, +9")
        row = next(number for number, line in enumerate(glass.lines) if "F14 x G14" in line)
        click_at(glass, glass.lines[row].index("C C14 F14 x"), row)
        await glass.until(lambda: written(glass) == ("C C14 F14 x G14",), "the order")
        await glass.wait("Kc>", "Df#")


async def test_a_hex_with_only_one_order_is_written_at_once() -> None:
    async with shown(session(), ascii=True) as glass:
        await take_up(glass, "C14")
        click(glass, "D13")
        await glass.until(lambda: written(glass) == ("C C14 D13",), "the order")
