"""Writing on the sheet: lines, offers, undoing, and what was written before."""

from collections.abc import Callable

from client.link.limits import visible
from client.screens.control.core import Core
from client.screens.scene import CHAT, sheets_of
from client.state import sheets as desk
from client.state.client_state import ClientState
from protocol.ids import SheetKey


class Writing(Core):
    def complete(self, by: int = 1) -> None:
        """To the next offer; a single one is taken at once, and the next word asked for."""
        scene = self.scene
        if scene.overlay == CHAT:
            people = [line for line in self.state.seats if line.name and not line.bot]
            seats = ["", *(line.seat for line in people if line.seat != self.state.seat)]
            at = seats.index(scene.chat_to) if scene.chat_to in seats else 0
            scene.chat_to = seats[(at + by) % len(seats)]
        elif not scene.offers and self.get_text() == "" and self.state.may_write:
            self.ask_offers()
        elif not scene.offers and self.get_text() == "":
            self.show_commands()
        elif len(scene.offers) == 1:
            self._take(scene.offers[0].text)
        elif scene.offers:
            first = 0 if by > 0 else -1
            scene.chosen = (scene.chosen + by if scene.chosen >= 0 else first) % len(scene.offers)
            self.set_text(scene.offers[scene.chosen].text)

    def show_commands(self) -> None:
        """All there are: where nothing is written, each hand has its own."""

    def _take(self, text: str) -> None:
        is_whole = len(text.split()) > 2 and not text.startswith(":")
        self.set_text(text if is_whole else text + " ")
        self.text_changed()

    def accept_offer(self) -> bool:
        """Right arrow or blank behind a chosen word: take it and go on."""
        if self.scene.chosen < 0:
            return False
        self._take(self.get_text())
        return True

    def write(self, text: str) -> None:
        """Put the line on the sheet; the next one is ready to be written."""
        scene, text = self.scene, visible(text)
        at = scene.line if scene.line < len(self.lines) else None
        if not self.edit(lambda state: desk.write_line(state, scene.sheet, text, at)):
            return  # what was typed stays there to be mended
        self.append()
        scene.forget_offers()
        scene.recalled = -1
        scene.written = len(self.lines) - 1 if at is None else at

    def edit(self, change: Callable[[ClientState], ClientState]) -> bool:
        """Whether it could be done; if not, it is said why."""
        if not self.state.may_write:
            self.say_why_not()
            return False
        is_done = self.session.edit(change)
        self.scene.line = min(self.scene.line, len(self.lines))
        return is_done

    def go_to_line(self, line: int) -> None:
        """Another line of the sheet: it can be edited, and the advice on it is shown."""
        self.scene.line = max(0, min(line, len(self.lines)))
        at, self.scene.written = self.scene.line, -1
        self.completer.drop()
        self.set_text(self.lines[at] if at < len(self.lines) else "")
        self.scene.forget_offers()

    def up(self) -> None:
        """An offer back, a line up, or on an empty sheet what was written in earlier rounds."""
        scene = self.scene
        if scene.chosen >= 0:
            self.complete(-1)
        elif scene.recalled < 0 and scene.line > 0:
            self.go_to_line(scene.line - 1)
        else:
            self.recall(1)

    def down(self) -> None:
        scene = self.scene
        if scene.recalled >= 0:
            self.recall(-1)
        elif scene.offers:
            self.complete(1)
        else:
            self.go_to_line(scene.line + 1)

    def recall(self, by: int) -> None:
        """Lines of earlier rounds, the latest first."""
        sheets = [told.sheets.get(self.scene.sheet, ()) for told in self.state.rounds]
        old = list(dict.fromkeys(line for sheet in reversed(sheets) for line in reversed(sheet)))
        self.scene.recalled = max(-1, min(self.scene.recalled + by, len(old) - 1))
        self.set_text(old[self.scene.recalled] if self.scene.recalled >= 0 else "")
        self.scene.forget_offers()

    def delete(self) -> None:
        """The line one is on; behind the last one, that one."""
        at = min(self.scene.line, len(self.lines) - 1)
        if at >= 0:
            self.edit(lambda state: desk.delete_line(state, self.scene.sheet, at))
            self.go_to_line(min(at, len(self.lines)))

    def move(self, by: int) -> None:
        at = min(self.scene.line, len(self.lines) - 1)
        self.edit(lambda state: desk.move_line(state, self.scene.sheet, at, by))
        self.go_to_line(max(0, min(at + by, len(self.lines) - 1)))

    def clear(self) -> None:
        self.edit(lambda state: desk.clear(state, self.scene.sheet))
        self.go_to_line(0)

    def undo(self) -> None:
        self._step(desk.undo)

    def redo(self) -> None:
        self._step(desk.redo)

    def _step(self, step: Callable[[ClientState, SheetKey], ClientState]) -> None:
        before = self.lines
        if self.edit(lambda state: step(state, self.scene.sheet)) and self.lines == before:
            self.say("hint.nothing-undone")
        self.go_to_line(len(self.lines))

    def other_sheet(self, wanted: str = "") -> None:
        keys = sheets_of(self.state)
        if len(keys) < 2:
            self.say("hint.one-sheet")
            return
        if wanted and wanted not in keys:
            self.say("hint.which-sheet", sheets=", ".join(keys))
            return
        at = keys.index(self.scene.sheet) if self.scene.sheet in keys else -1
        self.scene.sheet = wanted if wanted in keys else keys[(at + 1) % len(keys)]
        self.scene.let_go()
        self.go_to_line(len(self.lines))

    def ask_offers(self) -> None:
        self.scene.forget_offers()
        self.completer.ask(self.scene.sheet, self.lines[: self.scene.line], self.get_text())
