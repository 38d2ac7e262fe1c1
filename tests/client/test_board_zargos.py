"""Zargos at the terminal: its boards, plan, strip, story, summary, speech and hand."""

import pytest

from client.games import GAMES
from client.games.api import AIMED, FROM, NEAREST, SPENT, TO, Marks, Plan, Window
from client.games.zargos.story import is_quiet
from client.screens.draw.lines import plain
from client.state.client_state import RoundTold
from protocol.notes import Note
from protocol.views.zargos import Combat, ZargosView, events
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.events import Event
from tests.kit.zargos_views import COMBAT, LARGE, SMALL, zargos_view

ZARGOS = GAMES["zargos"]
BOARD = ZARGOS.board
EN, FR = ZARGOS.words("en"), ZARGOS.words("fr")


def drawn(view: ZargosView, size: tuple[int, int], window: Window = NEAREST, plan: Plan | None = None) -> str:
    marks = Marks(ascii=True, words=EN, plan=plan or Plan())
    return "".join(f"{plain(line).rstrip()}\n" for line in BOARD.render(view, size, marks, window).lines)


def planned(view: ZargosView, *lines: str, sheet: str = "K") -> set[tuple[str, str, int]]:
    return {(mark.place, mark.kind, mark.count) for mark in BOARD.plan(view, {sheet: lines}).marks}


@pytest.mark.parametrize(("size", "rows"), [((80, 17), SMALL), ((118, 34), LARGE)])
def test_both_boards_are_drawn_as_in_the_rules(size: tuple[int, int], rows: str) -> None:
    """Z-MAP-8."""
    assert drawn(zargos_view(), size) == rows


def test_empty_places_and_large_numbers_have_their_signs() -> None:
    view = zargos_view(units={"K": {"BZ1": 100, "BZ2": 99}, "D": {"NN": 12}})
    text = drawn(view, (80, 17))
    assert all(label in text for label in ("BZ1K++", "BZ2K99", "TA2-", "~NND12", "~NE~"))


def test_the_list_of_kingdoms_has_signs_and_says_who_holds_all_of_one() -> None:
    rows = drawn(zargos_view(), (78, 15), Window(zoom=1)).splitlines()
    assert rows[0].startswith("WEST    BZ 10 BZ1^M4  BZ2=K7  BZ3=D2  BZ4 K1  BZ5 K7  BZC*S4")
    assert rows[0].endswith("-")
    assert rows[8].split() == ["OZ", "OZ", "5", "OZ1=K4", "OZC*K4", "K"]
    assert "~NN D4" in rows[12]
    assert all(place in "".join(rows) for place in ORDER)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 16), (79, 17), (50, 17), (30, 9)])
@pytest.mark.parametrize("zoom", [0, 1])
def test_a_window_shows_the_whole_label_of_the_place_under_the_cursor(
    size: tuple[int, int], zoom: int
) -> None:
    window = Window(zoom=zoom)
    for place in (*ORDER, *reversed(ORDER)):
        window = BOARD.look(window, size, BOARD.spot(place))
        picture = BOARD.render(zargos_view(), size, Marks(cursor=place), window)
        assert picture.cursor
        x, y = picture.cursor
        text = plain(picture.lines[y])
        assert text[x:].removeprefix("~")[: len(place)] == place
        assert len(text) <= size[0]


def test_moves_are_counted_from_the_top_and_drawn_behind_the_labels() -> None:
    """Z-MOVE-3, Z-MOVE-9: ALL takes what the lines above have left, and one unit stays."""
    view = zargos_view()
    lines = ("3 bz2 ko1", "ALL BZ2 BZ1", "5 LUC LK KO3", "9 BZ5 TA3", "TERRE 2 OZ1 W1 ZA6", "GUERRE KO1")
    assert planned(view, *lines) == {
        *(("BZ2", FROM, 3), ("KO1", TO, 3), ("BZ1", TO, 3), ("LUC", FROM, 5), ("KO3", TO, 5)),
        *(("OZ1", FROM, 2), ("ZA6", TO, 2), ("KO1", AIMED, 1)),
    }
    text = drawn(view, (80, 17), plan=BOARD.plan(view, {"K": lines}))
    assert "BZ2K1-6" in text
    assert "KO1S4>3K" in text


