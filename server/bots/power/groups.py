"""Changes of a plan in which several pieces go to one place together: one order alone would seldom help."""

from collections.abc import Mapping

from server.bots.power.packed import MISSILE, REACH_BITS, REACH_OF, REGIMENT, SOLDIER, Sheet
from server.bots.power.prey import Prey
from server.bots.power.variations import Plan, Variations
from server.games.power.orders import MOST_ORDERS

MOST_GATHERED = 4
"""So many pieces at the most are sent to a place that was drawn by lot."""
DISMISSED, JOINED = 0.25, 0.25
"""How often the orders of a group are dropped, and how often it joins another one; else it goes elsewhere."""


def seize(variations: Variations, plan: Plan, prey: Prey) -> Plan:
    """Send just enough pieces to beat what will be there."""
    random = variations.random
    arriving = variations.arriving(prey.place)
    if random.random() < 0.5:
        arriving = random.sample(arriving, len(arriving))
    sent: dict[int, Sheet] = dict.fromkeys(variations.armies, ())
    total, needs_foot = variations.held(prey.place), prey.needs_foot
    for power, army, order in arriving:
        is_foot = order[0] in (SOLDIER, REGIMENT)
        if len(sent[army]) < MOST_ORDERS and (total <= prey.strength or (needs_foot and is_foot)):
            sent[army] += (order,)
            total += power
            needs_foot = needs_foot and not is_foot
    return _with(variations, plan, sent)


def gather(variations: Variations, plan: Plan) -> Plan:
    """Send a few pieces to a place that one of them reaches."""
    random = variations.random
    order = variations.order(random.choice(variations.armies))
    if order is None or order[0] >= MISSILE:
        return plan
    arriving = variations.arriving(order[2])
    count = min(len(arriving), random.randint(1, MOST_GATHERED))
    chosen = arriving[:count] if random.random() < 0.5 else random.sample(arriving, count)
    sent: dict[int, Sheet] = dict.fromkeys(variations.armies, ())
    for _, army, each in chosen:
        sent[army] += (each,)
    return _with(variations, plan, sent)


def regroup(variations: Variations, plan: Plan) -> Plan:
    """Send all pieces that go to one place to another, as many as reach it, or to none."""
    random = variations.random
    places = list({order[2]: None for read in plan for order in read.kept if order[0] < MISSILE})
    if not places:
        return plan
    place = random.choice(places)
    group = [order for read in plan for order in read.kept if order[0] < MISSILE and order[2] == place]
    chance, to = random.random(), -1
    if chance < JOINED:
        to = random.choice(places)
    elif chance < 1 - DISMISSED:
        kind, origin, _ = random.choice(group)
        to = random.choice(REACH_OF[kind][origin])
    return variations.plan([_redirected(read.kept, place, to) for read in plan])


def _redirected(sheet: Sheet, place: int, to: int) -> Sheet:
    """The sheet with another place in all orders to this one. Pieces that do not reach it stay."""
    found: Sheet = ()
    for order in sheet:
        kind, origin, aim = order
        if kind >= MISSILE or aim != place:
            found += (order,)
        elif to >= 0 and REACH_BITS[kind][origin] >> to & 1:
            found += ((kind, origin, to),)
    return found


def _with(variations: Variations, plan: Plan, sent: Mapping[int, Sheet]) -> Plan:
    """The plan with these orders in front. Others are dropped by lot where there are more than five."""
    sheets = []
    for read in plan:
        new = sent[read.army]
        room = MOST_ORDERS - len(new)
        kept = [*range(len(read.kept))]
        if len(kept) > room:
            kept = sorted(variations.random.sample(kept, room))
        sheets.append(new + tuple([read.kept[at] for at in kept]))
    return variations.plan(sheets)
