"""How each event of a story changes the position, and the note that says it. Neither needs any rule."""

from typing import TypeVar

from msgspec import structs

from protocol.notes import Arg, Note
from protocol.views.zargos import events as e
from protocol.views.zargos.board import is_sea
from protocol.views.zargos.view import Combat, Position
from protocol.views.zargos.words import DEMONS, People, Place, Units

PositionT = TypeVar("PositionT", bound=Position)

NOBODY: People = "-"
"""What a note says in place of a people that does not exist."""


def step(position: PositionT, event: e.Event) -> PositionT:
    """The position after one event: units, combats, boats, kingdom cards, order, points and who is out."""
    match event:
        case e.Lost() | e.Added() | e.Placed() | e.Moved() | e.Sheltered():
            return _step_units(position, event)
        case e.Helped() | e.Drew() | e.Traded():
            return _step_draft(position, event)
        case e.Joined() | e.Volley() | e.Rampart() | e.Round() | e.Captured() | e.Held():
            return _step_combat(position, event)
        case e.Spent() | e.Bought() | e.TurnedIn() | e.Counted():
            return _step_wealth(position, event)
        case e.KingdomCard():
            held = {code: people for code, people in position.kingdoms.items() if code != event.code}
            kingdoms = held | ({event.code: event.people} if event.people else {})
            return structs.replace(position, kingdoms=kingdoms)
        case e.Chose():
            return structs.replace(position, seats={**position.seats, event.people: event.seat})
        case e.Out():
            return _step_out(position, event.people)
    return _step_course(position, event)


def _step_course(position: PositionT, event: e.Event) -> PositionT:
    match event:
        case e.TurnBegun():
            return structs.replace(position, turn=event.turn)
        case e.OwnTurn():
            return structs.replace(position, active=event.people)
        case e.Cursed():
            return structs.replace(position, curse=event.curse)
        case e.Policy():
            return structs.replace(position, reroll=(event.own, event.foe))
        case e.Ranked():
            return structs.replace(position, order=event.order)
        case e.Won():
            return structs.replace(position, winner=event.seat, ending=event.why)
    return position


def _step_wealth(position: PositionT, event: e.Spent | e.Bought | e.TurnedIn | e.Counted) -> PositionT:
    people = event.people
    others = {each: left for each, left in position.points.items() if each != people}
    match event:
        case e.Spent():
            return structs.replace(position, boats=_more(position.boats, people, -event.boats))
        case e.Bought():
            boats = _more(position.boats, people, event.boats)
            return structs.replace(position, boats=boats, points=others)
        case e.TurnedIn():
            boats = _more(position.boats, people, event.boats)
            return structs.replace(position, boats=boats, to_place={**position.to_place, people: event.units})
    points = others | {people: event.points} if event.points else others
    return structs.replace(position, points=points, counted={**position.counted, people: event.points})


UnitEvent = e.Lost | e.Added | e.Placed | e.Moved | e.Sheltered
FightEvent = e.Joined | e.Volley | e.Rampart | e.Round | e.Captured | e.Held


def _step_units(position: PositionT, event: UnitEvent) -> PositionT:
    units = dict(position.units)
    match event:
        case e.Lost():
            put(units, event.people, event.place, -event.number)
        case e.Added():
            put(units, DEMONS, event.place, event.number)
        case e.Placed():
            put(units, event.people, event.place, event.number)
            left = position.to_place.get(event.people)
            if left is not None:
                to_place = {**position.to_place, event.people: left - event.number}
                return structs.replace(position, units=units, to_place=to_place)
        case e.Moved():
            return _step_moved(position, units, event)
        case e.Sheltered():
            put(units, "D", event.origin, -event.number)
            put(units, "D", event.to, event.number)
    return structs.replace(position, units=units)


def _step_draft(position: PositionT, event: e.Helped | e.Drew | e.Traded) -> PositionT:
    units = dict(position.units)
    match event:
        case e.Helped():
            put(units, event.origin, event.place, -1)
            put(units, event.people, event.place, 1)
        case e.Drew():
            for place in event.territories:
                put(units, event.people, place, 1)
        case e.Traded():
            for places, origin, to in (
                (event.given, event.giver, event.taker),
                (event.asked, event.taker, event.giver),
            ):
                for place in places:
                    put(units, origin, place, -1)
                    put(units, to, place, 1)
    return structs.replace(position, units=units)


def _step_moved(position: PositionT, units: Units, event: e.Moved) -> PositionT:
    """A group that comes to a place of its own stands there; another one waits for its combat."""
    put(units, event.people, event.origin, -event.number)
    if is_sea(event.to) or units.get(event.people, {}).get(event.to):
        put(units, event.people, event.to, event.number)
        return structs.replace(position, units=units)
    if all(combat.at != event.to for combat in position.combats):
        combats = (*position.combats, Combat(event.to, event.people, event.number))
        return structs.replace(position, units=units, combats=combats)
    return structs.replace(position, units=units, combats=_invaders(position, event.to, event.number))


