"""What a position is worth to each side: what it has now, and what could happen in the next round."""

from operator import mul

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
    HIGH,
    LANE,
    ONES,
    Gauge,
    foot_away,
)
from server.bots.power.outcome import Outcome, Position
from server.bots.power.packed import HQ, STRENGTH
from server.bots.power.weights import WEIGHTS

FLAG_SHARE = 0.1
"""A flag is counted as this share of all that is on the board."""
STRONGEST_RIVAL = 0.6
"""How much the strongest rival counts; the mean of all rivals counts for the rest."""


class Judge:
    """Compares the positions that this one may become.

    What everything is measured by, and which rivals are nearly beaten, is decided once, by the position now.
    If it were decided anew each time, losing own pieces could look like a gain.
    """

    def __init__(self, start: Position, weights: tuple[float, ...] = WEIGHTS) -> None:
        self.start = start
        self._others = len(start.sides_in_play(start.out)) - 1
        self.weights = weights
        self._hurry = _hurries(start)
        sides = range(len(start.teams))
        self._rivals = [[other for other in sides if other != side] for side in sides]
        playing = [army for army in range(4) if army != start.mercenary]
        worths = [Gauge(army, start.cells[army], 0, (), ()).total for army in playing]
        self.all = max(50.0, sum(worths))
        """The worth of all pieces of the players: the measure of every feature."""
        self._playing: dict[int, list[int]] = {}
        self._known_lands: dict[tuple[tuple[int, ...], int], list[tuple[int, ...]]] = {}
        self._known: dict[tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]], Gauge] = {}

    def chances(self, outcome: Outcome) -> list[float]:
        """The estimated probability to win, for each side."""
        if outcome.over:
            sides = range(len(self.start.names))
            return [0.5 if outcome.winner < 0 else float(side == outcome.winner) for side in sides]
        playing = self._playing.get(outcome.out)
        if playing is None:
            playing = self._playing[outcome.out] = self.start.sides_in_play(outcome.out)
        values = self._values(outcome)
        found = [0.0] * len(values)
        if self._others == 1:
            one, other = playing
            found[one] = _likelihood(values[one] - values[other])
            found[other] = 1 - found[one]
            return found
        for side in playing:
            rivals = [values[other] for other in playing if other != side]
            found[side] = _likelihood(values[side] - _combined(rivals, self._others))
        return found

    def _values(self, outcome: Outcome) -> list[float]:
        """The value of each side: the features of its armies, weighted."""
        weights, side_of = self.weights, self.start.side
        lands = self._lands(outcome)
        gauges = [self._gauge(outcome, army, lands[army]) for army in range(4)]
        values = [0.0] * len(self.start.names)
        for holder in outcome.flags:
            values[side_of[holder]] += weights[FLAGS] * FLAG_SHARE
        for army, risk, helpless, siege, doomed in self._dangers(outcome, gauges):
            dangers = weights[AT_RISK] * risk + weights[BEYOND_HELP] * helpless
            dangers += weights[BESIEGED] * siege + weights[FLAG_BEYOND_HELP] * doomed
            own = gauges[army].value + weights[BOXED_POWER] * outcome.income[army]
            values[side_of[army]] += (own + dangers) / self.all
        return values

    def features(self, outcome: Outcome) -> list[list[float]]:
        """The features of each side, measured by all that is on the board, for fitting the weights."""
        lands = self._lands(outcome)
        gauges = [self._gauge(outcome, army, lands[army]) for army in range(4)]
        found = [[0.0] * len(FEATURES) for _ in self.start.names]
        for holder in outcome.flags:
            found[self.start.side[holder]][FLAGS] += FLAG_SHARE
        for army, *dangers in self._dangers(outcome, gauges):
            own = [*gauges[army].features, 0.0, *dangers]
            own[BOXED_POWER] += outcome.income[army]
            row = found[self.start.side[army]]
            for index, value in enumerate(own):
                row[index] += value / self.all
        return found

    def _lands(self, outcome: Outcome) -> list[tuple[int, ...]]:
        """For each army, the rivals whose flags are on their HQs."""
        key = outcome.flags, outcome.out
        if key not in self._known_lands:
            side = self.start.side
            flying = [land for land in range(4) if outcome.flies(land)]
            self._known_lands[key] = [
                tuple(land for land in flying if side[land] != side[army]) for army in range(4)
            ]
        return self._known_lands[key]

    def _gauge(self, outcome: Outcome, army: int, lands: tuple[int, ...]) -> Gauge:
        """The gauge of an army. Those of armies and of changed cells that are known are not made again."""
        if outcome.changed[army]:
            key = army, outcome.flags, tuple(outcome.cells[army].items())
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = self._measured(outcome, army, lands)
            return known
        read = outcome.armies[army]
        if not isinstance(read.gauge, Gauge) or read.gauge.flags != outcome.flags:
            read.gauge = self._measured(outcome, army, lands)
        return read.gauge

    def _measured(self, outcome: Outcome, army: int, lands: tuple[int, ...]) -> Gauge:
        gauge = Gauge(army, outcome.cells[army], outcome.bits[army], lands, outcome.flags)
        gauge.features[FOOT_NEAR] = self._foot_near(outcome, army, lands)
        gauge.value = sum(map(mul, gauge.features, self.weights))
        return gauge

    def _foot_near(self, outcome: Outcome, army: int, lands: tuple[int, ...]) -> float:
        """How near foot soldiers are to the HQs of rivals who are nearly beaten.

        A flag that was taken in this round was as near as can be, so that taking it is never a loss.
        """
        near, side = 0.0, self.start.side
        for land, hurry in enumerate(self._hurry[army]):
            if hurry and land in lands:
                near += hurry * (FAR - foot_away(outcome.cells[army], land))
            elif hurry and side[outcome.flags[land]] == side[army] and self.start.flags[land] == land:
                near += hurry * FAR
        return near

    def _dangers(self, outcome: Outcome, gauges: list[Gauge]) -> list[tuple[int, float, float, float, float]]:
        """For each army: what rivals could take, also against all help; then all it has by its flag."""
        held, total, feet = [], [], []
        for team in self.start.teams:
            armies = [gauges[army] for army in team]
            held.append(sum([gauge.held for gauge in armies]))
            total.append(held[-1] + sum([gauge.bring for gauge in armies]))
            feet.append(armies[0].feet if len(armies) == 1 else armies[0].feet | armies[1].feet)
        found = []
        for side, team in enumerate(self.start.teams):
            rivals = self._rivals[side]
            strengths = [total[other] | HIGH for other in rivals]
            risk = _exceeding(strengths, held[side])
            for army in team:
                gauge = gauges[army]
                at_risk = lost = siege = doom = 0.0
                if risk & gauge.lanes:
                    at_risk, lost = gauge.exposed(risk, _exceeding(strengths, total[side]))
                place = HQ[army]
                strongest = [_lane(total[other], place) for other in rivals if feet[other] >> place & 1]
                if strongest and outcome.flies(army):
                    stake = gauge.total + FLAG_SHARE * self.all
                    siege = stake * (max(strongest) > _lane(held[side], place))
                    doom = stake * (max(strongest) > _lane(total[side], place))
                found.append((army, at_risk, lost, siege, doom))
        return found


def _exceeding(strengths: list[int], own: int) -> int:
    """The lanes in which one of the strengths, whose highest bits are set, is greater than the own."""
    lanes, own = 0, own + ONES
    for strength in strengths:
        lanes |= strength - own
    return lanes & HIGH


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
