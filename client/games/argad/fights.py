"""The volleys, melees and morale tests of a story, each with its dice and what its number is made of.

A die of a blow has a sign behind it: `4x` is a kill, `3r` a recoil, `1-` a miss. If a die picked the figure
that was struck, it stands before the blow: `(2)4x`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from protocol.notes import Arg, Note
from protocol.views.argad import events, note_of
from protocol.views.argad.events import Event
from protocol.views.argad.figures import figure
from protocol.views.argad.words import UnitName

RESULTS = {"kill": "x", "recoil": "r", "miss": "-"}
MOST_ON_ONE_DIE = 6
"""A higher number needs several sixes. A-SHOOT-3."""
FATES: tuple[tuple[type[Event], str], ...] = (
    (events.Gone, "gone"),
    (events.Demoralised, "breaks"),
    (events.Recoiled, "recoils"),
    (events.Pinned, "pinned"),
)
"""What became of a unit after a volley or a melee; the first that happened is told."""


def signed(parts: Mapping[str, int]) -> str:
    """The parts of a number as keys of the catalogue: `charge+1 set-1`."""
    return " ".join(f"{name}{'+' if value >= 0 else '-'}{abs(value)}" for name, value in parts.items())


def told(story: Sequence[Event]) -> Iterator[tuple[Note, tuple[Event, ...]]]:
    """The sentences of some events, each with its events.

    Blows of one unit in one step are one sentence, and so are a failed test and the wear that it gives.
    """
    for _, group in groupby(zip(_steps(story), story, strict=True), key=itemgetter(0)):
        found = tuple(event for _, event in group)
        blows = [event for event in found if isinstance(event, events.Blow)]
        yield told_blows(blows) if blows else told_event(found[0]), found


def _steps(story: Sequence[Event]) -> Iterator[tuple[str, ...]]:
    """For each event a key; events that follow each other and have the same key are told together."""
    key: tuple[str, ...] = ()
    for number, event in enumerate(story):
        if isinstance(event, events.Blow):
            key = ("blows", event.by, event.on, str(event.length))
        elif not (isinstance(event, events.Worn) and event.why == "test" and key[:1] == ("test",)):
            key = ("test" if isinstance(event, events.Tested) else "event", str(number))
        yield key


def told_event(event: Event) -> Note:
    match event:
        case events.Volley():
            return _told_volley(event)
        case events.Tested():
            return _told_test(event)
        case events.Clashed():
            return _told_clash(event)
    return note_of(event)


def told_blows(blows: Sequence[events.Blow]) -> Note:
    """Every die of the blows of one unit, and what they came to."""
    first = blows[0]
    is_alike = all(blow.modifiers == first.modifiers and blow.mod == first.mod for blow in blows)
    results = [blow.result for blow in blows]
    classes = sorted({figure(blow.struck).rank for blow in blows if blow.struck})
    args: dict[str, Arg] = {
        "by": first.by,
        "on": first.on,
        "class": "/".join(map(str, classes)) or "-",
        "length": first.length,
        "dice": " ".join(_die(blow, has_mod=not is_alike) for blow in blows),
        "kills": results.count("kill"),
        "recoils": results.count("recoil"),
        "modifiers": signed(first.modifiers),
    }
    code = "blows" if first.length else "parting"
    return Note(f"fight.{code}-modified" if is_alike and first.modifiers else f"fight.{code}", args)


def _die(blow: events.Blow, *, has_mod: bool) -> str:
    pick = f"({blow.pick})" if blow.pick else ""
    mod = f"{blow.mod:+}" if has_mod and blow.mod else ""
    return f"{pick}{blow.die}{mod}{RESULTS.get(blow.result, '')}"


def _told_volley(event: events.Volley) -> Note:
    args: dict[str, Arg] = {
        "unit": event.unit,
        "target": event.target,
        "weapon": event.weapon,
        "distance": event.distance,
        "dice": " ".join(map(str, event.dice)),
        "needed": event.needed,
        "need": event.need,
        "sixes": event.need - MOST_ON_ONE_DIE + 1,
        "hits": event.hits,
        "modifiers": signed(event.modifiers),
    }
    code = "volley" if event.need <= MOST_ON_ONE_DIE else "volley-sixes"
    return Note(f"fight.{code}-modified" if event.modifiers else f"fight.{code}", args)


def _told_test(event: events.Tested) -> Note:
    """The class counts as it is; the other parts add to it or take from it."""
    others = {name: value for name, value in event.parts.items() if name != "class"}
    args: dict[str, Arg] = {
        "unit": event.unit,
        "causes": " ".join(event.causes),
        "class": event.parts.get("class", event.need),
        "parts": signed(others),
        "need": event.need,
        "die": event.die,
    }
    code = "test" if event.passed else "test-failed"
    return Note(f"fight.{code}-modified" if others else f"fight.{code}", args)


def _told_clash(event: events.Clashed) -> Note:
    flags = {
        "charge": event.is_charge,
        "set": event.has_set_spears,
        "first": event.strikes_first,
        "helped": bool(event.helpers),
    }
    args: dict[str, Arg] = {
        "attacker": event.attacker,
        "defender": event.defender,
        "strikers": ", ".join(f"{unit} {count}" for unit, count in event.strikers.items()),
        "how": " ".join(name for name, is_so in flags.items() if is_so),
    }
    return Note("fight.clash-how" if args["how"] else "fight.clash", args)


def summed_up(story: Sequence[Event]) -> Note | None:
    """The melee or the volley of an order in one line; None if there is neither."""
    for event in story:
        if isinstance(event, events.Fought):
            return _melee_in_short(event, story)
    for event in story:
        if isinstance(event, events.Volley):
            return _volley_in_short(event, story)
    return None


def _melee_in_short(event: events.Fought, story: Sequence[Event]) -> Note:
    kills = {True: 0, False: 0}
    for blow in story:
        if isinstance(blow, events.Blow) and blow.length and blow.result == "kill":
            kills[blow.by == event.attacker] += 1
    others = {event.attacker: event.defender, event.defender: event.attacker}
    loser = others[event.winner] if event.winner else ""
    args: dict[str, Arg] = {
        "attacker": event.attacker,
        "defender": event.defender,
        "kills": kills[True],
        "losses": kills[False],
        "first": event.score[0],
        "second": event.score[1],
        "winner": event.winner or "-",
        "loser": loser or "-",
        "fate": _fate(loser, story),
    }
    return Note("fight.melee-won" if event.winner else "fight.melee-drawn", args)


def _volley_in_short(event: events.Volley, story: Sequence[Event]) -> Note:
    losses = [each for each in story if isinstance(each, events.Losses) and each.unit == event.target]
    args: dict[str, Arg] = {
        "unit": event.unit,
        "target": event.target,
        "throws": len(event.dice),
        "hits": event.hits,
        "left": losses[0].left if losses else 0,
        "fate": _fate(event.target, story),
    }
    if not event.hits:
        return Note("fight.shot-nothing", args)
    return Note("fight.shot" if args["fate"] == "stands" else "fight.shot-breaks", args)


def _fate(unit: UnitName, story: Sequence[Event]) -> str:
    for kind, fate in FATES:
        if any(isinstance(event, kind) and getattr(event, "unit", "") == unit for event in story):
            return fate
    return "stands"
