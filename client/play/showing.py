"""The actions that only show lines of text about the table or the game."""

from collections.abc import Callable, Sequence

from client.games import GAMES
from client.play import table_lines
from client.play.action import gloss_of
from client.play.desk import Desk, Outcome
from client.state.client_state import ClientState
from client.words import say, words
from protocol.notes import Arg, Note
from protocol.views import title_of

WELCOME = ("goal", "write", "seal", "help")
"""The sentences for a new player. A game has its own for some of them."""


def shown(action: str, lines: Callable[[ClientState, str], Sequence[str]]) -> Callable[[Desk, str], Outcome]:
    """An action that shows lines of text. Their title is what the catalogue says about the action."""

    def show(desk: Desk, typed: str) -> Outcome:
        language = desk.session.language
        desk.show(gloss_of(action, language), lines(desk.session.state, language))
        return None

    return show


def show_time(desk: Desk, typed: str) -> Outcome:
    session = desk.session
    line = table_lines.time_line(session.state, session.now, session.language)
    desk.show(gloss_of("time", session.language), [line])
    return None


def show_standings(desk: Desk, typed: str) -> Outcome:
    session = desk.session

    async def show() -> None:
        await session.standings()
        lines = table_lines.standings_lines(session.state, session.language)
        desk.show(
            gloss_of("standings", session.language), lines or [say(session.language, "told.no-standings")]
        )

    return desk.carry_out(show())


def welcome_lines(desk: Desk) -> list[str]:
    """Four sentences for a person who has never played this game: goal, how to write, seal, get help."""
    ways: dict[str, Arg] = {name: desk.way_to(name) for name in ("seal", "help")}
    known, game = words(desk.session.language), GAMES.get(desk.session.state.game)
    own = game.words(known.language) if game else known
    notes = [Note(f"welcome.{code}", ways) for code in WELCOME]
    told = [(own if own.has(note.code) else known, note) for note in notes]
    return [speaker.say(note) for speaker, note in told if speaker.has(note.code)]


def show_welcome(desk: Desk, typed: str) -> Outcome:
    language, state = desk.session.language, desk.session.state
    desk.show(say(language, "welcome.title", game=title_of(state.game)), welcome_lines(desk))
    return None
