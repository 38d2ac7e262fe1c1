"""Which unit a word of an order names, and the plan that an order becomes."""

from msgspec import Struct

from protocol.ids import Seat
from protocol.views.argad.view import Position
from protocol.views.argad.words import SIDE_OF, Hex, UnitName, side_of
from server.games.argad.faults import fault
from server.games.argad.notation import Command
from server.games.flaw import Flaw


class Plan(Struct, frozen=True):
    """An order that may be given, with the units that it names and the way that it takes."""

    command: Command
    unit: UnitName = ""
    target: UnitName = ""
    way: tuple[Hex, ...] = ()
    other: UnitName = ""


def own_named(position: Position, seat: Seat, word: str, number: int) -> UnitName | Flaw:
    """A-ACT-5: the own unit of a word, by its number or its name. `number` is that of the word."""
    if len(word) > 1 and word[-1] != seat:
        return fault("not_yours", number, unit=word)
    name = f"{word[0]}{seat}"
    return name if name in position.units else fault("no_such_unit", number, unit=word)


def enemy_named(position: Position, seat: Seat, word: str, number: int) -> UnitName | Flaw:
    """A-ACT-5: the enemy of a word, by its name, or by its number where one enemy only has it."""
    side = SIDE_OF[seat]
    if len(word) > 1:
        if word not in position.units:
            return fault("no_such_unit", number, unit=word)
        return word if side_of(word) != side else fault("not_an_enemy", number, unit=word)
    found = [name for name in position.units if name[0] == word and side_of(name) != side]
    return found[0] if len(found) == 1 else fault("no_such_unit", number, unit=word)
