"""Boards that are larger than the screen, or have their places anywhere, on the real screens."""

import re

import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.games.api import Board, Spot, Window
from client.link.address import Address
from client.link.session import Session
from client.look import Look
from client.play.story import tell
from client.screens.draw.board_part import Arrangement, arrange
from client.screens.draw.compose import Setting, compose
from client.screens.draw.foot import message_lines
from client.screens.draw.lines import plain, width_of
from client.screens.draw.pages import help_page
from client.screens.draw.style import GROUNDS
from client.screens.scene import STORY, TYPE, WALK, Scene
from client.state.client_state import ClientState, OwnSheet, RoundTold
from protocol.events import PhaseOpened
from protocol.messages import SeatLine
from protocol.vocabulary import WRITING
from tests.kit.boards import GRAPH, HEXES, Stepped, TokensView
from tests.kit.onscreen import DOWN, F2, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, UP, Glass, shown

HOME, END = "\x1b[H", "\x1b[F"
SHIFT_DOWN = "\x1b[1;2B"
SIZES = [(80, 24), (100, 30), (120, 40)]


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hexes", HEXES)
    monkeypatch.setitem(GAMES, "graph", GRAPH)


def at_table(game: str, view: TokensView, /, **changes: object) -> ClientState:
    """Seat 1 leads K and D, seat 2 leads W; seat 1 writes for K."""
    state = ClientState(
        link="ok",
        table="ABCDE",
        table_name="Sunday",
        game=game,
        role="1",
        seats=(SeatLine("1", "Ana", connected=True), SeatLine("2", "Bo", connected=True)),
        stage=WRITING,
        phase=PhaseOpened(1, "moves", {"1": ("K", "D"), "2": ("W",)}, None, lines=5),
        view=replace(view, leads={"1": ("K", "D"), "2": ("W",)}),
        sheets={"K": OwnSheet(), "D": OwnSheet()},
    )
    return replace(state, **changes)


def hexes(**changes: object) -> ClientState:
    return at_table("hexes", TokensView({"K": "L10", "D": "A00", "W": "X19"}), **changes)


def graph(**changes: object) -> ClientState:
    return at_table("graph", TokensView({"K": "AA", "W": "JJ"}), **changes)


def board_of(game: str) -> Board:
    return GAMES[game].board


def paint(state: ClientState, scene: Scene, columns: int = 80, rows: int = 24) -> list[str]:
    painting = compose(state, scene, Setting(columns, rows, 0.0))
    assert all(width_of(line) <= columns for line in painting.lines)
    assert len(painting.lines) == rows - (2 if painting.has_message else 3)
    return [plain(line) for line in painting.lines]


def session_of(state: ClientState) -> Session:
    session = Session(Address("", 0))
    session.state = replace(state, role="watcher", sheets={})
    return session


def cursor_of(glass: Glass) -> Spot:
    """The place under the terminal's own cursor, found as a click would find it."""
    assert glass.app
    painting = glass.app.painting
    assert painting.cursor
    assert painting.picture
    x, y = painting.cursor
    spot = painting.picture.at(x - painting.origin[0], y - painting.origin[1])
    assert spot
    return spot


async def go(glass: Glass, key: str, place: str) -> None:
    glass.press(key)
    await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
    await glass.until(lambda: cursor_of(glass).place == place, place)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_window_follows_the_cursor_wherever_it_goes(size: tuple[int, int]) -> None:
    board, state = board_of("hexes"), hexes()
    window = Window()
    for column in range(0, 24, 3):
        for row in range(20):
            spot = board.spot(f"{chr(65 + column)}{row:02}")
            scene = Scene(Look(ascii=True), sheet="K", mode=WALK, spot=spot, window=window)
            painting = compose(state, scene, Setting(*size, 0.0))
            assert painting.window
            assert painting.picture
            assert any(patch.spot == spot for patch in painting.picture.patches), spot
            assert painting.cursor, spot
            window = painting.window


