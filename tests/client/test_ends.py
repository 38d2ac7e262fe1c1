"""A table that an error of the program has ended: the server gives a reason, the client says it."""

import pytest

from client.look import Look
from client.screens.draw.pages import outcome_lines
from client.screens.scene import Scene
from client.state.client_state import ClientState
from client.state.log import note_of
from protocol.events import GameEnded
from protocol.texts import catalogue
from protocol.vocabulary import FAULT, OVER

ENDED = GameEnded((), FAULT)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "an error in the program"), ("fr", "une erreur du programme")]
)
def test_the_end_by_an_error_is_said_in_the_players_language(language: str, said: str) -> None:
    note = note_of(ENDED, str)
    assert note is not None
    assert said in catalogue("table", language).say(note)
    state = ClientState(stage=OVER, outcome=ENDED)
    lines = outcome_lines(state, Scene(Look(language=language)), 200)
    assert any(said in text for line in lines for _, text in line)
