"""The course of a battle: from the answer to a question to the next question. A-PHASE-3."""

from collections.abc import Mapping, Sequence

from protocol.ids import Lines, Seat
from protocol.views.argad import events as e
from protocol.views.argad.view import Order
from protocol.views.argad.words import (
    CARD,
    ENEMY_OF,
    EXTRA,
    JOKER,
    JOKER_STAGE,
    PLAN,
    RESERVE,
    SIDE_OF,
    UnitName,
)
from server.games.api import Private
from server.games.argad.battle import Battle
from server.games.argad.faults import code_of
from server.games.argad.jokers import default_help, help_with, judge_help, reserve_of
from server.games.argad.judging import Asking, judge
from server.games.argad.notation import HOLD, Help, parse_help, parse_order, parse_reserve
from server.games.argad.orders import ASKS_A_RESERVE, begin, carry_out, finish
from server.games.argad.piles import Pile
from server.games.argad.sheets import Judged, choose
from server.games.argad.shots import aim
from server.games.argad.state import ROOM, has_troops, seats_of
from server.games.argad.turns import decide, end_turn, is_over, is_side_empty, make_deck, start_turn
from server.games.argad.units import Plan
from server.games.argad.volleys import endure, fire
from server.games.flaw import Flaw

Sheets = Mapping[Seat, Lines]


