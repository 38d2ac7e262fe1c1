"""The lessons: every game has one, its sentences are there, and its steps are seen by the state alone."""

from pathlib import Path

import pytest

from client.games import GAMES
from client.games.lesson import LINES
from client.link.address import Address
from client.link.session import Session
from client.play.lessons import Tutor
from client.play.verbs import verb_of
from client.state.client_state import ClientState
from client.words import known_languages
from protocol.messages import OptionValue
from protocol.views import OPTIONS
from tests.kit.callers import serving
from tests.kit.sessions import sit


def way_to(action: str) -> str:
    return f"<{action}>"


def test_every_game_has_a_lesson() -> None:
    assert all(game.lesson for game in GAMES.values())
    assert GAMES.keys() == OPTIONS.keys()


@pytest.mark.parametrize("language", known_languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_step_and_the_end_have_a_sentence(game: str, language: str) -> None:
    tutor = Tutor(game, language)
    said = []
    for _ in tutor.lesson.steps:
        said.append(tutor.sentence(ClientState(stage="writing"), way_to))
        tutor.skip(ClientState())
    assert len(set(said)) == len(tutor.lesson.steps)
    assert "<quit>" in tutor.sentence(ClientState(), way_to)
    title, lines = tutor.ending()
    assert title
    assert "qg solo" in lines[-1]


def test_the_orders_of_a_lesson_are_in_the_letters_of_the_reader() -> None:
    """The board says QG to a French reader, and so does the lesson."""
    tutor = Tutor("power", "fr")
    said = [tutor.sentence(ClientState(stage="gathering"), way_to), *tutor.ending()[1]]
    assert "T QG V4" in said[0]
    assert "T QG V4" in said[1]
    assert not any("HQ" in text for text in said)


@pytest.mark.parametrize("game", GAMES)
def test_the_options_of_a_lesson_are_those_of_the_game(game: str) -> None:
    OPTIONS[game].check(dict(Tutor(game, "en").lesson.options))


async def test_a_lost_line_does_not_count_and_the_lesson_says_why(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Session(Address("127.0.0.1", server.port)) as session:
        tutor = Tutor("power", "en")
        options: dict[str, OptionValue] = {**tutor.lesson.options}
        opened = await session.open_table("power", "Lesson", options)
        await sit(session, opened.table, "Ana", tutor.lesson.seat)
        for seat in session.state.free:
            await session.invite(seat, "recruit")
        await session.until(lambda state: state.may_write)
        assert not tutor.follow(session.state)
        await session.write("V", ("T HQ B8",))
        tutor.follow(session.state)
        assert tutor.step == tutor.lesson.steps[0]
        assert "Line 1 would be lost" in tutor.sentence(session.state, way_to)
        await session.write("V", ("T HQ V4",))
        tutor.follow(session.state)
        assert tutor.step == tutor.lesson.steps[1]
        await session.write("V", ("T HQ V4", "S HQ IX", "S HQ V7"))
        tutor.follow(session.state)
        assert tutor.step == tutor.lesson.steps[2]
        said = tutor.sentence(session.state, lambda action: f"^{action[0].upper()}")
        assert "^S seals the sheet" in said, "the step's own instruction comes first"
        assert "Press Up until you are on line 2; ^D deletes it" in said, "^D alone would delete line 3"
        assert "del 2 deletes it" in tutor.sentence(session.state, lambda action: verb_of(action, "en"))


async def test_a_player_who_seals_early_is_not_asked_to_write(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Session(Address("127.0.0.1", server.port)) as session:
        tutor = Tutor("power", "en")
        opened = await session.open_table("power", "Lesson", {**tutor.lesson.options})
        await sit(session, opened.table, "Ana", tutor.lesson.seat)
        tutor.follow(session.state)
        for seat in session.state.free:
            await session.invite(seat, "recruit")
        await session.until(lambda state: state.may_write)
        await session.seal()
        await session.until(lambda state: state.rounds)
        tutor.follow(session.state)
        assert tutor.step
        assert tutor.step.until != LINES
