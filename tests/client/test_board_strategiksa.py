"""Strategiksa's board as text: what is drawn can be read back, by eye and by mouse."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.games.api import DOWN, FROM, LEFT, RIGHT, SPENT, TO, UP, UP_LEFT, Mark, Marks, Picture, Size, Spot
from client.games.strategiksa import board as strategiksa
from client.games.strategiksa.cell_text import ON_LIST
from protocol.views.strategiksa import EMPTY, KINDS, UNITS, Pieces, StrategiksaView, stack_of
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import CELLS, ZONE_OF
from tests.kit.strategiksa import Step, battle, crowded, lively_sheets, position, turn

SMALL, LARGE = (63, 17), (93, 27)
PLAIN = Marks(ascii=True)
IN = {language: GAMES["strategiksa"].words(language) for language in ("en", "fr")}
WORD = re.compile(r"[vbjopt]|\+?\d+\*?(?![\dRICAS*])|\d*[RICAS]\*?|\+")
GREEN = {"V": {"A1": "1R", "B1": "2I", "C4": "12I 3C 2A* 1S"}}


def text(picture: Picture) -> list[str]:
    return ["".join(part for _, part in line) for line in picture.lines]


def view_of(pieces: dict[str, dict[str, str]], **more: Any) -> StrategiksaView:
    return Step(position(pieces, **more)).view


def area(lines: list[str], cell: str) -> str:
    """What stands in a cell, from the characters of a board alone."""
    width, height = (8, 2) if len(lines) == LARGE[1] else (5, 1)
    column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    left, top = 3 + column * (width + 1), 2 + row * height + row // 2
    return "".join(line[left : left + width].strip() for line in lines[top : top + height])


def zones(lines: list[str]) -> dict[str, str]:
    """Who controls what, from the rules."""
    width, height = (8, 2) if len(lines) == LARGE[1] else (5, 1)
    found = {}
    for zone in set(ZONE_OF.values()):
        column, row = ord(zone[0]) - ord("A"), int(zone[1:]) - 1
        letter = lines[1 + row * height + row // 2][4 + column * (width + 1)]
        if letter.isalpha():
            found[zone] = letter
    return found


def decode(lines: list[str]) -> tuple[Pieces, dict[str, dict[str, int]]]:
    """The stacks that are there in full; and of the cells that are cut, each colour's number."""
    pieces: Pieces = {}
    numbers: dict[str, dict[str, int]] = {}
    for cell in CELLS:
        owner, counts, totals = "", dict[str, dict[str, int]](), dict[str, int]()
        is_cut = False
        for word in WORD.findall(area(lines, cell)):
            if word in "vbjopt":
                owner = word.upper()
                continue
            number = int(re.sub(r"\D", "", word) or 1)
            totals[owner] = totals.get(owner, 0) + number
            if word[-1].isalpha() or word[-2:-1].isalpha():
                counts.setdefault(owner, {})[word.lstrip("0123456789")] = number
            else:
                is_cut = True
        if is_cut:
            numbers[cell] = totals
            continue
        for owner, held in counts.items():
            pieces.setdefault(owner, {})[cell] = stack_of(held)
    return pieces, numbers


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_board_without_colour_says_all_that_is_on_it(size: tuple[int, int]) -> None:
    whole = cut = 0
    for seed in range(200):
        state = crowded(Random(seed))
        view = STRATEGIKSA.view(state, "V")
        lines = text(strategiksa.render(view, size, PLAIN))
        pieces, numbers = decode(lines)
        assert zones(lines) == view.zones
        for colour, cells in view.pieces.items():
            for cell, stack in cells.items():
                if cell in numbers:
                    cut += 1
                    assert numbers[cell][colour] == sum(stack), (seed, cell)
                else:
                    whole += 1
                    assert pieces[colour][cell] == stack, (seed, cell)
        assert sum(map(len, pieces.values())) <= sum(map(len, view.pieces.values()))
    assert whole > (1 if size == SMALL else 200) * cut


def test_a_crowded_cell_says_how_many_more_there_are() -> None:
    lines = text(strategiksa.render(view_of({"V": {"A1": "1R 8I 1C*", "C3": "3I 2C"}}), SMALL, PLAIN))
    assert (area(lines, "A1"), area(lines, "C3")) == ("vR+9*", "v3I2C")
    large = text(strategiksa.render(view_of(GREEN), LARGE, PLAIN))
    assert area(large, "C4") == "v12I3C2A*S"


def test_two_sides_on_one_cell_have_each_their_number() -> None:
    view = battle("2I 2C", "1I 1A").view
    assert area(text(strategiksa.render(view, SMALL, PLAIN)), "E5") == "v4b2"
    assert area(text(strategiksa.render(view, LARGE, PLAIN)), "E5") == "v2I2CbIA"


