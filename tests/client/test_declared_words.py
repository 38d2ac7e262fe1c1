"""The words that a player may declare outside any sheet, as the full screen lists them."""

from pathlib import Path

import pytest

from protocol.notes import Suggestion
from server.games import GAMES
from tests.client.test_hidden_game import hand, two_players
from tests.kit.hidden_game import HiddenGame, HiddenView
from tests.kit.onscreen import ENTER, ESC, shown


class OfFewWords(HiddenGame):
    """The same game, in which only some of the words may be declared."""

    def __init__(self, most: int) -> None:
        self._most = most

    def suggest_words(self, view: HiddenView, text: str) -> tuple[Suggestion, ...]:
        return super().suggest_words(view, text)[: self._most]


@pytest.mark.parametrize("count", [0, 1, 3])
async def test_declare_alone_lists_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setitem(GAMES, "hidden", OfFewWords(count))
    async with two_players(tmp_path) as (ana, _), shown(ana) as glass:
        await glass.wait("1 order 1>")
        glass.press(":declare", ENTER)
        cards = [f"show {card}:" for card in hand(ana)[:count]]
        await glass.wait(*(cards or ["there is no word that you could declare now"]))
        glass.press(ESC)
        await glass.gone("show" if cards else "there is no word")
