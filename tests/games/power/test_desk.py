"""Help at the desk: what a draft would lose, and how a line may go on."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.texts import catalogue
from protocol.views.power import KINDS, Army, Penalised, PowerView
from server.games.dice import Dice
from server.games.examples import example_line
from server.games.power import POWER
from server.games.power.board import PLACES, short_name
from server.games.power.state import PowerState
from tests.kit.factories import PAIRS, position, view_of
from tests.kit.long import examples, long
from tests.kit.strategies import positions

HOME = {"V": {"HQV": "2S 2T", "V8": "1T", "RVV": "5P"}, "B": {"B0": "1T"}}


def review(view: PowerView, *lines: str, sheet: Army = "V") -> tuple[Fault, ...]:
    return POWER.review(view, sheet, lines)


def suggest(
    view: PowerView, text: str, above: Sequence[str] = (), sheet: Army = "V"
) -> tuple[Suggestion, ...]:
    return POWER.suggest(view, sheet, above, text)


def texts(view: PowerView, text: str, above: Sequence[str] = (), sheet: Army = "V") -> list[str]:
    return [suggestion.text for suggestion in suggest(view, text, above, sheet)]


def test_a_fault_says_line_column_and_why() -> None:
    """P-SHEET-3"""
    (fault,) = review(view_of(HOME), "S HQ V8", "  t  V8   b0")
    assert (fault.line, fault.column, fault.code) == (1, 10, "too-far")
    assert catalogue("power", "en").say(fault.note) == "a tank reaches 3 sectors; B0 is farther from V8"
    assert catalogue("power", "fr").say(fault.note) == "un tank parcourt 3 secteurs ; B0 est plus loin de V8"


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ("X V8 V4", 0, "no-such-piece"),
        ("T V9 V4", 2, "no-such-place"),
        ("T V8 V9", 5, "no-such-place"),
        ("C V8 V4", 2, "no-piece"),
        ("T V8 S5", 5, "land-ground"),
        (" 3P ERV S", 1, "price"),
        ("T V8", 0, "three-words"),
        ("9P ERV M", 0, "under-hundred"),
    ],
)
def test_the_column_is_that_of_the_word_to_blame(line: str, column: int, code: str) -> None:
    """P-SHEET-3"""
    (fault,) = review(view_of(HOME), line)
    assert (fault.line, fault.column, fault.code) == (0, column, code)


def test_the_lines_above_are_taken_into_account() -> None:
    """P-SHEET-3, P-SHEET-5"""
    view = view_of(HOME)
    assert review(view, "2P ERV S", "S RV HQ", "3S EHQ R") == ()
    assert [fault.code for fault in review(view, "S RV HQ", "2P ERV S")] == ["no-piece"]
    assert [(f.line, f.code) for f in review(view, "T V8 V4", "T V8 V6")] == [(1, "no-piece")]
    assert [(f.line, f.code) for f in review(view, "T V8 V4", "T V4 V0")] == [(1, "moved-already")]


def test_a_lost_line_above_uses_nothing_up() -> None:
    """P-SHEET-3"""
    assert [fault.line for fault in review(view_of(HOME), "T V8 B0", "T V8 V4")] == [0]


def test_every_fault_of_a_sheet_is_told() -> None:
    """P-SHEET-3"""
    assert [fault.line for fault in review(view_of(HOME), "?", "S HQ V8", "? ? ?", "T HQ HQ")] == [0, 2, 3]


@pytest.mark.parametrize("blank", ["", " ", "\t  "])
def test_blank_lines_are_no_faults(blank: str) -> None:
    """P-SHEET-1"""
    assert review(view_of(HOME), blank, "S HQ V8", blank, blank, blank, blank, blank) == ()


def test_the_sixth_line_is_one_too_many() -> None:
    """P-SHEET-1"""
    (fault,) = review(view_of(HOME), "", "", "", "", "", "S HQ V8")
    assert (fault.line, fault.column, fault.code, fault.args) == (5, 0, "sixth", {"most": 5})


@pytest.mark.parametrize(("seat", "sheet"), [("V", "B"), ("V", ""), ("V", "nobody"), ("B", "V")])
def test_other_armies_sheets_give_nothing(seat: str, sheet: str) -> None:
    """P-SHEET-7"""
    view = view_of(HOME, seat)
    assert review(view, "?", sheet=sheet) == ()
    assert suggest(view, "", sheet=sheet) == ()


def test_a_spectator_gets_no_help() -> None:
    """P-SHEET-7"""
    view = POWER.view(position(HOME), None)
    assert POWER.review(view, "V", ["?"]) == ()
    assert POWER.suggest(view, "V", [], "T") == ()


def test_each_army_of_a_pair_has_its_own_desk() -> None:
    """P-TWO-1"""
    view = POWER.view(position(HOME, sides=PAIRS), "VB")
    assert review(view, "T B0 IX", sheet="B") == ()
    assert [fault.code for fault in review(view, "T B0 IX", sheet="V")] == ["no-piece"]
    assert texts(view, "T", sheet="B") == ["T B0"]


def test_the_desk_does_not_fail_on_monstrous_sheets() -> None:
    """P-SHEET-3"""
    view = view_of(HOME)
    assert review(view, "x" * 1_000_000)[0].code == "too-long"
    assert {fault.line for fault in POWER.review(view, "V", ["S HQ V8"] * 10_000)} >= {5, 6, 7}
    assert suggest(view, "T" * 1_000_000) == ()
    assert suggest(view, "T " * 30) == ()


def test_a_kind_is_followed_by_the_places_where_it_may_still_move() -> None:
    """P-SHEET-5"""
    view = view_of(HOME)
    assert texts(view, "T") == ["T HQ", "T V8"]
    assert texts(view, "T", ["T V8 V4"]) == ["T HQ"]
    assert texts(view, "T", ["T V8 V4", "T HQ V4", "T HQ V4"]) == []


def test_a_kind_and_a_place_are_followed_by_the_sectors_in_reach() -> None:
    """P-MOVE-1"""
    view = view_of({"V": {"V8": "1S"}})
    reached = {text.split()[2] for text in texts(view, "S V8 ")}
    assert reached == {"HQ", "V0", "V1", "V2", "V3", "V4", "V5", "V6", "V7"}
    assert texts(view, "S V8 V3") == ["S V8 V3"]


def test_a_number_is_followed_by_what_can_be_exchanged() -> None:
    """P-EXCH-1"""
    view = view_of({"V": {"RVV": "4P 3T", "V4": "3S"}})
    assert texts(view, "2") == ["2P"]
    assert texts(view, "2P") == ["2P ERV"]
    assert texts(view, "2P ERV ") == ["2P ERV S"]
    assert set(texts(view, "3")) == {"3P", "3T", "3S"}
    assert texts(view, "3S ") == ["3S EV4"]
    assert texts(view, "5") == []


def test_a_missile_is_offered_where_a_hundred_lie_together() -> None:
    """P-EXCH-3"""
    assert texts(view_of({"V": {"V4": "1CR 1A 1R 1T"}}), "R+") == ["R+A+CR"]
    assert texts(view_of({"V": {"V4": "1CR 1A 1R 1T"}}), "R+A+CR EV4 ") == ["R+A+CR EV4 M"]
    assert not [text for text in texts(view_of({"V": {"V4": "1CR 1A 6T"}}), "") if "+" in text]


def test_a_missile_may_go_anywhere() -> None:
    """P-MISS-1"""
    assert len(texts(view_of({"V": {"V4": "1M"}}), "M V4 ")) == 61


@pytest.mark.parametrize("typed", ["t v8 v", "T v8 V", "t V8 v", " T  V8  V"])
def test_small_letters_and_wide_gaps_are_understood(typed: str) -> None:
    """P-SHEET-2"""
    assert texts(view_of(HOME), typed) == texts(view_of(HOME), "T V8 V") != []


@pytest.mark.parametrize("typed", ["S HQ ", "S HQV ", "S VHQ ", "s hqv ", "s vhq "])
def test_every_spelling_of_the_own_hq_is_understood(typed: str) -> None:
    """P-SHEET-2"""
    assert texts(view_of(HOME), typed) == texts(view_of(HOME), "S HQ ") != []


@pytest.mark.parametrize("typed", ["S QG ", "s qgv ", "s vqg "])
def test_the_french_letters_of_the_own_hq_are_understood(typed: str) -> None:
    """P-SHEET-2"""
    assert texts(view_of(HOME), typed) == texts(view_of(HOME), "S HQ ") != []


def test_a_line_begun_in_other_letters_goes_on() -> None:
    """P-SHEET-2"""
    view = view_of({"V": {"HQV": "1C", "V4": "1A", "IE": "1S", "V3": "3C"}})
    assert texts(view, "F") == texts(view, "C") != []
    assert texts(view, "H v4 ") == texts(view, "A V4 ") != []
    assert texts(view, "c q") == texts(view, "C H") == ["C HQ"]
    assert texts(view, "c qg") == texts(view, "C HQ") != []
    assert texts(view, "3f ") == texts(view, "3C ") == ["3C EV3"]


@pytest.mark.parametrize("typed", ["2P ERV ", "2P ERVV ", "2P EVRV ", "2p evrv "])
def test_every_spelling_of_the_own_reserve_is_understood(typed: str) -> None:
    """P-SHEET-2"""
    assert texts(view_of(HOME), typed) == ["2P ERV S"]


def test_an_empty_line_offers_every_piece_that_may_do_something() -> None:
    """P-SHEET-2"""
    assert set(texts(view_of(HOME), "")) == {"S", "T", "2P", "3P", "5P"}


@pytest.mark.parametrize("typed", ["X", "T V4", "T V8 B0", "T V8 V4 ", "T V8 V4 V0", "9P", "É", "Ｔ"])
def test_nothing_is_suggested_behind_words_that_lead_nowhere(typed: str) -> None:
    """P-SHEET-3"""
    assert suggest(view_of(HOME), typed) == ()


def test_after_five_lines_nothing_is_offered() -> None:
    """P-SHEET-1"""
    view = view_of(HOME)
    assert texts(view, "T", ["", "", "", ""]) != []
    assert texts(view, "T", ["", "", "", "", ""]) == []


def test_mercenaries_are_offered_to_every_player() -> None:
    """P-THREE-2"""
    view = view_of({"R": {"R0": "1T", "RVR": "2P 1M"}, "V": {"V0": "1S"}}, mercenary="R")
    assert texts(view, "T") == ["T R0"]
    assert "T R0 IX" in texts(view, "T R0 ")
    assert texts(view, "2P ERVR ") == ["2P ERVR S"]
    assert texts(view, "2P ") == ["2P ERVR"]
    assert texts(view, "M") == ["M RVR"]
    glosses = {suggestion.text: suggestion.gloss.code for suggestion in suggest(view, "")}
    assert glosses["T"] == "gloss.mercenary"
    assert glosses["S"] == "gloss.piece"


def test_mercenaries_are_offered_beside_own_pieces_that_just_arrived() -> None:
    """P-THREE-2"""
    view = view_of({"R": {"R0": "1T"}, "V": {"IX": "1S"}}, mercenary="R")
    assert review(view, "S IX R0", "T R0 R4") == ()
    assert "T R0 R4" in texts(view, "T R0 ", ["S IX R0"])


def test_mercenaries_who_marched_are_offered_no_more() -> None:
    """P-THREE-2"""
    view = view_of({"R": {"R0": "1T"}}, mercenary="R")
    assert texts(view, "T", ["T R0 IX"]) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_suggestion_has_a_gloss_in_words(language: str) -> None:
    """P-SHEET-2"""
    view = view_of(
        {"V": {"V8": "1T 1M", "RVV": "5P 3S"}, "B": {"V4": "1S"}, "R": {"R0": "1C"}}, mercenary="R"
    )
    prefixes = ("", "T", "T V8 ", "M", "M V8 ", "3", "3S ", "3S ERV ", "C", "C R0 ", "5P ERV ")
    for suggestion in (found for prefix in prefixes for found in suggest(view, prefix)):
        said = catalogue("power", language).say(suggestion.gloss)
        assert said != suggestion.gloss.code
        assert "?" not in said


def walk(view: PowerView, sheet: Army, above: Sequence[str], random: Random) -> str | None:
    """A line written by taking suggestions until there are no more, or None if nothing is offered."""
    text = ""
    while found := POWER.suggest(view, sheet, above, text):
        text = random.choice(found).text + " "
    return text.strip() or None


def desks(state: PowerState) -> list[tuple[PowerView, Army]]:
    phase = POWER.phase(state)
    return [(POWER.view(state, seat), army) for seat, armies in phase.owing.items() for army in armies]


@pytest.mark.slow
@long
@examples(30)
@given(positions(), st.randoms(use_true_random=True))
def test_a_sheet_written_by_taking_suggestions_has_no_fault(state: PowerState, random: Random) -> None:
    """P-SHEET-3"""
    for view, army in desks(state):
        above: list[str] = []
        while len(above) < 6 and (line := walk(view, army, above, random)):
            assert len(line.split()) == 3
            above.append(line)
            assert POWER.review(view, army, above) == ()
        assert len(above) < 6


@long
@examples(25)
@given(positions())
def test_the_usage_of_a_sheet_shows_the_order_that_the_first_suggestions_lead_to(state: PowerState) -> None:
    """P-SHEET-2"""
    for view, army in desks(state):
        usage, example = POWER.usage(view, army), example_line(POWER, view, army)
        assert usage == (Note("usage.orders", {"example": example.lower()}) if example else None)


def test_nobody_is_told_how_the_sheet_of_another_is_written() -> None:
    """P-SHEET-9"""
    assert POWER.usage(view_of(HOME), "V") == Note("usage.orders", {"example": "s hq v4"})
    assert POWER.usage(view_of(HOME), "B") is None


@long
@examples(25)
@given(positions())
def test_an_army_without_orders_pays_what_its_sheet_says(state: PowerState) -> None:
    """P-IDLE-1, P-IDLE-2"""
    story = POWER.resolve(state, {}, Dice(0)).story
    paid = {event.army: event for event in story if isinstance(event, Penalised)}
    for view, army in desks(state):
        otherwise = POWER.progress(view, army, ()).otherwise
        assert otherwise is not None
        assert (otherwise.code != "otherwise.nothing") == (army in paid)
        if otherwise.code == "otherwise.piece":
            assert otherwise.args == {"broken": paid[army].broken, "place": paid[army].place}


def test_a_sheet_with_one_good_order_leaves_nothing_to_the_rules() -> None:
    """P-IDLE-1"""
    assert POWER.progress(view_of(HOME), "V", ("T V8 V4",)) == Progress()
    assert POWER.progress(view_of(HOME), "V", ("T V8 B0", "")) == Progress(Note("otherwise.power"))
    assert POWER.progress(view_of(HOME), "B", ()) == Progress()


def acceptable(view: PowerView, army: Army, above: Sequence[str]) -> set[str]:
    """Every move and launch, of any kind from where pieces stood, that review has nothing against."""
    stands = {place for owner in (army, view.mercenary or army) for place in view.pieces.get(owner, {})}
    lines = (
        f"{kind} {short_name(start, army)} {short_name(end, army)}"
        for kind, start, end in product(KINDS, stands, PLACES)
    )
    return {line for line in lines if not POWER.review(view, army, [*above, line])}


def offered(view: PowerView, army: Army, above: Sequence[str]) -> set[str]:
    """Every line that suggestions lead to, but exchanges."""
    lines: set[str] = set()
    unfinished = [""]
    while unfinished:
        text = unfinished.pop()
        found = [suggestion.text + " " for suggestion in POWER.suggest(view, army, above, text)]
        unfinished += found
        if text and not found:
            lines.add(text.strip())
    return {line for line in lines if line.split()[1][0] != "E"}


@pytest.mark.slow
@long
@examples(10)
@given(positions(), st.randoms(use_true_random=True))
def test_every_move_that_review_accepts_is_offered_and_no_other(state: PowerState, random: Random) -> None:
    """P-SHEET-3"""
    view, army = random.choice(desks(state))
    line = walk(view, army, (), random)
    above = [line] if line and not view.mercenary else []  # the gap is told in its own test above
    assert offered(view, army, above) == acceptable(view, army, above)
