"""How the lines of cards, Jokers and reserves are written. Only their form is looked at here. A-ACT-5."""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from protocol.views.argad.board import RANK
from protocol.views.argad.figures import is_known
from protocol.views.argad.words import BENEFITS, FigureCode, Hex, read_figures, tidy_figures
from server.games.flaw import LONGEST_LINE, Flaw

VERBS: dict[str, str] = {
    **{letter: letter for letter in "MSCFDLOTRUXBGP"},
    **{"MOVE": "M", "SHOOT": "S", "CONTACT": "C", "CHARGE": "C", "FIGHT": "F", "DISENGAGE": "D"},
    **{"LOAD": "L", "RELOAD": "L", "REORGANISE": "O", "RETREAT": "T", "RALLY": "R", "UNITE": "U"},
    **{"MERGE": "U", "SPLIT": "X", "DISMOUNT": "B", "GENERAL": "G", "PASS": "P"},
}
"""A-ACT-5: the words that begin an order, and the letter that each stands for."""
HELPS: dict[str, str] = {**{letter: letter for letter in BENEFITS}, **{w: k for k, w in BENEFITS.items()}}
"""A-JOK: the words that choose a help of the Joker, and the letter that each stands for."""
HOLD_WORDS = ("HOLD", "H")
HOLD = "HOLD"
JOKER_WORD, THEN_SHOOT, JAVELINS, FOLLOW = "J", ">", "J", "+"
_OWN = re.compile(r"[0-9][SCHD]?", re.ASCII)
_ENEMY = re.compile(r"[0-9G][SCHD]?", re.ASCII)
SYNTAX = Flaw("syntax")
NO_HELP = Flaw("syntax--joker")
NO_RESERVE_ORDER = Flaw("syntax--reserve")


class Command(Struct, frozen=True):
    """An order as it is written. Units are words here; whether they exist is another question."""

    verb: str
    unit: str = ""
    target: str = ""
    hexes: tuple[Hex, ...] = ()
    other: str = ""
    figures: tuple[FigureCode, ...] = ()
    has_javelins: bool = False
    follows: bool = False
    target_word: int = 0
    """The number of the word that names the target, counted from 0."""
    hex_word: int = 0
    """The number of the word that names the first hex."""


class Help(Struct, frozen=True):
    """A choice of a help of the Joker, as it is written."""

    letter: str
    unit: str = ""
    unit_word: int = 1


def words_of(text: str) -> list[str]:
    """The words of a line in capitals; none if the line is too long to be read."""
    return text.upper().split() if len(text) <= LONGEST_LINE and text.isascii() else []


def parse_order(text: str) -> Command | Flaw:
    words = words_of(text)
    verb = VERBS.get(words[0]) if words else None
    if verb is None:
        return SYNTAX
    return _PARSERS[verb](words) or SYNTAX


def parse_reserve(text: str) -> Command | Flaw:
    """In the phase `reserve`: to hold, or an order M, S or C."""
    words = words_of(text)
    if len(words) == 1 and words[0] in HOLD_WORDS:
        return Command(HOLD)
    command = parse_order(text)
    return command if isinstance(command, Command) and command.verb in "MSC" else NO_RESERVE_ORDER


def parse_help(text: str, *, is_planned: bool = False) -> Help | Flaw:
    """A line of the Joker, behind a J or without it. A-PHASE-5: a plan has no reserve."""
    words = words_of(text)
    start = 1 if words[:1] == [JOKER_WORD] else 0
    letter = HELPS.get(words[start]) if len(words) > start else None
    rest = words[start + 1 :]
    if letter is None or (is_planned and letter == "R"):
        return NO_HELP
    if letter == "N":
        return NO_HELP if rest else Help("N")
    return Help(letter, rest[0], start + 1) if len(rest) == 1 and _is_own(rest[0]) else NO_HELP


def _is_own(word: str) -> bool:
    return _OWN.fullmatch(word) is not None