def test_other_sheets_have_their_own_marks() -> None:
    """Z-PHASE: deploy, buy, reorganise, shelter, curse, winds, illusion and defence."""
    deploy = zargos_view(stage="deploy", to_place={"K": 9})
    assert planned(deploy, "5 BZ2", "ALL BZ4", "2 TA3") == {("BZ2", TO, 5), ("BZ4", TO, 4)}
    assert planned(zargos_view(stage="buy"), "7 BZ2", "BOAT 2") == {("BZ2", TO, 7)}
    reorganise = zargos_view(stage="reorganise")
    assert planned(reorganise, "3 TA4 TA1", "5 TA1 BZ5") >= {("TA1", FROM, 3), ("BZ5", TO, 5)}
    assert planned(zargos_view(stage="shelter"), "ALL NN NW", sheet="D") == {("NN", FROM, 4), ("NW", TO, 4)}
    assert planned(zargos_view(stage="curse"), "BZ2") == {("BZ2", SPENT, 6)}
    winds = planned(zargos_view(stage="winds"), "GLACE OZ", "STORM NN NE", "DEATH")
    assert winds == {(place, AIMED, 1) for place in ("OZ1", "OZC", "NN", "NE")}
    assert planned(zargos_view(stage="illusion"), "ILL 1 NW") == {("NW", AIMED, 1)}
    vortex = planned(zargos_view(stage="defence"), "VORTEX 2 KO2 AK1", "WAR AK1", sheet="S")
    assert vortex == {("KO2", FROM, 2), ("AK1", TO, 2), ("AK1", AIMED, 1)}


def test_the_line_of_a_place_tells_its_neighbours() -> None:
    first = BOARD.inspect(zargos_view(), "BZ5", EN)[0]
    assert plain(first) == "BZ5K7: BZ3 BZ4 BZC TA1 ~NW ~W2"
    assert "BZ3 BZ4 BZC TA1 ~NW ~W2" in BOARD.place_name(zargos_view(), "BZ5", FR)


def test_the_strip_has_everything_in_as_few_rows_as_are_given() -> None:
    view = zargos_view(master="S", exempt=("M",))
    wide = " ".join(plain(line) for line in BOARD.strip(view, EN, 80, 2))
    assert wide.startswith("1 K 14p 2b 3c BZ TA  2 M 12p  3 A 9p 1c OH")
    assert all(text in wide for text in ("Master S", "Curse HALF", "not M", "ICE BZ"))
    (tight,) = (plain(line) for line in BOARD.strip(view, EN, 82, 1))
    assert tight.startswith("1K14p2b3cBZTA 2M12p 3A9p1cOH")
    assert BOARD.strip(view, EN, 60, 1) == ()
    assert next(plain(line) for line in BOARD.strip(view, FR, 120, 1)).endswith("GLACE BZ")


def sentences(story: tuple[Event, ...]) -> list[tuple[int, str]]:
    return [(frame.part, EN.say(frame.note)) for frame in BOARD.frames(zargos_view(), story)]


def test_each_combat_is_summed_up_first_and_then_told_with_dice_and_sums() -> None:
    """Z-COMBAT-4."""
    assert sentences(COMBAT)[2:] == [
        (1, "TA3: the Knights (6) attack the Amazons (2) and take it; rounds: 2, left: 5"),
        (1, "The Amazons shoot first, 3: the Knights lose 1"),
        (1, "Amazons strike (6+1x4)/2 = 5, knights parry (1+2+2x5)/2 = 6: nobody falls"),
        (1, "Knights strike (4+5+2x4)/2 = 8, amazons parry (2+1x3)/2 = 2 (a die again: 1>5): 2 lost"),
        (1, "The Knights take TA3 from the Amazons, 5 left"),
        (2, "KO1: the Knights (3) attack the Spiders (4) and are beaten; rounds: 1, left: 4"),
        (2, "Spiders strike (6+6+2x4)/2 = 10, knights parry (1+1x5)/2 = 3: 3 lost"),
        (2, "The Spiders hold KO1, 4 left"),
    ]


def test_frames_show_the_position_after_each_step() -> None:
    frames = BOARD.frames(zargos_view(), COMBAT)
    assert frames[2].view.units["A"]["TA3"] == 2
    assert frames[-1].view.units["K"]["TA3"] == 5
    assert frames[-1].view.units["K"]["BZ5"] == 1
    assert frames[4].sides == {"A", "K"}
    assert frames[2].group == "", "the line that sums a combat up has a page of its own"
    assert {frame.group for frame in frames[3:7]} == {"fight TA3"}


