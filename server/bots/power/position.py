"""What a position is worth to each side: what it has now, and what could happen in the next round."""

from collections.abc import Hashable
from typing import NamedTuple

from server.bots.power.gauge import (
    AT_RISK,
    BESIEGED,
    BEYOND_HELP,
    BOXED_POWER,
    FAR,
    FEATURES,
    FLAG_BEYOND_HELP,
    FLAGS,
    FOOT_NEAR,
    INCOME,
    LANE,
    PREY,
    Force,
    Gauge,
    Stacks,
    worth,
)
from server.bots.power.outcome import Outcome, Position
from server.bots.power.packed import HQ, LAND_BITS, RESERVE, STRENGTH
from server.bots.power.weights import weights_for

FLAG_SHARE = 0.1
"""A flag is counted as this share of all that is on the board."""
STRONGEST_RIVAL = 0.6
"""How much the strongest rival counts; the mean of all rivals counts for the rest."""


class Siege(NamedTuple):
    """A flag that a rival could take in the next round if no help comes."""

    army: int
    side: int
    captor: int
    """The side that could be strongest there."""
    prey: float
    """The worth of all that the army has, which goes to the captor (P-FLAG-2)."""
    stake: float
    """The same with the flag."""
    is_lost: bool
    """Whether no help can save it."""


