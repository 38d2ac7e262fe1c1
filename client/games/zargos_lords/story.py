"""The story of a phase of Zargo's Lords: what became of each line, and the positions one after the other.

One line sums up a move. Then every fight and every launch is a part of its own, with what it leads to.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from client.games.api import Frame, Verdict
from client.games.verdicts import judged_orders
from client.games.zargos_lords.fights import people_at, sides_of_fight, told
from protocol.ids import Lines, SheetKey
from protocol.notes import Arg, Note
from protocol.views.zargos_lords import events, note_of, step
from protocol.views.zargos_lords.board import RANK
from protocol.views.zargos_lords.events import Event
from protocol.views.zargos_lords.steps import MONKS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import PEOPLES, TURN, Hex, People

UNSAID = (events.LineLost, events.Garrisoned, events.Withdrawn, events.Held)
"""These change the position, or stand on the sheet already; no step of the story is about them alone."""
LAUNCHED = (events.Volley, events.Vision)
BEGINS = (events.Fought, *LAUNCHED, events.Lapsed, events.Revealed, events.MonthBegun, events.Ended)
"""Each of these begins a part of the story; a garrison is revealed before its fight."""
MARCHED = (events.Moved, events.Reappeared, events.Vanished)
QUIET = (
    *(events.Moved, events.Reappeared, events.Vanished, events.Paralysed, events.Held, events.Words),
    *(events.MonthBegun, events.TurnBegun, events.Garrisoned, events.Given, events.Withdrawn),
    *(events.Custody, events.Placed),
)
"""What need not be told at once: the board shows it, or the log."""
PEOPLE_FIELDS = ("people", "to", "ally", "by", "origin", "winner")
HEX_FIELDS = ("origin", "to", "at", "target", "city")
NONE = "-"


def verdicts(sheets: Mapping[SheetKey, Lines], story: Sequence[Event]) -> dict[SheetKey, tuple[Verdict, ...]]:
    lost = {(e.sheet, e.line, e.column): e.reason for e in story if isinstance(e, events.LineLost)}
    return judged_orders(sheets, {key: reason for key, reason in lost.items() if key[0] in sheets})


def is_quiet(story: Sequence[Event], own: frozenset[SheetKey]) -> bool:
    """Whether units only moved, and no line of the reader was lost."""
    return all(
        event.sheet not in own if isinstance(event, events.LineLost) else isinstance(event, QUIET)
        for event in story
    )


def frames(view: LordsView, story: Sequence[Event]) -> tuple[Frame, ...]:
    return tuple(_frames(view, story))


def _frames(view: LordsView, story: Sequence[Event]) -> Iterator[Frame]:
    if first := summed_up(view, story):
        yield Frame(view, first, frozenset(), sides=frozenset({view.turn}))
    part, last = 0, ""
    is_revealed = False
    for event in story:
        scene = _scene(event)
        is_first = isinstance(event, BEGINS) and not (is_revealed and isinstance(event, events.Fought))
        part += is_first or bool(scene and scene != last)
        is_revealed = isinstance(event, events.Revealed)
        last = scene or last
        before, view = view, step(view, event)
        if isinstance(event, UNSAID):
            continue
        sides = frozenset(_sides(before, event))
        for note in told(before, event):
            yield Frame(view, note, frozenset(_touched(event)), part, sides, scene)


def _scene(event: Event) -> str:
    """Steps of one scene that follow each other may be shown together: moves of one people."""
    if isinstance(event, MARCHED):
        return f"moves {event.people}"
    return "setup" if isinstance(event, events.Placed) else ""


def summed_up(view: LordsView, story: Sequence[Event]) -> Note | None:
    """A whole move in one line; None if nobody did anything."""
    moves = sum(isinstance(event, MARCHED) for event in story)
    fights = sum(isinstance(event, events.Fought) for event in story)
    launches = sum(isinstance(event, LAUNCHED) for event in story)
    if view.stage != TURN or not moves + fights + launches:
        return None
    fallen = Counter(event.people for event in story if isinstance(event, events.Eliminated))
    taken = [event.city for event in story if isinstance(event, events.Taken)]
    args: dict[str, Arg] = {
        "people": view.turn,
        "moves": moves,
        "fights": fights,
        "launches": launches,
        "fallen": ", ".join(f"{people} {fallen[people]}" for people in PEOPLES if fallen[people]) or NONE,
        "taken": " ".join(taken) or NONE,
    }
    return Note("fight.move", args)


def _sides(view: LordsView, event: Event) -> Iterator[People]:
    """The peoples that a step of the story concerns."""
    for field in PEOPLE_FIELDS:
        people = getattr(event, field, None)
        if people in PEOPLES:
            yield people
    match event:
        case events.Fought():
            yield from sides_of_fight(view, event)
        case events.Volley() | events.Vision():
            yield from (people_at(view, _as_hexes(event.origin)), people_at(view, (event.target,)))
        case events.Vanished() | events.Reappeared():
            yield MONKS
        case events.Ended():
            yield from PEOPLES


def _as_hexes(value: object) -> tuple[Hex, ...]:
    return value if isinstance(value, tuple) else (str(value),)


def _touched(event: Event) -> Iterator[Hex]:
    """The hexes that a step of the story names."""
    for field in (*HEX_FIELDS, "attackers", "targets"):
        value = getattr(event, field, None)
        yield from (hex_ for hex_ in _as_hexes(value) if hex_ in RANK)


def sentences(view: LordsView | None, story: Sequence[Event]) -> Iterator[Note]:
    """The steps for plain mode, which shows no board; without a position, as everybody says them."""
    if view is not None:
        yield from (frame.note for frame in frames(view, story))
        return
    yield from (note_of(event) for event in story if not isinstance(event, UNSAID))
