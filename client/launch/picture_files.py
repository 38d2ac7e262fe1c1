"""The positions of a game as files that hold pictures: `qg replay --svg`."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from client.errors import ClientError
from client.games import GAMES
from client.pictures.svg import svg_of
from client.play.record_files import FILE_FAULTS
from client.state.client_state import ClientState
from client.state.log import note_of
from client.words import reason_of, say, words_of
from protocol.letters import MARK
from protocol.views import title_of

OPENING = 400
"""Among so many bytes at the beginning of a picture its mark must stand, or another file is kept."""
PICTURE = b"<svg"


class Position(Struct, frozen=True):
    """A position of the game, and how many rounds were read before it."""

    round: int
    view: Any


def write_pictures(state: ClientState, out: str, wanted: int | None, language: str) -> tuple[Path, int]:
    """Write the last position or that of a round into a file, or every position into a folder.

    Returns where the pictures are, and how many there are.
    """
    positions = positions_of(state)
    if state.game not in GAMES or not positions:
        code = "nothing-to-draw" if state.game in GAMES else "cannot-draw"
        raise ClientError(say(language, f"error.{code}", game=title_of(state.game)))
    if is_folder(out):
        if wanted is not None:
            raise ClientError(say(language, "error.round-in-folder", folder=out, round=wanted))
        return _write_all(state, positions, Path(out).expanduser(), language)
    chosen = _chosen(positions, wanted, language)
    path = Path(out).expanduser()
    _write(path, picture_of(state, chosen, language), language)
    return path, 1


def is_folder(out: str) -> bool:
    """Whether the pictures go into a folder: one that exists, or a name with a slash at its end."""
    try:
        return out.endswith(("/", os.sep)) or Path(out).expanduser().is_dir()
    except FILE_FAULTS:
        return False  # the attempt to write there will show what is wrong


def positions_of(state: ClientState) -> list[Position]:
    """The first position, and that after each round; the last one is as the referee may have left it."""
    if state.view is None:
        return []
    views = [told.after for told in state.rounds]
    first = state.rounds[0].before if state.rounds else state.view
    found = [first, *views[:-1], state.view] if views else [first]
    return [Position(number, view) for number, view in enumerate(found) if view is not None]


def _chosen(positions: Sequence[Position], wanted: int | None, language: str) -> Position:
    if wanted is None:
        return positions[-1]
    for position in positions:
        if position.round == wanted:
            return position
    raise ClientError(say(language, "error.no-round", round=wanted, last=positions[-1].round))


def picture_of(state: ClientState, position: Position, language: str) -> bytes:
    try:
        return _drawn(state, position, language)
    except (ValueError, KeyError, IndexError):  # somebody has edited the file
        said = say(language, "error.bad-position", round=position.round)
        raise ClientError(said) from None


def _drawn(state: ClientState, position: Position, language: str) -> bytes:
    game = GAMES[state.game]
    words = game.words(language)
    code = "picture.round" if position.round else "picture.start"
    title = say(language, code, table=state.table_name, game=title_of(state.game), round=position.round)
    shape, diagram = game.drawing.shape(position.view, words), game.drawing.diagram(position.view, words)
    described = game.speech.board(position.view, words)
    if position.round == len(state.rounds) and (ending := ending_of(state, language)):
        diagram = replace(diagram, status=ending)
        described = (ending, *described)
    return svg_of(shape, diagram, title, described, language.partition(MARK)[0])


def ending_of(state: ClientState, language: str) -> str:
    """Who has won, as a sentence; empty if the game is not over."""
    note = note_of(state.outcome, state.label) if state.outcome else None
    said = words_of("table", language).say(note) if note else ""
    return said[:1].upper() + said[1:]


def _write_all(
    state: ClientState, positions: Sequence[Position], folder: Path, language: str
) -> tuple[Path, int]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FILE_FAULTS as error:
        raise _cannot_write(folder, error, language) from None
    for position in positions:
        _write(folder / f"round-{position.round:03}.svg", picture_of(state, position, language), language)
    return folder, len(positions)


def _write(path: Path, picture: bytes, language: str) -> None:
    """Only a picture is written over."""
    try:
        if path.exists() and PICTURE not in path.read_bytes()[:OPENING]:
            raise ClientError(say(language, "error.not-a-picture", file=str(path)))
        path.write_bytes(picture)
    except FILE_FAULTS as error:
        raise _cannot_write(path, error, language) from None


def _cannot_write(path: Path, error: OSError | ValueError | RuntimeError, language: str) -> ClientError:
    said = say(language, "error.cannot-write", file=str(path), reason=reason_of(error, language))
    return ClientError(said)
