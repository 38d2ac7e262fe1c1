"""A referee's corrections of a position.

`K F14 F+C` says what stands on F14, and nothing behind the hex clears it. The others are `CITY K I11 2F 1A`,
`HOST I11 D 1F`, `VANISHED F14 1`, `STUCK I12 2`, `PACT KD`, `NOPACT KD` and `MONTH 4`. `TURN W` begins that
move anew. No refusal tells what is in a garrison.
"""

from collections.abc import Sequence

from protocol.views.zargos_lords.board import CONSTANTS, RANK, WHIRLPOOL, terrain_of
from protocol.views.zargos_lords.words import FIRST_PART, PEOPLES, TURN, Hex, People, pact_of
from server.games.zargos_lords.soundness import (
    check_pact,
    check_position,
    garrison_of,
    read_hex,
    refuse,
    unit_of,
)
from server.games.zargos_lords.state import LordsState, change

Places = dict[People, dict[Hex, str]]
LONGEST = 40


def amend(state: LordsState, lines: Sequence[str]) -> LordsState:
    for line in lines:
        words = line.upper().split()
        if words:
            state = _amend_one(state, words, line)
    state = _tidied(state)
    check_position(state)
    return state


def _amend_one(state: LordsState, words: list[str], line: str) -> LordsState:
    match words:
        case ["CITY", people, at, *garrison] if people in state.peoples:
            return _amend_city(state, people, read_hex(at), garrison_of(people, " ".join(garrison)))
        case ["HOST", at, people, *held] if people in state.peoples:
            return _amend_hostages(state, read_hex(at), people, garrison_of(people, " ".join(held)))
        case ["VANISHED", at, number] if _is_number(number, 7):
            others = {each: count for each, count in state.vanished.items() if each != read_hex(at)}
            return change(state, vanished=others | ({read_hex(at): int(number)} if int(number) else {}))
        case ["STUCK", at, number] if _is_number(number, CONSTANTS.whirlpool_moves):
            return change(state, stuck={**state.stuck, read_hex(at): int(number)})
        case [("PACT" | "NOPACT") as word, pact] if len(pact) == 2:
            return _amend_pact(state, word, pact_of(pact[0], pact[1]), pact)
        case ["MONTH", number] if _is_number(number, state.months) and int(number):
            return change(state, month=int(number))
        case ["TURN", people] if people in state.peoples and state.stage != "setup":
            return _begin_turn(state, people)
        case [people, at, *unit] if people in state.peoples and len(unit) <= 1:
            return _amend_unit(state, people, read_hex(at), unit_of(people, unit[0]) if unit else "")
    raise refuse("no-amendment", line=line[:LONGEST])


def _is_number(word: str, most: int) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 2 and int(word) <= most


def _amend_unit(state: LordsState, people: People, at: Hex, unit: str) -> LordsState:
    """Whatever stood on the hex makes way."""
    pieces = _without(state.pieces, at)
    if unit:
        pieces[people] = {**pieces.get(people, {}), at: unit}
    offered = tuple(each for each in state.offered if each != at)
    return change(state, pieces=_ordered(pieces), offered=offered)


def _amend_city(state: LordsState, people: People, at: Hex, garrison: str) -> LordsState:
    cities = _without(state.cities, at)
    cities[people] = {**cities.get(people, {}), at: garrison}
    return change(state, cities=_ordered(cities))


def _amend_hostages(state: LordsState, at: Hex, people: People, held: str) -> LordsState:
    captives = {each: kinds for each, kinds in state.hostages.get(at, {}).items() if each != people}
    captives |= {people: held} if held else {}
    hostages = {each: them for each, them in state.hostages.items() if each != at}
    ordered = {each: captives[each] for each in PEOPLES if each in captives}
    return change(state, hostages=hostages | ({at: ordered} if ordered else {}))


def _amend_pact(state: LordsState, word: str, pact: str, given: str) -> LordsState:
    check_pact(state.peoples, pact or given)
    pacts = {*state.pacts, pact} if word == "PACT" else {*state.pacts} - {pact}
    return change(state, pacts=tuple(sorted(pacts, key=lambda each: [PEOPLES.index(p) for p in each])))


def _begin_turn(state: LordsState, people: People) -> LordsState:
    """That move begins anew, also after the end of the game."""
    return change(state, stage=TURN, turn=people, part=FIRST_PART, acted=(), asked=(), winner=None, ending="")


def _without(places: Places, at: Hex) -> Places:
    return {
        people: {each: text for each, text in held.items() if each != at} for people, held in places.items()
    }


def _ordered(places: Places) -> Places:
    return {
        people: {at: places[people][at] for at in sorted(places[people], key=RANK.__getitem__)}
        for people in PEOPLES
        if places.get(people)
    }


def _tidied(state: LordsState) -> LordsState:
    """Who stands in a whirlpool is held, and nobody else; what is no more cannot have acted."""
    terrain = terrain_of(state.is_skirmish)
    units = {at: people for people, held in state.pieces.items() for at in held}
    held = {
        at: state.stuck.get(at, CONSTANTS.whirlpool_moves)
        for at in sorted(units, key=RANK.__getitem__)
        if terrain[at] == WHIRLPOOL
    }
    given = {at: moves for at, moves in state.stuck.items() if at not in held and terrain[at] != WHIRLPOOL}
    return change(state, stuck=held | given)
