"""The words of a game's orders, in the language of each reader, on both screens and over real servers."""

import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from client.link.session import Session
from client.plain.commands import Commands
from client.plain.console import Console
from client.plain.narrator import Voice
from client.play.actions import ACTIONS
from client.play.verbs import spellings
from client.words import known_languages, without_accents
from protocol.letters import letters_of, meanings_of
from protocol.messages import Offer
from server.games import GAMES
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.rules import Strategiksa
from server.games.strategiksa.state import StrategiksaState
from tests.client.test_strategiksa_client import table
from tests.kit.contract import play_out
from tests.kit.onscreen import ENTER, TAB, Glass, shown
from tests.kit.strategiksa import Step, position, turn

pytestmark = pytest.mark.slow

PIECES = {"V": {"A1": "1R 5I"}, "B": {"C3": "3I"}, "J": {"A9": "1R 1I"}}
HOME = {"A1": "1R 9I"}


def served(of: str) -> StrategiksaState:
    """Blue has fallen to green, and is in its service; it is the turn of the colour given."""
    return position(PIECES, of, suzerains={"B": "V"}, directors={"B": "B"}, vassals=["B"])


def offered_service() -> StrategiksaState:
    """Green offers its service to blue, who has to answer."""
    return turn({"V": HOME}, "vassal B").after


def fallen_king() -> StrategiksaState:
    """Green has beaten blue, and chooses whether blue becomes a vassal, and who directs the pieces."""
    state = turn({"V": {"E4": "1I", "A1": "1R"}, "B": {"E5": "1R*"}}, "I E4 E5").after
    assert Step(state).owes == ("crown", "V", "V")
    return state


@asynccontextmanager
async def sitting(
    folder: Path, monkeypatch: pytest.MonkeyPatch, state: StrategiksaState, seat: str, language: str = "fr"
) -> AsyncIterator[Session]:
    """The session of that seat at a table whose game begins in this position."""
    monkeypatch.setattr(Strategiksa, "setup", lambda self, options, dice: state)
    async with table(folder, language) as war:
        yield next(session for session in war.order if session.state.seat == seat)


@asynccontextmanager
async def screen_of(session: Session) -> AsyncIterator[Glass]:
    async with shown(session, language="fr", ascii=True) as glass:
        yield glass


def plainly(session: Session) -> tuple[Commands, io.StringIO]:
    out = io.StringIO()
    return Commands(session, Voice(Console(io.StringIO(), out), "fr")), out


@cache
def offered_lines(name: str) -> frozenset[str]:
    """What is offered before anything is typed, in a game at random."""
    game, found = GAMES[name], set[str]()
    for played in islice(play_out(game, game.players[0], seed=1), 40):
        for seat, sheets in game.phase(played.resolution.state).owing.items():
            view = game.view(played.resolution.state, seat)
            for sheet in sheets:
                found |= {offer.text for offer in game.suggest(view, sheet, (), "")}
            found |= {offer.text for offer in game.suggest_words(view, "")}
    return frozenset(found)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", known_languages())
def test_no_verb_of_a_command_is_the_first_word_of_an_order(name: str, language: str) -> None:
    """Else the command would take the line, and the order could not be given."""
    letters = letters_of(name, language)
    taught = {letters.line(word) for word in meanings_of(name).values()} | set(meanings_of(name))
    taught |= {letters.line(text).split()[0] for text in offered_lines(name)}
    verbs = {spelling for action in ACTIONS for spelling in spellings(action, language)}
    assert offered_lines(name)
    assert {without_accents(word) for word in taught} & verbs == set()


@pytest.mark.parametrize(("typed", "shown_as"), [("renvoyer b", "renvoyer b"), ("dismiss b", "renvoyer b")])
async def test_in_another_s_turn_the_word_of_a_suzerain_is_declared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, shown_as: str
) -> None:
    """K-VASSAL-2: on the screen, in the word of either language, and the log has that of the reader."""
    async with sitting(tmp_path, monkeypatch, served("J"), "V") as green, screen_of(green) as glass:
        await glass.wait("Cy (J)")
        glass.press(typed, ENTER)
        await green.until(lambda state: state.view.vassals == ())
        await glass.wait(f"clare : {shown_as}")


