"""The end of a round: Power is collected, flags are taken, the game may end. P-POW, P-FLAG, P-END."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from protocol.views.power import (
    ARMIES,
    Army,
    Collected,
    Eliminated,
    Ended,
    FlagTaken,
    Side,
    headquarters,
    reserve,
    stack_of,
    strength,
)
from server.games.power.board import TERRITORY
from server.games.power.conflicts import leading_army
from server.games.power.field import Field

Flags = dict[Army, Army]


class Standing:
    """Who holds which flag and who is eliminated, at the end of a round."""

    def __init__(self, flags: Flags, eliminated: Sequence[Army]) -> None:
        self.flags = dict(flags)
        self.out = set(eliminated)

    def has_flag(self, army: Army) -> bool:
        return self.flags[army] == army and army not in self.out


def collect(field: Field, standing: Standing, order: Sequence[Army]) -> list[Collected]:
    """P-POW-1: an army gets 1 Power for each enemy territory it stands on whose flag is not taken."""
    events = []
    for army in order:
        lands = {TERRITORY.get(place) for place in field.places(army)}
        side = field.sides[army]
        paying = tuple(
            land for land in ARMIES if land in lands and field.sides[land] != side and standing.has_flag(land)
        )
        if paying:
            field.add(army, reserve(army), stack_of({"P": len(paying)}))
            events.append(Collected(army, paying))
    return events


def take_flags(
    field: Field, standing: Standing, order: Sequence[Army], preference: Mapping[Side, Army]
) -> list[FlagTaken | Eliminated]:
    """P-FLAG-3: flags are taken in the order of reading. An army that has lost its flag before takes none."""
    events: list[FlagTaken | Eliminated] = []
    besieged = [a for a in ARMIES if standing.has_flag(a) and _captor(field, a, preference)]
    for captor in order if besieged else ():
        for loser in besieged:
            # P-END-1: when only one side is left, nobody takes its flag.
            if captor in standing.out or last_side(field, standing) not in (None, field.sides[captor]):
                break
            if standing.has_flag(loser) and _captor(field, loser, preference) == captor:
                events += _take_flag(field, standing, captor, loser)
    return events


def _captor(field: Field, loser: Army, preference: Mapping[Side, Army]) -> Army | None:
    """P-FLAG-1: the army that may take the flag of this HQ, or None."""
    place = headquarters(loser)
    if field.stands(loser, place):
        return None
    present = [army for army in ARMIES if field.stands(army, place)]
    sides = {field.sides[army] for army in present}
    if len(sides) != 1 or field.sides[loser] in sides:
        return None
    feet = [a for a in present if field.count(a, place, "S") or field.count(a, place, "R")]
    if not feet:
        return None
    # P-TWO-5: if two armies are there, the one that has foot soldiers and more power.
    return leading_army(field, sides.pop(), place, preference, feet)


def _take_flag(field: Field, standing: Standing, captor: Army, loser: Army) -> list[FlagTaken | Eliminated]:
    """P-FLAG-2."""
    taken = tuple(flag for flag in ARMIES if standing.flags[flag] == loser)
    standing.flags.update(dict.fromkeys(taken, captor))
    standing.out.add(loser)
    spoils = field.clear_all(loser)
    field.add(captor, reserve(captor), spoils)
    return [FlagTaken(captor, loser, taken, spoils), Eliminated(loser, captor)]


def sides_in_play(field: Field, standing: Standing) -> list[Side]:
    """P-THREE-5: mercenaries do not count."""
    playing = [army for army in ARMIES if army not in standing.out and army != field.mercenary]
    return list(dict.fromkeys(field.sides[army] for army in playing))


def last_side(field: Field, standing: Standing) -> Side | None:
    sides = sides_in_play(field, standing)
    return sides[0] if len(sides) == 1 else None


class Count(Struct, frozen=True):
    """The power and the flags of each side in play."""

    powers: dict[Side, int]
    flags: dict[Side, int]

    @property
    def leaders(self) -> list[Side]:
        """P-END-3: most power wins, then most flags."""
        ranks = {side: (power, self.flags[side]) for side, power in self.powers.items()}
        return [side for side, rank in ranks.items() if rank == max(ranks.values())]


def count(field: Field, standing: Standing) -> Count:
    sides = sides_in_play(field, standing)
    armies = {side: [army for army in ARMIES if field.sides[army] == side] for side in sides}
    return Count(
        {side: sum(_power(field, army) for army in armies[side]) for side in sides},
        {side: sum(holder in armies[side] for holder in standing.flags.values()) for side in sides},
    )


def end(field: Field, standing: Standing, *, last: bool) -> Ended | None:
    """P-END-1: the last side wins; P-END-3: after the last round, the leading side does."""
    sides = sides_in_play(field, standing)
    if len(sides) > 1 and not last:
        return None
    counted = count(field, standing)
    winner = counted.leaders[0] if len(counted.leaders) == 1 else None
    reason = "last-side" if len(sides) < 2 else "last-round"
    return Ended(reason, winner, counted.powers, counted.flags)


def _power(field: Field, army: Army) -> int:
    return sum(strength(field.stack(army, place)) for place in field.places(army))
