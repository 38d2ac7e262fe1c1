"""A move along a way: dice on slow ground, how far it carries, and what lies at its end. A-MOVE."""

from protocol.views.argad import events as e
from protocol.views.argad.board import CM_PER_HEX, TABLES
from protocol.views.argad.figures import Figures, is_mounted, missile_of, rate_of
from protocol.views.argad.view import Unit
from protocol.views.argad.ways import DIFFICULT, VERY_DIFFICULT, ground_for
from protocol.views.argad.words import SIDE_OF, Hex, UnitName, side_of
from server.games.argad.battle import Battle

SIX = 6
Way = tuple[Hex, ...]


def carried(battle: Battle, name: UnitName, figures: Figures, way: Way, march: int = 0) -> Way:
    """A-MOVE-4, A-MOVE-5: how far along its way the dice let it go. It is not moved yet."""
    ground = ground_for(figures)
    grounds = [ground[battle.state.glyph(hex_)] for hex_ in way]
    allowance = rate_of(figures) + march
    slow = [each in (DIFFICULT, VERY_DIFFICULT) for each in grounds]
    if not any(slow):
        return way
    worst = VERY_DIFFICULT if VERY_DIFFICULT in grounds else DIFFICULT
    dice = battle.rolls(2 if is_mounted(figures) else 1)
    if worst == VERY_DIFFICULT:
        allowance //= 2
    left = max(0, allowance - sum(dice))
    is_blocked = _is_blocked(dice, worst)
    battle.tell(e.Slowed(name, dice, worst, left, is_blocked))
    hexes = left // CM_PER_HEX
    if is_blocked:
        hexes = min(hexes, max(0, slow.index(True) - 1))
    return way[: hexes + 1]


def _is_blocked(dice: tuple[int, ...], worst: str) -> bool:
    """A-MOVE-5: foot on a 6; mounted on 6-6 for difficult ground, on any 6 for very difficult ground."""
    if len(dice) == 1 or worst == VERY_DIFFICULT:
        return SIX in dice
    return dice == (SIX, SIX)


def walk(battle: Battle, name: UnitName, way: Way) -> Way:
    """A unit goes along its way as far as it is carried; the hexes that it went, its start first."""
    unit = battle.state.units[name]
    went = carried(battle, name, unit.figs, way, unit.march)
    if unit.march:
        battle.tell(e.Marked(name, march=0))
    arrive(battle, name, went)
    return went


def arrive(battle: Battle, name: UnitName, went: Way) -> None:
    """A-MOVE-7, A-SHOOT-7, A-BAN-4: it has moved, must reload anew, and takes a banner that lies there."""
    if len(went) == 1:
        battle.tell(e.Stayed(name))
        return
    battle.tell(e.Moved(name, went))
    mark_moved(battle, name)


def mark_moved(battle: Battle, name: UnitName) -> None:
    unit = battle.state.units[name]
    battle.tell(e.Marked(name, moved=True, load=interrupted_load(unit)))
    take_banner(battle, name)


def interrupted_load(unit: Unit) -> int:
    """A-SHOOT-7: steps of reloading that were made are lost; 0 if no missile weapon is left."""
    weapon = missile_of(unit.figs)
    if not unit.load or not weapon:
        return 0
    return TABLES.missile[weapon].reload


def take_banner(battle: Battle, name: UnitName) -> None:
    """A-BAN-4: an enemy banner on its hex is taken for good."""
    at = battle.state.units[name].at
    seat = battle.state.banners.get(at)
    if seat is not None and SIDE_OF[seat] != side_of(name):
        battle.tell(e.BannerTaken(name, seat))