def _is_enemy(word: str) -> bool:
    return _ENEMY.fullmatch(word) is not None


def _are_hexes(words: Sequence[str]) -> bool:
    return all(word in RANK for word in words)


def _move(words: list[str]) -> Command | None:
    if len(words) > 4 and words[-2] == THEN_SHOOT:
        hexes, target = tuple(words[2:-2]), words[-1]
    else:
        hexes, target = tuple(words[2:]), ""
    if not hexes or not _is_own(words[1]) or not _are_hexes(hexes) or (target and not _is_enemy(target)):
        return None
    return Command("M", words[1], target, hexes, target_word=len(words) - 1, hex_word=2)


def _shoot(words: list[str]) -> Command | None:
    if len(words) < 3 or not _is_own(words[1]) or not _is_enemy(words[2]) or not _are_hexes(words[3:]):
        return None
    return Command("S", words[1], words[2], tuple(words[3:]), target_word=2, hex_word=3)


def _contact(words: list[str]) -> Command | None:
    rest = words[3:]
    hexes = (rest.pop(0),) if rest and rest[0] in RANK else ()
    has_javelins = rest[:1] == [JAVELINS]
    rest = rest[1:] if has_javelins else rest
    if len(words) < 3 or rest not in ([], [FOLLOW]) or not _is_own(words[1]) or not _is_enemy(words[2]):
        return None
    return Command(
        "C",
        words[1],
        words[2],
        hexes,
        has_javelins=has_javelins,
        follows=bool(rest),
        target_word=2,
        hex_word=3 if hexes else 2,
    )


def _fight(words: list[str]) -> Command | None:
    if len(words) < 3 or words[3:] not in ([], [FOLLOW]) or not _is_own(words[1]) or not _is_enemy(words[2]):
        return None
    return Command("F", words[1], words[2], follows=len(words) > 3, target_word=2)


def _of_one_unit(verb: str) -> Callable[[list[str]], Command | None]:
    def parse(words: list[str]) -> Command | None:
        return Command(verb, words[1]) if len(words) == 2 and _is_own(words[1]) else None

    return parse


def _disengage(words: list[str]) -> Command | None:
    if len(words) != 3 or not _is_own(words[1]) or words[2] not in RANK:
        return None
    return Command("D", words[1], hexes=(words[2],), hex_word=2)


def _reorganise(words: list[str]) -> Command | None:
    if len(words) not in (2, 3) or not _is_own(words[1]) or not _are_hexes(words[2:]):
        return None
    return Command("O", words[1], hexes=tuple(words[2:]), hex_word=2)


def _unite(words: list[str]) -> Command | None:
    if len(words) != 3 or not all(map(_is_own, words[1:])):
        return None
    return Command("U", words[1], other=words[2], target_word=2)


def _split(words: list[str]) -> Command | None:
    figures = read_figures(tidy_figures(" ".join(words[2:-1])))
    if len(words) < 4 or not _is_own(words[1]) or words[-1] not in RANK or not figures:
        return None
    if not all(map(is_known, figures)):
        return None
    return Command("X", words[1], figures=figures, hexes=(words[-1],), target_word=2, hex_word=len(words) - 1)


def _general(words: list[str]) -> Command | None:
    if len(words) != 2:
        return None
    if words[1] in RANK:
        return Command("G", hexes=(words[1],), hex_word=1)
    return Command("G", other=words[1], target_word=1, hex_word=1) if _is_own(words[1]) else None


def _pass(words: list[str]) -> Command | None:
    return Command("P") if len(words) == 1 else None


_PARSERS: dict[str, Callable[[list[str]], Command | None]] = {
    "M": _move,
    "S": _shoot,
    "C": _contact,
    "F": _fight,
    "D": _disengage,
    "O": _reorganise,
    "U": _unite,
    "X": _split,
    "G": _general,
    "P": _pass,
    **{verb: _of_one_unit(verb) for verb in "LTRB"},
}