@pytest.mark.parametrize("size", SIZES)
def test_a_board_takes_no_more_room_than_there_is(size: tuple[int, int]) -> None:
    for state in (hexes(), graph()):
        for zoom in range(board_of(state.game).zooms):
            paint(state, Scene(Look(ascii=True), sheet="K", window=Window(zoom=zoom)), *size)


async def test_six_directions_are_six_keys_and_the_world_is_round() -> None:
    async with shown(session_of(hexes(view=TokensView({"K": "L10"}))), ascii=True) as glass:
        await glass.wait("link ok")
        glass.press(F2)
        await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
        assert cursor_of(glass).place == "A00"
        for key, place in (
            *((RIGHT, "B00"), (PAGE_DOWN, "B01"), (END, "B02"), (HOME, "A01"), (PAGE_UP, "B00")),
            *((UP, "B19"), (PAGE_UP, "C18"), (DOWN, "C19"), (DOWN, "C00"), (LEFT, "B00")),
        ):
            await go(glass, key, place)


async def test_a_board_is_scrolled_by_hand_and_comes_back_with_the_cursor() -> None:
    async with shown(session_of(hexes()), ascii=True) as glass:
        await glass.wait("link ok")
        glass.press(F2)
        await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
        await glass.until(lambda: not rows_of(glass) or rows_of(glass)[0] == "19")
        glass.press(SHIFT_DOWN)
        await glass.until(lambda: rows_of(glass)[0] == "03", "four rows on")
        assert glass.app
        assert glass.app.painting.cursor is None
        glass.press(RIGHT)
        await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
        assert cursor_of(glass).place == "B00"


async def test_zoom_shows_more_of_the_board_and_stops_at_its_ends() -> None:
    async with shown(session_of(hexes()), ascii=True) as glass:
        await glass.wait("link ok")
        glass.press(F2)
        await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
        assert columns_seen(glass) == 20
        glass.press("-", "-")
        await glass.until(lambda: columns_seen(glass) == 24, "all columns")
        glass.press("+", "+", "+")
        await glass.until(lambda: columns_seen(glass) == 20, "the larger hexes")


async def test_page_keys_scroll_the_board_while_a_line_is_typed() -> None:
    async with shown(session_of(hexes()), ascii=True) as glass:
        await glass.until(lambda: bool(rows_of(glass)), "the board")
        first, count = int(rows_of(glass)[0]), len(rows_of(glass))
        glass.press("h")
        glass.press(PAGE_DOWN)
        await glass.until(lambda: int(rows_of(glass)[0]) == (first + count - 2) % 20, "a page on")
        glass.press(PAGE_UP)
        await glass.until(lambda: int(rows_of(glass)[0]) == first, "a page back")
        assert glass.app
        assert glass.app.text == "h"


async def test_on_an_empty_line_keys_go_home_and_zoom() -> None:
    async with shown(session_of(hexes()), ascii=True) as glass:
        await glass.until(lambda: bool(rows_of(glass)), "the board")
        first = rows_of(glass)[0]
        glass.press(PAGE_DOWN)
        await glass.until(lambda: rows_of(glass)[0] != first, "a page on")
        glass.press(HOME)
        await glass.until(lambda: "A00" in places_seen(glass), "home")
        glass.press("-")
        await glass.until(lambda: columns_seen(glass) == 24, "all columns")
        glass.press("+")
        await glass.until(lambda: columns_seen(glass) == 20, "the larger hexes")
        glass.press("h", "-", "+")
        await glass.until(lambda: glass.app is not None and glass.app.text == "h-+", "the signs are typed")
        assert columns_seen(glass) == 20


async def test_the_wheel_scrolls_a_board_that_is_larger_than_the_screen() -> None:
    async with shown(session_of(hexes()), ascii=True) as glass:
        await glass.until(lambda: bool(rows_of(glass)), "the board")
        first = int(rows_of(glass)[0])
        glass.press("\x1b[<65;9;4M")
        await glass.until(lambda: int(rows_of(glass)[0]) == (first + 4) % 20, "four rows on")
        glass.press("\x1b[<64;9;4M")
        await glass.until(lambda: int(rows_of(glass)[0]) == first, "four rows back")


