"""What every game on the shelf must do, found out by playing it at random. Knows no game by name."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Fault, Progress, Suggestion
from protocol.texts import catalogue, languages
from server.games.api import AnyGame, Phase, Private, Resolution
from server.games.dice import Dice, LoadedDice
from tests.kit.long import TIMES

JUNK: Lines = (
    "",
    "  ",
    "?",
    "attack at dawn",
    "\x00",
    "Ａ",
    "é" * 30,
    "0 0 0",
    "-1 -1 -1",
    "1" * 500,
    "x " * 400,
)
ROUNDS = 12
FEW_LINES = 8


class Turn(NamedTuple):
    """One phase that was played."""

    before: Any
    sheets: dict[SheetKey, Lines]
    rolled: list[int]
    last: bool
    resolution: Resolution


def pack(value: Any) -> bytes:
    return msgspec.msgpack.encode(value)


def options(game: AnyGame, players: int) -> Any:
    return msgspec.convert({"players": players}, game.options_type)


def set_up(game: AnyGame, players: int, seed: int) -> Any:
    return game.setup(options(game, players), Dice(seed))


def play_out(game: AnyGame, players: int, seed: int, rounds: int = ROUNDS) -> Iterator[Turn]:
    """A whole game of random sheets, called off after some rounds."""
    random = Random(seed)
    state = set_up(game, players, seed)
    for number in range(1, rounds + 1):
        if not game.phase(state).owing:
            return
        sheets = random_sheets(game, state, random)
        dice = Dice(random.randrange(1 << 30))
        last = number == rounds
        before = pack(state)
        resolution = game.resolve(state, sheets, dice, last=last)
        assert pack(state) == before, "resolve changed the state it was given"
        yield Turn(state, sheets, dice.rolled, last, resolution)
        state = resolution.state
    assert not game.phase(state).owing, "the game did not end with its last round"


def random_sheets(game: AnyGame, state: Any, random: Random) -> dict[SheetKey, Lines]:
    """Suggested lines and junk; now and then no sheet at all, or one of nobody."""
    sheets: dict[SheetKey, Lines] = {}
    phase = game.phase(state)
    for seat, keys in phase.owing.items():
        view = game.view(state, seat)
        for key in keys:
            if random.random() < 0.9:
                sheets[key] = random_sheet(game, view, key, room_for_chance(phase), random)
    if random.random() < 0.3:
        sheets["nobody's"] = JUNK
    return sheets


def room_for_chance(phase: Phase) -> int:
    """How many lines are made up for a sheet: all that it has room for, with `make long`, else a few."""
    return min(phase.lines or 3, FEW_LINES) if TIMES == 1 else phase.lines or 3


def random_sheet(game: AnyGame, view: Any, key: SheetKey, room: int, random: Random) -> Lines:
    lines: list[str] = []
    for _ in range(random.randrange(room + 2)):
        written = None if random.random() < 0.2 else suggested_line(game, view, key, lines, random)
        lines.append(random.choice(JUNK) if written is None else written)
    return tuple(lines)


def suggested_line(
    game: AnyGame, view: Any, key: SheetKey, above: Sequence[str], random: Random
) -> str | None:
    """A line made by taking suggestions to their end, or None where nothing is offered."""
    text = ""
    while found := game.suggest(view, key, above, text):
        assert all(isinstance(suggestion, Suggestion) for suggestion in found)
        chosen = random.choice(found).text
        assert len(chosen) >= len(text.strip()), "a suggestion goes on with what was typed"
        text = chosen + " "
    return text.strip() or None


def check_replay(game: AnyGame, turn: Turn) -> None:
    """The recorded dice and the stored state give the same round to the byte."""
    stored = msgspec.msgpack.decode(pack(turn.before), type=game.state_type)
    sheets = dict(reversed(turn.sheets.items()))
    again = game.resolve(stored, sheets, LoadedDice(turn.rolled), last=turn.last)
    assert pack(again.state) == pack(turn.resolution.state)
    assert pack(again.story) == pack(turn.resolution.story)


def check_round_trips(game: AnyGame, turn: Turn) -> None:
    state = turn.resolution.state
    assert msgspec.msgpack.decode(pack(state), type=game.state_type) == state
    for seat in (*game.phase(turn.before).owing, None, "nobody"):
        view = game.view(state, seat)
        assert msgspec.msgpack.decode(pack(view), type=game.view_type) == view
    story_type = tuple[game.event_type, ...]  # type: ignore[name-defined]  # a union only known when run
    told = tuple(events_of(turn.resolution.story))
    assert msgspec.msgpack.decode(pack(told), type=story_type) == told


def check_imagined(game: AnyGame, turn: Turn, options: Any) -> None:
    """What a seat imagines looks to it as the truth does; where nothing is secret, it is the truth."""
    for seat in (*game.phase(turn.before).owing, None):
        view = game.view(turn.before, seat)
        found = game.imagine(view, options)
        assert found is not None or game.has_secrets
        if found is not None:
            assert pack(game.view(found, seat)) == pack(view)
            assert game.has_secrets or pack(found) == pack(turn.before)


def events_of(story: Sequence[Any]) -> Iterator[Any]:
    """Every event that somebody may be told: of a private part, what each side is told."""
    for part in story:
        if isinstance(part, Private):
            yield from (event for event in (part.event, part.instead) if event is not None)
        else:
            yield part


def check_suggestions(game: AnyGame, turn: Turn, random: Random) -> None:
    """What is suggested below a sheet would not be lost."""
    for seat, keys in game.phase(turn.before).owing.items():
        view = game.view(turn.before, seat)
        for key in keys:
            above = [*turn.sheets.get(key, ())[:2]]
            line = suggested_line(game, view, key, above, random)
            if line is not None:
                faults = game.review(view, key, [*above, line])
                assert not [fault for fault in faults if fault.line == len(above)], (line, faults)


def check_reviews(game: AnyGame, turn: Turn) -> None:
    """A review names lines of the draft and columns of the line, and helps with nobody else's sheet."""
    owing = game.phase(turn.before).owing
    for seat, keys in owing.items():
        view = game.view(turn.before, seat)
        for key, lines in turn.sheets.items():
            faults = game.review(view, key, lines)
            assert all(is_within(fault, lines) for fault in faults)
            if key not in keys:
                assert not faults
                assert not game.suggest(view, key, (), "")


