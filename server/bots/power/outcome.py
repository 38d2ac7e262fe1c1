"""What a round leads to, on packed positions: the fast path of a search. It is held equal to POWER.resolve.

P-MISS, P-TIE, P-FIGHT, P-POW, P-FLAG, P-END.
"""

from collections.abc import Iterable, Mapping, Sequence

from protocol.views.power import ARMIES, Army, PowerView, Side
from server.bots.power.packed import (
    FOOT,
    HQ,
    LAND_BITS,
    POWER,
    RESERVE,
    RESERVE_BITS,
    STRENGTH,
    UNIT,
    Cells,
    Sheet,
    pack_army,
    places_in,
)
from server.bots.power.reading import ArmyRead, SheetRead, Unit, read_alone, read_together
from server.bots.power.survey import Survey
from server.games.power.state import PowerState, reading_order

DRAW = -1


class Position:
    """A position before a round. It reads sheets, and combines them into outcomes."""

    def __init__(self, state: PowerState | PowerView, preference: Mapping[Side, Army] | None = None) -> None:
        self.cells = tuple(pack_army(state.pieces, army) for army in ARMIES)
        self.names: tuple[Side, ...] = tuple(dict.fromkeys(state.sides[army] for army in ARMIES))
        self.side = tuple(self.names.index(state.sides[army]) for army in ARMIES)
        """The number of each army's side."""
        self.teams = tuple(
            tuple(army for army in range(4) if self.side[army] == side) for side in range(len(self.names))
        )
        self.mercenary = ARMIES.index(state.mercenary) if state.mercenary else -1
        self.flags = tuple(ARMIES.index(state.flags[army]) for army in ARMIES)
        self.out = sum(1 << ARMIES.index(army) for army in state.eliminated)
        self.clockwise = _numbers(reading_order(state.referee, state.eliminated))
        flying = [land for land in range(4) if self.flags[land] == land and not self.out >> land & 1]
        self.earning = tuple(
            (army, tuple(LAND_BITS[land] for land in flying if self.side[land] != self.side[army]))
            for army in self.clockwise
        )
        """P-POW-1: for each army, the territories that pay it."""
        self.homes = tuple((land, 1 << HQ[land]) for land in flying)
        """The armies whose flags are on their HQs, and the bits of these."""
        self.readers = _numbers(reading_order(state.referee, (*state.eliminated, state.mercenary)))
        wanted = {self.names.index(side): army for side, army in (preference or {}).items()}
        self.preference = {side: ARMIES.index(army) for side, army in wanted.items()}
        self.standing = tuple(ArmyRead(cells, {}) for cells in self.cells)
        """The armies as they are if no sheet is read for them."""
        self._in_play: dict[int, list[int]] = {}
        self.is_decided = len(self.sides_in_play(self.out)) < 2
        self.survey: Survey | None = None
        """What each side could bring where, once somebody has asked for it."""
        self._read: dict[tuple[int, Sheet], SheetRead] = {}

    def read(self, army: int, sheet: Sheet) -> SheetRead:
        """What comes of this sheet by itself; known sheets are not read again."""
        known = self._read.get((army, sheet))
        if known is None:
            known = self._read[army, sheet] = read_alone(self.cells, self.mercenary, army, sheet)
        return known

    def sides_in_play(self, out: int) -> list[int]:
        """The sides that have an army left if these are out. P-THREE-5: mercenaries do not count."""
        known = self._in_play.get(out)
        if known is None:
            known = self._in_play[out] = [
                side
                for side, team in enumerate(self.teams)
                if any(army != self.mercenary and not out >> army & 1 for army in team)
            ]
        return known

    def forget(self) -> None:
        """Give up what was read, so that a long search does not hold all of it."""
        self._read.clear()

    def resolve(self, sheets: Sequence[SheetRead], *, last: bool = False) -> "Outcome":
        """The position after a round. There is one sheet for each army that is read, in any order."""
        armies = list(self.standing)
        missiles: tuple[int, ...] = ()
        hires: list[SheetRead] = []
        for sheet in sheets:
            armies[sheet.army] = sheet.own
            if sheet.missiles:
                missiles += sheet.missiles
            if sheet.hired:
                hires.append(sheet)
        if len(hires) > 1:
            armies, missiles = self._read_rivals(sheets)
        elif hires:
            assert hires[0].hired is not None
            armies[self.mercenary] = hires[0].hired
        outcome = Outcome(self, armies)
        outcome.finish(missiles, last=last)
        return outcome

    def _read_rivals(self, sheets: Sequence[SheetRead]) -> tuple[list[ArmyRead], tuple[int, ...]]:
        written = {sheet.army: sheet.sheet for sheet in sheets}
        field = read_together(
            self.cells, self.mercenary, [(army, written.get(army, ())) for army in self.readers]
        )
        return [field.army_read(army) for army in range(4)], tuple(field.missiles)


def _numbers(armies: Iterable[Army]) -> tuple[int, ...]:
    return tuple(map(ARMIES.index, armies))


