"""Argad! with a mouse: click a unit, click a hex or an enemy, choose in the menu the rules offer."""

from typing import Any

from client.link.session import Session
from protocol.messages import ClientMessage, ServerMessage, Suggest, Suggestions
from protocol.notes import Suggestion
from protocol.views.argad import ArgadView
from server.games import GAMES
from server.games.reader_words import offers_for
from tests.kit.argad_screens import argad_table
from tests.kit.argad_views import BATTLE, unit
from tests.kit.onscreen import Glass, shown
from tests.screens.test_place_menu import click, click_at, written

RULES = GAMES["argad"]


class Adviser:
    """It stands in for a server, and asks the real rules how a line may go on."""

    def __init__(self, view: ArgadView) -> None:
        self._view = view

    async def ask(self, message: ClientMessage) -> ServerMessage:
        assert isinstance(message, Suggest)

        def suggest(text: str) -> tuple[Suggestion, ...]:
            return RULES.suggest(self._view, message.sheet, message.above, text)

        return Suggestions(offers_for("argad", "en", message.text, suggest))

    async def close(self) -> None: ...


def session(**changes: Any) -> Session:
    state = argad_table(**changes)
    return Session.alone(state, Adviser(state.view), "en")


async def take_up(glass: Glass, hex_: str) -> None:
    await glass.until(lambda: glass.app is not None and glass.app.painting.picture is not None)
    click(glass, hex_)
    await glass.until(lambda: glass.app is not None and glass.app.controller.walk.picked is not None, hex_)


async def choose(glass: Glass, order: str) -> None:
    """Click the order in the open menu."""
    await glass.wait(f"{order}  ")
    row = next(number for number, line in enumerate(glass.lines) if f"{order}  " in line)
    click_at(glass, glass.lines[row].index(order), row)
    await glass.until(lambda: written(glass) == (order,), order)


async def test_bowmen_are_sent_to_a_hex_or_shoot_from_it() -> None:
    """A-MOVE-6: the menu of a hex has the move, and the move with a shot."""
    async with shown(session(), ascii=True) as glass:
        await take_up(glass, "N5")
        click(glass, "N7")
        await glass.wait("M 4 N7       bushes, 2 away; difficult ground: dice", "M 4 N7 > 1H")
        await choose(glass, "M 4 N7 > 1H")
        await glass.wait("4-", "4>", "1#")


async def test_an_enemy_can_be_shot_at_or_attacked() -> None:
    """A-SHOOT, A-MELEE: the menu tells what either would come to."""
    async with shown(session(), ascii=True) as glass:
        await take_up(glass, "N5")
        click(glass, "P11")
        await glass.wait("S 4 3H", "hits", "C 4 3H", "kills ~")
        await choose(glass, "S 4 3H")
        await glass.wait("Written: S 4 3H. ^S seals the sheet.")


async def test_a_second_click_on_a_unit_has_what_it_does_where_it_stands() -> None:
    """A-REORG-1: nobody reaches the knights, which can halve their wear."""
    units = {**BATTLE, "1S": unit("D2", "4MK MK+g", wear=2)}
    async with shown(session(units=units), ascii=True) as glass:
        await take_up(glass, "D2")
        click(glass, "D2")
        await glass.until(lambda: written(glass) == ("O 1",), "O 1")


async def test_the_joker_opens_its_menu_on_the_unit_at_once() -> None:
    """A-JOK: every help names only the unit."""
    async with shown(session(stage="joker"), ascii=True) as glass:
        await glass.until(lambda: glass.app is not None and glass.app.painting.picture is not None)
        click(glass, "K8")
        await choose(glass, "W 3")


async def test_a_unit_is_deployed_with_two_clicks() -> None:
    """A-SETUP-2."""
    start: dict[str, Any] = {"units": {}, "deck": {}, "losses": {}, "playing": "", "owing": ("S", "H")}
    async with shown(session(stage="deploy", turn=1, **start), ascii=True) as glass:
        await take_up(glass, "J2")
        click(glass, "K1")
        await glass.until(lambda: written(glass) == ("3 K1",), "3 K1")
        await glass.wait("3>", "3-")
