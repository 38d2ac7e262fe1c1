"""How each event of a story changes the position. No rule is needed for it."""

from typing import TypeVar

from msgspec import structs

from protocol.views.zargos_lords import events as e
from protocol.views.zargos_lords.board import CONSTANTS
from protocol.views.zargos_lords.view import Fleeing, LordsView, Position, Standing
from protocol.views.zargos_lords.words import (
    HIDDEN,
    GarrisonText,
    Hex,
    Kind,
    People,
    Unit,
    UnitText,
    pact_of,
    read_garrison,
    read_unit,
    write_garrison,
)

PositionT = TypeVar("PositionT", bound=Position)
Units = dict[People, dict[Hex, UnitText]]
Cities = dict[People, dict[Hex, GarrisonText]]
MONKS: People = "M"
MONK: Kind = "O"


def step(position: PositionT, event: e.Event) -> PositionT:
    """The position after one event: units, cities, hostages, whirlpools, pacts and the course of play."""
    match event:
        case e.Moved() | e.Reappeared() | e.Vanished() | e.Paralysed() | e.Held():
            return _step_moved(position, event)
        case e.Pushed() | e.Retreated() | e.Eliminated():
            return _step_back(position, event)
        case e.Taken() | e.Garrisoned():
            return _step_city(position, event)
        case e.Given() | e.Withdrawn() | e.Custody() | e.Freed():
            return _step_hostage(position, event)
        case e.Allied() | e.Broken() | e.Words() | e.MonthBegun() | e.TurnBegun() | e.Ended():
            return _step_course(position, event)
    return position


def _step_course(
    position: PositionT, event: e.Allied | e.Broken | e.Words | e.MonthBegun | e.TurnBegun | e.Ended
) -> PositionT:
    match event:
        case e.Allied():
            pacts = (*position.pacts, pact_of(event.people, event.ally))
            return structs.replace(position, pacts=tuple(sorted(pacts, key=_rank)))
        case e.Broken():
            broken = pact_of(event.people, event.ally)
            return structs.replace(position, pacts=tuple(each for each in position.pacts if each != broken))
        case e.Words():
            said = Standing(event.retreat, event.push)
            return structs.replace(position, standing={**position.standing, event.people: said})
        case e.MonthBegun():
            return structs.replace(position, month=event.month)
        case e.TurnBegun():
            return structs.replace(position, turn=event.people, part=event.part)
    return structs.replace(position, winner=event.winner, ending=event.why)


def _rank(pact: str) -> tuple[int, ...]:
    return tuple("KDWM".index(people) for people in pact)


class _Board:
    """Copies of what events change most; the maps inside a position are never changed."""

    def __init__(self, position: Position) -> None:
        self._reader = position.seat if isinstance(position, LordsView) else None
        self._sees_all = not isinstance(position, LordsView)
        self.pieces: Units = {people: dict(units) for people, units in position.pieces.items()}
        self.cities: Cities = {people: dict(cities) for people, cities in position.cities.items()}
        self.hostages = {city: dict(held) for city, held in position.hostages.items()}
        self.stuck = dict(position.stuck)
        self.vanished = dict(position.vanished)
        self.offered = position.offered
        self.fleeing = position.fleeing

    def _knows(self, people: People) -> bool:
        """L-CITY-3: whether the reader may know who is in the cities of this people."""
        return self._sees_all or self._reader == people

    def written(self, position: PositionT) -> PositionT:
        return structs.replace(
            position,
            pieces={people: units for people, units in self.pieces.items() if units},
            cities={people: cities for people, cities in self.cities.items() if cities},
            hostages={city: held for city, held in self.hostages.items() if held},
            stuck=self.stuck,
            vanished=self.vanished,
            offered=self.offered,
            fleeing=self.fleeing,
        )

    def take(self, people: People, unit: Unit, at: Hex) -> None:
        """Take the pieces of a unit from a hex or out of a city; what is below an escort that goes stays."""
        if at in self.cities.get(people, {}):
            self._change_garrison(people, at, unit, -1)
            return
        units = self.pieces.get(people, {})
        there = read_unit(units.pop(at, "")) if at in units else None
        if there and there != unit and there.ward and not there.captive_of:
            units[at] = there.ward if there.kind == unit.kind else there.kind
        if not any(at in each for each in self.pieces.values()):
            self.stuck.pop(at, None)
        self.offered = tuple(hex_ for hex_ in self.offered if hex_ != at)

    def put(self, people: People, unit: Unit, at: Hex) -> None:
        """Put the pieces of a unit on a hex, onto a friend there, or into a city."""
        if at in self.cities.get(people, {}):
            self._change_garrison(people, at, unit, 1)
            return
        units = self.pieces.setdefault(people, {})
        if at in units:
            below = {units[at], unit.kind} - {"F"}
            unit = Unit("F", below.pop() if below else "F")
        units[at] = unit.text

    def _change_garrison(self, people: People, city: Hex, unit: Unit, change: int) -> None:
        if unit.captive_of:
            self.add_hostage(city, unit.captive_of, unit.ward)
        elif unit.ward:
            self._change_garrison(people, city, Unit(unit.ward), change)
        text = self.cities[people][city]
        if text == HIDDEN or not self._knows(people):
            self.cities[people][city] = HIDDEN if change > 0 else text
            return
        kinds = list(read_garrison(text))
        if change > 0:
            kinds.append(unit.kind)
        elif unit.kind in kinds:
            kinds.remove(unit.kind)
        self.cities[people][city] = write_garrison(kinds)

    def add_hostage(self, city: Hex, people: People, kind: Kind) -> None:
        held = self.hostages.setdefault(city, {})
        held[people] = write_garrison((*read_garrison(held.get(people, "")), kind))

    def drop_hostage(self, city: Hex, people: People, kind: Kind) -> None:
        kinds = list(read_garrison(self.hostages.get(city, {}).get(people, "")))
        if kind in kinds:
            kinds.remove(kind)
            self.hostages[city][people] = write_garrison(kinds)
            if not kinds:
                del self.hostages[city][people]


