"""Positions of Argad for tests, as scenarios write them."""

import json
from random import Random
from typing import Any

from msgspec.structs import replace

from protocol.ids import Seat
from protocol.views.argad.words import SIDE_OF, is_lone_general, side_of
from server.games.argad import ARGAD
from server.games.argad.setting import read_scenario, read_state
from server.games.argad.state import ArgadState
from server.games.dice import Dice
from server.resolve import resolve_text


def play(**scenario: Any) -> dict[str, Any]:
    """The outcome of a scenario, as `qg-server resolve` gives it."""
    return resolve_text(json.dumps({"game": "argad", **scenario}).encode(), "en")


def state_of(**scenario: Any) -> ArgadState:
    """The position of a scenario, before its sheets are read."""
    return read_state(read_scenario({"game": "argad", **scenario}))


def battle(seed: int = 1, **options: Any) -> ArgadState:
    """A battle whose first card is drawn; the armies and their places are the usual ones."""
    state = ARGAD.setup(ARGAD.read_options(options), Dice(seed))
    for number in range(2):
        state = ARGAD.resolve(state, {}, Dice(seed + number)).state
    return state


def conceal(state: ArgadState, seat: Seat | None, random: Random) -> ArgadState:
    """Another state that this seat cannot tell from this one: another enemy is in reserve, or nobody."""
    if not state.hides_reserve:
        return state
    units = dict(state.units)
    for asked in state.asked:
        if SIDE_OF[asked] == SIDE_OF.get(seat or ""):
            continue
        side = [name for name in units if side_of(name) == SIDE_OF[asked]]
        own = [n for n in side if n[-1] == asked and units[n].is_ready and not is_lone_general(n)]
        chosen = random.choice([*own, None])
        units |= {name: replace(units[name], reserve=name == chosen) for name in side}
    return replace(state, units=units)


def order(*lines: str, seat: str = "S", **scenario: Any) -> dict[str, Any]:
    """The outcome of one card of a seat, whose sheet has these lines."""
    return play(seat=seat, sheets=[{"seat": seat, "lines": list(lines)}], **scenario)


def unit(at: str, figs: str, **marks: Any) -> dict[str, Any]:
    return {"at": at, "figs": figs, **marks}


def codes(outcome: dict[str, Any]) -> list[str | None]:
    return [line["code"] for line in outcome["lines"]]


def told(outcome: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The events of one kind, without the name of the kind."""
    return [
        {key: value for key, value in event.items() if key != "e"}
        for event in outcome["events"]
        if event["e"] == kind
    ]


def kinds(outcome: dict[str, Any]) -> list[str]:
    """The kinds of all events, in order."""
    return [event["e"] for event in outcome["events"]]


FAR = {"9H": unit("A16", "3LV")}
"""An enemy that is nowhere near."""
FOE = {"9S": unit("Z1", "3LV")}
"""The same for red."""
