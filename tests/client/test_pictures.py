"""Pictures of positions: what stands where in them, how arrows go, and that hostile names stay texts."""

from xml.etree.ElementTree import Element, fromstring

import pytest
from msgspec.structs import replace

from client.games.api import AIMED, FROM, TO, Mark, Marks, Panel, PanelRow, Plan, Route
from client.games.diagrams import Ink, arranged, legs_of, place_marks, rectangle, side_panels
from client.games.shapes import (
    GROUNDS,
    HELD,
    REACH,
    Box,
    Diagram,
    Ground,
    Leg,
    PieceKind,
    Place,
    PlaceMark,
    Shape,
    SidePanel,
    SideRow,
    Token,
)
from client.games.slides import Slide, slides_between
from client.pictures.svg import style, svg_of
from client.screens.draw import style as terminal
from tests.kit.drawn import SVG

ROW = Shape(
    width=300,
    height=100,
    letter=10,
    token=(40, 20),
    places=tuple(Place(key, (at, 50), "land", key) for key, at in zip("ABC", (50, 150, 250), strict=True)),
    outlines=(rectangle(100, 100),),
    boxes=(Box(-50, -50, 100, 100),),
    grounds=(Ground("land", "land"),),
)
"""Three places beside each other."""
RING = replace(ROW, wraps=(300, 0))
INK = Ink({"V": 0}, lambda side, unit, count: f"{count}{unit}")
TANK = PieceKind("V.T", 0, "V", "T", "tank, green", "tanks, green")


def tokens(**counts: int) -> Diagram:
    """Tanks on places."""
    return Diagram((TANK,), tuple(Token("V.T", place, count) for place, count in counts.items()))


def drawn(diagram: Diagram, shape: Shape = ROW, title: str = "A game") -> Element:
    return fromstring(svg_of(shape, diagram, title))


def of_class(root: Element, name: str) -> list[Element]:
    return [node for node in root.iter() if name in node.get("class", "").split()]


def texts(root: Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def test_a_token_shows_the_letter_of_its_side_its_number_and_its_kind() -> None:
    (token,) = of_class(drawn(tokens(A=3)), "token")
    assert texts(token) == ["V", "3T"]
    assert token.findtext(f"{SVG}title") == "3 tanks, green, A"


def test_a_token_says_its_state_in_signs_and_in_words() -> None:
    diagram = Diagram((TANK,), (Token("V.T", "A", state="*", note="it is wounded"),))
    (token,) = of_class(drawn(diagram), "token")
    assert texts(token) == ["V", "T*"]
    assert token.findtext(f"{SVG}title") == "tank, green, A, it is wounded"


def test_pieces_without_letters_always_show_their_number() -> None:
    kind = PieceKind("K", 0, "K", "", "knight", "knights")
    assert texts(of_class(drawn(Diagram((kind,), (Token("K", "A"),))), "token")[0]) == ["K", "1"]


def test_a_unit_has_its_name_and_its_state_in_two_rows() -> None:
    kind = PieceKind("3S", 1, "S", "3Si", "3S, spearmen", form="unit")
    (token,) = of_class(drawn(Diagram((kind,), (Token("3S", "A", state="7/3"),))), "token")
    above, below = token.iter(f"{SVG}text")
    assert (above.text, below.text) == ("3Si", "7/3")
    assert float(above.get("y", "")) < 50 < float(below.get("y", ""))


@pytest.mark.parametrize("count", [2, 3, 4, 7, 28])
def test_tokens_of_one_place_stand_beside_each_other(count: int) -> None:
    found = arranged(ROW, [Token(f"kind {number}", "B") for number in range(count)])
    spans = []
    for token in found:
        assert token.at
        assert token.size
        (x, y), (width, height) = token.at, token.size
        assert 100 <= x - width / 2 <= x + width / 2 <= 200
        spans.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    for number, one in enumerate(spans):
        for other in spans[:number]:
            assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]


def test_a_token_that_is_alone_needs_no_spot_of_its_own() -> None:
    (token,) = arranged(ROW, [Token("V.T", "A")])
    assert (token.at, token.size) == (None, None)


def test_a_part_of_a_stack_slides_to_the_place_where_it_is_then() -> None:
    assert slides_between(ROW, tokens(A=5), tokens(A=3, C=2)) == (Slide("V.T", 2, "A", "C"),)


def test_pieces_slide_the_shortest_ways() -> None:
    found = slides_between(ROW, tokens(A=1, B=1), tokens(C=1))
    assert set(found) == {Slide("V.T", 1, "B", "C"), Slide("V.T", 1, start="A")}


