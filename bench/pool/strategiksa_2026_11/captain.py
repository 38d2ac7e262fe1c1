"""The captain computes battles before it begins them, keeps its king safe and spreads over the board."""

from random import Random

from bench.pool.strategiksa_2026_11 import steps
from bench.pool.strategiksa_2026_11.duel import choose
from bench.pool.strategiksa_2026_11.sheets import Writer
from bench.pool.strategiksa_2026_11.staff import Staff
from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import Colour, StrategiksaView
from server.games.strategiksa.board import distance, total_weight, zone_counts
from server.games.strategiksa.notation import MOST_LINES
from server.games.strategiksa.placement import Placing, ground
from server.games.strategiksa.vassals import directed_by, directed_weight, side_of

ROOM = 45
"""K-TURN-7: if it would direct more than this, it leaves fallen colours to their players."""
NEARLY = 15
"""With so many zones a side wins alone, without sharing the victory."""
CORE = ("A1", "J1", "A10", "J10")


def _write(view: StrategiksaView, sheet: SheetKey, random: Random) -> Lines:
    match view.stage:
        case "placement":
            return _place(view, random)
        case "turn":
            lord = _refuge(view, sheet, random)
            return (f"vassal {lord}",) if lord else campaign(view, sheet, random)
        case "battle":
            return (choose(view),)
        case "answer":
            return ("yes" if zone_counts(view).get(sheet, 0) < NEARLY else "no",)
        case "crown":
            return (_crown(view),)
    return ()


def campaign(view: StrategiksaView, colour: Colour, random: Random) -> Lines:
    """The sheet of a turn. The most important steps come first."""
    staff = Staff(view, colour, random)
    steps.strike_kings(staff)
    steps.guard_king(staff)
    steps.attack(staff)
    steps.occupy(staff)
    steps.muster(staff)
    steps.advance(staff)
    return staff.draft.lines()[:MOST_LINES]


def _place(view: StrategiksaView, random: Random) -> Lines:
    """Place far from the others: the king on the outermost cell, with guards and the healer."""
    taken = [cell for cells in view.pieces.values() for cell in cells]

    def room(zone: str) -> float:
        nearest = min((distance(zone, cell) for cell in taken), default=5)
        edge = min(distance(zone, corner) for corner in CORE)
        return min(nearest, 5) - 0.4 * edge + 0.1 * random.random()

    zone = max(Placing(view).free_zones(), key=room)
    cells = sorted(ground(view, zone), key=lambda cell: min(distance(cell, corner) for corner in CORE))
    outer, inner, others = cells[0], cells[-1], cells[1:-1]
    return (
        f"R {outer}",
        f"I {outer}",
        f"A {outer}",
        f"S {outer}",
        *(line for cell in others for line in (f"I {cell}", f"A {cell}")),
        f"C {inner}",
        *(f"{kind} {inner}" for kind in "IAIA"[: 5 - 2 * len(others)]),
    )


def _crown(view: StrategiksaView) -> str:
    """Leave the fallen player out and direct the troops as well, if that is not too many."""
    assert view.fallen is not None
    victor = view.fallen.victor
    theirs = total_weight(view.pieces, directed_by(view, view.fallen.colour))
    return "leave" if directed_weight(view, victor) + theirs <= ROOM else "take"


def _refuge(view: StrategiksaView, colour: Colour, random: Random) -> Colour | None:
    """The strongest player, to whom service is offered for half a victory, if a whole one is hopeless."""
    if view.lords[colour] != colour or view.asked is not None or random.random() > 0.25:
        return None
    sizes = {lord: total_weight(view.pieces, side_of(view, lord)) for lord in zone_counts(view)}
    strongest = max(sizes, key=lambda lord: sizes[lord])
    hopeless = sizes[colour] <= 3 and sizes[strongest] >= 25
    return strongest if hopeless and strongest != colour else None


captain = Writer(_write)
