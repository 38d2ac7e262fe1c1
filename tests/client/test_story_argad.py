"""The stories of Argad! as the client tells them: volleys, melees, tests, summaries, and plain mode."""

import io

import pytest
from msgspec.structs import replace

from client.games import GAMES, say_for_game
from client.games.argad.story import is_quiet
from client.plain.console import Console
from client.plain.narrator import Voice
from client.state.client_state import RoundTold
from client.words import words
from protocol.notes import Note
from protocol.views.argad import ArgadView, events
from tests.kit.argad_screens import argad_table
from tests.kit.argad_views import CHARGE, argad_view, small_view

ARGAD = GAMES["argad"]
BOARD = ARGAD.board
EN, FR = ARGAD.words("en"), ARGAD.words("fr")


def told(view: ArgadView, story: tuple[events.Event, ...]) -> list[tuple[int, str]]:
    return [(frame.part, EN.say(frame.note)) for frame in BOARD.frames(view, story)]


def test_a_melee_is_summed_up_first_and_then_told_with_every_die() -> None:
    """A-MELEE-4, A-MELEE-7, A-MORALE-1: the worked example of the rules."""
    said = told(small_view(), CHARGE)
    texts = [text for _, text in said]
    assert texts[0] == "1H against 1S: killed 1, lost 2; 3 to 6: 1S wins, 1H goes back"
    assert "1S tests its morale (cavalry attacks): 3 or less; die 2: passed" in texts
    assert "1H attacks 1S. Who strikes: 1H 4, 1S 4; a charge, set spears" in texts
    assert "1H strikes 1S, length 4, against class 3: 1- 2- 3r 4x; kills 1, recoils 1" in texts
    assert "1S strikes 1H, length 4, against class 3: 6x 5x 4r 3r; kills 2, recoils 2" in texts
    causes = "(more than a quarter fell, it lost the melee)"
    number = "class 3, several causes -1, so 2 or less"
    assert f"1H tests its morale {causes}: {number}; die 1: passed" in texts
    failed = (
        events.Tested("1S", ("cavalry", "class"), 2, 5, False, {"class": 3, "causes": -1}),
        events.Worn("1S", 1, "test", 1),
    )
    ((_, text),) = told(small_view(), failed)
    causes = "(cavalry attacks, a better class attacks)"
    assert text == f"1S tests its morale {causes}: {number}; die 5: FAILED, +1 wear"
    assert [part for part, _ in said] == sorted(part for part, _ in said)
    assert said[-1][0] > said[0][0]
    last = BOARD.frames(small_view(), CHARGE)[-1].view
    assert last.units["1H"].at == "K7"
    assert (len(last.units["1H"].figs), last.units["1H"].wear) == (2, 1)


def test_dice_that_pick_figures_and_modifiers_that_differ_stand_beside_each_blow() -> None:
    """A-MELEE-6, A-MELEE-8."""
    blows = (
        events.Blow("1H", "1S", 5, 1, "kill", "MS", "SP", 2, 4, {"charge": 1}),
        events.Blow("1H", "1S", 1, 0, "miss", "MS", "MK+g", 6, 4, {}),
    )
    assert told(small_view(), blows) == [
        (0, "1H strikes 1S, length 4, against class 3/5: (2)5+1x (6)1-; kills 1, recoils 0"),
    ]
    (alike,) = told(small_view(), blows[:1])
    assert alike[1].startswith("1H strikes 1S, length 4, charge +1, against class 3: (2)5x")
    parting = (events.Blow("1H", "1S", 3, 0, "recoil", "MS", "SP"),)
    assert told(small_view(), parting)[0][1].startswith("1H strikes at 1S, which leaves")


@pytest.mark.parametrize(
    ("need", "modifiers", "said"),
    [
        (5, {}, "5 hits; dice 6 5 1: hits 2"),
        (6, {"cover": -1}, "5 hits, cover -1, so 6; dice 6 5 1: hits 2"),
        (7, {}, "2 sixes make a hit; dice 6 5 1: hits 2"),
        (8, {"armour": -2, "cover": -1}, "5, armour -2, cover -1, so 3 sixes make a hit; dice 6 5 1: hits 2"),
    ],
)
def test_a_volley_is_told_with_its_number_and_dice(need: int, modifiers: dict[str, int], said: str) -> None:
    """A-SHOOT-2, A-SHOOT-3."""
    volley = events.Volley("4S", "1H", "shortbow", (6, 5, 1), need, 2, 6, 5, modifiers)
    (_, text), *_ = told(argad_view(), (volley,))
    assert text == f"4S shoots at 1H (shortbow, 6 hexes): {said}"


