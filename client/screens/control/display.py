"""What the controller needs of the terminal: the one input line, a redraw, tasks, and a way out."""

from collections.abc import Coroutine
from typing import Any, Protocol


class Display(Protocol):
    """The screen implements it, and gives itself to every controller. All tables share the input line."""

    @property
    def text(self) -> str:
        """What stands in the input line."""

    @property
    def table_count(self) -> int: ...

    def set_text(self, text: str) -> None: ...

    def refresh(self) -> None:
        """Draw the screen anew, soon."""

    def settle_focus(self) -> None:
        """Put the focus where it belongs now."""

    def shows(self, controller: object) -> bool:
        """Whether that controller's table is shown, and the input line is its own."""

    def go_to_table(self, wanted: str) -> None:
        """To the table of that number, or to the next one."""

    def spawn(self, act: Coroutine[Any, Any, None]) -> None: ...

    def leave(self, status: int) -> None: ...
