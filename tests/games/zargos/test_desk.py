"""Help for who writes a sheet of Zargos: reviews, suggestions, usage and progress, from the view alone."""

from random import Random
from typing import Any

import pytest

from protocol.notes import Note
from protocol.texts import catalogue
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import PHASES
from server.games.reader_words import offers_for
from server.games.zargos import ZARGOS
from tests.kit.contract import suggested_line
from tests.kit.zargos import state_of

TWO = {"K": {"BZ5": 8, "BZ2": 3}, "S": {"TA1": 3, "TA3": 4, "OZ1": 1}}
DRAFT: dict[str, Any] = {
    "choosing": ["K", "S"],
    "cards": {"K": ["BZ1", "SWORD"], "S": ["TAC", "OZ1", "BOAT"]},
}
STARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "people": ("1", {"seating": ["1", "2"]}),
    "draft": ("K", {**DRAFT, "blue": ["BZ2", "BZ3"], "green": ["SWORD"]}),
    "offer": ("K", DRAFT),
    "reply": ("S", {**DRAFT, "offers": [["K", "S", ["SWORD"], ["TAC"]]]}),
    "deploy": ("K", {"units": TWO, "to_place": {"K": 9, "S": 5}}),
    "curse": ("K", {"units": TWO, "curse": "TRIBUTE"}),
    "winds": ("S", {"units": TWO, "hands": {"S": ["MAD", "STORM", "FLOOD", "QUAKE", "WAR"]}}),
    "illusion": ("K", {"units": TWO, "hands": {"K": ["ILL"]}, "played": [["S", "MAD BZ"]]}),
    "shelter": (
        "D",
        {"units": {"D": {"NN": 4, "BZ1": 1}, "S": {"TA1": 1}}, "winds": ["STORM NN NE"], "active": "S"},
    ),
    "attack": ("K", {"units": TWO, "boats": {"K": 2}, "hands": {"K": ["WAR", "LAND", "ELSE"]}}),
    "defence": (
        "S",
        {
            "units": {"K": {"BZ5": 1}, "S": {"BZ1": 2, "TA3": 5}},
            "hands": {"S": ["WAR"]},
            "combats": [{"at": "BZ1", "by": "K", "with": 3}],
        },
    ),
    "keep": ("K", {"units": TWO, "hands": {"K": ["WAR", "WAR", "ICE", "MAD", "LAND"]}, "why": "deal"}),
    "reorganise": ("K", {"units": TWO, "boats": {"K": 2}, "hands": {"K": ["MIST"]}}),
    "buy": ("K", {"units": TWO, "points": {"K": 14, "S": 3}}),
}
"""For each kind of phase: a sheet that is owed, and a position."""


def view_of(stage: str, **changes: Any) -> tuple[ZargosView, str]:
    sheet, scenario = STARTS[stage]
    state = state_of(phase=stage, **{**scenario, **changes})
    seat = state.seats.get(sheet, sheet)
    return ZARGOS.view(state, seat), sheet


def said(stage: str, *lines: str, **changes: Any) -> list[tuple[int, str, str]]:
    """The faults of a draft: line, code, sentence."""
    view, sheet = view_of(stage, **changes)
    say = catalogue("zargos", "en").say
    return [(fault.line, fault.code, say(fault.note)) for fault in ZARGOS.review(view, sheet, lines)]


def texts(stage: str, text: str, *above: str, **changes: Any) -> list[str]:
    view, sheet = view_of(stage, **changes)
    return [suggestion.text for suggestion in ZARGOS.suggest(view, sheet, above, text)]


def test_there_is_a_position_for_every_kind_of_sheet() -> None:
    assert set(STARTS) == set(PHASES)


@pytest.mark.parametrize("stage", PHASES)
def test_a_sheet_is_explained_by_an_example_that_is_good(stage: str) -> None:
    view, sheet = view_of(stage)
    usage = ZARGOS.usage(view, sheet)
    assert usage is not None
    example = str(usage.args["example"])
    assert ZARGOS.review(view, sheet, [example]) == ()
    for language in ("en", "fr"):
        words = catalogue("zargos", language)
        sentence, shown = words.say(usage), words.letters.line(example)
        assert shown in sentence
        assert ZARGOS.review(view, sheet, [shown]) == ()
        assert "?" not in sentence


