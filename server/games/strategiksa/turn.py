"""Reads the sheet of a turn line by line, each on the board that the lines before it have left. K-TURN."""

from collections.abc import Sequence
from typing import Generic

from protocol.notes import Arg
from protocol.views.strategiksa import (
    Battle,
    Cell,
    Clashed,
    Directed,
    Kind,
    Lost,
    Moved,
    Mutated,
    Offered,
    Position,
    Reinforced,
    Served,
    Stack,
    Unit,
    hurt,
    stack_of,
)
from server.games.flaw import Flaw
from server.games.strategiksa.board import (
    MOUNTAINS,
    RANGE,
    WEIGHT,
    ZONE_OF,
    controlled,
    distance,
    has,
    reach,
    sides_at,
    units_of,
)
from server.games.strategiksa.notation import (
    MOST_LINES,
    Direct,
    Move,
    Mutation,
    Offer,
    Put,
    Service,
    TurnOrder,
    parse_turn,
)
from server.games.strategiksa.state import Course, PositionT, is_free
from server.games.strategiksa.vassals import (
    MOST_DIRECTED,
    business_flaw,
    carry_out,
    directed_weight,
    reinforcements,
)

STEPS: dict[type, int] = {Put: 0, Mutation: 1, Move: 2}
"""K-TURN-2 to 4: reinforcements, then mutations, then moves. Words of a suzerain may be anywhere."""