class Judge:
    """Compares the positions that this one may become.

    What everything is measured by, and which rivals are nearly beaten, is decided once, by the position now.
    If it were decided anew each time, losing own pieces could look like a gain.
    """

    def __init__(self, start: Position, weights: tuple[float, ...] = ()) -> None:
        self.start = start
        self._others = len(start.sides_in_play(start.out)) - 1
        self.weights = weights or weights_for(len(start.names))
        self._fears_the_helpless = bool(self.weights[BEYOND_HELP])
        """Whether it matters which stacks no help saves."""
        self._hurry = _hurries(start)
        sides = range(len(start.teams))
        self._rivals = [[other for other in sides if other != side] for side in sides]
        playing = [army for army in range(4) if army != start.mercenary]
        worths = [worth(cell) for army in playing for cell in start.cells[army].values()]
        self.all = max(50.0, sum(worths))
        """The worth of all pieces of the players: the measure of every feature."""
        self._known_lands: dict[tuple[tuple[int, ...], int], list[Stacks]] = {}
        self._stacks: dict[tuple[int, ...], Stacks] = {}
        self._flags: dict[tuple[int, ...], list[float]] = {}
        self._known: dict[Hashable, Gauge] = {}
        self._known_forces: dict[tuple[Gauge, ...], Force] = {}
        self._are_alone = start.teams == ((0,), (1,), (2,), (3,))
        """Whether each army is a side of its own."""

    def chances(self, outcome: Outcome) -> list[float]:
        """The estimated probability to win, for each side."""
        return [self.chance(outcome, side) for side in range(len(self.start.names))]

    def chance(self, outcome: Outcome, side: int) -> float:
        """The estimated probability that this side wins."""
        if outcome.over:
            return 0.5 if outcome.winner < 0 else float(side == outcome.winner)
        playing = self.start.sides_in_play(outcome.out)
        if side not in playing:
            return 0.0
        values = self.values(outcome)
        rivals = [values[other] for other in playing if other != side]
        return _likelihood(values[side] - _combined(rivals, self._others))

    def values(self, outcome: Outcome) -> list[float]:
        """The value of each side: the features of its armies, weighted."""
        weights, side_of, whole = self.weights, self.start.side, self.all
        gauges = self._gauges(outcome)
        forces = self._forces(gauges)
        values = self._worth_of_flags(outcome.flags).copy()
        for side, gauge, income in zip(side_of, gauges, outcome.income, strict=True):
            values[side] += (gauge.value + weights[BOXED_POWER] * income) / whole
        for side, risk, helpless in self._losses(forces, sees_helpless=self._fears_the_helpless):
            values[side] += (weights[AT_RISK] * risk + weights[BEYOND_HELP] * helpless) / whole
        for siege in self._sieges(outcome, gauges, forces):
            values[siege.side] += weights[BESIEGED] * siege.stake / whole
            if siege.is_lost:
                values[siege.side] += weights[FLAG_BEYOND_HELP] * siege.stake / whole
                values[siege.captor] += weights[PREY] * siege.prey / whole
        return values

    def _worth_of_flags(self, flags: tuple[int, ...]) -> list[float]:
        """What the flags that it holds are worth to each side."""
        known = self._flags.get(flags)
        if known is None:
            known = self._flags[flags] = [0.0] * len(self.start.names)
            for holder in flags:
                known[self.start.side[holder]] += self.weights[FLAGS] * FLAG_SHARE
        return known

    def features(self, outcome: Outcome) -> list[list[float]]:
        """The features of each side, measured by all that is on the board, for fitting the weights."""
        gauges = self._gauges(outcome)
        forces = self._forces(gauges)
        found = [[0.0] * len(FEATURES) for _ in self.start.names]
        rows = [found[side] for side in self.start.side]
        for army, gauge in enumerate(gauges):
            rows[outcome.flags[army]][FLAGS] += FLAG_SHARE * self.all
            own = gauge.features()
            own[BOXED_POWER] += outcome.income[army]
            own[FOOT_NEAR], own[INCOME] = self._prospects(outcome, army, gauge)
            for index, value in enumerate(own):
                rows[army][index] += value
        for side, risk, helpless in self._losses(forces):
            found[side][AT_RISK] += risk
            found[side][BEYOND_HELP] += helpless
        for siege in self._sieges(outcome, gauges, forces):
            found[siege.side][BESIEGED] += siege.stake
            if siege.is_lost:
                found[siege.side][FLAG_BEYOND_HELP] += siege.stake
                found[siege.captor][PREY] += siege.prey
        return [[value / self.all for value in row] for row in found]

    def _gauges(self, outcome: Outcome) -> list[Gauge]:
        """The gauges of all armies. None is made again for cells that are known."""
        known, flags, found = self._known, outcome.flags, []
        for army, cells in enumerate(outcome.cells):
            if outcome.returned[army]:
                key: Hashable = army, flags, tuple(cells.items())
            else:
                key = outcome.armies[army], flags, outcome.bits[army], cells.get(RESERVE[army])
            gauge = known.get(key)
            if gauge is None:
                gauge = known[key] = self._measured(outcome, army)
            found.append(gauge)
        return found

    def _forces(self, gauges: list[Gauge]) -> list[Force]:
        """The armies of each side together."""
        if self._are_alone:
            return [gauge.force for gauge in gauges]
        found = []
        for team in self.start.teams:
            together = tuple([gauges[army] for army in team])
            force = self._known_forces.get(together)
            if force is None:
                force = self._known_forces[together] = Force(together)
            found.append(force)
        return found

    def _stacks_for(self, outcome: Outcome) -> list[Stacks]:
        """For each army, what is known of stacks while these flags are on their HQs."""
        key = outcome.flags, outcome.out
        if key not in self._known_lands:
            side = self.start.side
            flying = [land for land in range(4) if outcome.flies(land)]
            lands = [tuple(land for land in flying if side[land] != side[army]) for army in range(4)]
            for each in lands:
                self._stacks.setdefault(each, Stacks(each, self.weights))
            self._known_lands[key] = [self._stacks[each] for each in lands]
        return self._known_lands[key]

    def _measured(self, outcome: Outcome, army: int) -> Gauge:
        gauge = Gauge(outcome.cells[army], self._stacks_for(outcome)[army])
        near, income = self._prospects(outcome, army, gauge)
        gauge.value += self.weights[FOOT_NEAR] * near + self.weights[INCOME] * income
        return gauge

    def _prospects(self, outcome: Outcome, army: int, gauge: Gauge) -> tuple[float, int]:
        """How near its foot soldiers are to HQs, and how many territories pay it."""
        lands = self._stacks_for(outcome)[army].lands
        income = sum(1 for land in lands if outcome.bits[army] & LAND_BITS[land])
        return self._foot_near(outcome, army, gauge, lands), income

    def _foot_near(self, outcome: Outcome, army: int, gauge: Gauge, lands: tuple[int, ...]) -> float:
        """How near foot soldiers are to the HQs of rivals who are nearly beaten.

        A flag that was taken in this round was as near as can be, so that taking it is never a loss.
        """
        near, side = 0.0, self.start.side
        for land, hurry in enumerate(self._hurry[army]):
            if hurry and land in lands:
                near += hurry * (FAR - gauge.foot_away(land))
            elif hurry and side[outcome.flags[land]] == side[army] and self.start.flags[land] == land:
                near += hurry * FAR
        return near

    def _losses(self, forces: list[Force], *, sees_helpless: bool = True) -> list[tuple[int, float, float]]:
        """For each side in danger: the worth of what rivals could take, and of what no help saves."""
        found = []
        for side, force in enumerate(forces):
            rivals = self._rivals[side]
            danger = 0
            for rival in rivals:
                danger |= forces[rival].raised - force.above_held
            danger &= force.lanes
            if danger:
                helpless = 0
                for rival in rivals if sees_helpless else ():
                    helpless |= forces[rival].raised - force.above_most
                helpless &= danger
                found.append((side, force.exposed(danger), force.exposed(helpless) if helpless else 0.0))
        return found

    def sieges(self, outcome: Outcome) -> list[Siege]:
        """The flags that rivals could take in the next round."""
        gauges = self._gauges(outcome)
        return self._sieges(outcome, gauges, self._forces(gauges))

    def _sieges(self, outcome: Outcome, gauges: list[Gauge], forces: list[Force]) -> list[Siege]:
        found = []
        for army, home in self.start.homes:
            side, strongest, captor = self.start.side[army], 0, -1
            for rival in self._rivals[side]:
                if forces[rival].feet & home:
                    strength = _lane(forces[rival].most, HQ[army])
                    if strength > strongest:
                        strongest, captor = strength, rival
            if strongest > _lane(forces[side].held, HQ[army]) and outcome.flies(army):
                prey = gauges[army].total
                is_lost = strongest > _lane(forces[side].most, HQ[army])
                found.append(Siege(army, side, captor, prey, prey + FLAG_SHARE * self.all, is_lost))
        return found


