"""The board of Argad!: hexes, units with their wear and states, reach and sight, plan, notation."""

import pytest
from msgspec.structs import replace

from client.games import GAMES
from client.games.api import AIMED, DOWN_LEFT, FROM, RIGHT, TO, UP, Marks, Plan, Window
from client.games.argad.army_list import written_army
from client.games.argad.cells import reached_by, seen_by
from client.games.argad.notation import enemy_unit, is_order, own_unit, read_order
from client.games.argad.seats import Standing, mustered
from client.screens.draw.lines import plain
from protocol.views.argad import ArgadView
from protocol.views.argad.board import HEXES, TABLES
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.words import SEATS
from tests.kit.argad_views import BATTLE, argad_view, unit

ARGAD = GAMES["argad"]
BOARD = ARGAD.board
EN, FR = ARGAD.words("en"), ARGAD.words("fr")
SMALL, LARGE = (56, 18), (83, 34)
AS_DRAWN = """
   A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
 1 . . . . . . . . . . . . . . . . . . . . . . . . . .
 2  . . . . . . . . . . . . . . . . . . . . . . . . . .
 3 . . . . . . . . . . . . . . . . . . . . . . . . . .
 4  . . . . . . . . . . . . . . . . . . . . . . 2S. . .
 5 . . . . . % % . . . . . . 4S. . . . . . . . . . . .
 6  . . . 1S% % % . . . . . " " . . . . ^ ^ . . . . . .
 7 . . . . . % % . . . . . " " . . . 5S^ ^ ^ . . . . .
 8  . . . . . . . . . = 3S= . . . . . . ^ ^ . . . . . .
 9 . . . . . . ^ ^ . . 2H. . . = = = . . . . . . . . .
10  . . . . . ^ ^ ^ . . . . " " . . . . . % % . . . . .
11 . . . . . . ^ ^ . . . . 1H" . 3H. . . % % % . . . .
12  . . . . . . . . . . . . . . . . . . . % % . . . . .
13 . . . . . . . . . . . . . . . . . . . . 5H. . . . .
14  . . . . . . . . . . . . . . . . . . . . . . . . . .
15 . . . . . 4H. . . . . . . . . . . . . . . . . . . .
16  . . . . . . . . . . . . . . . . . . . . . . . . . .
S to play   cards left S3 H4 J1   points S 27 H 31
"""
"""The sketch of the rules page, with the row below the board."""


def drawn(view: ArgadView, size: tuple[int, int], **marks: object) -> list[str]:
    picture = BOARD.render(view, size, replace(Marks(ascii=True, words=EN), **marks))
    return [plain(line).rstrip() for line in picture.lines]


def planned(view: ArgadView, *lines: str) -> set[tuple[str, str, str]]:
    return {(mark.place, mark.kind, mark.unit) for mark in BOARD.plan(view, {"S": lines}).marks}


def test_the_board_is_drawn_as_the_rules_sketch_it() -> None:
    """A-BOARD-1."""
    assert drawn(argad_view(), SMALL) == AS_DRAWN.strip("\n").splitlines()
    assert drawn(argad_view(), (56, 17)) == AS_DRAWN.strip("\n").splitlines()[:-1]


def test_a_large_hex_has_the_kind_figures_and_wear_of_its_unit() -> None:
    """A-WEAR-4: numbers above 9 are letters, and `d` stands for a demoralised unit."""
    text = "\n".join(drawn(argad_view(units={**BATTLE, "2S": unit("W4", "12BI", wear=11)}), LARGE))
    for signs in ("1Sc%  %", "6/1%  %", "3Si=", "7/3=", "4Hi.", "3/d", "2Si.", "C/B", "4Sa."):
        assert signs in text
    assert BOARD.size_for(120, 34) == BOARD.size_for(83, 34)


@pytest.mark.parametrize(
    ("room", "size"),
    [
        *(((120, 40), (83, 34)), ((80, 18), (56, 18)), ((65, 17), (56, 17)), ((50, 28), (50, 18))),
        ((40, 10), (40, 10)),
    ],
)
def test_the_board_takes_the_largest_size_that_fits(room: tuple[int, int], size: tuple[int, int]) -> None:
    found = BOARD.size_for(*room)
    assert found
    assert found.within(*room) == size
    assert BOARD.size_for(15, 40) is None


