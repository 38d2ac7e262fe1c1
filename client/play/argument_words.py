"""The words that may follow a verb, each with its meaning. Tab completes arguments with them."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from client.play.desk import Desk
from client.state.levels import kind_word, level_word, manner_of
from client.words import say
from protocol.vocabulary import WITH_CHARACTER

Words: TypeAlias = Sequence[tuple[str, str]]
Completes: TypeAlias = Callable[[Desk, int], Words]
"""Returns the words for one argument of a verb; the number of the argument counts from 0."""


def no_words(desk: Desk, place: int) -> Words:
    return ()


def taken_seats(desk: Desk, place: int) -> Words:
    state = desk.session.state
    return [(line.seat, state.label(line.seat)) for line in state.seats if line.name and place == 0]


def taken_seat_then_level(desk: Desk, place: int) -> Words:
    return _levels(desk) if place == 1 else taken_seats(desk, place)


def free_seat_then_level(desk: Desk, place: int) -> Words:
    free = [(seat, seat) for seat in desk.session.state.free] if place == 0 else []
    return _levels(desk) if place == 1 else free


def waiting_then_vacant_seat(desk: Desk, place: int) -> Words:
    """First those who wait for a seat, then the seats that could be given to them."""
    state = desk.session.state
    names = [(name, say(desk.session.language, "completion.waiting", name=name)) for name in state.waiting]
    seats = [(line.seat, state.label(line.seat)) for line in state.seats if line.bot or not line.connected]
    return names if place == 0 else seats


def _levels(desk: Desk) -> Words:
    """The levels, and behind them each level with every character."""
    session, language = desk.session, desk.session.language
    levels = [
        (level_word(level, language), say(language, "completion.bot", level=level))
        for level in session.levels
    ]
    return levels + [
        _with_character(desk, level, each) for level, known in session.characters.items() for each in known
    ]


def _with_character(desk: Desk, level: str, character: str) -> tuple[str, str]:
    language, game = desk.session.language, desk.session.state.game
    manner = manner_of(character, game, language)
    gloss = say(language, "completion.bot-character", level=level, manner=manner)
    return kind_word(f"{level}{WITH_CHARACTER}{character}", game, language), gloss


def seconds(desk: Desk, place: int) -> Words:
    gloss = say(desk.session.language, "completion.seconds")
    return [(amount, gloss) for amount in ("30", "60", "180")] if place == 0 else []


def own_sheets(desk: Desk, place: int) -> Words:
    return [(key, key) for key in desk.session.state.sheets] if place == 0 else []
