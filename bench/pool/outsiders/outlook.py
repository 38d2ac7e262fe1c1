"""What a position after a round is worth to a side: power, flags, and what could be lost next."""

from bench.pool.outsiders.paper import NEVER, POWER_OF, orders_to
from protocol.views.power import KINDS, Army, Place, Side, headquarters, reserve, strength
from server.games.power.board import RANGE, REACH
from server.games.power.state import PowerState

FLAG = 60.0
LOST_HOME = 0.5
"""The share of an army that counts as lost if its HQ can be taken."""
LOST_STACK = 0.25
"""The share of pieces that counts as lost where a rival could come stronger."""
NEARER = 0.05
WON = 10_000.0


def outlook(state: PowerState, side: Side) -> float:
    if state.over:
        return 0.0 if state.winner is None else WON if state.winner == side else -WON
    worths: dict[Side, float] = dict.fromkeys(state.sides.values(), 0.0)
    for holder in state.flags.values():
        worths[state.sides[holder]] += FLAG
    for army in state.pieces:
        worths[state.sides[army]] += _army(state, army)
    mine = worths.pop(side)
    worths.pop(state.mercenary or "", None)
    return mine - 0.7 * max(worths.values(), default=0.0) - 0.3 * sum(worths.values()) / max(1, len(worths))


def _army(state: PowerState, army: Army) -> float:
    side, home = state.sides[army], headquarters(army)
    goals = [
        headquarters(rival)
        for rival, holder in state.flags.items()
        if rival == holder and state.sides[rival] != side and rival not in state.eliminated
    ]
    total, risked = 0.0, 0.0
    for place, stack in state.pieces[army].items():
        power = strength(stack)
        total += power
        if place == reserve(army):
            risked += 0.1 * power
            continue
        if power >= 5 and place != home and _could_come(state, side, place) > _held(state, side, place):
            risked += LOST_STACK * power
        total += _progress(place, stack, goals)
    if state.flags[army] == army and _could_come(state, side, home, foot=True) > _held(state, side, home):
        risked += LOST_HOME * (total + FLAG)
    return total - risked


def _progress(place: Place, stack: tuple[int, ...], goals: list[Place]) -> float:
    """Strong pieces and foot are worth more near a rival's flag."""
    worth = 0.0
    for kind, count in zip(KINDS, stack, strict=True):
        if count and kind in RANGE and goals:
            far = min(orders_to(kind, goal).get(place, NEVER) for goal in goals)
            worth += count * (8 - min(far, 8)) * (NEARER * POWER_OF[kind] + 0.4 * (kind in ("S", "R")))
    return worth


def _held(state: PowerState, side: Side, place: Place) -> int:
    return sum(
        strength(stacks[place])
        for army, stacks in state.pieces.items()
        if place in stacks and state.sides[army] == side
    )


def _could_come(state: PowerState, side: Side, place: Place, *, foot: bool = False) -> int:
    """The most that one rival side could have there next; with `foot`, of those sides that bring foot."""
    totals: dict[Side, int] = {}
    feet: set[Side] = set()
    for army, stacks in state.pieces.items():
        other = state.sides[army]
        if other == side or army == state.mercenary:
            continue
        power, walks = _coming(stacks, place)
        totals[other] = totals.get(other, 0) + power
        if walks:
            feet.add(other)
    return max((power for other, power in totals.items() if not foot or other in feet), default=0)


def _coming(stacks: dict[Place, tuple[int, ...]], place: Place) -> tuple[int, bool]:
    powers: list[int] = []
    walks = False
    for origin, stack in stacks.items():
        if origin == place:
            walks = walks or bool(stack[0] or stack[4])
            continue
        for kind, count in zip(KINDS, stack, strict=True):
            if count and kind in RANGE and place in REACH[kind][origin]:
                powers += [POWER_OF[kind]] * count
                walks = walks or kind in ("S", "R")
    there = strength(stacks[place]) if place in stacks else 0
    return there + sum(sorted(powers, reverse=True)[:5]), walks
