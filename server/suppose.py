"""What if, for a game that is replayed: `qg-server suppose` answers questions line by line, as JSON.

A question has the game, its options and a view of the position. With `sheets`, it asks what they would lead
to; with `sheet`, how a line of that sheet may go on. Nothing is stored, and no table is needed.
"""

import random
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Suggestions, Supposed
from protocol.notes import Note
from protocol.texts import catalogue
from protocol.vocabulary import WATCHER
from server.games import GAMES
from server.games.api import AnyGame
from server.games.dice import Dice
from server.games.reader_words import offers_for
from server.table import knowledge
from server.table.stream import steps_of


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    options: dict[str, Any]
    view: Any
    language: str = "en"
    phase: int = 0
    sheets: dict[SheetKey, Lines] | None = None
    last: bool = False
    """Whether the sheets are those of the last phase of the game."""
    seat: Seat = ""
    """The seat to which this position looks like that; empty: a watcher. It is told what it would be told."""
    sheet: SheetKey = ""
    above: Lines = ()
    text: str = ""


class Refusal(Struct, frozen=True):
    refused: str
    """A sentence for the player."""


def answer_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """An answer for each question, each on a line."""
    for line in lines:
        yield msgspec.json.encode(answer(line)) + b"\n"


def answer(line: bytes) -> Supposed | Suggestions | Refusal:
    try:
        question = msgspec.json.decode(line, type=Question)
        game = GAMES[question.game]
        view = msgspec.convert(question.view, game.view_type)
        options = msgspec.convert(question.options, game.options_type)
    except (msgspec.DecodeError, KeyError) as error:
        return Refusal(str(error))
    state = game.imagine(view, options)
    if state is None:
        return Refusal(catalogue("table", question.language).say(Note("refused.cannot-suppose")))
    return _suggest(game, state, question) if question.sheets is None else _resolve(game, state, question)


def _resolve(game: AnyGame, state: Any, question: Question) -> Supposed:
    dice = Dice(random.SystemRandom().getrandbits(62))
    sheets = question.sheets or {}
    resolution = game.resolve(state, sheets, dice, last=question.last)
    role = question.seat or WATCHER
    story = knowledge.story(steps_of(resolution.story), role, game.phase(state).owing.get(role, ()))
    view = knowledge.view(game, resolution.state, role)
    return Supposed(phase=question.phase, sheets=sheets, story=story, view=view)


def _suggest(game: AnyGame, state: Any, question: Question) -> Suggestions:
    owing = game.phase(state).owing
    writer = next((seat for seat, sheets in owing.items() if question.sheet in sheets), WATCHER)
    view = knowledge.view(game, state, writer)
    suggests = partial(game.suggest, view, question.sheet, question.above)
    return Suggestions(offers=offers_for(game.name, question.language, question.text, suggests))
