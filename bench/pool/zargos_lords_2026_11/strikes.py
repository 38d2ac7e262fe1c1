"""The single attacks of a captain's fliers and serpents, one sheet before all other movement. L-SINGLE."""

from msgspec import Struct

from bench.pool.zargos_lords_2026_11.odds import Ground, faces_of, worth_of
from bench.pool.zargos_lords_2026_11.survey import Mover, Survey
from protocol.views.zargos_lords.board import NEIGHBOURS
from protocol.views.zargos_lords.words import Hex
from server.games.zargos_lords.attack_hints import ends_of
from server.games.zargos_lords.figures import Body
from server.games.zargos_lords.notation import SINGLE, Order
from server.games.zargos_lords.singles import strike_singly

LEAST_GAIN = 0.6
DRIVEN = 0.2
"""How much of a unit's worth it is to drive it back."""


class Strike(Struct, frozen=True, eq=False):
    gain: float
    mover: Mover
    at: Hex
    target: Body


class Strikes:
    """Chooses and writes the single attacks of one sheet; each target is struck once."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._field = survey.field

    def write(self) -> bool:
        """Whether any was written."""
        strikers = [each for each in self._survey.movers if self._is_striker(each)]
        waiting = [strike for mover in strikers if (strike := self._best(mover))]
        written = False
        while waiting:
            first = max(waiting, key=lambda strike: strike.gain)
            waiting.remove(first)
            now = self._best(first.mover)  # those who struck before may have changed what it can do
            if now and any(other.gain > now.gain for other in waiting):
                waiting.append(now)
            elif now:
                written |= self._carry_out(now)
        return written

    def _is_striker(self, mover: Mover) -> bool:
        return mover.is_idle and mover.actor.city is None and mover.figure.nature.has("single")

    def _best(self, mover: Mover) -> Strike | None:
        traveller = mover.actor.traveller(minds_zones=False)
        ends = {at for at, _ in ends_of(self._field, traveller, mover.at) if self._survey.is_free(at)}
        best: Strike | None = None
        for target in self._survey.enemy_bodies():
            if self._field.is_held(target):
                continue
            for at in NEIGHBOURS[target.at]:
                if at in ends or at == mover.at:
                    gain = self._gain(mover, at, target)
                    if gain >= LEAST_GAIN and (best is None or gain > best.gain):
                        best = Strike(gain, mover, at, target)
        return best

    def _gain(self, mover: Mover, at: Hex, target: Body) -> float:
        faces = faces_of(mover.combat - self._survey.defence(target))
        if not faces:
            return -1.0
        field, people = self._field, self._survey.people
        zone = dict(field.zone(target.people))
        for beside in NEIGHBOURS[at]:
            zone[beside] = zone.get(beside, 0) + 1
        theirs = Ground(field, (at,), (mover.at,), zone)
        ours = Ground(field, (), (), field.zone(people))
        worth, total = worth_of(target.nature), 0.0
        for result in faces:
            effect = result[1]
            if result[0] == "D":
                flees = effect != "E" and theirs.lets_go_back(
                    target.people, target.is_flier, target.at, int(effect)
                )
                total += DRIVEN * worth if flees else worth
            else:
                flees = effect != "E" and ours.lets_go_back(people, mover.is_flier, at, int(effect))
                total -= 0.3 if flees else mover.worth
        return total / len(faces) - self._survey.danger(mover, at, target.at)

    def _carry_out(self, strike: Strike) -> bool:
        mover, target = strike.mover, strike.target.at
        way = (mover.at,) if strike.at == mover.at else (mover.at, strike.at)
        if strike_singly(self._survey.course, Order(SINGLE, mover.unit, way, (target,))):
            return False
        self._survey.lines.append(f"{mover.unit[0]} {' '.join(way)} ! {target}")
        return True
