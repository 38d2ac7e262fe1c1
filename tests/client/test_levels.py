"""The levels and the names of bots: English on the wire, and in the language of the person elsewhere."""

import pytest

from client.look import Look
from client.screens.draw.lines import plain
from client.screens.draw.panels import seats_panel
from client.screens.scene import Scene
from client.state.client_state import ClientState
from client.state.fold import fold
from client.state.levels import default_level, kind_meant, level_meant, level_words
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


SIX = {"captain": ("bold", "wary", "greedy", "patient", "fiery", "steady")}


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        *(("captain:bold", "captain:bold"), ("Capitaine:Hardi", "captain:bold"), ("captain", "captain")),
        *(("capitaine:mefiant", "captain:wary"), ("captain:brave", "captain:"), ("captain:", "captain:")),
        *(("recruit:bold", "recruit:"), ("colonel:bold", ""), (":bold", ""), ("", "")),
    ],
)
def test_a_level_with_a_character_is_understood_in_every_language(typed: str, kind: str) -> None:
    assert kind_meant(typed, "power", LEVELS, SIX) == kind


def test_a_character_is_read_in_the_name_of_a_bot() -> None:
    bot = SeatLine("J", "bold captain (bot)", bot="captain", character="bold")
    heir = SeatLine("B", "Chloé", bot="captain", character="wary")
    french, english = (ClientState(game="power", language=each, seats=(bot, heir)) for each in ("fr", "en"))
    assert [english.label(seat) for seat in "JB"] == ["bold captain (bot, J)", "Chloé (bot, B)"]
    assert [french.label(seat) for seat in "JB"] == ["capitaine (robot hardi, J)", "Chloé (robot, B)"]
    assert [english.name_of(line) for line in english.seats] == ["bold captain (bot)", "Chloé"]
    assert [french.name_of(line) for line in french.seats] == ["capitaine (robot hardi)", "Chloé"]


def test_the_log_tells_the_character_of_a_bot_that_sits_down() -> None:
    before = ClientState(game="power", language="fr", seats=(SeatLine("V", "Ana"), SeatLine("J", "")))
    event = events.SeatTaken("J", "greedy captain (bot)", "captain", "V", "greedy")
    after = fold(before, Told(seq=1, at=0.0, event=event), 0.0)
    (line,) = after.log
    assert line.note
    assert words_of(line.subject, "fr").say(line.note) == "Ana (V) invite capitaine (robot avide) en J"
    assert after.name_of(after.seats[1]) == "capitaine (robot avide)"


def test_a_character_of_a_game_that_we_do_not_know_is_called_as_the_server_calls_it() -> None:
    bot = SeatLine("1", "sly captain (bot)", bot="captain", character="sly")
    assert ClientState(game="chess", language="fr", seats=(bot,)).label("1") == "capitaine (robot sly, 1)"
