"""The pages that cover the screen, such as help, log and chat, and how far they are scrolled."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from client.link.limits import whole_number
from client.link.way_in import way_in
from client.play.desk import CELL, CHAT, HELP, LOG
from client.play.requests import join_command
from client.screens.draw.compose import Painting
from client.screens.draw.seat_key import SeatKeyCard
from client.screens.scene import COVER, SEAT_KEY, TEXT, TextPage
from client.state.client_state import FILE
from protocol.messages import SeatKey

if TYPE_CHECKING:
    from client.screens.control.controller import Controller

END = 10**6
"""A scroll position that is beyond the end of every page."""


class Pages:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self.overlay = ""
        self.scroll = 0
        self.read_chat = 0
        """How many lines of the chat the person has seen."""
        self.where = ""
        """The address and the letters of the table, as others type them."""
        self.welcome = ""
        """What the command printed before the screen opened: how others can join."""
        self.seat_key: SeatKeyCard | None = None
        self.text_page: TextPage | None = None
        self.shows_board = False
        """The referee sees the board in place of the log."""
        self._greeted: Callable[[], None] | None = None
        """What is called when a person who is new to this game has read the greeting."""

    def greet(self, told: Callable[[], None]) -> None:
        """Greet a person who has never played this game, when it begins. `told` is called afterwards."""
        self._greeted = told

    @property
    def is_greeting(self) -> bool:
        """Whether the greeting is to be shown: the game has begun, and no key was pressed since."""
        return self._greeted is not None and self._controller.state.view is not None

    def end_greeting(self) -> None:
        if self._greeted and self.is_greeting:
            self._greeted()
            self._greeted = None

    def toggle(self, page: str) -> None:
        """Open the page, or close it if it is open."""
        self.overlay = "" if self.overlay == page else page
        self.scroll = END if page == LOG and self.overlay else 0
        self._controller.prompt.end_search()
        if not self.overlay:
            self._controller.reader.tell_news()

    def close(self) -> None:
        """Close the page, and tell a round that was read meanwhile."""
        self.overlay = ""
        self._controller.reader.tell_news()
        self._controller.prompt.single_line.show_offers()

    def open_help(self) -> None:
        is_live = self._controller.state.link != FILE
        self.where = way_in(self._controller.session) if is_live else ""
        self.toggle(HELP)

    def open_log(self, wanted: str) -> None:
        """Open the log. If words were typed after the verb, search for them."""
        self.toggle(LOG)
        self._controller.prompt.search_for("" if whole_number(wanted) is not None else wanted)

    def open_chat(self) -> None:
        self.overlay, self.scroll = CHAT, 0
        self._controller.editor.append()
        self._controller.prompt.forget_offers()

    def show_text(self, title: str, lines: Sequence[str]) -> None:
        """Show one sentence as a message, and several sentences as a page."""
        if len(lines) == 1:
            return self._controller.prompt.tell(lines[0])
        self.text_page = TextPage(title[:1].upper() + title[1:], tuple(lines))
        self.overlay, self.scroll = TEXT, 0
        return self._controller.prompt.end_search()

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        """Show the key of a seat for its new player until the page is closed."""
        self.seat_key = SeatKeyCard(who, key.seat, join_command(self._controller.session, key))
        self.overlay, self.scroll = SEAT_KEY, 0

    def scroll_by(self, lines: int) -> None:
        self.scroll = max(0, self.scroll + lines)

    def cover(self) -> None:
        """Hide everything until the next player at this terminal presses Enter."""
        controller = self._controller
        controller.editor.append()
        controller.prompt.forget_offers()
        controller.reader.drop()
        controller.walk.let_go()
        controller.stop_asking()
        self.overlay = COVER

    def hide(self) -> None:
        """Close the page. A round that was read meanwhile is not told."""
        self.overlay = ""
        self._controller.prompt.single_line.show_offers()

    def open_cell(self) -> None:
        self.overlay = CELL

    def toggle_board(self) -> None:
        """Show the referee the board in place of the log, or the log again."""
        self.shows_board = not self.shows_board

    def scroll_to_top(self) -> None:
        self.scroll = 0

    def chat_was_read(self, lines: int) -> None:
        """So many lines of the chat are not new to the person."""
        self.read_chat = lines

    def welcome_with(self, text: str) -> None:
        """Show this text on the page on which players wait for the game."""
        self.welcome = text

    def was_drawn(self, painting: Painting) -> None:
        """Remember how far the page was scrolled in fact, and how much of the chat was shown."""
        if painting.scroll is not None:
            self.scroll = painting.scroll
        self.read_chat = max(self.read_chat, painting.read_chat)
