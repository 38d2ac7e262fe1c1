"""The words that views, stories and sheets of the game share: seats, sides, units, figures, codes."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Hex: TypeAlias = str
"""A hex of the board: a letter from A to Z and a number from 1 to 16, such as K9."""
Side: TypeAlias = str
"""One of the two sides (SIDES)."""
UnitName: TypeAlias = str
"""A unit: its number and its seat, such as 3S; a general who stands alone is G and his seat, such as GS."""
FigureCode: TypeAlias = str
"""A figure: its type and its role, such as SP, SP+m, KN+g; KN+g! is a general with one life left."""
FiguresText: TypeAlias = str
"""Several figures, equal ones counted together: `7SP SP+m`."""

SEATS: tuple[str, ...] = ("S", "C", "H", "D")
"""The seats in seat order: spades, clubs, hearts, diamonds."""
BLACK, RED = "black", "red"
SIDES: tuple[Side, ...] = (BLACK, RED)
"""The sides. Black begins in the north with S and C, red in the south with H and D."""
SIDE_OF: dict[str, Side] = {"S": BLACK, "C": BLACK, "H": RED, "D": RED}
ENEMY_OF: dict[Side, Side] = {BLACK: RED, RED: BLACK}
LEADER_OF: dict[Side, str] = {BLACK: "S", RED: "H"}
"""A-SETUP-5: the seat that commands wing 1 of a side, has its general and chooses its army."""
SEATED: dict[int, tuple[str, ...]] = {2: ("S", "H"), 3: ("S", "H", "D"), 4: SEATS}
"""The seats for each number of players, in seat order."""
JOKER = "J"
"""How the Joker stands among the cards of a deck; the other cards have the letter of their seat."""
GENERAL = "G"
"""The first letter of the name of a general who stands alone."""

BANNER_ROLE, MUSICIAN_ROLE, GENERAL_ROLE, WOUNDED_ROLE = "b", "m", "g", "g!"
ROLES: tuple[str, ...] = (GENERAL_ROLE, WOUNDED_ROLE, BANNER_ROLE, MUSICIAN_ROLE)
"""The roles of figures, in fighting order: general, general with one life left, banner, musician."""

ARMY, DEPLOY, JOKER_STAGE, CARD, EXTRA, RESERVE, PLAN, OVER = (
    "army",
    "deploy",
    "joker",
    "card",
    "extra",
    "reserve",
    "plan",
    "over",
)
PHASES: tuple[str, ...] = (ARMY, DEPLOY, JOKER_STAGE, CARD, EXTRA, RESERVE, PLAN)
"""The kinds of phases."""
ARMY_CHOICES: tuple[str, ...] = ("even", "ready", "bought")
ORDER_CHOICES: tuple[str, ...] = ("card", "blind")
RESERVE_CHOICES: tuple[str, ...] = ("open", "secret")
BENEFITS: dict[str, str] = {
    "W": "WEAR",
    "M": "MARCH",
    "D": "DIE",
    "X": "EXTRA",
    "C": "CRY",
    "H": "HEAL",
    "R": "RESERVE",
    "N": "NONE",
}
"""A-JOK: the helps of the Joker by the letter of their line."""
CAUSES: tuple[str, ...] = (
    *("cavalry", "double", "flank", "class", "several"),
    *("losses", "lost", "engine", "cry", "rally"),
)
"""The causes of morale tests."""
FATES: tuple[str, ...] = ("destroyed", "left", "merged", "captured")
"""How a unit can be gone."""

_FIGURES = re.compile(r"([1-9]\d?)?([A-Z]{2})(?:\+(b|m|g!|g))?", re.ASCII)


def side_of(unit: UnitName) -> Side:
    """The side of a unit, by the seat in its name."""
    return SIDE_OF[unit[-1]]


@lru_cache(maxsize=256)
def unit_rank(unit: UnitName) -> tuple[int, int]:
    """Where a unit stands in the order of seats and numbers; a lone general comes last of his seat."""
    number = 10 if unit[0] == GENERAL else int(unit[0])
    return SEATS.index(unit[-1]), number


def is_lone_general(unit: UnitName) -> bool:
    return unit[0] == GENERAL


@lru_cache(maxsize=2048)
def read_figures(text: FiguresText) -> tuple[FigureCode, ...] | None:
    """The figures of a text in their order, or None if it is no such text. Types are not looked up.

    Types are written in capitals and roles in small letters here; `tidy_figures` makes them so.
    """
    found: list[FigureCode] = []
    for part in text.split():
        match = _FIGURES.fullmatch(part)
        if match is None:
            return None
        count, kind, role = match.groups()
        found += [f"{kind}+{role}" if role else kind] * int(count or 1)
    return tuple(found)


def tidy_figures(text: str) -> FiguresText:
    """The text with types in capitals and roles in small letters: A-FIG-2 lets people write either."""
    parts = (part.upper().partition("+") for part in text.split())
    return " ".join(f"{kind}{plus}{role.lower()}" for kind, plus, role in parts)


@lru_cache(maxsize=4096)
def write_figures(figures: tuple[FigureCode, ...]) -> FiguresText:
    """A-FIG-2: equal codes are counted together at the place of the first."""
    return " ".join(_counted(code, figures.count(code)) for code in dict.fromkeys(figures))


def write_in_order(figures: Iterable[FigureCode]) -> FiguresText:
    """The figures in their own order, only neighbours counted together: reading it gives them back."""
    runs: list[tuple[FigureCode, int]] = []
    for code in figures:
        if runs and runs[-1][0] == code:
            runs[-1] = (code, runs[-1][1] + 1)
        else:
            runs.append((code, 1))
    return " ".join(_counted(code, count) for code, count in runs)


def _counted(code: FigureCode, count: int) -> str:
    return f"{count}{code}" if count > 1 else code
