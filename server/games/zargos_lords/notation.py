"""The notation of sheets. Spaces, capitals and small letters make no difference. L-SHEET, L-SETUP-7."""

import re
from functools import lru_cache

from msgspec import Struct

from protocol.views.zargos_lords.board import NUMBERS
from protocol.views.zargos_lords.words import FOOT, Hex, Kind, People
from server.games.flaw import LONGEST_LINE, Flaw

UNREADABLE = Flaw("unreadable")
MORE, ALLY, BREAK, KILL, RETREAT, PUSH = "more", "ally", "break", "kill", "retreat", "push"
RETURN, SINGLE, OVERRUN = "return", "single", "overrun"
MOVE, FIGHT, LAUNCH, FLAME, VANISH, GIVE = "move", "fight", "launch", "flame", "vanish", "give"
OK, CITY, SWAP, YES, NO = "ok", "city", "swap", "yes", "no"
PERIOD_1 = (MORE, ALLY, BREAK, KILL, RETREAT, PUSH)
PERIOD_2A = (RETURN, SINGLE, OVERRUN)
PERIOD_2B = (MOVE, FIGHT, LAUNCH, FLAME, VANISH, GIVE)

_KIND = "[FACGLHDTSORI]"
_HEX = r"[A-X]\d\d?"
_WAY = f"(?P<way>(?:{_HEX})+)"
_UNIT = rf"(?P<unit>{_KIND}(?:\+{_KIND})?)"
_FORMS: tuple[tuple[str, str], ...] = (
    (MOVE, f"{_UNIT}{_WAY}"),
    (FIGHT, f"{_UNIT}{_WAY}X(?P<targets>(?:{_HEX})+)"),
    (LAUNCH, rf"{_UNIT}{_WAY}\*(?P<targets>{_HEX})(?P<beyond>(?:{_HEX})*)"),
    (SINGLE, f"{_UNIT}{_WAY}!(?P<targets>{_HEX})(?P<beyond>(?:{_HEX})*)"),
    (OVERRUN, f"{_UNIT}(?P<way>{_HEX})>>(?P<targets>{_HEX})"),
    (RETURN, f"{_UNIT}(?P<way>{_HEX})=(?P<targets>{_HEX})"),
    (VANISH, rf"{_UNIT}(?P<way>{_HEX})\?"),
    (ALLY, "ALLY(?P<word>[KDWM])"),
    (BREAK, "BREAK(?P<word>[KDWM])"),
    (KILL, f"KILL(?P<unit>{_KIND})(?P<way>{_HEX})"),
    (GIVE, f"GIVE(?P<unit>{_KIND})(?P<way>{_HEX})"),
    (RETREAT, "RETREAT(?P<word>HOME|AWAY)"),
    (PUSH, "PUSH(?P<word>CHEAPER|ALWAYS|NEVER)"),
    (MORE, "MORE"),
)
_TURN = tuple((verb, re.compile(form)) for verb, form in _FORMS)
_SETUP = (
    (OK, re.compile("OK")),
    (CITY, re.compile(f"CITY(?P<way>{_HEX}{_HEX})")),
    (SWAP, re.compile(f"SWAP(?P<way>{_HEX}{_HEX})")),
    (MOVE, re.compile(f"(?P<unit>{_KIND})(?P<way>{_HEX}{_HEX})")),
)
_ANSWERS = {"YES": YES, "SI": YES, "SÌ": YES, "SÍ": YES, "OUI": YES, "NO": NO, "NON": NO}
_EACH_HEX = re.compile(_HEX)


class Order(Struct, frozen=True):
    """One order of a sheet, as it was read."""

    verb: str
    unit: tuple[Kind, ...] = ()
    """One kind; or a pair, the foot first."""
    way: tuple[Hex, ...] = ()
    """Where the unit stands, and the hexes to which it goes."""
    targets: tuple[Hex, ...] = ()
    beyond: tuple[Hex, ...] = ()
    """Where it goes on to after it has struck or launched."""
    word: str = ""
    """A people, or a standing word in small letters."""

    @property
    def at(self) -> Hex:
        return self.way[0]

    @property
    def is_pair(self) -> bool:
        return len(self.unit) == 2

    @property
    def moves(self) -> bool:
        return len(self.way) > 1


def parse_turn(text: str) -> Order | Flaw:
    """An order of a sheet of a move, or why it is none."""
    return _parse(text, _TURN)


def parse_setup(text: str) -> Order | Flaw:
    return _parse(text, _SETUP)


def parse_answer(text: str) -> Order | Flaw:
    verb = _ANSWERS.get(compact(text))
    return Order(verb) if verb else UNREADABLE


def compact(text: str) -> str:
    return "".join(text[: LONGEST_LINE + 1].split()).upper()


def _parse(text: str, forms: tuple[tuple[str, re.Pattern[str]], ...]) -> Order | Flaw:
    if len(text) > LONGEST_LINE:
        return Flaw("unreadable--long", 0, {"most": LONGEST_LINE})
    return _read(compact(text), forms) if text.isascii() else UNREADABLE


@lru_cache(maxsize=4096)
def _read(written: str, forms: tuple[tuple[str, re.Pattern[str]], ...]) -> Order | Flaw:
    for verb, form in forms:
        found = form.fullmatch(written)
        if found:
            return _order(verb, found.groupdict())
    return UNREADABLE


def _order(verb: str, parts: dict[str, str | None]) -> Order | Flaw:
    unit = _unit(parts.get("unit") or "")
    hexes = [_hexes(parts.get(name) or "") for name in ("way", "targets", "beyond")]
    if unit is None or any(found is None for found in hexes):
        return UNREADABLE
    way, targets, beyond = ((found or ()) for found in hexes)
    if len(set(targets)) < len(targets):
        return Flaw("unreadable--twice")
    if verb == MOVE and len(way) < 2:
        return Flaw("unreadable--nowhere")
    if verb == LAUNCH and beyond:
        if len(way) > 1:
            return UNREADABLE
        verb = FLAME
    word: People = parts.get("word") or ""
    return Order(verb, unit, way, targets, beyond, word.lower() if verb in (RETREAT, PUSH) else word)


def _unit(text: str) -> tuple[Kind, ...] | None:
    """The kinds of a unit, the foot first; None for a pair without a foot."""
    kinds = tuple(text.split("+")) if text else ()
    if len(kinds) < 2:
        return kinds
    if FOOT not in kinds:
        return None
    return kinds if kinds[0] == FOOT else (kinds[1], kinds[0])


def _hexes(text: str) -> tuple[Hex, ...] | None:
    """The hexes of a text that has nothing else in it; None if one is beyond the map."""
    found = tuple(_EACH_HEX.findall(text))
    if any(int(each[1:]) >= NUMBERS for each in found):
        return None
    return tuple(f"{each[0]}{int(each[1:]):02}" for each in found)