def _step_combat(position: PositionT, event: FightEvent) -> PositionT:
    units = dict(position.units)
    match event:
        case e.Joined():
            put(units, event.people, event.origin, -event.number)
            put(units, event.people, event.to, event.number)
        case e.Captured():
            combats = tuple(combat for combat in position.combats if combat.at != event.at)
            put(units, event.by, event.at, event.left)
            return structs.replace(position, units=units, combats=combats)
        case e.Held():
            combats = tuple(combat for combat in position.combats if combat.at != event.at)
            return structs.replace(position, combats=combats)
        case e.Volley():
            return structs.replace(position, combats=_invaders(position, event.at, -event.loss))
        case e.Rampart() | e.Round():
            holder = holder_of(position.units, event.at) or ""
            invader_loss, defender_loss = losses(event, holder)
            put(units, holder, event.at, -defender_loss)
            combats = _invaders(position, event.at, -invader_loss)
            return structs.replace(position, units=units, combats=combats)
    return structs.replace(position, units=units)


def losses(event: e.Rampart | e.Round, holder: People) -> tuple[int, int]:
    """How many units the invader and the defender lost."""
    if isinstance(event.loss, tuple):
        return event.loss
    return (event.loss, 0) if event.striker == holder else (0, event.loss)


def _step_out(position: PositionT, people: People) -> PositionT:
    """Z-END-2: the boats go to the supply and the kingdom cards to the bank."""
    return structs.replace(
        position,
        out=(*position.out, people),
        boats={each: number for each, number in position.boats.items() if each != people},
        kingdoms={code: each for code, each in position.kingdoms.items() if each != people},
    )


def _invaders(position: Position, at: Place, number: int) -> tuple[Combat, ...]:
    return tuple(
        structs.replace(combat, number=combat.number + number) if combat.at == at else combat
        for combat in position.combats
    )


def _more(numbers: dict[People, int], people: People, number: int) -> dict[People, int]:
    total = numbers.get(people, 0) + number
    kept = {each: held for each, held in numbers.items() if each != people}
    return kept | {people: total} if total else kept


def put(units: Units, people: People, place: Place, number: int) -> None:
    """Add units to a place in this map, or take them away. The maps inside it are not changed."""
    places = dict(units.get(people, {}))
    total = places.get(place, 0) + number
    if total > 0:
        places[place] = total
    else:
        places.pop(place, None)
    units[people] = places


def holder_of(units: Units, place: Place) -> People | None:
    """The people that has units on a place, or the demons; None if it is empty."""
    return next((people for people, places in units.items() if place in places), None)


def note_of(event: e.Event) -> Note:
    """The event as a note. Peoples, places and cards stay codes; the catalogue has their names."""
    if isinstance(event, e.LineLost):
        return Note("event.line_lost", {"sheet": event.sheet, "text": event.text})
    code = f"event.{event.__struct_config__.tag}{_variant(event)}"
    args = {name: _said(value) for name, value in structs.asdict(event).items()}
    match event:
        case e.Rampart() | e.Round():
            args |= {"throw": _dice(event.dice[0]), "answer": _dice(event.dice[1])}
            if isinstance(event.loss, tuple):
                args |= {"invader_loss": event.loss[0], "defender_loss": event.loss[1]}
        case e.Traded():
            args |= {"given_secrets": sum(event.given_secret), "asked_secrets": sum(event.asked_secret)}
        case e.Cursed():
            args |= {"word": event.curse.split()[0], "place": event.curse.split()[-1]}
    return Note(code, args)


def _variant(event: e.Event) -> str:
    """What is added to the code if there are several sentences for this kind of event."""
    match event:
        case e.Captured() if event.origin is None:
            return "-empty"
        case e.Held() if not event.left:
            return "-empty"
        case e.Master() | e.KingdomCard() if event.people is None:
            return "-none"
        case e.Moved() if event.over:
            return "-over"
        case e.Played() | e.Turned() if not event.target:
            return "-alone"
        case e.Cursed():
            return f"-{event.curse.split()[0]}"
        case e.Won():
            return f"-{event.why}" if event.seat else f"-{event.why}-draw"
        case e.Passed():
            return f"-{event.phase}"
        case e.Round() if event.striker is None:
            return "-both"
    return ""


def _dice(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _said(value: object) -> Arg:
    match value:
        case str() | int():
            return value
        case None:
            return NOBODY
        case tuple():
            return " ".join(str(_said(item)) for item in value) or NOBODY
        case e.Rerolled():
            return f"{value.people} {value.was}>{value.now}"
    return ""
