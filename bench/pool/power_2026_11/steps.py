"""The steps of a captain's plan. Each writes its orders and leaves the others to the next step."""

from collections.abc import Mapping

from msgspec import Struct

from bench.pool.power_2026_11.draft import hundred, moves
from bench.pool.power_2026_11.staff import Mover, Staff, enough
from bench.pool.power_2026_11.survey import ALL_SECTORS, FOOT, REACHED, ROUNDS, STRONGEST_FIRST, worth
from protocol.views.power import (
    ARMIES,
    Army,
    Kind,
    Place,
    headquarters,
    reserve,
    strength,
)
from server.games.power.board import GROUND, REACH, SECTORS, TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.notation import Exchange, Move

STRIKE_WORTH = 125
"""How much a missile made from pieces of power 100 must destroy at least."""
SMALL: tuple[Kind, ...] = ("T", "S", "D", "C")
"""The small pieces in the order in which an army should buy them."""

_FIELDS = tuple(place for place in SECTORS if GROUND[place] != "hq")
_LANDS = {army: [place for place in SECTORS if TERRITORY.get(place) == army] for army in ARMIES}


class Marcher(Struct, frozen=True):
    """Pieces of one kind in one place that could move."""

    army: Army
    place: Place
    kind: Kind
    count: int
    rounds: Mapping[Place, int]


def storm(staff: Staff, caution: float) -> None:
    """Take every flag that pieces in reach can take. P-FLAG-1: foot soldiers must be among them."""
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
    """The other pieces that could go, within the orders that are left after those of the first ones."""
    others = staff.movers(place)
    for first in lead:
        same = [mover for mover in others if mover.army == first.army]
        if first in same:
            others.remove(first)
        elif len(same) >= staff.draft.left(first.army):
            others.remove(same[-1])
    return others


def hold(staff: Staff) -> None:
    """Keep enough pieces in each HQ against rivals with foot soldiers; send help if there are too few."""
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
    """P-MISS: fire missiles at the richest rival place; make a new one if that place is worth it."""
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
    """P-MISS-3: make a missile and fire it in the same round."""
    home = reserve(army)
    used = hundred(staff.draft.field.stack(army, home))
    if not used or worth(used) >= STRIKE_WORTH or not staff.draft.write(army, Exchange(used, home, "M")):
        return False
    return staff.draft.write(army, Move("M", home, target))


def _richest(staff: Staff) -> tuple[Place | None, int]:
    """The rival HQ or reserve with most in it, since pieces there seldom move; none that I attack."""
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
    """Capture pieces where the rivals, and those who may help them, are weaker."""
    hunters = 2 * len(staff.armies)  # so many orders may go after small pieces, which may have left
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
    """Whether a small piece waits in its HQ to be merged; it does not go after others."""
    return mover.power < 20 and mover.origin == headquarters(mover.army)


def _prizes(staff: Staff) -> list[tuple[float, Place]]:
    """The rival stacks on the board, the most valuable first, without HQs."""
    found: dict[Place, float] = {}
    stormed = {headquarters(army) for army in staff.flags}
    for army, places in staff.view.pieces.items():
        if army not in staff.own:
            for place, stack in places.items():
                if place in ALL_SECTORS and place not in stormed:
                    found[place] = found.get(place, 0.0) + worth(stack)
    return sorted(((value, place) for place, value in found.items()), reverse=True)


def post(staff: Staff) -> None:
    """Keep one piece of each army on a territory that pays, unless it is in danger."""
    for army in staff.armies:
        for land in staff.flags:
            for kind in reversed(STRONGEST_FIRST):
                place = next((p for p in _LANDS[land] if staff.free(army, p, kind)), None)
                if place:
                    staff.pin(army, place, kind)
                    break


def earn(staff: Staff) -> None:
    """P-POW-1: send a piece of each army to each rival territory that pays, where it may survive."""
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
    """Move pieces that could be captured in the next round out of reach, or together; the dearest first."""
    for army in staff.armies:
        for kind in kinds:
            for place in tuple(staff.draft.field.fresh[army]):
                if place[:2] in ("RV", "HQ"):
                    continue
                for _ in range(staff.draft.field.fresh_count(army, place, kind)):
                    if staff.mine(place) < staff.survey.threat(place, staff.side):
                        _shelter(staff, army, kind, place)


def _shelter(staff: Staff, army: Army, kind: Kind, place: Place) -> None:
    """A safe place; for a small piece also another place on a territory that pays."""
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
    """Merge three of a kind; buy or deploy the piece that completes three in the HQ."""
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
    """P-EXCH-4: buy pieces, deploy them and merge them in the HQ in one round."""
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
    """Buy tanks for the Power that is left. They stay in the reserve until they are merged there."""
    field, box = staff.draft.field, reserve(army)
    while field.fresh_count(army, box, "P") >= 6 and staff.draft.left(army) > 1:
        if not staff.draft.buy(army, "T"):
            return
        staff.draft.merge(army, box, "T")


def press(staff: Staff) -> None:
    """P-THREE-2: order mercenaries to places where my pieces are stronger, so that they are captured."""
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
    """P-MOVE-6: bring big pieces from the reserve to an HQ where they will not be lost."""
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
    """March to the easiest HQ, together, and only to places where the group is strong enough to stay."""
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
    """The pieces that may march, with the number of rounds to the target from every place."""
    return [
        Marcher(army, place, kind, min(count, staff.draft.left(army)), ROUNDS[target][kind])
        for army in staff.armies
        if staff.draft.left(army)
        for place, kind, count in staff.stacks(army)
        if _marches(staff, kind) and place in ROUNDS[target][kind]
    ]


def _march(staff: Staff, ready: list[Marcher], to: Place, foot: float) -> tuple[float, list[Mover]]:
    """The pieces that come nearer to the target by going there, and how much that is worth."""
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
    """Whether enough pieces are near the HQ to take it, so that only foot soldiers are missing."""
    place = headquarters(target)
    near = sum(
        POWER_OF[kind] * count
        for army in staff.armies
        for origin, kind, count in staff.stacks(army)
        if place in REACHED[kind][origin]
    )
    return near > staff.survey.threat(place, staff.side)


def _marches(staff: Staff, kind: Kind) -> bool:
    """Whether such pieces march. Small ones wait to be merged; soldiers march if there are no regiments."""
    return POWER_OF[kind] >= 20 or (kind == "S" and staff.lacks_foot)


def _easiest(staff: Staff) -> Army | None:
    """The rival HQ that is easiest to take: weakly defended and near."""

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
    """P-IDLE-1: an army without other orders moves a small piece one step."""
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
