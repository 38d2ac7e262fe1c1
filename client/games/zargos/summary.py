"""A phase of Zargos in three sentences: what the reader lost and won, and where the reader stands."""

from collections import Counter
from collections.abc import Iterator, Sequence

from client.games.api import RoundRead
from client.games.summaries import item, listed
from client.games.zargos.peoples import led_by, standing_order, total_of
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos import ZargosView, events, step
from protocol.views.zargos.events import Event
from protocol.views.zargos.story import holder_of, losses
from protocol.views.zargos.words import People, Place


def summary(told: RoundRead, seat: Seat, words: Catalogue) -> tuple[str, ...]:
    """The three sentences; for somebody without a seat, the same about all peoples."""
    before, after = told.before, told.after
    if not isinstance(before, ZargosView) or not isinstance(after, ZargosView):
        return ()
    peoples = led_by(after, seat)
    if not peoples:
        return _of_all(told.story, before, after, words)
    lost = [said for people in peoples for said in _lost(before, told.story, people, words)]
    lost += _lines_lost(told.story, (*peoples, seat), words)
    won = [said for people in peoples for said in _won(told.story, people, words)]
    standing = " ".join(_standing(after, people, words) for people in peoples)
    return listed("lost", lost, words), listed("won", won, words), standing


def _fallen(before: ZargosView, story: Sequence[Event]) -> Counter[tuple[People, Place]]:
    """How many units each people lost at each place."""
    found: Counter[tuple[People, Place]] = Counter()
    view = before
    for event in story:
        for people, place, number in _losses(view, event):
            found[people, place] += number
        view = step(view, event)
    return found


def _losses(view: ZargosView, event: Event) -> Iterator[tuple[People, Place, int]]:
    match event:
        case events.Lost():
            yield event.people, event.place, event.number
        case events.Volley() | events.Rampart() | events.Round():
            invader = next((combat.by for combat in view.combats if combat.at == event.at), "")
            holder = holder_of(view.units, event.at) or ""
            both = (event.loss, 0) if isinstance(event, events.Volley) else losses(event, holder)
            yield invader, event.at, both[0]
            yield holder, event.at, both[1]


def _lost(before: ZargosView, story: Sequence[Event], people: People, words: Catalogue) -> Iterator[str]:
    for (loser, place), number in _fallen(before, story).items():
        if loser == people and number:
            unit = words.word("unit", people, number)
            yield item(words, "units", number=number, unit=unit, place=place)
    for event in story:
        match event:
            case events.Captured() if event.origin == people:
                yield item(words, "territory", place=event.at, people=event.by)
            case events.KingdomCard() if event.people is None and before.kingdoms.get(event.code) == people:
                yield item(words, "kingdom-gone", kingdom=event.code)
            case events.Gathered() if event.people == people:
                yield item(words, "gathered", number=event.number)


def _lines_lost(story: Sequence[Event], sheets: Sequence[str], words: Catalogue) -> list[str]:
    count = sum(isinstance(event, events.LineLost) and event.sheet in sheets for event in story)
    return [item(words, "lines" if count > 1 else "line", count=count)] if count else []


def _won(story: Sequence[Event], people: People, words: Catalogue) -> Iterator[str]:
    for event in story:
        match event:
            case events.Captured() if event.by == people:
                code = "taken" if event.origin else "taken-empty"
                yield item(words, code, place=event.at, people=event.origin or "-")
            case events.Held() if event.by == people and event.left:
                yield item(words, "held", place=event.at, left=event.left)
            case events.Drew() if event.people == people:
                yield item(words, "drew", places=" ".join(event.territories) or "-", secret=event.secret)
            case events.KingdomCard() if event.people == people:
                yield item(words, "kingdom", kingdom=event.code)
            case events.Dealt() if event.people == people and event.number:
                yield item(words, "dealt", number=event.number)
            case events.Counted() if event.people == people:
                yield item(words, "counted", points=event.points)
            case events.Bought() if event.people == people:
                yield item(words, "bought", units=event.units, boats=event.boats)
            case events.Master() if event.people == people:
                yield item(words, "master")


def _standing(view: ZargosView, people: People, words: Catalogue) -> str:
    if people in view.out:
        return words.say(Note("summary.out", {"people": people}))
    order = [each for each in standing_order(view) if each not in view.out]
    args: dict[str, Arg] = {
        "people": people,
        "units": total_of(view, people),
        "territories": len(view.units.get(people, {})),
        "points": view.worth.get(people, 0),
        "rank": 1 + sum(view.worth.get(each, 0) > view.worth.get(people, 0) for each in order),
        "peoples": len(order),
    }
    return words.say(Note("summary.stand", args))


def _of_all(
    story: Sequence[Event], before: ZargosView, after: ZargosView, words: Catalogue
) -> tuple[str, ...]:
    peoples = list(standing_order(after))
    lost = [f"{people} {said}" for people in peoples for said in _lost(before, story, people, words)]
    won = [f"{people} {said}" for people in peoples for said in _won(story, people, words)]
    points = ", ".join(
        f"{people} {after.worth.get(people, 0)}" for people in peoples if people not in after.out
    )
    standing = words.say(Note("summary.stand-all", {"points": points or "-"}))
    return listed("lost-all", lost, words), listed("won-all", won, words), standing