@pytest.mark.parametrize("size", [SMALL, LARGE, (56, 17), (30, 9), (50, 18)])
def test_every_hex_is_seen_through_the_window_and_can_be_clicked(size: tuple[int, int]) -> None:
    window = Window()
    for hex_ in HEXES[::13]:
        window = BOARD.look(window, size, BOARD.spot(hex_))
        picture = BOARD.render(argad_view(), size, Marks(cursor=hex_), window)
        assert picture.cursor
        clicked = picture.at(*picture.cursor)
        assert clicked
        assert clicked.place == hex_


def test_the_arrows_go_from_hex_to_hex() -> None:
    """A-BOARD-2: even rows stand half a hex to the right."""
    start = BOARD.spot("K9")
    assert start
    assert BOARD.walk(start, RIGHT).place == "L9"
    assert BOARD.walk(start, UP).place == "K8"
    assert BOARD.walk(start, DOWN_LEFT).place == "J10"
    edge = BOARD.spot("A1")
    assert edge
    assert BOARD.walk(edge, UP) == edge


def test_the_cursor_begins_at_a_unit_that_may_act_and_home_goes_through_all() -> None:
    assert BOARD.home(argad_view(), "S").place == "W4"
    assert BOARD.home(argad_view(units={}), "H").place == "N15"
    assert ARGAD.homes
    assert ARGAD.homes(argad_view(), "S") == ("D6", "W4", "K8", "N5", "R7")


def test_the_plan_is_drawn_with_signs_in_the_names_of_the_units() -> None:
    """A-ACT-6, A-PHASE-2: of alternatives only the first line is drawn."""
    view = argad_view()
    assert planned(view, "m 1 F9 > 4h", "M 2 W6") == {
        *(("D6", FROM, "1S"), ("F9", TO, "1S"), ("F15", AIMED, "1S")),
    }
    plan = BOARD.plan(view, {"S": ("M 1 F9 > 4H",)})
    small, large = drawn(view, SMALL, plan=plan), "\n".join(drawn(view, LARGE, plan=plan))
    assert small[6].startswith(" 6  . . . 1-%")
    assert small[9].startswith(" 9 . . . . . 1>^")
    assert "4#" in small[15]
    assert all(signs in large for signs in ("1S-%", "1S>^", "4H#."))


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("S 4 1H", {("M11", AIMED, "4S")}),
        ("S 4 1H O5 O6", {("M11", AIMED, "4S"), ("N5", FROM, "4S"), ("O6", TO, "4S")}),
        ("C 2 1h m10 J +", {("W4", FROM, "2S"), ("M10", TO, "2S"), ("M11", AIMED, "2S")}),
        ("charge 2 5H", {("U13", AIMED, "2S")}),
        ("F 3 2", {("K9", AIMED, "3S")}),
        ("D 3 K6", {("K8", FROM, "3S"), ("K6", TO, "3S")}),
        ("O 4 N4", {("N5", FROM, "4S"), ("N4", TO, "4S")}),
        ("U 4 5", {("R7", FROM, "5S"), ("N5", TO, "5S")}),
        ("X 3 4SP K7", {("K7", TO, "+S")}),
        ("G E6", {("E6", TO, "GS")}),
        ("G 2", {("W4", TO, "GS")}),
        *((line, set()) for line in ("L 4", "T 5", "P", "M 9 K9", "M 2H K9", "M 1 K99", "3 K2", "x")),
    ],
)
def test_every_order_has_its_marks(line: str, marks: set[tuple[str, str, str]]) -> None:
    """A-ACT-6."""
    assert planned(argad_view(), line) == marks


def test_a_blind_plan_leads_a_unit_on_from_where_it_was_left() -> None:
    """A-PHASE-5."""
    view = argad_view(stage="plan", is_blind=True)
    assert planned(view, "M 1 F9", "J W 3", "M 1 H9") == {("D6", FROM, "1S"), ("H9", TO, "1S")}


