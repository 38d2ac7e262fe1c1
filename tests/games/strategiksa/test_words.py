"""What a suzerain says at any moment of the game, outside any sheet."""

import pytest

from protocol import events, messages
from protocol.messages import Done, Suggestions
from protocol.notes import Note
from protocol.views.strategiksa import Directed, Served
from server.games.api import Resolution
from server.games.dice import LoadedDice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.state import StrategiksaState
from tests.kit.sittings import Player, Sitting, refusal
from tests.kit.strategiksa import position

PIECES = {"V": {"A1": "1R 5I"}, "B": {"C3": "3I"}, "J": {"A9": "1R 1I"}}


def served(turn: str = "J", **more: object) -> StrategiksaState:
    """Blue has fallen to green, is in its service and directs its own troops."""
    return position(PIECES, turn, suzerains={"B": "V"}, directors={"B": "B"}, vassals=["B"], **more)


def say(state: StrategiksaState, seat: str, text: str) -> Resolution | Note:
    return STRATEGIKSA.declare(state, seat, text, LoadedDice(()))


def said(state: StrategiksaState, seat: str, text: str) -> StrategiksaState:
    done = say(state, seat, text)
    assert isinstance(done, Resolution), done
    return done.state  # type: ignore[no-any-return]  # a resolution holds any game's state


def test_a_suzerain_dismisses_a_vassal_in_another_s_turn() -> None:
    """K-VASSAL-2, K-VASSAL-4"""
    done = say(served(), "V", "dismiss B")
    assert isinstance(done, Resolution)
    assert done.story == (Served("V", -1, "dismiss B", "B", False),)
    assert done.state.vassals == ()
    assert done.state.directors["B"] == "V"


def test_a_suzerain_appoints_another_director_in_another_s_turn() -> None:
    """K-VASSAL-2"""
    done = say(served(), "V", "diriger B V")
    assert isinstance(done, Resolution)
    assert done.story == (Directed("V", -1, "diriger B V", "B", "V"),)
    assert done.state.directors["B"] == "V"


def test_a_suzerain_calls_a_dismissed_player_back() -> None:
    """K-VASSAL-4"""
    again = said(said(served(), "V", "dismiss B"), "V", "recall B")
    assert again.vassals == ("B",)
    assert again.directors["B"] == "B"


def test_the_turn_that_is_on_passes_to_the_new_director() -> None:
    """K-VASSAL-2, K-VASSAL-5: the colour keeps its turn."""
    state = served("B")
    assert STRATEGIKSA.phase(state).owing == {"B": ("B",)}
    assert STRATEGIKSA.phase(said(state, "V", "direct B V")).owing == {"V": ("B",)}


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        ("B", "dismiss B", "no-suzerain"),
        ("J", "dismiss B", "not-your-player"),
        ("V", "recall B", "serves-already"),
        ("V", "3I A1 A2", "words-only"),
        ("V", "vassal J", "words-only"),
        ("V", "dismiss", "turn-words"),
        ("V", "", "turn-words"),
        ("nobody", "dismiss B", "no-suzerain"),
    ],
)
def test_whatever_else_is_refused_by_name(seat: str, text: str, code: str) -> None:
    """K-VASSAL-2"""
    refused = say(served(), seat, text)
    assert isinstance(refused, Note)
    assert refused.code == code


def test_nothing_is_said_when_the_game_is_over() -> None:
    over = STRATEGIKSA.resolve(served(), {}, LoadedDice(()), last=True).state
    assert STRATEGIKSA.outcome(over)
    assert isinstance(say(over, "V", "dismiss B"), Note)


def test_the_words_that_are_suggested_can_be_said_and_others_not() -> None:
    state = served()
    offered = [word.text for word in STRATEGIKSA.suggest_words(STRATEGIKSA.view(state, "V"), "")]
    assert offered == ["dismiss B", "direct B V"]
    assert all(isinstance(say(state, "V", word), Resolution) for word in offered)
    assert STRATEGIKSA.suggest_words(STRATEGIKSA.view(state, "V"), "DIR") == (
        STRATEGIKSA.suggest_words(STRATEGIKSA.view(state, "V"), "")[1],
    )
    for seat in ("B", "J", None):
        assert STRATEGIKSA.suggest_words(STRATEGIKSA.view(state, seat), "") == ()


def at_a_table(turn: str) -> tuple[Sitting, dict[str, Player]]:
    sitting = Sitting(3, game="strategiksa", tournament=True)
    players = {player.sheet: player for player in map(sitting.sit, ("Ana", "Bo", "Cy"))}
    referee = sitting.referee()
    referee.ask(messages.Start())
    sitting.table.state.position = served(turn)
    sitting.table.open_phase(sitting.at)
    sitting.pass_time(0.0)
    return sitting, players


def test_at_a_table_the_sheet_goes_to_the_new_director_empty() -> None:
    """K-VASSAL-2: what the vassal has written is shown to nobody."""
    sitting, players = at_a_table("B")
    vassal, suzerain = players["B"], players["V"]
    assert sitting.state.phase.owing == {"B": ("B",)}
    vassal.write("3I C3 C4", sheet="B")
    assert isinstance(suzerain.ask(messages.Declare(text="direct B V")), Done)
    assert sitting.state.owed_by("V") == ("B",)
    assert sitting.state.draft("B").lines == ()
    told = suzerain.events(events.Declared)[-1]
    assert told.phase is not None
    assert told.phase.owing == {"V": ("B",)}
    assert refusal(vassal.write("3I C3 C4", sheet="B", revision=2)) == "owes-nothing"


def test_at_a_table_words_are_suggested_without_a_sheet() -> None:
    _, players = at_a_table("J")
    answer = players["V"].ask(messages.Suggest(text="dis"))
    assert isinstance(answer, Suggestions)
    assert [offer.text for offer in answer.offers] == ["dismiss B"]
