"""Zargo's Lords at the terminal: its map in three sizes, plan, inspector, story, summary and speech."""

import pytest

from client.games import GAMES
from client.games.api import AIMED, FROM, NEAREST, SPENT, TO, Marks, Plan, Window
from client.games.zargos_lords.notation import is_order, read_order
from client.games.zargos_lords.story import is_quiet
from client.screens.draw.lines import plain
from client.state.client_state import RoundTold
from protocol.notes import Note
from protocol.views.zargos_lords import LordsView, events
from protocol.views.zargos_lords.board import HEXES, TERRAIN, deployment_of
from tests.kit.lords_views import FIGHT, lords_view, small_view

LORDS = GAMES["zargos_lords"]
BOARD = LORDS.board
EN, FR = LORDS.words("en"), LORDS.words("fr")
SMALL, LARGE, AFAR = (76, 15), (101, 37), (51, 19)

SMALL_MAP = """\
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X
08          Kf Kf Kc  .  .  .           =  = Wh Wh  f  f Wl Wf W#?Wa
09        Kf K#4Kf Kg  f  f Kc  .  =  =           .  .  . Wl Wf Wf
10       Kf  ^  ^  .  .  f  f Kf                          =
11      . Kc Kc  ^  ^ Ka Kf K#4Kf  .                    =
12     .  f  .  .  ^  . Kc  @ Kf  .                       =
13      f  f Kg  .  .  . Kc  .  .  .                    =
14     f Kf Kf  .  . Kg+ .  .  .  .                       =
15     Kf K#4Kf  .  f  f  .  .  .  .                    =
16    Kc Kf Ka  .  f  f Kg  ^  .  .             Mf Mf Mr  .  .  .
17        Kc  @  .  . Ka  ^  ^  .  =  =       Mf M#?Mf Mr  .  .  .  .
18        .  .  .  . Kc Kf K#4Kf        =  = Mo  ^  ^ Mi  .  .  @ Mi
19            .  .  . Kc Kf Kf              . Mo  ^ Mr  f  f Mo Mf Mf  .
20                    =                    .  .  .  .  f  f Mr Mf M#?Mo
21                  =                       .  .  .  .  .  . Mr Mf Mf  f
"""
"""The small map of the rules, from number 08 on."""


def drawn(view: LordsView, size: tuple[int, int], window: Window = NEAREST, **marks: object) -> list[str]:
    shown = Marks(ascii=True, words=EN, **marks)  # type: ignore[arg-type]  # every test has its own marks
    return [plain(line).rstrip() for line in BOARD.render(view, size, shown, window).lines]


def at_home(size: tuple[int, int], zoom: int = 0) -> Window:
    return BOARD.look(Window(zoom=zoom), size, BOARD.home(lords_view(), "K"))


def planned(view: LordsView, *lines: str) -> set[tuple[str, str, str]]:
    return {(mark.place, mark.kind, mark.unit) for mark in BOARD.plan(view, {"K": lines}).marks}


def test_the_small_map_is_drawn_as_in_the_rules() -> None:
    """L-MAP-1: letters across, numbers down, odd numbers half a hex to the right."""
    assert "".join(f"{line}\n" for line in drawn(lords_view(), SMALL, at_home(SMALL))) == SMALL_MAP


def test_the_large_map_is_the_whole_world() -> None:
    rows = drawn(lords_view(), LARGE)
    assert rows[1].startswith("00          .   .   .  Ds  Df  Df  D#? Df           =   =  Wl   ^   ^  Wh")
    assert rows[14 + 1] == ("14      f  Kf  Kf   .   .  Kg+  .   .   .   .                               =")
    assert [row[:2] for row in rows[1:]] == [f"{number:02}" for number in range(36)]


def test_from_afar_a_hex_is_one_sign_and_two_numbers_share_a_line() -> None:
    rows = drawn(lords_view(), AFAR, Window(zoom=1))
    assert rows[5] == "08      KK#KKKK.f.f.K . = == = W W.f.f.WWWW#WW"
    assert [row[:2] for row in rows[1:]] == [f"{number:02}" for number in range(0, 36, 2)]


