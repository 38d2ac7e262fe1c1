"""The story of a phase of Zargos: what became of each line, and the positions one after the other.

Each combat is a part of its own: first one line sums it up, then its rounds follow with their dice.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from client.games.api import Frame, Verdict
from client.games.verdicts import judged
from client.games.zargos.combats import Fight, fight_at, place_of_fight, summed_up, told
from protocol.ids import Lines, SheetKey
from protocol.views.zargos import ZargosView, events, note_of, step
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.events import Event
from protocol.views.zargos.words import PEOPLES, People, Place

SCENES: dict[type, str] = {
    **dict.fromkeys((events.Counted, events.Rolled, events.Ranked), "count"),
    **dict.fromkeys((events.KingdomCard, events.Dealt, events.Gathered, events.Kept), "cards"),
    **dict.fromkeys((events.Drew, events.Helped), "draft"),
    **dict.fromkeys((events.Offered, events.Traded, events.Answered), "trade"),
    **dict.fromkeys((events.Lost, events.Added), "losses"),
    **dict.fromkeys((events.Played, events.Turned, events.Sheltered), "winds"),
    events.TurnedIn: "turned-in",
}
"""The events that belong together, whoever they are about."""
QUIET = (
    *(events.Chose, events.Drew, events.Offered, events.TurnedIn, events.Rolled, events.Ranked),
    *(events.OwnTurn, events.TurnBegun, events.Passed, events.Moved, events.Spent, events.Placed),
    *(events.Bought, events.Policy, events.Kept, events.Dealt),
)
"""What need not be told at once: the board shows it, or the log."""
PEOPLE_FIELDS = ("people", "by", "origin", "striker", "giver", "taker")


def verdicts(sheets: Mapping[SheetKey, Lines], story: Sequence[Event]) -> dict[SheetKey, tuple[Verdict, ...]]:
    lost = {(e.sheet, e.line): e.reason for e in story if isinstance(e, events.LineLost)}
    return judged(sheets, lost)


def is_quiet(story: Sequence[Event], own: frozenset[SheetKey]) -> bool:
    """Whether nobody fought or lost anything, no card was played, and no line of the reader was lost."""
    return all(
        event.sheet not in own if isinstance(event, events.LineLost) else isinstance(event, QUIET)
        for event in story
    )


def frames(view: ZargosView, story: Sequence[Event]) -> tuple[Frame, ...]:
    return tuple(_frames(view, [event for event in story if not isinstance(event, events.LineLost)]))


def _frames(view: ZargosView, story: Sequence[Event]) -> Iterator[Frame]:
    part, last, fight = 0, "", None
    for number, event in enumerate(story):
        scene = _scene(event)
        if scene != last:
            part += bool(last)
            last = scene
            fight = fight_at(view, place_of_fight(event))
            if fight:
                note = summed_up(fight, story[number:])
                yield Frame(view, note, frozenset({fight.at}), part, _of_fight(fight))
        view = _after(view, event)
        sides = frozenset(_sides(event)) | (_of_fight(fight) if fight else frozenset())
        yield Frame(view, told(event, fight), frozenset(_touched(event)), part, sides, scene)


def _after(view: ZargosView, event: Event) -> ZargosView:
    view = step(view, event)
    return replace(view, master=event.people) if isinstance(event, events.Master) else view


def _scene(event: Event) -> str:
    """What an event is a part of. Steps of one scene that follow each other may be shown together."""
    if place := place_of_fight(event):
        return f"fight {place}"
    match event:
        case events.Moved() | events.Spent():
            return f"moves {event.people}"
        case events.Placed() | events.Bought():
            return f"placed {event.people}"
    return SCENES.get(type(event), "")


def _of_fight(fight: Fight) -> frozenset[People]:
    return frozenset({fight.invader, fight.defender})


def _sides(event: Event) -> Iterator[People]:
    """The peoples that a step of the story concerns."""
    for field in PEOPLE_FIELDS:
        people = getattr(event, field, None)
        if people in PEOPLES:
            yield people
    match event:
        case events.Sheltered():
            yield "D"
        case events.Policy():
            yield "M"
        case events.Cursed() | events.Ranked() | events.Won():
            yield from PEOPLES


def _touched(event: Event) -> Iterator[Place]:
    """The places that a step of the story names."""
    for field in ("origin", "to", "place", "at"):
        place = getattr(event, field, None)
        if place in ORDER:
            yield place
    match event:
        case events.Moved():
            yield from event.over
        case events.Drew():
            yield from event.territories
        case events.Traded():
            yield from (*event.given, *event.asked)
        case events.Played() | events.Turned():
            yield from (word for word in event.target.split() if word in ORDER)


def sentences(view: ZargosView | None, story: Sequence[Event]) -> Iterator[Frame]:
    """The steps for plain mode, which shows no board; without a position, as everybody says them."""
    if view is not None:
        yield from frames(view, story)
        return
    for event in story:
        if not isinstance(event, events.LineLost):
            yield Frame(None, note_of(event), frozenset())