def test_while_armies_are_deployed_the_own_units_stand_on_their_default_hexes() -> None:
    """A-SETUP-2, A-SETUP-5: what others deploy is not seen, and red's hexes are turned."""
    view = argad_view(stage="deploy", units={}, deck={}, playing="", choosing=("S", "H"))
    text = "\n".join(drawn(view, SMALL))
    assert all(f"{number}S" in text for number in range(1, 6))
    assert "1H" not in text
    assert planned(view, "3 K1", "g 4") >= {("K1", TO, "3S")}
    listed = [plain(row.line) for panel in BOARD.panels(view, EN, 23) for row in panel.rows]
    assert listed[2].endswith("J2")
    assert listed[5] == "H 1 4HS HS+b HS+g"
    moved = BOARD.panels(view, EN, 23, BOARD.plan(view, {"S": ("3 K1",)}))[0]
    assert plain(moved.rows[2].line).endswith(">K1")
    assert "1H, 4HS HS+b HS+g." in ARGAD.speech.board(view, EN)
    assert "you may deploy here" in plain(BOARD.inspect(view, "A1", EN)[-2])
    four = replace(view, seats=SEATS, seat="C")
    wing = mustered(four, "C")
    assert {name[-1] for name in wing} == {"C"}
    assert set(wing) | {f"{name[0]}C" for name in mustered(four, "S")} == {f"{n}C" for n in range(1, 6)}
    assert all(each.at[1:] in ("15", "16") for each in mustered(four, "H").values())
    assert drawn(replace(view, seat=None), SMALL)[1] == drawn(argad_view(units={}), SMALL)[1]


def test_the_army_is_counted_as_it_is_written() -> None:
    """A-ARMY-1, A-ARMY-3, A-ARMY-4, A-PHASE-6."""
    view = argad_view(stage="army", units={}, armies={}, deck={})
    bought = ("unit 3mk mk+b mk+g", "UNIT 8SP sp+m", "UNIT 8XX", "nonsense")
    plan = BOARD.plan(view, {"S": bought})
    assert plan.marks == ()
    rows = [plain(row.line) for panel in BOARD.panels(view, EN, 40, plan) for row in panel.rows]
    assert rows[:7] == [
        *("cost 140/280, 2 units", "!4 to 7 units needed", "has its general", "!elite 5, most 2"),
        *("!cavalry 5, most 4", "shooters 0, most 3", "1 3MK MK+b MK+g"),
    ]
    taken = written_army(("take NORMANS", "UNIT 3SP"))
    assert taken
    assert (taken.name, taken.cost) == ("normans", 276)
    ready = BOARD.panels(view, EN, 40, BOARD.plan(view, {"S": ("TAKE normans",)}))[0]
    assert [plain(row.line) for row in ready.rows][:2] == ["cost 276, 5 units", "1 3MK MK+b MK+g"]
    bare = [plain(row.line) for panel in BOARD.panels(view, EN, 23) for row in panel.rows]
    assert bare[0] == "take normans  34 men"
    assert len(bare) == len(TABLES.armies)


def test_even_armies_are_shown_with_their_own_figures() -> None:
    """A-ARMY-6"""
    view = argad_view(stage="army", units={}, armies={}, deck={}, is_even=True)
    plan = BOARD.plan(view, {"S": ("take flemish",)})
    rows = [plain(row.line) for panel in BOARD.panels(view, EN, 40, plan) for row in panel.rows]
    army = ready_army("flemish", is_even=True)
    assert f"2 {army.units[1].figs}" in rows
    (offered,) = (row for row in rows if row.startswith("take flemish"))
    assert str(army.cost) in offered
    (spoken,) = (line for line in GAMES["argad"].speech.board(view, EN) if "flemish" in line)
    assert army.units[1].figs in spoken


def test_the_unit_under_the_cursor_shows_its_reach_and_its_sight() -> None:
    """A-REACH-1, A-SIGHT-2: a unit between blocks the line, and tired units reach nobody."""
    view = argad_view()
    sergeants = Standing("2S", BATTLE["2S"])
    assert {"W14", "X4", "M4"} <= reached_by(sergeants)
    assert "K4" not in reached_by(sergeants)
    assert reached_by(Standing("5S", BATTLE["5S"])) == frozenset()
    bowmen = Standing("4S", BATTLE["4S"])
    assert "M11" in seen_by(view, bowmen)
    assert "K9" not in seen_by(view, bowmen), "the spearmen on K8 stand between"
    assert seen_by(view, sergeants) == frozenset()
    rows = drawn(view, SMALL, cursor="N5")
    assert rows[9].startswith(" 9 .,.,.,.,.,.,^,^,.,.'2H.;")
    assert "'" not in "".join(drawn(view, SMALL, cursor="A1"))
    assert "," not in "".join(drawn(view, SMALL, cursor="N5", reach=frozenset({"K4"})))


