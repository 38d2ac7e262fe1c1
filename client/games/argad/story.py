"""The story of a phase of Argad!: what became of each line, and the positions one after the other.

A volley or a melee is first summed up in one line. Then it follows step by step, with every die.
"""

from collections.abc import Iterator, Mapping, Sequence

from client.games.api import Frame, Verdict
from client.games.argad.fights import summed_up, told
from client.games.verdicts import judged
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.views.argad import events, note_of, step
from protocol.views.argad.board import PLACE
from protocol.views.argad.events import Event
from protocol.views.argad.view import ArgadView, Position
from protocol.views.argad.words import SEATS, SIDE_OF, SIDES, Hex, UnitName

UNSAID = (events.LineLost, events.Ordered, events.Marked, events.DeckMade, events.Asked, events.Begun)
"""These change the position, or stand on the sheet already; no step of the story is about them alone."""
BEGINS = (
    *(events.Ordered, events.CardDrawn, events.JokerDrawn, events.JokerUsed, events.ReserveActs),
    *(events.TurnBegun, events.TurnEnded, events.Ended, events.Chosen),
)
"""Each of these begins a part of the story."""
SUMMED_UP = (events.Ordered, events.ReserveActs)
"""Parts that may be summed up: what a unit did by an order."""
LOUD = (
    *(events.Clashed, events.Fought, events.Blow, events.Losses, events.Demoralised, events.Rallied),
    *(events.Routed, events.Gone, events.GeneralHurt, events.GeneralLost, events.BannerTaken),
    *(events.ListVoid, events.SideBroken, events.Decided, events.Ended),
)
"""What is told at once. Anything else is seen on the board and in the log."""
LOUD_FOR_OWNER = (events.Stayed, events.NoShot, events.Tested)
"""What is told at once to the side of the unit: an order came to nothing, or morale was tested."""
IN_LOG_AFTER_FIGHT = (
    *(events.Fatigued, events.Demoralised, events.Routed, events.Gone, events.GeneralHurt),
    *(events.GeneralLost, events.BannerDown, events.BannerTaken, events.Followed),
)
"""What the log tells besides the line that sums up a volley or a melee."""
NOT_IN_LOG = (events.CardDrawn, events.JokerDrawn, events.Worn, events.TurnEnded)
"""What the log leaves out: the row below the board and the list of units show it."""
UNIT_FIELDS = ("unit", "target", "attacker", "defender", "by", "on", "other", "new")
HEX_FIELDS = ("at", "to")


def verdicts(sheets: Mapping[SheetKey, Lines], story: Sequence[Event]) -> dict[SheetKey, tuple[Verdict, ...]]:
    return judged(sheets, {(e.sheet, e.line): e.reason for e in story if isinstance(e, events.LineLost)})


def is_quiet(story: Sequence[Event], own: frozenset[SheetKey]) -> bool:
    """Whether nobody was struck, hit or broken, and no order of the reader's side came to nothing."""
    return not any(_is_loud(event, own) for event in story)


def _is_loud(event: Event, own: frozenset[SheetKey]) -> bool:
    match event:
        case events.LineLost():
            return event.sheet in own
        case events.Frustrated():
            return event.seat in own
        case events.Slowed():
            return event.blocked and event.unit[-1] in own
    if isinstance(event, LOUD_FOR_OWNER):
        return event.unit[-1] in own
    return isinstance(event, LOUD)


def frames(view: ArgadView, story: Sequence[Event]) -> tuple[Frame, ...]:
    return tuple(_frames(view, story))


def _frames(view: ArgadView, story: Sequence[Event]) -> Iterator[Frame]:
    for part, scene in enumerate(_scenes(story)):
        if isinstance(scene[0], SUMMED_UP) and (first := summed_up(scene)):
            touched = [event for event in scene if isinstance(event, events.Fought | events.Volley)][:1]
            yield Frame(view, first, _places(view, touched), part, _seats(touched))
        for note, happened in told(scene):
            before = view
            for event in happened:
                view = step(view, event)
            if _is_said(happened[0]):
                places = _places(before, happened) | _places(view, happened)
                yield Frame(view, note, places, part, _seats(happened), _group(happened[0]))


def _is_said(event: Event) -> bool:
    """Whether a step of the story is about this event. Only later activations of a unit are."""
    is_first = isinstance(event, events.Activated) and event.acts <= 1
    return not is_first and not isinstance(event, UNSAID)


def _scenes(story: Sequence[Event]) -> list[list[Event]]:
    """The parts of a story."""
    found: list[list[Event]] = []
    for event in story:
        if not found or isinstance(event, BEGINS):
            found.append([])
        found[-1].append(event)
    return found


def _group(event: Event) -> str:
    """In a long story these are shown together: units that are placed, losses, and wear of one kind."""
    match event:
        case events.Placed():
            return f"placed {event.unit[-1]}"
        case events.Losses():
            return "losses"
        case events.Worn():
            return f"wear {event.why}"
    return ""


def _seats(happened: Sequence[Event]) -> frozenset[Seat]:
    """The seats that a step of the story concerns."""
    found: set[Seat] = set()
    for event in happened:
        found |= {name[-1] for name in _units(event)}
        found |= {seat for seat in (getattr(event, "seat", ""), getattr(event, "of", "")) if seat in SEATS}
        side = getattr(event, "side", "")
        found |= {seat for seat in SEATS if side in SIDES and SIDE_OF[seat] == side}
        found |= set(SEATS) if isinstance(event, events.Ended) else set()
    return frozenset(found)


def _units(event: Event) -> Iterator[UnitName]:
    for field in UNIT_FIELDS:
        name = getattr(event, field, "")
        if isinstance(name, str) and name[-1:] in SEATS:
            yield name


def _places(view: Position, happened: Sequence[Event]) -> frozenset[Hex]:
    """The hexes that a step names, and those of the units that it names."""
    found: set[Hex] = set()
    for event in happened:
        found |= {view.units[name].at for name in _units(event) if name in view.units}
        found |= {hex_ for field in HEX_FIELDS if (hex_ := getattr(event, field, "")) in PLACE}
        found |= set(getattr(event, "path", ())[-1:])
    return frozenset(found)


def noted(story: Sequence[Event]) -> Iterator[Note]:
    """The story in short, for the log: a volley or a melee is one line, then the units that it broke."""
    for scene in _scenes(story):
        first = summed_up(scene) if isinstance(scene[0], SUMMED_UP) else None
        if first:
            yield first
            yield from (note_of(event) for event in scene if isinstance(event, IN_LOG_AFTER_FIGHT))
            continue
        said = [event for event in scene if _is_said(event) and not isinstance(event, NOT_IN_LOG)]
        yield from (note for note, _ in told(said))


def sentences(view: ArgadView | None, story: Sequence[Event]) -> Iterator[Note]:
    """The steps for plain mode, which shows no board; without a position, as everybody says them."""
    if view is not None:
        yield from (frame.note for frame in frames(view, story))
        return
    yield from (note_of(event) for event in story if _is_said(event))