def _lane(strengths: int, place: int) -> int:
    return strengths >> LANE * place & (1 << LANE) - 1


def _combined(rivals: list[float], count: int) -> float:
    """What stands against a side. Of so many rivals, those that are out count as nothing."""
    if not rivals:
        return 0.0
    return STRONGEST_RIVAL * max(rivals) + (1 - STRONGEST_RIVAL) * sum(rivals) / count


def _likelihood(margin: float) -> float:
    """The chance to win with this margin.

    Far from a half it is never sure, unlike a logistic curve: where all is nearly won, a search must still
    see which plan comes nearer to the end.
    """
    return 1 - 1 / (2 + margin) if margin >= 0 else 1 / (2 - margin)


def _hurries(start: Position) -> list[list[float]]:
    """For each army and each rival: how urgent it is to beat that rival."""
    powers = [
        sum(sum(cell & STRENGTH for cell in start.cells[army].values()) for army in team)
        for team in start.teams
    ]
    return [
        [0.0 if rival == side else _hurry(powers[side], powers[rival]) for rival in start.side]
        for side in start.side
    ]


def _hurry(mine: int, theirs: int) -> float:
    """The stronger I am, the less I gain by growing."""
    ahead = max(0.0, 1 - theirs / max(1, mine))
    return ahead * ahead * max(1.0, mine / 60)
