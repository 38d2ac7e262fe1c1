"""Two who build: the turtle stays at home until it is strong enough, the missileer saves for missiles."""

from collections.abc import Sequence
from random import Random

from bench.pool.outsiders.attackers import ESCORT, FEET, send_nearer
from bench.pool.outsiders.paper import POWER_OF, Paper, menace
from protocol.ids import Lines, SheetKey
from protocol.views.power import KINDS, Army, Place, PowerView, headquarters, strength
from server.games.api import Sheets
from server.games.power.board import REACH, TERRITORY

PRICE = 100


def turtle(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    """It earns with two fighters, buys, merges, and marches on an HQ that is half as strong as its own."""
    paper = Paper(view, sheets)
    for army in paper.armies:
        _earn(paper, army, 2)
        paper.merge_all(army)
        _buy_what_is_dear(paper, army)
        paper.merge_all(army)
        paper.deploy(army)
        goal = _beaten_home(paper, army)
        if goal:
            send_nearer(paper, army, (*FEET, *ESCORT), goal, paper.room(army))
    return paper.lines()


def _buy_what_is_dear(paper: Paper, army: Army) -> None:
    for kind in ("D", "C", "T"):
        while paper.buy(army, kind):
            pass


def _earn(paper: Paper, army: Army, most: int) -> None:
    """Send fighters to foreign land where no rival can come; who is threatened there moves on."""
    for place, kind, count in paper.pieces(army):
        is_abroad = TERRITORY.get(place) in paper.flying()
        is_safe = menace(paper.view, paper.side, place) < paper.own(place)
        if kind != "C" or (is_abroad and is_safe):
            most -= kind == "C"
            continue
        for _ in range(min(count, max(0, most))):
            to = _payday(paper, place)
            most -= bool(to) and paper.go(army, "C", place, to)


def _payday(paper: Paper, origin: Place) -> Place:
    """The foreign sector in reach that is least in danger."""
    lands = paper.flying()
    sectors = [to for to in REACH["C"][origin] if TERRITORY.get(to) in lands and not paper.standing(to)]
    return min(sectors, key=lambda to: (menace(paper.view, paper.side, to), to), default="")


def _beaten_home(paper: Paper, army: Army) -> Place | None:
    """The HQ of a rival that has at most half of what this army has."""
    powers = {each: sum(map(strength, paper.view.pieces.get(each, {}).values())) for each in paper.view.sides}
    beaten = [each for each in paper.flying() if 2 * powers[each] <= powers[army]]
    return headquarters(min(beaten, key=lambda each: (powers[each], each))) if beaten else None


def missileer(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    """All it has becomes missiles for the richest HQ, and then foot walks into what is empty."""
    paper = Paper(view, sheets)
    for army in paper.armies:
        _fire(paper, army)
        for goal in (headquarters(rival) for rival in paper.flying()):
            if not paper.standing(goal):
                send_nearer(paper, army, FEET, goal, 1)
        _earn(paper, army, 2)
        paper.deploy(army, most=1)
        paper.merge_all(army)
        while paper.buy(army, "S"):
            pass
        send_nearer(paper, army, FEET, _richest_home(paper), 2)
    return paper.lines()


def _fire(paper: Paper, army: Army) -> None:
    """P-MISS-3: melt pieces of power 100 where they are together, and fire at once."""
    target = _richest_home(paper)
    for place in tuple(paper.field.places(army)):
        if not paper.field.count(army, place, "M"):
            used = _hundred(paper, army, place)
            if not used or not paper.swap(army, used, place, "M"):
                continue
        paper.go(army, "M", place, target)


def _hundred(paper: Paper, army: Army, place: Place) -> dict[str, int]:
    """The pieces there that make a missile, the cheapest first; none, if they are not enough."""
    used, missing = dict.fromkeys(KINDS, 0), PRICE
    for kind in sorted(KINDS, key=POWER_OF.__getitem__):
        while missing > 0 and POWER_OF[kind] and used[kind] < paper.field.count(army, place, kind):
            used[kind] += 1
            missing -= POWER_OF[kind]
    return used if missing <= 0 else {}


def _richest_home(paper: Paper) -> Place:
    rivals = paper.flying() or paper.rivals
    places = [place for army in rivals for place in (headquarters(army), "RV" + army)]
    return max(places, key=lambda place: (paper.standing(place), place.startswith("HQ"), place))
