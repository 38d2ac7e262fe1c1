"""The captain computes battles before it begins them, keeps its king safe and spreads over the board."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import Colour, StrategiksaView
from server.bots.strategiksa.assault import attack, strike_kings
from server.bots.strategiksa.duel import choose
from server.bots.strategiksa.guard import guard_king
from server.bots.strategiksa.land import advance, muster, occupy
from server.bots.strategiksa.placing import place
from server.bots.strategiksa.sheets import Writer
from server.bots.strategiksa.staff import Staff
from server.bots.strategiksa.temper import USUAL, Temper
from server.games.strategiksa.board import total_weight, zone_counts
from server.games.strategiksa.notation import MOST_LINES
from server.games.strategiksa.vassals import directed_by, directed_weight, side_of

ROOM = 45
"""K-TURN-7: if it would direct more than this, it leaves fallen colours to their players."""
NEARLY = 15
"""With so many zones a side wins alone, without sharing the victory."""


def write(view: StrategiksaView, sheet: SheetKey, random: Random) -> Lines:
    match view.stage:
        case "placement":
            return place(view, random)
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


def campaign(view: StrategiksaView, colour: Colour, random: Random, temper: Temper = USUAL) -> Lines:
    """The sheet of a turn. The most important steps come first."""
    staff = Staff(view, colour, random, temper)
    strike_kings(staff)
    guard_king(staff)
    for step in (occupy, attack) if temper.spreads_first else (attack, occupy):
        step(staff)
    muster(staff)
    advance(staff)
    return staff.draft.lines()[:MOST_LINES]


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


captain = Writer(write)
