"""The launches of a captain: arrows and flames that may kill, visions that drive away. L-ARROW, L-VISION."""

from collections.abc import Iterator
from functools import cache, cached_property

from msgspec import Struct

from bench.pool.zargos_lords_2026_11.odds import Ground, volley_share, worth_of
from bench.pool.zargos_lords_2026_11.survey import Mover, Survey
from protocol.views.zargos_lords.board import DIRECTIONS, MOUNTAIN, NEIGHBOURS, WHIRLPOOL, WOOD, ray
from protocol.views.zargos_lords.words import Hex
from server.games.zargos_lords.chances import FACES
from server.games.zargos_lords.figures import Body
from server.games.zargos_lords.launches import RANGES, VISIONS, flight_of, launch_kind
from server.games.zargos_lords.notation import LAUNCH

LEAST_GAIN = 0.25
ATTACKED_ALREADY = 0.5
"""How much a kill still counts if the target is to be fought in the same move."""
FLIGHT_WORTH = 0.12
"""What it is worth to drive a unit away by a vision, as a part of its worth."""


class Shot(Struct, frozen=True, eq=False):
    gain: float
    mover: Mover
    at: Hex
    target: Body


class Volleys:
    """Chooses and writes the launches of one sheet."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._field = survey.field
        self._lanes = self._firing_lanes()

    def write(self) -> None:
        launchers = [mover for mover in self._survey.movers if self._launches(mover)]
        launchers += self._in_cities()
        while launchers:
            shots = [shot for mover in launchers if (shot := self._best(mover))]
            if not shots:
                return
            best = max(shots, key=lambda shot: shot.gain)
            launchers.remove(best.mover)
            self._survey.carry_out(LAUNCH, best.mover, best.at, (best.target.at,))

    def _launches(self, mover: Mover) -> bool:
        return len(mover.unit) == 1 and mover.is_idle and launch_kind(mover.figure.nature) is not None

    def _in_cities(self) -> list[Mover]:
        """L-CITY-5: launches out of a city are allowed; these pieces stay inside."""
        ready = {id(mover.figure) for mover in self._survey.movers}
        found = [
            self._survey.staying(city, figure)
            for city in self._survey.own_cities()
            for figure in city.garrison
            if not figure.has_acted and id(figure) not in ready
        ]
        return [mover for mover in found if self._launches(mover)]

    def _firing_lanes(self) -> dict[Hex, list[tuple[Body, int]]]:
        """From each hex, the enemies that arrows could hit from there, with their distance. L-ARROW-2."""
        found: dict[Hex, list[tuple[Body, int]]] = {}
        field = self._field
        for body in self._survey.enemy_bodies():
            if field.terrain[body.at] in (WOOD, WHIRLPOOL) or body.at in field.cities:
                continue
            for direction in range(len(DIRECTIONS)):
                for far, at in enumerate(ray(body.at, direction)[: max(RANGES.values())], 1):
                    if field.terrain[at] != WOOD:
                        found.setdefault(at, []).append((body, far))
                    if field.terrain[at] in (WOOD, MOUNTAIN, WHIRLPOOL) or at in field.cities:
                        break
        return found

    def _best(self, mover: Mover) -> Shot | None:
        best: Shot | None = None
        for at in (mover.at, *mover.reach):
            if at != mover.at and not self._survey.is_free(at):
                continue
            for body, far in self._in_range(mover, at):
                gain = self._gain(mover, at, body, far)
                if gain >= LEAST_GAIN and (best is None or gain > best.gain):
                    best = Shot(gain, mover, at, body)
        return best

    def _in_range(self, mover: Mover, at: Hex) -> Iterator[tuple[Body, int]]:
        field, people = self._field, self._survey.people
        kind = launch_kind(mover.figure.nature) or ""
        is_bound = at != mover.at and field.in_zone(people, at)
        makers = set(field.zone_makers(people, at)) if is_bound else set()
        lanes = self._visible if kind == VISIONS else self._lanes
        for body, far in lanes.get(at, ()):
            if far <= RANGES[kind] and (not is_bound or body in makers):
                yield body, far

    @cached_property
    def _visible(self) -> dict[Hex, list[tuple[Body, int]]]:
        """From each hex, the enemies that a vision reaches from there, with their distance. L-VISION-1."""
        found: dict[Hex, list[tuple[Body, int]]] = {}
        for body in self._survey.enemy_bodies():
            for at, far in () if self._field.is_held(body) else around(body.at, RANGES[VISIONS]):
                found.setdefault(at, []).append((body, far))
        return found

    def _gain(self, mover: Mover, at: Hex, body: Body, far: int) -> float:
        kind = launch_kind(mover.figure.nature) or ""
        is_fought = body in self._field.under_attack
        danger = self._survey.danger(mover, at)
        if kind == VISIONS:
            return -1.0 if is_fought else self._vision(body, far) - danger
        others = self._survey.movement.distances_to(kind, body)
        needed = body.nature.resistance
        before = volley_share(kind, tuple(sorted(others)), needed)
        after = volley_share(kind, tuple(sorted((*others, far))), needed)
        return (after - before) * worth_of(body.nature) * (ATTACKED_ALREADY if is_fought else 1.0) - danger

    def _vision(self, body: Body, far: int) -> float:
        """L-VISION-2: who cannot flee so far is lost."""
        ground = Ground(self._field, (), (), self._field.zone(body.people))
        worth, total = worth_of(body.nature), 0.0
        for die in FACES:
            flight = flight_of(die, far)
            if flight:
                is_lost = not ground.lets_go_back(body.people, body.is_flier, body.at, flight)
                total += worth * (1.0 if is_lost else FLIGHT_WORTH)
        return total / len(FACES)


@cache
def around(start: Hex, most: int) -> tuple[tuple[Hex, int], ...]:
    """The hexes that are no more than so many steps away, with their distance."""
    found, edge = {start: 0}, [start]
    for far in range(1, most + 1):
        edge = [beside for at in edge for beside in NEIGHBOURS[at]]
        edge = [at for at in dict.fromkeys(edge) if at not in found]
        found |= dict.fromkeys(edge, far)
    return tuple((at, far) for at, far in found.items() if far)
