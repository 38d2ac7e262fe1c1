"""POWER's board as text: what is drawn can be read back, by eye and by mouse."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.games.api import (
    AIMED,
    ARROWS,
    DOWN,
    DOWN_RIGHT,
    FROM,
    LEFT,
    RIGHT,
    SPENT,
    TO,
    UP,
    Mark,
    Marks,
    Picture,
    Plan,
    Size,
    Spot,
)
from client.games.power import board as power
from protocol.views.power import ARMIES, KINDS, Pieces, PowerView, stack_of
from server.games.power import POWER
from server.games.power.board import SECTORS
from tests.kit.factories import play, position, view_of
from tests.kit.strategies import _state as random_state

START = {army: {"HQ" + army: "2S 2T 2C 2D"} for army in ARMIES}
SMALL, LARGE = (64, 18), (91, 33)
PLAIN = Marks(ascii=True)
IN = {language: GAMES["power"].words(language) for language in ("en", "fr")}
WORDS = re.compile(r"\+|\*|[vbjr](?=\d)|\d+(?:CR|[STCDRABMP])")


def text(picture: Picture) -> list[str]:
    return ["".join(part for _, part in line) for line in picture.lines]


def decode(lines: list[str]) -> tuple[Pieces, dict[str, bool], bool]:
    """Pieces, flags that fly, and whether something was cut, from the characters of a board alone."""
    tall = len(lines) == LARGE[1]
    width, height = (9, 3) if tall else (6, 2)
    rules = (0, 1, 4, 5, 8) if tall else ()
    pieces: Pieces = {}
    flags, is_cut = {}, False
    for place in SECTORS:
        cells = [(c, r) for r in range(9) for c in range(9) if power.GRID[r][c] == place]
        left, right = cells[0][0] * (width + 1) + 1, cells[-1][0] * (width + 1) + 1 + width
        tops = [r * height + sum(at <= r for at in rules) for r in range(9)]
        top, bottom = tops[cells[0][1]], tops[cells[-1][1]] + height
        area = " ".join(line[left:right] for line in lines[top:bottom]).replace("~", " ")
        rest = unlabel(area, place)
        if place.startswith("HQ"):
            flags[place[2:]] = rest.startswith("^")
        is_cut = is_cut or "+" in rest
        for army, stack in stacks(rest).items():
            pieces.setdefault(army, {})[place] = stack_of(stack)
    return pieces, flags, is_cut


def unlabel(area: str, place: str) -> str:
    short = "HQ" if place.startswith("HQ") else place[1:]
    for label in (place, short):
        if area.startswith(label):
            return area[len(label) :]
    raise AssertionError(f"{place} is not named in {area!r}")


def stacks(rest: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    owner = ""
    for word in WORDS.findall(rest):
        if word in "vbjr":
            owner = word.upper()
        elif word[0].isdigit():
            kind = word.lstrip("0123456789")
            found.setdefault(owner, {})[kind] = int(word[: -len(kind)])
    return found


def on_board(view: PowerView) -> Pieces:
    kept = {a: {p: s for p, s in places.items() if p in SECTORS} for a, places in view.pieces.items()}
    return {army: places for army, places in kept.items() if places}


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_board_without_colour_says_all_that_is_on_it(size: tuple[int, int]) -> None:
    """U7, for 200 random positions."""
    whole = 0
    for seed in range(200):
        view = POWER.view(random_state(Random(seed)), "V")
        pieces, flags, is_cut = decode(text(power.render(view, size, PLAIN)))
        assert flags == {army: view.flags[army] == army for army in ARMIES}
        if not is_cut:
            whole += 1
            assert pieces == on_board(view), seed
    assert whole > 190


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_opening_position_fits(size: tuple[int, int]) -> None:
    view = view_of(START)
    lines = text(power.render(view, size, PLAIN))
    assert (len(lines[0]), len(lines)) == size
    pieces, _, is_cut = decode(lines)
    assert not is_cut
    assert pieces == view.pieces


def test_a_crowded_sector_is_cut_with_a_plus() -> None:
    view = view_of({"V": {"V8": "12S 11T 10C 9D 8R 7A 6B"}})
    lines = text(power.render(view, SMALL, PLAIN))
    assert lines[2][8:14] == "8v12S "
    assert lines[3][8:14] == "11T+  "


def test_several_owners_in_a_crowd_are_starred() -> None:
    view = view_of({"V": {"IX": "12S 11T 10C"}, "J": {"IX": "4S"}})
    lines = text(power.render(view, SMALL, PLAIN))
    assert (lines[8][29:35], lines[9][29:35]) == ("IX*   ", "v12S+ ")


def test_several_owners_with_room_are_told_apart() -> None:
    view = view_of({"V": {"IX": "1C"}, "R": {"IX": "2T"}})
    lines = text(power.render(view, SMALL, PLAIN))
    assert (lines[8][29:35], lines[9][29:35]) == ("IXv1C ", "r2T   ")


def test_every_sector_is_drawn_in_ascii() -> None:
    for columns, rows in (
        (46, 18),
        (46, 27),
        (55, 18),
        (55, 27),
        (64, 18),
        (64, 24),
        (91, 24),
        (91, 33),
        (118, 42),
        (300, 80),
    ):
        wanted = power.size_for(columns, rows)
        assert wanted
        size = wanted.liked
        assert wanted == Size(size, size)
        lines = text(power.render(view_of(START), size, PLAIN))
        assert {len(line) for line in lines} == {size[0]}
        assert len(lines) == size[1]
        assert "".join(lines).isascii()
        joined = " ".join(lines)
        assert all(place in joined for place in SECTORS if not place.startswith("HQ"))


def test_no_board_fits_a_small_terminal() -> None:
    assert power.size_for(45, 40) is None
    assert power.size_for(200, 17) is None
    assert power.render(view_of(START), (20, 5), PLAIN).lines == ()


def test_the_grid_is_the_rules_grid() -> None:
    assert set(power.SECTORS) == set(SECTORS)


def test_every_cell_of_the_screen_belongs_to_its_sector() -> None:
    picture = power.render(view_of(START), SMALL, PLAIN)
    for y, row in enumerate(power.GRID):
        for x, place in enumerate(row):
            spot = picture.at(1 + 7 * x, 2 * y)
            assert spot
            assert (spot.place, spot.column, spot.row) == (place, x, y)
    assert picture.at(0, 0) is None
    assert picture.at(500, 0) is None


def test_highlights_are_marked_without_colour_too() -> None:
    marks = Marks(ascii=True, cursor="V8", picked="HQV", reach=frozenset({"V7"}), changed=frozenset({"IX"}))
    view = view_of({"V": {"HQV": "1S"}})
    picture = power.render(view, SMALL, marks)
    lines = text(picture)
    assert (lines[1][6], lines[5][13], lines[9][34]) == ("<", "?", "!")
    styles = {style for line in picture.lines for style, _ in line}
    for name in ("cursor", "picked", "reach", "changed"):
        assert any(f"class:{name}" in style for style in styles), name
    assert picture.cursor == (8, 2)


def test_arrows_walk_over_every_sector() -> None:
    start = power.home(view_of(START), "V")
    seen, edge = {start}, [start]
    while edge:
        spot = edge.pop()
        for arrow in (UP, DOWN, LEFT, RIGHT):
            found = power.walk(spot, arrow)
            if found not in seen:
                seen.add(found)
                edge.append(found)
    assert {spot.place for spot in seen} == {*SECTORS, "RVV", "RVB", "RVJ", "RVR"}


def test_the_cursor_starts_at_the_headquarters_of_the_sheet_or_the_seat() -> None:
    view = POWER.view(position({}, sides={"V": "VB", "B": "VB", "J": "JR", "R": "JR"}), "JR")
    assert power.home(view, "R").place == "HQR"
    assert power.home(view, "").place == "HQJ"
    assert power.home(POWER.view(position({}), None), "").place == "IX"


def test_crossing_a_lane_keeps_the_row() -> None:
    spot = power.spot("V3")
    assert spot
    lane = power.walk(spot, RIGHT)
    assert (lane.place, power.walk(lane, RIGHT).place) == ("S1", "B5")
    assert power.walk(lane, UP).place == "IN"


def test_the_reserve_lies_beside_its_headquarters() -> None:
    home = power.home(view_of(START), "B")
    reserve = power.walk(home, RIGHT)
    assert reserve.place == "RVB"
    assert power.walk(reserve, LEFT) == home
    assert power.walk(reserve, RIGHT) == reserve


@pytest.mark.parametrize(
    ("word", "place"),
    [("hq", "HQV"), ("BHQ", "HQB"), ("rvb", "RVB"), ("ERV", "RVV"), ("ev4", "V4"), ("IE", "IE"), ("x", "")],
)
def test_words_of_an_order_name_places(word: str, place: str) -> None:
    assert power.place_of(word, "V") == place


def test_the_inspector_names_the_place_and_adds_up() -> None:
    view = view_of({"V": {"V8": "2S 1T"}, "B": {"V8": "1CR"}})
    lines = power.inspect(view, "V8", IN["en"])
    assert ["".join(t for _, t in line) for line in lines] == [
        "V8 green sector 8",
        " V  2S 1T = 7",
        " B  1CR = 50",
    ]


def rows(view: PowerView, width: int, language: str = "en") -> list[str]:
    (panel,) = power.panels(view, IN[language], width)
    return ["".join(part for _, part in row.line) for row in panel.rows]


def test_the_panel_shows_reserve_power_flags_and_strength() -> None:
    state = position({"V": {"RVV": "2S 1T 7P", "V8": "1T"}}, flags={"B": "V"}, eliminated=["B"])
    view = POWER.view(state, "V")
    assert rows(view, 15)[:2] == ["V ^^ 7P 2S1T", "B out"]
    assert rows(view, 20)[:2] == ["V ^^ 7P 2S 1T", "B out"]
    assert rows(view, 30)[:2] == ["V ^^ 7P 2S 1T              17", "B out"]
    assert rows(view, 30, "fr")[1] == "B hors jeu"
    (wide,), (narrow,) = power.panels(view, IN["en"], 30), power.panels(view, IN["en"], 15)
    assert (wide.title, wide.right, narrow.title) == ("RESERVES", "power", "")
    assert [row.place for row in wide.rows] == ["RVV", "RVB", "RVJ", "RVR"]


STOCK = {"V": {"HQV": "2S 2T", "V4": "3T 1S", "RVV": "7P 1M"}}


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("t hq v8", (Mark("HQV", FROM, "V", "T", 1, DOWN_RIGHT), Mark("V8", TO, "V", "T"))),
        ("M RV HQB", (Mark("RVV", FROM, "V", "M", 1, RIGHT), Mark("HQB", AIMED, "V", "M"))),
        ("3T ev4 a", (Mark("V4", SPENT, "V", "T", 3), Mark("V4", TO, "V", "A"))),
        ("2P ERV S", (Mark("RVV", SPENT, "V", "P", 2), Mark("RVV", TO, "V", "S"))),
        ("S+3T+2P EV4 M", ()),
        ("C HQ V8", ()),
        ("T HQ", ()),
        ("T HQ HQ", ()),
        ("T HQ nowhere", ()),
        ("0T EV4 A", ()),
        ("", ()),
    ],
)
def test_the_plan_says_what_a_line_does_where(line: str, marks: tuple[Mark, ...]) -> None:
    assert power.plan(view_of(STOCK), {"V": (line,)}).marks == marks


def test_a_later_line_finds_what_the_lines_above_have_left() -> None:
    plan = power.plan(view_of(STOCK), {"V": ("T HQ V8", "T HQ V8", "T HQ V7")})
    assert [(mark.place, mark.kind, mark.count) for mark in plan.marks] == [("HQV", FROM, 2), ("V8", TO, 2)]
    assert plan.stays.pieces["V"]["HQV"] == view_of({"V": {"HQV": "2S"}}).pieces["V"]["HQV"]
    assert "V8" not in plan.stays.pieces["V"]


def test_a_mercenary_piece_is_planned_where_the_own_army_has_none() -> None:
    view = replace(view_of({"V": {"V4": "1S"}, "R": {"V4": "1S", "R0": "1T"}}), mercenary="R")
    plan = power.plan(view, {"V": ("S V4 V8", "S V4 V7", "T R0 R1")})
    assert [(mark.place, mark.side) for mark in plan.marks if mark.kind == TO] == [
        ("V8", "V"),
        ("V7", "R"),
        ("R1", "R"),
    ]


def test_the_plan_of_all_own_sheets_is_shown_together() -> None:
    view = view_of({"V": {"HQV": "1S"}, "B": {"HQB": "1S"}})
    plan = power.plan(view, {"V": ("S HQ V8",), "B": ("S HQ B8",)})
    lines = text(power.render(view, SMALL, Marks(ascii=True, plan=plan)))
    assert "V8v>1S" in lines[2]
    assert "B8b>1S" in lines[2]


def test_the_plan_is_drawn_as_ghosts_and_dimmed_pieces() -> None:
    """U7: the signs tell what leaves, comes, is used up and is aimed at."""
    view = view_of({"V": {"HQV": "2S", "V7": "3T 1S", "RVV": "1M 3P"}, "B": {"IX": "1T"}})
    orders = ("S HQ V8", "3T EV7 A", "M RV IX", "2P ERV S")
    plan = power.plan(view, {"V": orders})
    picture = power.render(view, SMALL, Marks(ascii=True, plan=plan))
    lines = text(picture)
    assert lines[1].startswith("|v1S-1S|")
    assert "V8v>1S" in lines[2]
    assert (lines[4][8:14], lines[5][8:14]) == ("V7v1S ", "x3T>1A")
    assert "IXv#1M" in lines[8]
    assert "b1T" in lines[9]
    styles = {part: style for line in picture.lines for style, part in line}
    assert styles["v>1S"] == "class:ghost"
    assert styles["-1S"] == styles["x3T"] == "class:gone"
    (panel,) = power.panels(view, IN["en"], 20, plan)
    assert "".join(part for _, part in panel.rows[0].line) == "V ^ 1P -1M x2P >1S"
    said = power.inspect(view, "V7", IN["en"], plan)
    assert text(Picture(said, ())) == ["V7 green sector 7", " V  1S x3T >1A = 2"]


def test_pieces_that_leave_point_the_way_where_there_is_room() -> None:
    view = view_of({"V": {"V4": "2T"}})
    plan = power.plan(view, {"V": ("T V4 V8", "T V4 V1")})
    lines = text(power.render(view, SMALL, Marks(plan=plan)))
    assert "V4v-2T" in lines[4]
    large = "\n".join(text(power.render(view, power.MESHES[0].size, Marks(plan=plan))))
    assert "-1T↖" in large
    assert "-1T→" in large


def test_a_place_without_room_for_the_plan_has_its_sign_or_is_underlined() -> None:
    view = view_of({"V": {"HQV": "2S 2T 2C 2D"}})
    plan = power.plan(view, {"V": ("T HQ V8",)})
    picture = power.render(view, SMALL, Marks(ascii=True, plan=plan))
    assert text(picture)[1].startswith("|1T2C2D|")
    assert any("class:plan" in style for style, part in picture.lines[1] if "1T" in part)


def test_what_is_pointed_out_now_hides_the_sign_of_the_plan() -> None:
    plan = Plan(None, (Mark("V8", TO), Mark("V7", TO)))
    marks = Marks(ascii=True, reach=frozenset({"V8"}), picked="V7", plan=plan)
    lines = text(power.render(view_of(START), SMALL, marks))
    assert (lines[3][13], lines[5][13]) == ("?", "<")


def test_diagonals_lead_on_and_end_at_the_edge() -> None:
    for place in SECTORS:
        spot = power.spot(place)
        assert spot
        for arrow in ARROWS:
            found = power.walk(spot, arrow)
            assert found == spot or (found.column - spot.column) * arrow[0] >= 0, (place, arrow)
    assert power.walk(Spot("V8", 1, 1), (1, 1)).place == "V4"


def test_a_seat_is_known_by_the_sides_of_its_armies() -> None:
    assert [side.letter for side in power.sides_of(None, "VB")] == ["V", "B"]
    assert [side.slot for side in power.sides] == [0, 1, 2, 3]
    assert power.sheet_name("B", IN["en"]) == "blue"


def test_three_players_are_told_of_the_mercenary_army() -> None:
    view = POWER.view(position({}, mercenary="R"), "V")
    (said,) = power.order_notes(view, IN["en"])
    assert "RVR" in said
    assert power.order_notes(view_of(START), IN["en"]) == ()


def test_a_story_is_a_row_of_positions_with_what_changed() -> None:
    pieces = {"V": {"V0": "1T"}, "J": {"J0": "1S"}}
    view = view_of(pieces)
    told = play(pieces, {"V": ["T V0 IX"], "J": ["S J0 IX", "S J0 V8"]})
    frames = power.frames(view, told.story)
    assert frames[0].view.pieces["V"] == {"IX": stack_of({"T": 1})}
    assert frames[0].places == {"V0", "IX"}
    codes = [frame.note.code for frame in frames]
    assert [code for code in codes if code in ("event.fought", "event.captured")] == [
        "event.fought",
        "event.captured",
    ]
    assert [frame.part for frame in frames] == [0, 0, *[1] * (len(frames) - 2)]
    assert "event.lost" not in codes
    last = {army: places for army, places in frames[-1].view.pieces.items() if places}
    assert last == told.after.pieces
    verdicts = power.verdicts({"J": ("S J0 IX", "S J0 V8")}, told.story)["J"]
    assert [verdict.kept for verdict in verdicts] == [True, False]
    assert verdicts[1].reason


@pytest.mark.parametrize(
    ("tag", "label", "stack"),
    [("en", "HQV^", "v1C1A"), ("fr", "QGV^", "v1C1A"), ("en@english", "HQV^", "v1F1H")],
)
def test_the_board_is_drawn_in_the_letters_of_the_reader(tag: str, label: str, stack: str) -> None:
    """P-SHEET-2"""
    words = GAMES["power"].words(tag)
    view = view_of({"V": {"HQV": "1C 1A", "RVV": "2C 5P"}})
    marks = Marks(ascii=True, letters=words.letters)
    lines = text(power.render(view, SMALL, marks))
    assert any(label in line for line in lines)
    assert any(stack in line for line in lines)
    inspected = "".join(part for _, part in power.inspect(view, "HQV", words)[0])
    assert inspected.startswith(label[:3])
    assert [code for code, *_ in power.pieces(words).rows] == [words.letters.piece(kind) for kind in KINDS]


def test_places_are_found_in_the_letters_of_any_set() -> None:
    """P-SHEET-2"""
    for word, place in (
        ("QG", "HQV"),
        ("qgb", "HQB"),
        ("bqg", "HQB"),
        ("IO", "IW"),
        ("EQG", "HQV"),
        ("HQ", "HQV"),
    ):
        assert power.place_of(word, "V") == place
    view = view_of({"V": {"HQV": "1C 1A"}})
    cell = GAMES["power"].speech.cell(view, "qgv", GAMES["power"].words("fr"))
    assert cell[0].startswith("QGV, quartier général vert")


@pytest.mark.parametrize(
    ("letters", "orders"),
    [
        ("original", ("c hq iw", "3T EV4 A", "c+t ehqv cr")),
        ("french", ("c qg io", "3T EV4 A", "c+t eqgv cr")),
        ("english", ("f hq iw", "3T EV4 H", "f+t ehqv cr")),
    ],
)
def test_the_plan_is_made_and_drawn_in_the_letters_of_any_set(letters: str, orders: tuple[str, ...]) -> None:
    """P-SHEET-2: the orders have the letters of one set, and each reader sees the plan in the own ones."""
    view = view_of({"V": {"HQV": "2C 1T", "V4": "3T"}})
    plan = power.plan(view, {"V": orders})
    assert plan == power.plan(view, {"V": ("C HQV IW", "3T EV4 A", "C+T EHQV CR")})
    assert [(mark.place, mark.unit) for mark in plan.marks if mark.kind == TO] == [
        ("IW", "C"),
        ("V4", "A"),
        ("HQV", "CR"),
    ]
    for tag, coming, made in (
        ("en", "IWv>1C", ">1A"),
        ("fr", "IOv>1C", ">1A"),
        ("en@english", "IWv>1F", ">1H"),
    ):
        words = GAMES["power"].words(tag)
        lines = text(power.render(view, SMALL, Marks(ascii=True, plan=plan, letters=words.letters)))
        assert any(coming in line for line in lines), letters
        assert any(made in line for line in lines), letters
        inspected = text(Picture(power.inspect(view, "V4", words, plan), ()))
        assert inspected[1] == f" V  x3T {made} = 0"


def test_the_piece_table_has_every_kind_in_the_language() -> None:
    table = power.pieces(IN["fr"])
    assert [code for code, *_ in table.rows] == list(KINDS)
    assert table.rows[0] == ("S", "soldat", "2", "2", "terre")
    assert [column.title for column in table.columns] == ["CODE", "NOM", "FORCE", "PORTÉE", "VA SUR"]


def test_power_is_registered() -> None:
    assert GAMES["power"].board is power
    assert Spot("IX", 4, 4) == power.spot("IX")
