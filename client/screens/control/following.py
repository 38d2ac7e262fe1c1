"""Follow the game: what changes on the screen when the table has news."""

from client.screens.control.telling import Telling
from client.screens.draw.lines import shorten
from client.screens.draw.panels import spoken
from client.screens.scene import CHAT, STORY, TYPE, ruling_of, sheets_of
from protocol.vocabulary import BETWEEN, OVER, REFEREE, WRITING


class Following(Telling):
    def follow(self) -> None:
        state, scene = self.state, self.scene
        if scene.sheet not in state.sheets:
            scene.sheet = next(iter(sheets_of(state)), "")
        phase = state.phase.phase if state.phase else 0
        is_first, is_back = not scene.known_link, (scene.known_link, state.link) == ("lost", "ok")
        scene.known_link = state.link
        if is_first:
            scene.read_chat = len(state.chat)
        if (phase, state.stage == WRITING) != scene.known_phase:
            was_writing = scene.known_phase[1]
            scene.known_phase = (phase, state.stage == WRITING)
            self._open_phase(was_writing=was_writing)
            if not is_first:
                self.session.dismiss()
        elif is_back:  # what was said of the link no longer holds
            self.touch()
            if state.may_write:
                self.say("hint.back")
        self._see_lines()
        self._see_ruling()
        if scene.known_rounds < 0 and state.stage:
            is_unread = state.stage == BETWEEN and state.seat not in state.ready and not ruling_of(state)
            scene.known_rounds = len(state.rounds) - 1 if state.rounds and is_unread else len(state.rounds)
        if 0 <= scene.known_rounds < len(state.rounds):
            scene.known_rounds = len(state.rounds)
            if state.stage in (BETWEEN, OVER) and state.role != REFEREE:
                self.bring_news(state.rounds[-1])

    def _see_lines(self) -> None:
        """The sheet may have changed by itself, as on coming back: never stand on a line unawares."""
        scene = self.scene
        sheet, old = scene.known_lines
        scene.known_lines = (scene.sheet, self.lines)
        typed = self.get_text() if self.is_shown() else ""
        if sheet == scene.sheet and old != self.lines and (not typed or scene.line >= len(old)):
            scene.line = len(self.lines)
        scene.line = min(scene.line, len(self.lines))

    def _see_ruling(self) -> None:
        """The referee has ruled: the round that was being told may never have been."""
        scene, ruling = self.scene, ruling_of(self.state)
        if ruling == scene.known_ruling:
            return
        scene.known_ruling = ruling
        if ruling and self.state.role != REFEREE:
            scene.let_go()
            scene.story = None
            scene.mode = TYPE if scene.mode == STORY else scene.mode
            scene.message = spoken(ruling, scene)

    def _take_away_text(self) -> str:
        """What was typed and not entered when the bell rang or a round began: no order of that round."""
        scene, text = self.scene, self.get_text().strip()
        is_order = scene.mode == TYPE and scene.overlay != CHAT and not scene.is_searching
        if not self.is_shown() or not is_order or not self.state.seat or text.startswith(":"):
            return ""
        lines = scene.known_lines[1]
        self.set_text("")
        return "" if text in lines[scene.line : scene.line + 1] else text

    def _open_phase(self, *, was_writing: bool) -> None:
        """New orders are due, or none any more: nothing half done is carried over."""
        scene = self.scene
        left = self._take_away_text()
        code = "hint.not-counted" if was_writing else "hint.put-aside"
        scene.interrupted_at = self.session.now if left else scene.interrupted_at
        scene.has_news = False
        if scene.ask and not scene.ask.stays:
            scene.ask = None
        scene.let_go()
        scene.forget_offers()
        scene.message = scene.say(code, text=shorten(left)) if left else ""
        self.completer.forget()
        scene.sheet = next(iter(sheets_of(self.state)), "")
        scene.line, scene.recalled, scene.written = len(self.lines), -1, -1
        scene.known_lines = (scene.sheet, self.lines)
        if self.state.stage == WRITING and scene.mode != STORY and not scene.overlay and not self.get_text():
            self.text_changed()
