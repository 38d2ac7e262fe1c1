"""The player's hand: what every key and command does, whatever it is bound to."""

from pathlib import Path

from client.link.limits import visible
from client.link.way_in import way_in
from client.play.health import health_text
from client.play.record_files import save_record
from client.play.requests import way_to
from client.screens.control.commands import is_command, obey, offers_for
from client.screens.control.following import Following
from client.screens.draw.lines import shorten
from client.screens.draw.seat_key import SeatKeyCard
from client.screens.scene import (
    CHAT,
    COVER,
    HELP,
    LOG,
    OVERLAYS,
    SEAT_KEY,
    STORY,
    TYPE,
    WALK,
    Ask,
    sheets_of,
)
from client.state.client_state import FILE
from client.words import say
from protocol.messages import SeatKey
from protocol.vocabulary import BETWEEN, OVER, REFEREE


class Hand(Following):
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

    def paste(self, text: str) -> None:
        """Of several lines each but the last is entered; into the chat they go as one."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if self.scene.overlay == CHAT or self.scene.is_searching or not self.state.may_write:
            lines = [" ".join(lines)]
        for line in lines[:-1]:
            self.set_text(visible(self.get_text() + line))
            if self.get_text():
                self.enter()
        self.set_text(self.get_text() + visible(lines[-1]))
        self.text_changed()

    def show_commands(self) -> None:
        self._show_offers(offers_for(self, "" if self.state.role == REFEREE else ":"))

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
            self._enter_order(text)
        elif is_command(self, text):
            self._command(text)
        else:
            self.say_why_not()
            if not self.is_sealed:
                self.set_text("")
        return None

    def _enter_order(self, text: str) -> None:
        """A word alone is no order, except where a word is asked for."""
        is_choice = self.state.phase is not None and self.state.phase.lines == 1
        if " " in text or is_choice:
            self.write(text)
        else:
            self.say("hint.no-order", word=shorten(text))

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
        if self.is_sealed:
            self.unseal()
        elif not self.state.may_write:
            self.say_why_not()
        elif self.state.link == "lost":
            pass  # the banner says so
        elif self.state.phase and self.state.phase.strict and self._show_fault():
            pass
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

    def _show_fault(self) -> bool:
        """Where no faulty sheet is taken: to the first line that has a fault."""
        order = sheets_of(self.state)
        for key, line, advice in sorted(self.state.faults, key=lambda fault: order.index(fault[0])):
            self.scene.sheet = key
            self.go_to_line(line)
            self.say("hint.strict", line=line + 1, text=advice.text)
            return True
        return False

    def _warning(self) -> str:
        """Before sealing: lines that would be lost, and a sheet left empty beside another."""
        scene, faults = self.scene, len(self.state.faults)
        empty = [key for key in sheets_of(self.state) if key in self.state.left_empty]
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
        if not self.is_sealed:
            self.say("hint.open") if self.state.may_write else self.say_why_not()
            return
        self.do(self.session.unseal(), self.scene.say("done.unsealed"))

    def pause(self) -> None:
        if self.state.clock.paused_by:
            self.do(self.session.cont(), self.scene.say("done.continued"))
        elif self.state.clock.left is None:
            self.say("hint.no-glass")
        else:
            self.ask("ask.pause", lambda: self.session.pause())

    def quit(self) -> None:
        if self.scene.ask is not None or self.session.ended:  # asked twice is meant
            self.leave(0)
        elif self.session.parting and self.state.stage != OVER:
            self.scene.ask = Ask(self.session.parting, lambda: self.leave(0), stays=True)
        else:
            held = "ask.quit" if self.state.seat and self.state.stage != OVER else "ask.quit-plain"
            self.ask(held, lambda: self.leave(0), stays=True)

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
            self.tell_news()

    def open_page(self, page: str) -> None:
        scene = self.scene
        scene.overlay = "" if scene.overlay == page else page
        scene.scroll, scene.search, scene.is_searching = 0, "", False
        if page == LOG and scene.overlay:
            scene.scroll = 10**6
        self.tell_news() if not scene.overlay else None

    def search(self) -> None:
        if self.scene.overlay == LOG:
            self.scene.is_searching = True
            self.append()

    def scroll(self, by: int) -> None:
        self.scene.scroll = max(0, self.scene.scroll + by)

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
            self.tell_news()
        elif scene.overlay in OVERLAYS:
            scene.overlay = ""
            self.tell_news()
        elif scene.mode == STORY:
            self.skip_story()
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

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        """The key of a seat for its new player, until it is put away."""
        self.scene.seat_key = SeatKeyCard(who, key.seat, way_to(self.session, key))
        self.scene.overlay, self.scene.scroll = SEAT_KEY, 0

    def show_health(self) -> None:
        """The console shows it; in words, wherever one is."""
        found, language = self.state.health, self.scene.look.language
        self.scene.message = health_text(found, language) if found else say(language, "health.none")

    def help(self) -> None:
        self.scene.where = way_in(self.session) if self.state.link != FILE else ""
        self.open_page(HELP)

    def save(self, path: str) -> None:
        """The record of the game as far as it has been told, for `qg replay`."""
        target = Path(path or f"{self.state.table or 'table'}.json")
        self.do(save_record(self.session, target), self.scene.say("done.exported", path=str(target)))