def _step_moved(
    position: PositionT, event: e.Moved | e.Reappeared | e.Vanished | e.Paralysed | e.Held
) -> PositionT:
    board = _Board(position)
    match event:
        case e.Moved():
            board.take(event.people, read_unit(event.unit), event.origin)
            board.put(event.people, read_unit(event.unit), event.to)
        case e.Reappeared():
            left = board.vanished.pop(event.origin, 1) - 1
            board.vanished |= {event.origin: left} if left else {}
            board.put(event.people, Unit(MONK), event.to)
        case e.Vanished():
            board.take(event.people, Unit(MONK), event.at)
            board.vanished[event.at] = board.vanished.get(event.at, 0) + 1
        case e.Paralysed():
            board.stuck[event.at] = CONSTANTS.whirlpool_moves
        case e.Held():
            board.stuck[event.at] = event.moves
    return board.written(position)


def _step_back(position: PositionT, event: e.Pushed | e.Retreated | e.Eliminated) -> PositionT:
    board, unit = _Board(position), read_unit(event.unit)
    at = event.at if isinstance(event, e.Eliminated) else event.origin
    flees = Fleeing(event.people, unit.kind, at)
    if flees in board.fleeing:
        fleeing = list(board.fleeing)
        fleeing.remove(flees)
        board.fleeing = tuple(fleeing)
    elif isinstance(event, e.Eliminated):
        _step_eliminated(board, event, unit)
    else:
        board.take(event.people, unit, at)
    if not isinstance(event, e.Eliminated):
        board.put(event.people, unit, event.to)
    return board.written(position)


def _step_eliminated(board: _Board, event: e.Eliminated, unit: Unit) -> None:
    if event.cause == "hostage":
        board.drop_hostage(event.at, event.people, unit.kind)
        return
    if event.cause == "vanished":
        left = board.vanished.pop(event.at, 1) - 1
        board.vanished |= {event.at: left} if left else {}
        return
    pair = read_unit(board.pieces.get(event.people, {}).get(event.at, unit.kind))
    board.take(event.people, pair, event.at)
    if pair.ward:
        flees = Fleeing(pair.captive_of or event.people, pair.ward, event.at)
        board.fleeing = (*board.fleeing, flees)


def _step_city(position: PositionT, event: e.Taken | e.Garrisoned) -> PositionT:
    board = _Board(position)
    if isinstance(event, e.Taken):
        board.cities.get(event.origin, {}).pop(event.city, None)
        entered = board.pieces.get(event.people, {}).pop(event.city, None)
        board.cities.setdefault(event.people, {})[event.city] = ""
        if entered:
            board.put(event.people, read_unit(entered), event.city)
        return board.written(position)
    known = board.cities.get(event.people, {}).get(event.city, "")
    shown = known if known and known != HIDDEN else HIDDEN
    board.cities.setdefault(event.people, {})[event.city] = shown if event.is_manned else ""
    return board.written(position)


def _step_hostage(position: PositionT, event: e.Given | e.Withdrawn | e.Custody | e.Freed) -> PositionT:
    board = _Board(position)
    match event:
        case e.Given():
            board.offered = tuple(sorted({*board.offered, event.at}))
        case e.Withdrawn():
            board.offered = tuple(hex_ for hex_ in board.offered if hex_ != event.at)
        case e.Custody():
            captive_of, _, kind = event.hostage.partition(":")
            board.take(captive_of, Unit(kind), event.at)
            board.pieces.setdefault(event.people, {})[event.at] = Unit("F", kind, captive_of).text
        case e.Freed() if Fleeing(event.people, event.unit, event.at) in position.fleeing:
            pass
        case e.Freed():
            board.drop_hostage(event.at, event.people, event.unit)
            board.put(event.people, Unit(event.unit), event.at)
    return board.written(position)
