"""The form of the lines of a sheet, without any rule: which unit, which way, which targets."""

import re
from functools import lru_cache

from msgspec import Struct

from protocol.views.zargos_lords.board import TERRAIN
from protocol.views.zargos_lords.words import Hex, UnitText

FIGHT, LAUNCH, STRIKE, OVERRUN, VANISH, RETURN = "X", "*", "!", ">>", "?", "="
_HEX = r"[A-X]\d{1,2}"
_ORDER = re.compile(
    rf"(?P<unit>[FACGLHDTSORI](?:\+[FACGLHDTSORI])?)(?P<way>(?:{_HEX})+)"
    rf"(?:(?P<sign>X|\*|!|>>|\?|=)(?P<targets>(?:{_HEX})*))?"
)
_CITY = re.compile(rf"CITY({_HEX})({_HEX})")
_SWAP = re.compile(rf"SWAP({_HEX})({_HEX})")
_WORDS = re.compile(
    rf"(ALLY|BREAK)[KDWM]|KILL[A-Z]{_HEX}|GIVE[A-Z]{_HEX}|MORE|OK|YES|NO|OUI|NON|SI"
    r"|RETREAT(HOME|AWAY)|PUSH(CHEAPER|ALWAYS|NEVER)"
)
NEEDS_TARGET = (FIGHT, LAUNCH, STRIKE, OVERRUN, RETURN)


class Order(Struct, frozen=True):
    """What a line says of one unit."""

    unit: UnitText
    way: tuple[Hex, ...]
    """Where the unit stands, and behind it the hexes that name its way."""
    sign: str = ""
    targets: tuple[Hex, ...] = ()
    """The hexes behind the sign."""

    @property
    def start(self) -> Hex:
        return self.way[0]


def hex_of(word: str) -> Hex:
    """A hex as the program writes it, or an empty text: `k5` is K05."""
    found = re.fullmatch(_HEX, word.upper())
    name = f"{word[0].upper()}{int(word[1:]):02}" if found else ""
    return name if name in TERRAIN else ""


def _hexes(text: str) -> tuple[Hex, ...] | None:
    found = tuple(hex_of(word) for word in re.findall(_HEX, text))
    return found if all(found) else None


def bare(line: str) -> str:
    """L-SHEET: blanks and the size of letters do not matter."""
    return "".join(line.upper().split())


@lru_cache(maxsize=1024)
def read_order(line: str) -> Order | None:
    """The order for a unit that a line has the form of; None if it has another form or names no hex."""
    found = _ORDER.fullmatch(bare(line))
    if found is None:
        return None
    way, targets = _hexes(found["way"]), _hexes(found["targets"] or "")
    if way is None or targets is None:
        return None
    unit, sign = found["unit"], found["sign"] or ""
    if "+" in unit and not unit.startswith("F"):
        unit = "+".join(reversed(unit.split("+")))
    return Order(unit, way, sign, targets)


def read_city(line: str) -> tuple[Hex, Hex] | None:
    """The two hexes of a line that moves a city."""
    return _two_hexes(_CITY.fullmatch(bare(line)))


def read_swap(line: str) -> tuple[Hex, Hex] | None:
    """The two hexes of a line that exchanges two units."""
    return _two_hexes(_SWAP.fullmatch(bare(line)))


def _two_hexes(found: re.Match[str] | None) -> tuple[Hex, Hex] | None:
    if found is None:
        return None
    one, other = hex_of(found[1]), hex_of(found[2])
    return (one, other) if one and other else None


def is_order(line: str) -> bool:
    """Whether a line has the form of a whole order, though more words may follow it."""
    order = read_order(line)
    if order is None:
        return bool(_WORDS.fullmatch(bare(line)) or read_city(line) or read_swap(line))
    if order.sign in NEEDS_TARGET:
        return bool(order.targets)
    return order.sign == VANISH or len(order.way) > 1