class Course:
    """What one resolution does. It goes on by itself until somebody must be asked."""

    def __init__(self, battle: Battle, pile: Pile | None, *, starts_turns: bool = True) -> None:
        self.battle = battle
        self._pile = pile
        """None: nothing is drawn after the phase."""
        self._starts_turns = starts_turns
        self._extras = list(battle.state.extras)
        self._is_first = False
        self.is_asking = False
        """Whether somebody is asked next."""
        self.has_ended_turn = False
        """Whether the turn is over and the next has not begun."""
        self.lines: list[Judged] = []

    def begin_turn(self, number: int) -> None:
        start_turn(self.battle, number)
        self._is_first = True
        if self._starts_turns:
            make_deck(self.battle)

    def stop_drawing(self) -> None:
        """A-END-2: when the time is over, nothing is drawn after the phase that is on."""
        self._pile = None

    def judge_lines(self, judged: Sequence[Judged]) -> None:
        """Tell which lines are lost; A-SECRET-1: of a private phase only to their writer."""
        self.is_asking = False
        self.lines += judged
        for line in judged:
            if line.flaw:
                is_private = self.battle.state.hides_reserve and line.phase in (JOKER_STAGE, RESERVE)
                lost = line.lost
                self.battle.note(Private((line.seat,), lost, sheet=line.seat) if is_private else lost)

    def read_joker(self, lines: Lines) -> None:
        state = self.battle.state
        seat = state.playing

        def judged(text: str) -> tuple[Help, UnitName] | Flaw:
            chosen = parse_help(text)
            if isinstance(chosen, Flaw):
                return chosen
            unit = judge_help(state, seat, chosen)
            return unit if isinstance(unit, Flaw) else (chosen, unit)

        found, _, read = choose(seat, JOKER_STAGE, lines, ROOM[JOKER_STAGE], judged)
        self.judge_lines(read)
        letter, unit = (found[0].letter, found[1]) if found else default_help(state, seat)
        self.use_joker(seat, letter, unit)
        self.ask_owner(seat)

    def use_joker(self, seat: Seat, letter: str, unit: UnitName) -> None:
        help_with(self.battle, seat, letter, unit)
        if letter == "X":
            self._extras.append(unit)

    def read_card(self, lines: Lines) -> None:
        """A card, or an extra activation."""
        state = self.battle.state
        seat, phase, only = state.playing, state.stage, state.extra or None

        def judged(text: str) -> Plan | Flaw:
            command = parse_order(text)
            return command if isinstance(command, Flaw) else judge(state, Asking(seat, only), command)

        plan, number, read = choose(seat, phase, lines, ROOM[phase], judged)
        self.judge_lines(read)
        if plan is None or plan.command.verb == "P":
            self.battle.tell(e.Passed(seat))
        else:
            text = lines[number]
            self.battle.note(e.Ordered(seat, phase, text))
            if self._ask_reserve(Order(seat, phase, text), plan.command.verb):
                return
            carry_out(self.battle, plan)
        self.advance()

    def _ask_reserve(self, order: Order, verb: str, after: Seat = "") -> bool:
        """A-JOK-7: ask who may act before this order is carried out; whether anybody is asked."""
        state = self.battle.state
        asked = self._reserve_seats(order.seat) if verb in ASKS_A_RESERVE else ()
        if after:
            asked = asked[asked.index(after) + 1 :]
        if not asked:
            return False
        self._ask(RESERVE, (asked[0],), order.seat, state.extra, order)
        return True

    def _reserve_seats(self, seat: Seat) -> tuple[Seat, ...]:
        """The enemies who are asked, in seat order. A-SECRET-1: being asked betrays nothing."""
        state = self.battle.state
        enemies = seats_of(state, ENEMY_OF[SIDE_OF[seat]])
        if state.hides_reserve:
            return tuple(each for each in enemies if each in state.asked and has_troops(state, each))
        unit = reserve_of(state, enemies)
        return (unit[-1],) if unit else ()

    def read_reserve(self, lines: Lines) -> None:
        state = self.battle.state
        seat, order = state.choosing[0], state.order
        assert order is not None
        only = reserve_of(state, (seat,)) or ""

        def judged(text: str) -> Plan | Flaw:
            command = parse_reserve(text)
            return command if isinstance(command, Flaw) else judge(state, Asking(seat, only), command)

        plan, number, read = choose(seat, RESERVE, lines, ROOM[RESERVE], judged)
        self.judge_lines(read)
        if plan is None or plan.command.verb == HOLD:
            self.battle.tell(e.Held(seat))
            if self._ask_reserve(order, "M", after=seat):
                return
            self.finish_order(order)
        else:
            self.battle.note(e.Ordered(seat, RESERVE, lines[number]))
            self._react(plan, order)
        self.advance()

    def finish_order(self, order: Order) -> None:
        """Carry out the order that waited, if it is still legal."""
        plan = self._judged_anew(order)
        if isinstance(plan, Flaw):
            self.battle.tell(e.Frustrated(order.seat, code_of(plan)))
        else:
            carry_out(self.battle, plan)

    def end_by_time(self) -> None:
        """A-END-2: an order that waits for a reserve is carried out, then points decide."""
        order = self.battle.state.order
        if self.is_asking and order is not None:
            self.finish_order(order)
        if not is_over(self.battle.state):
            decide(self.battle, "time")

    def _judged_anew(self, order: Order) -> Plan | Flaw:
        state, command = self.battle.state, parse_order(order.text)
        if isinstance(command, Flaw):
            return command
        return judge(state, Asking(order.seat, state.extra or None), command)

    def _react(self, plan: Plan, order: Order) -> None:
        """A-JOK-7: two volleys are simultaneous; else the reserve acts wholly first."""
        enemy = self._judged_anew(order)
        self.battle.tell(e.ReserveActs(plan.unit))
        if isinstance(enemy, Plan) and _is_volley(plan) and _is_volley(enemy):
            self._shoot_together(plan, enemy)
            return
        carry_out(self.battle, plan)
        self.finish_order(order)

    def _shoot_together(self, plan: Plan, enemy: Plan) -> None:
        battle = self.battle
        begin(battle, plan)
        begin(battle, enemy)
        aims = [aim(battle.state, each.unit, each.target, moves=False) for each in (plan, enemy)]
        volleys = [(plan, aims[0]), (enemy, aims[1])]
        struck = [fire(battle, each.unit, each.target, aimed) for each, aimed in volleys]
        for each in struck:
            endure(battle, each)
        finish(battle, enemy)
        finish(battle, plan)

    def advance(self) -> None:
        """From an order to the next question. A-DECK-5: without an enemy nobody acts once more."""
        if is_side_empty(self.battle.state):
            self._extras.clear()
        while self._extras:
            unit = self._extras.pop(0)
            if self.battle.has(unit):
                self._ask(EXTRA, (unit[-1],), unit[-1], unit)
                return
        self.draw_on()

    def draw_on(self) -> None:
        """Draw cards until somebody must be asked. Jokers, lost cards and turn ends ask nobody."""
        while self._pile is not None and not is_over(self.battle.state):
            if self.is_deck_empty or is_side_empty(self.battle.state):
                if not self.next_turn():
                    return
            elif self.draw():
                return

    def next_turn(self) -> bool:
        """The end of the turn and the start of the next; whether cards are drawn then."""
        self.void_deck()
        end_turn(self.battle)
        self.has_ended_turn = not self._starts_turns
        if is_over(self.battle.state) or not self._starts_turns:
            return False
        self.begin_turn(self.battle.state.turn + 1)
        return not self.ask_plans()

    def void_deck(self) -> None:
        if self._pile is not None and not self.is_deck_empty:
            self._pile.clear()
            self.battle.tell(e.DeckMade({}))

    def ask_plans(self) -> bool:
        """A-PHASE-5: with blind orders everybody plans the turn."""
        state = self.battle.state
        if not state.is_blind:
            return False
        self._ask(PLAN, tuple(seat for seat in state.seats if has_troops(state, seat)))
        return True

    def draw(self) -> bool:
        """Draw a card; whether its owner is asked."""
        card = self.draw_card()
        if not card:
            return False
        self.ask_owner(card)
        return True

    def draw_card(self) -> Seat:
        """Draw a card; its owner, if anybody can use it. A-DECK-5, A-JOK-1."""
        assert self._pile is not None
        card = self._pile.draw(self.battle)
        if card == JOKER:
            self.battle.tell(e.JokerDrawn())
            return ""
        self.battle.tell(e.CardDrawn(card))
        if not has_troops(self.battle.state, card):
            self.battle.tell(e.CardLost(card))
            return ""
        return card

    @property
    def is_deck_empty(self) -> bool:
        return self._pile is None or self._pile.is_empty(self.battle)

    def ask_owner(self, seat: Seat) -> None:
        """The owner of a card chooses the help of each waiting Joker first."""
        self._ask(JOKER_STAGE if self.battle.state.jokers else CARD, (seat,), seat)

    def _ask(
        self,
        stage: str,
        choosing: tuple[Seat, ...],
        playing: Seat = "",
        extra: UnitName = "",
        order: Order | None = None,
    ) -> None:
        self.is_asking = True
        extras = tuple(self._extras)
        self.battle.tell(e.Asked(stage, choosing, playing, extra, extras, order, self._is_first))
        self._is_first = False

    def take_extras(self) -> list[UnitName]:
        """The units that act once more after this card, which are then no more waiting."""
        taken, self._extras = self._extras, []
        return taken


def _is_volley(plan: Plan) -> bool:
    return plan.command.verb == "S" and not plan.command.hexes
