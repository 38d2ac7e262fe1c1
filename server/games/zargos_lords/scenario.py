"""Plays the phase of a scenario and writes what came of it, all as JSON values."""

from typing import Any

import msgspec

from protocol.texts import catalogue
from protocol.views.zargos_lords.events import FOR_THE_TABLE, Ended, Event
from protocol.views.zargos_lords.words import OVER, PEOPLES, SETUP
from server.games.api import Private, Sheets
from server.games.dice import Roller
from server.games.flaw import Flaw
from server.games.zargos_lords.phases import PhaseRead, read_phase
from server.games.zargos_lords.setting import read_scenario, read_state, sheets_of
from server.games.zargos_lords.sheet import Entry
from server.games.zargos_lords.state import LordsState, city_count, owing_of


class CountedDice:
    """Dice that know how often they were thrown."""

    def __init__(self, dice: Roller) -> None:
        self._dice = dice
        self.thrown = 0

    def roll(self, faces: int) -> int:
        face = self._dice.roll(faces)
        self.thrown += 1
        return face


def play(given: Any, language: str, dice: Roller) -> dict[str, Any]:
    scenario = read_scenario(given)
    state = read_state(scenario)
    counted = CountedDice(dice)
    read = read_phase(state, sheets_of(scenario, state), counted, last=scenario.last)
    lines = {people: [_written(entry, language) for entry in found] for people, found in read.entries.items()}
    return {
        "lines": lines,
        **written_position(read.state),
        "count": city_count(read.state),
        "next": _next(read.state),
        "over": read.state.stage == OVER,
        "winner": read.state.winner,
        "dice_used": counted.thrown,
        "events": [_plain(event) for event in _listed(read)],
    }


def _listed(read: PhaseRead) -> list[Event]:
    return [part for part in read.story if not isinstance(part, (Private, *FOR_THE_TABLE))]


def _plain(event: Event) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    if isinstance(event, Ended):
        written.pop("why", None)
    return written


def code_of(flaw: Flaw) -> str:
    """The code of L-SHEET-6; what follows two dashes only chooses the sentence."""
    return flaw.code.partition("--")[0]


def _written(entry: Entry, language: str) -> dict[str, Any]:
    say = catalogue("zargos_lords", language).say
    return {
        "text": entry.text,
        "executed": entry.flaw is None,
        "code": code_of(entry.flaw) if entry.flaw else None,
        "reason": say(entry.flaw.note) if entry.flaw else None,
    }


def written_position(state: LordsState) -> dict[str, Any]:
    return {
        "pieces": {people: units for people, units in state.pieces.items() if units},
        "cities": {people: cities for people, cities in state.cities.items() if cities},
        "hostages": state.hostages,
        "vanished": state.vanished,
        "stuck": state.stuck,
        "pacts": list(state.pacts),
        "offered": list(state.offered),
        "standing": {
            people: msgspec.structs.asdict(said) for people, said in sorted(state.standing.items(), key=_rank)
        },
        "acted": list(state.acted),
    }


def _rank(item: tuple[str, Any]) -> int:
    return PEOPLES.index(item[0])


def _next(state: LordsState) -> dict[str, Any] | None:
    if state.stage == OVER:
        return None
    return {
        "phase": state.stage,
        "seats": list(owing_of(state)),
        "turn": state.turn,
        "month": state.month,
        "part": state.part,
    }


def write_scenario(state: LordsState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
    """A phase of a game in the form that `play` reads."""
    written: dict[str, Any] = {
        "game": "zargos_lords",
        "phase": state.stage,
        "players": list(state.peoples),
        "turn": state.turn,
        "month": state.month,
        "part": state.part,
        "homes": {people: list(homes) for people, homes in state.homes.items()},
        "options": {"skirmish": state.is_skirmish, "months": state.months, "tie": state.tie},
        **written_position(state),
        "orders": {people: list(lines) for people, lines in sheets.items() if people in state.peoples},
        "last": last,
    }
    if state.asked:
        written["asked"] = list(state.asked)
    if state.stage == SETUP:
        written.pop("stuck")
    return written
