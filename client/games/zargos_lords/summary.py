"""A phase of Zargo's Lords in three sentences: what the reader lost and won, and where the reader stands."""

from collections.abc import Iterator, Sequence

from client.games.api import RoundRead
from client.games.summaries import gains, item, listed
from client.games.zargos_lords.fights import people_at
from client.games.zargos_lords.peoples import count_of, unit_words
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords import LordsView, events, step
from protocol.views.zargos_lords.events import Event
from protocol.views.zargos_lords.words import PEOPLES, People, read_unit


def summary(told: RoundRead, seat: Seat, words: Catalogue) -> tuple[str, ...]:
    """The three sentences; for somebody without a seat, the same about all peoples."""
    before, after = told.before, told.after
    if not isinstance(before, LordsView) or not isinstance(after, LordsView):
        return ()
    if seat not in PEOPLES:
        return _of_all(told.story, after, words)
    lost = [*_lost(told.story, seat, words), *_lines_lost(told.story, seat, words)]
    beaten = list(_beaten(before, told.story, seat, words))
    won = [*_cities(told.story, seat, words), *_pacts(told.story, seat, words)]
    return listed("lost", lost, words), gains(beaten, won, words), _stands(after, seat, words)


def _fallen(event: events.Eliminated, words: Catalogue) -> str:
    unit = unit_words(event.people, read_unit(event.unit), words)
    return item(words, "piece", unit=unit, at=event.at, people=event.people)


def _lost(story: Sequence[Event], people: People, words: Catalogue) -> Iterator[str]:
    for event in story:
        if isinstance(event, events.Eliminated) and event.people == people:
            yield _fallen(event, words)
        elif isinstance(event, events.Taken) and event.origin == people:
            yield item(words, "city-lost", city=event.city, people=event.people)
        elif isinstance(event, events.Broken) and people in (event.people, event.ally):
            yield item(words, "pact", people=event.ally if people == event.people else event.people)


def _beaten(before: LordsView, story: Sequence[Event], people: People, words: Catalogue) -> Iterator[str]:
    """The pieces of others that fell in the reader's own move, or that attacked the reader and fell."""
    view, is_concerned = before, before.turn == people
    for event in story:
        if isinstance(event, events.Fought) and before.turn != people:
            is_concerned = people_at(view, event.targets) == people
        if isinstance(event, events.Eliminated) and event.people != people and is_concerned:
            yield _fallen(event, words)
        view = step(view, event)


def _cities(story: Sequence[Event], people: People, words: Catalogue) -> Iterator[str]:
    for event in story:
        if isinstance(event, events.Taken) and event.people == people:
            yield item(words, "city", city=event.city, people=event.origin)


def _pacts(story: Sequence[Event], people: People, words: Catalogue) -> Iterator[str]:
    for event in story:
        if isinstance(event, events.Allied) and people in (event.people, event.ally):
            yield item(words, "pact", people=event.ally if people == event.people else event.people)


def _lines_lost(story: Sequence[Event], people: People, words: Catalogue) -> list[str]:
    count = sum(isinstance(event, events.LineLost) and event.sheet == people for event in story)
    return [item(words, "lines" if count > 1 else "line", count=count)] if count else []


def _stands(view: LordsView, people: People, words: Catalogue) -> str:
    counts = sorted((view.count.get(each, 0) for each in view.peoples), reverse=True)
    cities = view.count.get(people, 0)
    args: dict[str, Arg] = {
        "people": people,
        "cities": cities,
        "pieces": count_of(view, people) or 0,
        "rank": counts.index(cities) + 1 if cities in counts else len(counts),
        "peoples": len(view.peoples),
        "month": view.month,
        "months": view.months,
    }
    return words.say(Note("summary.stand", args))


def _of_all(story: Sequence[Event], after: LordsView, words: Catalogue) -> tuple[str, ...]:
    fallen = [_fallen(event, words) for event in story if isinstance(event, events.Eliminated)]
    taken = [
        item(words, "city-all", city=event.city, people=event.people, origin=event.origin)
        for event in story
        if isinstance(event, events.Taken)
    ]
    cities = ", ".join(f"{people} {after.count.get(people, 0)}" for people in after.peoples)
    standing = words.say(Note("summary.stand-all", {"cities": cities}))
    return listed("lost-all", fallen, words), listed("won-all", taken, words), standing