def test_a_place_in_reach_is_marked_on_hexes_and_on_units() -> None:
    rows = drawn(argad_view(), SMALL, reach=frozenset({"A3", "U13"}), picked="W4")
    assert rows[3].startswith(" 3 .?.")
    assert "5?" in rows[13]
    assert "2<" in rows[4]


def test_a_banner_on_the_ground_is_drawn_and_told() -> None:
    """A-BAN-2."""
    view = argad_view(banners={"C3": "H"})
    assert drawn(view, SMALL)[3].startswith(" 3 . . ! .")
    assert "a banner of hearts lies here" in plain(BOARD.inspect(view, "C3", EN)[0])


def test_the_list_of_units_has_kind_strength_state_marks_and_hex() -> None:
    (panel,) = BOARD.panels(argad_view(), EN, 23)
    assert panel.title == "unit  F/W st n mark at"
    assert [plain(row.line) for row in panel.rows] == [
        *("1S c  6/1  .  1 gb  D6", "2S c  4/0  .  0     W4", "3S i  7/3  .  2 m   K8"),
        *("4S a  7/0  .  0     N5", "5S i  5/5  f  1     R7", "1H i  6/0  .  0 gb  M11"),
        *("2H i  6/2  .  1 m   K9", "3H i  8/0  .  0     P11", "4H i  3/0  d  0     F15"),
        "5H a  7/1  .  1 L   U13",
    ]
    assert panel.rows[0].place == "D6"
    marked = argad_view(units={"1S": unit("D6", "4MK MK+b MK+m MK+g", closed=True, reserve=True, load=1)})
    for width in (23, 36):
        (row,) = (plain(row.line) for panel in BOARD.panels(marked, EN, width) for row in panel.rows)
        assert "gbmLRx" in row
        assert "D6" in row[:width]


def test_the_row_below_says_less_if_there_is_less_room() -> None:
    """A-SETUP-5: with four players each side has two letters."""
    four = argad_view(seats=SEATS, deck={"S": 3, "C": 2, "H": 4, "D": 1, "J": 1})
    assert drawn(four, SMALL)[-1] == "S to play  cards S3 C2 H4 D1 J1  pts SC 27 HD 31"
    assert drawn(four, LARGE)[-1] == "S to play   cards left S3 C2 H4 D1 J1   points SC 27 HD 31"
    asked = argad_view(stage="extra", extra="3S")
    assert drawn(asked, SMALL)[-1].startswith("S to play, 3S again")


def test_the_inspector_tells_unit_state_reach_weapon_and_ground() -> None:
    view = argad_view()
    lines = [plain(line) for line in BOARD.inspect(view, "K8", EN)]
    assert lines[0] == "K8 3S 6SP SP+m   7/3: 4 can fight, in contact with 2H; on a bank"
    assert lines[1] == " S  6 spearmen, 1 musician"
    assert "- in reach of 1H 2H: no rest" in lines
    assert any(line.startswith("- acted this turn: 2") for line in lines)
    assert lines[-1].startswith("- bank or hedge")
    crossbows = [plain(line) for line in BOARD.inspect(view, "U13", EN)]
    assert "- not loaded: 1 step of L" in crossbows
    assert "- sees (hexes): 3S 12, 4S 11, 5S 6" in crossbows
    assert "demoralised" in plain(BOARD.inspect(view, "F15", EN)[0])
    assert "; à découvert" in plain(BOARD.inspect(view, "N5", FR)[0])
    plan = BOARD.plan(view, {"S": ("M 1 F9",)})
    assert "> 1S comes" in plain(BOARD.inspect(view, "F9", EN, plan)[0])


def test_what_a_unit_has_and_has_done_is_told() -> None:
    """A-JOK-3, A-JOK-4, A-JOK-7, A-JOK-8, A-SETUP-4, A-GEN-5."""
    marks = {
        "moved": True,
        "shots": 1,
        "closed": True,
        "routed": True,
        "attacked": 2,
        "march": 4,
        "die": True,
    }
    view = argad_view(
        units={
            "1S": unit("D6", "4JV MD", reserve=True, ammo=1, lost=("JV",), **marks),
            "GS": unit("E9", "MK+g!"),
        }
    )
    text = "; ".join(plain(line) for line in BOARD.inspect(view, "D6", EN))
    for said in ("throws left: 1", "has moved", "has shot", "closed", "has fled", "attacked this turn: 2"):
        assert said in text
    for said in ("in reserve", "one die more", "+4 cm", "can be healed: 1 javelin man"):
        assert said in text
    alone = "; ".join(plain(line) for line in BOARD.inspect(view, "E9", EN))
    assert "1 general (hurt); - 1/0: 1 can fight; - the general alone" in alone


