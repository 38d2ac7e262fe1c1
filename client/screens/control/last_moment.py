"""The last moment of a phase: an order that is typed but was not entered is put on the sheet.

The server must offer it as a whole order, and the player must have stopped typing. The client writes it a
moment before the bell, like any other line, because only what arrives before the bell counts.
"""

from typing import TYPE_CHECKING, TypeAlias

from client.play.whole_orders import is_offered_whole
from client.screens.draw.lines import shorten
from client.state.alarms import is_last_moment
from protocol.ids import SheetKey

if TYPE_CHECKING:
    from client.screens.control.controller import Controller

STANDS = 1.0
"""An order that has not changed for so many seconds is not being typed any more."""

Place: TypeAlias = tuple[tuple[int, bool], SheetKey, int, str]
"""The phase, the sheet, the line and the text of an order that is not on the sheet."""


class LastMoment:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self._typed: Place | None = None
        self._since = 0.0
        """Since when that order stands in the input line."""
        self._asked: Place | None = None
        """The order about which the server was asked."""
        self._taken: tuple[int, str] = (0, "")
        """The phase in which an order was put on the sheet at the last moment, and the order."""

    @property
    def _place(self) -> Place | None:
        controller, editor = self._controller, self._controller.editor
        text = editor.unwritten
        return (controller.follower.known_phase, editor.sheet, editor.line, text) if text else None

    def look(self, now: float) -> None:
        """Look at the input line and at the hourglass; this is done several times a second."""
        place, clock = self._place, self._controller.state.clock
        if place != self._typed:
            self._typed, self._since = place, now
        is_due = clock.running and is_last_moment(clock.left_at(now), clock.length)
        stands = min(STANDS, (clock.length or STANDS) / 10)
        if place and is_due and now - self._since >= stands and place != self._asked:
            self._asked = place
            self._controller.display.spawn(self._take(place))

    async def _take(self, place: Place) -> None:
        controller, editor = self._controller, self._controller.editor
        (phase, _), sheet, _, text = place
        is_whole = await is_offered_whole(controller.completer.get, sheet, editor.above, text)
        if is_whole and place == self._place and editor.write(text):
            self._taken = (phase, text)
            controller.prompt.say("hint.counted", text=shorten(text))
            controller.display.refresh()

    def order_taken_in(self, phase: int) -> str:
        """The order that was put on the sheet at the last moment of that phase, or an empty text."""
        return self._taken[1] if self._taken[0] == phase else ""
