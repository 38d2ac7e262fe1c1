"""A desk is where a person does actions: the interface between the actions and a screen.

The actions (`client.play.actions`) are the same in plain mode, on the full screen and in a browser. Each of
them implements this interface in its own way.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from client.link.session import Session
from client.play.lessons import Tutor
from protocol.messages import SeatKey

Outcome: TypeAlias = Awaitable[None] | None
"""What has to be awaited before the next line is read, or None if the action is done already."""

PLAIN, FULL, PAGE = "plain", "full", "page"
"""The kinds of screens: line by line, the full screen, and a page in a browser."""

HELP, BOARD, CELL, LOG, STORY, ROUNDS, CHAT = "help", "board", "cell", "log", "story", "rounds", "chat"
"""The pages that every kind of screen can open."""


class Question(Struct, frozen=True, eq=False):
    """A question that is asked before an act that cannot be undone."""

    text: str
    act: Callable[[], Outcome]
    outlives_phase: bool = False
    """The question stays open when another phase begins, because it still means the same."""
    asks_scripts: bool = True
    """The question is also asked when the lines come from a script, and the script has to answer it."""
    shows_sheet: bool = False
    """While the question is open, the screen shows the sheet as the server has stored it."""


class SheetActions(Protocol):
    """What a person does with their own sheets. `line` is the typed number of a line, from 1, or empty."""

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
        """PLAIN, FULL or PAGE."""

    @property
    def session(self) -> Session: ...

    @property
    def table_count(self) -> int:
        """How many tables are shown here; only a referee has several."""

    @property
    def sheets(self) -> SheetActions: ...

    @property
    def tutor(self) -> Tutor | None:
        """Leads the person through a lesson; None at every other table."""

    def way_to(self, action: str) -> str:
        """How a person does that action here: a key, or a word to be typed."""

    def follow_lesson(self) -> None:
        """Go on in the lesson, if there is one, and say what comes next in it."""

    def show(self, title: str, lines: Sequence[str]) -> None:
        """Show these lines of text below a title, if the screen has titles."""

    def open(self, page: str, wanted: str = "") -> Outcome:
        """Open one of the pages that are named above. `wanted` is what was typed after its verb."""

    def ask(self, question: Question) -> Outcome:
        """Ask the question, and act when the answer is yes. Where nobody can be asked, act at once."""

    def carry_out(self, act: Awaitable[object], done: str = "") -> Outcome:
        """Await the act, then say `done`. If the server refuses it, say the server's sentence."""

    def suppose(self, wanted: str = "") -> Outcome:
        """Begin to try what guessed sheets would lead to, or go back to the table.

        In a replay, `wanted` is the number of a round.
        """

    def be_ready(self) -> Outcome:
        """Say that this player, and everybody who shares this terminal, is ready for the next phase."""

    def play_again(self) -> Outcome:
        """Say that this player, and everybody who shares this terminal, wants to play again."""

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        """Show the key of a seat for its new player."""

    def go_to_table(self, wanted: str) -> None: ...

    def leave(self) -> None:
        """Leave the table. If leaving ends something, ask first."""
