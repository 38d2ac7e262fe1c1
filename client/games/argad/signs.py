"""A unit of Argad! in signs, as the board and the list of units show it.

A unit is its number and the letter of its seat, `3S`. Its kind is one letter: `i` foot, `a` foot that shoots,
`c` cavalry, `m` mounted foot, `e` an engine, `g` a general who stands alone. `7/3` are seven figures, three
of them worn; its state is `.` ready, `f` fatigued or `d` demoralised.
"""

from protocol.views.argad.figures import has_banner, has_general, has_musician, kind_of
from protocol.views.argad.view import Unit
from protocol.views.argad.words import UnitName, is_lone_general

READY, FATIGUED, DEMORALISED = ".", "f", "d"
GENERAL, BANNER, MUSICIAN, UNLOADED, RESERVE, CLOSED = "g", "b", "m", "L", "R", "x"
FEW = 9
"""Numbers above this are letters where there is room for one sign: A is 10."""


def kind_sign(name: UnitName, unit: Unit) -> str:
    return GENERAL if is_lone_general(name) else kind_of(unit.figs)


def state_sign(unit: Unit) -> str:
    if unit.is_demoralised:
        return DEMORALISED
    return FATIGUED if unit.is_fatigued else READY


def state_word(unit: Unit) -> str:
    """The key of the state in the tables of the catalogue."""
    if unit.is_demoralised:
        return "demoralised"
    return "fatigued" if unit.is_fatigued else "ready"


def strength(unit: Unit) -> str:
    """Figures and wear: `7/3`."""
    return f"{len(unit.figs)}/{unit.wear}"


def short_strength(unit: Unit) -> str:
    """The same in three signs; a demoralised unit has `d` in place of its wear."""
    wear = DEMORALISED if unit.is_demoralised else one_sign(unit.wear)
    return f"{one_sign(len(unit.figs))}/{wear}"


def one_sign(number: int) -> str:
    return str(number) if number <= FEW else chr(ord("A") + number - FEW - 1)


def marks_of(name: UnitName, unit: Unit) -> str:
    """Who is in the unit, and what hinders or helps it: `gb`, `mL`, `R`."""
    has_leader = has_general(unit.figs) and not is_lone_general(name)
    found = {
        GENERAL: has_leader,
        BANNER: has_banner(unit.figs),
        MUSICIAN: has_musician(unit.figs),
        UNLOADED: unit.load > 0,
        RESERVE: unit.reserve,
        CLOSED: unit.closed,
    }
    return "".join(sign for sign, is_there in found.items() if is_there)
