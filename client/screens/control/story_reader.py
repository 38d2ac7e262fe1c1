"""The story reader: rounds are told page by page, and a round that has just been read is told at once."""

from typing import TYPE_CHECKING

from client.games import board_of, is_out
from client.link.limits import whole
from client.screens.draw.lines import shorten
from client.screens.draw.story import Story, tell
from client.screens.scene import STORY, TYPE
from client.state.client_state import FILE, ClientState, RoundTold
from client.words import say
from protocol.vocabulary import BETWEEN, OVER, WRITING

if TYPE_CHECKING:
    from client.screens.control.controller import Controller

JUST_NOW = 1.5
"""Who was interrupted less than so many seconds ago may still be typing."""
IGNORED_SECONDS = 1.0
"""For so long the keys of a story are ignored that opened over something half typed."""


class StoryReader:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self.story: Story | None = None
        self.has_news = False
        """A round has been read, and is told when what lies over the screen is put away."""
        self.interrupted_at = float("-inf")
        """When something half typed was last taken away."""
        self._keys_ignored_until = float("-inf")

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    @property
    def ignores_keys(self) -> bool:
        """A story has opened over something half typed: for a moment its keys mean nothing."""
        return self._controller.mode == STORY and self._controller.session.now < self._keys_ignored_until

    @property
    def _open_story(self) -> Story | None:
        """The story that is being read, if its keys are heard."""
        return self.story if self._controller.mode == STORY and not self.ignores_keys else None

    def open(self, number: int, *, is_live: bool = False) -> None:
        board, rounds, controller = board_of(self._state.game), self._state.rounds, self._controller
        if board is None or not rounds:
            return controller.prompt.refuse("no-rounds")
        number = max(0, min(number, len(rounds) - 1))
        controller.walk.let_go()
        controller.prompt.forget_offers()
        controller.prompt.drop_question()
        try:
            self.story = tell(board, rounds[number], number, is_live=is_live)
        except (ValueError, KeyError, IndexError):
            if self._state.link != FILE:
                raise
            # Somebody has edited the file.
            return controller.prompt.say("hint.unreadable", phase=rounds[number].phase)
        controller.mode, controller.pages.overlay = STORY, ""
        return None

    def open_typed(self, wanted: str) -> None:
        """The last round, or the last reading of the one of that number."""
        rounds = self._state.rounds
        numbers = [n for n, told in enumerate(rounds) if not wanted or told.phase == whole(wanted)]
        if numbers:
            self.open(numbers[-1])
        else:
            self._controller.prompt.say("hint.no-round", round=shorten(wanted, 20))

    def other_round(self, by: int) -> None:
        if self.story and self._controller.mode == STORY:
            self.open(self.story.number + by)

    def turn(self, by: int) -> None:
        if story := self._open_story:
            if by > 0 and story.is_last:
                self._go_on(story)
            else:
                self.story = story.at_page(story.page + by)

    def skip_part(self) -> None:
        if story := self._open_story:
            if story.is_last:
                self._go_on(story)
            else:
                self.story = story.next_part()

    def tell_all(self) -> None:
        if story := self._open_story:
            self.story = story.at_page(story.pages - 1)

    def _go_on(self, story: Story) -> None:
        """At the end of a story: tell the round that has been read meanwhile, or go back to the table."""
        if story.is_live and story.number + 1 < len(self._state.rounds):
            self.open(story.number + 1, is_live=True)
        else:
            self._end()

    def skip(self) -> None:
        """Out of it; but not past a round that has been read meanwhile."""
        story = self._open_story
        if story is None:
            return
        is_unread = story.is_live and story.number + 1 < len(self._state.rounds)
        if is_unread and self._state.stage == BETWEEN:  # Esc would say that we are ready for the next
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
        """Put the story away, whatever page it is at."""
        self.story = None
        if self._controller.mode == STORY:
            self._controller.mode = TYPE

    def bring_news(self, told: RoundTold) -> None:
        """A round has just been read. It is told at once, unless its reader is busy with something else."""
        prompt = self._controller.prompt
        is_busy = bool(self._controller.pages.overlay) or prompt.is_searching
        if told.ruled and not is_busy:
            self.open(len(self._state.rounds) - 1, is_live=True)
            prompt.say("hint.reread", phase=told.phase)
        elif is_busy:
            self.has_news = True
            prompt.say("hint.read", phase=told.phase)
        elif is_out(self._state, self._state.seat) and self._state.stage != OVER:
            prompt.say("hint.out")
        elif not self._took_part:
            prompt.say("hint.read-later", phase=told.phase)
        elif self._controller.mode != STORY or self.story is None or not self.story.is_live:
            self._open_news()  # else the reader comes to it at the end of the story that is open

    @property
    def _took_part(self) -> bool:
        """A sheet of ours has been read; before that, no story may keep the player from writing."""
        seat = self._state.seat
        rounds = self._state.rounds
        return not seat or any(set(told.owing.get(seat, ())) & set(told.sheets) for told in rounds)

    def tell_news(self) -> None:
        """What was put off is told now."""
        if self.has_news and not self._controller.pages.overlay and self._state.stage in (BETWEEN, OVER):
            self._open_news()
        self.has_news = False

    def _open_news(self) -> None:
        prompt, session = self._controller.prompt, self._controller.session
        if prompt.message == say(session.language, "refusal.held"):
            prompt.message = ""
        self.open(len(self._state.rounds) - 1, is_live=True)
        if session.now - self.interrupted_at < JUST_NOW:
            self._keys_ignored_until = session.now + IGNORED_SECONDS