def test_pieces_slide_round_a_board_that_repeats_itself() -> None:
    found = slides_between(RING, tokens(A=1, B=1), tokens(B=1, C=1))
    assert found == (Slide("V.T", 1, "A", "C"),)
    assert Slide("V.T", 1, "A", "C") in slides_between(RING, tokens(A=1, B=2), tokens(C=1))


def test_pieces_come_on_the_board_and_leave_it() -> None:
    assert slides_between(ROW, tokens(), tokens(B=2)) == (Slide("V.T", 2, end="B"),)
    assert slides_between(ROW, tokens(B=2), tokens()) == (Slide("V.T", 2, start="B"),)


def test_an_arrow_leads_from_place_to_place_with_the_pieces_beside_it() -> None:
    root = drawn(Diagram((), (), legs=(Leg("A", "C", TO, "2T"),)))
    assert [node.text for node in of_class(root, "arrow-text")] == ["2T"]
    (line,) = of_class(root, "arrow-to")
    assert line.get("d", "").startswith("M77")


def test_an_arrow_over_a_seam_is_drawn_on_both_sides_of_it() -> None:
    root = drawn(Diagram((), (), legs=(Leg("A", "C", AIMED),)), RING)
    assert len(of_class(root, "arrow-aimed")) == 2
    assert len(of_class(drawn(Diagram((), (), legs=(Leg("A", "B", AIMED),)), RING), "arrow-aimed")) == 1


def test_a_mark_has_its_sign_and_its_pieces_unless_an_arrow_tells_them() -> None:
    marks = (
        PlaceMark("A", FROM, "-", text="1T"),
        PlaceMark("B", TO, ">", text="1T"),
        PlaceMark("C", REACH, "?"),
    )
    alone = drawn(Diagram((), (), marks))
    assert [node.text for node in of_class(alone, "badge-text")] == ["-1T", ">1T", "?"]
    told = drawn(Diagram((), (), marks, (Leg("A", "B", TO, "1T"),)))
    assert [node.text for node in of_class(told, "badge-text")] == ["?"]
    assert len(of_class(told, "mark")) == 3


def test_who_holds_a_place_is_told_by_a_letter_too() -> None:
    root = drawn(Diagram((), (), (PlaceMark("A", HELD, slot=3, text="R"), PlaceMark("B", HELD, slot=3))))
    assert len(of_class(root, "side-3")) == 3
    assert "R" in texts(root)


def test_what_people_wrote_stays_text() -> None:
    hostile = "</title></svg><script>alert(1)</script>&amp;\x00\x1b\ud800\ufffe'\""
    panel = SidePanel((SideRow((hostile,), hostile),), hostile, hostile)
    root = drawn(
        Diagram((TANK,), (Token("V.T", "A", note=hostile),), panels=(panel,), status=hostile), title=hostile
    )
    kept = "</title></svg><script>alert(1)</script>&amp;'\""
    assert root.findtext(f"{SVG}title") == kept
    assert texts(root).count(kept) >= 4
    assert not list(root.iter(f"{SVG}script"))


def test_rows_of_the_terminal_become_rows_with_an_owner_and_columns() -> None:
    line = (("class:side.2", "J"), ("", " ^ 5P 1T      99"))
    panel = Panel((PanelRow(line, "RVJ"), PanelRow((("bold", "setting up"),))), "RESERVES", "power")
    (found,) = side_panels((panel, Panel(())))
    assert found.rows == (SideRow(("^ 5P 1T", "99"), "J", 2, "RVJ"), SideRow(("setting up",)))
    assert (found.title, found.right) == ("RESERVES", "power")


def test_a_plan_becomes_marks_and_arrows_with_the_pieces_as_the_game_writes_them() -> None:
    marks = (
        Mark("A", FROM, "V", "T", 1, (1, 0)),
        Mark("A", FROM, "V", "T", 2, (0, 1)),
        Mark("B", TO, "V", "T", 3),
    )
    plan = Plan(None, marks, (Route("A", "B", TO, "V", "T", 3),))
    shown = place_marks(Marks(plan=plan, cursor="C"), INK)
    assert [(mark.place, mark.kind, mark.sign, mark.text) for mark in shown] == [
        ("A", FROM, "-", "3T"),
        ("B", TO, ">", "3T"),
        ("C", "cursor", "", ""),
    ]
    assert legs_of(plan, INK) == (Leg("A", "B", TO, "3T", 0),)


def test_the_sides_have_the_colours_of_the_terminal() -> None:
    for slot, ground in enumerate(terminal.GROUNDS["okabe"]):
        assert f".side-{slot} {{ fill: {ground} }}" in style()


def test_every_ground_has_a_look_by_day_and_by_night() -> None:
    day, _, night = style().partition("prefers-color-scheme: dark")
    for ground in GROUNDS:
        assert f".ground-{ground} {{" in day
        assert f".ground-{ground} {{" in night
