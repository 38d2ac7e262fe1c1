"""What follows as figures fall: banners on the ground, and a general whom his side sees fall."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.views.argad import events as e
from protocol.views.argad.field import units_of
from protocol.views.argad.figures import figure
from protocol.views.argad.sight import sight
from protocol.views.argad.words import (
    BANNER_ROLE,
    GENERAL_ROLE,
    WOUNDED_ROLE,
    FigureCode,
    Hex,
    UnitName,
    side_of,
    write_figures,
)
from server.games.argad.battle import Battle
from server.games.argad.morale import add_wear


class Hit(Struct, frozen=True):
    """A hit that told: where the figure stood in the list of its unit, and its code before the hit."""

    place: int
    code: FigureCode


def fallen(hits: Sequence[Hit]) -> int:
    """How many figures fell; a general's first wound takes nobody off."""
    return sum(figure(hit.code).role != GENERAL_ROLE for hit in hits)


def take_off(battle: Battle, name: UnitName, hits: Sequence[Hit], picks: tuple[int, ...] = ()) -> None:
    """Figures off, and a first wound of the general."""
    if not hits:
        return
    left = len(battle.state.units[name].figs) - fallen(hits)
    codes = tuple(hit.code for hit in hits)
    battle.tell(e.Losses(name, write_figures(codes), left, tuple(hit.place for hit in hits), picks))
    if any(figure(code).role == GENERAL_ROLE for code in codes):
        battle.tell(e.GeneralHurt(name))


def mourn(battle: Battle, name: UnitName, hits: Sequence[Hit]) -> tuple[UnitName, ...]:
    """A-BAN-2, A-GEN-3: banner wear, then general wear; those who saw the general fall, in order."""
    at = battle.state.units[name].at
    for hit in hits:
        if figure(hit.code).role == BANNER_ROLE:
            battle.tell(e.BannerDown(name, at))
            add_wear(battle, name, "banner")
    if any(figure(hit.code).role == WOUNDED_ROLE for hit in hits):
        return lose_general(battle, name, at, "killed")
    return ()


def lose_general(battle: Battle, name: UnitName, at: Hex, how: str) -> tuple[UnitName, ...]:
    """A-GEN-3: everybody of his side who sees his hex gets wear, at once and in order."""
    battle.tell(e.GeneralLost(name[-1], how))
    position = battle.state
    seers = tuple(
        each
        for each, unit in units_of(position, side_of(name)).items()
        if unit.at == at or sight(position, unit.at, at, past_units=True).is_clear
    )
    for each in seers:
        add_wear(battle, each, "general")
    return seers
