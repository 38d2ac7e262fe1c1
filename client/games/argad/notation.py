"""The form of the lines of a sheet, without any rule: which unit, which hexes, which target. A-ACT-6."""

import re
from collections.abc import Collection
from functools import lru_cache

from msgspec import Struct

from protocol.ids import SheetKey
from protocol.views.argad.board import PLACE
from protocol.views.argad.words import GENERAL, SIDE_OF, Hex, UnitName

MOVE, SHOOT, CONTACT, FIGHT, LEAVE = "M", "S", "C", "F", "D"
LOAD, REORGANISE, RETREAT, RALLY, UNITE, SPLIT, DISMOUNT = "L", "O", "T", "R", "U", "X", "B"
LEAD, PASS, PLACE_UNIT = "G", "P", ""
"""What a line orders: the letter of its verb. A line that places a unit has no verb."""
VERBS: dict[str, str] = {
    **{verb: verb for verb in "MSCFDLOTRUXBGP"},
    **{"MOVE": MOVE, "SHOOT": SHOOT, "CONTACT": CONTACT, "CHARGE": CONTACT, "FIGHT": FIGHT},
    **{"DISENGAGE": LEAVE, "LOAD": LOAD, "RELOAD": LOAD, "REORGANISE": REORGANISE, "RETREAT": RETREAT},
    **{"RALLY": RALLY, "UNITE": UNITE, "MERGE": UNITE, "SPLIT": SPLIT, "DISMOUNT": DISMOUNT},
    **{"GENERAL": LEAD, "PASS": PASS},
}
"""A-ACT-5: the first words of orders."""
_HEX, _UNIT, _FIGURES = r"[A-Z]\d{1,2}", r"(?:\d[SCHD]?|G[SCHD]?)", r"(?:\d{0,2}[A-Z]{2}(?:\+[BMG]!?)? )+"
_TAILS: dict[str, str] = {
    MOVE: rf"(?P<way>(?: {_HEX})+)(?: > (?P<target>{_UNIT}))?",
    SHOOT: rf" (?P<target>{_UNIT})(?P<way>(?: {_HEX})*)",
    CONTACT: rf" (?P<target>{_UNIT})(?P<way>(?: {_HEX})?)(?: J)?(?: \+)?",
    FIGHT: rf" (?P<target>{_UNIT})(?: \+)?",
    LEAVE: rf"(?P<way> {_HEX})",
    REORGANISE: rf"(?P<way>(?: {_HEX})?)",
    UNITE: rf" (?P<other>{_UNIT})",
    SPLIT: rf" (?P<figures>{_FIGURES})(?P<way>{_HEX})",
    **dict.fromkeys((LOAD, RETREAT, RALLY, DISMOUNT), ""),
}
_ORDERS = {verb: re.compile(rf"(?P<unit>\d[SCHD]?){tail}") for verb, tail in _TAILS.items()}
_LEAD = re.compile(rf"(?:(?P<way>{_HEX})|(?P<other>\d[SCHD]?))")
_PLACED = re.compile(rf"(?P<unit>\d[SCHD]?) (?P<way>{_HEX})")
_HELP = "W|M|D|X|C|H|R|WEAR|MARCH|DIE|EXTRA|CRY|HEAL|RESERVE"
_OTHER_LINES = re.compile(
    rf"J (?:{_HELP}) \d[SCHD]?|(?:W|H|WEAR|MARCH|DIE|EXTRA|CRY|HEAL|RESERVE) \d[SCHD]?|(?:J )?(?:N|NONE)"
    rf"|H|HOLD|P|PASS|TAKE [A-Z]+|UNIT {_FIGURES.replace(' )+', ' ?)+')}"
)
"""Lines of the Joker and of a reserve, a pass, and lines of an army. `M 3` alone may be the beginning of an
order too, so it is whole only where nothing can follow it."""


class Order(Struct, frozen=True):
    """What a line says of one unit. Units and targets stay as they are written."""

    verb: str
    unit: str = ""
    way: tuple[Hex, ...] = ()
    target: str = ""
    other: str = ""
    """The own unit with which it unites, or which the general joins."""
    figures: str = ""
    """Those that split off."""

    @property
    def end(self) -> Hex:
        """Where the unit stands at the end, if everything goes as it is written; or an empty text."""
        return self.way[-1] if self.way else ""


def hex_of(word: str) -> Hex:
    """A hex as the program writes it, or an empty text: `k09` is none, `k9` is K9."""
    return word.upper() if word.upper() in PLACE else ""


def bare(line: str) -> str:
    """A-ACT-5: case and extra blanks do not matter."""
    return " ".join(line.upper().split())


@lru_cache(maxsize=1024)
def read_order(line: str) -> Order | None:
    """The order for a unit that a line has the form of; None if it has another form or names no hex."""
    text = bare(line)
    first, _, rest = text.partition(" ")
    verb = VERBS.get(first)
    if verb == PASS:
        return None
    if verb == LEAD:
        found = _LEAD.fullmatch(rest)
    elif verb:
        found = _ORDERS[verb].fullmatch(rest)
    else:
        verb, found = PLACE_UNIT, _PLACED.fullmatch(text)
    if found is None:
        return None
    named = found.groupdict()
    way = tuple(hex_of(word) for word in (named.get("way") or "").split())
    if not all(way):
        return None
    told = {part: (named.get(part) or "").strip() for part in ("unit", "target", "other", "figures")}
    return Order(verb, way=way, **told) if verb != LEAD else Order(verb, GENERAL, way, other=told["other"])


def is_order(line: str) -> bool:
    """Whether a line has the form of a whole order, though more words may follow it."""
    return read_order(line) is not None or bool(_OTHER_LINES.fullmatch(bare(line)))


def own_unit(word: str, sheet: SheetKey, known: Collection[UnitName]) -> UnitName:
    """The unit that a word names for its owner: `3` is 3S on the sheet of spades; or an empty text."""
    text = word.upper()
    return next((name for name in (text, f"{text}{sheet}") if name in known), "")


def enemy_unit(word: str, sheet: SheetKey, known: Collection[UnitName]) -> UnitName:
    """A-ACT-5: the enemy that a word names, by its number only if one enemy has it; or an empty text."""
    text = word.upper()
    enemies = [name for name in known if SIDE_OF[name[-1]] != SIDE_OF.get(sheet)]
    found = [name for name in enemies if text in (name, name[:-1])]
    return found[0] if len(found) == 1 else ""
