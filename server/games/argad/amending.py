"""A referee's corrections of a position.

`3S K9` puts a unit on a hex, `3S K9 7SP SP+m` says also which figures it has, `3S OFF` takes it off the
table. The others are `WEAR 3S 2`, `BREAK 3S`, `RALLY 3S`, `LOAD 3S 1`, `BANNER K9 S` and `BANNER K9` for
none, `LOST black 30`, `TURN 4`, and `CARD S`, which asks for a card of that seat, also after the end of the
game. Nothing can be corrected before the battle begins.
"""

from collections.abc import Sequence

from msgspec import structs

from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import missile_of
from protocol.views.argad.view import Unit
from protocol.views.argad.words import ARMY, CARD, DEPLOY, SIDES, UnitName, unit_rank
from server.games.argad.soundness import check_position, read_hex, read_troops, read_unit_name, refuse
from server.games.argad.state import ArgadState, change, has_troops

LONGEST = 40
FRENCH = {
    **{"HORS": "OFF", "USURE": "WEAR", "ROMPRE": "BREAK", "RALLIER": "RALLY", "CHARGE": "LOAD"},
    **{"BANNIERE": "BANNER", "BANNIÈRE": "BANNER", "PERDU": "LOST", "TOUR": "TURN", "CARTE": "CARD"},
    **{"NOIRS": "BLACK", "ROUGES": "RED"},
}
"""The French words of a correction, and what each stands for."""


def amend(state: ArgadState, lines: Sequence[str]) -> ArgadState:
    for line in lines:
        words = [FRENCH.get(word, word) for word in line.upper().split()]
        if words and state.stage in (ARMY, DEPLOY):
            raise refuse("too-early")
        if words:
            state = _amend_one(state, words, line)
    check_position(state)
    return state


def _amend_one(state: ArgadState, words: list[str], line: str) -> ArgadState:
    match words:
        case ["WEAR", name, number] if _is_number(number, 99):
            return _with(state, name, wear=int(number))
        case ["BREAK", name]:
            return _with(state, name, is_demoralised=True, wear=0, reserve=False)
        case ["RALLY", name]:
            return _with(state, name, is_demoralised=False)
        case ["LOAD", name, number] if _is_number(number, 2):
            return _with_load(state, name, int(number))
        case ["BANNER", at, *seat] if not seat or seat[0] in state.seats:
            return _with_banner(state, at, seat)
        case ["LOST", side, number] if side.lower() in SIDES and _is_number(number, 999):
            return change(state, losses={**state.losses, side.lower(): int(number)})
        case ["TURN", number] if _is_number(number, state.turns) and int(number):
            return change(state, turn=int(number))
        case ["CARD", seat] if seat in state.seats:
            return _ask_card(state, seat)
        case [name, "OFF"] if _is_name(state, name):
            return _taken_off(state, _standing(state, name))
        case [name, at, *figures] if _is_name(state, name):
            return _placed(state, name, at, " ".join(figures))
    raise refuse("no-amendment", line=line[:LONGEST])


def _is_number(word: str, most: int) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 3 and int(word) <= most


def _is_name(state: ArgadState, word: str) -> bool:
    return len(word) == 2 and word[0] in "123456789G" and word[1] in state.seats


def _standing(state: ArgadState, word: str) -> UnitName:
    name = read_unit_name(word)
    if name not in state.units:
        raise refuse("no-such-unit", unit=name)
    return name


def _with(state: ArgadState, word: str, **fields: object) -> ArgadState:
    name = _standing(state, word)
    unit = structs.replace(state.units[name], **fields)
    unit = structs.replace(unit, found_fatigued=unit.is_fatigued)
    return change(state, units={**state.units, name: unit})


def _with_load(state: ArgadState, word: str, steps: int) -> ArgadState:
    """No more steps than the weapon has."""
    weapon = missile_of(state.units[_standing(state, word)].figs)
    most = TABLES.missile[weapon].reload if weapon else 0
    return _with(state, word, load=min(steps, most))


def _with_banner(state: ArgadState, word: str, seat: list[str]) -> ArgadState:
    at = read_hex(word)
    others = {hex_: whose for hex_, whose in state.banners.items() if hex_ != at}
    return change(state, banners=others | ({at: seat[0]} if seat else {}))


def _taken_off(state: ArgadState, name: UnitName) -> ArgadState:
    units = {each: unit for each, unit in state.units.items() if each != name}
    return change(state, units=units, gone={**state.gone, name: "destroyed"})


def _placed(state: ArgadState, word: str, at: str, figures: str) -> ArgadState:
    """A unit that stood there keeps its marks; one that was gone is back."""
    name, hex_ = read_unit_name(word), read_hex(at)
    before = state.units.get(name)
    if before is None and not figures:
        raise refuse("no-such-unit", unit=name)
    unit = before or Unit(at=hex_, figs=())
    unit = structs.replace(unit, at=hex_, figs=read_troops(figures) if figures else unit.figs)
    units = {**state.units, name: structs.replace(unit, found_fatigued=unit.is_fatigued)}
    gone = {each: how for each, how in state.gone.items() if each != name}
    return change(state, units={each: units[each] for each in sorted(units, key=unit_rank)}, gone=gone)


def _ask_card(state: ArgadState, seat: str) -> ArgadState:
    if not has_troops(state, seat):
        raise refuse("no-troops", seat=seat)
    fields = {"extra": "", "extras": (), "order": None, "is_first": False}
    asked = change(state, stage=CARD, choosing=(seat,), playing=seat, **fields)
    return change(asked, winner=None, ending="", broken=())
