"""Where a captain's units stand: deployment, purchases, reorganisation, tribute and shelter."""

from collections.abc import Iterable

from bench.pool.zargos_2026_11.strength import Strength, cells_to_zargos
from bench.pool.zargos_2026_11.survey import Survey
from protocol.ids import Lines
from protocol.views.zargos.board import HOME, RANK, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import People, Place
from server.games.zargos.curses import payable
from server.games.zargos.deploy import Deployment
from server.games.zargos.peoples import BOAT_PRICE
from server.games.zargos.purchase import Purchase
from server.games.zargos.reorganise import STEPS, Reorganisation
from server.games.zargos.shelter import driven
from server.games.zargos.ways import reach_of_power

ENOUGH = 25
"""Z-TABLE-2: with so many units a people goes for Zargos."""
GATHERED = 8
"""So many units on a coast are reason enough as well."""
MOST_MOVES = 12
LEAST_GAIN = 0.4
CROSSING = 6
"""A boat carries at least so many at reorganisation."""
HIDDEN = 8
"""MIST is played if at least so many units stand inland."""


def deploy(view: ZargosView, people: People) -> Lines:
    """Z-TABLE-2: units go to territories with foreign neighbours, more to capitals."""
    survey = Survey(view, people)
    borders = [place for place in survey.lands() if survey.is_border(place)]
    number = Deployment(view, people).left
    added = Strength(survey).spread(number, borders or survey.lands())
    return _written(added)


def _written(added: dict[Place, int]) -> Lines:
    return tuple(f"{min(number, 99)} {place}" for place, number in added.items())


def buy(view: ZargosView, people: People) -> Lines:
    """A boat if it is time to land, then units where they do most good."""
    survey, purchase = Survey(view, people), Purchase(view, people)
    lines: list[str] = []
    boats = _boats_wanted(survey, purchase)
    if boats and purchase.read_line(0, f"BOAT {boats}") is None:
        lines.append(f"BOAT {boats}")
    number = max(min(purchase.points // purchase.price, purchase.unit_supply), 0)
    lines += _written(Strength(survey).spread(number, survey.own))
    return tuple(lines) or ("PASS",)


def _boats_wanted(survey: Survey, purchase: Purchase[ZargosView]) -> int:
    """As many as one landing on Zargos needs, unless units stand there already."""
    lands = survey.lands()
    if any(TERRITORIES[place].kingdom == HOME for place in lands) or survey.counts_left < 2:
        return 0
    needed = {place: cells_to_zargos(place) for place in lands if cells_to_zargos(place)}
    if survey.people == "D" or not needed:
        return 0
    best = min(needed, key=lambda place: (needed[place], -survey.own[place]))
    is_time = sum(survey.own.values()) >= ENOUGH or survey.own[best] >= GATHERED
    more = needed[best] - survey.view.boats.get(survey.people, 0)
    is_paid = more * BOAT_PRICE <= purchase.points and more <= purchase.boat_supply
    return max(more, 0) if is_time and is_paid else 0


class Reinforcing:
    """A reorganisation that brings units to where they do most good."""

    def __init__(self, view: ZargosView, people: People) -> None:
        self.survey = Survey(view, people)
        self.strength = Strength(self.survey)
        self.trial = Reorganisation(view, people)
        self.people = people
        self.lines: list[str] = []

    def write(self) -> Lines:
        if "MIST" in self.trial.hand and self._inland() >= HIDDEN and self._read("MIST"):
            self._gather()
        else:
            while len(self.lines) < MOST_MOVES and self._step():
                pass
        return tuple(self.lines) or ("PASS",)

    def _read(self, line: str) -> bool:
        if self.trial.read_line(len(self.lines), line) is not None:
            return False
        self.lines.append(line)
        return True

    def _inland(self) -> int:
        lands = self.survey.lands()
        return sum(self.survey.own[place] - 1 for place in lands if not self.survey.is_border(place))

    def _gather(self) -> None:
        """In the mist all units from inland go to the place that wants them most."""
        best = max(self.survey.lands(), key=self.strength.pull)
        for place in self.survey.lands():
            if place != best and self.trial.sendable(place) > 0 and not self.survey.is_border(place):
                self._read(f"ALL {place} {best}")

    def _step(self) -> bool:
        """Make the best move that is left; False if there is none."""
        if self.trial.steps >= STEPS:
            return False
        pulls = self.strength.pulls()
        moves = [
            (self._gain(origin, to, number, pulls) - cost, number, origin, cells, to)
            for origin in sorted(self.survey.own, key=RANK.__getitem__)
            for cells, to, cost in self._ways(origin)
            for number in self._numbers(origin, cells)
        ]
        for gain, number, origin, cells, to in sorted(moves, key=lambda move: -move[0])[:5]:
            if gain < LEAST_GAIN:
                return False
            if self._read(" ".join((str(min(number, 99)), origin, *cells, to))):
                numbers = self.strength.numbers
                numbers[origin] = numbers.get(origin, 0) - number
                numbers[to] = numbers.get(to, 0) + number
                self.survey.own = {place: n for place, n in numbers.items() if n}
                return True
        return False

    def _ways(self, origin: Place) -> Iterable[tuple[tuple[Place, ...], Place, float]]:
        if is_sea(origin):
            for to in (*SEAS[origin].neighbours, *SEAS[origin].coasts):
                if is_sea(to) or self.trial.stock(to):
                    yield (), to, 0.0
            return
        for to in sorted(reach_of_power(self.people, origin), key=RANK.__getitem__):
            if self.trial.stock(to):
                yield (), to, 0.0
        for cell in TERRITORIES[origin].seas:
            if self.people == "D":
                yield (), cell, 1.0
            elif self.trial.position.boats.get(self.people):
                for to in SEAS[cell].coasts:
                    if to != origin and self.trial.stock(to):
                        yield (cell,), to, float(BOAT_PRICE)

    def _numbers(self, origin: Place, cells: tuple[Place, ...]) -> list[int]:
        most = self.trial.sendable(origin)
        numbers = {most, most * 2 // 3, most // 2, most - 6}
        return sorted(number for number in numbers if number >= (CROSSING if cells else 1))

    def _gain(self, origin: Place, to: Place, number: int, pulls: dict[Place, float]) -> float:
        drift = number * (pulls.get(to, 0.0) - pulls[origin])
        return self.strength.more(to, number) + self.strength.more(origin, -number) + 0.5 * drift


def tribute(view: ZargosView, people: People) -> Lines:
    """The territory where least is lost pays."""
    survey = Survey(view, people)
    places = payable(view, people)
    return (min(places, key=lambda place: (survey.own[place], survey.value(place, survey.own))),)


def shelter(view: ZargosView) -> Lines:
    """Dragons go to where they do most good."""
    strength = Strength(Survey(view, "D"))
    lines = []
    for cell, places in driven(view).items():
        if places:
            number = strength.numbers.pop(cell, 0)
            best = max(places, key=lambda place: strength.more(place, number))
            strength.numbers[best] = strength.numbers.get(best, 0) + number
            lines.append(f"ALL {cell} {best}")
    return tuple(lines)
