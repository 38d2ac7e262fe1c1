"""`qg-server suppose`: a JSON question and an answer a line, for a game that is replayed."""

import subprocess
import sys
from typing import Any

import msgspec
import pytest

from protocol.messages import Supposed
from server.games import GAMES
from server.games.dice import Dice
from server.suppose import answer
from tests.kit.hidden_game import HIDDEN

pytestmark = pytest.mark.slow

LONG = 60


def asked(*questions: Any) -> list[dict[str, Any]]:
    given = b"".join(
        (each if isinstance(each, bytes) else msgspec.json.encode(each)) + b"\n" for each in questions
    )
    command = [sys.executable, "-m", "server", "suppose"]
    done = subprocess.run(command, input=given, capture_output=True, timeout=LONG, check=True)
    return [msgspec.json.decode(line) for line in done.stdout.splitlines()]


def position() -> dict[str, Any]:
    game = GAMES["power"]
    options = game.read_options({"players": 4, "referee": "V"})
    view = game.view(game.setup(options, Dice(1)), None)
    return {"game": "power", "options": msgspec.to_builtins(options), "view": msgspec.to_builtins(view)}


def test_sheets_are_resolved_and_lines_completed() -> None:
    supposed = {**position(), "phase": 1, "sheets": {"V": ["T HQ V8"]}}
    resolved, offered = asked(supposed, {**position(), "sheet": "B", "text": "T HQ "})
    assert resolved["sheets"] == {"V": ["T HQ V8"]}
    assert resolved["view"]["round"] == 2
    assert resolved["story"]
    assert {offer["text"] for offer in offered["offers"]} >= {"T HQ B8"}


def test_what_is_no_question_is_refused_and_the_next_line_is_read() -> None:
    chess = {"game": "chess", "options": {}, "view": {}}
    unseen = {**position(), "view": {"round": "x"}}
    answers = asked(b"{", b"[]", chess, unseen, {**position(), "sheets": {}})
    assert all(list(answer) == ["refused"] for answer in answers[:-1])
    assert "story" in answers[-1]


def test_a_seat_is_told_what_it_would_be_told_and_the_last_round_ends_the_game() -> None:
    """P-END-3: the last round ends the game, and the most power wins."""
    views = []
    for more in ({}, {"seat": "B"}, {"seat": "B", "last": True}):
        supposed = answer(msgspec.json.encode({**position(), "sheets": {"B": ["T HQ B4"]}, **more}))
        assert isinstance(supposed, Supposed)
        views.append(supposed.view)
    assert [(view.seat, view.over) for view in views] == [(None, False), ("B", False), ("B", True)]


@pytest.mark.parametrize(("seat", "is_told"), [("1", True), ("", False)])
def test_only_a_seat_is_told_its_own_secrets_of_what_it_supposes(
    monkeypatch: pytest.MonkeyPatch, seat: str, is_told: bool
) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)
    view = HIDDEN.view(HIDDEN.setup(HIDDEN.read_options({"players": 2}), Dice(1)), "1")
    card = view.hand[0]
    question = {"game": "hidden", "options": {"players": 2}, "view": view, "sheets": {"1": [str(card)]}}
    supposed = answer(msgspec.json.encode({**question, "seat": seat}))
    assert isinstance(supposed, Supposed)
    assert (supposed.view.hand, supposed.view.kept) == ((view.hand, card) if is_told else ((), None))
    assert ({"type": "kept", "seat": "1", "card": card} in supposed.story) == is_told
