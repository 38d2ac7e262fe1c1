"""What a person is doing at the screen: which mode, which line, where the cursor is. No game, no server."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from client.games import GAMES, board_of, say_as
from client.games.api import Board, Spot, Window
from client.look import Look
from client.screens.draw.seat_key import SeatKeyCard
from client.screens.draw.story import Story
from client.state.client_state import ClientState, LogLine
from protocol.ids import Lines, Seat, SheetKey
from protocol.messages import Offer
from protocol.notes import Arg, Note
from protocol.texts import Catalogue, catalogue
from protocol.vocabulary import BETWEEN

TYPE, WALK, STORY = "type", "walk", "story"
HELP, LOG, CELL, CHAT, COVER, SEAT_KEY = "help", "log", "cell", "chat", "cover", "seat-key"
"""What may lie over a mode."""
OVERLAYS = (HELP, LOG, CELL, SEAT_KEY)


def sheets_of(state: ClientState) -> list[SheetKey]:
    """One's own sheets, always in the order of the seat's letters."""
    return sorted(state.sheets, key=lambda key: (state.seat.find(key), key))


def ruling_of(state: ClientState) -> LogLine | None:
    """What the referee has ruled since the last sheets were read: the position is no longer theirs."""
    if state.stage != BETWEEN:
        return None
    for entry in reversed(state.log):
        code = entry.note.code if entry.note else ""
        if code in ("event.rolled_back", "event.position_amended"):
            return entry
        if code.startswith(("event.sheets_read", "event.phase_opened")):
            return None
    return None


class Ask(Struct, eq=False):
    """A question before something that cannot be undone."""

    question: str
    act: Callable[[], Awaitable[object] | None]
    shows_sheet: bool = False
    stays: bool = False
    """It means the same when another phase has begun before it is answered."""


class Choice(Struct, frozen=True):
    """A beginning of an order at a place, and how it may go on."""

    begun: str
    offers: tuple[Offer, ...]
    place: str = ""

    @property
    def is_whole(self) -> bool:
        """Nothing need follow: what is begun is an order."""
        return [offer.text for offer in self.offers] == [self.begun]

    @property
    def said(self) -> str:
        """What is begun, and how it goes on; of a whole order, what it means."""
        return (
            f"{self.begun}: {self.offers[0].gloss}"
            if self.is_whole
            else f"{self.begun} > {' '.join(self.last_words)}"
        )

    @property
    def last_words(self) -> tuple[str, ...]:
        return tuple(offer.text.split()[-1] for offer in self.offers)


class Scene(Struct, eq=False):
    look: Look
    mode: str = TYPE
    overlay: str = ""
    sheet: SheetKey = ""
    line: int = 0
    spot: Spot | None = None
    choices: tuple[Choice, ...] = ()
    choice: int = 0
    is_picked: bool = False
    offers: tuple[Offer, ...] = ()
    chosen: int = -1
    reach: frozenset[str] = frozenset()
    window: Window = Window()
    """Which part of the board is seen, if it is larger than the screen."""
    scroll: int = 0
    search: str = ""
    is_searching: bool = False
    story: Story | None = None
    ask: Ask | None = None
    message: str = ""
    recalled: int = -1
    interrupted_at: float = float("-inf")
    """When something half typed was last taken away."""
    keys_ignored_until: float = float("-inf")
    """Until then the keys of a story that opened by itself are not heard."""
    has_news: bool = False
    """A round has been read, and is told when what lies over the screen is put away."""
    chat_to: Seat = ""
    read_chat: int = 0
    """How many lines of the chat have been before the player's eyes."""
    known_rounds: int = -1
    """How many rounds had been told when we last looked."""
    known_phase: tuple[int, bool] = (0, False)
    known_lines: tuple[SheetKey, Lines] = ("", ())
    """What stood on the sheet when we last looked."""
    known_link: str = ""
    known_ruling: LogLine | None = None
    written: int = -1
    """The line that was written last; its advice comes first."""
    has_rung: int = 0
    """The phase in which the bell of the last half minute has rung."""
    where: str = ""
    """Address and letters of the table, as others type them."""
    welcome: str = ""
    """What the command line had to say before the screen was there: how others join."""
    seat_key: SeatKeyCard | None = None
    """The key of a seat that has just been given away."""
    shows_board: bool = False
    """The referee looks at the board instead of the log."""

    @property
    def words(self) -> Catalogue:
        return catalogue("texts", self.look.language, "client.screens")

    def say(self, code: str, /, **args: Arg) -> str:
        return self.words.say(Note(code, args))

    def say_of(self, state: ClientState, code: str, /, **args: Arg) -> str:
        """As the game says it, in this kind of phase."""
        key = state.phase.key if state.phase else ""
        return say_as(state.game, key, self.words, Note(code, args))

    def game_words(self, state: ClientState) -> Catalogue:
        game = GAMES.get(state.game)
        return game.words(self.look.language) if game else catalogue("table", self.look.language)

    def board(self, state: ClientState) -> Board | None:
        return board_of(state.game)

    @property
    def picked(self) -> Choice | None:
        return self.choices[self.choice] if self.is_picked and self.choice < len(self.choices) else None

    def let_go(self) -> None:
        """Nothing picked, nothing lit."""
        self.choices, self.choice, self.is_picked = (), 0, False
        self.reach = frozenset()

    def forget_offers(self) -> None:
        self.offers, self.chosen, self.reach = (), -1, frozenset()
