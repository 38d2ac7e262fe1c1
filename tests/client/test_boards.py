"""What the board and the speech of every game must do, found out on positions of random play."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from client.games import GAMES
from client.games.api import ARROWS, NEAREST, WIDE, Board, Game, Marks, Size, Spot
from client.screens.draw.lines import width_of
from protocol.ids import Lines, SheetKey
from server.games import GAMES as RULES
from server.games.dice import Dice
from tests.kit.boards import GRAPH, HEXES, TokensView
from tests.kit.contract import JUNK, play_out
from tests.kit.long import in_turn, long, some

SHOWN: dict[str, Game] = {**GAMES, "hexes": HEXES, "graph": GRAPH}
ROOMS = ((63, 18), (64, 18), (80, 17), (91, 33), (120, 40), (300, 80))
ROUNDS = {"zargos": 60}
"""How many phases are played, if the first dozen of them have nothing of the board yet."""
every_game = pytest.mark.parametrize("name", SHOWN)


@cache
def positions(name: str) -> list[tuple[Any, dict[SheetKey, Lines]]]:
    """Views as a watcher and a player have them, with the sheets that were handed in then."""
    if name not in RULES:
        place = SHOWN[name].board.home(TokensView({}), "K").place
        return [(TokensView({"K": place}), {"K": (place, *JUNK)})]
    rules, found = RULES[name], []
    for players in rules.players:
        for turn in play_out(rules, players, players, ROUNDS.get(name, 12)):
            seat = next(iter(rules.phase(turn.before).owing))
            found += [(rules.view(turn.before, who), turn.sheets) for who in (None, seat)]
    return Random(1).sample(found, min(40, len(found)))


def drawn_sizes(board: Board, zoom: int = 0) -> Iterator[tuple[tuple[int, int], Size]]:
    for columns, rows in some(ROOMS, 2):
        if size := board.size_for(columns, rows, zoom):
            yield size.within(columns, rows), size


@every_game
def test_sides_have_keys_letters_and_colours_of_their_own(name: str) -> None:
    sides = SHOWN[name].board.sides
    assert sides
    for values in ({s.key for s in sides}, {s.letter for s in sides}, {s.slot for s in sides}):
        assert len(values) == len(sides)
    assert all(0 <= side.slot < 8 and len(side.letter) == 1 for side in sides)


@long
@pytest.mark.slow
@every_game
def test_a_picture_keeps_to_its_size(name: str) -> None:
    board = SHOWN[name].board
    for view, _ in some(positions(name), 8):
        for zoom in range(board.zooms):
            for size, wanted in drawn_sizes(board, zoom):
                assert wanted.least[0] <= size[0] <= wanted.liked[0]
                assert wanted.least[1] <= size[1] <= wanted.liked[1]
                window = board.look(NEAREST, size, None)
                picture = board.render(view, size, Marks(ascii=True), window)
                assert len(picture.lines) <= size[1]
                assert all(width_of(line) <= size[0] for line in picture.lines)


@long
@pytest.mark.slow
@every_game
def test_wherever_the_cursor_goes_it_is_seen_and_can_be_clicked(name: str) -> None:
    board = SHOWN[name].board
    view, _ = positions(name)[0]
    sizes = dict.fromkeys(size for size, _ in drawn_sizes(board))
    spots = reached(board, board.home(view, ""))
    for number, size in enumerate(sizes):  # each size shows other spots
        for spot in in_turn(spots, number, 4 * len(sizes)):
            window = board.look(NEAREST, size, spot)
            assert board.look(window, size, spot) == window
            picture = board.render(view, size, Marks(cursor=spot.place), window)
            if picture.cursor is not None:  # some places lie beside the board, in a panel
                clicked = picture.at(*picture.cursor)
                assert clicked
                assert clicked.place == spot.place
            else:
                panels = board.panels(view, SHOWN[name].words("en"), 30)
                assert spot.place in {row.place for panel in panels for row in panel.rows}


def reached(board: Board, start: Spot) -> list[Spot]:
    """One spot for each place that the keys lead to."""
    seen, edge = {start.place: start}, [start]
    while edge:
        here = edge.pop()
        for arrow in ARROWS:
            there = board.walk(here, arrow)
            if there.place not in seen:
                seen[there.place] = there
                edge.append(there)
    return list(seen.values())


@pytest.mark.slow
@every_game
def test_a_place_that_is_walked_to_is_known_by_its_name(name: str) -> None:
    board = SHOWN[name].board
    view, _ = positions(name)[0]
    for spot in reached(board, board.home(view, "")):
        known = board.spot(spot.place)
        assert known
        assert known.place == board.place_of(spot.place, "") == spot.place
        assert board.inspect(view, spot.place, SHOWN[name].words("fr"))


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_wide_panels_keep_to_their_width_and_rows_name_places_of_the_board(name: str, language: str) -> None:
    game = SHOWN[name]
    for view, _ in positions(name):
        for width in (15, 20, 24, 40):
            for panel in game.board.panels(view, game.words(language), width):
                assert width < WIDE or all(width_of(row.line) <= width for row in panel.rows)
                assert all(not row.place or game.board.spot(row.place) for row in panel.rows)


@every_game
def test_a_plan_marks_places_of_the_board_whatever_is_written(name: str) -> None:
    board, marked = SHOWN[name].board, 0
    for view, sheets in positions(name):
        for sheet, lines in sheets.items():
            plan = board.plan(view, {sheet: (*lines, *JUNK)})
            marked += len(plan.marks)
            assert all(board.spot(mark.place) for mark in plan.marks)
            assert board.plan(view, {sheet: JUNK}).marks == ()
    assert marked


@pytest.mark.slow
@every_game
def test_a_plan_is_drawn_at_every_size_and_changes_the_board(name: str) -> None:
    """U3: nothing of it is too wide, and whoever looks at the board sees that something is planned."""
    board = SHOWN[name].board
    for view, sheets in positions(name)[:6]:
        plan = board.plan(view, sheets)
        for size, _ in drawn_sizes(board):
            window = board.look(NEAREST, size, board.spot(plan.marks[0].place) if plan.marks else None)
            for ascii_only in (True, False):
                bare = board.render(view, size, Marks(ascii=ascii_only), window)
                picture = board.render(view, size, Marks(ascii=ascii_only, plan=plan), window)
                assert [width_of(line) for line in picture.lines] == [width_of(line) for line in bare.lines]
                assert (picture.lines != bare.lines) == bool(plan.marks)
                assert not ascii_only or all(part.isascii() for line in picture.lines for _, part in line)


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pieces_fill_the_columns_that_the_game_names(name: str, language: str) -> None:
    table = SHOWN[name].board.pieces(SHOWN[name].words(language))
    assert len(table.columns) >= 2
    assert table.rows
    for row in table.rows:
        assert len(row) == len(table.columns)
        assert all(
            width_of([("", cell)]) <= column.width for cell, column in zip(row, table.columns, strict=True)
        )


@every_game
def test_a_game_speaks_of_every_position(name: str) -> None:
    game = SHOWN[name]
    for view, _ in positions(name)[:10]:
        for language in ("en", "fr"):
            said = [*game.speech.board(view, game.words(language)), *game.speech.rules(game.words(language))]
            assert said
            assert not [line for line in said if not line.strip() or "speech." in line or "{" in line]


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_of_a_seat_has_a_name_in_both_languages(name: str) -> None:
    """Else it would be left out of the standing at a table."""
    rules = RULES[name]
    state = rules.setup(rules.read_options({"players": rules.players[0]}), Dice(1))
    counted = {word for figures in rules.figures(state).values() for word in figures}
    assert counted
    for language in ("en", "fr"):
        assert counted <= set(GAMES[name].words(language).tables.get("figures", {}))
