"""What a position is worth to a side, as it stands and for what could happen to it next round."""

from msgspec import Struct

from protocol.views.power import Army, Place, Side, headquarters, reserve
from server.bots.power.survey import ALL_SECTORS, FOOT, ROUNDS, Survey, worth
from server.games.power.board import KIND_INDEX, TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.state import PowerState

WON = 100_000.0
_FAR = 8
_MARCHING = tuple((KIND_INDEX[kind], kind, POWER_OF[kind]) for kind in ("S", "R", "A", "B", "CR"))


class Weights(Struct, frozen=True):
    """How much each thing counts, in power."""

    income: float = 9.0
    """One Power a round, as long as it lasts."""
    risk: float = 0.3
    """Of what rivals could take next round."""
    siege: float = 0.35
    """Of all an army has, if its flag could fall next round."""
    flag: float = 60.0
    march: float = 0.03
    """Of a big piece's power, for each round of travel it is nearer to a rival HQ."""
    foot: float = 5.0
    """For each round of travel the nearest foot soldier is nearer to each rival HQ."""
    boxed: float = 0.9
    """Of its worth, while a piece is in the reserve: it takes an order to be of use."""


def evaluate(state: PowerState, me: Side, weights: Weights) -> float:
    """Mine less the rivals': the strongest rival counts most."""
    if state.over:
        return 0.0 if state.winner is None else WON if state.winner == me else -WON
    values = _values(state, weights)
    mine = values.pop(me, 0.0)
    if state.mercenary:
        values.pop(state.mercenary, None)
    if not values:
        return mine
    return mine - 0.6 * max(values.values()) - 0.4 * sum(values.values()) / len(values)


def _values(state: PowerState, weights: Weights) -> dict[Side, float]:
    """Each side's sum of what its armies have, earn and risk."""
    targets = _targets(state)
    survey = Survey(state.pieces, state.sides, targets)
    flying = {army for army, holder in state.flags.items() if army == holder and army not in state.eliminated}
    values: dict[Side, float] = dict.fromkeys(state.sides.values(), 0.0)
    for army, holder in state.flags.items():
        values[state.sides[holder]] += weights.flag if holder in flying or army == holder else 0.0
    for army in state.pieces:
        values[state.sides[army]] += _army_value(state, army, survey, flying, weights)
    return values


def _targets(state: PowerState) -> frozenset[Place]:
    """Where a stack or a flag could be taken."""
    places = {place for stacks in state.pieces.values() for place in stacks}
    places.update(map(headquarters, state.flags))
    return ALL_SECTORS & places


def _army_value(state: PowerState, army: Army, survey: Survey, flying: set[Army], weights: Weights) -> float:
    side = state.sides[army]
    box = reserve(army)
    total = risked = 0.0
    lands: set[Army] = set()
    for place, stack in state.pieces[army].items():
        value = worth(stack)
        if place == box:
            total += value * weights.boxed
            continue
        total += value
        if place in TERRITORY:
            lands.add(TERRITORY[place])
        if survey.threat(place, side) > survey.held[side].get(place, 0):
            risked += value
    paying = sum(land in flying and state.sides[land] != side for land in lands)
    total += weights.income * paying - weights.risk * risked
    total += _march(state, army, flying, weights)
    home = headquarters(army)
    if army in flying and survey.siege(home, side) > survey.held[side].get(home, 0):
        total -= weights.siege * (total + weights.flag)
    return total


def _march(state: PowerState, army: Army, flying: set[Army], weights: Weights) -> float:
    """How near the big pieces are to a rival flag, and foot soldiers to each of them."""
    side = state.sides[army]
    goals = [ROUNDS[land] for land in flying if state.sides[land] != side]
    if not goals:
        return 0.0
    big = 0.0
    feet = [_FAR] * len(goals)
    for place, stack in state.pieces[army].items():
        for index, kind, power in _MARCHING:
            if stack[index]:
                rounds = [goal[kind].get(place, _FAR) for goal in goals]
                big += stack[index] * power * (_FAR - min(rounds))
                if kind in FOOT:
                    feet = list(map(min, feet, rounds))
    return weights.march * big + weights.foot * sum(_FAR - rounds for rounds in feet)
