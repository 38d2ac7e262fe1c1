"""The sheet of a purchase: units, where they go, and boats. Z-BUY."""

from protocol.views.zargos.board import RANK, is_sea
from protocol.views.zargos.events import Bought, Placed
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import MOST_BOATS, MOST_UNITS, People, Place
from server.games.flaw import Flaw
from server.games.zargos.notation import Boats, Count, Order, Put
from server.games.zargos.peoples import BOAT_PRICE, FIGURES
from server.games.zargos.state import living
from server.games.zargos.trial import Trial, place_flaw


def can_pay(position: Position, people: People) -> bool:
    """Whether the points pay for a unit or a boat, whatever the supply."""
    return position.points.get(people, 0) >= min(FIGURES[people].price, BOAT_PRICE)


def buyers(position: Position) -> tuple[People, ...]:
    """Who buys now. At a table that buys together, all from the active people on."""
    peoples = [people for people in living(position) if can_pay(position, people)]
    if position.buying == "turn":
        return (position.active,) if position.active in peoples else ()
    order = position.order
    start = order.index(position.active) if position.active in order else 0
    return tuple(people for people in peoples if people in order[start:])


class Purchase(Trial[PositionT]):
    stage = "buy"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.points = position.points.get(people, 0)
        self.units = self.boats = 0

    @property
    def price(self) -> int:
        return FIGURES[self.people].price

    @property
    def unit_supply(self) -> int:
        return MOST_UNITS - sum(self.position.units.get(self.people, {}).values())

    @property
    def boat_supply(self) -> int:
        return MOST_BOATS - sum(self.position.boats.values()) - self.boats

    def judge(self, number: int, order: Order) -> Flaw | None:
        match order:
            case Put():
                return self._buy_units(order.count, order.place)
            case Boats():
                return self._buy_boats(order.count)
        return None

    def _buy_units(self, count: Count, place: Place) -> Flaw | None:
        flaw = place_flaw((place,), 1)
        if flaw is None and not self.stock(place):
            flaw = Flaw("not-own", 1, {"place": place})
        flaw = flaw or self._means_flaw(count, self.price, self.unit_supply)
        if flaw is None:
            self.place(min(self.points // self.price, self.unit_supply) if count is None else count, place)
        return flaw

    def _buy_boats(self, count: Count) -> Flaw | None:
        flaw = self._means_flaw(count, BOAT_PRICE, self.boat_supply)
        if flaw is None:
            bought = min(self.points // BOAT_PRICE, self.boat_supply) if count is None else count
            self.points -= bought * BOAT_PRICE
            self.boats += bought
        return flaw

    def _means_flaw(self, count: Count, price: int, supply: int) -> Flaw | None:
        wanted = count or 1
        if wanted * price > self.points:
            return Flaw("no-points", 0, {"cost": wanted * price, "left": self.points})
        if wanted > supply:
            return Flaw("no-supply", 0, {"left": max(supply, 0)})
        return None

    def place(self, number: int, place: Place) -> None:
        self.points -= number * self.price
        self.units += number
        self.tell(Placed(self.people, place, number))

    def fill(self) -> None:
        """Z-PHASE-10: an empty sheet puts units where fewest stand, one by one."""
        held = self.position.units.get(self.people, {})
        land = [place for place in held if not is_sea(place)]
        places = sorted(land or held, key=RANK.__getitem__)
        bought: dict[Place, int] = dict.fromkeys(places, 0)
        for _ in range(min(self.points // self.price, self.unit_supply) if places else 0):
            bought[min(places, key=lambda place: held[place] + bought[place])] += 1
        for place, number in bought.items():
            if number:
                self.place(number, place)

    def bill(self) -> Bought:
        return Bought(self.people, self.units, self.boats)
