"""Carries out the orders of a sheet one by one, each on the board that the orders before it have left."""

from collections.abc import Mapping, Sequence
from functools import cache

from protocol.notes import Arg
from protocol.views.power import (
    EMPTY,
    KINDS,
    Army,
    Exchanged,
    Kind,
    Launched,
    Lost,
    Moved,
    OrderEvent,
    Penalised,
    Place,
    Shared,
    headquarters,
    reserve,
    stack_of,
    strength,
)
from server.games.power.board import GROUND, MEDIUM, RANGE, RANK, REACH, RESERVES, can_stand, distance
from server.games.power.field import POWER_OF, Field
from server.games.power.notation import Exchange, Flaw, Move, parse

MOST_ORDERS = 5
MISSILE_PRICE = 100
UPGRADE: Mapping[Kind, Kind] = {"S": "R", "T": "A", "C": "B", "D": "CR"}
DOWNGRADE: Mapping[Kind, Kind] = {big: small for small, big in UPGRADE.items()}
SMALLEST_FIRST: tuple[Kind, ...] = tuple(sorted(RANGE, key=POWER_OF.__getitem__))

Rulings = Mapping[tuple[Army, int], Flaw | None]
"""Orders of rivals (P-THREE-3). A Flaw cancels the line; with None it counts even if no piece is left."""


def read_sheet(field: Field, army: Army, lines: Sequence[str], rulings: Rulings) -> list[OrderEvent]:
    return [read_order(field, army, number, text, rulings) for number, text in enumerate(lines)]


def read_order(field: Field, army: Army, number: int, text: str, rulings: Rulings) -> OrderEvent:
    if number >= MOST_ORDERS:
        return _lost(army, number, text, Flaw("sixth", 0, {"most": MOST_ORDERS}))  # P-SHEET-1
    order = parse(text, army)
    if isinstance(order, Flaw):
        return _lost(army, number, text, order)
    if (army, number) in rulings and isinstance(order, Move):
        return _read_rival(field, army, number, text, order, rulings[army, number])
    done = execute(field, army, order)
    if isinstance(done, Flaw):
        return _lost(army, number, text, done)
    return _told(done, army, number, text, order)


def _read_rival(
    field: Field, army: Army, number: int, text: str, order: Move, ruling: Flaw | None
) -> OrderEvent:
    if ruling is not None:
        return _lost(army, number, text, ruling)
    owner = execute(field, army, order)
    if isinstance(owner, Flaw):
        assert field.mercenary is not None
        return Shared(army, number, text, field.mercenary, order.kind, order.origin, order.to)
    return _told(owner, army, number, text, order)


def _told(owner: Army, army: Army, number: int, text: str, order: Move | Exchange) -> OrderEvent:
    if isinstance(order, Exchange):
        return Exchanged(army, number, text, owner, order.place, order.used, order.make)
    if order.kind == "M":
        return Launched(army, number, text, owner, order.origin, order.to)
    return Moved(army, number, text, owner, order.kind, order.origin, order.to)


def _lost(army: Army, number: int, text: str, flaw: Flaw) -> Lost:
    return Lost(army, number, text, flaw.column(text), flaw.note, flaw.cancelled)


def execute(field: Field, army: Army, order: Move | Exchange) -> Army | Flaw:
    """Carry out the order and return the owner of the pieces that moved, or return why the order is lost."""
    if isinstance(order, Exchange):
        return _exchange(field, army, order)
    owner = _owner(field, army, order.kind, order.origin)
    if order.kind == "M":
        if not field.count(owner, order.origin, "M"):
            return Flaw("no-piece", 1, {"kind": "M", "place": order.origin})
        field.launch(owner, order.origin, order.to)
        return owner
    flaw = _absence(field, owner, order.kind, order.origin) or move_flaw(order.kind, order.origin, order.to)
    if flaw:
        return flaw
    field.move(owner, order.kind, order.origin, order.to)
    return owner


def _owner(field: Field, army: Army, kind: Kind, place: Place) -> Army:
    """P-THREE-2: the army's own piece if it has one there, else a mercenary that stood there at the start."""
    if field.mercenary is None or place not in field.hired:
        return army
    own = field.count(army, place, "M") if kind == "M" else field.fresh_count(army, place, kind)
    return army if own else field.mercenary


def _absence(field: Field, owner: Army, kind: Kind, place: Place) -> Flaw | None:
    """Why no piece of that kind there can carry out the order: P-MOVE-1, P-SHEET-5, P-EXCH-4."""
    if field.fresh_count(owner, place, kind):
        return None
    units = [unit for unit in field.used[owner].get(place, ()) if unit.kind == kind]
    if not units:
        return Flaw("no-piece", 1, {"kind": kind, "place": place})
    made = all(unit.origin is None for unit in units)
    return Flaw("made-here" if made else "moved-already", 1, {"kind": kind, "place": place})


