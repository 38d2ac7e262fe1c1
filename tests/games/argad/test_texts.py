"""Every fault, event, cause and help of Argad has a sentence, in English and in French."""

import re
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from protocol.texts import catalogue
from protocol.views.argad import events as e
from protocol.views.argad import note_of
from protocol.views.argad.board import TABLES, TERRAIN
from protocol.views.argad.view import Army, Unit
from protocol.views.argad.words import BENEFITS, CAUSES, FATES, PHASES, SEATS, SIDES

LANGUAGES = ("en", "fr")
FAULTS = [
    "syntax",
    "no_such_unit",
    "not_yours",
    "not_an_enemy",
    "other_unit",
    "closed",
    "fatigued",
    "demoralised",
    "not_fatigued",
    "not_demoralised",
    "in_contact",
    "not_in_contact",
    "not_next_to_target",
    "occupied",
    "no_entry",
    "next_to_enemy",
    "too_far",
    "no_path",
    "nearer",
    "no_weapon",
    "no_ammo",
    "not_loaded",
    "loaded",
    "already_shot",
    "must_stand_still",
    "no_fighters",
    "out_of_range",
    "no_sight",
    "target_in_melee",
    "hidden",
    "already_active",
    "in_reach",
    "broke_this_turn",
    "already_routed",
    "bad_merge",
    "bad_split",
    "wrong_kind",
    "no_general",
    "no_wear",
    "no_medic",
    "nobody_lost",
    "unused",
    "too_many",
    "unknown_army",
    "unit_size",
    "mixed_unit",
    "bad_command",
    "not_in_zone",
    "already_placed",
]
WHYS = ("test", "again", "melee", "pinned", "retreat", "banner", "general", "rest", "joker")
POINTS = {"black": 3, "red": 4}
TOLD: list[e.Event] = [
    *(e.JokerUsed("S", benefit, "1S") for benefit in BENEFITS.values() if benefit != "NONE"),
    e.JokerUsed("S", "NONE"),
    *(e.Worn("1S", 1, why, 2) for why in WHYS),
    *(e.Tested("1S", ("cavalry",), 3, 2, passed) for passed in (True, False)),
    *(e.Tested("1S", ("losses", "lost"), 3, 2, passed) for passed in (True, False)),
    *(e.Gone("1S", how) for how in FATES),
    *(e.GeneralLost("S", how) for how in ("killed", "captured", "left")),
    *(e.Blow("1S", "1H", 3, 0, result) for result in ("miss", "recoil", "kill")),
    *(e.Asked(stage, ("S",), "S", "1S") for stage in PHASES),
    *(e.Ended(winner, why, POINTS) for winner, why in product(("black", None), ("broken", "turns", "time"))),
    *(e.Fought("1S", "1H", (2, 1), winner) for winner in ("1S", None)),
    *(e.Clashed("1S", "1H", (), {"1S": 4}, is_charge, False, False) for is_charge in (True, False)),
    *(e.Reloaded("1S", left) for left in (0, 1)),
    *(e.Routed("1S", ("K3", "K2"), left) for left in (True, False)),
    *(e.Slowed("1S", (6,), "D", 14, blocked) for blocked in (True, False)),
    *(e.Volley("1S", "1H", "longbow", (6, 6), need, 1) for need in (5, 7)),
    *(e.Activated("1S", acts) for acts in (1, 2)),
    e.Chosen("black", Army("normans", 276, ())),
    e.ListVoid("black", ("units",)),
    e.Placed("1S", "K2", ("SP", "SP")),
    e.Begun({"black": 5, "red": 5}),
    e.TurnBegun(1),
    e.TurnEnded(1),
    e.DeckMade({"S": 5, "J": 1}),
    e.CardDrawn("S"),
    e.CardLost("S"),
    e.JokerDrawn(),
    e.JokerHidden("S"),
    e.Marched("1S", 4),
    e.Healed("1S", "SP"),
    e.ReserveActs("1S"),
    e.Passed("S"),
    e.Held("S"),
    e.Frustrated("S", "no_sight"),
    e.Ordered("S", "card", "M 1 K4"),
    e.Marked("1S", load=1),
    e.Moved("1S", ("K3", "K4")),
    e.Stayed("1S"),
    e.Shifted("1S", "K4"),
    e.Recoiled("1S", "K4"),
    e.Pinned("1S"),
    e.Followed("1S", "K4"),
    e.Retreated("1S", ("K3", "K2"), False),
    e.NoShot("1S", "out_of_range"),
    e.Losses("1S", "2SP", 3),
    e.GeneralHurt("1S"),
    e.GeneralLeft("1S"),
    e.GeneralJoined("1S"),
    e.BannerDown("1S", "K3"),
    e.BannerUp("1S", "K3"),
    e.BannerTaken("1S", "H"),
    e.Fatigued("1S"),
    e.Demoralised("1S"),
    e.Rallied("1S", 4),
    e.Reorganised("1S", 2),
    e.Merged("1S", "2S", Unit("K3", ("SP",))),
    e.Split("1S", "2S", "K4"),
    e.Dismounted("1S"),
    e.SideBroken("red"),
    e.Decided("turns"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", TOLD, ids=lambda event: note_of(event).code)
def test_every_event_has_a_sentence(event: e.Event, language: str) -> None:
    words = catalogue("argad", language)
    note = note_of(event)
    assert words.has(note.code), note.code
    said = words.say(note)
    assert not re.search(r"\?\w+\?", said), said
    assert not re.search(r"[{}]", said)


def test_every_kind_of_event_is_in_the_list() -> None:
    def kinds(union: object) -> set[type]:
        return {kind for each in get_args(union) for kind in (kinds(each) or {each})}

    assert {type(event) for event in TOLD} == kinds(e.Event) - {e.LineLost}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_a_sentence_of_its_own_without_names(code: str, language: str) -> None:
    """A-PHASE-6: `qg-server resolve --words` says it, too, where no names are known."""
    sentence = str(catalogue("argad", language).tables["fault"][code])
    assert sentence
    assert "{" not in sentence


def test_every_fault_that_the_rules_tell_has_a_sentence() -> None:
    folder = Path(__file__).parents[3] / "server" / "games" / "argad"
    source = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    plain = set(re.findall(r'Flaw\("([a-z_-]+)"', source))
    named = {f"{code}--named" for code in re.findall(r'fault\("([a-z_]+)"', source)}
    assert plain
    assert named
    for language in LANGUAGES:
        assert plain | named <= set(catalogue("argad", language).tables["fault"])
    assert {code.partition("--")[0] for code in plain | named} <= {*FAULTS, "no-words"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_have_names(language: str) -> None:
    tables = catalogue("argad", language).tables
    assert set(TABLES.types) == set(tables["troops"])
    assert set(TERRAIN) == set(tables["terrain"])
    assert set(TABLES.missile) == set(tables["shooting"])
    assert {*TABLES.armies, "bought"} == set(tables["army-name"])
    assert set(CAUSES) == set(tables["test-cause"])
    assert {*SEATS, "-"} == set(tables["seat"])
    assert {*SIDES, "-"} == set(tables["side"])


def test_a_lost_line_is_told_with_its_sheet() -> None:
    from protocol.notes import Note

    lost = e.LineLost("S", 0, "M 1 Z9", 4, Note("too_far"))
    assert catalogue("argad", "en").say(note_of(lost)) == "S: line lost, M 1 Z9"
    assert catalogue("argad", "fr").say(note_of(lost)) == "S : ligne perdue, M 1 Z9"
