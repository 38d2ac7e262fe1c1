"""Two who only attack: the rusher goes for one HQ with foot, the all-in sends all it has."""

from collections.abc import Sequence
from random import Random

from bench.pool.outsiders.paper import NEVER, POWER_OF, Paper, orders_to
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, Kind, Place, PowerView, headquarters, strength
from server.games.api import Sheets
from server.games.power.board import REACH

FEET: tuple[Kind, ...] = ("R", "S")
ESCORT: tuple[Kind, ...] = ("A", "B", "T", "C", "CR", "D")


def rusher(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    """Three orders of five are for foot and what escorts it to the weakest HQ; the others make more foot."""
    paper = Paper(view, sheets)
    goal = weakest_home(paper, random)
    for army in paper.armies:
        if goal:
            _rush(paper, army, goal)
        while paper.buy(army, "S"):
            pass
        paper.merge_all(army)
        paper.deploy(army)
        if goal:
            send_nearer(paper, army, (*ESCORT, *FEET), goal, paper.room(army))
    return paper.lines()


def _rush(paper: Paper, army: Army, goal: Place) -> None:
    near = all(orders_to(kind, goal).get(place, NEVER) <= 1 for place, kind in _foot(paper, army))
    if near:  # all foot is before the HQ: whatever reaches it comes along
        for kind in (*FEET, *ESCORT):
            for place, here, count in paper.pieces(army):
                if here == kind and goal in REACH[kind][place]:
                    for _ in range(count):
                        paper.go(army, kind, place, goal)
    send_nearer(paper, army, FEET, goal, 2)
    send_nearer(paper, army, ESCORT, goal, 1)


def _foot(paper: Paper, army: Army) -> list[tuple[Place, Kind]]:
    return [(place, kind) for place, kind, _ in paper.pieces(army) if kind in FEET and place != "RV" + army]


def all_in(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    """The five strongest pieces go as near to the weakest HQ as they can, and nothing stays at home."""
    paper = Paper(view, sheets)
    goal = weakest_home(paper, random)
    for army in paper.armies:
        if goal:
            send_nearer(paper, army, ("R", "S"), goal, 2)
            send_nearer(paper, army, ("CR", "A", "B", "D", "C", "T"), goal, 5)
        paper.deploy(army)
        paper.merge_all(army)
        while paper.buy(army, "T"):
            pass
    return paper.lines()


def send_nearer(paper: Paper, army: Army, kinds: Sequence[Kind], goal: Place, most: int) -> None:
    """Move pieces of these kinds nearer to the goal, the farthest first, where no stronger rival stands."""
    found = [
        (kinds.index(kind), -orders_to(kind, goal).get(place, NEVER), place, kind, count)
        for place, kind, count in paper.pieces(army)
        if kind in kinds
    ]
    for _, _, place, kind, count in sorted(found):
        for _ in range(count):
            if most <= 0:
                return
            to = _next_step(paper, kind, place, goal)
            if to and paper.go(army, kind, place, to):
                most -= 1


def _next_step(paper: Paper, kind: Kind, place: Place, goal: Place) -> Place | None:
    far = orders_to(kind, goal)
    nearer = [
        to
        for to in REACH[kind][place]
        if far.get(to, NEVER) < far.get(place, NEVER) and paper.standing(to) < paper.own(to) + POWER_OF[kind]
    ]
    return min(nearer, key=lambda to: (far[to], paper.standing(to) == 0, to), default=None)


def weakest_home(paper: Paper, random: Random) -> Place | None:
    """The HQ of the rival that has the least in all; among equals the one that is nearest clockwise."""
    rivals = paper.flying()
    if not rivals or not paper.armies:
        return None
    order = "VBJR"
    start = order.index(paper.armies[0])

    def rank(army: Army) -> tuple[int, int]:
        stacks = paper.view.pieces.get(army, {}).values()
        return sum(map(strength, stacks)) // 10, (order.index(army) - start) % 4

    return headquarters(min(rivals, key=rank))
