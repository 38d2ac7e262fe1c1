"""How a line of an attack or a reorganisation may go on: only what leads to a line that is not lost."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from protocol.notes import Arg, Note
from protocol.views.zargos.board import ORDER, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import Card, Place
from server.games.zargos.attack import Attack
from server.games.zargos.groups import Group
from server.games.zargos.notation import ALL, is_count
from server.games.zargos.peoples import is_frozen, is_touched, stormy_cells
from server.games.zargos.reorganise import Reorganisation
from server.games.zargos.state import holder
from server.games.zargos.trial import Trial
from server.games.zargos.ways import LAND_CELLS, reach_of_power

Glosses: TypeAlias = dict[str, Note]
Moving: TypeAlias = Attack[ZargosView] | Reorganisation[ZargosView]
ROUND_COUNTS = (1, 2, 3, 5, 8, 10, 15, 20, 30, 50)
"""The numbers that are suggested, besides ALL; any other number can be typed."""


def count_glosses(most: int, everything: str = "all") -> Glosses:
    """Words for a number of units, up to `most`; `everything` is the gloss of the word for all of them."""
    if most < 1:
        return {}
    counts = sorted({*(count for count in ROUND_COUNTS if count <= most), min(most, 99)})
    words = {ALL: Note(f"gloss.{everything}")}
    return words | {str(count): Note("gloss.count", {"count": count}) for count in counts}


def standing(trial: Trial[ZargosView], place: Place) -> Note:
    """What stands on a place."""
    found = holder(trial.position, place)
    if found is None:
        return Note("gloss.empty", {"place": place})
    number = trial.position.units[found][place]
    return Note("gloss.held", {"place": place, "people": found, "count": number})


class MoveHints:
    """The words of a group: its number, its origin, and the way that it takes."""

    def __init__(self, trial: Moving) -> None:
        self._trial = trial
        self._own = [place for place in ORDER if place in trial.position.units.get(trial.people, {})]
        self._ends = frozenset(place for place in ORDER if self._is_end(place))
        """The places where a move may end, whatever its origin."""
        self._known: dict[tuple[tuple[Place, ...], Card | None], list[tuple[Place, tuple[Place, ...]]]] = {}
        self._boats = trial.position.boats.get(trial.people, 0)
        is_tide = trial.people == "D" and "TIDE" in trial.position.winds
        self._stormy = frozenset(SEAS) if is_tide else stormy_cells(trial.position)
        self._is_parted = is_touched(trial.position, trial.people, "OCEAN")

    def _is_end(self, place: Place) -> bool:
        trial = self._trial
        if is_frozen(trial.position, place):
            return False
        if isinstance(trial, Attack):
            return trial.target_flaw(place, 0) is None
        return trial.stock(place) > 0 or (trial.people == "D" and is_sea(place))

    def words(self, done: Sequence[str], card: Card | None = None) -> Glosses:
        """What may follow these words of a group; the card's own word is not among them."""
        if not done:
            return count_glosses(self._most(card))
        if not is_count(done[0]):
            return {}
        wanted = 1 if done[0] == ALL else int(done[0])
        if len(done) == 1:
            return {
                place: Note("gloss.from", {"place": place, "most": number})
                for place in self._own
                if (number := self._capacity(place, card)) >= wanted and self._leads(place, card, wanted)
            }
        origin, cells = done[1], tuple(done[2:])
        if origin not in self._own or not all(map(is_sea, cells)):
            return {}
        return self._onward(origin, cells, card, wanted)

    def _most(self, card: Card | None) -> int:
        fit = [place for place in self._own if self._leads(place, card, 1)]
        return max((self._capacity(place, card) for place in fit), default=0)

    def _capacity(self, place: Place, card: Card | None) -> int:
        """The most that could go from a place in any way."""
        trial = self._trial
        ways = (Group(None, place, place, card=card), Group(None, place, place, card="ELSE"))
        return trial.capacity(ways[1] if card == "ELSE" else ways[0])

    def _leads(self, place: Place, card: Card | None, wanted: int) -> bool:
        """Whether a group of that size can go anywhere from a place."""
        return any(True for _ in self._ways(place, (), card, wanted))

    def _onward(self, origin: Place, cells: tuple[Place, ...], card: Card | None, wanted: int) -> Glosses:
        found: Glosses = {}
        for to, is_end in self._ways(origin, cells, card, wanted):
            if is_end:
                found[to] = self._arriving(to, cells, card)
            elif to not in found:
                found[to] = Note("gloss.cell", {"place": to, "boats": 0 if card else len(cells) + 1})
        return found

    def _arriving(self, to: Place, cells: tuple[Place, ...], card: Card | None) -> Note:
        note = standing(self._trial, to)
        if not cells or card:
            return note
        args: dict[str, Arg] = {**note.args, "boats": len(cells)}
        return Note(f"{note.code}-by-boat", args)

    def _ways(
        self, origin: Place, cells: tuple[Place, ...], card: Card | None, wanted: int
    ) -> Iterator[tuple[Place, bool]]:
        """The next places of a line, each with whether the line may end there."""
        for to in self._targets(origin, cells, card):
            if self._fits(Group(None, origin, to, cells, card), wanted):
                yield to, True
        if card != "ELSE" and not is_sea(origin) and not self._is_misty():
            for cell in self._next_cells(origin, cells, card):
                if self._lands(origin, (*cells, cell), card, wanted):
                    yield cell, False

    def _targets(self, origin: Place, cells: tuple[Place, ...], card: Card | None) -> Sequence[Place]:
        if card == "ELSE":
            return tuple(TERRITORIES)
        if cells:
            return SEAS[cells[-1]].coasts if cells[-1] in SEAS else ()
        if card:
            return ()
        if self._is_misty():
            return self._own
        if is_sea(origin):
            return (*SEAS[origin].coasts, *SEAS[origin].neighbours)
        swum = TERRITORIES[origin].seas if self._trial.people == "D" else ()
        return (*sorted(reach_of_power(self._trial.people, origin)), *swum)

    def _is_misty(self) -> bool:
        return isinstance(self._trial, Reorganisation) and self._trial.in_mist

    def _fits(self, group: Group, wanted: int) -> bool:
        if group.to not in self._ends or self._trial.capacity(group) < wanted:
            return False
        return self._trial.group_flaw(group) is None

    def _next_cells(self, origin: Place, cells: tuple[Place, ...], card: Card | None) -> list[Place]:
        near = SEAS[cells[-1]].neighbours if cells else TERRITORIES[origin].seas
        if len(cells) >= (LAND_CELLS if card else self._boats):
            return []
        return [cell for cell in near if cell not in cells and self._is_open(cells[-1:], cell)]

    def _is_open(self, before: tuple[Place, ...], cell: Place) -> bool:
        """Whether neither weather nor a curse closes the way to a cell."""
        if cell in self._stormy:
            return False
        return not (self._is_parted and before and SEAS[before[0]].ocean != SEAS[cell].ocean)

    def _lands(self, origin: Place, cells: tuple[Place, ...], card: Card | None, wanted: int) -> bool:
        """Whether a group that has come so far can reach a target with the boats that are left."""
        return any(
            self._fits(Group(None, origin, to, way, card), wanted)
            for to, way in self._landings(cells, card)
            if to != origin
        )

    def _landings(self, cells: tuple[Place, ...], card: Card | None) -> list[tuple[Place, tuple[Place, ...]]]:
        """The targets that can be reached by going on from these cells, each with a shortest way."""
        if (cells, card) not in self._known:
            self._known[cells, card] = list(self._search(cells, card))
        return self._known[cells, card]

    def _search(
        self, cells: tuple[Place, ...], card: Card | None
    ) -> Iterator[tuple[Place, tuple[Place, ...]]]:
        ring, reached = [cells], set(cells)
        while ring:
            following: list[tuple[Place, ...]] = []
            for way in ring:
                yield from ((to, way) for to in SEAS[way[-1]].coasts if to in self._ends)
                for cell in self._next_cells("", way, card):
                    if cell not in reached:
                        reached.add(cell)
                        following.append((*way, cell))
            ring = following
