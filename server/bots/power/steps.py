"""The steps of a captain's plan. Each writes its orders and leaves the others to the next step."""

from protocol.views.power import (
    Army,
    Kind,
    Place,
    headquarters,
    reserve,
    strength,
)
from server.bots.power.draft import hundred, moves
from server.bots.power.staff import Mover, Staff, enough
from server.bots.power.survey import ALL_SECTORS, REACHED, ROUNDS, STRONGEST_FIRST, worth
from server.games.power.board import REACH, TERRITORY
from server.games.power.field import POWER_OF
from server.games.power.notation import Exchange, Move

INTRUDER = 20.0
"""What a stack on my territory must be worth to be captured before I go for a rival HQ."""
WATCH = 0.3
"""The share of what could come in two rounds, at full caution, against which an HQ is kept now."""

SMALL: tuple[Kind, ...] = ("T", "S", "D", "C")
"""The small pieces in the order in which an army should buy them."""


def storm(staff: Staff, caution: float) -> None:
    """Take every flag that pieces in reach can take."""
    for army in staff.flags:
        place = headquarters(army)
        assault(staff, place, staff.expected(place, caution))


def assault(staff: Staff, place: Place, expected: float) -> None:
    """Take the flag of an HQ if so much can be beaten there. P-FLAG-1: foot soldiers must take part."""
    need = expected - staff.mine(place)
    lead: list[Mover] = []
    if staff.has_foot(place):
        if need < 0:
            return
    elif foot := staff.foot(place):
        lead = [foot]
    else:
        return
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


def watch(staff: Staff) -> None:
    """Keep or bring some pieces in each HQ that a rival's foot soldiers reach in two rounds."""
    for army in staff.armies:
        place = headquarters(army)
        need = WATCH * staff.style.caution * staff.looming(army)
        if need:
            lacking = need - staff.mine(place)
            if lacking > 0:  # those who are on the march are not called back: that would cost too many orders
                movers = [mover for mover in staff.movers(place) if mover.origin == reserve(mover.army)]
                staff.send(enough(movers, lacking, strictly=False) or movers, place)
            _pin(staff, place, need, (*SMALL, *STRONGEST_FIRST[:4]))


def _pin(staff: Staff, place: Place, need: float, kinds: tuple[Kind, ...]) -> None:
    """Keep pieces where they are until they have the strength that is needed."""
    held = staff.mine(place) - sum(
        POWER_OF[kind] * staff.free(owner, place, kind) for owner in staff.armies for kind in kinds
    )
    for owner in staff.armies:
        for kind in kinds:
            for _ in range(staff.free(owner, place, kind)):
                if held < need:
                    held += POWER_OF[kind]
                    staff.pin(owner, place, kind)


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
        if prize >= staff.style.strike_worth and staff.draft.left(army) >= 2 and _melt(staff, army, target):
            return


def _melt(staff: Staff, army: Army, target: Place) -> bool:
    """P-MISS-3: make a missile and fire it in the same round."""
    home = reserve(army)
    used = hundred(staff.draft.field.stack(army, home))
    if not used or worth(used) >= staff.style.missile_price:
        return False
    makes = staff.draft.write(army, Exchange(used, home, "M"))
    return makes and staff.draft.write(army, Move("M", home, target))


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


def capture(staff: Staff, *, only_intruders: bool = False) -> None:
    """Capture pieces where the rivals, and those who may help them, are weaker.

    Intruders are big pieces on a territory of my own.
    """
    hunters = staff.hunters()  # so many orders may go after small pieces, which may have left
    for value, place in _prizes(staff):
        if only_intruders and (value < INTRUDER or TERRITORY.get(place) not in staff.own):
            continue
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
    near = [place for place, piece, _ in staff.stacks(army) if piece == kind and home in REACHED[kind][place]]
    there, boxed = field.count(army, home, kind), field.fresh_count(army, box, kind)
    power = field.fresh_count(army, box, "P")
    if there == 0 or there >= 3:
        return
    near = near[: 3 - there]
    buying = max(0, 3 - there - len(near) - boxed)
    if power < buying * POWER_OF[kind] or staff.draft.left(army) < buying + (3 - there) + 1:
        return
    for place in near:
        staff.draft.move(army, kind, place, home)
    for _ in range(buying):
        staff.draft.buy(army, kind)
    for _ in range(3 - there - len(near)):
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


def stir(staff: Staff) -> None:
    """P-IDLE-1: an army without other orders moves a small piece one step."""
    for army in staff.armies:
        if staff.draft.orders[army]:
            continue
        for kind in reversed(STRONGEST_FIRST):
            for place in tuple(staff.draft.field.fresh[army]):
                if not staff.draft.orders[army] and staff.free(army, place, kind):
                    _step(staff, army, kind, place)


def _step(staff: Staff, army: Army, kind: Kind, place: Place) -> None:
    safe = [to for to in REACH[kind][place] if not staff.survey.threat(to, staff.side)]
    reach = sorted(safe or REACH[kind][place])
    if reach:
        staff.draft.move(army, kind, place, staff.random.choice(reach))
