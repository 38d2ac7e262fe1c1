"""POWER as the table uses it: from the sheets it makes the next position and the story of the round."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from protocol.ids import Seat, SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.views.power import ARMIES, Army, Event, Lost, OrderEvent, Penalised, PowerView
from server.games.api import Outcome, Phase, Resolution, Sheets, limit_of
from server.games.dice import Roller
from server.games.power import conflicts, desk, scenario, spoils
from server.games.power.field import Field
from server.games.power.orders import MOST_ORDERS, Rulings, penalty, read_sheet, rival_rulings
from server.games.power.state import (
    GAME_LIMIT,
    PowerOptions,
    PowerState,
    imagine,
    read_options,
    readers,
    reading_order,
    seating,
    set_up,
)
from server.games.scenario_dice import ScenarioDice


class Power:
    name = "power"
    players = range(2, 5)
    rules_version = 2
    has_secrets = False
    options_type = PowerOptions
    state_type = PowerState
    view_type = PowerView
    event_type = Event

    def read_options(self, given: Mapping[str, Any]) -> PowerOptions:
        return read_options(given)

    def seating(self, options: PowerOptions) -> tuple[Seat, ...]:
        return seating(options)

    def limit(self, options: PowerOptions) -> float | None:
        return limit_of(options, GAME_LIMIT)

    def setup(self, options: PowerOptions, dice: Roller) -> PowerState:
        return set_up(options, dice)

    def phase(self, state: PowerState) -> Phase:
        owing: dict[Seat, tuple[SheetKey, ...]] = {}
        for army in readers(state) if not state.over else ():
            seat = state.sides[army]
            owing[seat] = (*owing.get(seat, ()), army)
        return Phase("orders", owing, seconds=state.seconds, quiet=True, lines=MOST_ORDERS)

    def resolve(self, state: PowerState, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        field = Field(state.pieces, state.sides, state.mercenary)
        order = readers(state)
        clockwise = reading_order(state.referee, state.eliminated)  # mercenaries are in this order too
        standing = spoils.Standing(state.flags, state.eliminated)
        story: list[Event] = []
        rulings = rival_rulings(field, {army: sheets.get(army, ()) for army in order})
        for army in order:
            story += _read(field, army, sheets.get(army, ()), rulings)
        story += conflicts.strike(field)
        if contested := conflicts.contested(field):
            story += conflicts.settle_ties(field, contested)
            story += conflicts.fight(field, state.preference)
        story += spoils.collect(field, standing, clockwise)
        story += spoils.take_flags(field, standing, clockwise, state.preference)
        ended = spoils.end(field, standing, last=last)
        if ended:
            story.append(ended)
        eliminated = tuple(army for army in ARMIES if army in standing.out)
        after = msgspec.structs.replace(
            state,
            round=state.round + 1,
            referee=_next_referee(state, eliminated),
            pieces=field.pieces(),
            flags=standing.flags,
            eliminated=eliminated,
            over=ended is not None,
            winner=ended.winner if ended else None,
            ending=ended.reason if ended else "",
        )
        return Resolution(after, tuple(story))

    def declare(self, state: PowerState, seat: Seat, text: str, dice: Roller) -> Note:
        """P-SHEET-1: orders are only given on sheets."""
        return Note("usage.no-words")

    def suggest_words(self, view: PowerView, text: str) -> tuple[Suggestion, ...]:
        return ()

    def amend(self, state: PowerState, lines: Sequence[str]) -> PowerState:
        return scenario.amend(state, lines)

    def outcome(self, state: PowerState) -> Outcome | None:
        if not state.over:
            return None
        if state.winner:
            return Outcome((state.winner,), state.ending)
        field = Field(state.pieces, state.sides, state.mercenary)
        standing = spoils.Standing(state.flags, state.eliminated)
        return Outcome((), state.ending, drawn=tuple(spoils.count(field, standing).leaders))

    def figures(self, state: PowerState) -> dict[Seat, dict[str, int]]:
        """How many flags of others each side holds."""
        sides = state.sides
        taken = [sides[holder] for flag, holder in state.flags.items() if sides[holder] != sides[flag]]
        players = dict.fromkeys(side for army, side in sides.items() if army != state.mercenary)
        return {side: {"flags": taken.count(side)} for side in players}

    def view(self, state: PowerState, seat: Seat | None) -> PowerView:
        """P-SHEET-9: nothing is secret. The view of a seat also says which armies are its own."""
        reading = readers(state)
        return PowerView(
            seat=seat,
            armies=tuple(army for army in ARMIES if army in reading and state.sides[army] == seat),
            round=state.round,
            referee=state.referee,
            reading=reading,
            sides=state.sides,
            mercenary=state.mercenary,
            pieces=state.pieces,
            flags=state.flags,
            eliminated=state.eliminated,
            over=state.over,
            winner=state.winner,
        )

    def imagine(self, view: PowerView, options: PowerOptions) -> PowerState:
        return imagine(view, options)

    def usage(self, view: PowerView, sheet: SheetKey) -> Note | None:
        example = desk.first_order(view, sheet)
        return Note("usage.orders", {"example": example.lower()}) if example else None

    def progress(self, view: PowerView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
        return desk.progress(view, sheet, lines)

    def review(self, view: PowerView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
        return desk.review(view, sheet, lines)

    def suggest(
        self, view: PowerView, sheet: SheetKey, above: Sequence[str], text: str
    ) -> tuple[Suggestion, ...]:
        return desk.suggest(view, sheet, above, text)

    def check_sheet(self, lines: Sequence[str]) -> None:
        """No sheet of this game can be written before a game."""

    def scenario(self, given: Any, language: str, dice: Roller | None = None) -> dict[str, Any]:
        asked = scenario.read_scenario(given)
        before = scenario.position(asked)
        resolution = self.resolve(before, asked.orders, dice or ScenarioDice(), last=asked.last)
        return scenario.write_outcome(before, resolution, language)

    def write_scenario(self, state: PowerState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
        return scenario.write_scenario(state, sheets, last=last)


def _read(field: Field, army: Army, lines: Sequence[str], rulings: Rulings) -> list[OrderEvent | Penalised]:
    events: list[OrderEvent | Penalised] = [*read_sheet(field, army, lines, rulings)]
    # P-IDLE-1; P-THREE-4: an army whose order was cancelled by rivals pays nothing.
    idle = all(isinstance(event, Lost) and not event.cancelled for event in events)
    if idle and (paid := penalty(field, army)):
        events.append(paid)
    return events


def _next_referee(state: PowerState, eliminated: Sequence[Army]) -> Army:
    """P-SHEET-8: the next army clockwise that is still in play. Mercenaries are never the referee."""
    following = reading_order(state.referee, (*eliminated, state.mercenary, state.referee))
    return following[0] if following else state.referee


POWER = Power()
