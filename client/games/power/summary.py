"""A round of POWER in three sentences: what the reader lost, what the reader won, where the reader stands."""

from collections.abc import Iterator, Sequence

from client.games.api import RoundRead
from client.games.summaries import gains, item, listed
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.power import (
    ARMIES,
    Army,
    Captured,
    Collected,
    Event,
    FlagTaken,
    Lost,
    Penalised,
    PowerView,
    Side,
    Struck,
    strength,
    write_stack,
)


def own(view: PowerView, seat: Seat) -> frozenset[Army]:
    """The armies of a seat, those that are out of the game too."""
    return frozenset(army for army, side in view.sides.items() if seat and side == seat)


def summary(told: RoundRead, seat: Seat, words: Catalogue) -> tuple[str, ...]:
    """The three sentences; for somebody without a seat, the same about all armies."""
    before, after = told.before, told.after
    if not isinstance(before, PowerView) or not isinstance(after, PowerView):
        return ()
    armies = own(before, seat)
    if not armies:
        return _of_all(told.story, after, words)
    lost = [said for event in told.story for said in _lost(event, armies, words)]
    lost += _orders_lost(told.story, armies, words)
    won = [said for event in told.story for said in _won(event, armies, words)]
    beaten = [said for event in told.story for said in _beaten(event, armies, words)]
    return (
        listed("lost", lost, words),
        gains(beaten, won, words),
        _standing(before, after, armies, words),
    )


def _lost(event: Event, armies: frozenset[Army], words: Catalogue) -> Iterator[str]:
    match event:
        case Captured() if event.captor not in armies:
            for army in sorted(armies & event.taken.keys()):
                pieces = write_stack(event.taken[army])
                yield item(words, "captured", pieces=pieces, place=event.place, army=event.captor)
        case Struck():
            for army in sorted(armies & event.destroyed.keys()):
                pieces = write_stack(event.destroyed[army])
                yield item(words, "struck", pieces=pieces, place=event.target)
        case Penalised() if event.army in armies:
            yield item(words, "penalised")
        case FlagTaken() if event.loser in armies:
            yield item(words, "flag-lost", army=event.captor)


def _orders_lost(story: Sequence[Event], armies: frozenset[Army], words: Catalogue) -> list[str]:
    texts = [event.text for event in story if isinstance(event, Lost) and event.army in armies]
    count = sum(bool(text.strip()) for text in texts)
    return [item(words, "orders" if count > 1 else "order", count=count)] if count else []


def _won(event: Event, armies: frozenset[Army], words: Catalogue) -> Iterator[str]:
    match event:
        case Captured() if event.captor in armies:
            for army, stack in event.taken.items():
                yield item(words, "taken", pieces=write_stack(stack), place=event.place, army=army)
        case Collected() if event.army in armies:
            yield item(words, "collected", power=len(event.territories))
        case FlagTaken() if event.captor in armies:
            yield item(words, "flag-won", army=event.loser, pieces=write_stack(event.spoils) or "-")


def _beaten(event: Event, armies: frozenset[Army], words: Catalogue) -> Iterator[str]:
    """What missiles of these armies have destroyed; nobody has it now."""
    if isinstance(event, Struck) and armies & set(event.launchers):
        for army in sorted(event.destroyed.keys() - armies):
            pieces = write_stack(event.destroyed[army])
            yield item(words, "destroyed", pieces=pieces, place=event.target, army=army)


def _strengths(view: PowerView) -> dict[Side, int]:
    """The whole strength of each side that is in the game, the strongest first."""
    found: dict[Side, int] = {}
    for army in ARMIES:
        if army not in view.eliminated and army != view.mercenary:
            total = sum(map(strength, view.pieces.get(army, {}).values()))
            side = view.sides.get(army, army)
            found[side] = found.get(side, 0) + total
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _standing(before: PowerView, after: PowerView, armies: frozenset[Army], words: Catalogue) -> str:
    side = before.sides[next(iter(armies))]
    then, now = _strengths(before), _strengths(after)
    if side not in now:
        return words.say(Note("summary.out"))
    args: dict[str, Arg] = {
        "strength": now[side],
        "change": f"{now[side] - then.get(side, 0):+}",
        "rank": 1 + sum(other > now[side] for other in now.values()),
        "sides": len(now),
        "flags": ", ".join(flag for flag, holder in after.flags.items() if holder in armies) or "-",
    }
    return words.say(Note("summary.stand", args))


def _of_all(story: Sequence[Event], after: PowerView, words: Catalogue) -> tuple[str, ...]:
    lost, won = [], []
    for army in ARMIES:
        lost += [f"{army} {said}" for event in story for said in _lost(event, frozenset({army}), words)]
        won += [f"{army} {said}" for event in story for said in _won(event, frozenset({army}), words)]
    strengths = ", ".join(f"{side} {total}" for side, total in _strengths(after).items())
    standing = words.say(Note("summary.stand-all", {"strengths": strengths}))
    return listed("lost-all", lost, words), listed("won-all", won, words), standing
