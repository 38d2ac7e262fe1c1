"""The steps of a captain's plan. Each writes the orders it wants and leaves the rest to the next."""

from collections.abc import Mapping

from msgspec import Struct

from protocol.views.power import (
    ARMIES,
    Army,
    Kind,
    Place,
    headquarters,
    reserve,
    strength,
)
from server.bots.power.draft import hundred, moves
from server.bots.power.staff import Mover, Staff, enough
from server.bots.power.survey import ALL_SECTORS, FOOT, REACHED, ROUNDS, STRONGEST_FIRST, worth
from server.games.power.board import GROUND, REACH, SECTORS, TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.notation import Exchange, Move

STRIKE_WORTH = 125
"""What a missile, melted from 100, must at least destroy."""
SMALL: tuple[Kind, ...] = ("T", "S", "D", "C")
"""Group 1 in the order in which an army should grow: power gained for Power paid, then for orders."""

_FIELDS = tuple(place for place in SECTORS if GROUND[place] != "hq")
_LANDS = {army: [place for place in SECTORS if TERRITORY.get(place) == army] for army in ARMIES}


class Marcher(Struct, frozen=True):
    """Pieces of one kind in one place that could set out."""

    army: Army
    place: Place
    kind: Kind
    count: int
    rounds: Mapping[Place, int]


def storm(staff: Staff, caution: float) -> None:
    """Take every flag that what is in reach can take: P-FLAG-1 wants foot soldiers among the winners."""
    for army in staff.flags:
        place = headquarters(army)
        need = staff.expected(place, caution) - staff.mine(place)
        lead: list[Mover] = []
        if staff.has_foot(place):
            if need < 0:
                continue
        elif foot := staff.foot(place):
            lead = [foot]
        else:
            continue
        force = enough(_others(staff, lead, place), need - sum(who.power for who in lead), strictly=True)
        if force is not None:
            staff.send([*lead, *force], place)


def _others(staff: Staff, lead: list[Mover], place: Place) -> list[Mover]:
    """Who else could go, within the orders that are left once those in the lead have theirs."""
    others = staff.movers(place)
    for first in lead:
        same = [mover for mover in others if mover.army == first.army]
        if first in same:
            others.remove(first)
        elif len(same) >= staff.draft.left(first.army):
            others.remove(same[-1])
    return others


def hold(staff: Staff) -> None:
    """Keep enough in each HQ against all that could come with foot soldiers; call help if it lacks."""
    for army in staff.armies:
        place = headquarters(army)
        need = staff.survey.siege(place, staff.side)
        if need:
            _garrison(staff, army, place, need)


def _garrison(staff: Staff, army: Army, place: Place, need: int) -> None:
    for kind in SMALL:
        while staff.mine(place) < need and staff.draft.merge(army, place, kind):
            pass
    lacking = need - staff.mine(place)
    if lacking > 0:
        movers = staff.movers(place)
        staff.send(enough(movers, lacking, strictly=False) or movers, place)
    held = 0
    for owner in staff.armies:
        for kind in STRONGEST_FIRST:
            for _ in range(staff.draft.field.fresh_count(owner, place, kind)):
                if held < need:
                    held += POWER_OF[kind]
                    staff.pin(owner, place, kind)


def strike(staff: Staff) -> None:
    """P-MISS: fire what lies ready at the richest rival place; melt a new one if that place is worth it."""
    for army in staff.armies:
        target, prize = _richest(staff)
        if target is None:
            return
        for place in tuple(staff.draft.field.places(army)):
            if staff.draft.field.count(army, place, "M") and prize > 40:
                staff.draft.write(army, Move("M", place, target))
                return
        if prize >= STRIKE_WORTH and staff.draft.left(army) >= 2 and _melt(staff, army, target):
            return


def _melt(staff: Staff, army: Army, target: Place) -> bool:
    """P-MISS-3: built and fired in the same round."""
    home = reserve(army)
    used = hundred(staff.draft.field.stack(army, home))
    if not used or worth(used) >= STRIKE_WORTH or not staff.draft.write(army, Exchange(used, home, "M")):
        return False
    return staff.draft.write(army, Move("M", home, target))


