"""The way that an order asks for, or why there is none. A-MOVE-2, A-MOVE-3."""

from collections.abc import Callable, Sequence

from protocol.views.argad.board import BESIDE, OPEN, distance
from protocol.views.argad.field import enemies_of
from protocol.views.argad.figures import rate_of
from protocol.views.argad.view import Position
from protocol.views.argad.ways import NO_ENTRY, Passage, best_way, passage_of, steps_with
from protocol.views.argad.words import Hex, UnitName, side_of
from server.games.argad.faults import fault
from server.games.flaw import Flaw

Way = tuple[Hex, ...]
CM_PER_SHIFT = 16
"""A-REORG-2: so many cm of the rate give one hex of a shift."""


def entry_flaw(passage: Passage, hexes: Sequence[Hex], word: int) -> Flaw | None:
    """Whether each hex is free, may be entered, and is not beside an enemy, in the order of these faults."""
    faults: dict[str, Callable[[Hex], bool]] = {
        "occupied": lambda hex_: hex_ in passage.taken,
        "no_entry": lambda hex_: passage.ground_at(hex_) == NO_ENTRY,
        "next_to_enemy": lambda hex_: hex_ in passage.shunned,
    }
    for code, is_at in faults.items():
        for number, hex_ in enumerate(hexes):
            if is_at(hex_):
                return fault(code, word + number, at=hex_)
    return None


def route(passage: Passage, start: Hex, hexes: Sequence[Hex], steps: int, word: int) -> Way | Flaw:
    """The whole way over the hexes that are named, each reached in turn."""
    way: Way = (start,)
    for number, hex_ in enumerate(hexes):
        left = steps - (len(way) - 1)
        far = distance(way[-1], hex_)
        if far > left:
            return fault("too_far", word + number, at=hex_, far=far, steps=left)
        leg = best_way(passage, way[-1], (hex_,), left)
        if leg is None:
            return fault("no_path", word + number, at=hex_, steps=left)
        way = (*way, *leg[1:])
    return way


def move_route(position: Position, name: UnitName, hexes: Sequence[Hex], word: int) -> Way | Flaw:
    """The way of M, and of S with hexes."""
    unit = position.units[name]
    passage = passage_of(position, name, unit.figs)
    flaw = entry_flaw(passage, hexes, word)
    return flaw or route(passage, unit.at, hexes, steps_with(unit.figs, unit.march), word)


def leaving_route(position: Position, name: UnitName, hexes: Sequence[Hex], word: int) -> Way | Flaw:
    """A-DIS-2: the way may pass beside enemies, the end may not be beside one."""
    unit = position.units[name]
    flaw = entry_flaw(passage_of(position, name, unit.figs), hexes, word)
    passage = passage_of(position, name, unit.figs, past_enemies=True)
    return flaw or route(passage, unit.at, hexes, steps_with(unit.figs, unit.march), word)


def contact_route(
    position: Position, name: UnitName, target: UnitName, hexes: Sequence[Hex], word: int
) -> Way | Flaw:
    """A-MOVE-3: the way to a hex beside the target, to the one that is named or to the best."""
    unit, beside = position.units[name], BESIDE[position.units[target].at]
    passage = passage_of(position, name, unit.figs)
    steps = steps_with(unit.figs, unit.march)
    ends = [hex_ for hex_ in hexes or beside if hex_ in beside]
    if not ends:
        return fault("not_next_to_target", word, at=hexes[0])
    for code, is_good in (
        ("occupied", lambda hex_: hex_ not in passage.taken),
        ("no_entry", passage.may_enter),
    ):
        left = [hex_ for hex_ in ends if is_good(hex_)]
        if not left:
            return fault(code, word, at=ends[0])
        ends = left
    far = min(distance(unit.at, hex_) for hex_ in ends)
    if far > steps:
        return fault("too_far", word, at=ends[0], far=far, steps=steps)
    return best_way(passage, unit.at, ends, steps) or fault("no_path", word, at=ends[0], steps=steps)


def shift_flaw(position: Position, name: UnitName, hex_: Hex, word: int) -> Flaw | None:
    """A-REORG-2: from open ground to open ground, not nearer to any enemy; the way does not matter."""
    unit = position.units[name]
    passage = passage_of(position, name, unit.figs)
    if hex_ in passage.taken:
        return fault("occupied", word, at=hex_)
    if position.glyph(unit.at) != OPEN or position.glyph(hex_) != OPEN:
        return Flaw("no_entry--shift", word)
    if hex_ in passage.shunned:
        return fault("next_to_enemy", word, at=hex_)
    far, steps = distance(unit.at, hex_), rate_of(unit.figs) // CM_PER_SHIFT
    if far > steps:
        return fault("too_far", word, at=hex_, far=far, steps=steps)
    enemies = enemies_of(position, side_of(name)).values()
    if any(distance(hex_, each.at) < distance(unit.at, each.at) for each in enemies):
        return fault("nearer", word, at=hex_)
    return None
