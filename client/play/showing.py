"""The actions that only show lines of text about the table or the game."""

from collections.abc import Callable, Sequence

from client.games import GAMES
from client.play import table_lines
from client.play.action import gloss_of
from client.play.desk import Desk, Outcome
from client.state.client_state import ClientState
from client.words import say


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
    language, view = desk.session.language, desk.session.state.view
    game = GAMES.get(desk.session.state.game)
    own = game.words(language).tables.get("welcome", {}) if game else {}
    special = game.board.order_notes(view, game.words(language)) if game and view is not None else ()
    ways = {name: desk.way_to(name) for name in ("seal", "help")}
    return [*own.values(), *special, *(say(language, f"welcome.{code}", **ways) for code in ("seal", "help"))]


def show_welcome(desk: Desk, typed: str) -> Outcome:
    language, state = desk.session.language, desk.session.state
    desk.show(say(language, "welcome.title", game=state.game.upper()), welcome_lines(desk))
    return None
