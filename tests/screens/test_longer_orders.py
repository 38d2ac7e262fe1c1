"""Orders of any number of words are walked and completed, because the server says where an order ends."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from client.play.choices import choices_at
from client.play.completer import Completer
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer
from protocol.notes import Note, Suggestion
from protocol.views.power import PowerView
from server.games import GAMES
from server.games.power.rules import Power
from tests.kit.onscreen import DOWN, ENTER, F2, RIGHT, TAB, shown
from tests.screens.test_screens_played import table


class WithPace(Power):
    """POWER with a fourth word in every order: `T HQ V8 fast`."""

    def suggest(
        self, view: PowerView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        words = text.split()
        if len(words) == 4 or (len(words) == 3 and text.endswith(" ")):
            paces = [" ".join((*words[:3], pace)) for pace in ("fast", "slowly")]
            return tuple(Suggestion(pace, Note("gloss.pace")) for pace in paces if pace.startswith(text))
        return super().suggest(view, sheet, above, text)


async def test_a_walked_order_that_needs_more_words_is_typed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "power", WithPace())
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(F2)
        await glass.wait("HQV, green", "T   C   D")
        glass.press("t", RIGHT, DOWN, ENTER)
        await glass.wait("V order 1> T HQ V8", "fast slowly")
        assert session.state.sheets["V"].lines == ()
        assert glass.app
        screen = glass.app
        glass.press("f")
        await glass.until(lambda: len(screen.controller.prompt.offers) == 1, "one offer")
        glass.press(TAB)
        await glass.until(lambda: screen.text == "T HQ V8 fast", "the whole order without a blank")
        glass.press(ENTER)
        await glass.until(lambda: session.state.sheets["V"].lines == ("T HQ V8 fast",), "the order")


async def test_keys_pressed_before_the_server_has_answered_count(tmp_path: Path) -> None:
    """The next piece is chosen where the first one stood, although nothing is written yet."""
    async with table(tmp_path) as (_, session, _), shown(session) as glass:
        await glass.wait("0/5")
        glass.press(F2)
        await glass.wait("HQV, green", "T   C   D")
        glass.press("t", RIGHT, DOWN, ENTER, "c")
        await glass.wait("1 T   HQ  V8", "C HQ taken up")


OFFERED = {
    "": ("K", "C3", "A"),
    "K ": (),
    "C3 ": ("C3 C4", "C3 D3"),
    "A ": ("A C3", "A D4"),
    "A C3 ": ("A C3 D3",),
}


class Shelf:
    """Answers with the offers above, as a server would."""

    async def suggest(self, sheet: SheetKey, above: Lines, text: str) -> tuple[Offer, ...]:
        return tuple(Offer(each, "") for each in OFFERED[text])


@pytest.mark.parametrize(("place", "begun"), [("C3", ["C3", "A C3"]), ("C4", []), ("D3", [])])
async def test_the_place_may_be_the_first_word_of_an_order(place: str, begun: list[str]) -> None:
    """What follows a place is where the piece goes, not another piece."""
    completer = Completer(Shelf(), lambda act: act.close(), lambda offers: None)
    choices = await choices_at(
        completer, "1", (), place, lambda word, sheet: word if word[-1].isdigit() else ""
    )
    assert [choice.begun for choice in choices] == begun