@pytest.mark.parametrize(
    ("boats", "sentence"),
    [
        (0, "No unit can be bought now; buy boats, as boat 2."),
        (15, "The supply has neither units nor boats left; write pass."),
    ],
)
def test_a_purchase_without_units_is_explained_by_what_is_left(boats: int, sentence: str) -> None:
    """Z-PEOPLE-1: the supply of units is used up."""
    view, sheet = view_of("buy", units={"K": {"BZ5": 100}, "S": {"TA1": 1}}, boats={"K": boats})
    usage = ZARGOS.usage(view, sheet)
    assert usage is not None
    assert catalogue("zargos", "en").say(usage) == sentence
    assert ZARGOS.review(view, sheet, [str(usage.args["example"])]) == ()


OFFERS = {
    ("winds", "fr", ""): {"folie", "tempete", "crue", "seisme", "pass"},
    ("winds", "fr", "fo"): {"folie"},
    ("winds", "fr", "ma"): {"folie"},
    ("winds", "fr", "mad b"): {"folie BZ"},
    ("winds", "fr", "FOLIE b"): {"folie BZ"},
    ("winds", "en", "fol"): {"mad"},
    ("attack", "fr", "gu"): {"guerre"},
    ("keep", "fr", "guerre gl"): {"guerre glace"},
}


@pytest.mark.parametrize(("stage", "language", "text"), OFFERS)
def test_cards_are_offered_in_the_words_of_the_reader(stage: str, language: str, text: str) -> None:
    """Z-PHASE-6: they may be typed in the words of either language."""
    view, sheet = view_of(stage)
    above = ("3 BZ5 TA1",) if stage == "attack" else ()
    offers = offers_for("zargos", language, text, lambda line: ZARGOS.suggest(view, sheet, above, line))
    assert {offer.text for offer in offers} == OFFERS[stage, language, text]


@pytest.mark.parametrize("stage", PHASES)
def test_nothing_that_is_suggested_would_be_lost(stage: str) -> None:
    view, sheet = view_of(stage)
    for seed in range(40):
        line = suggested_line(ZARGOS, view, sheet, (), Random(seed))
        assert line is not None
        assert ZARGOS.review(view, sheet, [line]) == (), line


@pytest.mark.parametrize("stage", PHASES)
def test_every_gloss_and_every_fault_has_a_sentence_in_both_languages(stage: str) -> None:
    view, sheet = view_of(stage)
    notes: list[Note] = [suggestion.gloss for suggestion in ZARGOS.suggest(view, sheet, (), "")]
    junk = ["?", "K", "BZ1", "MAD BZ", "3 BZ5 QQ1", "YES 7", "WAR NN", "VORTEX 1 BZ1 TA3", "REROLL 1 1"]
    notes += [fault.note for line in junk for fault in ZARGOS.review(view, sheet, [line])]
    for note in notes:
        for language in ("en", "fr"):
            words = catalogue("zargos", language)
            code = note.code if "." in note.code else f"fault.{note.code}"
            assert words.has(code), code
            assert "?" not in words.say(note).replace("? ", "")


@pytest.mark.parametrize("stage", PHASES)
def test_an_empty_sheet_says_what_happens_instead(stage: str) -> None:
    """Z-PHASE-10"""
    view, sheet = view_of(stage)
    otherwise = ZARGOS.progress(view, sheet, ()).otherwise
    assert otherwise is not None
    assert catalogue("zargos", "fr").has(otherwise.code)


def test_faults_are_said_in_sentences() -> None:
    assert said("attack", "2 BZ5 TA3", "9 BZ5 TA1", "3 BZ5 W2 W3 W4 AK1", "war TA1") == [
        (0, "too-far", "TA3 is no neighbour of BZ5"),
        (1, "too-few", "from BZ5 you can send 7 at most"),
        (2, "no-boats", "this takes boats: 3; you have 2"),
        (3, "no-combat", "there is no combat at TA1 for which this can be said"),
    ]
    assert said("defence", "VORTEX 9 TA3 BZ1")[0][1] == "too-few"
    assert said("people", "X")[0][1] == "no-place--people"
    assert said("buy", "5 BZ5", "1 TA1")[0][2] == "this costs 20 points; 14 are left"


def test_a_review_points_at_the_word_that_is_wrong() -> None:
    view, sheet = view_of("attack")
    (fault,) = ZARGOS.review(view, sheet, ["3  BZ5 QQ1"])
    assert (fault.line, fault.column, fault.code) == (0, 7, "no-place")


