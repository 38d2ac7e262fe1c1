"""Positions of Zargo's Lords for tests: scenarios as plain values, garrisons dealt anew, sound positions."""

import json
from random import Random
from typing import Any

from msgspec.structs import replace

from protocol.ids import Seat
from protocol.views.zargos_lords.board import PIECES, TERRAIN
from protocol.views.zargos_lords.words import read_garrison, read_unit, write_garrison
from server.games.zargos_lords.setting import read_scenario, read_state
from server.games.zargos_lords.soundness import check_position
from server.games.zargos_lords.state import LordsState
from server.resolve import resolve_text

MAGE = "G"


def play(**scenario: Any) -> dict[str, Any]:
    """The outcome of a scenario."""
    return resolve_text(json.dumps({"game": "zargos_lords", **scenario}).encode(), "en")


def codes(outcome: dict[str, Any], people: str) -> list[str | None]:
    """What became of each order of a people's sheet: the code of its loss, or None."""
    return [line["code"] for line in outcome["lines"][people]]


def events(outcome: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in outcome["events"] if event["event"] in kinds]


def state_of(**scenario: Any) -> LordsState:
    return read_state(read_scenario({"game": "zargos_lords", **scenario}))


def conceal(state: LordsState, seat: Seat | None, random: Random) -> LordsState:
    """Another state that this seat cannot tell from this one: other pieces are in the cities of others.

    Mages stay, because their aura is seen outside; and as many pieces stay as there were.
    """
    cities = {
        people: {
            at: garrison if people == seat else _other_garrison(people, garrison, random)
            for at, garrison in held.items()
        }
        for people, held in state.cities.items()
    }
    return replace(state, cities=cities)


def _other_garrison(people: str, garrison: str, random: Random) -> str:
    kinds = [kind for kind in PIECES[people] if kind != MAGE]
    return write_garrison(kind if kind == MAGE else random.choice(kinds) for kind in read_garrison(garrison))


def check_sound(state: LordsState) -> None:
    """One unit a hex, nobody at sea, at most four in a city and two hostages, and nobody is fleeing."""
    check_position(state)
    assert not state.fleeing
    places = [at for units in state.pieces.values() for at in units]
    assert len(places) == len(set(places))
    assert all(TERRAIN[at] != "~" for at in places)
    assert set(state.stuck) == {at for at in places if TERRAIN[at] == "@"}


def numbers(state: LordsState) -> dict[tuple[str, str], int]:
    """How many pieces of each kind each people has, wherever they are."""
    found: dict[tuple[str, str], int] = {}

    def add(people: str, kind: str, number: int = 1) -> None:
        found[people, kind] = found.get((people, kind), 0) + number

    for people, units in state.pieces.items():
        for text in units.values():
            unit = read_unit(text)
            add(people, unit.kind)
            if unit.ward:
                add(unit.captive_of or people, unit.ward)
    for people, cities in state.cities.items():
        for garrison in cities.values():
            for kind in read_garrison(garrison):
                add(people, kind)
    for held in state.hostages.values():
        for people, kinds in held.items():
            for kind in read_garrison(kinds):
                add(people, kind)
    if state.vanished:
        add("M", "O", sum(state.vanished.values()))
    return found
