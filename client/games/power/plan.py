"""The plan of POWER: what the orders of a sheet would do to the pieces."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from client.games.api import NO_PLAN, SPENT, Plan, Spot
from client.games.plans import Effect, Units, carry_out, holding_of, pieces_of
from protocol.ids import Lines, SheetKey
from protocol.letters import letters_of
from protocol.texts import DEFAULT
from protocol.views.power import KINDS, Army, PowerView

ORIGINAL = letters_of("power", DEFAULT)
"""The letters in which views name pieces and places. An order may have those of any set."""
_TERM = re.compile(r"([0-9]{0,4})([A-Z]{1,2})")


def plan(
    view: PowerView,
    sheets: Mapping[SheetKey, Lines],
    place_of: Callable[[str, SheetKey], str],
    spot: Callable[[str], Spot | None],
) -> Plan:
    effects = [
        effect
        for sheet, lines in sheets.items()
        for line in lines
        for effect in _effects(view, ORIGINAL.line(line.upper()).split(), sheet, place_of)
    ]
    standing, marks, routes = carry_out(holding_of(view.pieces, KINDS), effects, spot)
    return Plan(replace(view, pieces=pieces_of(standing, KINDS)), marks, routes) if marks else NO_PLAN


def _effects(
    view: PowerView, words: list[str], army: Army, place_of: Callable[[str, SheetKey], str]
) -> Iterator[Effect]:
    """`T HQ V4` moves a piece, `M RV HQB` fires a missile, `3T EV4 A` makes a piece of others."""
    if len(words) != 3:
        return
    piece, start, end = words[0], place_of(words[1], army), place_of(words[2], army)
    sides = (army, view.mercenary) if view.mercenary else (army,)
    if start and words[1][0] == "E":
        used = _units(piece)
        if used and words[2] in KINDS:
            yield Effect(sides, start, used, start, ((words[2], 1),), leaving=SPENT)
    elif start and end and start != end and piece in KINDS:
        yield Effect(sides, start, ((piece, 1),), end, () if piece == "M" else ((piece, 1),))


def _units(word: str) -> Units:
    """The pieces in a text such as `CR+A+20P`; nothing if it has another form."""
    found: Counter[str] = Counter()
    for term in word.split("+"):
        match = _TERM.fullmatch(term)
        count = int(match[1] or 1) if match else 0
        if match is None or not count or match[2] not in KINDS:
            return ()
        found[match[2]] += count
    return tuple(found.items())
