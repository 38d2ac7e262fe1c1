"""What a position is worth to a side, as it stands and for what could happen to it next round."""

from msgspec import Struct

from protocol.views.power import Army, Place, Side, headquarters, reserve, strength
from server.bots.power.survey import ALL_SECTORS, FOOT, ROUNDS, Survey, worth
from server.games.power.board import KIND_INDEX, TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.state import PowerState

WON = 100_000.0
_FAR = 8
_MARCHING = tuple((KIND_INDEX[kind], kind, POWER_OF[kind]) for kind in ("S", "R", "A", "B", "CR"))


class Weights(Struct, frozen=True):
    """How much each thing counts, in power."""

    income: float = 6.0
    """One Power a round, as long as it lasts."""
    risk: float = 0.25
    """Of what rivals could take next round."""
    siege: float = 0.35
    """Of all an army has, if its flag could fall next round."""
    flag: float = 60.0
    march: float = 0.05
    """Of a big piece's power, for each round of travel it is nearer to a rival HQ."""
    foot: float = 8.0
    """For each round of travel between a rival HQ and the nearest foot soldier, if the rival is done for."""
    boxed: float = 0.9
    """Of its worth, while a piece is in the reserve: it takes an order to be of use."""


class Judge:
    """Weighs positions that may come of this one. Who is done for is settled by how it stands now:
    were it judged anew each time, losing one's own pieces could look like a gain."""

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
        """Mine less the rivals': the strongest rival counts most."""
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
        """Each side's sum of what its armies have, earn and risk."""
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
        # A cost, not a bonus: it ends with the flag, which a bonus would make a pity to take.
        away = sum(self.hurry[side, state.sides[land]] * far for land, far in zip(lands, feet, strict=True))
        return self.weights.march * big - self.weights.foot * away


def _hurry(mine: int, theirs: int) -> float:
    """How urgent it is to end a rival: the stronger I am, the less there is in growing further."""
    ahead = max(0.0, 1 - theirs / max(1, mine))
    return ahead * ahead * max(1.0, mine / 60)


def _targets(state: PowerState) -> frozenset[Place]:
    """Where a stack or a flag could be taken."""
    places = {place for stacks in state.pieces.values() for place in stacks}
    places.update(map(headquarters, state.flags))
    return ALL_SECTORS & places
