"""A captain's cities and roads: empty cities are entered, and the rest walk on."""

from bench.pool.zargos_lords_2026_11.survey import Mover, Survey
from protocol.views.zargos_lords.board import RANK
from protocol.views.zargos_lords.words import Hex
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import City
from server.games.zargos_lords.monks import FARTHEST, MONK, MONKS, come_back, is_free, steps_from, vanish
from server.games.zargos_lords.notation import MOVE, RETURN, VANISH, Order

FAST = 6
"""Pieces with so many points are for attacks; slower ones enter a city first."""
VANISHING = 2.2
"""A monk in greater danger than this, wherever it may go, vanishes."""


class Quarters:
    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._field: Field = survey.field

    def call_monks_back(self) -> None:
        """L-VAN-2: as near to an enemy city as they come, outside the zones of enemies."""
        survey, field = self._survey, self._field
        if survey.people != MONKS:
            return
        for marker in sorted(field.vanished, key=RANK.__getitem__):
            for _ in range(field.vanished[marker]):
                end = self._place_of_return(marker)
                if end and not come_back(survey.course, Order(RETURN, (MONK,), (marker,), (end,))):
                    survey.lines.append(f"{MONK} {marker} = {end}")

    def _place_of_return(self, marker: Hex) -> Hex | None:
        survey, field = self._survey, self._field
        near = [
            at
            for at, far in steps_from(survey.view.is_skirmish, marker).items()
            if far <= FARTHEST and is_free(field, survey.people, at)
        ]
        outside = [at for at in near if at not in field.cities and not field.in_zone(survey.people, at)]
        goals = survey.goals_now()
        return min(outside or near, key=lambda at: (goals.get(at, 99.0), RANK[at]), default=None)

    def enter_cities(self) -> None:
        """Empty cities first: those of enemies are taken, and one's own are not left to them."""
        empty = [each for each in self._survey.enemy_cities() if not each.is_manned]
        empty += [each for each in self._survey.own_cities() if not each.garrison]
        for city in sorted(empty, key=lambda each: RANK[each.at]):
            self._send_into(city)

    def _send_into(self, city: City) -> bool:
        """Somebody who is not missed elsewhere goes in."""
        fit = [each for each in self._survey.movers if each.is_idle and city.at in each.reach]
        fit.sort(key=lambda each: (each.figure.nature.movement >= FAST, each.worth, RANK[each.at]))
        return any(self._survey.carry_out(MOVE, mover, city.at) for mover in fit)

    def walk(self) -> None:
        """Everybody else goes towards enemy cities, the strongest first, and minds the danger."""
        idle = [each for each in self._survey.movers if each.is_idle]
        for mover in sorted(idle, key=lambda each: (-each.combat, RANK[each.at])):
            self._walk(mover)

    def _walk(self, mover: Mover) -> None:
        field, people = self._field, self._survey.people
        staying = self._liking(mover, mover.at)
        ends = [
            (self._liking(mover, at), -RANK[at], at)
            for at in mover.reach
            if self._survey.is_free(at) and not field.in_zone(people, at)
        ]
        ends.sort(reverse=True)
        best = ends[0][2] if ends and ends[0][0] > staying else mover.at
        if self._vanishes(mover, self._survey.danger(mover, best)):
            return
        for liking, _, at in ends[:4]:
            if liking <= staying and mover.actor.city is None:
                return
            if self._survey.carry_out(MOVE, mover, at):
                return

    def _liking(self, mover: Mover, at: Hex) -> float:
        return -self._survey.goals.get(at, 99.0) - self._survey.danger(mover, at)

    def _vanishes(self, mover: Mover, danger: float) -> bool:
        """L-VAN-1: a monk in danger is nowhere until his next move."""
        survey = self._survey
        if survey.people != MONKS or mover.unit != (MONK,) or mover.actor.city:
            return False
        if danger < VANISHING:
            return False
        if vanish(survey.course, Order(VANISH, (MONK,), (mover.at,))):
            return False
        survey.lines.append(f"{MONK} {mover.at} ?")
        return True
