"""The rounds told: page by page, one after the other, and what to do when one has just been read."""

from client.games import is_out
from client.screens.control.walking import Walking
from client.screens.draw.story import Story, tell
from client.screens.scene import STORY, TYPE
from client.state.client_state import FILE, RoundTold
from protocol.vocabulary import BETWEEN, OVER, WRITING

JUST_NOW = 1.5
"""Who was interrupted so lately may be typing on."""
IGNORED_SECONDS = 1.0
"""So long the keys of a story that opened over that are not heard: they were meant for something else."""


class Telling(Walking):
    def open_story(self, number: int, *, is_live: bool = False) -> None:
        board, rounds = self.scene.board(self.state), self.state.rounds
        if board is None or not rounds:
            self.say("hint.no-rounds")
            return
        number = max(0, min(number, len(rounds) - 1))
        scene = self.scene
        scene.let_go()
        scene.forget_offers()
        if scene.ask and not scene.ask.stays:
            scene.ask = None
        try:
            scene.story = tell(board, rounds[number], number, is_live=is_live)
        except (ValueError, KeyError, IndexError):
            if self.state.link != FILE:
                raise
            self.say("hint.unreadable", phase=rounds[number].phase)  # somebody has edited the file
            return
        scene.mode, scene.overlay = STORY, ""

    @property
    def story(self) -> Story | None:
        return self.scene.story if self.scene.mode == STORY else None

    def other_round(self, by: int) -> None:
        if self.story:
            self.open_story(self.story.number + by)

    @property
    def ignores_keys(self) -> bool:
        """A story has opened over something half typed: for a moment its keys mean nothing."""
        return self.scene.mode == STORY and self.session.now < self.scene.keys_ignored_until

    def turn(self, by: int) -> None:
        if self.story and not self.ignores_keys and not self.story.turn(by):
            self._close_book(self.story)

    def skip_part(self) -> None:
        if self.story and not self.ignores_keys and not self.story.skip_part():
            self._close_book(self.story)

    def _close_book(self, story: Story) -> None:
        """At the end of a round: to the one that has been read meanwhile, or back to the table."""
        if story.is_live and story.number + 1 < len(self.state.rounds):
            self.open_story(story.number + 1, is_live=True)
        else:
            self.end_story()

    def tell_all(self) -> None:
        if self.story and not self.ignores_keys:
            self.story.page = self.story.pages - 1

    def skip_story(self) -> None:
        """Out of it; but not past a round that has been read meanwhile."""
        story = self.story
        if story is None or self.ignores_keys:
            return
        is_unread = story.is_live and story.number + 1 < len(self.state.rounds)
        if is_unread and self.state.stage == BETWEEN:  # Esc would say that we are ready for the next
            self.open_story(len(self.state.rounds) - 1, is_live=True)
        else:
            self.end_story()

    def end_story(self) -> None:
        scene = self.scene
        was_live = scene.story is not None and scene.story.is_live
        scene.story, scene.mode = None, TYPE
        if was_live and self.state.stage == BETWEEN and self.state.seat:
            self.ready()
        elif self.state.stage == WRITING:
            self.go_to_line(len(self.lines))

    def ready(self) -> None:
        """With all who share this terminal."""
        if self.state.stage != BETWEEN:
            self.say("hint.not-ready")
            return
        for session in (self.session, *self.companions):
            if session.state.stage == BETWEEN:
                self.do(session.ready(), self.scene.say("done.ready"))

    @property
    def is_out(self) -> bool:
        """We have a seat, and no part in the game any more."""
        return is_out(self.state, self.state.seat)

    def bring_news(self, told: RoundTold) -> None:
        """A round has just been read. It is told at once, unless its reader is busy with something else."""
        scene = self.scene
        is_busy = bool(scene.overlay) or scene.is_searching
        if told.ruled and not is_busy:
            self.open_story(len(self.state.rounds) - 1, is_live=True)
            self.say("hint.reread", phase=told.phase)
        elif is_busy:
            scene.has_news = True
            self.say("hint.read", phase=told.phase)
        elif self.is_out and self.state.stage != OVER:
            self.say("hint.out")
        elif not self._took_part:
            self.say("hint.read-later", phase=told.phase)
        elif self.story is None or not self.story.is_live:  # else they come to it when they are through
            self._open_news()

    @property
    def _took_part(self) -> bool:
        """A sheet of ours has been read: stories are not to keep from writing who has not written yet."""
        seat = self.state.seat
        return not seat or any(set(told.owing.get(seat, ())) & set(told.sheets) for told in self.state.rounds)

    def tell_news(self) -> None:
        """What was put off is told now."""
        scene = self.scene
        if scene.has_news and not scene.overlay and self.state.stage in (BETWEEN, OVER):
            self._open_news()
        scene.has_news = False

    def _open_news(self) -> None:
        if self.scene.message == self.scene.say("hint.held"):
            self.scene.message = ""
        self.open_story(len(self.state.rounds) - 1, is_live=True)
        now = self.session.now
        if now - self.scene.interrupted_at < JUST_NOW:
            self.scene.keys_ignored_until = now + IGNORED_SECONDS
