"""After the reading: missiles strike, tied pieces fall back, the stronger capture. P-MISS, P-TIE, P-FIGHT."""

from collections.abc import Iterable, Mapping

from protocol.views.power import (
    ARMIES,
    Army,
    Captured,
    FellBack,
    Fought,
    Place,
    Side,
    Struck,
    Withdrawal,
    reserve,
)
from server.games.power.board import RANK, RESERVES
from server.games.power.field import Field, Unit

Strengths = dict[Side, int]


def strike(field: Field) -> list[Struck]:
    """P-MISS-2: all missiles strike at once and destroy what is on their targets now."""
    targets: dict[Place, list[Army]] = {}
    for launcher, target in field.missiles:
        targets.setdefault(target, []).append(launcher)
    events = []
    for target, launchers in sorted(targets.items(), key=lambda item: RANK[item[0]]):
        destroyed = {army: field.clear(army, target) for army in ARMIES}
        hit = {army: stack for army, stack in destroyed.items() if any(stack)}
        events.append(Struck(target, tuple(launchers), hit))
    return events


def contested(field: Field) -> list[Place]:
    """The sectors with pieces of two or more sides."""
    holder: dict[Place, Side] = {}
    found = set()
    for army in ARMIES:
        side = field.sides[army]
        for place in field.places(army):
            if holder.setdefault(place, side) != side:
                found.add(place)
    return sorted(found, key=RANK.__getitem__)


def strengths_at(field: Field, place: Place) -> Strengths:
    """The strength of each side that has pieces there."""
    strengths: Strengths = {}
    for army in ARMIES:
        if field.stands(army, place):
            side = field.sides[army]
            strengths[side] = strengths.get(side, 0) + field.strength(army, place)
    return strengths


def settle_ties(field: Field, places: Iterable[Place]) -> list[FellBack]:
    """P-TIE-2: compare strengths again and again, until no tie makes a piece fall back."""
    events: list[FellBack] = []
    wave = 0
    while places:
        wave += 1
        falling = [tie for place in places if (tie := _tie_at(field, place))]
        shaken: set[Place] = set()
        for place, strengths, units in falling:
            events.append(FellBack(place, wave, strengths, _withdrawals(units)))
            shaken.add(place)
        for place, _, units in falling:
            for army, fallers in units.items():
                field.fall_back(army, place, fallers)
                shaken.update(unit.origin for unit in fallers if unit.origin)
        places = sorted(shaken.difference(RESERVES), key=RANK.__getitem__)
    return events


def _tie_at(field: Field, place: Place) -> tuple[Place, Strengths, dict[Army, list[Unit]]] | None:
    """P-TIE-1: the pieces that must withdraw because the strongest sides there are equal."""
    strengths = strengths_at(field, place)
    if len(strengths) < 2:
        return None
    most = max(strengths.values())
    tied = {side for side, strength in strengths.items() if strength == most}
    if len(tied) < 2:
        return None
    units = {
        army: fallers
        for army in ARMIES
        if field.sides[army] in tied
        # P-TIE-3: a piece falls back only once in a round.
        and (fallers := [u for u in field.used[army].get(place, ()) if u.origin is not None and not u.fallen])
    }
    return (place, strengths, units) if units else None


def _withdrawals(units: Mapping[Army, list[Unit]]) -> tuple[Withdrawal, ...]:
    counts: dict[tuple[Army, str, Place], int] = {}
    for army, fallers in units.items():
        for unit in fallers:
            assert unit.origin is not None
            key = (army, unit.kind, unit.origin)
            counts[key] = counts.get(key, 0) + 1
    return tuple(Withdrawal(army, kind, to, count) for (army, kind, to), count in counts.items())


def fight(field: Field, preference: Mapping[Side, Army]) -> list[Fought | Captured]:
    """P-FIGHT-1: in every conflict that is left, the strongest side takes all pieces of the others."""
    events: list[Fought | Captured] = []
    for place in contested(field):
        strengths = strengths_at(field, place)
        most = max(strengths.values())
        strongest = [side for side, strength in strengths.items() if strength == most]
        if len(strongest) > 1:
            continue
        winner = strongest[0]
        captor = leading_army(field, winner, place, preference)
        taken = {
            army: stack
            for army in ARMIES
            if field.sides[army] != winner and any(stack := field.clear(army, place))
        }
        for stack in taken.values():
            field.add(captor, reserve(captor), stack)
        events += Fought(place, strengths, winner), Captured(place, captor, taken)
    return events


def leading_army(
    field: Field,
    side: Side,
    place: Place,
    preference: Mapping[Side, Army],
    armies: Iterable[Army] = ARMIES,
) -> Army:
    """P-TWO-3: the side's army with more power there; else the preferred; else the first of V, B, J, R."""
    present = [a for a in armies if field.sides[a] == side and field.stands(a, place)]
    if len(present) == 1:
        return present[0]
    most = max(field.strength(army, place) for army in present)
    leading = [army for army in present if field.strength(army, place) == most]
    return preference[side] if preference.get(side) in leading else leading[0]
