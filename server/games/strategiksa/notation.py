"""Turns the words on a sheet into an order, or tells why they are none. Each kind of sheet has a grammar."""

import re
from typing import TypeAlias

from msgspec import Struct

from protocol import request
from protocol.ids import Seat
from protocol.letters import meanings_of
from protocol.views.strategiksa import COLOURS, KINDS, UNITS, Cell, Colour, Kind, Unit
from server.games.flaw import LONGEST_LINE, Flaw
from server.games.strategiksa.board import CELLS

_TERM = re.compile(r"([0-9]{0,4})([A-Z]\*?)")
_MUTATION = re.compile(r"([0-9]{0,4})([A-Z]\*?)>([A-Z]\*?)")
_CELLS = frozenset(CELLS)
MOST_LINES = request.MOST_LINES
"""Lines beyond this number are lost. No message can hold more, but a scenario can."""


class Put(Struct, frozen=True):
    """Pieces that are placed on a cell, at the start of the game or as reinforcements."""

    count: int
    kind: Kind
    cell: Cell


class Mutation(Struct, frozen=True):
    count: int
    unit: Unit
    make: Kind
    cell: Cell


class Move(Struct, frozen=True):
    count: int
    unit: Unit
    origin: Cell
    to: Cell


class Offer(Struct, frozen=True):
    to: Seat


class Direct(Struct, frozen=True):
    colour: Colour
    player: Seat


class Service(Struct, frozen=True):
    """Dismiss a vassal, or call a player back."""

    player: Seat
    serves: bool


class Pick(Struct, frozen=True):
    """A piece for a duel, or one to be cured. `colour` is needed if several colours have one there."""

    unit: Unit
    colour: Colour | None
    heal: bool = False


class Answer(Struct, frozen=True):
    accepted: bool


class Crowning(Struct, frozen=True):
    serves: bool
    director: Seat | None


TurnOrder: TypeAlias = Put | Mutation | Move | Offer | Direct | Service
Term: TypeAlias = tuple[int, Unit]


WORDS = {form.upper(): word.upper() for form, word in meanings_of("strategiksa").items()}
"""The first word of a line may be that of any language; the rules have the English one."""


def split(text: str) -> list[str] | Flaw:
    """The words of a line in capitals. Other letters stay as they are: some would turn into plain ones."""
    if len(text) > LONGEST_LINE:
        return Flaw("too-long", 0, {"most": LONGEST_LINE})
    words = text.upper().split() if text.isascii() else text.split()
    return [WORDS.get(words[0], words[0]), *words[1:]] if words else []


def read_term(word: str) -> Term | None:
    """Reads `3I` or `I*` as a number and a unit."""
    match = _TERM.fullmatch(word)
    if match is None or match[2] not in UNITS:
        return None
    number = int(match[1] or 1)
    return (number, match[2]) if number else None


def read_mutation(word: str) -> tuple[int, Unit, str] | None:
    match = _MUTATION.fullmatch(word)
    if match is None or int(match[1] or 1) == 0:
        return None
    return int(match[1] or 1), match[2], match[3]


def parse_placing(text: str) -> Put | Flaw:
    """Reads a line such as `4I E5`."""
    words = split(text)
    if isinstance(words, Flaw):
        return words
    return _put(words[0], words[1]) if len(words) == 2 else Flaw("placing-words")


def _put(piece: str, cell: str) -> Put | Flaw:
    term = read_term(piece)
    if term is None or term[1] not in KINDS:
        return Flaw("no-such-piece", 0, {"word": piece})
    return Put(*term, cell) if cell in _CELLS else Flaw("no-such-cell", 1, {"word": cell})


def parse_turn(text: str) -> TurnOrder | Flaw:
    words = split(text)
    if isinstance(words, Flaw):
        return words
    match words:
        case ["VASSAL", to]:
            return Offer(to) if to in COLOURS else Flaw("no-such-colour", 1, {"word": to})
        case ["DIRECT", colour, player]:
            return _direct(colour, player)
        case ["DISMISS" | "RECALL" as verb, player]:
            return Service(player, verb == "RECALL") if player in COLOURS else _no_colour(1, player)
        case [piece, cell] if piece.startswith("+"):
            return _put(piece[1:], cell)
        case [piece, cell] if ">" in piece:
            return _mutation(piece, cell)
        case [piece, origin, to]:
            return _move(piece, origin, to)
    return Flaw("turn-words")


def _no_colour(word: int, given: str) -> Flaw:
    return Flaw("no-such-colour", word, {"word": given})


def _direct(colour: str, player: str) -> Direct | Flaw:
    if colour not in COLOURS:
        return _no_colour(1, colour)
    return Direct(colour, player) if player in COLOURS else _no_colour(2, player)


def _mutation(piece: str, cell: str) -> Mutation | Flaw:
    term = read_mutation(piece)
    if term is None:
        return Flaw("no-such-piece", 0, {"word": piece})
    number, unit, make = term
    if unit[0] != "C" or make not in ("I", "A"):
        return Flaw("no-such-mutation")
    return Mutation(number, unit, make, cell) if cell in _CELLS else Flaw("no-such-cell", 1, {"word": cell})


def _move(piece: str, origin: str, to: str) -> Move | Flaw:
    term = read_term(piece)
    if term is None:
        return Flaw("no-such-piece", 0, {"word": piece})
    for place, cell in ((1, origin), (2, to)):
        if cell not in _CELLS:
            return Flaw("no-such-cell", place, {"word": cell})
    return Move(*term, origin, to)


def parse_pick(text: str) -> Pick | Flaw:
    """Reads `I`, `I*`, `I V`, `heal I` or `heal I V`."""
    words = split(text)
    if isinstance(words, Flaw):
        return words
    heal = words[:1] == ["HEAL"]
    match words[1:] if heal else words:
        case [unit]:
            colour = None
        case [unit, str() as colour]:
            if colour not in COLOURS:
                return _no_colour(len(words) - 1, colour)
        case _:
            return Flaw("pick-words")
    if unit not in UNITS:
        return Flaw("no-such-piece", int(heal), {"word": unit})
    return Pick(unit, colour, heal)


def parse_answer(text: str) -> Answer | Flaw:
    words = split(text)
    if isinstance(words, Flaw):
        return words
    return Answer(words == ["YES"]) if words in (["YES"], ["NO"]) else Flaw("answer-words")


def parse_crowning(text: str) -> Crowning | Flaw:
    """Reads `take`, `leave`, `take B` or `leave B`."""
    words = split(text)
    if isinstance(words, Flaw):
        return words
    match words:
        case ["TAKE" | "LEAVE" as verb]:
            return Crowning(verb == "TAKE", None)
        case ["TAKE" | "LEAVE" as verb, player]:
            return Crowning(verb == "TAKE", player) if player in COLOURS else _no_colour(1, player)
    return Flaw("crown-words")