class Outcome:
    """The board after the reading of all sheets, and then after the round.

    The cells of an army are those that were read until something changes them: then `changed` says so.
    """

    __slots__ = (
        "armies",
        "bits",
        "cells",
        "changed",
        "flags",
        "income",
        "out",
        "over",
        "returned",
        "start",
        "winner",
    )

    def __init__(self, start: Position, armies: list[ArmyRead]) -> None:
        self.start = start
        self.armies = armies
        first, second, third, fourth = armies
        self.cells = [first.cells, second.cells, third.cells, fourth.cells]
        self.bits = [first.bits, second.bits, third.bits, fourth.bits]
        self.changed = [False, False, False, False]
        """Whether the cells are others than those that were read, apart from the Power collected."""
        self.returned = [False, False, False, False]
        """Whether pieces of the army fell back. If none did, it has on each place all that was read or
        nothing, but for its reserve."""
        self.income = [0, 0, 0, 0]
        """The Power that each army has collected; `cells` does not hold it."""
        self.flags = start.flags
        self.out = start.out
        self.over = False
        self.winner = DRAW
        """The number of the winning side."""

    def finish(self, missiles: tuple[int, ...], *, last: bool) -> None:
        for target in missiles:
            self._strike(target)
        contested = self._contested()
        if contested and not self._fight(contested):
            self._settle_ties(contested, missiles)
            self._fight(self._contested(), has_ties=True)
        self._collect()
        self._take_flags()
        self._end(last=last)

    def pieces(self) -> list[Cells]:
        """The cells of each army with the Power that it has collected."""
        cells = []
        for army, gain in enumerate(self.income):
            own = self.cells[army].copy()
            if gain:
                own[RESERVE[army]] = own.get(RESERVE[army], 0) + gain * UNIT[POWER]
            cells.append(own)
        return cells

    def _own(self, army: int) -> Cells:
        """The cells of the army, as a copy of its own that may be changed."""
        if not self.changed[army]:
            self.changed[army] = True
            self.cells[army] = self.cells[army].copy()
        return self.cells[army]

    def _clear(self, army: int, place: int) -> int:
        self.bits[army] &= ~(1 << place)
        return self._own(army).pop(place)

    def _add(self, army: int, place: int, cell: int) -> None:
        own = self._own(army)
        own[place] = own.get(place, 0) + cell
        self.bits[army] |= 1 << place

    def _strike(self, target: int) -> None:
        """P-MISS-2."""
        for army in range(4):
            if self.bits[army] >> target & 1:
                self._clear(army, target)

    def _contested(self) -> int:
        """The places with pieces of two or more sides, one bit each."""
        seen = found = 0
        bits = self.bits
        for team in self.start.teams:
            here = 0
            for army in team:
                here |= bits[army]
            found |= seen & here
            seen |= here
        return found

    def _strengths(self, place: int) -> dict[int, int]:
        """The strength of each side that has pieces there."""
        strengths: dict[int, int] = {}
        side = self.start.side
        for army, cells in enumerate(self.cells):
            if place in cells:
                mine = side[army]
                strengths[mine] = strengths.get(mine, 0) + (cells[place] & STRENGTH)
        return strengths

    def _strongest(self, place: int) -> int:
        """The side that is stronger there than all others, or -1."""
        cells = self.cells
        most = strongest = -1
        for side, team in enumerate(self.start.teams):
            cell = 0
            for army in team:
                cell += cells[army].get(place, 0)
            if cell:
                strength = cell & STRENGTH
                if strength > most:
                    most, strongest = strength, side
                elif strength == most:
                    strongest = -1
        return strongest

    def _settle_ties(self, contested: int, missiles: tuple[int, ...]) -> None:
        """P-TIE-2: compare strengths again and again, until no tie makes a piece fall back."""
        moved: list[dict[int, list[Unit]]] | None = None
        while contested:
            falling = []
            for place in places_in(contested):
                strengths = self._strengths(place)
                most = max(strengths.values(), default=0)
                tied = [side for side, strength in strengths.items() if strength == most]
                if len(tied) > 1:
                    moved = moved or self._movable(missiles)
                    falling += self._fallers(place, tied, moved)
            contested = 0
            for army, place, units in falling:
                contested |= self._fall_back(army, place, units)
            contested &= ~RESERVE_BITS

    def _movable(self, missiles: tuple[int, ...]) -> list[dict[int, list[Unit]]]:
        """The pieces that moved and have not fallen back; a missile has destroyed those on its target."""
        movable = [army.moved.copy() for army in self.armies]
        for target in missiles:
            for moved in movable:
                moved.pop(target, None)
        return movable

    def _fallers(
        self, place: int, tied: list[int], moved: list[dict[int, list[Unit]]]
    ) -> list[tuple[int, int, list[Unit]]]:
        """P-TIE-1. They are taken out of `moved`: P-TIE-3, a piece falls back only once in a round."""
        return [
            (army, place, units)
            for army in range(4)
            if self.start.side[army] in tied and (units := moved[army].pop(place, None))
        ]

    def _fall_back(self, army: int, place: int, units: list[Unit]) -> int:
        """Move the pieces back; return the places that they left and reached, one bit each."""
        shaken = 1 << place
        own = self._own(army)
        self.returned[army] = True
        for _, kind, origin in units:
            own[place] -= UNIT[kind]
            own[origin] = own.get(origin, 0) + UNIT[kind]
            shaken |= 1 << origin
        self.bits[army] |= shaken
        if not own[place]:
            self._clear(army, place)
        return shaken

    def _fight(self, contested: int, *, has_ties: bool = False) -> bool:
        """P-FIGHT-1: in every conflict, the strongest side takes all pieces of the others.

        Where ties may still make pieces fall back, a tie anywhere stops it before anything is taken.
        """
        captures = []
        while contested:
            lowest = contested & -contested
            contested ^= lowest
            place = lowest.bit_length() - 1
            side = self._strongest(place)
            if side >= 0:
                captures.append((place, side))
            elif not has_ties:
                return False
        for place, side in captures:
            self._capture(place, side)
        return True

    def _capture(self, place: int, side: int) -> None:
        taken, captors = 0, []
        for army, its_side in enumerate(self.start.side):
            if self.bits[army] >> place & 1:
                if its_side == side:
                    captors.append(army)
                else:
                    taken += self._clear(army, place)
        captor = captors[0] if len(captors) == 1 else self._leading(side, place, captors)
        self._add(captor, RESERVE[captor], taken)

    def _leading(self, side: int, place: int, present: Sequence[int]) -> int:
        """P-TWO-3: the side's army with more power there; else the preferred; else the first."""
        most = max(self.cells[army][place] & STRENGTH for army in present)
        leading = [army for army in present if self.cells[army][place] & STRENGTH == most]
        preferred = self.start.preference.get(side, -1)
        return preferred if preferred in leading else leading[0]

    def flies(self, army: int) -> bool:
        """Whether the flag of the army is on its HQ."""
        return self.flags[army] == army and not self.out >> army & 1

    def _collect(self) -> None:
        """P-POW-1."""
        for army, lands in self.start.earning:
            bits = self.bits[army]
            for land in lands:
                if bits & land:
                    self.income[army] += 1

    def _take_flags(self) -> None:
        """P-FLAG-3: in the order of reading; an army that has lost its flag before takes none."""
        besieged = []
        for land, home in self.start.homes:
            if not self.bits[land] & home and self._captor(land) >= 0:
                besieged.append(land)
        for captor in self.start.clockwise if besieged else ():
            for loser in besieged:
                # P-END-1: when only one side is left, nobody takes its flag.
                if self.out >> captor & 1 or self._last_side() not in (DRAW, self.start.side[captor]):
                    break
                if self.flies(loser) and self._captor(loser) == captor:
                    self._take_flag(captor, loser)

    def _captor(self, loser: int) -> int:
        """P-FLAG-1: the army that may take the flag of this HQ, or -1."""
        place = HQ[loser]
        bits, side = self.bits, self.start.side
        if bits[loser] >> place & 1:
            return -1
        present = [army for army in range(4) if bits[army] >> place & 1]
        if not present:
            return -1
        sides = {side[army] for army in present}
        if len(sides) != 1 or side[loser] in sides:
            return -1
        feet = [army for army in present if self.cells[army][place] & FOOT]
        # P-TWO-5: if two armies are there, the one that has foot soldiers and more power.
        return self._leading(sides.pop(), place, feet) if feet else -1

    def _take_flag(self, captor: int, loser: int) -> None:
        """P-FLAG-2."""
        self.flags = tuple(captor if holder == loser else holder for holder in self.flags)
        self.out |= 1 << loser
        spoils = sum(self.cells[loser].values())
        self.cells[loser], self.changed[loser], self.bits[loser] = {}, True, 0
        self.income[captor] += self.income[loser]
        self.income[loser] = 0
        if spoils:
            self._add(captor, RESERVE[captor], spoils)

    def _last_side(self) -> int:
        sides = self.start.sides_in_play(self.out)
        return sides[0] if len(sides) == 1 else DRAW

    def _end(self, *, last: bool) -> None:
        """P-END-1: the last side wins; P-END-3: after the last round, the leading side does."""
        if not last and self.out == self.start.out and not self.start.is_decided:
            return
        sides = self.start.sides_in_play(self.out)
        if len(sides) > 1 and not last:
            return
        self.over = True
        ranks = {side: self._rank(side) for side in sides}
        leaders = [side for side, rank in ranks.items() if rank == max(ranks.values())]
        self.winner = leaders[0] if len(leaders) == 1 else DRAW

    def _rank(self, side: int) -> tuple[int, int]:
        """The power of a side, and the flags it holds."""
        team = self.start.teams[side]
        power = sum(sum(cell & STRENGTH for cell in self.cells[army].values()) for army in team)
        power += sum(self.income[army] for army in team)
        return power, sum(holder in team for holder in self.flags)
