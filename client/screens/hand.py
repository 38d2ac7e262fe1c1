"""The player's hand: what every key and command does, whatever it is bound to."""

from pathlib import Path

from client.asking import way_to
from client.records import save_record
from client.screens.commands import obey, offers_for
from client.screens.lines import shorten
from client.screens.panels import spoken
from client.screens.scene import (
    CHAT,
    COVER,
    HELP,
    LOG,
    OVERLAYS,
    SLIP,
    STORY,
    TYPE,
    WALK,
    Ask,
    ruling_of,
    sheets_of,
)
from client.screens.slip import Slip
from client.screens.story import Story, tell
from client.screens.walking import Walking
from client.state import BETWEEN, OVER, REFEREE, WRITING
from protocol.messages import SeatKey


class Hand(Walking):
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
        self._see_lines()
        self._see_ruling()
        if scene.known_rounds < 0 and state.stage:
            is_unread = state.stage == BETWEEN and state.seat not in state.ready and not ruling_of(state)
            scene.known_rounds = len(state.rounds) - 1 if state.rounds and is_unread else len(state.rounds)
        if 0 <= scene.known_rounds < len(state.rounds):
            scene.known_rounds = len(state.rounds)
            is_reading = (
                self.story is not None and self.story.is_live
            )  # they come to it when they are through
            if state.stage in (BETWEEN, OVER) and state.role != REFEREE and not is_reading:
                self.open_story(len(state.rounds) - 1, is_live=True)

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
        """What was typed and not entered when the bell rang; it must not get onto the next sheet."""
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
        left = self._take_away_text() if was_writing else ""
        scene.let_go()
        scene.forget_offers()
        scene.message = scene.say("hint.not-counted", text=shorten(left)) if left else ""
        self.completer.forget()
        scene.line, scene.recalled, scene.written = len(self.lines), -1, -1
        scene.known_lines = (scene.sheet, self.lines)
        if self.state.stage == WRITING and scene.mode != STORY and not scene.overlay and not self.get_text():
            self.text_changed()

    def text_changed(self) -> None:
        """Ask how the line may go on; search as one types."""
        scene, text = self.scene, self.get_text()
        if scene.is_searching:
            scene.search, scene.scroll = text, 0
            return
        scene.forget_offers()
        if scene.overlay == CHAT:
            return
        if text.startswith(":") or (text.strip() and not self.state.seat):
            self._show_offers(offers_for(self, text))
        elif self.state.may_write and scene.mode == TYPE and text.strip():
            self.ask_offers()

    def enter(self) -> None:
        scene, text = self.scene, self.get_text().strip()
        if self.session.ended and not text.startswith(":"):  # read, and nothing more to do here
            return self.leave(0)
        self.touch()
        if scene.is_searching:
            scene.is_searching = False
            self.set_text("")
        elif scene.overlay == CHAT:
            self._talk(text)
        elif text.startswith(":") or (text and not self.state.seat):
            self._command(text)
        elif not text:
            self._enter_nothing()
        elif self.state.may_write:
            self.write(text)
        else:
            self.say_why_not()
        return None

    def _command(self, text: str) -> None:
        self.set_text("")
        self.scene.forget_offers()
        obey(self, text)
        if not self.get_text():
            self.append()

    def _enter_nothing(self) -> None:
        if self.state.stage == BETWEEN and self.state.seat:
            self.ready()
        elif self.state.may_write and self.scene.line < len(self.lines):
            self.delete()  # its words were taken away one by one
        elif self.state.may_write:
            self.say("hint.write")

    def seal(self) -> None:
        if self.state.sealed:
            self.unseal()
        elif not self.state.may_write:
            self.say_why_not()
        else:
            orders = sum(len(sheet.lines) for sheet in self.state.sheets.values())
            typed = self.get_text().strip()
            is_written = typed in self.lines[self.scene.line : self.scene.line + 1]
            is_left_out = typed and not typed.startswith(":") and not is_written
            code = "ask.seal-typed" if is_left_out else "ask.seal"
            self.ask(
                code,
                self._seal,
                shows_sheet=True,
                count=orders,
                unit="order",
                text=shorten(typed),
                warning=self._warning(),
            )

    def _warning(self) -> str:
        """Before sealing: lines that would be lost, and a sheet left empty beside another."""
        sheets, scene = self.state.sheets, self.scene
        faults = sum(
            sheet.advice_for(line) is not None
            for sheet in sheets.values()
            for line in range(len(sheet.lines))
        )
        empty = [key for key in sheets_of(self.state) if not sheets[key].lines] if len(sheets) > 1 else []
        said = [scene.say("ask.faults", count=faults, unit="line")] if faults else []
        said += [scene.say("ask.empty", sheet=key) for key in empty]
        return "".join(f"{sentence} " for sentence in said)

    def _seal(self) -> None:
        self.append()
        self.scene.forget_offers()
        if self.scene.mode == WALK:
            self.back_to_typing()
        self.do(self.session.seal(), self.scene.say("done.sealed"))

    def unseal(self) -> None:
        if not self.state.sealed:
            self.say("hint.open" if self.state.may_write else f"hint.{self.state.stage or 'connecting'}")
            return
        self.do(self.session.unseal(), self.scene.say("done.unsealed"))

    def ready(self) -> None:
        """With all who share this terminal."""
        if self.state.stage != BETWEEN:
            self.say("hint.not-ready")
            return
        for session in (self.session, *self.companions):
            if session.state.stage == BETWEEN:
                self.do(session.ready(), self.scene.say("done.ready"))

    def pause(self) -> None:
        if self.state.clock.paused_by:
            self.do(self.session.cont(), self.scene.say("done.continued"))
        else:
            self.ask("ask.pause", lambda: self.session.pause())

    def quit(self) -> None:
        if self.scene.ask is not None or self.session.ended:  # asked twice is meant
            self.leave(0)
        elif self.session.parting and self.state.stage != OVER:
            self.scene.ask = Ask(self.session.parting, lambda: self.leave(0))
        else:
            held = "ask.quit" if self.state.seat and self.state.stage != OVER else "ask.quit-plain"
            self.ask(held, lambda: self.leave(0))

    def open_chat(self) -> None:
        if not self.state.seat and self.state.role != REFEREE:
            self.say("hint.no-chat")
            return
        self.scene.overlay, self.scene.scroll = CHAT, 0
        self.append()
        self.scene.forget_offers()

    def _talk(self, text: str) -> None:
        if text and not self.state.may_talk:
            self.say("hint.quiet")
            return
        self.set_text("")
        if text:
            self.do(self.session.chat(text, self.scene.chat_to))
        else:
            self.scene.overlay = ""

    def open_page(self, page: str) -> None:
        scene = self.scene
        scene.overlay = "" if scene.overlay == page else page
        scene.scroll, scene.search, scene.is_searching = 0, "", False
        if page == LOG and scene.overlay:
            scene.scroll = 10**6

    def search(self) -> None:
        if self.scene.overlay == LOG:
            self.scene.is_searching = True
            self.append()

    def scroll(self, by: int) -> None:
        self.scene.scroll = max(0, self.scene.scroll + by)

    def open_story(self, number: int, *, is_live: bool = False) -> None:
        board, rounds = self.scene.board(self.state), self.state.rounds
        if board is None or not rounds:
            self.say("hint.no-rounds")
            return
        number = max(0, min(number, len(rounds) - 1))
        scene = self.scene
        scene.let_go()
        scene.forget_offers()
        scene.ask = None
        scene.story = tell(board, rounds[number], number, is_live=is_live)
        scene.mode, scene.overlay = STORY, ""

    @property
    def story(self) -> Story | None:
        return self.scene.story if self.scene.mode == STORY else None

    def other_round(self, by: int) -> None:
        if self.story:
            self.open_story(self.story.number + by)

    def turn(self, by: int) -> None:
        self.touch()
        if self.story and not self.story.turn(by):
            self._close_book(self.story)

    def skip_part(self) -> None:
        if self.story and not self.story.skip_part():
            self._close_book(self.story)

    def _close_book(self, story: Story) -> None:
        """At the end of a round: to the one that has been read meanwhile, or back to the table."""
        if story.is_live and story.number + 1 < len(self.state.rounds):
            self.open_story(story.number + 1, is_live=True)
        else:
            self.end_story()

    def tell_all(self) -> None:
        if self.story:
            self.story.page = self.story.pages - 1

    def end_story(self) -> None:
        scene = self.scene
        was_live = scene.story is not None and scene.story.is_live
        scene.story, scene.mode = None, TYPE
        if was_live and self.state.stage == BETWEEN and self.state.seat:
            self.ready()
        elif self.state.stage == WRITING:
            self.go_to_line(len(self.lines))

    def back(self) -> None:
        """Esc: out of whatever is open, one step at a time."""
        scene = self.scene
        self.touch()
        if scene.ask:
            scene.ask = None
        elif scene.is_searching:
            scene.is_searching, scene.search = False, ""
            self.set_text("")
        elif scene.overlay == CHAT:
            scene.overlay = ""
            self.append()
        elif scene.overlay in OVERLAYS:
            scene.overlay = ""
        elif scene.mode == STORY:
            self.end_story()
        elif scene.mode == WALK and scene.is_picked:
            scene.let_go()
            self._look_around()
        elif scene.mode == WALK:
            self.back_to_typing()
        else:
            self.go_to_line(len(self.lines))

    def show_board(self) -> None:
        """F2: walk the board; the referee has it in place of the log."""
        if self.state.role == REFEREE:
            self.scene.shows_board = not self.scene.shows_board
        elif self.story:
            self.say("hint.story")
        else:
            self.start_walk()

    def click(self, place: str) -> None:
        """The mouse on a place of the board: go there and take up, or send what is taken up."""
        if self.scene.ask or self.story or self.state.role == REFEREE:
            return
        self.touch()
        if self.scene.mode != WALK:
            self.start_walk()
        if self.scene.picked and place in self.scene.reach:
            self.put_cursor(place)
            self.pick()
        else:
            self.take_up_at(place)

    def cover(self) -> None:
        """Another player's turn at this terminal: nothing shows until they say so."""
        self.append()
        self.scene.forget_offers()
        self.scene.story, self.scene.ask, self.scene.mode = None, None, TYPE
        self.scene.overlay, self.scene.message = COVER, ""

    def uncover(self) -> None:
        self.scene.overlay = ""

    def show_slip(self, who: str, key: SeatKey) -> None:
        """The key of a seat for its new player, until it is put away."""
        self.scene.slip = Slip(who, key.seat, way_to(self.session, key))
        self.scene.overlay, self.scene.scroll = SLIP, 0

    def help(self) -> None:
        self.open_page(HELP)

    def save(self, path: str) -> None:
        """The record of the game as far as it has been told, for `qg replay`."""
        target = Path(path or f"{self.state.table or 'table'}.json")
        self.do(save_record(self.session, target), self.scene.say("done.exported", path=str(target)))
