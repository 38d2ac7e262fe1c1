"""A story of Zargo's Lords leads from one position to the next, for everybody who is told it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.texts import catalogue
from protocol.views.zargos_lords import events as e
from protocol.views.zargos_lords import note_of, step, zone_against
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import HIDDEN
from server.games.api import Private
from server.games.scenario_dice import ScenarioDice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.phases import PhaseRead, read_phase
from server.games.zargos_lords.setting import read_scenario, read_state, sheets_of
from server.games.zargos_lords.state import LordsState
from tests.kit.lords_views import small_view

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("cases").joinpath("zargos_lords.json").read_text("utf-8")
)
ALLIES = {"players": ["K", "D", "W"], "pacts": ["KD"]}
HOSTAGES: list[dict[str, Any]] = [
    {
        **ALLIES,
        "turn": "K",
        "homes": {"D": ["II"], "K": ["I"]},
        "pieces": {"K": {"C14": "F"}, "W": {"S20": "F"}, "D": {"E18": "F"}},
        "orders": {"K": ["give F C14"]},
    },
    {
        **ALLIES,
        "turn": "D",
        "pieces": {"K": {"C14": "F"}, "W": {"S20": "F"}, "D": {"D14": "F"}},
        "offered": ["C14"],
        "orders": {"D": ["F D14 C14"]},
    },
    {
        **ALLIES,
        "turn": "D",
        "pieces": {"K": {"K14": "F"}, "W": {"S20": "F"}, "D": {"D14": "F+K:F"}},
        "cities": {"D": {"E14": ""}},
        "orders": {"D": ["F+F D14 E14"]},
    },
    {
        **ALLIES,
        "turn": "D",
        "pieces": {"K": {"K14": "F"}, "W": {"S20": "F"}, "D": {"D14": "F+K:C"}},
        "orders": {"D": ["F D14 C14"]},
    },
    {
        **ALLIES,
        "turn": "K",
        "pieces": {"K": {"D14": "C"}, "W": {"S20": "F"}, "D": {"C14": "F"}},
        "offered": ["C14", "D14"],
        "orders": {"K": ["break D"]},
        "dice": [6],
    },
    {
        "turn": "K",
        "players": ["K", "D", "W"],
        "pieces": {"K": {"D14": "F"}, "W": {"S20": "F"}},
        "cities": {"D": {"E14": ""}},
        "hostages": {"E14": {"K": "1C 1F"}},
        "orders": {"K": ["F D14 E14"]},
    },
    {
        "turn": "W",
        "pieces": {"W": {"G14": "L"}, "D": {"H14": "F+K:F", "J18": "F"}, "K": {"S04": "F"}},
        "orders": {"W": ["L G14 x H14"]},
        "dice": [6],
    },
    {
        "turn": "D",
        "players": ["K", "D", "W"],
        "pieces": {"K": {"D14": "F"}, "W": {"S20": "F"}},
        "cities": {"D": {"I14": "1F"}},
        "hostages": {"I14": {"K": "2F"}},
        "orders": {"D": ["kill F I14", "kill F I14"]},
    },
]
"""A piece is given, taken charge of, shut in, let go, no longer offered, freed with its city or with the end
of its guard, killed."""
SCENARIOS = [
    *(
        pytest.param(case["scenario"], id=case["name"])
        for case in CASES
        if not case["expect"].get("error") and case["scenario"].get("phase") != "setup"
    ),
    *(pytest.param(scenario, id=f"hostages {number}") for number, scenario in enumerate(HOSTAGES)),
]


def read(scenario: dict[str, Any]) -> tuple[LordsState, PhaseRead]:
    """The state of a scenario, and what its phase comes to."""
    given = dict(scenario)
    faces = given.pop("dice", ())
    form = read_scenario({"game": "zargos_lords", **given})
    state = read_state(form)
    return state, read_phase(state, sheets_of(form, state), ScenarioDice(faces), last=form.last)


def compared(position: Position) -> dict[str, Any]:
    """All of a position that its story changes. Which phase is on, and who acted, the new view says."""
    names = ("pieces", "cities", "hostages", "vanished", "stuck", "pacts", "offered", "standing", "fleeing")
    found: dict[str, Any] = {name: getattr(position, name) for name in (*names, "winner", "ending")}
    return found | {"month": position.month, "turn": position.turn}


def test_two_monks_that_vanished_at_one_hex_are_lost_one_by_one() -> None:
    """L-VAN-3"""
    view = small_view(vanished={"G04": 2})
    lost = e.Eliminated("M", "O", "G04", "vanished")
    assert step(view, lost).vanished == {"G04": 1}
    assert step(step(view, lost), lost).vanished == {}


def test_who_has_a_zone_is_known_from_the_view() -> None:
    """L-ZONE-1, L-PACT-3"""
    pieces = {"K": {"C14": "C"}, "D": {"G14": "F", "I12": "D"}, "W": {"K14": "F"}}
    view = small_view(pieces=pieces, cities={"D": {"G16": HIDDEN, "C16": ""}}, peoples=("K", "D", "W"))
    zone = zone_against(view, "K")
    assert {"F14", "H14", "F16", "J14"} <= zone
    assert not zone & {"G16", "H12", "D16"}  # a city's own hex, beside a whirlpool, beside an empty city
    assert "J14" not in zone_against(replace(view, pacts=("KW",)), "K")


def told_to(seat: str | None, story: Iterable[Any]) -> list[e.Event]:
    """The events of a story as a seat is told them."""
    shown = (
        (part.event if seat in part.seats else part.instead) if isinstance(part, Private) else part
        for part in story
    )
    return [event for event in shown if event is not None]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_story_of_a_phase_leads_everybody_to_the_next_position(scenario: dict[str, Any]) -> None:
    """L-CITY-3, L-VIEW-1: those who do not know a garrison come to the view that they are sent, too."""
    state, phase = read(scenario)
    known: Position = state
    for event in told_to(state.turn, phase.story):
        known = step(known, event)
    assert compared(known) == compared(phase.state)
    for seat in (*state.peoples, None):
        view = ZARGOS_LORDS.view(state, seat)
        for event in told_to(seat, phase.story):
            view = step(view, event)
        assert compared(view) == compared(ZARGOS_LORDS.view(phase.state, seat)), seat


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_event_of_a_story_is_a_sentence(scenario: dict[str, Any], language: str) -> None:
    """L-VIEW-2"""
    say = catalogue("zargos_lords", language).say
    state, phase = read(scenario)
    for event in told_to(state.turn, phase.story):
        sentence = say(note_of(event))
        assert not sentence.startswith("event."), event
        assert not set("{}") & set(sentence), sentence
