"""Dragons that a STORM or a TIDE drives from their sea cells. Z-CARD-11, Z-CARD-17."""

from protocol.views.zargos.board import RANK, SEAS
from protocol.views.zargos.events import Lost, Sheltered
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import People, Place
from server.games.flaw import Flaw
from server.games.zargos.notation import Move, Order
from server.games.zargos.peoples import stormy_cells
from server.games.zargos.state import Course, master_of
from server.games.zargos.trial import Trial, place_flaw


def nearest_coasts(position: Position, cell: Place) -> tuple[Place, ...]:
    """The own territories of the Dragons that are nearest to a sea cell, in board order."""
    own = position.units.get("D", {})
    reached, ring = {cell}, [cell]
    while ring:
        found = {coast for each in ring for coast in SEAS[each].coasts if coast in own}
        if found:
            return tuple(sorted(found, key=RANK.__getitem__))
        ring = [far for each in ring for far in SEAS[each].neighbours if far not in reached]
        reached.update(ring)
    return ()


def driven(position: Position) -> dict[Place, tuple[Place, ...]]:
    """The sea cells that Dragons must leave, each with the places to which they may go.

    Under a TIDE a cell without any such place is among them; its Dragons are lost.
    """
    cells = [place for place in SEAS if place in position.units.get("D", {})]
    if "TIDE" in position.winds:
        return {cell: nearest_coasts(position, cell) for cell in cells}
    stormy = stormy_cells(position)
    ways = {
        cell: tuple(sorted((far for far in SEAS[cell].neighbours if far not in stormy), key=RANK.__getitem__))
        for cell in cells
        if cell in stormy
    }
    return {cell: places for cell, places in ways.items() if places}


def has_choice(position: Position) -> bool:
    return any(len(places) > 1 for places in driven(position).values())


class Shelter(Trial[PositionT]):
    stage = "shelter"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.ways = driven(position)

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Move)
        flaw = place_flaw((order.origin, order.to), 1)
        if flaw:
            return flaw
        there = self.stock(order.origin)
        if not self.ways.get(order.origin) or not there:
            return Flaw("not-own--shelter", 1, {"place": order.origin})
        if order.to not in self.ways[order.origin]:
            return Flaw("bad-target--shelter", 2, {"place": order.to})
        count = there if order.count is None else order.count
        if count > there:
            return Flaw("too-few", 0, {"place": order.origin, "most": there})
        self.tell(Sheltered(order.origin, order.to, count))
        return None


def take_shelter(course: Course, ways: dict[Place, tuple[Place, ...]]) -> None:
    """All that no line has moved go to the first place that will do, or are lost."""
    before = master_of(course.state)
    for cell, places in ways.items():
        left = course.state.units.get("D", {}).get(cell, 0)
        if left and places:
            course.tell(Sheltered(cell, places[0], left))
        elif left:
            course.tell(Lost("D", cell, left, "TIDE"))
    course.settle(before)
