"""Follow the table: change what the screen shows when the state has changed."""

from typing import TYPE_CHECKING

from client.play.desk import CHAT
from client.screens.draw.lines import shorten
from client.screens.scene import STORY, TYPE
from client.state.client_state import ClientState, LogLine
from client.state.log import ruling_of
from client.words import words_of
from protocol.ids import Lines, SheetKey
from protocol.vocabulary import BETWEEN, GATHERING, OVER, REFEREE, WATCHER, WRITING

if TYPE_CHECKING:
    from client.screens.control.controller import Controller


class Follower:
    """Remembers how the table was at the last look, and acts on what is different."""

    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self.known_phase: tuple[int, bool] = (0, False)
        """The number of the phase, and whether orders were being written."""
        self._known_rounds = -1
        self._known_lines: tuple[SheetKey, Lines] = ("", ())
        self._known_link = ""
        self._known_waiting: tuple[str, ...] = ()
        self._known_role = ""
        self._known_ruling: LogLine | None = None
        self._told_ruling = ""
        """The message in which the player was told of the last ruling."""
        self._known_seq = 0

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    def follow(self) -> None:
        if self._state.seq < self._known_seq:  # it is the stream of another table
            self._controller.start_anew()
            return self._controller.follower.follow()
        self._known_seq = self._state.seq
        self._follow_table()
        return self._controller.follow_lesson()

    def _follow_table(self) -> None:
        state, editor = self._state, self._controller.editor
        editor.find_sheet()
        is_first, is_back = not self._known_link, (self._known_link, state.link) == ("lost", "ok")
        self._known_link = state.link
        if is_first:
            self._controller.pages.chat_was_read(len(state.chat))
        phase = (state.phase.phase if state.phase else 0, state.stage == WRITING)
        if phase != self.known_phase:
            before, self.known_phase = self.known_phase, phase
            self._open_phase(before)
            if not is_first:
                self._controller.session.dismiss()
        elif is_back:  # the message about the lost link is no longer true
            self._controller.prompt.clear_message()
            if state.may_write:
                has_lines = any(sheet.lines for sheet in state.sheets.values())
                self._controller.prompt.say("hint.back" if has_lines else "hint.back-empty")
        self._controller.prompt.withdraw_refusal()
        self._follow_lines()
        self._follow_seats()
        self._follow_ruling()
        self._follow_rounds()

    def _follow_rounds(self) -> None:
        """Tell a round that has been read since the last look."""
        state = self._state
        self._known_rounds = min(self._known_rounds, len(state.rounds))  # a supposed round is gone again
        if self._known_rounds < 0 and state.stage:
            is_unread = state.stage == BETWEEN and state.seat not in state.ready and not ruling_of(state)
            self._known_rounds = len(state.rounds) - 1 if state.rounds and is_unread else len(state.rounds)
        if 0 <= self._known_rounds < len(state.rounds):
            first, self._known_rounds = self._known_rounds, len(state.rounds)
            if state.stage in (BETWEEN, OVER) and state.role != REFEREE:
                self._controller.reader.bring_news(first)

    def _follow_seats(self) -> None:
        """Tell the host who waits for a seat, and somebody who has waited that they have one now."""
        state, prompt = self._state, self._controller.prompt
        is_new = any(name not in self._known_waiting for name in state.waiting)
        is_seated = self._known_role == WATCHER and bool(state.seat)
        self._known_waiting, self._known_role = state.waiting, state.role
        if is_new and state.decides and state.stage != GATHERING:  # the waiting page says it before the game
            prompt.say("hint.admit", name=state.waiting[-1])
        if is_seated:
            prompt.say("hint.seated", seat=state.seat)

    def _follow_lines(self) -> None:
        """If the sheet has changed, as after a reconnection, put the cursor after its last line."""
        editor, display = self._controller.editor, self._controller.display
        sheet, old = self._known_lines
        self._known_lines = (editor.sheet, editor.lines)
        typed = display.text if display.shows(self._controller) else ""
        if sheet == editor.sheet and old != editor.lines and (not typed or editor.line >= len(old)):
            editor.go_below()
        editor.stay_on_sheet()

    def _follow_ruling(self) -> None:
        """If the referee has changed the position, close the story: its round may no longer count."""
        ruling = ruling_of(self._state)
        if ruling == self._known_ruling:
            return
        self._known_ruling = ruling
        self._controller.prompt.withdraw(self._told_ruling)
        if ruling and self._state.role != REFEREE:
            self._controller.walk.let_go()
            self._controller.reader.drop()
            words = words_of(ruling.subject, self._controller.look.language)
            self._told_ruling = words.say(ruling.note) if ruling.note else ruling.text
            self._controller.prompt.tell(self._told_ruling)

    def _take_away_text(self) -> str:
        """Empty the input line, and return the order in it that was typed but not entered in time."""
        controller, display = self._controller, self._controller.display
        text = display.text.strip()
        is_typing = controller.mode == TYPE and controller.pages.overlay != CHAT
        is_order = is_typing and not controller.prompt.is_searching
        if not display.shows(controller) or not is_order or not self._state.seat or text.startswith(":"):
            return ""
        lines, at = self._known_lines[1], controller.editor.line
        display.set_text("")
        return "" if text in lines[at : at + 1] else text

    def _open_phase(self, before: tuple[int, bool]) -> None:
        """A phase has opened or closed: drop what the player had begun, and say what did not count."""
        was_writing = before[1]
        controller, prompt, editor = self._controller, self._controller.prompt, self._controller.editor
        left = self._take_away_text()
        code = "hint.not-counted" if was_writing else "hint.put-aside"
        if left:
            controller.reader.interrupted_player()
        controller.reader.forget_news()
        prompt.drop_question()
        controller.walk.let_go()
        prompt.forget_offers()
        prompt.tell(controller.text(code, text=shorten(left)) if left else "")
        taken = controller.last_moment.order_taken_in(before[0]) if was_writing else ""
        if taken and not left:
            prompt.say("hint.counted", text=shorten(taken))
        controller.completer.forget()
        editor.open_first()
        self._known_lines = (editor.sheet, editor.lines)
        is_free = controller.mode != STORY and not controller.pages.overlay
        if self._state.stage == WRITING and is_free and not controller.display.text:
            prompt.text_changed()