def _richest(staff: Staff) -> tuple[Place | None, int]:
    """The rival HQ or reserve with most in it, for what is there seldom leaves; none my pieces go to."""
    prizes = {
        place: strength(stack)
        for army, places in staff.view.pieces.items()
        if army not in staff.own
        for place, stack in places.items()
        if place in (headquarters(army), reserve(army)) and not staff.mine(place)
    }
    target = max(prizes, key=prizes.__getitem__, default=None)
    return (target, prizes[target]) if target else (None, 0)


def capture(staff: Staff) -> None:
    """Take prisoners where the rivals there, and what may come to their help, are weaker."""
    hunters = 2 * len(staff.armies)  # orders for chasing small fry, which may well be gone
    for value, place in _prizes(staff):
        if staff.mine(place) and staff.mine(place) > staff.survey.threat(place, staff.side):
            continue
        need = staff.expected(place, staff.style.caution) - staff.mine(place)
        movers = [mover for mover in staff.movers(place) if value >= 10 or not _is_cadre(mover)]
        force = enough(movers, need, strictly=True)
        if force and (value >= 10 or hunters > 0):
            hunters -= len(force) if value < 10 else 0
            staff.send(force, place)


def _is_cadre(mover: Mover) -> bool:
    """Small pieces in their HQ wait there to be merged: no lone fighter is worth hunting with them."""
    return mover.power < 20 and mover.origin == headquarters(mover.army)


def _prizes(staff: Staff) -> list[tuple[float, Place]]:
    """Rival stacks on the board, the dearest first; HQs are stormed or left alone."""
    found: dict[Place, float] = {}
    stormed = {headquarters(army) for army in staff.flags}
    for army, places in staff.view.pieces.items():
        if army not in staff.own:
            for place, stack in places.items():
                if place in ALL_SECTORS and place not in stormed:
                    found[place] = found.get(place, 0.0) + worth(stack)
    return sorted(((value, place) for place, value in found.items()), reverse=True)


def post(staff: Staff) -> None:
    """One piece of each army on a paying land is not to be taken away, unless danger drives it."""
    for army in staff.armies:
        for land in staff.flags:
            for kind in reversed(STRONGEST_FIRST):
                place = next((p for p in _LANDS[land] if staff.free(army, p, kind)), None)
                if place:
                    staff.pin(army, place, kind)
                    break


def earn(staff: Staff) -> None:
    """P-POW-1: a piece of each army on each rival territory whose flag flies, where it may last."""
    for army in staff.armies:
        standing = {TERRITORY.get(place) for place in staff.draft.field.places(army)}
        for land in staff.flags:
            if land not in standing:
                _settle(staff, army, land)


def _settle(staff: Staff, army: Army, land: Army) -> None:
    best: tuple[float, Kind, Place, Place] | None = None
    for place, kind, _ in staff.stacks(army):
        power = POWER_OF[kind]
        if power > 10:
            continue
        for to in REACH[kind][place]:
            mine = staff.mine(to) + power
            if TERRITORY.get(to) != land or staff.survey.standing(to, staff.side) >= mine:
                continue
            risk = max(0, staff.survey.threat(to, staff.side) - mine)
            score = staff.random.random() - power * (2.0 if risk else 1.0) - 0.05 * risk
            if best is None or score > best[0]:
                best = score, kind, place, to
    if best:
        staff.draft.move(army, best[1], best[2], best[3])


def withdraw(staff: Staff, kinds: tuple[Kind, ...]) -> None:
    """Bring what could be taken next round out of reach, or together, the dearest first."""
    for army in staff.armies:
        for kind in kinds:
            for place in tuple(staff.draft.field.fresh[army]):
                if place[:2] in ("RV", "HQ"):
                    continue
                for _ in range(staff.draft.field.fresh_count(army, place, kind)):
                    if staff.mine(place) < staff.survey.threat(place, staff.side):
                        _shelter(staff, army, kind, place)


