"""How each event of a story changes the position. No rule is needed for it."""

from typing import TypeVar

from msgspec import UNSET, structs

from protocol.views.argad import events as e
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import cost_of, figure
from protocol.views.argad.view import ArgadView, Position, Unit
from protocol.views.argad.words import (
    BANNER_ROLE,
    GENERAL,
    GENERAL_ROLE,
    JOKER,
    OVER,
    SEATS,
    WOUNDED_ROLE,
    FigureCode,
    Hex,
    Side,
    UnitName,
    side_of,
    unit_rank,
)

PositionT = TypeVar("PositionT", bound=Position)


def step(position: PositionT, event: e.Event) -> PositionT:
    """The position after one event."""
    match event:
        case e.Blow() | e.Tested() | e.Volley() | e.LineLost() | e.Ordered() | e.Slowed():
            return position
        case e.Marked() | e.Worn() | e.Activated() | e.Reloaded() | e.Reorganised():
            return _step_marks(position, event)
        case e.Moved() | e.Shifted() | e.Recoiled() | e.Followed() | e.Routed() | e.Retreated():
            return _step_moved(position, event)
        case (
            e.Losses() | e.Healed() | e.Fatigued() | e.Demoralised() | e.Rallied() | e.Dismounted() | e.Gone()
        ):
            return _step_strength(position, event)
        case e.GeneralLost() | e.GeneralLeft() | e.GeneralJoined():
            return _step_general(position, event)
        case e.BannerDown() | e.BannerUp() | e.BannerTaken():
            return _step_banner(position, event)
        case e.Merged() | e.Split():
            return _step_shape(position, event)
        case e.TurnBegun() | e.DeckMade() | e.CardDrawn() | e.JokerDrawn() | e.Asked():
            return _step_course(position, event)
        case e.JokerUsed() | e.JokerHidden() | e.Marched():
            return _step_joker(position, event)
        case e.Chosen() | e.Placed() | e.Begun() | e.SideBroken() | e.Ended():
            return _step_frame(position, event)
    return position


def _with_unit(position: PositionT, name: UnitName, unit: Unit) -> PositionT:
    """The position with this unit, which stood there before."""
    if unit.reserve and unit.wear >= len(unit.figs):
        # A-JOK-7: the mark falls as the unit is no longer ready.
        unit = structs.replace(unit, reserve=False)
    if unit.found_fatigued and not unit.is_fatigued:
        unit = structs.replace(unit, found_fatigued=False)
    return structs.replace(position, units={**position.units, name: unit})


def _with_units(position: PositionT, units: dict[UnitName, Unit]) -> PositionT:
    """The position with these units, in seat order and by number."""
    return structs.replace(position, units={name: units[name] for name in sorted(units, key=unit_rank)})


def _step_marks(
    position: PositionT, event: e.Marked | e.Worn | e.Activated | e.Reloaded | e.Reorganised
) -> PositionT:
    unit = position.units[event.unit]
    match event:
        case e.Worn():
            unit = structs.replace(unit, wear=event.now)
        case e.Activated():
            if event.was_reserve:
                left = tuple(seat for seat in position.asked if seat != event.unit[-1])
                position = structs.replace(position, asked=left)
            unit = structs.replace(unit, acts=event.acts, reserve=False)
        case e.Reloaded():
            unit = structs.replace(unit, load=event.left)
        case e.Reorganised():
            unit = structs.replace(unit, wear=event.now, closed=True)
        case _:
            changed = {name: value for name, value in structs.asdict(event).items() if value is not UNSET}
            del changed["unit"]
            unit = structs.replace(unit, **changed)
    return _with_unit(position, event.unit, unit)


def _step_moved(
    position: PositionT, event: e.Moved | e.Shifted | e.Recoiled | e.Followed | e.Routed | e.Retreated
) -> PositionT:
    unit = position.units[event.unit]
    match event:
        case e.Routed():
            unit = structs.replace(unit, at=event.path[-1], routed=True)
        case e.Moved() | e.Retreated():
            unit = structs.replace(unit, at=event.path[-1])
        case _:
            unit = structs.replace(unit, at=event.to)
    return _with_unit(position, event.unit, unit)


