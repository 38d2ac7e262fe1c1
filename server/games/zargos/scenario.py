"""Plays the phases of a scenario and writes what came of them, all as JSON values."""

from collections.abc import Iterator
from typing import Any

import msgspec

from protocol.ids import Lines, SheetKey
from protocol.notes import Note
from protocol.texts import catalogue
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.events import Answered, LineLost, Offered, OwnTurn, Passed, TurnBegun
from protocol.views.zargos.view import Combat
from protocol.views.zargos.words import DEMONS, PEOPLES, SETUP, People
from server.games.api import Private, Sheets
from server.games.dice import Roller
from server.games.zargos.phases import advance, finish, read_phase, sheets_owed
from server.games.zargos.setting import read_scenario, read_state, sheets_of
from server.games.zargos.state import Course, ZargosState, master_of

FOR_THE_TABLE = (LineLost, TurnBegun, OwnTurn, Passed, Offered, Answered)
"""The events that scenarios do not list."""


class Played(msgspec.Struct, frozen=True):
    """A phase that was played, with the sheets that were read and the reasons of their lost lines."""

    phase: str
    sheets: dict[SheetKey, Lines]
    lost: dict[tuple[SheetKey, int], Note]


def play(given: Any, language: str, dice: Roller) -> dict[str, Any]:
    scenario = read_scenario(given)
    sheets = sheets_of(scenario)
    state = read_state(scenario)
    course = Course(state, dice)
    phases: list[Played] = []
    advance(course)
    for number, each in enumerate(sheets):
        if course.is_over:
            break
        phases.append(_play_phase(course, each, last=scenario.last and number == 0))
    outcome = _written(course, phases, language)
    return outcome | (_setup(course.state) if scenario.phase in SETUP else {})


def _play_phase(course: Course, sheets: Sheets, *, last: bool) -> Played:
    phase, told = course.state.stage, len(course.story)
    read = {sheet: tuple(sheets[sheet]) for sheet in sheets_owed(course.state) if sheets.get(sheet)}
    read_phase(course, sheets)
    (finish if last else advance)(course)
    lost = {(event.sheet, event.line): event.reason for event in _line_losses(course, told)}
    return Played(phase, read, lost)


def _line_losses(course: Course, told: int) -> Iterator[LineLost]:
    for part in course.story[told:]:
        event = part.event if isinstance(part, Private) else part
        if isinstance(event, LineLost):
            yield event


def _written(course: Course, phases: list[Played], language: str) -> dict[str, Any]:
    state = course.state
    told = [event for event in course.story if not isinstance(event, (Private, *FOR_THE_TABLE))]
    is_over = state.stage == "over"
    return {
        "phases": [_written_phase(each, language) for each in phases],
        "units": written_units(state),
        "boats": state.boats,
        "hands": {people: list(state.hands[people]) for people in PEOPLES if people in state.hands},
        "kingdoms": state.kingdoms,
        "master": master_of(state),
        "order": list(state.order),
        "active": state.active or None,
        "turn": state.turn,
        "curse": state.curse,
        "exempt": list(state.exempt),
        "winds": list(state.winds),
        "reroll": list(state.reroll),
        "points": state.points,
        "combats": _written_combats(state),
        "pile": list(state.pile),
        "out": list(state.out),
        "next": None if is_over else {"phase": state.stage, "owing": list(sheets_owed(state))},
        "winner": state.winner,
        "dice_left": 0,
        "events": msgspec.json.decode(msgspec.json.encode(told)),
    }


def _setup(state: ZargosState) -> dict[str, Any]:
    return {
        "seats": state.seats,
        "cards": {people: list(cards) for people, cards in state.cards.items() if cards},
        "to_place": {people: number for people, number in state.to_place.items() if number},
    }


def _written_phase(played: Played, language: str) -> dict[str, Any]:
    say = catalogue("zargos", language).say
    sheets: dict[SheetKey, list[dict[str, Any]]] = {}
    for sheet, lines in played.sheets.items():
        sheets[sheet] = []
        for number, text in enumerate(lines):
            reason = played.lost.get((sheet, number))
            sheets[sheet].append(
                {
                    "text": text,
                    "executed": reason is None,
                    "code": code_of(reason) if reason else None,
                    "reason": say(reason) if reason else None,
                }
            )
    return {"phase": played.phase, "sheets": sheets}


def code_of(reason: Note) -> str:
    """The code of Z-PHASE-9; what follows two dashes only chooses the sentence."""
    return reason.code.partition("--")[0]


def written_units(state: ZargosState) -> dict[People, dict[str, int]]:
    return {
        people: {place: places[place] for place in ORDER if place in places}
        for people in (*PEOPLES, DEMONS)
        if (places := state.units.get(people))
    }


def _written_combats(state: ZargosState) -> list[dict[str, Any]]:
    """What is still to be fought; what defenders named is part of it only while the Master chooses cards."""
    written = []
    for combat in state.combats:
        one = {"at": combat.at, "by": combat.by, "with": combat.number, "war": combat.war}
        named = _named_by_defender(combat) if state.stage == "keep" else {}
        written.append({**one, "defence": named} if named else one)
    return written


def _named_by_defender(combat: Combat) -> dict[str, Any]:
    war: dict[str, Any] = {"war": True} if combat.defence_war else {}
    return {**war, "vortex": list(combat.vortex)} if combat.vortex else war


def write_scenario(state: ZargosState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
    """A phase of a game in the form that `play` reads."""
    written: dict[str, Any] = {
        "game": "zargos",
        "phase": state.stage,
        "sheets": [{sheet: list(lines) for sheet, lines in sheets.items()}],
        "options": {name: getattr(state, name) for name in ("turns", "zargos_powers", "buying", "trade")},
        "last": last,
    }
    if state.stage == "people":
        return written | {"seating": list(state.seating), "taken": state.seats}
    written["seats"] = state.seats
    if state.stage in ("draft", "offer", "reply"):
        return written | _written_draft(state)
    return written | _written_play(state)


def _written_draft(state: ZargosState) -> dict[str, Any]:
    return {
        "choosing": list(state.seats),
        "cards": {people: list(cards) for people, cards in state.cards.items()},
        "blue": list(state.blue),
        "green": list(state.green),
        "wishes": state.wishes,
        "round": max(state.round, 1),
        "offers": [list(msgspec.structs.astuple(offer)) for offer in state.offers],
    }


def _written_play(state: ZargosState) -> dict[str, Any]:
    return {
        "units": {people: dict(state.units.get(people, {})) for people in state.order} | _demons(state),
        "order": list(state.order),
        "active": state.active,
        "turn": max(state.turn, 1),
        "boats": state.boats,
        "hands": {people: list(hand) for people, hand in state.hands.items()},
        "kingdoms": state.kingdoms,
        "pile": list(state.pile),
        "curses": list(state.curses),
        "curse": state.curse,
        "exempt": list(state.exempt),
        "winds": list(state.winds),
        "reroll": list(state.reroll),
        "passed": list(state.passed),
        "attacked": list(state.attacked),
        "points": state.points,
        "played": [[each.people, f"{each.card} {each.target}".strip()] for each in state.played],
        "combats": _written_combats(state),
        "why": state.why or None,
        "to_place": {people: number for people, number in state.to_place.items() if number},
    }


def _demons(state: ZargosState) -> dict[People, dict[str, int]]:
    demons = state.units.get(DEMONS)
    return {DEMONS: dict(demons)} if demons else {}