def test_every_unit_and_city_has_its_signs() -> None:
    """L-ESC-1, L-CITY-3, L-VAN-1: nothing relies on colour."""
    view = small_view(
        pieces={"K": {"D10": "C", "D12": "C", "I12": "F", "L17": "F+D:T"}, "M": {"H15": "O"}},
        cities={"K": {"I18": "", "D09": "4F"}, "D": {"I11": ""}},
        vanished={"E14": 1},
    )
    text = "\n".join(drawn(view, SMALL, at_home(SMALL)))
    assert all(signs in text for signs in ("Kc^", "Kc ", "Kf@", "Kt+", "Mo ", "K#-", "K#4", "D#-", "M?"))


@pytest.mark.parametrize(("size", "zoom"), [(SMALL, 0), ((40, 9), 0), (LARGE, 0), ((30, 9), 1)])
def test_every_hex_is_seen_through_the_window_and_can_be_clicked(size: tuple[int, int], zoom: int) -> None:
    """L-MAP-3: the window goes round the seam."""
    window = Window(zoom=zoom)
    for hex_ in HEXES[::41]:
        window = BOARD.look(window, size, BOARD.spot(hex_))
        picture = BOARD.render(lords_view(), size, Marks(cursor=hex_), window)
        assert picture.cursor
        clicked = picture.at(*picture.cursor)
        assert clicked
        assert clicked.place == hex_


def test_the_first_window_has_the_own_city_in_its_middle_and_home_goes_through_the_cities() -> None:
    assert at_home(SMALL).row == 8
    assert LORDS.homes
    assert LORDS.homes(lords_view(), "K") == ("C15", "D09", "I11", "I18")
    assert BOARD.home(lords_view(cities={}, pieces={"K": {"X00": "F", "C03": "C"}}), "K").place == "C03"
    assert BOARD.home(lords_view(None, pieces={}, cities={}), "").place == "L17"


def test_the_plan_is_drawn_with_signs() -> None:
    """L-SHEET-2: a line finds the units where those above have left them."""
    view = lords_view()
    lines = ("C H13 K15", "f+g g14 g16", "a G11 G12 * J12", "F C15 C13; fc13 c12", "C D11 E10 x F10 F09")
    assert planned(view, *lines) == {
        *(("H13", FROM, "C"), ("K15", TO, "C"), ("G14", FROM, "F+G"), ("G16", TO, "F+G")),
        *(("G11", FROM, "A"), ("G12", TO, "A"), ("J12", AIMED, "A"), ("C15", FROM, "F"), ("C12", TO, "F")),
        *(("D11", FROM, "C"), ("E10", TO, "C"), ("F10", AIMED, "C"), ("F09", AIMED, "C")),
    }
    text = "\n".join(drawn(view, SMALL, at_home(SMALL), plan=BOARD.plan(view, {"K": lines})))
    assert all(signs in text for signs in ("Kc-", "Kc>", "Kg-", "Kg>", "Kf#", "K-3", " .#"))
    large = "\n".join(drawn(view, LARGE, plan=BOARD.plan(view, {"K": lines})))
    assert all(signs in large for signs in ("Kc- ", "Kg+-", "Kg+>", "K#3-"))


def test_other_lines_have_their_marks_too() -> None:
    """L-SINGLE-2, L-OVER-1, L-FLAME-3, L-VAN-1, L-ESC-2, L-SETUP-7."""
    monks = small_view(pieces={"K": {"F14": "O", "C14": "H", "C16": "S", "E18": "D", "E20": "C", "D20": "F"}})
    assert planned(monks, "O F14 ?") == {("F14", SPENT, "O")}
    assert planned(monks, "O B03 = I14") == {("I14", TO, "O")}
    assert planned(monks, "H C14 E14 ! F14 D13") == {
        *(("C14", FROM, "H"), ("F14", AIMED, "H"), ("D13", TO, "H")),
    }
    assert planned(monks, "S C16 >> J16") == {("C16", FROM, "S"), ("J16", TO, "S")}
    assert planned(monks, "D E18 * G18 E18") == {("G18", AIMED, "D")}
    assert planned(monks, "F D20 E20") == {("D20", FROM, "F"), ("E20", TO, "F+C")}
    setup = lords_view(stage="setup")
    assert planned(setup, "city D09 E12") == {("D09", FROM, ""), ("E12", TO, "")}
    assert {place for place, _, _ in planned(setup, "swap C09 D11")} == {"C09", "D11"}
    assert planned(lords_view(stage="answer"), "yes") == set()


