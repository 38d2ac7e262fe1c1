"""A menu of what a piece can do at a place: opened by a click or a key, for orders that may go on."""

import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.link.session import Session
from client.look import Look
from client.screens.draw.compose import Setting, compose
from client.screens.draw.lines import after, plain, width_of
from client.screens.draw.menu import MenuArea
from client.screens.scene import WALK, Scene
from protocol.events import PhaseOpened
from protocol.ids import Lines
from protocol.messages import ClientMessage, Offer, ServerMessage, Suggest, Suggestions
from protocol.vocabulary import WRITING
from tests.kit.boards import HEXES, TokensView
from tests.kit.onscreen import DOWN, ENTER, ESC, Glass, shown
from tests.screens.test_large_boards import at_table

OFFERS = {
    "": ("K",),
    "K ": ("K L10",),
    "K L10 ": ("K L10 L11", "K L10 L12", "K L10 x", "K L10 ?"),
    "K L10 x ": ("K L10 x M10",),
    "K L10 L11 ": ("K L10 L11 L12", "K L10 L11 x"),
    "K L10 L11 x ": ("K L10 L11 x M11", "K L10 L11 x M12"),
    "K L10 L12 ": ("K L10 L12 L13",),
}
"""A token goes to a place and may fight from there; or it fights where it stands, or does nothing."""


class Adviser:
    """It stands in for a server that only answers how a line may go on."""

    async def ask(self, message: ClientMessage) -> ServerMessage:
        assert isinstance(message, Suggest)
        found = OFFERS.get(message.text, ())
        return Suggestions(tuple(Offer(text, f"meaning {text.split()[-1]}") for text in found))

    async def close(self) -> None: ...


def is_order(text: str) -> bool:
    return len(text.split()) > 2 and not text.endswith(" x")


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hexes", replace(HEXES, is_order=is_order))


def session() -> Session:
    state = at_table("hexes", TokensView({"K": "L10", "W": "M11"}))
    phase = PhaseOpened(1, "moves", {"1": ("K",), "2": ("W",)}, None, lines=5)
    begun = replace(state, phase=phase, stage=WRITING, sheets={"K": state.sheets["K"]})
    return Session.alone(begun, Adviser(), "en")


def click(glass: Glass, place: str) -> None:
    assert glass.app
    painting = glass.app.painting
    assert painting.picture
    patch = next(patch for patch in painting.picture.patches if patch.spot.place == place)
    click_at(glass, patch.x + painting.origin[0], patch.y + painting.origin[1])


def click_at(glass: Glass, x: int, y: int) -> None:
    glass.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")


def written(glass: Glass) -> Lines:
    assert glass.app
    return glass.app.controller.editor.lines


async def take_up(glass: Glass) -> None:
    await glass.until(lambda: glass.app is not None and glass.app.painting.picture is not None)
    click(glass, "L10")
    await glass.until(lambda: glass.app is not None and glass.app.controller.walk.picked is not None, "L10")


async def test_a_click_on_a_place_opens_a_menu_and_a_click_in_it_writes_the_order() -> None:
    async with shown(session(), ascii=True) as glass:
        await take_up(glass)
        click(glass, "L11")
        await glass.wait("> K L10 L11        meaning L11", "  K L10 L11 x M11  meaning M11", "x M12")
        row = next(number for number, line in enumerate(glass.lines) if "K L10 L11 x M12" in line)
        click_at(glass, glass.lines[row].index("K L10 L11 x M12"), row)
        await glass.until(lambda: written(glass) == ("K L10 L11 x M12",), "the order")
        await glass.gone("K L10 L11 x M11")


async def test_keys_choose_in_the_menu_and_escape_closes_it() -> None:
    async with shown(session(), ascii=True) as glass:
        await take_up(glass)
        click(glass, "L11")
        await glass.wait("> K L10 L11 ", "Enter choose")
        glass.press(ESC)
        await glass.gone("x M11")
        glass.press(ENTER)
        await glass.wait("x M11")
        glass.press(DOWN)
        await glass.wait("> K L10 L11 x M11")
        glass.press(ENTER)
        await glass.until(lambda: written(glass) == ("K L10 L11 x M11",), "the order")


async def test_a_single_order_is_written_without_a_menu() -> None:
    """The place of an enemy is within reach from where the piece stands; L12 leads only to other places."""
    for place, order in (("M10", "K L10 x M10"), ("L12", "K L10 L12"), ("L10", "K L10 ?")):
        async with shown(session(), ascii=True) as glass:
            await take_up(glass)
            click(glass, place)
            await glass.until(lambda order=order: written(glass) == (order,), order)  # type: ignore[misc]


async def test_a_click_on_another_place_closes_the_menu() -> None:
    async with shown(session(), ascii=True) as glass:
        await take_up(glass)
        click(glass, "L11")
        await glass.wait("x M11")
        click(glass, "B10")
        await glass.gone("x M11")
        assert written(glass) == ()


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (300, 80)])
@pytest.mark.parametrize("place", ["A00", "X19", "L10"])
def test_a_menu_fits_on_the_screen_and_its_rows_can_be_clicked(size: tuple[int, int], place: str) -> None:
    board = HEXES.board
    menu = tuple(Offer(f"K L10 L11 x M{number:02}", "meaning " * 20) for number in range(30))
    scene = Scene(Look(ascii=True), sheet="K", mode=WALK, spot=board.spot(place), menu=menu, menu_choice=17)
    painting = compose(session().state, scene, Setting(*size, 0.0))
    assert all(width_of(line) <= size[0] for line in painting.lines)
    assert len(painting.lines) == size[1] - 3
    assert isinstance(painting.menu, MenuArea)
    row = next(number for number, line in enumerate(painting.lines) if "> K L10 L11 x M17" in plain(line))
    x = plain(painting.lines[row]).index("> K L10")
    assert painting.menu.order_at(x, row) == 17
    assert painting.menu.order_at(x, painting.menu.y + painting.menu.rows) is None


def test_the_end_of_a_line_begins_at_a_column() -> None:
    line = (("a", "abc"), ("b", "日本"), ("c", "xyz"))
    assert plain(after(line, 0)) == "abc日本xyz"
    assert after(line, 2) == (("a", "c"), ("b", "日本"), ("c", "xyz"))
    assert after(line, 4) == (("b", " 本"), ("c", "xyz"))
    assert after(line, 10) == ()
