"""The story reader: it tells rounds page by page, and a round that has just been read at once."""

from typing import TYPE_CHECKING

from client.games import GAMES, board_of, is_out
from client.link.limits import whole_number
from client.play.story import Story, has_taken_part, next_to_tell, tell
from client.screens.draw.lines import shorten
from client.screens.scene import STORY
from client.state.client_state import FILE, ClientState
from client.words import say
from protocol.vocabulary import BETWEEN, OVER, WRITING

if TYPE_CHECKING:
    from client.screens.control.controller import Controller

JUST_NOW = 1.5
"""A player who was interrupted less than so many seconds ago may still be typing."""
IGNORED_SECONDS = 1.0
"""If a story interrupts a player who is typing, it ignores the keys for so many seconds."""
SCREEN = 10
"""How many lines the page keys scroll."""
PACES = (5.0, 2.5, 1.0)
"""How many seconds a page is shown if the story plays by itself, at each speed."""


class StoryReader:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self.story: Story | None = None
        self.has_news = False
        """A round has been read, and will be told when the open page is closed."""
        self._news = 0
        """The number of that round in the list of rounds."""
        self._interrupted_at = float("-inf")
        """When the input line was last emptied while the player was typing."""
        self._keys_ignored_until = float("-inf")
        self.speed = 0
        """How fast the story plays by itself: 0 if it does not, or else a number of PACES from 1."""
        self._turns_at = float("inf")
        """When the page is turned, if the story plays by itself."""

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    @property
    def ignores_keys(self) -> bool:
        """Whether the story has just interrupted a player who was typing, so that keys do nothing."""
        return self._controller.mode == STORY and self._controller.session.now < self._keys_ignored_until

    @property
    def _open_story(self) -> Story | None:
        """The story that is open, unless it ignores the keys."""
        return self.story if self._controller.mode == STORY and not self.ignores_keys else None

    def open(self, number: int, *, is_live: bool = False) -> None:
        board, rounds, controller = board_of(self._state.game), self._state.rounds, self._controller
        if board is None or not rounds:
            return controller.prompt.refuse("no-rounds")
        number = max(0, min(number, len(rounds) - 1))
        controller.walk.let_go()
        controller.prompt.forget_offers()
        controller.prompt.drop_question()
        self.speed = 0
        try:
            seat = self._state.seat
            self.story = tell(board, rounds[number], number, seat=seat, is_live=is_live)
        except (ValueError, KeyError, IndexError):
            if self._state.link != FILE:
                raise
            # Somebody has edited the file.
            return controller.prompt.say("hint.unreadable", phase=rounds[number].phase)
        return controller.switch_to(STORY)

    def open_typed(self, wanted: str) -> None:
        """Open the last round, or the round of that number as it was last read."""
        rounds = self._state.rounds
        numbers = [n for n, told in enumerate(rounds) if not wanted or told.phase == whole_number(wanted)]
        if numbers:
            self.open(numbers[-1])
        else:
            self._controller.prompt.say("hint.no-round", round=shorten(wanted, 20))

    def other_round(self, by: int) -> None:
        if self.story and self._controller.mode == STORY:
            self.open(self.story.number + by)

    @property
    def seconds_a_page(self) -> float:
        """How long each page is shown; 0 if the story does not play by itself."""
        return PACES[self.speed - 1] if self.speed else 0.0

    def play(self, by: int) -> None:
        """Let the story play by itself, or faster, or slower; slower than the slowest speed, it stops."""
        story = self._open_story
        if story is None:
            return
        if story.is_whole:
            self.story = story = story.at_page(0)
        self.speed = 0 if story.is_last else max(0, min(len(PACES), self.speed + by))
        self._turns_at = self._controller.session.now + self.seconds_a_page

    def turn_in_time(self, now: float) -> bool:
        """Turn the page if the story plays by itself and the time has come. Returns whether it was turned."""
        story, controller = self._open_story, self._controller
        is_covered = bool(controller.pages.overlay) or controller.prompt.question is not None
        if story is None or not self.speed or is_covered or now < self._turns_at:
            return False
        self.story = story.at_page(story.page + 1)
        self._turns_at = now + self.seconds_a_page
        self.speed = 0 if self.story.is_last else self.speed
        return True

    def regroup(self) -> None:
        """Show quiet steps one by one, or together again."""
        if story := self._open_story:
            self.speed = 0
            self.story = story.regrouped()

    def scroll_or_turn(self, by: int) -> None:
        """Scroll the page with the whole story by a line, or turn the page."""
        if self.story and self.story.is_whole:
            self._controller.pages.scroll_by(by)
        else:
            self.turn(by)

    def scroll_or_leaf(self, by: int) -> None:
        """Scroll the page with the whole story by a screen, or go to another round."""
        if self.story and self.story.is_whole:
            self._controller.pages.scroll_by(by * SCREEN)
        else:
            self.other_round(by)

    def turn(self, by: int) -> None:
        if story := self._open_story:
            self.speed = 0
            if by > 0 and story.is_last:
                self._go_on(story)
            else:
                self.story = story.at_page(story.page + by)

    def skip_part(self) -> None:
        if story := self._open_story:
            self.speed = 0
            if story.is_last:
                self._go_on(story)
            else:
                self.story = story.next_part()

    def tell_all(self) -> None:
        """Show everything on one page; if that is open, the last page of the story."""
        if story := self._open_story:
            self.speed = 0
            self._controller.pages.scroll_to_top()
            self.story = story.whole()

    def _go_on(self, story: Story) -> None:
        """At the end of a story, tell the round that was read meanwhile, or go back to the table."""
        following = self._following(story)
        if following is not None:
            self.open(following, is_live=True)
        else:
            self._end()

    def _following(self, story: Story) -> int | None:
        """The number of the round that was read meanwhile and is told after this story; None if none is."""
        first = story.number + 1
        if not story.is_live or first >= len(self._state.rounds):
            return None
        game = GAMES.get(self._state.game)
        return next_to_tell(self._state, first) if game and game.is_quiet else first

    def skip(self) -> None:
        """Leave the story. If another round has been read meanwhile, open that one first."""
        story = self._open_story
        if story is None:
            return
        is_unread = self._following(story) is not None
        if (
            is_unread and self._state.stage == BETWEEN
        ):  # leaving would say that the player is ready for the next phase
            self.open(len(self._state.rounds) - 1, is_live=True)
        else:
            self._end()

    def _end(self) -> None:
        was_live = self.story is not None and self.story.is_live
        self.drop()
        if was_live and self._state.stage == BETWEEN and self._state.seat:
            self._controller.perform("ready")
        elif self._state.stage == WRITING:
            self._controller.editor.go_to_end()

    def drop(self) -> None:
        """Close the story at any page."""
        self.story = None
        self._controller.stop_reading()

    def forget(self) -> None:
        """Close the story, and forget the round that was to be told."""
        self.drop()
        self.has_news = False

    def bring_news(self, first: int) -> None:
        """Tell rounds that have just been read. If the player is busy, only say that they were read."""
        number = next_to_tell(self._state, first)
        if number is None:
            return
        told, self._news = self._state.rounds[number], number
        prompt = self._controller.prompt
        is_busy = bool(self._controller.pages.overlay) or prompt.is_searching
        if told.ruled and not is_busy:
            self.open(number, is_live=True)
            prompt.say("hint.reread", phase=told.phase)
        elif is_busy:
            self.has_news = True
            prompt.say("hint.read", phase=told.phase)
        elif self._is_out and self._state.stage != OVER:
            prompt.say("hint.out")
        elif not has_taken_part(self._state):
            prompt.say("hint.read-later", phase=told.phase)
        elif self._controller.mode != STORY or self.story is None or not self.story.is_live:
            self._open_news()  # otherwise it follows at the end of the open story

    @property
    def _is_out(self) -> bool:
        """Whether this player is out of the game. What such a player supposes is told all the same."""
        return is_out(self._state, self._state.seat) and not self._state.is_supposed

    def forget_news(self) -> None:
        self.has_news = False

    def interrupted_player(self) -> None:
        """The input line was emptied just now, while the player was typing."""
        self._interrupted_at = self._controller.session.now

    def tell_news(self) -> None:
        """Tell the round that was read while a page was open."""
        if self.has_news and not self._controller.pages.overlay and self._state.stage in (BETWEEN, OVER):
            self._open_news()
        self.has_news = False

    def _open_news(self) -> None:
        prompt, session = self._controller.prompt, self._controller.session
        prompt.withdraw(say(session.language, "refusal.held"))
        self.open(self._news, is_live=True)
        if session.now - self._interrupted_at < JUST_NOW:
            self._keys_ignored_until = session.now + IGNORED_SECONDS
