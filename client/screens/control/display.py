"""What a controller needs from the terminal: the input line, a new drawing, tasks, and to leave."""

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from client.screens.control.controller import Controller


class Display(Protocol):
    """The screen implements this interface for every controller. All tables share one input line."""

    @property
    def text(self) -> str:
        """The text in the input line."""

    @property
    def table_count(self) -> int: ...

    def set_text(self, text: str) -> None: ...

    def refresh(self) -> None:
        """Draw the screen again soon."""

    def settle_focus(self) -> None:
        """Put the terminal's cursor into the input line, or onto the board if nothing can be typed."""

    def shows(self, controller: object) -> bool:
        """Whether the table of that controller is shown, so that the input line belongs to it."""

    def go_to_table(self, wanted: str) -> None:
        """Show the table of that number, counted from 1, or the next one."""

    def suppose(self, controller: "Controller", wanted: str) -> None:
        """Let the person of that controller try what guessed sheets would lead to."""

    def stop_supposing(self) -> None:
        """Go back to the table."""

    def spawn(self, act: Coroutine[Any, Any, None]) -> None: ...

    def leave(self, status: int) -> None: ...
