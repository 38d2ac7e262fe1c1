"""What the sheets that were read say about a rival: which family of plans explains them best."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from protocol.views.power import PowerView, Side
from server.bots.assignment import PastPhase
from server.bots.power.families import FAMILIES, PRIOR, read_lines, sides_of
from server.bots.power.families import Side as Seated
from server.bots.power.outcome import Position
from server.bots.power.packed import Typed
from server.bots.power.variations import Plan

SAMPLES = 2
"""How many plans of each family are compared with what was written."""
UNEXPLAINED = 0.3
"""How well a plan that only a search finds is said to explain a sheet: better than a bad guess."""
SAME_PIECE = 0.4
"""How like two orders are that send the same piece to different places."""
LEARNED = 0.6
"""How much of the weights is learned; the rest stays as it was, for a rival may change."""
DOUBT = 0.15
"""What is added to every likeness, so that one sheet rules nothing out."""
LAST = 6
"""How many of the last rounds are looked at."""

Likelihoods = dict[str, float]


def recall(
    past: Sequence[PastPhase], view: PowerView, random: Random, late: Callable[[], bool]
) -> Mapping[Side, Likelihoods]:
    """For each rival side, the weight of each family. Without a past they are those of PRIOR."""
    weights: dict[Side, Likelihoods] = {
        side: dict(PRIOR) for side in view.sides.values() if side != view.seat and side != view.mercenary
    }
    for phase in list(reversed(past))[:LAST]:
        if late():
            break
        position = Position(phase.view)
        for rival in sides_of(phase.view, position, random).values():
            name = phase.view.sides[rival.armies[0]]
            if name in weights:
                _learn(weights[name], rival, phase)
    return {side: _shares(found) for side, found in weights.items()}


def _learn(weights: Likelihoods, rival: Seated, phase: PastPhase) -> None:
    """Multiply the weight of each family by how like its plans are to what was written."""
    sheets = [read_lines(phase.sheets.get(army, ()), army) for army in rival.armies]
    written = rival.variations.plan(sheets)
    for family, weight in weights.items():
        explained = UNEXPLAINED
        if family in FAMILIES:
            explained = max(likeness(FAMILIES[family](rival), written) for _ in range(SAMPLES))
        weights[family] = weight * (DOUBT + explained)


def likeness(guessed: Plan, written: Plan) -> float:
    """The share of orders that two plans have in common; the same piece sent elsewhere counts in part."""
    one = Counter((read.army, order) for read in guessed for order in read.kept)
    other = Counter((read.army, order) for read in written for order in read.kept)
    most = max(one.total(), other.total())
    if not most:
        return 1.0
    same = (one & other).total()
    pieces = (_pieces(one) & _pieces(other)).total() - same
    return (same + SAME_PIECE * pieces) / most


def _pieces(orders: Counter[tuple[int, Typed]]) -> Counter[tuple[int, int, int]]:
    found: Counter[tuple[int, int, int]] = Counter()
    for (army, (kind, place, _)), count in orders.items():
        found[army, kind, place] += count
    return found


def _shares(weights: Likelihoods) -> Likelihoods:
    """What was learned, blended with what was thought before."""
    total, before = sum(weights.values()), sum(PRIOR.values())
    return {
        family: LEARNED * weight / total + (1 - LEARNED) * PRIOR[family] / before
        for family, weight in weights.items()
    }
