"""What a person is doing on the screen, as far as drawing needs it: the mode, the line, the cursor."""

from msgspec import Struct

from client.games import GAMES, board_of, say_for_game
from client.games.api import Board, Spot, Window
from client.look import Look
from client.play.choices import Choice
from client.play.desk import CELL, CHAT, HELP, LOG, Question
from client.play.story import Story
from client.screens.draw.seat_key import SeatKeyCard
from client.state.client_state import ClientState
from protocol.ids import Seat, SheetKey
from protocol.messages import Offer
from protocol.notes import Arg, Note
from protocol.texts import Catalogue, catalogue

TYPE, WALK, STORY = "type", "walk", "story"
COVER, SEAT_KEY, TEXT = "cover", "seat-key", "text"
"""The pages that only the full screen has."""
SCROLLED = (HELP, LOG, SEAT_KEY, TEXT)
"""The pages that scroll, and take the keys as long as they are open."""
OVERLAYS = (*SCROLLED, CELL)


class TextPage(Struct, frozen=True):
    """Lines of text that cover the screen until the person closes them."""

    title: str
    lines: tuple[str, ...]


class Scene(Struct, frozen=True):
    """What a person is doing, for drawing. The parts of the controller own all of these values."""

    look: Look
    mode: str = TYPE
    overlay: str = ""
    scroll: int = 0
    sheet: SheetKey = ""
    line: int = 0
    written: int = -1
    """The line that was written last; its advice is shown first."""
    unwritten: str = ""
    """The order in the input line that is not on the sheet."""
    spot: Spot | None = None
    choices: tuple[Choice, ...] = ()
    choice: int = 0
    is_picked: bool = False
    reach: frozenset[str] = frozenset()
    offers: tuple[Offer, ...] = ()
    chosen: int = -1
    window: Window = Window()
    """Which part of the board is seen, if it is larger than the screen."""
    menu: tuple[Offer, ...] = ()
    """The orders of the open menu; none if it is closed."""
    menu_choice: int = 0
    is_searching: bool = False
    search: str = ""
    question: Question | None = None
    message: str = ""
    story: Story | None = None
    seconds_a_page: float = 0.0
    """How long each page of the story is shown; 0 if it does not play by itself."""
    has_news: bool = False
    """A round has been read, and will be told when the open page is closed."""
    chat_to: Seat = ""
    read_chat: int = 0
    """How many lines of the chat the person has seen."""
    where: str = ""
    """The address and the letters of the table, as others type them."""
    welcome: str = ""
    """What the command printed before the screen opened: how others can join."""
    seat_key: SeatKeyCard | None = None
    """The key of a seat that another player has just got."""
    text_page: TextPage | None = None
    shows_board: bool = False
    """The referee sees the board in place of the log."""
    lesson: str = ""
    """What a lesson asks the person to do now."""
    greeting: TextPage | None = None
    """What a person reads who has never played this game, until a key is pressed."""

    def is_below(self, state: ClientState) -> bool:
        """Whether the cursor is below all lines of the sheet, where a new line is written."""
        sheet = state.sheets.get(self.sheet)
        return sheet is None or self.line >= len(sheet.lines)

    @property
    def takes_text(self) -> bool:
        """Whether typed characters go into the input line."""
        if self.question:
            return False
        return self.overlay == CHAT or self.is_searching or (self.mode == TYPE and not self.overlay)

    @property
    def picked(self) -> Choice | None:
        return self.choices[self.choice] if self.is_picked and self.choice < len(self.choices) else None

    @property
    def words(self) -> Catalogue:
        return catalogue("texts", self.look.language, "client.screens")

    def say(self, code: str, /, **args: Arg) -> str:
        return self.words.say(Note(code, args))

    def said_of(self, choice: Choice) -> str:
        """The beginning of an order and how it may go on; for a whole order, what it means."""
        if choice.is_whole:
            return self.say("offer.meaning", word=choice.begun, text=choice.offers[0].gloss)
        return f"{choice.begun} > {' '.join(choice.next_words)}"

    def say_of(self, state: ClientState, code: str, /, **args: Arg) -> str:
        """The sentence that the game has for this kind of phase, or else the general one."""
        key = state.phase.key if state.phase else ""
        return say_for_game(state.game, key, self.words, Note(code, args))

    def game_words(self, state: ClientState) -> Catalogue:
        game = GAMES.get(state.game)
        return game.words(self.look.language) if game else catalogue("table", self.look.language)

    def board(self, state: ClientState) -> Board | None:
        return board_of(state.game)