def _step_strength(
    position: PositionT,
    event: e.Losses | e.Healed | e.Fatigued | e.Demoralised | e.Rallied | e.Dismounted | e.Gone,
) -> PositionT:
    unit = position.units[event.unit]
    match event:
        case e.Losses():
            return _step_losses(position, event, unit)
        case e.Healed():
            position = _with_losses(position, side_of(event.unit), -figure(event.fig).cost)
            unit = structs.replace(unit, figs=(*unit.figs, event.fig), lost=unit.lost[:-1])
        case e.Demoralised():
            unit = structs.replace(unit, is_demoralised=True, broke=position.turn, wear=0, reserve=False)
        case e.Rallied():
            unit = structs.replace(unit, is_demoralised=False, wear=event.now, found_fatigued=True)
        case e.Fatigued():
            unit = structs.replace(unit, found_fatigued=True)
        case e.Dismounted():
            unit = structs.replace(unit, figs=tuple(_on_foot(code) for code in unit.figs))
        case _:
            return _step_gone(position, event, unit)
    return _with_unit(position, event.unit, unit)


def _on_foot(code: FigureCode) -> FigureCode:
    return f"{TABLES.types[code[:2]].dismounts_to}{code[2:]}"


def _with_losses(position: PositionT, side: Side, cost: int) -> PositionT:
    return structs.replace(position, losses={**position.losses, side: position.losses.get(side, 0) + cost})


def _step_losses(position: PositionT, event: e.Losses, unit: Unit) -> PositionT:
    """The figures that fell go off; a general's first wound takes one of his lives."""
    standing = dict(enumerate(unit.figs))
    fallen: list[FigureCode] = []
    for place in event.places:
        code = standing.pop(place)
        if figure(code).role == GENERAL_ROLE:
            standing[place] = f"{code[:2]}+{WOUNDED_ROLE}"
        else:
            fallen.append(code)
    left = tuple(standing[place] for place in sorted(standing))
    plain = tuple(code for code in fallen if not figure(code).role)
    position = _with_losses(position, side_of(event.unit), cost_of(tuple(fallen)))
    return _with_unit(position, event.unit, structs.replace(unit, figs=left, lost=(*unit.lost, *plain)))


def _step_gone(position: PositionT, event: e.Gone, unit: Unit) -> PositionT:
    position = _with_losses(position, side_of(event.unit), cost_of(unit.figs))
    units = {name: each for name, each in position.units.items() if name != event.unit}
    return structs.replace(position, units=units, gone={**position.gone, event.unit: event.how})


def _step_general(position: PositionT, event: e.GeneralLost | e.GeneralLeft | e.GeneralJoined) -> PositionT:
    match event:
        case e.GeneralLost():
            lost = {**position.generals_lost, side_of(event.seat): event.how}
            return structs.replace(position, generals_lost=lost)
        case e.GeneralLeft():
            unit = position.units[event.unit]
            (code,) = (each for each in unit.figs if figure(each).is_general)
            stays = structs.replace(unit, figs=tuple(each for each in unit.figs if each != code))
            position = _with_unit(position, event.unit, stays)
            alone = Unit(at=unit.at, figs=(code,))
            return _with_units(position, {**position.units, f"{GENERAL}{event.unit[-1]}": alone})
    units = dict(position.units)
    alone = units.pop(f"{GENERAL}{event.unit[-1]}")
    unit = units[event.unit]
    joined = structs.replace(unit, figs=(*unit.figs, *alone.figs))
    return _with_unit(structs.replace(position, units=units), event.unit, joined)


def _step_banner(position: PositionT, event: e.BannerDown | e.BannerUp | e.BannerTaken) -> PositionT:
    if isinstance(event, e.BannerDown):
        return structs.replace(position, banners={**position.banners, event.at: event.unit[-1]})
    unit, side = position.units[event.unit], side_of(event.unit)
    if isinstance(event, e.BannerTaken):
        held = {**position.held, side: position.held.get(side, 0) + 1}
        return structs.replace(position, banners=_without(position, unit.at), held=held)
    figures = list(unit.figs)
    figures[event.place] = f"{figures[event.place]}+{BANNER_ROLE}"
    position = structs.replace(position, banners=_without(position, event.at))
    return _with_unit(position, event.unit, structs.replace(unit, figs=tuple(figures)))


