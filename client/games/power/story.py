"""The story of a round of POWER: what became of each line, and the positions one after the other."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from client.games.api import Frame, Verdict
from client.games.verdicts import judged
from protocol.ids import Lines, SheetKey
from protocol.views import power
from protocol.views.power import PowerView

ON_A_SHEET = (power.Moved, power.Shared, power.Exchanged, power.Launched, power.Penalised)


def verdicts(
    sheets: Mapping[SheetKey, Lines], story: Sequence[power.Event]
) -> dict[SheetKey, tuple[Verdict, ...]]:
    lost = {(e.army, e.line): e.reason for e in story if isinstance(e, power.Lost)}
    return judged(sheets, lost)


def frames(view: PowerView, story: Sequence[power.Event]) -> tuple[Frame, ...]:
    return tuple(_frames(view, story))


def _frames(view: PowerView, story: Sequence[power.Event]) -> Iterator[Frame]:
    """First what the sheets do, then what follows from it."""
    for event in story:
        if isinstance(event, power.Lost):
            continue
        view = replace(view, pieces=power.step(view.pieces, event))
        if isinstance(event, power.FlagTaken):
            held = {**view.flags, **dict.fromkeys(event.flags, event.captor)}
            view = replace(view, flags=held)
        part = 0 if isinstance(event, ON_A_SHEET) else 1
        places = frozenset(_touched(event))
        yield Frame(view, power.note_of(event), places, part, frozenset(_sides(event)), _group(event))


def _group(event: power.Event) -> str:
    """The moves of an army are quiet, and so is what armies collect. A fight belongs to its prisoners."""
    match event:
        case power.Moved() | power.Shared() | power.Exchanged() | power.Penalised():
            return f"sheet {event.army}"
        case power.Fought() | power.Captured():
            return f"fight {event.place}"
        case power.Collected():
            return "collected"
    return ""


def _sides(event: power.Event) -> Iterator[str]:
    """The armies that a step of the story concerns; a side of two armies is named by their letters."""
    match event:
        case power.Struck():
            yield from (*event.launchers, *event.destroyed)
        case power.FellBack() | power.Fought():
            yield from (army for side in event.strengths for army in side)
        case power.Captured():
            yield from (event.captor, *event.taken)
        case power.FlagTaken():
            yield from (event.captor, event.loser)
        case power.Ended():
            yield from power.ARMIES
        case _:
            yield event.army


def _touched(event: power.Event) -> Iterator[str]:
    """The places that a step of the story names."""
    for field in ("origin", "to", "place", "target"):
        place = getattr(event, field, None)
        if place:
            yield place
    match event:
        case power.FellBack():
            yield from (move.to for move in event.withdrawals)
        case power.Captured():
            yield power.reserve(event.captor)
        case power.Collected():
            yield power.reserve(event.army)
        case power.FlagTaken():
            yield from (power.headquarters(event.loser), power.reserve(event.captor))
        case power.Penalised():
            yield power.reserve(event.army)
