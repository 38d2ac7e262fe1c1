"""The welcome of a person who has never played a game."""

from msgspec.structs import replace

from client.look import Look
from client.play.showing import welcome_lines
from client.screens.scene import TextPage
from client.state.client_state import ClientState
from protocol.events import PhaseOpened
from tests.kit.factories import view_of
from tests.kit.onscreen import controller_of
from tests.kit.strategiksa import Step, start


def table(game: str, writer: str = "V") -> ClientState:
    phase = PhaseOpened(phase=1, key="turn", owing={writer: (writer,)})
    view = {"strategiksa": Step(start(3)).view, "power": view_of({"V": {"HQV": "2S 2T 2C 2D"}})}.get(game)
    return ClientState(game=game, role="V", stage="writing", phase=phase, view=view)


def greeting(state: ClientState, language: str = "en") -> TextPage:
    controller = controller_of(replace(state, language=language), Look(language=language))
    controller.pages.greet(lambda: None)
    found = controller.scene.greeting
    assert found
    return found


def test_the_orders_of_the_welcome_are_in_the_letters_of_the_reader() -> None:
    for language, order in (("fr", "T QG V4"), ("en", "T HQ V4")):
        text = " ".join(welcome_lines(controller_of(table("power"), Look(language=language))))
        assert order in text


def test_a_game_in_which_one_player_writes_says_so() -> None:
    for game, together in (("power", True), ("strategiksa", False)):
        lines = welcome_lines(controller_of(table(game), Look()))
        assert len(lines) == 4
        assert any("read together" in line for line in lines) == together


def test_a_game_that_is_not_known_here_has_the_general_sentences() -> None:
    lines = welcome_lines(controller_of(table("chess"), Look()))
    assert len(lines) == 2
    assert lines[0].startswith("^S seals")


def test_only_who_writes_is_told_to_begin() -> None:
    assert greeting(table("strategiksa")).lines[-1] == "Press any key to begin."
    waits = greeting(table("strategiksa", writer="B"))
    assert waits.lines[-1] == "Somebody else writes first. Any key shows the board."


def test_the_title_has_the_name_of_the_game_as_people_write_it() -> None:
    assert greeting(table("strategiksa"), "fr").title == "Bienvenue à Strategiksa"
    assert greeting(table("power"), "fr").title == "Bienvenue à POWER"