def test_a_round_in_which_both_strike_has_both_sums() -> None:
    """Z-COMBAT-6."""
    view = zargos_view(combats=(Combat("TA3", "D", 4),))
    (_, last) = BOARD.frames(view, (events.Round("TA3", None, ((3, 4), (5,)), None, (6, 4), (4, 7), (0, 2)),))
    said = EN.say(last.note)
    assert said.startswith("Dragons (3+4+2x3)/2 = 6 against (5+1x3)/2 = 4: amazons lose 2")
    assert said.endswith("amazons (5+1x4)/2 = 4 against (3+4+2x4)/2 = 7: dragons lose 0")


def told(story: tuple[Event, ...], **after: object) -> RoundTold:
    lines: dict[str, tuple[str, ...]] = {"K": ("ALL BZ5 TA3", "3 BZ2 KO1", "1 BZ2 OHC")}
    return RoundTold(9, lines, {}, {}, story, zargos_view(), zargos_view(**after), True)


LOST = events.LineLost("K", 2, "1 BZ2 OHC", 6, Note("too-far", {"place": "OHC", "origin": "BZ2"}))


def test_the_summary_says_what_happened_to_the_reader() -> None:
    knights, amazons = (ZARGOS.speech.summary(told((*COMBAT, LOST)), seat, EN) for seat in ("1", "3"))
    assert list(knights) == [
        "You lost: 1 knight in TA3; 3 knights in KO1; 1 line that could not be carried out.",
        "You won: TA3, from the Amazons.",
        "The Knights: 63 units in 13 places, worth 14 points: place 1 of 6.",
    ]
    assert list(amazons)[:2] == ["You lost: 2 amazons in TA3; TA3, to the Knights.", "You won nothing."]
    everybody = ZARGOS.speech.summary(told(COMBAT), "", FR)
    assert everybody[2] == "Points : K 14, M 12, A 9, D 7, S 12, W 6."


def test_plain_mode_tells_the_sheet_and_the_same_sentences() -> None:
    lines = list(ZARGOS.speech.rounds(told((*COMBAT, LOST)), EN))
    assert lines[:3] == ["Sheet of the Knights:", "1. ALL BZ5 TA3", "2. 3 BZ2 KO1"]
    assert lines[3].startswith("3. 1 BZ2 OHC - LOST: ")
    assert lines[4:] == [said for _, said in sentences(COMBAT)]


def test_plain_mode_speaks_of_places_and_of_the_position() -> None:
    view = zargos_view(combats=(Combat("BZ5", "S", 4),))
    assert list(ZARGOS.speech.cell(view, "~nn", EN))[1] == "The Dragons: 4 dragons."
    assert "Spiders attack BZ5 with 4" in list(ZARGOS.speech.cell(view, "bz5", EN))[-1]
    assert "not a place" in ZARGOS.speech.cell(view, "XX9", EN)[0]
    said = list(ZARGOS.speech.board(view, FR))
    assert said[0] == "Tour 3 sur 15, les Chevaliers : l'attaque est écrite."
    assert "Vents en vigueur : Glace BZ." in said
    assert any("cartes de royaume : Banzol, Tairo" in line for line in said)


def test_the_hand_shows_the_reader_s_own_cards_and_nobody_else_s() -> None:
    """Z-SECRET."""
    hand = ZARGOS.hand
    assert hand
    assert list(hand(zargos_view(), EN)) == [
        "The Knights have magic cards: 3.",
        "WAR (2): one die more in every throw of a combat; played on an attack or defence sheet.",
        "ICE (1): nobody moves or fights in a kingdom in the coming turn; played in the winds before a turn.",
    ]
    both = zargos_view(seat=None, hands={"K": ("WAR",)})
    assert list(hand(both, EN)) == []
    draft = zargos_view(stage="offer", turn=0, hands={}, cards={"K": ("BZ1", "BOAT", "SWORD")})
    assert list(hand(draft, FR)) == ["Les Chevaliers ont des cartes secrètes : un bateau, une épée."]


@pytest.mark.parametrize(
    ("event", "quiet"),
    [
        (events.Moved("K", 1, "BZ1", "BZ2"), True),
        (events.Placed("K", "BZ1", 3), True),
        (events.Drew("M", "blue", ("BZ1",), 1), True),
        (events.Held("TA1", "S", 3), False),
        (events.Played("S", "MAD", "BZ"), False),
        (events.Counted("K", 3), False),
        (LOST, False),
        (events.LineLost("M", 0, "x", 0, Note("unreadable")), True),
    ],
)
def test_only_stories_that_matter_open_by_themselves(event: Event, quiet: bool) -> None:
    assert is_quiet((event,), frozenset({"K"})) is quiet