async def test_plain_mode_declares_the_word_in_another_s_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-VASSAL-2"""
    async with sitting(tmp_path, monkeypatch, served("J"), "V") as green:
        commands, out = plainly(green)
        await commands.obey("renvoyer j")
        assert ":déclarer" not in out.getvalue()
        assert "« déclarer » déclare un mot du jeu" in out.getvalue()
        await commands.obey("renvoyer b")
        await green.until(lambda state: state.view.vassals == ())


async def test_a_line_that_cannot_be_declared_is_refused_with_the_way_to_declare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(tmp_path, monkeypatch, served("J"), "V") as green, screen_of(green) as glass:
        await glass.wait("Cy (J)")
        glass.press("renvoyer o", ENTER)
        await glass.wait(":d", "clare un mot du jeu")


async def test_in_one_s_own_turn_the_word_goes_on_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-VASSAL-4: in plain mode too, where a command would take the line."""
    async with sitting(tmp_path, monkeypatch, served("V"), "V") as green:
        commands, out = plainly(green)
        await commands.obey("renvoyer b")
        await commands.obey("dismiss b")
        written = green.state.sheets["V"].stored
        assert written == ("renvoyer b", "dismiss b"), "it is kept as it was written"
        assert "2. renvoyer b" in out.getvalue(), "and shown in the word of the reader"


@pytest.mark.parametrize("typed", ["oui", "yes", "ou"])
async def test_an_answer_is_offered_in_french_and_sent_with_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """K-TURN-1: also if it is typed in English, or only begun."""
    async with sitting(tmp_path, monkeypatch, offered_service(), "B") as blue, screen_of(blue) as glass:
        await glass.wait("oui", "non")
        assert "yes" not in glass.text
        glass.press(typed, ENTER)
        await blue.until(lambda state: "V" in state.view.vassals)
        assert blue.state.rounds[-1].sheets == {"B": ("oui" if typed == "ou" else typed,)}


@pytest.mark.parametrize(("typed", "vassals"), [("prendre", ("B",)), ("take", ("B",)), ("laisser", ())])
async def test_the_fate_of_a_fallen_player_is_sent_with_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, vassals: tuple[str, ...]
) -> None:
    """K-VASSAL-1: though a colour may follow the word."""
    async with sitting(tmp_path, monkeypatch, fallen_king(), "V") as green, screen_of(green) as glass:
        await glass.wait("prendre", "laisser")
        glass.press(typed, ENTER)
        await green.until(lambda state: bool(state.rounds))
        assert green.state.view.vassals == vassals
        assert green.state.rounds[-1].sheets == {"V": (typed,)}


async def test_tab_completes_in_the_words_of_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(tmp_path, monkeypatch, fallen_king(), "V") as green, screen_of(green) as glass:
        await glass.wait("prendre", "laisser")
        glass.press("pr")
        await glass.wait("V ordre 1> pr", "prendre :")
        glass.press(TAB)
        await glass.wait("V ordre 1> prendre")


OFFERS: dict[str, tuple[Callable[[], StrategiksaState], str, str, list[str]]] = {
    "nothing typed": (fallen_king, "V", "", ["prendre", "laisser"]),
    "a French word begun": (fallen_king, "V", "pr", ["prendre"]),
    "an English word begun": (fallen_king, "V", "ta", ["prendre"]),
    "a whole word": (fallen_king, "V", "laisser", ["laisser", "laisser V"]),
    "a whole English word": (fallen_king, "V", "leave", ["laisser", "laisser V"]),
    "the word before": (fallen_king, "V", "laisser v", ["laisser V"]),
    "a turn": (lambda: served("V"), "V", "re", ["renvoyer"]),
}


@pytest.mark.parametrize("case", OFFERS)
async def test_the_server_offers_the_words_of_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    state, seat, text, expected = OFFERS[case]
    async with sitting(tmp_path, monkeypatch, state(), seat) as session:
        offers: tuple[Offer, ...] = await session.suggest(session.state.owed[0], (), text)
        assert [offer.text for offer in offers] == expected


def test_a_choice_that_may_go_on_is_suggested_with_what_may_follow() -> None:
    """K-VASSAL-1; but `heal` alone makes no choice."""
    step = Step(fallen_king())
    found = STRATEGIKSA.suggest(step.view, "V", (), "leave")
    assert [each.text for each in found] == ["leave", "leave V"]