def _shelter(staff: Staff, army: Army, kind: Kind, place: Place) -> None:
    """A safe place; or, for a small piece, another one on a paying land, where rivals must find it first."""
    best: tuple[float, Place] | None = None
    for to in REACH[kind][place]:
        if staff.survey.standing(to, staff.side):
            continue
        safe = staff.mine(to) + POWER_OF[kind] >= staff.survey.threat(to, staff.side)
        pays = TERRITORY.get(to) in staff.flags and TERRITORY.get(to) == TERRITORY.get(place)
        if not safe and not (pays and POWER_OF[kind] < 10):
            continue
        score = 3.0 * safe + 5.0 * pays + staff.random.random() - 0.3 * _distance(staff, kind, to)
        if best is None or score > best[0]:
            best = score, to
    if best:
        staff.draft.move(army, kind, place, best[1])


def _distance(staff: Staff, kind: Kind, place: Place) -> int:
    return min((ROUNDS[land][kind].get(place, 9) for land in staff.flags), default=0)


def grow(staff: Staff) -> None:
    """Merge three of a kind, buy what completes three, deploy what completes three in the HQ."""
    for army in staff.armies:
        for kind in SMALL:
            for place in tuple(staff.draft.field.places(army)):
                if kind != "C" or place == reserve(army):
                    while staff.draft.merge(army, place, kind):
                        pass
        for kind in ("T", "S", "D"):
            _complete(staff, army, kind)
        _invest(staff, army)


def _complete(staff: Staff, army: Army, kind: Kind) -> None:
    """P-EXCH-4: bought, deployed and merged in the HQ within a round."""
    field, home, box = staff.draft.field, headquarters(army), reserve(army)
    there, boxed = field.count(army, home, kind), field.fresh_count(army, box, kind)
    power = field.fresh_count(army, box, "P")
    if there == 0 or there >= 3:
        return
    buying = max(0, 3 - there - boxed)
    if power < buying * POWER_OF[kind] or staff.draft.left(army) < buying + (3 - there) + 1:
        return
    for _ in range(buying):
        staff.draft.buy(army, kind)
    for _ in range(3 - there):
        staff.draft.move(army, kind, box, home)
    staff.draft.merge(army, home, kind)


def _invest(staff: Staff, army: Army) -> None:
    """Tanks for what Power is left, kept in the reserve until they merge there."""
    field, box = staff.draft.field, reserve(army)
    while field.fresh_count(army, box, "P") >= 6 and staff.draft.left(army) > 1:
        if not staff.draft.buy(army, "T"):
            return
        staff.draft.merge(army, box, "T")


def press(staff: Staff) -> None:
    """P-THREE-2: order mercenaries to where my pieces are stronger, and so into captivity."""
    mercenary = staff.view.mercenary
    if mercenary is None or mercenary in staff.view.eliminated:
        return
    for army in staff.armies:
        for order in sorted(moves(staff.draft, mercenary), key=lambda move: -POWER_OF[move.kind]):
            coming = staff.draft.field.strength(mercenary, order.to) + POWER_OF[order.kind]
            own = staff.draft.field.fresh_count(army, order.origin, order.kind)
            if coming < staff.mine(order.to) and not own and staff.draft.write(army, order):
                for kind in STRONGEST_FIRST:
                    staff.pin(army, order.to, kind, staff.free(army, order.to, kind))


def deploy(staff: Staff) -> None:
    """P-MOVE-6: big pieces from the reserve into an HQ where they will not be lost."""
    for army in staff.armies:
        home, box = headquarters(army), reserve(army)
        for kind in ("R", *STRONGEST_FIRST) if staff.feet_abroad() < 2 else STRONGEST_FIRST:
            while (
                _marches(staff, kind)
                and staff.free(army, box, kind)
                and staff.mine(home) + POWER_OF[kind] >= staff.expected(home, staff.style.caution)
                and staff.draft.move(army, kind, box, home)
            ):
                pass


