"""The march on a rival HQ: pieces leave the reserve, go together, and bring foot soldiers along."""

from collections.abc import Mapping

from msgspec import Struct

from protocol.views.power import Army, Kind, Place, headquarters, reserve
from server.bots.power.staff import Mover, Staff
from server.bots.power.steps import assault
from server.bots.power.survey import FOOT, REACHED, ROUNDS, STRONGEST_FIRST
from server.games.power.board import GROUND, SECTORS
from server.games.power.field import POWER_OF

_FIELDS = tuple(place for place in SECTORS if GROUND[place] != "hq")

BOLDER = 0.9
"""The share of the usual caution that is left when a game is closed."""


class Marcher(Struct, frozen=True):
    """Pieces of one kind in one place that could move."""

    army: Army
    place: Place
    kind: Kind
    count: int
    rounds: Mapping[Place, int]


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


def besiege(staff: Staff) -> None:
    """Close a game that is as good as won: foot soldiers and an escort go for the weakest HQ.

    Only what its owner could bring there is expected, and less of it than usual.
    """
    if staff.prey:
        assault(staff, headquarters(staff.prey), staff.defence(staff.prey, BOLDER * staff.style.caution))
        _call_up(staff)
        _march_on(staff, staff.prey, BOLDER * staff.style.caution, foot=6.0)


def _call_up(staff: Staff) -> None:
    """Bring a foot soldier from the reserve to the HQ, or buy one, if there are too few on the board."""
    for army in staff.armies:
        if staff.feet_abroad() >= 2:
            return
        home, box = headquarters(army), reserve(army)
        if not any(staff.free(army, box, kind) for kind in FOOT):
            staff.draft.buy(army, "S")
        for kind in reversed(FOOT):
            if staff.free(army, box, kind) and staff.draft.move(army, kind, box, home):
                break


def advance(staff: Staff) -> None:
    """March to the easiest HQ, together, and only to places where the group is strong enough to stay."""
    target = staff.style.target if staff.style.target in staff.flags else staff.prey or _easiest(staff)
    if target and not staff.waits:
        _march_on(staff, target, staff.style.caution, foot=5.0)


def _march_on(staff: Staff, target: Army, caution: float, foot: float) -> None:
    """`foot` says how much more a step of a foot soldier is worth."""
    while ready := _ready(staff, target):
        best: tuple[float, Place, list[Mover]] | None = None
        for to in _FIELDS:
            if staff.survey.standing(to, staff.side):
                continue
            score, company = _march(staff, ready, to, caution, foot)
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


def _march(
    staff: Staff, ready: list[Marcher], to: Place, caution: float, foot: float
) -> tuple[float, list[Mover]]:
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
    if together < staff.expected(to, caution):
        return 0.0, []
    return gain + staff.random.random(), company


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
