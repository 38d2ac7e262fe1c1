"""The table in sentences: its seats, its hourglass, its host, and what the game tells about itself."""

from collections.abc import Sequence

from client.errors import ClientError
from client.games import GAMES, is_out
from client.games.api import Game
from client.play.health import health_text, milliseconds
from client.state.client_state import FILE, ClientState
from client.words import minutes, say, words, words_of
from protocol.messages import SeatLine, StandingLine
from protocol.vocabulary import BETWEEN, GATHERING, REFEREE, WRITING


def about_line(state: ClientState, language: str) -> str:
    """What the players are asked about in this phase, as a sentence of the game, or an empty text."""
    about = state.phase.about if state.phase else None
    if about is None:
        return ""
    words_of_game = words_of(state.game, language)
    said = words_of_game.say(about)
    begun = said if words_of_game.begins_with_name(about) else said[:1].upper() + said[1:]
    return begun if begun.endswith((".", "?", "!", ":")) else f"{begun}."


def seat_lines(state: ClientState, language: str) -> list[str]:
    """One sentence for every seat, then who waits for one, and the number of watchers."""
    seats = [_seat(state, line, language) for line in state.seats]
    waiting = [say(language, "told.waiting", names=", ".join(state.waiting))] if state.waiting else []
    return [*seats, *waiting, say(language, "told.watchers", count=state.watchers)]


def _seat(state: ClientState, line: SeatLine, language: str) -> str:
    if not line.name:
        return say(language, "told.seat-free", seat=line.seat)
    marks = [say(language, f"seat.{mark}") for mark in _marks(state, line)]
    if state.role == REFEREE:
        marks.append(say(language, "told.used", time=minutes(line.seconds_used, language)))
    code = "told.seat" if marks else "told.seat-alone"
    return say(language, code, seat=line.seat, name=state.name_of(line), marks=", ".join(marks))


def _marks(state: ClientState, line: SeatLine) -> list[str]:
    """The codes of what is known about a seat."""
    marks = ["you"] if line.seat == state.seat else []
    if line.bot or state.link != FILE:  # nobody is at a recorded table
        marks.append("bot" if line.bot else "here" if line.connected else "away")
    owing = state.phase.owing if state.phase else {}
    if state.stage == WRITING and line.seat in owing and not state.may_know_of(line.seat):
        marks.append("asked")
    elif state.stage == WRITING and line.seat in owing:
        marks.append("sealed" if line.sealed else "writing" if line.written else "thinking")
    if state.stage in (GATHERING, BETWEEN) and line.ready:
        marks.append("ready")
    marks += ["host"] if line.host else []
    marks += ["wants-closing"] if line.wants_closing else []
    if owing and line.seat not in owing and is_out(state, line.seat):
        marks.append("out")
    return marks


def time_line(state: ClientState, now: float, language: str) -> str:
    """How much time is left on the hourglass and, if it is stopped, why."""
    left = state.clock.left_at(now)
    if left is None:
        return say(language, "told.no-clock")
    code = "told.time" if state.stage == WRITING else "told.time-between"
    length = minutes(state.clock.length or left, language)
    said = say(language, code, left=minutes(left, language), length=length)
    if state.clock.running:
        return said
    by, known = state.clock.paused_by, words(language)
    reason = known.word("stopped", by) if by in known.tables["stopped"] else state.label(by)
    return f"{said} {say(language, 'told.stopped', by=reason)}"


def standings_lines(state: ClientState, language: str) -> list[str]:
    """One sentence for everybody at this table who has finished a game with the others, the best first."""
    found = state.standings
    return [_standing(state, line, language) for line in found.lines] if found else []


def _standing(state: ClientState, line: StandingLine, language: str) -> str:
    said = say(
        language,
        "told.standing-shared" if line.shared else "told.standing",
        name=line.name,
        games=line.games,
        won=line.won,
        shared=line.shared,
        drawn=line.drawn,
        rounds=line.rounds,
    )
    game = GAMES.get(state.game)
    labels = game.words(language).tables.get("figures", {}) if game else {}
    counted = [f"{labels[word]} {figure}" for word, figure in line.figures.items() if word in labels]
    return ", ".join([said, *counted]) + "."


def host_lines(state: ClientState, language: str) -> list[str]:
    """The figures of the host, of every link, and the warnings."""
    found = state.health
    if found is None:
        return [say(language, "health.none")]
    lines = [health_text(found, language)]
    for link in found.links:
        lag = milliseconds(link.lag, language) if link.lag is not None else "?"
        lines.append(say(language, "health.link", seat=link.seat, lag=lag, silent=round(link.silent)))
    return [*lines, *(say(language, "health.warning", text=said) for said in found.warnings)]


def _shown(state: ClientState, language: str) -> Game:
    """The game of this table, with everything that the client shows of it."""
    game = GAMES.get(state.game)
    if game is None:
        raise ClientError(say(language, "told.no-game-yet"))
    return game


def rules_lines(state: ClientState, language: str) -> Sequence[str]:
    game = _shown(state, language)
    return game.speech.rules(game.words(language))


def about_lines(state: ClientState, language: str) -> Sequence[str]:
    """Who made the game, and how it may be used."""
    return _shown(state, language).about(language)


def own_lines(state: ClientState, language: str) -> Sequence[str]:
    """The player's own pieces."""
    game = _shown(state, language)
    return game.speech.mine(state.view, game.words(language))


def hand_lines(state: ClientState, language: str) -> Sequence[str]:
    """What the player holds and nobody else may see."""
    game = _shown(state, language)
    return game.hand(state.view, game.words(language)) if game.hand else ()


def board_lines(state: ClientState, language: str) -> Sequence[str]:
    """The whole position."""
    game = _shown(state, language)
    return game.speech.board(state.view, game.words(language))


def cell_lines(state: ClientState, place: str, language: str) -> Sequence[str]:
    """Everything that stands on a place."""
    game = _shown(state, language)
    return game.speech.cell(state.view, place, game.words(language))
