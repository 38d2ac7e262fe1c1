"""Orders that name a piece and not where it stands: a click on the piece finds them, whatever their verb."""

import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.link.session import Session
from protocol.events import PhaseOpened
from protocol.ids import SheetKey
from protocol.messages import ClientMessage, Offer, ServerMessage, Suggest, Suggestions
from protocol.vocabulary import WRITING
from tests.kit.boards import HEXES, TokensView
from tests.kit.onscreen import ENTER, F2, Glass, shown
from tests.screens.test_large_boards import at_table
from tests.screens.test_place_menu import click, take_up, written

MOVES = {
    "": ("1+", "go", "hit", "rest", "pass"),
    "1+ ": ("1+ L12",),
    "go ": ("go 1",),
    "hit ": ("hit 1",),
    "rest ": ("rest 1",),
    "go 1 ": ("go 1 L11", "go 1 L12"),
    "hit 1 ": ("hit 1 2",),
    "go 1 L11 ": ("go 1 L11 >",),
    "go 1 L11 > ": ("go 1 L11 > 2",),
}
"""The token 1 stands on L10, the token 2 on M11. `1+` is another word for what stands on L10."""
HELPS = {"": ("heal", "cheer"), "heal ": ("heal 1",), "cheer ": ("cheer 1",)}


class Adviser:
    """It stands in for a server that only answers how a line may go on."""

    def __init__(self, offers: dict[str, tuple[str, ...]]) -> None:
        self._offers = offers

    async def ask(self, message: ClientMessage) -> ServerMessage:
        assert isinstance(message, Suggest)
        found = self._offers.get(message.text, ())
        return Suggestions(tuple(Offer(text, f"meaning {text.split()[-1]}") for text in found))

    async def close(self) -> None: ...


def is_order(text: str) -> bool:
    return len(text.split()) > 1 and text not in ("go 1", "hit 1") and not text.endswith(">")


def place_of_piece(view: TokensView, word: str, sheet: SheetKey) -> str:
    return view.tokens.get({"1": "K", "1+": "K", "2": "W"}.get(word, ""), "")


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(HEXES, is_order=is_order, place_of_piece=place_of_piece)
    monkeypatch.setitem(GAMES, "hexes", game)


def session(offers: dict[str, tuple[str, ...]]) -> Session:
    state = at_table("hexes", TokensView({"K": "L10", "W": "M11"}))
    phase = PhaseOpened(1, "moves", {"1": ("K",), "2": ("W",)}, None, lines=5)
    begun = replace(state, phase=phase, stage=WRITING, sheets={"K": state.sheets["K"]})
    return Session.alone(begun, Adviser(offers), "en")


async def test_a_piece_that_is_taken_up_reaches_the_aims_of_all_its_verbs() -> None:
    async with shown(session(MOVES), ascii=True) as glass:
        await take_up(glass)
        assert glass.app
        walk = glass.app.controller.walk
        assert walk.picked
        assert walk.picked.begun == "1"
        assert walk.reach == {"L11", "L12", "M11"}


@pytest.mark.parametrize(("place", "order"), [("M11", "hit 1 2"), ("L10", "rest 1")])
async def test_a_second_click_writes_the_only_order_there(place: str, order: str) -> None:
    """An order that names no other place is found where the piece stands."""
    async with shown(session(MOVES), ascii=True) as glass:
        await take_up(glass)
        click(glass, place)
        await glass.until(lambda: written(glass) == (order,), order)


async def test_the_menu_has_what_can_follow_at_the_place() -> None:
    async with shown(session(MOVES), ascii=True) as glass:
        await take_up(glass)
        click(glass, "L11")
        await glass.wait("> go 1 L11      meaning L11", "  go 1 L11 > 2  meaning 2")


async def test_the_orders_of_the_piece_come_before_those_of_others_at_its_place() -> None:
    async with shown(session(MOVES), ascii=True) as glass:
        await take_up(glass)
        click(glass, "L12")
        await glass.wait("> go 1 L12  meaning L12", "  1+ L12    meaning L12")


async def test_a_piece_whose_orders_need_no_other_place_opens_the_menu_at_once() -> None:
    async with shown(session(HELPS), ascii=True) as glass:
        await glass.until(lambda: glass.app is not None and glass.app.painting.picture is not None)
        click(glass, "L10")
        await glass.wait("> heal 1   meaning 1", "  cheer 1  meaning 1")


async def test_the_keys_show_the_verbs_of_the_piece_under_the_cursor() -> None:
    async with shown(session(MOVES), ascii=True) as glass:
        await _walk(glass)
        await glass.wait("1 > go hit rest 1+")
        glass.press(ENTER)
        await glass.wait("1 taken up")


async def _walk(glass: Glass) -> None:
    await glass.until(lambda: glass.app is not None and glass.app.painting.picture is not None)
    glass.press(F2)