@cache
def move_flaw(kind: Kind, origin: Place, to: Place) -> Flaw | None:
    """Why such a piece can never go there with one order, wherever other pieces are: P-MOVE."""
    if kind == "P":
        return Flaw("never-moves", 0, {"kind": kind})
    if to in REACH[kind][origin]:
        return None
    if origin == to:
        return Flaw("same-place", 2, {"place": to})  # P-MOVE-7
    if to in RESERVES:
        return Flaw("into-reserve", 2, {"kind": kind, "place": to})
    if origin in RESERVES:
        return Flaw("reserve-to-hq", 2, {"place": headquarters(origin[2])})  # P-MOVE-6
    if not can_stand(kind, to):
        return Flaw(f"{MEDIUM[kind]}-ground", 2, {"kind": kind, "to": to, "ground": GROUND[to]})
    args: dict[str, Arg] = {"kind": kind, "range": RANGE[kind], "to": to, "origin": origin}
    far = distance(kind, origin, to)
    # P-MOVE-3: the place is near enough, but an island or an HQ on the way stops the piece.
    code = "must-stop" if far is not None and far <= RANGE[kind] else "too-far"
    return Flaw(code, 2, args)


def _exchange(field: Field, army: Army, order: Exchange) -> Army | Flaw:
    flaw = exchange_flaw(order)
    if flaw:
        return flaw
    owner = army
    if _shortage(field, army, order) and field.mercenary and order.place in field.hired:
        owner = field.mercenary
    flaw = _shortage(field, owner, order)
    if flaw:
        return flaw
    field.exchange(owner, order.place, order.used, order.make)
    return owner


def exchange_flaw(order: Exchange) -> Flaw | None:
    """Why such pieces can never be exchanged for that piece: P-EXCH-1, 2, 3, 5."""
    make, used = order.make, order.used
    if make in UPGRADE:
        price = POWER_OF[make]
        return None if used == stack_of({"P": price}) else Flaw("price", 0, {"kind": make, "price": price})
    if make in DOWNGRADE:
        small = DOWNGRADE[make]
        return None if used == stack_of({small: 3}) else Flaw("three-of", 0, {"kind": make, "small": small})
    if make != "M":
        return Flaw("cannot-make", 2, {"kind": make})
    total = strength(used)
    if total < MISSILE_PRICE:
        return Flaw("under-hundred", 0, {"total": total, "price": MISSILE_PRICE})
    return None


def _shortage(field: Field, owner: Army, order: Exchange) -> Flaw | None:
    for kind, count in zip(KINDS, order.used, strict=True):
        if count and (there := field.count(owner, order.place, kind)) < count:
            return Flaw("not-enough", 0, {"kind": kind, "count": there, "place": order.place})
    return None


def penalty(field: Field, army: Army) -> Penalised | None:
    """P-IDLE: what an army that did nothing pays at the end of its sheet."""
    home = reserve(army)
    if field.fresh_count(army, home, "P"):
        field.add(army, home, stack_of({"P": -1}))
        return Penalised(army, None, None, EMPTY)
    smallest = _smallest(field, army)
    if smallest is None:
        return None
    kind, place = smallest
    field.add(army, place, stack_of({kind: -1}))
    small = DOWNGRADE.get(kind, kind)  # P-IDLE-2: group 2 turns into three of group 1 first
    kept = stack_of({"P": POWER_OF[small] - 1, small: 0 if small == kind else 2})
    field.add(army, home, kept)
    return Penalised(army, kind, place, kept)


def _smallest(field: Field, army: Army) -> tuple[Kind, Place] | None:
    """P-IDLE-3."""
    order = {reserve(army): -2, headquarters(army): -1}
    places = sorted(field.places(army), key=lambda place: order.get(place, RANK[place]))
    for kind in SMALLEST_FIRST:
        for place in places:
            if field.fresh_count(army, place, kind):
                return kind, place
    return None


def rival_rulings(field: Field, sheets: Mapping[Army, Sequence[str]]) -> Rulings:
    """P-THREE-3: which orders to mercenaries cancel each other or agree, before any is carried out."""
    if field.mercenary is None:
        return {}
    claims: dict[tuple[Kind, Place], list[tuple[Army, int, Place]]] = {}
    for army, lines in sheets.items():
        for number, text in enumerate(lines[:MOST_ORDERS]):
            order = parse(text, army)
            if isinstance(order, Move) and _claims_mercenary(field, army, order):
                claims.setdefault((order.kind, order.origin), []).append((army, number, order.to))
    rulings: dict[tuple[Army, int], Flaw | None] = {}
    for (kind, origin), claim in claims.items():
        rivals = len({army for army, _, _ in claim}) > 1
        if rivals and len(claim) > field.fresh_count(field.mercenary, origin, kind):
            agreed = len({to for _, _, to in claim}) == 1
            flaw = None if agreed else Flaw("rivals", 1, {"kind": kind, "place": origin}, cancelled=True)
            rulings.update({(army, number): flaw for army, number, _ in claim})
    return rulings


def _claims_mercenary(field: Field, army: Army, order: Move) -> bool:
    assert field.mercenary is not None
    if _owner(field, army, order.kind, order.origin) != field.mercenary:
        return False
    if not field.fresh_count(field.mercenary, order.origin, order.kind):
        return False
    return order.kind == "M" or move_flaw(order.kind, order.origin, order.to) is None