def test_mountains_and_the_control_of_zones_are_drawn() -> None:
    lines = text(strategiksa.render(view_of(GREEN, map="peaks"), SMALL, PLAIN))
    assert area(lines, "D4") == "^^^^^"
    assert zones(lines) == {"A1": "V"}
    assert area(lines, "J10") == "."


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        *((43, 17), (43, 27), (53, 17), (53, 27), (64, 18), (64, 30), (104, 34), (125, 40), (300, 80)),
    ],
)
def test_every_size_is_ascii_and_exact(columns: int, rows: int) -> None:
    wanted = strategiksa.size_for(columns, rows)
    assert wanted
    size = wanted.liked
    assert wanted == Size(size, size)
    lines = text(strategiksa.render(view_of(GREEN), size, PLAIN))
    assert {len(line) for line in lines} == {size[0]}
    assert len(lines) == size[1]
    assert "".join(lines).isascii()
    assert not "".join(text(strategiksa.render(view_of(GREEN), size, Marks()))).isascii()


def test_no_board_fits_a_small_terminal() -> None:
    assert strategiksa.size_for(42, 40) is None
    assert strategiksa.size_for(200, 16) is None
    assert strategiksa.render(view_of(GREEN), (20, 5), PLAIN).lines == ()


def test_the_cells_and_zones_are_those_of_the_rules() -> None:
    assert set(strategiksa.SPOTS) == set(CELLS)
    assert dict(ZONE_OF) == strategiksa.ZONE_OF


def test_every_cell_can_be_clicked() -> None:
    for size, step in ((SMALL, (6, 1)), (LARGE, (9, 2))):
        picture = strategiksa.render(view_of(GREEN), size, PLAIN)
        for cell, (x, y) in strategiksa.SPOTS.items():
            spot = picture.at(3 + x * step[0], 2 + y * step[1] + y // 2)
            assert spot == Spot(cell, x, y)
        assert picture.at(0, 0) is None


def test_highlights_are_marked_without_colour_too() -> None:
    marks = Marks(ascii=True, cursor="A1", picked="B1", reach=frozenset({"B2"}), changed=frozenset({"A2"}))
    picture = strategiksa.render(view_of(GREEN), SMALL, marks)
    lines = text(picture)
    assert [area(lines, cell)[-1] for cell in ("B1", "B2", "A2")] == ["<", "?", "!"]
    assert picture.cursor == (3, 2)
    styles = {style for line in picture.lines for style, _ in line}
    for name in ("cursor", "picked", "reach", "changed"):
        assert any(f"class:{name}" in style for style in styles), name


def test_arrows_walk_over_every_cell_and_no_farther() -> None:
    corner = strategiksa.spot("A1")
    assert corner
    assert strategiksa.walk(corner, UP) == strategiksa.walk(corner, LEFT) == corner
    seen, edge = {corner}, [corner]
    while edge:
        spot = edge.pop()
        for arrow in (DOWN, RIGHT):
            found = strategiksa.walk(spot, arrow)
            if found not in seen:
                seen.add(found)
                edge.append(found)
    assert {spot.place for spot in seen} == set(CELLS)


def test_the_cursor_starts_at_the_king_or_where_a_battle_is_on() -> None:
    assert strategiksa.home(view_of({"V": {"D7": "1R*", "A1": "2I"}}), "V").place == "D7"
    fight = battle("2I 2C", "1I 1A").view
    assert strategiksa.home(fight, "V").place == "E5"
    assert strategiksa.focus(fight) == "E5"
    assert strategiksa.focus(view_of(GREEN)) == ""


@pytest.mark.parametrize(("word", "place"), [("c3", "C3"), ("J10", "J10"), ("K1", ""), ("2I", ""), ("B", "")])
def test_words_of_an_order_name_cells(word: str, place: str) -> None:
    assert strategiksa.place_of(word, "V") == place


def test_the_inspector_tells_all_by_owner_and_kind() -> None:
    fight = battle("2I 1C*", "1I 2A 1S").view
    lines = strategiksa.inspect(fight, "E5", IN["en"])
    assert text(Picture(lines, ())) == ["E5 zone E5", " V  2I 1C*", " B  1I 2A 1S"]
    held = strategiksa.inspect(view_of(GREEN), "A2", IN["fr"])
    assert text(Picture(held, ())) == ["A2 zone A1, contrôlée par les Verts"]


def rows(view: StrategiksaView, width: int) -> list[str]:
    (panel,) = strategiksa.panels(view, IN["en"], width)
    return ["".join(part for _, part in row.line) for row in panel.rows]


STOCK = {"V": {"C3": "1R 3I 2C*", "D4": "1C"}}


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("3i c3 c4", (Mark("C3", FROM, "V", "I", 3, DOWN), Mark("C4", TO, "V", "I", 3))),
        ("C* C3 D3", (Mark("C3", FROM, "V", "C*", 1, RIGHT), Mark("D3", TO, "V", "C*"))),
        ("+2I C3", (Mark("C3", TO, "V", "I", 2),)),
        ("C>A D4", (Mark("D4", SPENT, "V", "C"), Mark("D4", TO, "V", "A"))),
        ("2C*>A C3", (Mark("C3", SPENT, "V", "C*", 2), Mark("C3", TO, "V", "A*", 2))),
        ("4I E5", ()),
        ("4I C3 C4", ()),
        ("I C3 C3", ()),
        ("heal I", ()),
        ("heal", ()),
        ("direct V B", ()),
        ("3I C3 K9", ()),
    ],
)
def test_the_plan_says_what_a_line_does_where(line: str, marks: tuple[Mark, ...]) -> None:
    assert strategiksa.plan(view_of(STOCK), {"V": (line,)}).marks == marks


