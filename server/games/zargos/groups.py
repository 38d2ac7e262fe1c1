"""A group that goes somewhere, in an attack or at reorganisation: what is wrong with its line. Z-MOVE."""

from msgspec import Struct

from protocol.views.zargos.board import INNER_FOUR, is_sea
from protocol.views.zargos.events import Moved, Played, Spent
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import Position
from protocol.views.zargos.words import Card, People, Place
from server.games.flaw import Flaw
from server.games.zargos.notation import Count, Elsewhere, Move, Voyage
from server.games.zargos.peoples import is_frozen
from server.games.zargos.trial import Trial, place_flaw
from server.games.zargos.ways import LAND_CELLS, step_flaw, voyage_flaw


class Group(Struct, frozen=True):
    count: Count
    origin: Place
    to: Place
    cells: tuple[Place, ...] = ()
    """The sea cells that it crosses, by boat or by LAND."""
    card: Card | None = None

    @property
    def word(self) -> int:
        """The number of the word that names the origin."""
        return 2 if self.card else 1

    @property
    def last_word(self) -> int:
        return self.word + len(self.cells) + 1

    @property
    def boats(self) -> int:
        return 0 if self.card else len(self.cells)


def group_of(order: Move | Voyage | Elsewhere) -> Group:
    match order:
        case Move():
            return Group(order.count, order.origin, order.to)
        case Voyage():
            return Group(order.count, order.origin, order.to, order.cells, "LAND" if order.by_card else None)
    return Group(order.count, order.origin, order.to, card="ELSE")


def start_flaw(trial: Trial[PositionT], group: Group) -> Flaw | None:
    """Unknown places, cards that are not there, and origins that are not held."""
    flaw = place_flaw((group.origin, *group.cells, group.to), group.word)
    if flaw:
        return flaw
    for number, cell in enumerate(group.cells):
        if not is_sea(cell):
            return Flaw("no-place--sea", group.word + 1 + number, {"word": cell})
    flaw = trial.card_flaw(group.card) if group.card else None
    if flaw:
        return flaw
    starts_on_land = bool(group.cells or group.card)  # Z-PHASE-6
    if not trial.stock(group.origin) or (starts_on_land and is_sea(group.origin)):
        return Flaw("not-own", group.word, {"place": group.origin})
    return None


def inner_flaw(group: Group) -> Flaw | None:
    """Z-CARD-6: the card ELSE does not lead into the middle of Zargos."""
    if group.card == "ELSE" and group.to in INNER_FOUR:
        return Flaw("bad-target--inner", group.last_word, {"place": group.to})
    return None


def ice_flaw(position: Position, group: Group) -> Flaw | None:
    """Z-CARD-10, Z-CARD-23."""
    if is_frozen(position, group.origin):
        return Flaw("frozen", group.word, {"place": group.origin})
    if is_frozen(position, group.to):
        return Flaw("frozen", group.last_word, {"place": group.to})
    return None


def way_flaw(position: Position, people: People, group: Group) -> Flaw | None:
    """Why the group cannot go this way: powers, distance, weather, oceans, boats."""
    if group.card == "ELSE":
        return None
    if not group.cells:
        return step_flaw(position, people, group.origin, group.to, group.last_word)
    if group.card and len(group.cells) > LAND_CELLS:
        return Flaw("too-far--land", group.word + 1 + LAND_CELLS, {"most": LAND_CELLS})  # Z-CARD-5
    ends = group.origin, group.to
    flaw = voyage_flaw(position, people, ends, group.cells, group.word + 1)
    boats = position.boats.get(people, 0)
    if flaw is None and group.boats > boats:
        return Flaw("no-boats", 0, {"boats": boats, "needed": group.boats})
    return flaw


def send(trial: Trial[PositionT], group: Group, number: int) -> None:
    """Carry the move out. Boats go back to the supply, and the card under the pile."""
    if group.card:
        trial.hand.remove(group.card)
        trial.played.append(group.card)
        trial.tell(Played(trial.people, group.card, group.to))
    trial.tell(Moved(trial.people, number, group.origin, group.to, group.cells))
    if group.boats:
        trial.tell(Spent(trial.people, group.boats))
