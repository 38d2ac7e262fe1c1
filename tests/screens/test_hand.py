"""What a player holds and nobody else may see: one key shows it, and the next player does not find it."""

import pytest
from msgspec.structs import replace

from client.link.address import Address
from client.link.session import Session
from client.look import Look
from client.play.actions import ACTIONS
from client.play.performing import is_for
from client.play.verbs import find_action
from client.state.client_state import ClientState
from protocol.vocabulary import BETWEEN, WATCHER
from tests.kit.onscreen import ESC, controller_of, shown
from tests.screens.test_layouts import zargos_table
from tests.screens.test_screens import writing

CTRL_O = "\x0f"
WAR = "WAR (2): one die more"


def between() -> ClientState:
    return replace(zargos_table("attack"), stage=BETWEEN, sheets={})


async def test_one_key_shows_the_hand_and_esc_puts_it_away() -> None:
    session = Session(Address("", 0))
    session.state = between()
    async with shown(session, ascii=True) as glass:
        await glass.wait("^O cards")
        glass.press(CTRL_O)
        await glass.wait(WAR, "ICE (1)")
        glass.press(ESC)
        await glass.gone(WAR)


async def test_the_page_that_hides_a_player_s_sheet_hides_the_hand() -> None:
    """Z-SECRET: players at one terminal do not see each other's cards."""
    session = Session(Address("", 0))
    session.state = between()
    async with shown(session, ascii=True) as glass:
        await glass.wait("^O cards")
        glass.press(CTRL_O)
        await glass.wait(WAR)
        assert glass.app
        glass.app.controller.pages.cover()
        glass.app.app.invalidate()
        await glass.wait("The others look away")
        assert WAR not in glass.text
        glass.press(CTRL_O)
        glass.press("\r")
        await glass.gone("The others look away")
        assert WAR not in glass.text


@pytest.mark.parametrize(("language", "verb"), [("en", "hand"), ("fr", "main")])
def test_only_players_of_games_with_hands_have_the_verb(language: str, verb: str) -> None:
    look = Look(language=language)
    action = ACTIONS["hand"]
    assert is_for(action, controller_of(between(), look))
    assert not is_for(action, controller_of(replace(between(), role=WATCHER), look))
    assert not is_for(action, controller_of(writing(), look))
    found = find_action(controller_of(between(), look), verb)
    assert found is not None
    assert found.name == "hand"