def test_a_line_without_its_unit_or_form_has_no_mark() -> None:
    view = lords_view()
    assert planned(view, "C A00 A01", "F K99 K01", "retreat home", "G C15 C16", "ally D", "F", "x") == set()


def test_zones_are_shown_only_to_somebody_who_chooses_where_to_go() -> None:
    """L-ZONE-1: the hexes around an enemy, but no sea and no city."""
    view = small_view(pieces={"D": {"F14": "F"}, "K": {"C11": "C"}}, cities={})
    window = at_home(SMALL)
    calm, choosing = drawn(view, SMALL, window), drawn(view, SMALL, window, cursor="B12")
    assert "'" not in "".join(calm)
    assert "".join(choosing).count("'") == 6
    assert "'" not in "".join(drawn(small_view(seat=None), SMALL, window, cursor="B12"))


def test_a_reach_over_a_city_does_not_hide_its_garrison() -> None:
    view = small_view(cities={"D": {"D09": "", "I11": "?"}})
    text = "\n".join(drawn(view, SMALL, at_home(SMALL), reach=frozenset({"D09", "I11", "D12"})))
    assert "D?-" in text
    assert "D??" in text
    assert " .?" in text


@pytest.mark.parametrize(
    ("line", "is_whole"),
    [
        *(("F K17 L18", True), ("f+ck5l6", True), ("F K17", False), ("C C14 F14 x", False)),
        *(("C C14 F14 x G14 F13", True), ("C F14 xG14", True), ("O F14 ?", True), ("O F14 =", False)),
        *(("S C14 >> J14", True), ("A C14 *", False), ("retreat home", True), ("retreat", False)),
        *(("ally D", True), ("city D09 E12", True), ("swap D09", False), ("C X14 X15 x X16", True)),
    ],
)
def test_the_form_of_a_line_tells_whether_it_is_a_whole_order(line: str, is_whole: bool) -> None:
    """L-SHEET: blanks and the size of letters do not matter."""
    assert is_order(line) == is_whole


def test_an_order_is_read_by_its_form() -> None:
    order = read_order("c+f k5 x6 x g14 f13")
    assert order
    assert (order.unit, order.way, order.sign, order.targets) == (
        *("F+C", ("K05", "X06")),
        *("X", ("G14", "F13")),
    )
    assert read_order("F K36 L00") is None


def test_the_inspector_tells_unit_figures_terrain_zone_and_plan() -> None:
    view = lords_view()
    lines = [plain(line) for line in BOARD.inspect(view, "G14", EN)]
    assert lines[0] == "G14 F+G   clear   The Knights: foot escorting a mage   moves 4  fights 4"
    assert lines[1:] == [" K  moves 4, fights 4, resists 3", "home of the Knights", "clear land"]
    near = small_view(pieces={"K": {"F14": "A"}, "D": {"G14": "F"}}, stuck={"F14": 2})
    text = "; ".join(plain(line) for line in BOARD.inspect(near, "F14", EN))
    assert "zone of G14 (D)" in text
    assert "shoots arrows (8 hexes); never fights hand to hand" in text
    assert "2 moves to miss" in text
    plan = BOARD.plan(view, {"K": ("C H13 K15",)})
    assert "> C comes" in plain(BOARD.inspect(view, "K15", EN, plan)[0])


def test_a_garrison_is_told_only_to_its_people() -> None:
    """L-CITY-3, L-VIEW-1."""
    view = lords_view(hostages={"I11": {"D": "1T"}})
    assert "inside: 3 foot, 1 archer" in plain(BOARD.inspect(view, "D09", EN)[0])
    assert "somebody is inside" in plain(BOARD.inspect(view, "I00", EN)[0])
    assert "quelqu'un est dedans" in plain(BOARD.inspect(view, "I00", FR)[0])
    assert any("1 flame thrower" in plain(line) for line in BOARD.inspect(view, "I11", EN))


def test_the_strip_and_the_panels_tell_cities_pieces_and_agreements() -> None:
    view = lords_view(pacts=("KD",), part=2)
    (strip,) = (plain(line) for line in BOARD.strip(view, EN, 100, 1))
    assert strip.startswith("K 4# 52p  D 4# 46+p  W 4# 39+p  M 4# 41+p  The Knights, sheet 2  pacts: KD")
    assert BOARD.strip(view, EN, 100, 0) == ()
    for width, turn in ((18, "K moves"), (40, "The Knights, sheet 2")):
        text = "\n".join(plain(row.line) for panel in BOARD.panels(view, EN, width) for row in panel.rows)
        assert all(word in text for word in (turn, "pacts: KD", "push cheaper", "46+"))