def test_the_army_that_is_placed_stands_on_the_board_before_the_sheet_is_sealed() -> None:
    view = replace(view_of(STOCK), stage="placement", pieces={})
    plan = strategiksa.plan(view, {"V": ("R E5", "4I E5", "2C F6", "+2I E5")})
    lines = text(strategiksa.render(view, LARGE, Marks(ascii=True, plan=plan)))
    shown = "\n".join(lines)
    assert "v>R>4I" in shown
    assert "v>2C" in shown


def test_reinforcements_that_move_on_are_drawn_only_where_they_end() -> None:
    plan = strategiksa.plan(view_of(STOCK), {"V": ("+2I C3", "5I C3 C4")})
    assert [(mark.place, mark.kind, mark.count) for mark in plan.marks] == [("C3", FROM, 3), ("C4", TO, 5)]


@pytest.mark.parametrize(
    ("line", "side", "unit"),
    [("I", "V", "I"), ("c* v", "V", "C*"), ("heal c", "V", "C"), ("soigner c", "V", "C")],
)
def test_the_piece_that_is_put_forward_in_a_battle_is_marked(line: str, side: str, unit: str) -> None:
    view = battle("2I 1C*", "1I 2A").view
    plan = strategiksa.plan(view, {"V": (line,)})
    assert plan.marks == (Mark("E5", TO, side, unit),)
    assert strategiksa.plan(view, {"V": ("A",)}).marks == ()
    assert strategiksa.plan(view, {"V": ("heal",)}).marks == ()


def test_the_plan_is_drawn_as_ghosts_and_dimmed_pieces() -> None:
    """U7: first all of it, then without what leaves, then with numbers, then only its signs."""
    view = view_of({"V": {"A1": "3I", "B2": "1R 1I 1C 1A", "D4": "2C"}})
    plan = strategiksa.plan(view, {"V": ("2I A1 A2", "C>A D4", "I A1 B2")})
    picture = strategiksa.render(view, SMALL, Marks(ascii=True, plan=plan))
    lines = text(picture)
    shown = {cell: area(lines, cell) for cell in ("A1", "A2", "B2", "D4")}
    assert shown == {"A1": "v-3I", "A2": "v>2I", "B2": "v4>I", "D4": "vC>Ax"}
    large = "\n".join(text(strategiksa.render(view, LARGE, Marks(plan=plan))))
    for seen in ("v-2I↓", "-I↘", "vRICA>I", "vCxC>A"):
        assert seen in large
    styles = {part: style for line in picture.lines for style, part in line}
    assert styles["v>2I"] == "class:ghost"
    said = strategiksa.inspect(view, "D4", IN["en"], plan)
    assert text(Picture(said, ()))[1:] == [" V  1C xC >A"]


def test_who_is_put_forward_is_counted_where_the_battle_has_no_room_for_the_plan() -> None:
    view = battle("2I 2C*", "1I 2A").view
    plan = strategiksa.plan(view, {"B": ("I",)})
    lines = text(strategiksa.render(view, SMALL, Marks(ascii=True, plan=plan)))
    assert area(lines, "E5") == area(text(strategiksa.render(view, SMALL, PLAIN)), "E5") == "v4*b3"