class Turn(Generic[PositionT]):
    def __init__(self, course: Course[PositionT]) -> None:
        position = course.position
        self.course = course
        self.colour = position.active
        self.writer = position.directors[position.active]
        self.step = 0
        self.read_any = False
        self.offering = False
        self.moved: dict[tuple[Cell, Unit], int] = {}
        """How many pieces on a cell came there in this turn and cannot move again."""
        self.left: int | None = None
        """The reinforcements that are left; None until the first are placed."""

    @property
    def position(self) -> Position:
        return self.course.position

    def read(self, lines: Sequence[str]) -> None:
        for number, text in enumerate(lines):
            if text.strip():
                flaw = self.read_line(number, text)
                if flaw:
                    self.course.tell(Lost(self.colour, number, text, flaw.column(text), flaw.note))

    def read_line(self, number: int, text: str) -> Flaw | None:
        if number >= MOST_LINES:
            return Flaw("sheet-full", 0, {"most": MOST_LINES})
        order = parse_turn(text)
        if isinstance(order, Flaw):
            return order
        flaw = self._order_flaw(order)
        if flaw is None:
            self._carry_out(number, text, order)
            self.read_any = True
            self.step = max(self.step, STEPS.get(type(order), 0))
        return flaw

    def _order_flaw(self, order: TurnOrder) -> Flaw | None:
        if self.offering:
            return Flaw("after-offer")
        if STEPS.get(type(order), self.step) < self.step:
            return Flaw("too-late-put" if isinstance(order, Put) else "too-late-mutation")
        match order:
            case Put():
                return self.put_flaw(order)
            case Mutation():
                return self.mutation_flaw(order)
            case Move():
                return self.move_flaw(order)
            case Offer():
                return self.offer_flaw(order)
            case Direct() | Service():
                return self.word_flaw(order)

    def _carry_out(self, number: int, text: str, order: TurnOrder) -> None:
        on_sheet = self.colour, number, text
        match order:
            case Put():
                self.left = self.reinforcements_left() - order.count * WEIGHT[order.kind]
                self.course.tell(Reinforced(*on_sheet, order.cell, stack_of({order.kind: order.count})))
            case Mutation():
                used = self._pick(order.unit, order.count, order.cell)
                made = _mutated(used, order.make)
                self.course.tell(Mutated(*on_sheet, order.cell, used, made))
            case Move():
                stack = self._pick(order.unit, order.count, order.origin)
                self.course.tell(Moved(*on_sheet, stack, order.origin, order.to))
                self._arrive(order, stack)
            case Offer():
                self.offering = True
                self.course.tell(Offered(*on_sheet, order.to))
                self.course.change(asked=order.to)
            case Direct():
                self.course.tell(Directed(*on_sheet, order.colour, order.player))
                carry_out(self.course, self.writer, order)
            case Service():
                self.course.tell(Served(*on_sheet, order.player, order.serves))
                carry_out(self.course, self.writer, order)

    def reinforcements_left(self) -> int:
        return reinforcements(self.position, self.colour) if self.left is None else self.left

    def friendly_cells(self) -> list[Cell]:
        """K-TURN-2: every cell of the zones that the player's side controls."""
        own = self.position.lords[self.colour]
        zones = {zone for zone, lord in controlled(self.position).items() if lord == own}
        mountains = MOUNTAINS[self.position.map]
        return [cell for cell, zone in ZONE_OF.items() if zone in zones and cell not in mountains]

    def put_flaw(self, order: Put) -> Flaw | None:
        position, left = self.position, self.reinforcements_left()
        weight = directed_weight(position, self.writer)
        if order.kind == "R":
            return Flaw("no-new-king")
        if not is_free(position, self.colour):
            return Flaw("fallen-colour", 0, {"colour": self.colour})  # K-TURN-9
        if self.left is None and weight > MOST_DIRECTED:
            return Flaw("over-fifty", 0, {"weight": weight, "most": MOST_DIRECTED})
        if order.cell in MOUNTAINS[position.map]:
            return Flaw("mountain", 1, {"cell": order.cell})
        if order.cell not in self.friendly_cells():
            return Flaw("not-friendly", 1, {"cell": order.cell})
        cost = order.count * WEIGHT[order.kind]
        return Flaw("too-few-left", 0, {"left": left, "cost": cost}) if cost > left else None

    def mutation_flaw(self, order: Mutation) -> Flaw | None:
        return self._shortage(order.unit, order.count, order.cell)

    def offer_flaw(self, order: Offer) -> Flaw | None:
        """K-TURN-1: an offer is made once, at the start of the turn."""
        position = self.position
        if not is_free(position, self.colour):
            return Flaw("offer-own-turn" if is_free(position, self.writer) else "vassal-already")
        if position.asked is not None:
            return Flaw("asked-already", 0, {"player": position.asked})
        if self.read_any:
            return Flaw("offer-first")
        if order.to == self.colour or not is_free(position, order.to):
            return Flaw("no-such-suzerain", 1, {"player": order.to})
        return None

    def word_flaw(self, order: Direct | Service) -> Flaw | None:
        """Why a word of the suzerain on this sheet is lost."""
        flaw = business_flaw(self.position, self.writer, order)
        return self._excess_flaw(order) if flaw is None and self.left is not None else flaw

    def _excess_flaw(self, order: Direct | Service) -> Flaw | None:
        """K-TURN-7: a player who was reinforced may not come to direct more than fifty on the same sheet."""
        trial = Course(self.position)
        carry_out(trial, self.writer, order)
        weight = directed_weight(trial.position, self.writer)
        if weight <= max(MOST_DIRECTED, directed_weight(self.position, self.writer)):
            return None
        return Flaw("reinforced-already", 0, {"weight": weight, "most": MOST_DIRECTED})

    def move_flaw(self, order: Move) -> Flaw | None:
        kind = order.unit[0]
        if order.origin == order.to:
            return Flaw("same-cell", 2, {"cell": order.to})
        if order.to in MOUNTAINS[self.position.map]:
            return Flaw("mountain", 2, {"cell": order.to})
        shortage = self._shortage(order.unit, order.count, order.origin)
        if shortage:
            return shortage
        if order.to in reach(self.position, self.colour, kind, order.origin):
            return None
        args: dict[str, Arg] = {"kind": kind, "range": RANGE[kind], "origin": order.origin, "to": order.to}
        far = distance(order.origin, order.to) > RANGE[kind]
        return Flaw("too-far" if far else "no-way", 2, args)

    def fresh(self, cell: Cell, unit: Unit) -> int:
        """How many such pieces on the cell may still move."""
        stack = self.position.pieces.get(self.colour, {}).get(cell)
        return has(stack, unit) - self.moved.get((cell, unit), 0) if stack else 0

    def fresh_units(self, cell: Cell, unit: Unit) -> dict[Unit, int]:
        """The pieces that a word names: `I` unwounded ones first, then wounded; `I*` only wounded ones."""
        units = units_of(unit) if unit in RANGE else (unit,)
        return {each: self.fresh(cell, each) for each in units}

    def _shortage(self, unit: Unit, count: int, cell: Cell) -> Flaw | None:
        there = sum(self.fresh_units(cell, unit).values())
        if there >= count:
            return None
        args: dict[str, Arg] = {"unit": unit, "cell": cell, "count": there}
        if there:
            return Flaw("not-enough", 0, args)
        came = any(self.moved.get((cell, each)) for each in self.fresh_units(cell, unit))
        return Flaw("moved-already" if came else "no-piece", 1, args)

    def _pick(self, unit: Unit, count: int, cell: Cell) -> Stack:
        picked: dict[Unit, int] = {}
        for each, there in self.fresh_units(cell, unit).items():
            picked[each] = min(there, count - sum(picked.values()))
        return stack_of(picked)

    def _arrive(self, order: Move, stack: Stack) -> None:
        for unit in units_of(order.unit[0]):
            key = order.to, unit
            self.moved[key] = self.moved.get(key, 0) + has(stack, unit)
        position = self.position
        sides = sides_at(position, order.to)
        opened = any(battle.cell == order.to for battle in position.battles)
        if len(sides) > 1 and not opened:
            own = position.lords[self.colour]
            enemy = next(lord for lord in sides if lord != own)
            self.course.tell(Clashed(order.to, own, enemy))
            self.course.change(battles=(*position.battles, Battle(order.to, self.colour)))


def _mutated(used: Stack, make: Kind) -> Stack:
    """Each piece becomes one other; a wounded one stays wounded."""
    wounded = hurt(stack_of({make: has(used, "C*")}))
    return tuple(a + b for a, b in zip(stack_of({make: has(used, "C")}), wounded, strict=True))
