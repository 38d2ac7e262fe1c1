"""Small POWER positions and rounds, in the words of a sheet."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from protocol.views.power import (
    ARMIES,
    KINDS,
    Army,
    Event,
    Lost,
    OrderEvent,
    Pieces,
    Place,
    PowerView,
    Side,
    Stack,
    stack_of,
    write_stack,
)
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerState

Written = Mapping[Army, Mapping[Place, str]]
EventT = TypeVar("EventT")

PAIRS: dict[Army, Side] = {"V": "VB", "B": "VB", "J": "JR", "R": "JR"}
"""The sides of two players."""


def stack(text: str) -> Stack:
    """`2S 1CR` as counts."""
    counts = {term.lstrip("0123456789"): int(term.rstrip("".join(KINDS))) for term in text.split()}
    return stack_of(counts)


def position(
    pieces: Written,
    *,
    referee: Army = "V",
    sides: Mapping[Army, Side] | None = None,
    mercenary: Army | None = None,
    flags: Mapping[Army, Army] | None = None,
    eliminated: Sequence[Army] = (),
    prefer: Mapping[Side, Army] | None = None,
) -> PowerState:
    return PowerState(
        round=1,
        referee=referee,
        sides=dict(sides or {army: army for army in ARMIES}),
        mercenary=mercenary,
        pieces={
            army: {place: stack(text) for place, text in places.items()} for army, places in pieces.items()
        },
        flags={army: army for army in ARMIES} | dict(flags or {}),
        eliminated=tuple(eliminated),
        preference=dict(prefer or {}),
    )


def write(pieces: Pieces) -> dict[Army, dict[Place, str]]:
    return {
        army: {place: write_stack(counts) for place, counts in places.items()}
        for army, places in pieces.items()
    }


class Round(NamedTuple):
    """What came of a round."""

    after: PowerState
    story: tuple[Event, ...]

    @property
    def pieces(self) -> dict[Army, dict[Place, str]]:
        return write(self.after.pieces)

    def told(self, kind: type[EventT]) -> list[EventT]:
        return [event for event in self.story if isinstance(event, kind)]

    @property
    def read(self) -> list[OrderEvent]:
        """The lines of all sheets, as they were read."""
        return [event for event in self.story if isinstance(event, OrderEvent)]

    def fates(self, army: Army) -> list[str | None]:
        """For each line of the army's sheet the code of why it was lost, or None if it was executed."""
        return [
            event.reason.code if isinstance(event, Lost) else None
            for event in self.read
            if event.army == army
        ]


def resolve(before: PowerState, orders: Mapping[Army, Sequence[str]], *, last: bool = False) -> Round:
    sheets = {army: tuple(lines) for army, lines in orders.items()}
    resolution = POWER.resolve(before, sheets, Dice(0), last=last)
    return Round(resolution.state, resolution.story)


def play(
    pieces: Written,
    orders: Mapping[Army, Sequence[str]],
    *,
    referee: Army = "V",
    sides: Mapping[Army, Side] | None = None,
    mercenary: Army | None = None,
    flags: Mapping[Army, Army] | None = None,
    eliminated: Sequence[Army] = (),
    prefer: Mapping[Side, Army] | None = None,
    last: bool = False,
) -> Round:
    """One round of four players, unless `sides` or a `mercenary` say otherwise."""
    before = position(
        pieces,
        referee=referee,
        sides=sides,
        mercenary=mercenary,
        flags=flags,
        eliminated=eliminated,
        prefer=prefer,
    )
    return resolve(before, orders, last=last)


def view_of(pieces: Written, seat: str = "V", *, mercenary: Army | None = None) -> PowerView:
    return POWER.view(position(pieces, mercenary=mercenary), seat)