def told(view: LordsView, story: tuple[events.Event, ...]) -> list[tuple[int, str]]:
    return [(frame.part, EN.say(frame.note)) for frame in BOARD.frames(view, story)]


def test_a_move_is_summed_up_first_and_then_told_with_dice_and_table() -> None:
    """L-TABLE-1, L-TABLE-2, L-FIGHT-5: the example of the rules."""
    assert told(small_view(), FIGHT) == [
        (0, "The Knights: moves 2, fights 1, launches 1; fallen: -; cities taken: -"),
        (1, "The Knights: knight from C14 to F14, 3 points"),
        (1, "The Knights: archer from C15 to C14, 1 point"),
        (2, "Arrows at H14 (die>hits): C14 6>3; 3 hits, 6 needed: it stands"),
        (3, "The Knights attack, C F14: 9(+3) = 12, against the Dragons, F G14: 3; difference +9"),
        (3, "Die 3, line 8..11 (D1 D2 [D3] D4 DE DE): the defenders go back 3"),
        (3, "The Dragons: the foot goes back from G14 to H11"),
        (3, "The Dragons move"),
    ]
    last = BOARD.frames(small_view(), FIGHT)[-1].view
    assert last.pieces == {"K": {"H16": "F+G", "F14": "C", "C14": "A"}, "D": {"H14": "D", "H11": "F"}}


def test_a_siege_a_vision_and_flames_are_told() -> None:
    """L-CITY-7, L-CITY-8, L-TABLE-3, L-TABLE-4: a garrison is shown in the part of its fight."""
    story = (
        events.Vision("H16", "H14", 2, 4, 3),
        events.Vision("H16", "H14", 2, 1, 0),
        events.Volley("flames", ("H14", "G14"), "F14", (6, 2), 5, 5, True),
        events.Revealed("D09", "D", "2F"),
        events.Fought(("C14", "C15"), ("D09",), 12, 6, 6, 6, "DE"),
        events.Fought(("C14",), ("D09",), 4, 20, -16, None, "AE"),
        events.Ended("K", {"K": 2, "D": 0}, "months"),
    )
    said = told(small_view(), story)
    assert said[1] == (1, "Vision from H16 at H14: die 4, distance 2: it flees 3 hexes")
    assert said[2][1].endswith("nothing happens")
    assert said[3][1] == "Flames at F14 (die>hits): H14 6>4, G14 2>2; 5 hits, 5 needed: it falls"
    assert [part for part, _ in said[4:7]] == [4, 4, 4]
    assert said[6][1] == "Die 6, line 4..7 (A1 D1 D2 D3 D4 [DE]): the defenders are eliminated"
    assert said[8][1] == "The garrison is too strong: all who attack it fall, without a throw"


def test_stories_are_told_in_french_too() -> None:
    said = [FR.say(frame.note) for frame in BOARD.frames(small_view(), FIGHT)]
    assert said[0].startswith("Les Chevaliers : mouvements 2, combats 1, tirs 1")
    assert said[5] == "Dé 3, ligne 8..11 (D1 D2 [D3] D4 DE DE) : les défenseurs reculent de 3"
    assert not [text for text in said if "." in text.split()[0]]


def test_only_moves_are_quiet() -> None:
    assert is_quiet(FIGHT[:2], frozenset("K"))
    assert not is_quiet(FIGHT, frozenset("K"))
    lost = events.LineLost("K", 0, "F A00 A01", 2, Note("no-piece"))
    assert not is_quiet((lost,), frozenset("K"))
    assert is_quiet((lost,), frozenset("D"))


def test_a_lost_order_is_struck_out_with_its_reason() -> None:
    """L-SHEET-6: several orders on a line are judged each."""
    lost = events.LineLost("K", 0, "C F14 F13", 14, Note("moved"))
    (one, other) = BOARD.verdicts({"K": ("F D02 D03 ; C F14 F13",)}, (lost,))["K"]
    assert (one.kept, other.kept, other.reason) == (True, False, Note("moved"))