def test_a_volley_is_summed_up_too() -> None:
    """A-SHOOT-9."""
    ordered = events.Ordered("S", "card", "S 4 1H")
    volley = events.Volley("4S", "1H", "shortbow", (6, 5, 1), 5, 2, 6, 5)
    fallen = events.Losses("1H", "2HS", 4, (0, 1))
    broken = events.Demoralised("1H")
    missed = replace(volley, hits=0)
    firsts = [
        told(argad_view(), story)[0][1]
        for story in ((ordered, volley, fallen), (ordered, volley, fallen, broken), (ordered, missed))
    ]
    assert firsts == [
        "4S shoots at 1H: 3 dice, hits 2; 4 left",
        "4S shoots at 1H: 3 dice, hits 2; 1H breaks and flees",
        "4S shoots at 1H: 3 dice, no hit",
    ]


def test_a_drawn_melee_leaves_both_in_contact() -> None:
    """A-MELEE-17."""
    story = (events.Ordered("S", "card", "F 3 2H"), events.Fought("3S", "2H", (3, 3), None))
    assert told(argad_view(), story)[0][1].endswith("3 to 3: drawn, both stay in contact")


def test_stories_are_told_in_french_too() -> None:
    said = [FR.say(frame.note) for frame in BOARD.frames(small_view(), CHARGE)]
    assert said[0] == "1H contre 1S : tués 1, perdus 2 ; 3 à 6 : 1S gagne, 1H recule"
    assert not [text for text in said if "event." in text or "fight." in text]


def test_cards_on_which_nobody_is_struck_are_quiet() -> None:
    """A-PHASE-3: a card is one short phase, and most of them only move a unit."""
    move = CHARGE[:3]
    assert is_quiet(move, frozenset("S"))
    assert not is_quiet(CHARGE, frozenset("S"))
    missed = events.Volley("4S", "1H", "shortbow", (1,), 5, 0)
    assert is_quiet((missed,), frozenset("S"))
    for event in (
        *(events.Slowed("1H", (6,), "D", 0, True), events.Stayed("1H"), events.Frustrated("H", "too_far")),
        events.LineLost("H", 0, "M 9 K9", 2, Note("no_such_unit")),
    ):
        assert is_quiet((event,), frozenset("S"))
        assert not is_quiet((event,), frozenset("H"))


def test_the_log_has_a_melee_in_one_line_and_leaves_out_what_the_screen_shows() -> None:
    assert ARGAD.noted
    assert [EN.say(note) for note in ARGAD.noted(CHARGE)] == [
        "1H against 1S: killed 1, lost 2; 3 to 6: 1S wins, 1H goes back",
    ]
    volley = events.Volley("4S", "1H", "shortbow", (6,), 5, 1, 6, 5)
    story = (events.Ordered("S", "card", "S 4 1H"), volley, events.Demoralised("1H"), events.CardDrawn("S"))
    said = [EN.say(note) for note in ARGAD.noted(story)]
    assert said == ["4S shoots at 1H: 1 die, hits 1; 1H breaks and flees", "1H is demoralised"]
    moved = [EN.say(note) for note in ARGAD.noted(CHARGE[:3])]
    assert moved == ["1H moves 3 hexes to J6"]


def test_a_lost_line_is_struck_out_with_its_reason() -> None:
    """A-PHASE-2."""
    lost = events.LineLost("S", 0, "M 9 K9", 2, Note("no_such_unit"))
    first, second = BOARD.verdicts({"S": ("M 9 K9", "P")}, (lost,))["S"]
    assert (first.kept, first.reason, second.kept) == (False, Note("no_such_unit"), True)


def summary(seat: str, *story: events.Event, language: str = "en") -> list[str]:
    view = argad_view(seat=seat or None)
    read = RoundTold(1, {}, {}, {}, story, view, view, True)
    return list(ARGAD.speech.summary(read, seat, ARGAD.words(language)))