async def test_keys_that_show_other_parts_are_named_only_where_there_are_any() -> None:
    async with shown(session_of(hexes()), ascii=True) as glass:
        await glass.wait("PgUp/PgDn scroll", "- far", "Home home")
    async with shown(session_of(graph()), ascii=True) as glass:
        await glass.wait("link ok", "AAK")
        assert not glass.has("PgUp/PgDn scroll")


def places_seen(glass: Glass) -> set[str]:
    assert glass.app
    picture = glass.app.painting.picture
    return {patch.spot.place for patch in picture.patches} if picture else set()


def rows_of(glass: Glass) -> list[str]:
    return [line[:2] for line in glass.lines if re.match(r"\d\d ", line)]


def columns_seen(glass: Glass) -> int:
    assert glass.app
    picture = glass.app.painting.picture
    return len({patch.spot.column for patch in picture.patches}) if picture else 0


@pytest.mark.parametrize(
    ("columns", "rows", "arranged"),
    [
        (100, 30, Arrangement((76, 21))),
        (80, 30, Arrangement((76, 21), is_beside=False)),
        (80, 18, Arrangement((65, 18))),
        (40, 18, Arrangement((40, 12), is_beside=False)),
        (60, 30, Arrangement((60, 21), is_beside=False)),
        (20, 18, None),
    ],
)
def test_a_board_is_seen_whole_if_it_can_be(columns: int, rows: int, arranged: Arrangement | None) -> None:
    """Beside the boxes, else above them; else a part of it, in the same order."""
    assert arrange(board_of("hexes"), columns, rows, 0) == arranged


def test_a_board_too_wide_for_boxes_beside_it_stands_above_them() -> None:
    lines = paint(graph(), Scene(Look(ascii=True), sheet="K"))
    first, last, sheet = (
        next(number for number, line in enumerate(lines) if text in line)
        for text in ("AAK", "JJW", " K  ORDERS")
    )
    assert first < last < sheet
    assert lines[first].index("AAK") == 2


async def test_labels_anywhere_are_walked_and_clicked() -> None:
    async with shown(session_of(graph()), ascii=True) as glass:
        await glass.wait("link ok")
        glass.press(F2)
        await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
        for key, place in (
            *((RIGHT, "BB"), (RIGHT, "CC"), (DOWN, "FF"), (DOWN, "II")),
            *((LEFT, "HH"), (LEFT, "JJ"), (HOME, "DD")),
        ):
            await go(glass, key, place)
        glass.press("\x1b[<0;42;7M", "\x1b[<0;42;7m")
        await glass.until(lambda: cursor_of(glass).place == "EE", "EE")


def test_a_story_has_what_changes_in_sight() -> None:
    state = hexes()
    told = RoundTold(1, {}, {}, {}, (Stepped("K", "X09"), Stepped("D", "A01")), state.view, state.view, True)
    for page, place in enumerate(("X09", "A01"), 1):
        story = replace(tell(board_of("hexes"), told), page=page)
        scene = Scene(Look(ascii=True), mode=STORY, story=story)
        painting = compose(state, scene, Setting(80, 24, 0.0))
        assert painting.picture
        assert place in [patch.spot.place for patch in painting.picture.patches]
        assert any("class:changed" in style for line in painting.lines for style, _ in line)


def test_seats_that_are_no_letters_are_named_with_their_sides() -> None:
    lines = paint(hexes(), Scene(Look(ascii=True), sheet="K"))
    assert any(re.search(r"\b1KD Ana", line) for line in lines)
    assert any(re.search(r"\b2W Bo", line) for line in lines)
    assert " 1  K  D " in lines[0]