def test_only_ways_by_boat_that_can_be_paid_are_suggested() -> None:
    assert texts("attack", "2 BZ2 NN ") == [
        *("2 BZ2 NN BZ4", "2 BZ2 NN KO1", "2 BZ2 NN KOC", "2 BZ2 NN ZA1", "2 BZ2 NN ZA6"),
        *("2 BZ2 NN NE", "2 BZ2 NN NW", "2 BZ2 NN TN"),
    ]
    assert "2 BZ2 NN NE SE" not in texts("attack", "2 BZ2 NN NE ")
    assert texts("attack", "2 BZ2 NN ", boats={}) == []
    view, sheet = view_of("attack")
    glosses = {
        s.text: catalogue("zargos", "en").say(s.gloss) for s in ZARGOS.suggest(view, sheet, (), "3 BZ5 W2 ")
    }
    assert glosses["3 BZ5 W2 TA1"] == "3 spiders; boats: 1"


def test_cards_are_suggested_with_what_they_do() -> None:
    view, sheet = view_of("winds")
    glosses = {s.text: catalogue("zargos", "en").say(s.gloss) for s in ZARGOS.suggest(view, sheet, (), "")}
    assert glosses["mad"] == "Madness: up to 3 units are lost in each territory of a kingdom"
    assert {*glosses} == {"mad", "storm", "flood", "quake", "pass"}
    assert texts("winds", "storm LK ") == []


def test_offers_of_several_cards_go_on_behind_a_plus() -> None:
    assert "S BZ1+SWORD" in texts("offer", "S BZ1+")
    assert "S BZ1 for TAC" in texts("offer", "S BZ1 for ")
    assert texts("reply", "y") == ["yes"]
    assert texts("reply", "yes ") == ["yes 1"]


def test_nobody_else_gets_help_with_a_sheet() -> None:
    for stage in PHASES:
        state = state_of(phase=stage, **STARTS[stage][1])
        watcher = ZARGOS.view(state, None)
        sheet = STARTS[stage][0]
        assert ZARGOS.review(watcher, sheet, ["?"]) == ()
        assert ZARGOS.suggest(watcher, sheet, (), "") == ()
        assert ZARGOS.usage(watcher, sheet) is None


def test_the_second_line_is_judged_after_the_first() -> None:
    assert said("attack", "7 BZ5 TA1", "1 BZ5 TA1") == [(1, "too-few", "from BZ5 you can send 0 at most")]
    assert said("reorganise", "pass", "mist")[0][1] == "not-now--first"
    assert said("keep", "war war ice mad")[0][1] == "too-many--cards"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("X BZ1 FOR TAC", "no-place--people"),
        ("S NOTHING FOR TAC", "no-place--draft"),
        ("S BZ1 FOR 0TAC", "no-place--draft"),
        ("S BZ1+2SWORD FOR TAC", "no-card--draft"),
        ("W BZ1 FOR TAC", "bad-target--absent"),
    ],
)
def test_why_an_offer_is_lost(line: str, sentence: str) -> None:
    """Z-TRADE-1"""
    assert [code for _, code, _ in said("offer", line)] == [sentence]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("VORTEX 2 ZZ9 BZ1", "no-place"),
        ("VORTEX 2 TA1 BZ1", "not-own"),
        ("VORTEX 2 TA3 TA1", "bad-target--not-own"),
    ],
)
def test_why_a_group_of_spiders_does_not_come(line: str, code: str) -> None:
    """Z-S-2"""
    assert [found for _, found, _ in said("defence", line)] == [code]


@pytest.mark.parametrize(
    ("stage", "text"),
    [
        pytest.param("offer", "K +", id="a plus without a card before it"),
        pytest.param("offer", "S NOTHING+", id="a plus behind what is no card"),
        pytest.param("illusion", "MAD ", id="only an illusion turns a wind"),
        pytest.param("illusion", "ILL 9 ", id="a number that no wind has"),
        pytest.param("shelter", "some ", id="no number"),
        pytest.param("keep", "DEMON ", id="a card that is not in the hand"),
    ],
)
def test_nothing_is_offered_behind_what_is_no_line(stage: str, text: str) -> None:
    """Z-PHASE-9"""
    assert texts(stage, text) == []


def test_numbers_that_are_not_listed_may_be_written_and_whole_words_go_on() -> None:
    """Z-PHASE-9"""
    assert texts("deploy", "7") == ["7 BZ2", "7 BZ5"]
    assert texts("reply", "yes") == ["yes 1"]
    assert texts("reply", "", offers=[]) == []
