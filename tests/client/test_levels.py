"""The levels and the names of bots: English on the wire, and in the language of the person elsewhere."""

import pytest

from client.look import Look
from client.screens.draw.lines import plain
from client.screens.draw.panels import seats_panel
from client.screens.scene import Scene
from client.state.client_state import ClientState
from client.state.fold import fold
from client.state.levels import default_level, level_meant, level_words
from client.words import words_of
from protocol import events
from protocol.messages import SeatLine, Told

LEVELS = ("recruit", "captain", "general")
BOT, HEIR = SeatLine("J", "captain (bot)", bot="captain"), SeatLine("B", "Chloé", bot="recruit")


@pytest.mark.parametrize(
    ("typed", "level"),
    [
        *(("captain", "captain"), ("Capitaine", "captain"), ("recrue", "recruit"), ("RECRUIT", "recruit")),
        *(("général", "general"), ("general", "general"), ("generale", ""), ("", ""), ("V", "")),
    ],
)
def test_a_level_is_understood_in_every_language(typed: str, level: str) -> None:
    assert level_meant(typed, LEVELS) == level


def test_levels_are_listed_in_the_language_of_the_person() -> None:
    assert level_words(LEVELS, "fr") == "recrue, capitaine, général"
    assert level_words((*LEVELS, "emperor"), "en") == "recruit, captain, general, emperor"


def test_a_bot_of_which_no_level_is_named_answers_at_once() -> None:
    """However many levels there are that think for seconds."""
    assert [default_level((*LEVELS, "marshal")[:count]) for count in range(5)] == [
        *("", "recruit", "captain", "captain", "captain")
    ]


def test_bots_are_named_in_the_language_of_the_person() -> None:
    french, english = (ClientState(language=each, seats=(BOT, HEIR)) for each in ("fr", "en"))
    assert [french.label(seat) for seat in "JB"] == ["capitaine (robot, J)", "Chloé (robot, B)"]
    assert [english.label(seat) for seat in "JB"] == ["captain (bot, J)", "Chloé (bot, B)"]
    assert [french.name_of(line) for line in french.seats] == ["capitaine (robot)", "Chloé"]
    panel = seats_panel(french, Scene(Look(language="fr")), 40)
    assert "capitaine (robot)" in plain(panel[0])


def test_the_log_names_bots_in_the_language_of_the_person() -> None:
    """The event on the wire has the English name."""
    before = ClientState(language="fr", seats=(SeatLine("V", "Ana"), SeatLine("J", "")))
    event = events.SeatTaken("J", "captain (bot)", "captain", "V")
    (line,) = fold(before, Told(seq=1, at=0.0, event=event), 0.0).log
    assert line.note
    assert words_of(line.subject, "fr").say(line.note) == "Ana (V) invite capitaine (robot) en J"