def check_progress(game: AnyGame, turn: Turn) -> None:
    """An owed sheet that is empty always says what happens instead; nobody else's sheet says anything."""
    say = catalogue(game.name, "en")
    for seat, keys in game.phase(turn.before).owing.items():
        view = game.view(turn.before, seat)
        for key in keys:
            empty = game.progress(view, key, ())
            assert empty.otherwise is not None, "an empty sheet leads to something"
            assert say.has(empty.otherwise.code) or not languages(game.name)
            written = game.progress(view, key, turn.sheets.get(key, ()))
            assert 0 <= written.done <= written.wanted
        assert game.progress(view, "nobody's", JUNK) == Progress()


def is_within(fault: Fault, lines: Lines) -> bool:
    return 0 <= fault.line < len(lines) and 0 <= fault.column <= len(lines[fault.line]) and bool(fault.code)


def check_views(game: AnyGame, state: Any, personal: frozenset[str]) -> None:
    """Of what is not a seat's own, spectator and seats all know the same."""
    seats: tuple[Seat | None, ...] = (*game.phase(state).owing, None, "nobody")
    views = [msgspec.structs.asdict(game.view(state, seat)) for seat in seats]
    open_fields = [{key: view[key] for key in view if key not in personal} for view in views]
    assert personal <= set(views[0])
    assert all(fields == open_fields[0] for fields in open_fields)
    assert all(pack(game.view(state, seat)) == pack(game.view(state, seat)) for seat in seats)


def check_outcome(game: AnyGame, state: Any) -> None:
    outcome = game.outcome(state)
    assert (outcome is None) == bool(game.phase(state).owing)
