"""The log below and beside the board shows what happened last, whole or with dots, and only once."""

import pytest
from msgspec.structs import replace

from client.look import Look
from client.screens.draw.compose import Setting, compose
from client.screens.draw.lines import plain
from client.screens.scene import Scene
from client.state.client_state import ClientState, LogLine, OwnSheet
from protocol.notes import Note
from tests.screens.test_screens import writing

LONG = (
    "Ben wants to close this table; it is closed for good when all its players agree to that, and not before"
)


def screen(state: ClientState, columns: int, rows: int, message: int = 1) -> list[str]:
    painting = compose(state, Scene(Look()), Setting(columns, rows, now=0.0, message=message))
    return [plain(line).rstrip() for line in painting.lines]


def with_log(*texts: str) -> ClientState:
    log = tuple(LogLine(0.0, text=text) for text in texts)
    return replace(writing(), log=log, chat=(), sheets={"V": OwnSheet()})


@pytest.mark.parametrize(("columns", "rows", "message"), [(80, 24, 1), (80, 24, 2), (80, 23, 1), (46, 30, 1)])
def test_newest_log_entry_stays_when_there_is_little_room(columns: int, rows: int, message: int) -> None:
    shown = screen(with_log("the oldest", "the older one", "the newest"), columns, rows, message)
    assert any("the newest" in line for line in shown)
    assert not any("the oldest" in line for line in shown)


def test_newest_log_entry_is_shown_beside_a_message_of_two_lines() -> None:
    shown = screen(with_log("the older one", "the newest"), 80, 24, message=2)
    assert any("the newest" in line for line in shown)
    assert not any("the older one" in line for line in shown)


def test_log_entry_that_is_too_long_ends_with_dots() -> None:
    shown = screen(with_log(LONG), 80, 24, message=2)
    assert sum("Ben wants to close" in line for line in shown) == 1
    assert next(line for line in shown if "Ben wants" in line).endswith("...")
    whole = screen(with_log("the older one", LONG), 80, 24)
    assert whole[-1].endswith("and not before")


@pytest.mark.parametrize("size", [(50, 40), (50, 48), (70, 50), (80, 24), (80, 40), (120, 40), (160, 50)])
def test_log_entry_is_shown_only_once(size: tuple[int, int]) -> None:
    shown = screen(with_log("noted one", "noted two"), *size)
    assert sum("noted two" in line for line in shown) == 1


def test_a_small_log_leaves_out_who_writes_which_the_list_of_seats_shows() -> None:
    state = with_log("the older one", "the newest")
    opened = LogLine(0.0, note=Note("event.phase_opened-one", {"phase": 3, "who": "Ana"}))
    shown = screen(replace(state, log=(*state.log, opened)), 80, 24)
    assert any("the older one" in line for line in shown)
    assert not any("step 3" in line for line in shown)
