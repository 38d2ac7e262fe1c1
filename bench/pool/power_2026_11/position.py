"""What a position is worth to a side: what it has now, and what could happen in the next round."""

from msgspec import Struct

from bench.pool.power_2026_11.survey import ALL_SECTORS, FOOT, ROUNDS, Survey, worth
from protocol.views.power import Army, Place, Side, headquarters, reserve, strength
from server.games.power.board import KIND_INDEX, TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.state import PowerState

WON = 100_000.0
_FAR = 8
_MARCHING = tuple((KIND_INDEX[kind], kind, POWER_OF[kind]) for kind in ("S", "R", "A", "B", "CR"))


class Weights(Struct, frozen=True):
    """How much each thing counts, in power."""

    income: float = 6.0
    """The worth of an income of one Power a round."""
    risk: float = 0.25
    """The share that is subtracted of what rivals could take in the next round."""
    siege: float = 0.35
    """The share that is subtracted of all an army has if it could lose its flag in the next round."""
    flag: float = 60.0
    march: float = 0.05
    """The share of a big piece's power that is added for each round that it is nearer to a rival HQ."""
    foot: float = 8.0
    """The cost of each round between a nearly beaten rival's HQ and the nearest foot soldier."""
    boxed: float = 0.9
    """The share of its worth that a piece in the reserve keeps, because using it costs one more order."""


class Judge:
    """Compares the positions that this one may become.

    Which rivals are nearly beaten is decided once, by the position now. If it were decided anew each time,
    losing own pieces could look like a gain.
    """

    def __init__(self, state: PowerState, me: Side, weights: Weights) -> None:
        self.me = me
        self.weights = weights
        powers: dict[Side, int] = dict.fromkeys(state.sides.values(), 0)
        for army, stacks in state.pieces.items():
            powers[state.sides[army]] += sum(map(strength, stacks.values()))
        self.hurry = {
            (side, rival): _hurry(powers[side], powers[rival]) for side in powers for rival in powers
        }

    def evaluate(self, state: PowerState) -> float:
        """The worth of my side minus that of the rivals, of whom the strongest counts most."""
        if state.over:
            return 0.0 if state.winner is None else WON if state.winner == self.me else -WON
        values = self._values(state)
        mine = values.pop(self.me, 0.0)
        if state.mercenary:
            values.pop(state.mercenary, None)
        if not values:
            return mine
        return mine - 0.6 * max(values.values()) - 0.4 * sum(values.values()) / len(values)

    def _values(self, state: PowerState) -> dict[Side, float]:
        """For each side, the sum of what its armies have, earn and risk."""
        survey = Survey(state.pieces, state.sides, _targets(state))
        flying = [a for a, holder in state.flags.items() if a == holder and a not in state.eliminated]
        values: dict[Side, float] = dict.fromkeys(state.sides.values(), 0.0)
        for holder in state.flags.values():
            values[state.sides[holder]] += self.weights.flag
        for army in state.pieces:
            side = state.sides[army]
            lands = [land for land in flying if state.sides[land] != side]
            value = self._holdings(state, army, survey, lands)
            home = headquarters(army)
            if army in flying and survey.siege(home, side) > survey.held[side].get(home, 0):
                value -= self.weights.siege * (value + self.weights.flag)
            values[side] += value
            if lands:
                values[side] += self._march(state, army, lands)
        return values

    def _holdings(self, state: PowerState, army: Army, survey: Survey, lands: list[Army]) -> float:
        """What the army owns, what it earns, and a share of what it could lose next round."""
        side = state.sides[army]
        box = reserve(army)
        total = risked = 0.0
        paid: set[Army] = set()
        for place, stack in state.pieces[army].items():
            value = worth(stack)
            if place == box:
                total += value * self.weights.boxed
                continue
            total += value
            if place in TERRITORY and TERRITORY[place] in lands:
                paid.add(TERRITORY[place])
            if survey.threat(place, side) > survey.held[side].get(place, 0):
                risked += value
        return total + self.weights.income * len(paid) - self.weights.risk * risked

    def _march(self, state: PowerState, army: Army, lands: list[Army]) -> float:
        """How near the big pieces are to a rival flag, and foot soldiers to those that are weakly held."""
        side = state.sides[army]
        big = 0.0
        feet = [_FAR] * len(lands)
        for place, stack in state.pieces[army].items():
            for index, kind, power in _MARCHING:
                if stack[index]:
                    rounds = [ROUNDS[land][kind].get(place, _FAR) for land in lands]
                    big += stack[index] * power * (_FAR - min(rounds))
                    if kind in FOOT:
                        feet = list(map(min, feet, rounds))
        # This is a cost, not a bonus: with a bonus, taking the flag would look like a loss.
        away = sum(self.hurry[side, state.sides[land]] * far for land, far in zip(lands, feet, strict=True))
        return self.weights.march * big - self.weights.foot * away


def _hurry(mine: int, theirs: int) -> float:
    """How urgent it is to beat a rival. The stronger I am, the less I gain by growing."""
    ahead = max(0.0, 1 - theirs / max(1, mine))
    return ahead * ahead * max(1.0, mine / 60)


def _targets(state: PowerState) -> frozenset[Place]:
    """Where a stack or a flag could be taken."""
    places = {place for stacks in state.pieces.values() for place in stacks}
    places.update(map(headquarters, state.flags))
    return ALL_SECTORS & places
