"""What a phase asks about, and which lines of its sheets count, are said on both screens."""

import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.look import Look
from client.plain.console import Console
from client.plain.narrator import Narrator, Voice, new_usages
from client.plain.run import run_player
from client.screens.draw.compose import Setting
from client.screens.draw.foot import message_line
from client.screens.draw.lines import plain
from client.screens.scene import Scene
from client.state.client_state import ClientState, OwnSheet
from protocol.events import PhaseOpened
from protocol.notes import Note
from server.games import GAMES
from tests.client.test_hidden_game import play, two_players
from tests.kit.hidden_game import HIDDEN

FIRST_COUNTS = "Only the first valid line counts"


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


@pytest.mark.parametrize("usage", ["", "Write a card, as in 5."])
def test_the_full_screen_says_what_is_asked_before_how_it_is_written(usage: str) -> None:
    """The client does not know this game, so that the code of the sentence stands for it."""
    phase = PhaseOpened(1, "play", {"1": ("K",)}, lines=2, about=Note("about.points"))
    state = ClientState(
        link="ok", game="hidden", role="1", stage="writing", phase=phase, sheets={"K": OwnSheet(usage=usage)}
    )
    scene, setting = Scene(Look(), sheet="K"), Setting(80, 24, 0.0)
    asked = plain(message_line(state, scene, setting))
    without = plain(message_line(replace(state, phase=replace(phase, about=None)), scene, setting))
    assert usage in without
    assert asked == f"About.points. {without}"


async def test_plain_mode_says_that_the_first_valid_line_counts(tmp_path: Path) -> None:
    async with two_players(tmp_path) as (ana, bo):
        out = io.StringIO()
        narrator = Narrator(ana, Voice(Console(io.StringIO(), out), "en"))
        await play(ana, "1")
        await play(bo, "2")
        for player in (ana, bo):
            await player.until(lambda state: state.rounds)
        if ana.state.stage == "between":
            await ana.ready()
            await bo.ready()
        await ana.until(lambda state: state.stage == "writing" and "K" in state.sheets)
        narrator.stop()
        assert FIRST_COUNTS in out.getvalue()
        assert "About.points" in out.getvalue()
        greeting = io.StringIO()
        await run_player(ana, Look(), Console(io.StringIO(), greeting))
        assert FIRST_COUNTS in greeting.getvalue()
        assert "About.points." in greeting.getvalue()


@pytest.mark.parametrize(
    ("first_counts", "lines", "has_spares"), [(True, 2, True), (True, 1, False), (False, 2, False)]
)
def test_there_are_spare_lines_only_where_the_first_one_counts(
    first_counts: bool, lines: int, has_spares: bool
) -> None:
    phase = PhaseOpened(1, "play", {"1": ("K",)}, lines=lines, first_counts=first_counts)
    assert ClientState(phase=phase).has_spare_lines is has_spares


def test_what_holds_for_two_sheets_is_said_once() -> None:
    """A player of two peoples of Zargos is told once how cards are taken."""
    new = ClientState(sheets={"K": OwnSheet(usage="Take."), "M": OwnSheet(usage="Take.")})
    assert new_usages(ClientState(), new) == ["Take."]
    assert new_usages(new, new) == []
    other = ClientState(sheets={"K": OwnSheet(usage="Take."), "M": OwnSheet(usage="Keep.")})
    assert new_usages(new, other) == ["Keep."]
    assert new_usages(new, ClientState(sheets={"K": OwnSheet()})) == [], "no empty line is said"
