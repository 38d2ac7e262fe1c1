"""What an action needs of the screen at which a person does it.

Line by line and on the full screen the same actions are done (`client.play.actions`); each screen
implements this interface in its own way.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from client.link.session import Session
from protocol.messages import SeatKey

Outcome: TypeAlias = Awaitable[None] | None
"""What is still to be waited for, before the next line is read; nothing if it is done already."""

PLAIN, FULL = "plain", "full"
"""The kinds of screens."""

HELP, BOARD, CELL, LOG, STORY, ROUNDS, CHAT = "help", "board", "cell", "log", "story", "rounds", "chat"
"""The pages that every screen can open in its own way."""


class Question(Struct, frozen=True, eq=False):
    """A question before something that cannot be taken back."""

    text: str
    act: Callable[[], Outcome]
    outlives_phase: bool = False
    """It means the same when another phase has begun before it is answered."""
    asks_scripts: bool = True
    """It is also asked where lines come from a script, which has to answer it."""
    shows_sheet: bool = False
    """The sheet is shown as the server has it while the question stands."""


class SheetDesk(Protocol):
    """The player's own sheets. A line is what was typed: a number from 1, or nothing."""

    def delete(self, line: str = "") -> Outcome: ...
    def move(self, line: str, by: int) -> Outcome: ...
    def clear(self) -> Outcome: ...
    def undo(self) -> Outcome: ...
    def redo(self) -> Outcome: ...
    def choose(self, sheet: str = "") -> Outcome: ...
    def seal(self) -> Outcome: ...
    def unseal(self) -> Outcome: ...


class Desk(Protocol):
    @property
    def kind(self) -> str:
        """PLAIN or FULL."""

    @property
    def session(self) -> Session: ...

    @property
    def table_count(self) -> int:
        """How many tables are shown here; only a referee has several."""

    @property
    def sheets(self) -> SheetDesk: ...

    def way_to(self, action: str) -> str:
        """How a person does that action here: a key, or a word to be typed."""

    def show(self, title: str, lines: Sequence[str]) -> None:
        """Show some lines of text."""

    def open(self, page: str, wanted: str = "") -> Outcome:
        """Open one of the pages named above, at what was typed behind its name."""

    def ask(self, question: Question) -> Outcome:
        """Ask, and act on a yes; where nobody is to be asked, act at once."""

    def carry_out(self, act: Awaitable[object], done: str = "") -> Outcome:
        """Wait for the server, and say `done` when it has answered; its refusal is a sentence."""

    def be_ready(self) -> Outcome:
        """For the next phase, with everybody who shares this terminal."""

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        """Show the key of a seat for its new player."""

    def go_to_table(self, wanted: str) -> None: ...

    def leave(self) -> None:
        """Leave the table, after a question where leaving ends something."""