def test_the_heading_of_a_sheet_names_the_seat_that_owed_it() -> None:
    state = hexes()
    owing: dict[str, tuple[str, ...]] = {"1": ("K", "D"), "2": ("W",)}
    told = RoundTold(1, {"W": (), "D": ()}, {}, {}, (), state.view, state.view, True, owing=owing)
    story = replace(tell(board_of("hexes"), told), page=1)
    text = "\n".join(paint(state, Scene(Look(ascii=True), mode=STORY, story=story)))
    assert " W  token W, Bo" in text
    assert " D  token D, Ana" in text


def test_a_game_fills_several_panels_and_the_cursor_marks_their_rows() -> None:
    state = hexes()
    scene = Scene(Look(ascii=True), sheet="K", mode=WALK, spot=board_of("hexes").spot("L10"))
    painting = compose(state, scene, Setting(120, 40, 0.0))
    text = [plain(line) for line in painting.lines]
    assert any("TOKENS" in line for line in text)
    assert any("second" in line for line in text)
    row = next(line for line in painting.lines if ("class:side.0", "K") in line and "K L10" in plain(line))
    assert ("class:cursor", " L10") in row


def test_the_plan_of_a_sheet_is_marked_while_it_is_written() -> None:
    state = hexes(sheets={"K": OwnSheet(("L11",), 1, 1, ("L11",)), "D": OwnSheet()})
    for mode in (WALK, TYPE):
        scene = Scene(Look(ascii=True), sheet="K", mode=mode, spot=board_of("hexes").spot("A00"))
        for stage in ("writing", "between"):
            drawn = compose(replace(state, stage=stage), scene, Setting(120, 40, 0.0)).lines
            styles = {style for line in drawn for style, _ in line}
            assert any("class:plan" in style for style in styles) == (stage == "writing")


def test_help_has_the_game_s_own_words_and_columns() -> None:
    text = "\n".join(plain(line) for line in help_page(hexes(), Scene(Look(), sheet="K"), 80, ()))
    assert "A token moves to a neighbour." in text
    assert "CODE  NAME      SWIM" in text
    assert "- Tokens move." in text


def test_help_on_a_game_that_is_not_known_is_neutral() -> None:
    text = "\n".join(plain(line) for line in help_page(hexes(game="chess"), Scene(Look(), sheet="K"), 80, ()))
    assert "Write one order on each line." in text
    assert "THE PIECES" not in text


def test_there_is_a_colour_for_every_side_a_game_may_have() -> None:
    slots = {side.slot for game in GAMES.values() for side in game.board.sides}
    assert slots == set(range(8))
    assert {len(grounds) for grounds in GROUNDS.values()} == {8}
    assert all(len(set(grounds)) == 8 for grounds in GROUNDS.values())


@pytest.mark.parametrize(("rows", "is_beside"), [(23, False), (24, True), (26, True), (27, False)])
def test_a_board_that_lacks_a_few_rows_takes_that_of_the_message(rows: int, is_beside: bool) -> None:
    """With one row less it is seen in part; with three more rows the message has its own row again."""
    state, scene = hexes(), Scene(Look(ascii=True), sheet="K", message="A word.")
    setting = Setting(100, rows, 0.0, said=(("bold", "A word."),))
    painting = compose(state, scene, setting)
    assert painting.has_message == is_beside
    assert len(painting.lines) == rows - (2 if is_beside else 3)
    assert bool(message_lines(state, scene, setting)) != is_beside
    assert any("A word." in plain(line) for line in painting.lines) == is_beside
    assert painting.is_part == (rows == 23)
    assert not compose(state, replace(scene, overlay="help"), setting).has_message


async def test_the_screen_has_the_message_beside_a_board_that_needs_its_row() -> None:
    async with shown(session_of(hexes()), ascii=True, columns=100, rows=24) as glass:
        await glass.wait("link ok", "19  .")
        assert glass.app
        assert glass.app.painting.has_message
        glass.press(F2)
        await glass.until(lambda: glass.app is not None and glass.app.painting.cursor is not None)
        assert "place A00" in " ".join(line[77:].strip() for line in glass.lines)
