"""Whether a unit may shoot, with how many dice, and what it needs. A-SHOOT."""

from msgspec import Struct, structs

from protocol.views.argad.board import BESIDE, TABLES, TERRAIN, Missile, distance
from protocol.views.argad.field import units_of
from protocol.views.argad.figures import (
    JAVELIN,
    armour_of,
    class_of,
    fighting_order,
    figure,
    is_mounted,
    missile_of,
)
from protocol.views.argad.sight import sight
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import Hex, UnitName, is_lone_general, side_of
from server.games.argad.faults import fault
from server.games.flaw import Flaw

GROUP = 6
"""A-SHOOT-2: so many figures are a group."""
RAW_CLASS = 2
HIDDEN_BEYOND = 5
SIX = 6


class Aim(Struct, frozen=True):
    """A volley that is about to be shot."""

    weapon: str
    dice: int
    """How many dice it has, the Joker's die counted."""
    distance: int
    needed: int
    modifiers: dict[str, int]

    @property
    def need(self) -> int:
        """A-SHOOT-2: the effective number E."""
        return self.needed - sum(self.modifiers.values())

    def hits(self, dice: tuple[int, ...]) -> int:
        """A-SHOOT-3: from 7 on a hit takes several sixes."""
        if self.need <= SIX:
            return sum(die >= max(self.need, 2) for die in dice)
        return dice.count(SIX) // (self.need - SIX + 1)


def weapon_of(unit: Unit) -> Missile | None:
    name = missile_of(unit.figs)
    return TABLES.missile[name] if name else None


def shooters_of(unit: Unit) -> tuple[str, ...]:
    """A-SHOOT-1, A-WEAR-5: the bearers of the weapon whom wear leaves, the best in fighting order first."""
    weapon = missile_of(unit.figs)
    ordered = (unit.figs[place] for place in fighting_order(unit.figs))
    return tuple(code for code in ordered if weapon and figure(code).missile == weapon)[: unit.able]


def weapon_flaw(unit: Unit, word: int, *, moves: bool, throws: bool = False) -> Flaw | None:
    """What the unit's own weapon says against a volley. `throws`: javelins at contact are meant."""
    name, weapon = missile_of(unit.figs), weapon_of(unit)
    if weapon is None or (throws and name != JAVELIN):
        return Flaw("no_weapon", word)
    if moves and weapon.move == "still":
        return Flaw("must_stand_still", word)
    if unit.load:
        return Flaw("not_loaded", word)
    if unit.shots >= weapon.shots:
        return Flaw("already_shot", word)
    if name == JAVELIN and unit.ammo <= 0:
        return Flaw("no_ammo", word)
    return None


def shot_flaw(position: Position, name: UnitName, target: UnitName, word: int, at: Hex = "") -> Flaw | None:
    """What says against a volley at this target from a hex, that of the unit if none is named."""
    if at:
        position = moved_to(position, name, at)
    unit, aimed = position.units[name], position.units[target]
    far = distance(unit.at, aimed.at)
    weapon = weapon_of(unit)
    if weapon is None or number_needed(weapon, far) is None:
        return fault("out_of_range", word, far=far)
    if any(each.at in BESIDE[aimed.at] for each in units_of(position, side_of(name)).values()):
        return Flaw("target_in_melee", word)
    if not sight(position, unit.at, aimed.at).is_clear:
        return Flaw("no_sight", word)
    if far > HIDDEN_BEYOND and is_hidden(position, aimed):
        return Flaw("hidden", word)
    return None


def moved_to(position: Position, name: UnitName, at: Hex) -> Position:
    moved = structs.replace(position.units[name], at=at)
    return structs.replace(position, units={**position.units, name: moved})


def number_needed(weapon: Missile, far: int) -> int | None:
    """The number of the table for this distance; None if it is out of range."""
    if far < weapon.min:
        return None
    return next((needed for most, needed in weapon.bands if far <= most), None)


def is_hidden(position: Position, unit: Unit) -> bool:
    """A-SHOOT-6: foot in bushes that has not been activated this turn."""
    return TERRAIN[position.glyph(unit.at)].hides and not is_mounted(unit.figs) and not unit.acts


def aim(position: Position, name: UnitName, target: UnitName, *, moves: bool, near: bool = False) -> Aim:
    """The volley of a unit at a target from where it stands. `near`: A-SHOOT-8, javelins at contact."""
    unit, aimed = position.units[name], position.units[target]
    weapon = weapon_of(unit)
    assert weapon is not None
    far = distance(unit.at, aimed.at)
    needed = weapon.bands[0][1] if near else number_needed(weapon, far) or 0
    shooters = shooters_of(unit)
    return Aim(
        weapon=missile_of(unit.figs),
        dice=len(shooters) + unit.die,
        distance=far,
        needed=needed,
        modifiers=_modifiers(position, unit, aimed, weapon, class_of(shooters), moves),
    )


def _modifiers(
    position: Position, unit: Unit, aimed: Unit, weapon: Missile, shooters_class: int, moves: bool
) -> dict[str, int]:
    """A-SHOOT-2."""
    pavises = sum(figure(code).has_pavise for code in aimed.figs)
    found = {
        "armour": weapon.armour.get(armour_of(aimed.figs), 0),
        "cover": -_has_cover(position, unit.at, aimed),
        "class": -(shooters_class <= RAW_CLASS),
        "moving": -(moves and weapon.move == "minus1"),
        "group": weapon.group if len(aimed.figs) >= GROUP else 0,
        "pavise": -(2 * pavises > len(aimed.figs) and not aimed.moved),
        "demoralised": int(aimed.is_demoralised),
    }
    return {word: int(value) for word, value in found.items() if value}


def _has_cover(position: Position, start: Hex, aimed: Unit) -> bool:
    cover = TERRAIN[position.glyph(aimed.at)].cover
    if cover == "all" or (cover == "foot" and not is_mounted(aimed.figs)):
        return True
    return sight(position, start, aimed.at).has_wood


def volley_causes(before: Unit, fallen: int, attacked_before: int, is_engine: bool) -> tuple[str, ...]:
    """A-MORALE-5: why a unit tests under fire. `before` is the unit as it was before the volley."""
    found = {
        "losses": 4 * fallen > len(before.figs),
        "several": attacked_before > 0,
        "engine": is_engine,
    }
    return tuple(cause for cause, is_so in found.items() if is_so)


def may_test(name: UnitName, unit: Unit | None) -> bool:
    """A-DEM-2, A-GEN-5: who is demoralised, alone or gone does not test and gets no wear."""
    return unit is not None and bool(unit.figs) and not unit.is_demoralised and not is_lone_general(name)
