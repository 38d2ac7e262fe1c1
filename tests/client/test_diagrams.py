"""Every game on the shelf as shapes and diagrams: nothing is left out, whoever draws it."""

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.games.api import NO_MARKS, Marks
from client.games.argad.seats import mustered
from client.games.shapes import Diagram, Shape
from protocol.texts import Catalogue
from protocol.views import power, strategiksa
from protocol.views.argad.figures import kind_of
from protocol.views.zargos import ZargosView
from server.games import GAMES as RULES
from server.games.api import Private
from tests.kit.contract import Turn, play_out
from tests.kit.drawn import (
    Count,
    Pieces,
    check_diagram,
    check_marks,
    check_picture,
    check_shape,
    check_slides,
)
from tests.kit.long import TIMES, long, some
from tests.kit.zargos_views import zargos_view

HOSTILE = "</title><script>alert(1)</script>&\x00\ud800"
LANGUAGES = ("en", "fr", "en@english")
ROUNDS = {"power": 12, "strategiksa": 24, "zargos": 40, "zargos_lords": 6, "argad": 24}
"""How many phases are played of each game."""


def power_pieces(view: Any, words: Catalogue) -> Pieces:
    found: Pieces = Counter()
    for army, places in view.pieces.items():
        for place, stack in places.items():
            for kind, count in zip(power.KINDS, stack, strict=True):
                found[place, army, words.letters.piece(kind)] += count
    for army, holder in view.flags.items():
        found[f"HQ{army}" if holder == army else f"RV{holder}", army, "^"] += 1
    return +found


def strategiksa_pieces(view: Any, words: Catalogue) -> Pieces:
    return +Counter(
        {
            (cell, colour, unit): count
            for colour, cells in view.pieces.items()
            for cell, stack in cells.items()
            for unit, count in zip(strategiksa.UNITS, stack, strict=True)
        }
    )


def zargos_pieces(view: Any, words: Catalogue) -> Pieces:
    found: Pieces = Counter()
    for people, places in view.units.items():
        for place, count in places.items():
            found[place, people, ""] += count
    for combat in view.combats:
        found[combat.at, combat.by, ""] += combat.number
    return found


def lords_pieces(view: Any, words: Catalogue) -> Pieces:
    found: Pieces = Counter()
    for people, units in view.pieces.items():
        found.update((hex_, people, unit) for hex_, unit in units.items())
    for people, cities in view.cities.items():
        found.update((hex_, people, "#") for hex_ in cities)
    for hex_, count in view.vanished.items():
        found[hex_, "M", "?"] += count
    return found


def argad_pieces(view: Any, words: Catalogue) -> Pieces:
    """The units, each with the letter of its kind; while they are deployed, those of the reader."""
    found: Pieces = Counter()
    units = mustered(view, view.seat) if view.stage == "deploy" and view.seat else view.units
    for name, unit in units.items():
        kind = "g" if name[0] == "G" else kind_of(unit.figs)
        found[unit.at, name[-1], f"{name}{kind}"] += 1
    for hex_, seat in view.banners.items():
        found[hex_, seat, "!"] += 1
    return found


COUNTS: dict[str, Count] = {
    "power": power_pieces,
    "strategiksa": strategiksa_pieces,
    "zargos": zargos_pieces,
    "zargos_lords": lords_pieces,
    "argad": argad_pieces,
}
"""By game, the pieces of a view, counted without its drawing; a new game counts them here."""
TABLES = [(name, end(RULES[name].players)) for name in GAMES for end in (min, max)]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@cache
def played(name: str, players: int) -> list[Turn]:
    return [turn for seed in range(TIMES) for turn in play_out(RULES[name], players, seed, ROUNDS[name])]


def told(turn: Turn) -> list[Any]:
    """The story as somebody without a seat is told it."""
    parts = [part.instead if isinstance(part, Private) else part for part in turn.resolution.story]
    return [event for event in parts if event is not None]


@pytest.mark.slow
@long
@every_table
def test_every_place_and_every_piece_of_a_view_is_drawn(name: str, players: int) -> None:
    game = GAMES[name]
    for number, turn in enumerate(played(name, players)):
        words = game.words(LANGUAGES[number % len(LANGUAGES)])
        for seat in (None, *list(RULES[name].phase(turn.before).owing)[:1]):
            view = RULES[name].view(turn.before, seat)
            shape = check_shape(game, view, words)
            check_marks(shape, check_diagram(game, shape, view, words, COUNTS[name]))


@pytest.mark.slow
@long
@every_table
def test_the_shape_is_the_same_from_the_first_view_of_a_table_to_the_last(name: str, players: int) -> None:
    game, rules = GAMES[name], RULES[name]
    words = game.words("en")
    shapes = {
        msgspec.json.encode(game.drawing.shape(rules.view(turn.resolution.state, None), words))
        for turn in played(name, players)
    }
    assert len(shapes) == 1


@long
@every_table
def test_plans_are_drawn_on_places_of_the_shape(name: str, players: int) -> None:
    game, rules = GAMES[name], RULES[name]
    words = game.words("fr")
    legs = 0
    for turn in played(name, players):
        for seat, keys in rules.phase(turn.before).owing.items():
            view = rules.view(turn.before, seat)
            own = {key: turn.sheets[key] for key in keys if key in turn.sheets}
            shape = game.drawing.shape(view, words)
            diagram = game.drawing.diagram(view, words, Marks(plan=game.board.plan(view, own)))
            check_marks(shape, diagram)
            legs += len(diagram.legs)
    assert legs


@long
@every_table
def test_pieces_slide_from_each_step_of_a_story_to_the_next(name: str, players: int) -> None:
    game, rules = GAMES[name], RULES[name]
    words = game.words("en")
    moved = 0
    for turn in played(name, players):
        view = rules.view(turn.before, None)
        shape, last = game.drawing.shape(view, words), game.drawing.diagram(view, words)
        for frame in game.board.frames(view, told(turn)):
            shown = game.drawing.diagram(frame.view, words)
            moved += sum(bool(slide.start and slide.end) for slide in check_slides(shape, last, shown))
            last = shown
    assert moved


@every_table
def test_every_position_becomes_a_picture_that_is_xml(name: str, players: int) -> None:
    game, rules = GAMES[name], RULES[name]
    words = game.words("fr")
    for turn in some(played(name, players), 8):
        view = rules.view(turn.resolution.state, None)
        shape = game.drawing.shape(view, words)
        check_picture(
            shape, game.drawing.diagram(view, words), "</title><script>alert(1)</script>&\x00\ud800"
        )


class Forgetful:
    """A drawing that leaves out the last token."""

    def shape(self, view: ZargosView, words: Catalogue) -> Shape:
        return GAMES["zargos"].drawing.shape(view, words)

    def diagram(self, view: ZargosView, words: Catalogue, marks: Marks = NO_MARKS) -> Diagram:
        whole = GAMES["zargos"].drawing.diagram(view, words, marks)
        return replace(whole, tokens=whole.tokens[:-1])


def test_a_piece_that_is_left_out_is_noticed() -> None:
    game = replace(GAMES["zargos"], drawing=Forgetful())
    view, words = zargos_view(), game.words("en")
    shape = check_shape(game, view, words)
    check_diagram(GAMES["zargos"], shape, view, words, zargos_pieces)
    with pytest.raises(AssertionError, match="a piece is missing"):
        check_diagram(game, shape, view, words, zargos_pieces)