def _without(position: Position, at: Hex) -> dict[Hex, str]:
    return {hex_: seat for hex_, seat in position.banners.items() if hex_ != at}


def _step_shape(position: PositionT, event: e.Merged | e.Split) -> PositionT:
    units = dict(position.units)
    if isinstance(event, e.Merged):
        assert event.becomes is not None
        units[event.unit] = event.becomes
        del units[event.other]
        position = structs.replace(position, gone={**position.gone, event.other: "merged"})
        return structs.replace(position, units=units)
    assert event.keeps is not None
    assert event.makes is not None
    return _with_units(position, {**units, event.unit: event.keeps, event.new: event.makes})


def _step_course(
    position: PositionT, event: e.TurnBegun | e.DeckMade | e.CardDrawn | e.JokerDrawn | e.Asked
) -> PositionT:
    match event:
        case e.TurnBegun():
            units = {name: _unmarked(unit) for name, unit in position.units.items()}
            return structs.replace(position, turn=event.number, units=units, asked=())
        case e.DeckMade():
            return structs.replace(position, deck=event.cards)
        case e.CardDrawn():
            return structs.replace(position, deck=_less(position.deck, event.seat))
        case e.JokerDrawn():
            return structs.replace(position, deck=_less(position.deck, JOKER), jokers=position.jokers + 1)
    return _with_owing(structs.replace(position, **structs.asdict(event)))


def _with_owing(position: PositionT) -> PositionT:
    """A view says besides who owes which sheet; its key is the seat."""
    if isinstance(position, ArgadView):
        return structs.replace(position, owing={seat: (seat,) for seat in position.choosing})
    return position


def _unmarked(unit: Unit) -> Unit:
    """A-TURN-1: the marks of the last turn fall."""
    return structs.replace(
        unit,
        acts=0,
        attacked=0,
        shots=0,
        march=0,
        fought=False,
        moved=False,
        closed=False,
        reserve=False,
        routed=False,
        die=False,
    )


def _less(deck: dict[str, int], card: str) -> dict[str, int]:
    left = {**deck, card: deck.get(card, 1) - 1}
    return {each: count for each, count in left.items() if count > 0}


def _step_joker(position: PositionT, event: e.JokerUsed | e.JokerHidden | e.Marched) -> PositionT:
    if isinstance(event, e.Marched):
        unit = structs.replace(position.units[event.unit], march=event.cm)
        return _with_unit(position, event.unit, unit)
    position = structs.replace(position, jokers=max(0, position.jokers - 1))
    if isinstance(event, e.JokerHidden) or event.benefit in ("RESERVE", "NONE"):
        position = _with_asked(position, event.seat)
    if isinstance(event, e.JokerHidden) or not event.unit:
        return position
    if event.benefit == "DIE":
        unit = structs.replace(position.units[event.unit], die=True)
        return _with_unit(position, event.unit, unit)
    return _with_reserve(position, event.unit) if event.benefit == "RESERVE" else position


def _with_asked(position: PositionT, seat: str) -> PositionT:
    """A-SECRET-1: who chose a reserve or nothing is asked from now on, if reserves are secret."""
    if not position.hides_reserve:
        return position
    asked = {*position.asked, seat}
    return structs.replace(position, asked=tuple(each for each in SEATS if each in asked))


def _with_reserve(position: PositionT, name: UnitName) -> PositionT:
    """A-JOK-7: a side has one unit in reserve at most, the latest."""
    side = side_of(name)
    units = {
        each: structs.replace(unit, reserve=each == name) if side_of(each) == side else unit
        for each, unit in position.units.items()
    }
    return structs.replace(position, units=units)


def _step_frame(
    position: PositionT, event: e.Chosen | e.Placed | e.Begun | e.SideBroken | e.Ended
) -> PositionT:
    match event:
        case e.Chosen():
            return structs.replace(position, armies={**position.armies, event.side: event.army})
        case e.Placed():
            placed = Unit(at=event.at, figs=event.figs)
            return _with_units(position, {**position.units, event.unit: placed})
        case e.Begun():
            return structs.replace(position, start=event.start)
        case e.SideBroken():
            return structs.replace(position, broken=(*position.broken, event.side))
    return _with_owing(
        structs.replace(
            position, stage=OVER, choosing=(), winner=event.winner, ending=event.why, order=None, extra=""
        )
    )
