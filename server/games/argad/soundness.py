"""Whether what somebody wrote down is a position of the game. What cannot be is refused with one sentence."""

import re
from collections.abc import Mapping

from protocol.notes import Arg, Note
from protocol.views.argad.board import MAPS, RANK, TERRAIN
from protocol.views.argad.figures import figure, has_general, is_known
from protocol.views.argad.view import Position
from protocol.views.argad.words import (
    SIDES,
    FigureCode,
    Hex,
    UnitName,
    is_lone_general,
    read_figures,
    side_of,
    tidy_figures,
)
from server.games.api import BadScenario

LONGEST = 20
_UNIT = re.compile(r"[1-9G][SCHD]", re.ASCII)
MOST_FIGURES = 99


def refuse(code: str, **args: Arg) -> BadScenario:
    """What is wrong with a position; a word of nothing is quoted, so that the sentence has a subject."""
    seen: dict[str, Arg] = {
        name: f'"{value}"' if isinstance(value, str) and not value.strip() else value
        for name, value in args.items()
    }
    return BadScenario("argad", Note(f"scenario.{code}", seen))


def read_hex(word: str) -> Hex:
    hex_ = word.strip().upper()
    if hex_ not in RANK:
        raise refuse("no-hex", word=word[:LONGEST])
    return hex_


def read_unit_name(word: str) -> UnitName:
    name = word.strip().upper()
    if not _UNIT.fullmatch(name):
        raise refuse("no-unit", word=word[:LONGEST])
    return name


def read_map(word: str) -> str:
    if word not in MAPS:
        raise refuse("no-map", word=word[:LONGEST], maps=", ".join(MAPS))
    return word


def read_glyph(word: str) -> str:
    if word not in TERRAIN:
        raise refuse("no-terrain", word=word[:LONGEST], glyphs=" ".join(TERRAIN))
    return word


def read_troops(text: str) -> tuple[FigureCode, ...]:
    figures = read_figures(tidy_figures(text)) if text.isascii() else None
    if not figures or len(figures) > MOST_FIGURES or not all(map(is_known, figures)):
        raise refuse("no-figures", word=text[:LONGEST])
    return figures


def read_fallen(words: tuple[str, ...]) -> tuple[FigureCode, ...]:
    """The plain figures of a list of fallen, one each."""
    found = tuple(code for word in words for code in read_troops(word))
    for code in found:
        if figure(code).role:
            raise refuse("no-plain-figure", word=code)
    return found


def check_position(position: Position) -> None:
    """One unit a hex; a general who stands alone is nobody else; one general a side; nobody is gone twice."""
    _check_hexes(position)
    for name, unit in position.units.items():
        if is_lone_general(name) and (len(unit.figs) != 1 or not has_general(unit.figs)):
            raise refuse("no-general", unit=name)
        if name in position.gone:
            raise refuse("gone", unit=name)
    for side in SIDES:
        codes = [code for name, unit in position.units.items() if side_of(name) == side for code in unit.figs]
        if sum(figure(code).is_general for code in codes) > 1:
            raise refuse("two-generals", side=side)


def _check_hexes(position: Position) -> None:
    taken: dict[Hex, UnitName] = {}
    for name, unit in position.units.items():
        if unit.at in taken:
            raise refuse("two-units", at=unit.at)
        taken[unit.at] = name


def check_only(given: Mapping[str, object], names: tuple[str, ...]) -> None:
    """Whether only these names are given."""
    for name in given:
        if name not in names:
            raise refuse("no-card", word=name[:LONGEST])
