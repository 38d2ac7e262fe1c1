"""Whether what somebody wrote down is a position of the game. What cannot be is refused with one sentence."""

import re
from collections.abc import Iterable, Mapping

from protocol.notes import Arg, Note
from protocol.views.zargos_lords.board import (
    CONSTANTS,
    LAND,
    NUMBERS,
    PIECES,
    SEA,
    WHIRLPOOL,
    terrain_of,
)
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import (
    FOOT,
    PEOPLES,
    Hex,
    Kind,
    People,
    Unit,
    pact_of,
    read_garrison,
    read_unit,
    write_garrison,
)
from server.games.api import BadScenario

_HEX = re.compile(r"([A-X])([0-9]{1,2})")
_UNIT = re.compile(r"([A-Z])(?:\+(?:([KDWM]):)?([A-Z]))?")
_GARRISON = re.compile(r"([1-9])([A-Z])")
LONGEST = 20


def refuse(code: str, **args: Arg) -> BadScenario:
    """What is wrong with a position; a word of nothing is quoted, so that the sentence has a subject."""
    seen: dict[str, Arg] = {
        name: f'"{value}"' if isinstance(value, str) and not value.strip() else value
        for name, value in args.items()
    }
    return BadScenario("zargos_lords", Note(f"scenario.{code}", seen))


def read_hex(word: str) -> Hex:
    found = _HEX.fullmatch(word.strip().upper()) if word.isascii() else None
    if found is None or int(found[2]) >= NUMBERS:
        raise refuse("no-hex", word=word[:LONGEST])
    return f"{found[1]}{int(found[2]):02}"


def read_people(word: str) -> People:
    if word not in PEOPLES:
        raise refuse("no-people", word=word[:LONGEST])
    return word


def _kind(people: People, kind: Kind, text: str) -> Kind:
    if kind not in PIECES[people]:
        raise refuse("no-unit", people=people, word=text[:LONGEST])
    return kind


def unit_of(people: People, text: str) -> str:
    """A unit as it is written: a piece, a pair, or a foot with a hostage."""
    found = _UNIT.fullmatch("".join(text.upper().split())) if text.isascii() else None
    if found is None:
        raise refuse("no-unit", people=people, word=text[:LONGEST])
    top, captive_of, ward = _kind(people, found[1], text), found[2] or "", found[3] or ""
    if not ward:
        return Unit(top).text
    _kind(captive_of or people, ward, text)
    if ward == FOOT and top != FOOT and not captive_of:
        top, ward = ward, top
    is_pair = top == FOOT and (captive_of not in ("", people) or (not captive_of and ward != FOOT))
    if not is_pair:
        raise refuse("no-unit", people=people, word=text[:LONGEST])
    return Unit(top, ward, captive_of).text


def garrison_of(people: People, text: str) -> str:
    """A garrison, or hostages of one people, such as `2F 1A`."""
    kinds: list[Kind] = []
    for word in text.upper().split():
        found = _GARRISON.fullmatch(word) if word.isascii() else None
        if found is None:
            raise refuse("no-garrison", word=text[:LONGEST])
        kinds += _kind(people, found[2], text) * int(found[1])
    return write_garrison(kinds)


def check_position(position: Position) -> None:
    """All that must hold of a position. Nothing that is said depends on what is in a garrison."""
    _check_places(position)
    _check_cities(position)
    terrain = terrain_of(position.is_skirmish)
    bodies = {at for units in position.pieces.values() for at in units}
    for at in position.vanished:
        if terrain[at] == SEA:
            raise refuse("at-sea", at=at)
        if "M" not in position.peoples:
            raise refuse("not-playing", people="M")
    for at in position.stuck:
        if terrain[at] != WHIRLPOOL or at not in bodies:
            raise refuse("not-stuck", at=at)
    for at in position.offered:
        if not any(at in units and "+" not in units[at] for units in position.pieces.values()):
            raise refuse("not-offered", at=at)
    _check_peoples(position)
    for pact in position.pacts:
        check_pact(position.peoples, pact)
    if position.month > position.months:
        raise refuse("month", month=position.month, months=position.months)


def _check_peoples(position: Position) -> None:
    wards = (read_unit(text).captive_of for units in position.pieces.values() for text in units.values())
    held = (people for captives in position.hostages.values() for people in captives)
    named: Iterable[Iterable[People]] = (position.pieces, position.cities, position.standing, wards, held)
    for people in (each for peoples in named for each in peoples if each):
        if people not in position.peoples:
            raise refuse("not-playing", people=people)


def check_pact(peoples: Iterable[People], pact: str) -> None:
    known = tuple(peoples)
    is_pact = len(pact) == 2 and pact == pact_of(pact[0], pact[1]) and set(pact) <= set(known)
    if not is_pact or len(known) <= 2:
        raise refuse("no-pact", word=pact[:LONGEST])


def _check_places(position: Position) -> None:
    """L-MOVE-7: one unit a hex, on land or a bridge, and none on a city's hex."""
    terrain, seen = terrain_of(position.is_skirmish), set[Hex]()
    cities = {at for held in position.cities.values() for at in held}
    for at in (at for units in position.pieces.values() for at in units):
        if terrain[at] == SEA:
            raise refuse("at-sea", at=at)
        if at in seen:
            raise refuse("two-units", at=at)
        if at in cities:
            raise refuse("on-city", at=at)
        seen.add(at)


def _check_cities(position: Position) -> None:
    terrain, seen = terrain_of(position.is_skirmish), dict[Hex, People]()
    for people, cities in position.cities.items():
        for at, garrison in cities.items():
            if terrain[at] not in LAND or terrain[at] == WHIRLPOOL:
                raise refuse("city-place", at=at)
            if at in seen:
                raise refuse("two-cities", at=at)
            seen[at] = people
            if len(read_garrison(garrison)) > CONSTANTS.garrison_max:
                raise refuse("too-many", at=at, most=CONSTANTS.garrison_max)
    for at, held in position.hostages.items():
        if at not in seen or seen[at] in held:
            raise refuse("no-hostages", at=at)
        if _number(held) > CONSTANTS.hostages_per_city:
            raise refuse("too-many-hostages", at=at, most=CONSTANTS.hostages_per_city)


def _number(held: Mapping[People, str]) -> int:
    return sum(len(read_garrison(text)) for text in held.values())
