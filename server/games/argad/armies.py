"""Armies: ready-made, or bought unit by unit, and the rules that a list must keep. A-ARMY."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.ids import Seat
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import CAVALRY, Figures, cost_of, figure, is_known
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.view import Army, ArmyUnit
from protocol.views.argad.words import (
    ARMY,
    BANNER_ROLE,
    GENERAL_ROLE,
    MUSICIAN_ROLE,
    SIDE_OF,
    WOUNDED_ROLE,
    Hex,
    Side,
    read_figures,
    tidy_figures,
    write_figures,
)
from server.games.argad.faults import fault
from server.games.argad.notation import words_of
from server.games.argad.sheets import TOO_MANY, UNUSED, Judged
from server.games.argad.state import ROOM
from server.games.flaw import Flaw

TAKE, UNIT = "TAKE", "UNIT"
BOUGHT = "bought"
DEFAULT_HEXES: dict[int, tuple[Hex, ...]] = {1: ("M2", "I2", "E2", "B2"), 2: ("Q2", "U2", "X2")}
"""A-SETUP-2: where the units of a bought army stand by default, by wing."""
ENGINE = "engine"
ELITE_CLASS = 4


class ArmySheet(Struct, frozen=True):
    """A sheet of the phase `army`, read to its end."""

    army: Army
    lines: list[Judged]
    faults: tuple[str, ...]
    """What is wrong with the whole list of its legal lines."""
    units: tuple[Figures, ...]
    """The units of its legal lines."""


def default_army(side: Side, *, is_even: bool = False) -> Army:
    """A-ARMY-7."""
    return ready_army(TABLES.default_armies[side], is_even=is_even)


def bought_army(units: Sequence[Figures]) -> Army:
    """A-SETUP-2, A-SETUP-5: the first half of the units is wing 1."""
    first = -(-len(units) // 2)
    made: list[ArmyUnit] = []
    for number, figures in enumerate(units):
        wing, place = (1, number) if number < first else (2, number - first)
        made.append(ArmyUnit(number + 1, write_figures(figures), wing, DEFAULT_HEXES[wing][place]))
    return Army(BOUGHT, sum(map(cost_of, units)), tuple(made))


def parse_unit(words: Sequence[str]) -> Figures | Flaw:
    """The figures behind the word UNIT; A-PHASE-6: the faults of one line, in their order."""
    figures = read_figures(tidy_figures(" ".join(words)))
    if not figures or not all(map(is_known, figures)) or any(code.endswith("!") for code in figures):
        return Flaw("syntax--figures", 1)
    least, most = TABLES.limits.unit_size
    if not least <= len(figures) <= most:
        return fault("unit_size", 1, size=len(figures), least=least, most=most)
    if len({_kind(code) for code in figures}) > 1:
        return Flaw("mixed_unit", 1)
    return Flaw("bad_command", 1) if _has_bad_command(figures) else figures


def _kind(code: str) -> tuple[str, bool]:
    """A-ARMY-2: what may not be mixed: foot, cavalry, mounted foot; engine crew and others."""
    each = figure(code)
    return each.mount, each.missile == ENGINE


def _has_bad_command(figures: Figures) -> bool:
    """A-ARMY-4: two of a role or two medics in a unit, or a medic with a role."""
    roles = [figure(code).role for code in figures]
    medics = [figure(code) for code in figures if figure(code).is_medic]
    most = max(map(roles.count, (BANNER_ROLE, MUSICIAN_ROLE, GENERAL_ROLE, WOUNDED_ROLE)))
    return most > 1 or len(medics) > 1 or any(each.role for each in medics)


def list_faults(units: Sequence[Figures]) -> tuple[str, ...]:
    """A-ARMY-1, A-ARMY-3, A-ARMY-4: what is wrong with a list of units as a whole."""
    limits, every = TABLES.limits, [figure(code) for figures in units for code in figures]
    shooters = sum(bool(each.missile) and TABLES.missile[each.missile].counts for each in every)
    found = {
        "units": not limits.units[0] <= len(units) <= limits.units[1],
        "general": sum(each.is_general for each in every) != 1,
        "budget": sum(map(cost_of, units)) > limits.budget,
        "elite": _exceeds(sum(each.rank >= ELITE_CLASS for each in every), len(every), limits.elite),
        "cavalry": _exceeds(sum(each.mount == CAVALRY for each in every), len(every), limits.cavalry),
        "shooters": _exceeds(shooters, len(every), limits.missile),
    }
    return tuple(fault for fault, is_so in found.items() if is_so)


def _exceeds(count: int, total: int, share: tuple[int, int]) -> bool:
    return count * share[1] > total * share[0]


class ArmyReading:
    """The lines of a sheet, read one after the other."""

    def __init__(self, side: Side, *, is_bought: bool, is_even: bool) -> None:
        self._is_bought = is_bought
        self._is_even = is_even
        self.taken: Army | None = None
        self.units: list[Figures] = []
        self.has_fault = False
        self.default = default_army(side, is_even=is_even)

    def read(self, text: str) -> Flaw | None:
        """What is wrong with the next line."""
        if self.taken:
            return UNUSED
        flaw = self._read_words(words_of(text))
        self.has_fault |= flaw is not None
        return flaw

    def _read_words(self, words: list[str]) -> Flaw | None:
        if len(words) == 2 and words[0] == TAKE and not self.units:
            name = words[1].lower()
            if name not in TABLES.armies:
                return fault("unknown_army", 1, armies=", ".join(TABLES.armies))
            self.taken = ready_army(name, is_even=self._is_even)
            return None
        if len(words) < 2 or words[0] != UNIT or not self._is_bought:
            return Flaw("syntax--bought" if self._is_bought else "syntax--army")
        figures = parse_unit(words[1:])
        if isinstance(figures, Flaw):
            return figures
        self.units.append(figures)
        return None

    @property
    def faults(self) -> tuple[str, ...]:
        return list_faults(self.units) if self.units else ()

    @property
    def army(self) -> Army:
        """A-PHASE-6: a list is taken whole or not at all."""
        if self.taken:
            return self.taken
        is_good = self.units and not self.has_fault and not self.faults
        return bought_army(self.units) if is_good else self.default


def read_army(seat: Seat, lines: Sequence[str], *, is_bought: bool, is_even: bool = False) -> ArmySheet:
    reading = ArmyReading(SIDE_OF[seat], is_bought=is_bought, is_even=is_even)
    judged: list[Judged] = []
    for number, text in enumerate(lines):
        if number >= ROOM[ARMY]:
            reading.has_fault = True
            flaw: Flaw | None = TOO_MANY
        else:
            flaw = reading.read(text)
        judged.append(Judged(seat, ARMY, number, text, flaw))
    return ArmySheet(reading.army, judged, reading.faults, tuple(reading.units))
