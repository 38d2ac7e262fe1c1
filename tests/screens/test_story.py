"""The story of a round: quiet steps together, what concerns the reader, and playing by itself."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.games import board_of
from client.look import Look
from client.plain.console import Console
from client.plain.narrator import Voice
from client.play.story import LONG, Story, tell
from client.screens.control.story_reader import PACES
from client.screens.draw.compose import Setting, compose
from client.screens.draw.lines import plain
from client.screens.draw.story import MINE
from client.screens.scene import STORY, Scene
from client.state.client_state import ClientState, RoundTold
from tests.kit.factories import play, view_of
from tests.kit.onscreen import DOWN, ESC, F1, Glass, controller_of, shown
from tests.screens.test_screens_played import seal_others, table

PIECES = {
    "V": {"HQV": "5S", "V0": "1T"},
    "B": {"HQB": "5S"},
    "J": {"HQJ": "5S", "J0": "1S"},
    "R": {"HQR": "5S"},
}


def busy_round() -> RoundTold:
    """All armies write five lines; green and yellow meet on an island."""
    sheets = {
        army: (*(f"S HQ {army}{number}" for number in (8, 7, 6, 5)), f"S HQ {army}8") for army in "VBJR"
    }
    sheets["V"] = ("T V0 IX", *sheets["V"][1:])
    sheets["J"] = ("S J0 IX", *sheets["J"][1:])
    read = play(PIECES, sheets)
    return RoundTold(2, sheets, {}, {}, read.story, view_of(PIECES), view_of(read.pieces), True)


def story(seat: str = "V") -> Story:
    board = board_of("power")
    assert board
    return tell(board, busy_round(), seat=seat)


def at_table(**changes: object) -> ClientState:
    return replace(
        ClientState(
            link="ok", game="power", role="V", stage="between", rounds=(busy_round(),), view=view_of(PIECES)
        ),
        **changes,
    )


def drawn(told: Story, columns: int = 80, rows: int = 24) -> list[str]:
    scene = Scene(Look(ascii=True), mode=STORY, story=told)
    return [plain(line) for line in compose(at_table(), scene, Setting(columns, rows, 0.0)).lines]


def test_a_long_story_shows_the_quiet_moves_of_an_army_together() -> None:
    told = story()
    assert told.is_grouped
    assert len(told.frames) > 15
    assert told.pages <= LONG
    first = told.at_page(told.front)
    assert len(first.shown) > 3
    text = "\n".join(drawn(first))
    assert "Green: tank from V0 to IX. Green: soldier from HQV to V7" in text
    assert "IXv1T" in text


def test_a_short_story_is_told_step_by_step() -> None:
    board = board_of("power")
    assert board
    pieces = {"V": {"V0": "2T"}}
    read = play(pieces, {"V": ("T V0 V1", "T V0 V2")})
    told = RoundTold(2, {"V": ()}, {}, {}, read.story, view_of(pieces), view_of(read.pieces), True)
    assert [len(step) for step in tell(board, told).steps] == [1] * len(read.story)


def test_steps_can_be_taken_apart_and_stay_where_they_are() -> None:
    told = story()
    for page in range(told.pages):
        there = told.at_page(page)
        apart = there.regrouped()
        assert not apart.is_grouped
        assert apart.pages == told.front + len(told.frames)
        assert (apart.frame and apart.frame.view) == (there.frame and there.frame.view)
        assert apart.regrouped() == there


def test_parts_are_found_in_a_grouped_story_too() -> None:
    told = story().next_part()
    assert told.page == told.front
    later = told.next_part()
    assert later.frame
    assert later.frame.part == 1


def test_what_concerns_the_reader_is_marked_by_a_sign_and_an_attribute() -> None:
    """U7: also without colours."""
    text = "\n".join(drawn(story("V").whole(), 100, 60))
    assert f"{MINE}Green: tank from V0 to IX" in text
    assert f"{MINE}Fight on IX" in text
    assert f"{MINE}Blue" not in text
    assert MINE not in "\n".join(drawn(story("").whole(), 100, 60))
    scene = Scene(Look(), mode=STORY, story=story("V").whole())
    lines = compose(at_table(), scene, Setting(100, 60, 0.0)).lines
    assert {style for line in lines for style, part in line if part.startswith(MINE)} == {"class:mine"}


def test_the_three_lines_stay_above_the_sheets() -> None:
    for page in range(4):
        lines = drawn(story().at_page(page))
        assert [line.split()[1] for line in lines[1:4]] == ["lost:", "won:", "stand"]


def paces() -> Iterator[tuple[int, float]]:
    yield from enumerate(PACES, 1)


def test_a_story_plays_by_itself_at_the_speed_that_was_chosen() -> None:
    controller = controller_of(at_table(), Look())
    reader = controller.reader
    reader.open(0)
    now = controller.session.now
    for speed, seconds in paces():
        reader.play(1)
        assert reader.speed == speed
        assert reader.story
        page = reader.story.page
        now = max(now, controller.session.now)
        assert not reader.turn_in_time(now + seconds * 0.5)
        assert reader.turn_in_time(now + seconds + 1)
        assert reader.story.page == page + 1
    for _ in paces():
        reader.play(-1)
    assert reader.speed == 0
    assert not reader.turn_in_time(now + 1000)


def test_a_story_that_plays_stops_at_its_end_and_at_any_key() -> None:
    reader = controller_of(at_table(), Look()).reader
    reader.open(0)
    reader.play(1)
    assert reader.story
    turned = [reader.turn_in_time(1e9 + 100 * number) for number in range(reader.story.pages + 5)]
    assert turned.count(True) == reader.story.pages - 1
    assert reader.story.is_last
    assert reader.speed == 0
    for stop in (partial(reader.turn, -1), reader.skip_part, reader.tell_all, reader.regroup):
        reader.open(0)
        reader.play(1)
        assert reader.speed
        stop()
        assert reader.speed == 0


def test_a_story_waits_while_a_page_covers_it() -> None:
    controller = controller_of(at_table(), Look())
    controller.reader.open(0)
    controller.reader.play(1)
    controller.pages.open_help()
    assert not controller.reader.turn_in_time(1e9)
    controller.pages.close()
    assert controller.reader.turn_in_time(1e9)


@pytest.mark.slow
async def test_a_story_plays_on_the_screen_and_is_shown_whole(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, session, others), shown(session) as glass:
        await glass.wait("0/5")
        glass.press("t hq v8", "\r")
        await glass.wait("1/5")
        await seal_others(others, "c hq ix")
        glass.press("\x13", "y")
        await glass.wait("Round 1: the sheets", "page 1 of", "You lost", "+ play")
        glass.press("+", "+", "+")
        await glass.wait("1 s a page", "- slower")
        await glass.wait("page 2 of")
        await glass.wait("page 3 of")
        glass.press("a")
        await glass.wait("STORY", "* Green: tank from HQV to V8", "Esc done")
        await check_scrolling(glass)
        glass.press(F1)
        await glass.wait("HERE: THE STORY OF A ROUND", "g shows each one")
        glass.press(ESC)
        await glass.wait("Esc done")
        glass.press("a", "b")
        await glass.wait("Esc skip")


async def check_scrolling(glass: Glass) -> None:
    assert glass.app
    before = glass.lines[1]
    glass.press(*[DOWN] * 3)
    await glass.until(lambda: glass.lines[1] != before, "scrolled")
    glass.press("\x1b[5~")
    await glass.until(lambda: glass.lines[1] == before, "at the top again")


@pytest.mark.parametrize("seat", ["V", ""])
def test_plain_mode_tells_the_three_lines_first(seat: str) -> None:
    lines = Voice(Console(), "en").told(busy_round(), at_table(role=seat or "watcher"))
    assert lines[0] == "Round 2: the sheets are read."
    starts = ("You lost", "You won", "You stand") if seat else ("Lost", "Won", "Total strength")
    assert all(line.startswith(start) for line, start in zip(lines[1:4], starts, strict=True))
