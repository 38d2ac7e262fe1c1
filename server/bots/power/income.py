"""Pieces on rival territories, which pay. P-POW-1."""

from collections.abc import Mapping

from protocol.views.power import ARMIES, Army, Kind, Place, headquarters
from server.bots.power.staff import Staff
from server.bots.power.survey import STRONGEST_FIRST, rounds_to
from server.games.power.board import RANGE, REACH, SECTORS, TERRITORY
from server.games.power.field import POWER_OF

OUTGOING: tuple[Kind, ...] = ("D", "C")
"""The small pieces that go abroad when a game opens; the others wait to be merged."""
_LANDS = {army: [place for place in SECTORS if TERRITORY.get(place) == army] for army in ARMIES}

_WAYS: Mapping[Army, Mapping[Kind, Mapping[Place, int]]] = {
    army: {kind: rounds_to(kind, lands) for kind in RANGE} for army, lands in _LANDS.items()
}
"""For each territory and kind: the number of rounds from every place from which it can be reached."""


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


def open_game(staff: Staff) -> None:
    """In the first round nobody can reach an HQ yet, so all five orders are used: small pieces go abroad."""
    if staff.view.round > 1:
        return
    for army in staff.armies:
        standing = {TERRITORY.get(place) for place in staff.draft.field.places(army)}
        lands = [land for land in staff.flags if land not in standing] or list(staff.flags)
        for kind in OUTGOING:
            for place in tuple(staff.draft.field.fresh[army]):
                for _ in range(staff.free(army, place, kind)):
                    _draw_near(staff, army, kind, place, lands)
        _step_out(staff, army)


def _step_out(staff: Staff, army: Army) -> None:
    """A tank goes to a place that no rival reaches, and from which it comes back when a third is bought."""
    home = headquarters(army)
    near = [to for to in REACH["T"][home] if not staff.survey.threat(to, staff.side)]
    if near and staff.free(army, home, "T"):
        staff.draft.move(army, "T", home, staff.random.choice(sorted(near)))


def _draw_near(staff: Staff, army: Army, kind: Kind, place: Place, lands: list[Army]) -> None:
    """Go to a safe place from which one of the territories is nearer."""
    far = [_WAYS[land][kind].get(place, 9) for land in lands]
    best: tuple[float, Place] | None = None
    for to in REACH[kind][place]:
        near = max(
            (before - _WAYS[land][kind].get(to, 9) for land, before in zip(lands, far, strict=True)),
            default=0,
        )
        if near <= 0 or staff.mine(to) + POWER_OF[kind] < staff.survey.threat(to, staff.side):
            continue
        score = near + staff.random.random()
        if best is None or score > best[0]:
            best = score, to
    if best:
        staff.draft.move(army, kind, place, best[1])