@pytest.mark.parametrize(
    ("line", "is_whole"),
    [
        *(("M 3 K9", True), ("m 3s k9 l10 > 2h", True), ("M 3", False), ("M 3 K9 >", False)),
        *(("S 3", False), ("S 3 2H K9", True), ("C 3 2H J +", True), ("F 3", False), ("F 3 2H +", True)),
        *(("O 3", True), ("O 3 K9", True), ("U 3", False), ("U 3 4", True), ("X 3 4SP SP+m K9", True)),
        *(("X 3 4SP", False), ("G K9", True), ("G 4", True), ("G", False), ("P", True), ("hold", True)),
        *(
            ("J W 3", True),
            ("j m 3", True),
            ("W 3", True),
            ("N", True),
            ("W", False),
            ("TAKE vikings", True),
            ("TAKE", False),
        ),
        *(("UNIT 7SP SP+m", True), ("3 K2", True), ("3", False), ("L 3", True), ("K9", False)),
    ],
)
def test_the_form_of_a_line_tells_whether_it_is_a_whole_order(line: str, is_whole: bool) -> None:
    """A-ACT-5: case and extra blanks do not matter. `M 3` may be a help of the Joker, or go on."""
    assert is_order(line) == is_whole


def test_an_order_is_read_by_its_form() -> None:
    order = read_order("  move 3s  k9 L10 >  2H")
    assert order
    assert (order.verb, order.unit, order.way, order.target) == ("M", "3S", ("K9", "L10"), "2H")
    assert read_order("M 3 K17") is None


def test_a_unit_is_named_by_its_number_or_its_name() -> None:
    """A-ACT-5: an enemy by its number only where one enemy has it."""
    known = frozenset({"1S", "2S", "2H", "5H", "5D", "GH"})
    assert [own_unit(word, "S", known) for word in ("2", "2s", "5", "g", "9")] == ["2S", "2S", "", "", ""]
    enemies = [enemy_unit(word, "S", known) for word in ("2", "2h", "5", "g", "5d", "1")]
    assert enemies == ["2H", "2H", "", "GH", "5D", ""]
    assert ARGAD.place_of_piece
    places = [ARGAD.place_of_piece(argad_view(), word, "S") for word in ("3", "2H", "G", "gs", "K9", "9")]
    assert places == ["K8", "K9", "D6", "D6", "", ""]


def test_every_ground_and_type_has_its_words() -> None:
    view = argad_view(terrain={"A1": "o", "B1": "~", "C1": "#"})
    for words in (EN, FR):
        for said_of in (BOARD.place_name, lambda *of: plain(BOARD.inspect(*of)[-1])):
            assert len({said_of(view, hex_, words) for hex_ in HEXES}) == len(TABLES.terrain)
        rows = BOARD.pieces(words).rows
        assert len({row[1] for row in rows}) == len(TABLES.types) == len(rows)


def test_what_is_special_at_the_table_is_told() -> None:
    notes = BOARD.order_notes(argad_view(is_bought=True, is_blind=True, hides_reserve=True, seats=SEATS), EN)
    assert len(notes) == 5
    assert "stronger" in BOARD.order_notes(argad_view(), EN)[1]
    assert len(BOARD.order_notes(argad_view(is_even=True), EN)) == 1
    assert notes[0] == "Map heath, 12 turns."
    assert Plan() == BOARD.plan(argad_view(), {"S": ()})


def test_the_game_says_whose_it_is() -> None:
    """A-LIC-1."""
    for language in ("en", "fr"):
        said = " ".join(ARGAD.about(language)).replace(" !", "!")
        assert all(word in said for word in ("Argad!", "[ANO]", "Luc Philippe", "Bruno Riouat"))
    assert "non-official" in " ".join(ARGAD.about("en"))
    assert "Commercial use is forbidden" in " ".join(ARGAD.about("en"))
