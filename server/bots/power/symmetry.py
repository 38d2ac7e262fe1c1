"""The board is the same from every corner, so a bot may see it turned and mirrored, and no seat is favoured.

Whatever a bot does where two things look equal to it (it takes the first of a list, say) it would do in
favour of the same army in every game. Therefore each level sees its own army in one corner, then the board
turned and mirrored by lot, and its orders are turned back.
"""

from collections.abc import Mapping
from random import Random

from msgspec import Struct, structs

from protocol.ids import Lines, SheetKey
from protocol.views.power import ARMIES, Army, Place, PowerView, headquarters, reserve
from server.bots.assignment import Assignment, PastPhase, Player
from server.bots.power.draft import write
from server.games.power.board import GRID, RANK
from server.games.power.notation import Exchange, Flaw, Move, parse


class Symmetry(Struct, frozen=True):
    """A way to turn or mirror the board onto itself: what becomes of each army and each place."""

    armies: Mapping[Army, Army]
    places: Mapping[Place, Place]

    def names(self, letters: str) -> str:
        """The name of a seat or a side."""
        return "".join(self.armies[army] for army in letters)

    def view(self, view: PowerView) -> PowerView:
        back = {new: old for old, new in self.armies.items()}
        listed = [(army, back[army]) for army in ARMIES]
        return structs.replace(
            view,
            seat=self.names(view.seat) if view.seat else view.seat,
            armies=tuple(army for army, old in listed if old in view.armies),
            referee=self.armies[view.referee],
            reading=tuple(map(self.armies.__getitem__, view.reading)),
            sides={army: self.names(view.sides[old]) for army, old in listed},
            mercenary=self.armies[view.mercenary] if view.mercenary else None,
            pieces={army: self._stacks(view.pieces[old]) for army, old in listed if old in view.pieces},
            flags={army: self.armies[view.flags[old]] for army, old in listed if old in view.flags},
            eliminated=tuple(army for army, old in listed if old in view.eliminated),
            winner=self.names(view.winner) if view.winner else view.winner,
        )

    def _stacks(self, stacks: Mapping[Place, tuple[int, ...]]) -> dict[Place, tuple[int, ...]]:
        moved = {self.places[place]: stack for place, stack in stacks.items()}
        return {place: moved[place] for place in sorted(moved, key=RANK.__getitem__)}

    def sheets(self, sheets: Mapping[SheetKey, Lines]) -> dict[SheetKey, Lines]:
        return {
            self.armies[army]: tuple(self._line(line, army) for line in lines)
            for army, lines in sheets.items()
        }

    def _line(self, line: str, army: Army) -> str:
        order = parse(line, army)
        match order:
            case Flaw():
                return line
            case Move():
                moved = structs.replace(order, origin=self.places[order.origin], to=self.places[order.to])
                return write(moved, self.armies[army])
            case Exchange():
                return write(structs.replace(order, place=self.places[order.place]), self.armies[army])

    def past(self, phase: PastPhase) -> PastPhase:
        return structs.replace(phase, view=self.view(phase.view), sheets=self.sheets(phase.sheets))

    def back(self) -> "Symmetry":
        return Symmetry(
            {new: old for old, new in self.armies.items()}, {new: old for old, new in self.places.items()}
        )


def _turn(times: int, *, mirrored: bool) -> Symmetry:
    """The board turned clockwise so many times, then mirrored along its diagonal from V to J."""
    grid, last = GRID, len(GRID) - 1
    for _ in range(times):
        grid = tuple(tuple(grid[last - column][row] for column in range(last + 1)) for row in range(last + 1))
    if mirrored:
        grid = tuple(zip(*grid, strict=True))
    places = {
        old: new
        for before, after in zip(grid, GRID, strict=True)
        for old, new in zip(before, after, strict=True)
    }
    armies = {army: places[headquarters(army)][2:] for army in ARMIES}
    places |= {reserve(army): reserve(new) for army, new in armies.items()}
    return Symmetry(armies, places)


TURNS = tuple(_turn(times, mirrored=False) for times in range(4))
MIRRORED = tuple(_turn(times, mirrored=True) for times in range(4))


def _home(view: PowerView) -> int:
    """How often the board is turned to bring the first army of this seat, clockwise, into the corner of V."""
    own = [army for army, side in view.sides.items() if side == view.seat]
    places = [ARMIES.index(army) for army in own if ARMIES[ARMIES.index(army) - 1] not in own]
    return -places[0] % len(ARMIES) if places else 0


def fair(level: Player, *, is_mirrored: bool = True, remembers: bool = False) -> Player:
    """The level, with the board turned by lot.

    A mirror changes the order in which sheets are read, so a level that reckons with it sees none.
    """

    def play(assignment: Assignment) -> dict[SheetKey, Lines]:
        symmetry = _draw(assignment.view, assignment.random, is_mirrored=is_mirrored)
        past = tuple(map(symmetry.past, assignment.past)) if remembers else ()
        turned = structs.replace(
            assignment,
            view=symmetry.view(assignment.view),
            sheets=tuple(symmetry.armies[sheet] for sheet in assignment.sheets if sheet in symmetry.armies),
            past=past,
        )
        return symmetry.back().sheets(level(turned))

    return play


def _draw(view: PowerView, random: Random, *, is_mirrored: bool) -> Symmetry:
    times = (_home(view) + random.randrange(4)) % 4
    return (MIRRORED if is_mirrored and random.random() < 0.5 else TURNS)[times]
