"""The sheets of an outsider, and what it asks about the board."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from protocol.ids import Lines, SheetKey
from protocol.views.power import KINDS, POWERS, Army, Kind, Place, PowerView, headquarters, stack_of, strength
from server.games.power.board import RANGE, REACH
from server.games.power.field import Field
from server.games.power.notation import Exchange, Flaw, Move
from server.games.power.orders import MOST_ORDERS, execute

POWER_OF: Mapping[Kind, int] = dict(zip(KINDS, POWERS, strict=True))
BIG_OF: Mapping[Kind, Kind] = {"S": "R", "T": "A", "C": "B", "D": "CR"}
NEVER = 99


@cache
def orders_to(kind: Kind, goal: Place) -> Mapping[Place, int]:
    """How many orders a piece of that kind needs to the goal, by the place where it is."""
    known, layer = {goal: 0}, {goal}
    while layer:
        number = known[next(iter(layer))] + 1
        layer = {
            place
            for place, reached in REACH[kind].items()
            if place not in known and not layer.isdisjoint(reached)
        }
        known.update(dict.fromkeys(layer, number))
    return known


class Paper:
    """Sheets that are filled line by line. A line that would be lost is refused."""

    def __init__(self, view: PowerView, sheets: Sequence[SheetKey]) -> None:
        self.view = view
        self.armies = tuple(army for army in sheets if army in view.armies)
        self.side = view.sides[self.armies[0]] if self.armies else ""
        self.friends = tuple(army for army, side in view.sides.items() if side == self.side)
        self.rivals = tuple(army for army, side in view.sides.items() if side != self.side)
        self.field = Field(view.pieces, view.sides, view.mercenary)
        self._lines: dict[Army, list[str]] = {army: [] for army in self.armies}

    def lines(self) -> dict[SheetKey, Lines]:
        return {army: tuple(lines) for army, lines in self._lines.items()}

    def room(self, army: Army) -> int:
        return MOST_ORDERS - len(self._lines[army])

    def _write(self, army: Army, order: Move | Exchange, text: str) -> bool:
        if not self.room(army) or isinstance(execute(self.field, army, order), Flaw):
            return False
        self._lines[army].append(text)
        return True

    def go(self, army: Army, kind: Kind, origin: Place, to: Place) -> bool:
        return self._write(army, Move(kind, origin, to), f"{kind} {origin} {to}")

    def swap(self, army: Army, used: Mapping[Kind, int], place: Place, make: Kind) -> bool:
        terms = "+".join(f"{count}{kind}" for kind, count in used.items() if count)
        return self._write(army, Exchange(stack_of(used), place, make), f"{terms} E{place} {make}")

    def buy(self, army: Army, kind: Kind) -> bool:
        return self.swap(army, {"P": POWER_OF[kind]}, "RV" + army, kind)

    def merge_all(self, army: Army) -> None:
        """Three of a kind become one big piece, wherever they are."""
        for place in tuple(self.field.places(army)):
            for small, big in BIG_OF.items():
                while self.field.count(army, place, small) >= 3 and self.swap(army, {small: 3}, place, big):
                    pass

    def deploy(self, army: Army, most: int = MOST_ORDERS) -> None:
        """Pieces go from the reserve to the HQ, the strongest first."""
        for kind in sorted(RANGE, key=lambda kind: -POWER_OF[kind]):
            while most > 0 and self.go(army, kind, "RV" + army, headquarters(army)):
                most -= 1

    def pieces(self, army: Army) -> Iterator[tuple[Place, Kind, int]]:
        """The pieces that may still move, each kind of each place."""
        for place, stack in tuple(self.field.fresh[army].items()):
            for kind, count in zip(KINDS, tuple(stack), strict=True):
                if count and kind in RANGE:
                    yield place, kind, count

    def own(self, place: Place) -> int:
        return sum(self.field.strength(army, place) for army in self.friends)

    def standing(self, place: Place) -> int:
        """The strength of the strongest rival side that is there."""
        totals: dict[str, int] = {}
        for army in self.rivals:
            side = self.view.sides[army]
            totals[side] = totals.get(side, 0) + strength(self.view.pieces.get(army, {}).get(place, ()))
        return max(totals.values(), default=0)

    def flying(self) -> tuple[Army, ...]:
        """The rivals whose flags have not been taken."""
        held, out = self.view.flags, self.view.eliminated
        return tuple(army for army in self.rivals if held[army] == army and army not in out)


def menace(view: PowerView, side: str, place: Place) -> int:
    """The most that one rival army could send there in this round."""
    most = 0
    for army, stacks in view.pieces.items():
        if view.sides[army] == side or army == view.mercenary:
            continue
        powers = sorted(
            (
                POWER_OF[kind]
                for origin, stack in stacks.items()
                for kind, count in zip(KINDS, stack, strict=True)
                if count and kind in RANGE and place in REACH[kind][origin]
                for _ in range(count)
            ),
            reverse=True,
        )
        most = max(most, sum(powers[:MOST_ORDERS]))
    return most
