"""A phase of Strategiksa in three sentences: what the reader lost and won, and where the reader stands."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from client.games.api import RoundRead
from client.games.summaries import gains, item, listed
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.strategiksa import (
    EMPTY,
    Cell,
    Colour,
    Duelled,
    Event,
    KingFell,
    Lost,
    Slain,
    Stack,
    StrategiksaView,
    Vanished,
    write_stack,
)

Fallen: TypeAlias = dict[tuple[Colour, Cell], Stack]
"""The pieces of each colour that fell on each cell."""


def own(view: StrategiksaView, seat: Seat) -> frozenset[Colour]:
    """The colour of a seat, those that have fallen to it, and those that it directs."""
    if not seat:
        return frozenset()
    fallen = {colour for colour, lord in view.lords.items() if lord == seat}
    directed = {colour for colour, director in view.directors.items() if director == seat}
    return frozenset({seat, *fallen, *directed})


def summary(told: RoundRead, seat: Seat, words: Catalogue) -> tuple[str, ...]:
    """The three sentences; for somebody without a seat, the same about all colours."""
    before, after = told.before, told.after
    if not isinstance(before, StrategiksaView) or not isinstance(after, StrategiksaView):
        return ()
    if not seat:
        return _of_all(told.story, before, after, words)
    colours = own(before, seat)
    change = _zones(after, seat) - _zones(before, seat)
    zones = item(words, "zone" if abs(change) == 1 else "zones", count=abs(change))
    lost = [*_lost(told.story, colours, words)]
    lost += [*([zones] if change < 0 else []), *_lines_lost(told.story, colours, words)]
    beaten, won = [*_beaten(told.story, colours, words)], [zones] if change > 0 else []
    return listed("lost", lost, words), gains(beaten, won, words), _standing(after, seat, change, words)


def _fallen(story: Sequence[Event], colours: frozenset[Colour] = frozenset()) -> Fallen:
    """The pieces that the story takes off the board; with colours, only in duels that they fought."""
    found: Fallen = {}
    for event in story:
        match event:
            case Duelled() if not colours or colours & {event.first.colour, event.second.colour}:
                stacks = event.lost
            case Slain() if not colours:
                stacks = event.stacks
            case _:
                continue
        for colour, stack in stacks.items():
            total = zip(found.get((colour, event.cell), EMPTY), stack, strict=True)
            found[colour, event.cell] = tuple(map(sum, total))
    return found


def _lost(story: Sequence[Event], colours: frozenset[Colour], words: Catalogue) -> Iterator[str]:
    for (colour, cell), stack in _fallen(story).items():
        if colour in colours and any(stack):
            yield item(words, "pieces", pieces=write_stack(stack), cell=cell)
    for event in story:
        match event:
            case KingFell() if event.colour in colours:
                yield item(words, "own-king", cell=event.cell, colour=event.victor)
            case Vanished() if colours & set(event.colours):
                yield item(words, "vanished")


def _lines_lost(story: Sequence[Event], colours: frozenset[Colour], words: Catalogue) -> list[str]:
    count = sum(isinstance(event, Lost) and event.colour in colours for event in story)
    return [item(words, "lines" if count > 1 else "line", count=count)] if count else []


def _beaten(story: Sequence[Event], colours: frozenset[Colour], words: Catalogue) -> Iterator[str]:
    """What the others lost in duels that these colours fought."""
    for (colour, cell), stack in _fallen(story, colours).items():
        if colour not in colours and any(stack):
            yield item(words, "beaten", pieces=write_stack(stack), colour=colour, cell=cell)
    for event in story:
        if isinstance(event, KingFell) and event.victor in colours:
            yield item(words, "king", cell=event.cell, colour=event.colour)


def _zones(view: StrategiksaView, side: Colour) -> int:
    return sum(holder == side for holder in view.zones.values())


def _sides(view: StrategiksaView) -> dict[Colour, int]:
    """The zones of each side that stands, the largest number first."""
    stand = [c for c in view.order if view.lords.get(c, c) == c and c not in view.gone]
    return dict(sorted(((side, _zones(view, side)) for side in stand), key=lambda item: -item[1]))


def _standing(view: StrategiksaView, seat: Seat, change: int, words: Catalogue) -> str:
    sides = _sides(view)
    lord = view.lords.get(seat, seat)
    if seat not in sides:
        if view.fallen and view.fallen.colour == seat:
            return words.say(Note("summary.undecided", {"colour": view.fallen.victor}))
        code = "serve" if seat in view.vassals else "out"
        return words.say(Note(f"summary.{code}", {"colour": lord, "zones": _zones(view, lord)}))
    colours = [colour for colour, holder in view.lords.items() if holder == seat]
    args: dict[str, Arg] = {
        "zones": sides[seat],
        "change": f"{change:+}",
        "pieces": sum(sum(stack) for c in colours for stack in view.pieces.get(c, {}).values()),
        "rank": 1 + sum(other > sides[seat] for other in sides.values()),
        "sides": len(sides),
    }
    return words.say(Note("summary.stand", args))


def _of_all(
    story: Sequence[Event], before: StrategiksaView, after: StrategiksaView, words: Catalogue
) -> tuple[str, ...]:
    lost = [
        f"{colour} {said}" for colour in before.order for said in _lost(story, frozenset({colour}), words)
    ]
    gained = {side: _zones(after, side) - _zones(before, side) for side in after.order}
    won = [
        f"{side} {item(words, 'zone' if count == 1 else 'zones', count=count)}"
        for side, count in gained.items()
        if count > 0
    ]
    zones = ", ".join(f"{side} {count}" for side, count in _sides(after).items())
    standing = words.say(Note("summary.stand-all", {"zones": zones}))
    return listed("lost-all", lost, words), listed("won-all", won, words), standing
