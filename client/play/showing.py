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
    """Some sentences for a person who has never played this game: goal, how to write, seal, get help.

    The game may add what is special at this table, such as pieces that everybody may order.
    """
    ways: dict[str, Arg] = {name: desk.way_to(name) for name in ("seal", "help")}
    ways["name"] = desk.session.state.game
    known, view = words(desk.session.language), desk.session.state.view
    game = GAMES.get(desk.session.state.game)
    own = game.words(known.language) if game else known
    told = {}
    for code in WELCOME:
        speaker = own if own.has(f"welcome.{code}") else known
        if speaker.has(f"welcome.{code}"):
            told[code] = [speaker.say(Note(f"welcome.{code}", ways))]
    if game and view is not None and "write" in told:
        told["write"] += game.board.order_notes(view, own)
    return [sentence for sentences in told.values() for sentence in sentences]


def show_welcome(desk: Desk, typed: str) -> Outcome:
    language, state = desk.session.language, desk.session.state
    desk.show(say(language, "welcome.title", game=title_of(state.game)), welcome_lines(desk))
    return None