def test_a_summary_says_what_was_lost_and_won() -> None:
    story = (
        events.Losses("3S", "2SP SP+m", 4, (0, 1, 6)),
        events.Losses("2H", "SA", 5, (0,)),
        events.Fought("3S", "2H", (2, 5), "2H"),
        events.Demoralised("5S"),
        events.GeneralLost("S", "killed"),
        events.Gone("4H", "left"),
        events.Gone("5H", "merged"),
        events.LineLost("S", 0, "x", 0, Note("syntax")),
    )
    lost, won, stands = summary("S", *story)
    assert lost == (
        "You lost: 2 spearmen, 1 musician of 3S; 5S broke; the general is killed; "
        "1 line that could not be carried out."
    )
    assert won == "The enemy lost: 1 spearman in mail of 2H; 4H left the table."
    assert stands.startswith("You have 5 units with 29 figures; points 27 to 31; turn 3 of 12")
    assert summary("H", *story)[1].endswith("You won: the melee of 3S and 2H.")
    assert summary("")[0] == "Nobody lost anything."
    assert summary("", *story)[2] == "Points: S 27 H 31; turn 3 of 12."
    assert summary("S", language="fr")[0] == "Vous ne perdez rien."
    assert summary("H", events.Losses("1H", "HS HS+g", 5, (0, 5)))[0] == (
        "You lost: 1 huscarl of 1H; the general is hurt."
    )
    assert summary("S", events.BannerTaken("1S", "H"), events.Rallied("5S", 5))[1] == (
        "You won: 1S took a banner; 5S rallied."
    )


def test_plain_mode_says_the_same_as_the_board() -> None:
    view = argad_view(banners={"C3": "H"}, gone={"6S": "destroyed"})
    said = ARGAD.speech.board(view, EN)
    assert said[0].startswith("Turn 3 of 12, map heath: S to play. Cards left: S3 H4 J1.")
    assert said[1] == "S, spades, Normans:"
    assert "3S, spearmen, K8 on a bank, 7 men, 3 worn, 4 can fight, in contact with 2H." in said
    assert "4H, spearmen, F15 in the open, 3 men, 0 worn, 0 can fight, demoralised." in said
    assert said[-2:] == ["A banner of hearts lies on C3.", "6S is destroyed."]
    assert ARGAD.speech.mine(view, EN) == said[1:7]
    assert ARGAD.speech.cell(view, "3", EN)[1].startswith("3S, spearmen, K8")
    assert ARGAD.speech.cell(view, "k8", EN)[0].startswith("K8: bank or hedge")
    assert ARGAD.speech.cell(view, "Z99", EN)[0].startswith("Z99 is neither a hex")
    assert len(ARGAD.speech.rules(EN)) > 30
    choosing = ARGAD.speech.board(replace(view, stage="army", units={}), EN)
    assert any(line.startswith("vikings: 36 figures, cost 270: 4HS HS+b HS+g / ") for line in choosing)


def test_a_round_is_read_out_with_its_sheets() -> None:
    lost = events.LineLost("S", 0, "M 9 K9", 2, Note("no_such_unit"))
    view = argad_view()
    read = RoundTold(1, {"S": ("M 9 K9", "P")}, {}, {}, (lost, events.Passed("S")), view, view, True)
    said = ARGAD.speech.rounds(read, EN)
    assert said[0] == "Sheet of spades:"
    assert said[1].startswith("1. M 9 K9 - LOST: ")
    assert said[2] == "2. P"
    unknown = replace(read, before=None)
    assert len(ARGAD.speech.rounds(unknown, EN)) == len(said)


def test_plain_mode_sums_up_only_cards_on_which_somebody_is_struck() -> None:
    state, voice = argad_table(), Voice(Console(io.StringIO(), io.StringIO()), "en")
    for story, has_summary in ((CHARGE[:3], False), (CHARGE, True)):
        view = small_view()
        read = RoundTold(9, {"H": ("C 1 1S",)}, {}, {}, story, view, view, True, owing={"H": ("H",)})
        assert any(line.startswith("You lost") for line in voice.told(read, state)) == has_summary


@pytest.mark.parametrize(("kind", "goes_on_to"), [("army", "the deployment"), ("deploy", "the first card")])
def test_plain_mode_says_what_ready_goes_on_to_after_the_setup(kind: str, goes_on_to: str) -> None:
    """A-PHASE-1: after these two phases there is always time to read."""
    said = say_for_game("argad", kind, words("en"), Note("plain.ready-goes-on"))
    assert said == f"Type ready to go on to {goes_on_to}."