def summary(seat: str, *story: events.Event, language: str = "en") -> list[str]:
    view = small_view(seat=seat or None)
    read = RoundTold(1, {}, {}, {}, story, view, view, True)
    return list(LORDS.speech.summary(read, seat, LORDS.words(language)))


def test_a_summary_says_what_was_lost_and_won() -> None:
    story = (
        events.Fought(("F14",), ("G14",), 12, 3, 9, 6, "DE"),
        events.Eliminated("D", "F", "G14", "combat"),
        events.Eliminated("K", "C", "F14", "arrows"),
        events.Taken("D09", "K", "D"),
    )
    lost, won, stands = summary("K", *story)
    assert lost == "You lost: knight in F14."
    assert won == "You eliminated: foot in G14. You won: the city D09, from the Dragons."
    assert stands.startswith("The Knights hold 1 city and 6 pieces: place 1 of 2")
    lost, won, _ = summary("D", *story)
    assert lost == "You lost: foot in G14; the city D09, to the Knights."
    assert summary("", *story)[1] == "Cities taken: D09, by the Knights from the Dragons."
    assert summary("K")[0] == "You lost nothing."
    assert summary("K", *story, language="fr")[0] == "Vous perdez : chevalier en F14."


def test_plain_mode_says_the_same_as_the_map() -> None:
    view = small_view(pacts=("KD",), vanished={"E14": 1}, stuck={"I12": 2}, hostages={"I18": {"D": "1F"}})
    said = LORDS.speech.board(view, EN)
    assert said[0] == "Month 3 of 25, the Knights move."
    assert said[1] == "K, the Knights. Cities: I18 (2F). Units: F+G H16; A C15; C C14."
    assert said[2] == "D, the Dragons. Cities: D09 (somebody inside). Units: F G14; D H14."
    assert said[3:] == [
        *("Pacts: KD.", "Hostages in I18: D 1F.", "Vanished monks at: E14."),
        "Held in whirlpools, with the moves to miss: I12 2.",
    ]
    assert LORDS.speech.cell(view, "c14", EN)[1].startswith("The Knights: knight; moves 8, fights 9")
    assert LORDS.speech.cell(view, "Z99", EN)[0].startswith("Z99 is not a hex")
    assert LORDS.speech.mine(view, EN)[-1] == "Standing words: retreat home, push cheaper."
    assert len(LORDS.speech.rules(EN)) > 20


def test_the_terrain_of_every_hex_has_its_words() -> None:
    for language in (EN, FR):
        said = {BOARD.place_name(lords_view(), hex_, language) for hex_ in HEXES}
        assert len(said) == len({sign for sign in TERRAIN.values() if not sign.isdigit()}) + 8
        assert not [text for text in said if "terrain" in text or "{" in text]


def test_two_peoples_make_no_pacts_and_the_skirmish_is_told() -> None:
    notes = BOARD.order_notes(small_view(is_skirmish=True, tie="fewest"), EN)
    assert any("no pacts" in note for note in notes)
    assert any("continents II and IV" in note for note in notes)
    assert any("fewest pieces" in note for note in notes)
    assert Plan() == BOARD.plan(lords_view(), {"K": ()})


def test_a_skirmish_shows_the_land_that_is_played_and_begins_where_most_own_units_are_seen() -> None:
    """L-SKIR-2: nobody should plan to go to continents that are not in the game."""
    first = deployment_of("K", ("first",))
    view = lords_view(
        is_skirmish=True,
        peoples=("K", "D"),
        pieces={"K": dict(first.pieces)},
        cities={"K": dict(first.cities)},
    )
    window = BOARD.look(Window(), SMALL, BOARD.home(view, "K"))
    picture = BOARD.render(view, SMALL, Marks(ascii=True, words=EN), window)
    shown = [plain(line) for line in picture.lines]
    rows = {line[:2]: line[3:] for line in shown[1:]}
    assert all(not rows[number].strip() for number in ("05", "06", "07"))
    seen = sum(text.count("K") for text in rows.values())
    assert seen >= 9
    assert plain(BOARD.inspect(view, "T03", EN)[0]).startswith("T03 sea")
    assert plain(BOARD.inspect(lords_view(), "T03", EN)[0]).startswith("T03 H ")