def advance(staff: Staff) -> None:
    """March on the easiest HQ, together, only where the company is strong enough to stay."""
    target = staff.style.target if staff.style.target in staff.flags else _easiest(staff)
    while target and (ready := _ready(staff, target)):
        foot = 5.0 if _is_massed(staff, target) else 2.0
        best: tuple[float, Place, list[Mover]] | None = None
        for to in _FIELDS:
            if staff.survey.standing(to, staff.side):
                continue
            score, company = _march(staff, ready, to, foot)
            if company and (best is None or score > best[0]):
                best = score, to, company
        if best is None:
            return
        staff.send(best[2], best[1])


def _ready(staff: Staff, target: Army) -> list[Marcher]:
    """Who may march, with the rounds of travel to the target from everywhere."""
    return [
        Marcher(army, place, kind, min(count, staff.draft.left(army)), ROUNDS[target][kind])
        for army in staff.armies
        if staff.draft.left(army)
        for place, kind, count in staff.stacks(army)
        if _marches(staff, kind) and place in ROUNDS[target][kind]
    ]


def _march(staff: Staff, ready: list[Marcher], to: Place, foot: float) -> tuple[float, list[Mover]]:
    """Those who come nearer to the target by going there, and how much that is worth."""
    company: list[Mover] = []
    gain = 0.0
    left = {army: staff.draft.left(army) for army in staff.armies}
    for who in ready:
        if to in REACHED[who.kind][who.place] and (closer := who.rounds[who.place] - who.rounds[to]) > 0:
            sent = min(who.count, left[who.army])
            left[who.army] -= sent
            power = POWER_OF[who.kind]
            company += [Mover(power, who.army, who.kind, who.place)] * sent
            gain += sent * closer * power * (foot if who.kind in FOOT else 1.0)
    if not company:
        return 0.0, []
    together = staff.mine(to) + sum(mover.power for mover in company)
    if together < staff.expected(to, staff.style.caution):
        return 0.0, []
    return gain + staff.random.random(), company


def _is_massed(staff: Staff, target: Army) -> bool:
    """Whether enough stands before the HQ to take it, so that only foot soldiers are wanting."""
    place = headquarters(target)
    near = sum(
        POWER_OF[kind] * count
        for army in staff.armies
        for origin, kind, count in staff.stacks(army)
        if place in REACHED[kind][origin]
    )
    return near > staff.survey.threat(place, staff.side)


def _marches(staff: Staff, kind: Kind) -> bool:
    """Small pieces wait to be merged; the big ones march. Soldiers do so for want of regiments."""
    return POWER_OF[kind] >= 20 or (kind == "S" and staff.lacks_foot)


def _easiest(staff: Staff) -> Army | None:
    """The rival HQ with the least defence for the way it takes to get there."""

    def effort(land: Army) -> float:
        defence = staff.survey.threat(headquarters(land), staff.side)
        ways = [
            ROUNDS[land][kind].get(place, 9)
            for army in staff.armies
            for place, kind, _ in staff.stacks(army)
            if _marches(staff, kind)
        ]
        return defence + 12 * (sum(ways) / len(ways) if ways else 0.0)

    return min(staff.flags, key=effort, default=None)


def stir(staff: Staff) -> None:
    """P-IDLE-1: an army that would do nothing else sends a small piece a step."""
    for army in staff.armies:
        if staff.draft.orders[army]:
            continue
        for kind in reversed(STRONGEST_FIRST):
            for place in tuple(staff.draft.field.fresh[army]):
                if not staff.draft.orders[army] and staff.draft.field.fresh_count(army, place, kind):
                    _step(staff, army, kind, place)


def _step(staff: Staff, army: Army, kind: Kind, place: Place) -> None:
    safe = [to for to in REACH[kind][place] if not staff.survey.threat(to, staff.side)]
    reach = sorted(safe or REACH[kind][place])
    if reach:
        staff.draft.move(army, kind, place, staff.random.choice(reach))
