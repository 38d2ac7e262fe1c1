"""Deployment: where each unit stands before the first turn. A-SETUP."""

from collections.abc import Mapping, Sequence

from protocol.ids import Lines, Seat
from protocol.views.argad import events as e
from protocol.views.argad.board import RANK, distance, turned, zone_of
from protocol.views.argad.figures import figure, has_general, is_mounted
from protocol.views.argad.view import Position
from protocol.views.argad.words import (
    DEPLOY,
    GENERAL,
    LEADER_OF,
    RED,
    SIDE_OF,
    SIDES,
    FigureCode,
    Hex,
    Side,
    UnitName,
    read_figures,
)
from server.games.argad.battle import Battle
from server.games.argad.faults import fault
from server.games.argad.notation import words_of
from server.games.argad.sheets import TOO_MANY, Judged
from server.games.argad.state import ROOM, seats_of
from server.games.argad.strength import LARGEST
from server.games.flaw import Flaw

NO_PLACE = Flaw("syntax--deploy")
"""A line that does not name a unit, or the general, and a place."""


def owner_of(position: Position, side: Side, wing: int) -> Seat:
    """A-SETUP-5: of a side of two, the first seat commands wing 1 and the other wing 2."""
    seats = seats_of(position, side)
    leader = LEADER_OF[side]
    others = [seat for seat in seats if seat != leader]
    return others[0] if wing == 2 and others else leader


class Deployment:
    """The deployment of one seat while its lines are read."""

    def __init__(self, position: Position, seat: Seat) -> None:
        side = SIDE_OF[seat]
        self.seat = seat
        self.zone = zone_of(seat, side, len(seats_of(position, side)) > 1)
        army = position.armies[side]
        own = [unit for unit in army.units if owner_of(position, side, unit.wing) == seat]
        self.figures: dict[UnitName, tuple[FigureCode, ...]] = {
            f"{unit.number}{seat}": read_figures(unit.figs) or () for unit in own
        }
        self._defaults = {
            f"{unit.number}{seat}": turned(unit.default) if side == RED else unit.default for unit in own
        }
        self.places: dict[UnitName, Hex] = {}
        self._is_general_placed = False

    def read(self, text: str) -> Flaw | None:
        """Carry out a line; what is wrong with it."""
        words = words_of(text)
        if len(words) != 2:
            return NO_PLACE
        first, second = words
        if first == GENERAL:
            return self._place_general(second)
        if not _is_unit_word(first) or second not in RANK:
            return NO_PLACE
        name = self.named(first)
        if name is None:
            return fault("no_such_unit", 0, unit=first)
        flaw = self._hex_flaw(second)
        if flaw is None and name in self.places:
            flaw = fault("already_placed", 0, unit=name)
        if flaw is None:
            self.places[name] = second
        return flaw

    def free_hexes(self, name: UnitName) -> list[Hex]:
        """Where this unit may still stand, the nearest to its usual place first."""
        usual, taken = self._defaults[name], set(self.places.values())
        free = [hex_ for hex_ in self.zone if hex_ not in taken]
        return sorted(free, key=lambda hex_: (distance(hex_, usual), RANK[hex_]))

    def named(self, word: str) -> UnitName | None:
        name = f"{word[0]}{self.seat}"
        return name if word in (word[0], name) and name in self.figures else None

    def _hex_flaw(self, hex_: Hex) -> Flaw | None:
        if hex_ not in self.zone:
            return fault("not_in_zone", 1, at=hex_, first=self.zone[0], last=self.zone[-1])
        return fault("occupied", 1, at=hex_) if hex_ in self.places.values() else None

    def _place_general(self, word: str) -> Flaw | None:
        """A-SETUP-3."""
        flaw = self.general_flaw(word)
        if flaw is None:
            self._is_general_placed = True
            self._move_general(word)
        return flaw

    def general_flaw(self, word: str) -> Flaw | None:
        """What says against the general in this unit or on this hex."""
        if word not in RANK and not _is_unit_word(word):
            return NO_PLACE
        home = self.home_of_general
        if home is None:
            return Flaw("no_general")
        flaw = self._hex_flaw(word) if word in RANK else self._joining_flaw(home, word)
        if flaw is None and self._is_general_placed:
            return Flaw("already_placed--general")
        return flaw

    @property
    def home_of_general(self) -> UnitName | None:
        """The unit in which the general is now, or he alone."""
        return next((name for name, figures in self.figures.items() if has_general(figures)), None)

    def _joining_flaw(self, home: UnitName, word: str) -> Flaw | None:
        name = self.named(word)
        if name is None:
            return fault("no_such_unit", 1, unit=word)
        if name == home:
            return None
        figures, general = self.figures[name], self._general(home)
        is_right = is_mounted(figures) == figure(general).is_mounted and len(figures) < LARGEST
        return None if is_right else Flaw("wrong_kind--general", 1)

    def _general(self, home: UnitName) -> FigureCode:
        return next(code for code in self.figures[home] if figure(code).is_general)

    def _move_general(self, word: str) -> None:
        home = self.home_of_general
        assert home is not None
        code = self._general(home)
        alone = f"{GENERAL}{self.seat}"
        name = alone if word in RANK else f"{word[0]}{self.seat}"
        if name == home:
            return
        self.figures[home] = tuple(each for each in self.figures[home] if each != code)
        self.figures[name] = (*self.figures.get(name, ()), code)
        if name == alone:
            self.places[alone] = word

    def fill_in(self) -> None:
        """A-SETUP-2: the rest goes to its default hex, or to the free hex of the zone nearest to it."""
        for name, default in self._defaults.items():
            if name not in self.places:
                taken = set(self.places.values())
                free = (hex_ for hex_ in self.zone if hex_ not in taken)
                self.places[name] = min(free, key=lambda hex_: (distance(default, hex_), RANK[hex_]))


def _is_unit_word(word: str) -> bool:
    return word[0].isdecimal() and (len(word) == 1 or (len(word) == 2 and word[1] in SIDE_OF))


def read_deployment(position: Position, seat: Seat, lines: Sequence[str]) -> tuple[Deployment, list[Judged]]:
    """The lines of a seat, top to bottom; its defaults are not filled in."""
    deployment = Deployment(position, seat)
    judged = [
        Judged(seat, DEPLOY, number, text, deployment.read(text) if number < ROOM[DEPLOY] else TOO_MANY)
        for number, text in enumerate(lines)
    ]
    return deployment, judged


def deploy(battle: Battle, sheets: Mapping[Seat, Lines]) -> list[Judged]:
    """All seats in seat order, then everything is shown."""
    found: list[Judged] = []
    for seat in battle.state.seats:
        deployment, judged = read_deployment(battle.state, seat, sheets.get(seat, ()))
        deployment.fill_in()
        found += judged
        for name in deployment.figures:
            battle.tell(e.Placed(name, deployment.places[name], deployment.figures[name]))
    start = {side: len(battle.state.armies[side].units) for side in SIDES}
    battle.tell(e.Begun(start))
    return found