def test_a_cell_too_full_for_the_plan_has_numbers_and_is_underlined() -> None:
    view = view_of({"V": {"A1": "1R 12I 9C", "A2": "2I"}})
    plan = strategiksa.plan(view, {"V": ("3C A1 B3", "4C A1 C1", "I A2 A1")})
    lines = text(strategiksa.render(view, SMALL, Marks(ascii=True, plan=plan)))
    assert (area(lines, "A1"), area(lines, "A2")) == ("v15>I", "vI-I")
    assert "class:plan" in str(strategiksa.render(view, SMALL, Marks(ascii=True, plan=plan)).lines[2])


def test_diagonals_lead_to_the_next_cell() -> None:
    spot = strategiksa.spot("C3")
    assert spot
    assert strategiksa.walk(spot, UP_LEFT).place == "B2"


def test_colours_have_the_palette_s_slots() -> None:
    assert [(side.letter, side.slot) for side in strategiksa.sides] == [
        *(("V", 0), ("B", 1), ("J", 2)),
        *(("O", 4), ("P", 5), ("T", 6)),
    ]
    assert [side.letter for side in strategiksa.sides_of(None, "B")] == ["B"]
    assert strategiksa.sides_of(None, "2") == ()


def test_a_fallen_colour_shows_whose_it_is_and_who_plays_on() -> None:
    pieces = {"V": {"A1": "1R", "B1": "1I"}, "B": {"E5": "2I"}}
    view = view_of(pieces, suzerains={"B": "V"}, vassals=[])
    assert rows(view, 15)[:2] == ["V 1z 2", "B >V 2"]
    assert rows(view, 22)[:2] == ["V 1z", "B >V"]
    assert rows(view, 30)[:2] == [f"{'V 1z':<24}    2", f"{'B >V':<24}    2"]
    assert rows(replace(view, gone=("J",)), 15)[2] == "J out"
    (panel,) = strategiksa.panels(view, IN["fr"], 30)
    assert (panel.title, panel.right) == ("ZONES", "pièces")
    assert [strategiksa.plays(view, seat) for seat in "VBJ"] == [True, False, True]
    serving = view_of(pieces, suzerains={"B": "V"}, vassals=["B"])
    assert strategiksa.plays(serving, "B")
    assert text(Picture(strategiksa.inspect(view, "E5", IN["en"]), ()))[1] == " B  2I (V)"


def test_a_battle_is_told_duel_by_duel() -> None:
    """K-BATTLE-1"""
    pieces = {"V": {"E4": "1I 1C", "A1": "1R"}, "B": {"E5": "1A 1I 1S", "J1": "1R"}}
    before = view_of(pieces)
    moves = turn(pieces, "I E4 E5", "C E4 E5")
    story = moves.story + moves.each("A", "C", "I").story
    frames = strategiksa.frames(before, story)
    duels = [frame for frame in frames if frame.note.code.startswith("event.duelled")]
    assert [frame.view.pieces.get("B", {}).get("E5", EMPTY) for frame in duels] == [
        stack_of({"I": 1, "S": 1}),
        stack_of({"S": 1}),
    ]
    assert {cell for frame in duels for cell in frame.places} == {"E5"}
    assert strategiksa.focus(duels[0].view) == "E5"
    assert area(text(strategiksa.render(duels[0].view, LARGE, PLAIN)), "E5") == "vIC*bIS"
    assert [frame.part for frame in frames[:4]] == [0, 1, 0, 1]
    assert {frame.part for frame in duels} == {1}


def test_frames_end_where_the_rules_end() -> None:
    for seed in range(60):
        random = Random(seed)
        state = crowded(random)
        sheets = lively_sheets(state, random)
        after = STRATEGIKSA.resolve(state, sheets, None, last=False)  # type: ignore[arg-type]  # no dice in play
        frames = strategiksa.frames(STRATEGIKSA.view(state, None), after.story)
        if frames:
            assert frames[-1].view.pieces == {c: cells for c, cells in after.state.pieces.items() if cells}
            assert frames[-1].view.lords == after.state.lords
        assert strategiksa.verdicts(sheets, after.story).keys() == sheets.keys()


def test_a_lost_line_has_its_reason() -> None:
    told = turn({"V": {"A1": "1R", "B1": "2I"}}, "I B1 B2", "I B1 D9")
    kept, lost = strategiksa.verdicts({"V": ("I B1 B2", "I B1 D9")}, told.story)["V"]
    assert (kept.kept, lost.kept) == (True, False)
    assert lost.reason


def test_the_piece_table_has_every_kind_in_the_language() -> None:
    table = strategiksa.pieces(IN["fr"])
    assert [code for code, *_ in table.rows] == list(KINDS)
    assert table.rows[1] == ("I", "fantassin", "1", "1", "les cavaliers")
    assert set(ON_LIST) == set(UNITS)


def test_strategiksa_is_registered() -> None:
    assert GAMES["strategiksa"].board is strategiksa
