"""Turns the words on a sheet into an order, or tells why they are none. P-SHEET-2."""

import re
import string
from functools import lru_cache

from msgspec import Struct

from protocol.views.power import KINDS, Army, Kind, Place, Stack
from server.games import flaw
from server.games.flaw import LONGEST_LINE
from server.games.power.board import KIND_INDEX, SPELLINGS, WRITTEN_KINDS

# Only plain letters: str.upper() would turn some foreign letters into plain ones.
_UPPER = str.maketrans(string.ascii_lowercase, string.ascii_uppercase)
_TERM = re.compile(r"([0-9]{0,4})([A-Z]{1,2})")


class Move(Struct, frozen=True):
    """A piece sent somewhere, or a missile launched there."""

    kind: Kind
    origin: Place
    to: Place


class Exchange(Struct, frozen=True):
    used: Stack
    place: Place
    make: Kind


class Flaw(flaw.Flaw, frozen=True):
    """An order has three words: 0 is the piece, 1 where it is, 2 where it goes."""

    cancelled: bool = False
    """True if orders of rivals cancelled it (P-THREE-3); the order itself was correct."""


def parse(text: str, army: Army) -> Move | Exchange | Flaw:
    if len(text) > LONGEST_LINE:
        return Flaw("too-long", 0, {"most": LONGEST_LINE})
    return _parse(text, army)


@lru_cache(maxsize=8192)  # the whole sheet is read again with every line that is written on it
def _parse(text: str, army: Army) -> Move | Exchange | Flaw:
    words = text.translate(_UPPER).split()
    if len(words) != 3:
        return Flaw("three-words") if words else Flaw("blank")
    piece, origin, to = words
    names = SPELLINGS[army]
    if origin[0] == "E":
        return _parse_exchange(piece, origin, to, names.get(origin[1:]))
    if piece not in WRITTEN_KINDS:
        return Flaw("count-on-move" if _stack(piece) else "no-such-piece", 0, {"word": piece})
    if origin not in names:
        return Flaw("no-such-place", 1, {"word": origin})
    if to not in names:
        return Flaw("no-such-place", 2, {"word": to})
    return Move(WRITTEN_KINDS[piece], names[origin], names[to])


def _parse_exchange(piece: str, origin: str, to: str, place: Place | None) -> Exchange | Flaw:
    used = _stack(piece)
    if used is None:
        return Flaw("no-such-piece", 0, {"word": piece})
    if place is None:
        return Flaw("no-such-place", 1, {"word": origin[1:]})
    if to not in WRITTEN_KINDS:
        return Flaw("no-such-piece", 2, {"word": to})
    return Exchange(used, place, WRITTEN_KINDS[to])


def _stack(word: str) -> Stack | None:
    """The counts in a text such as `CR+A+20P`, or None if it has another form."""
    counts = [0] * len(KINDS)
    for term in word.split("+"):
        match = _TERM.fullmatch(term)
        if match is None or match[2] not in WRITTEN_KINDS:
            return None
        count = int(match[1] or 1)
        if count == 0:
            return None
        counts[KIND_INDEX[WRITTEN_KINDS[match[2]]]] += count
    return tuple(counts)
