"""The sheet editor: the player writes, moves, deletes and undoes lines until the sheet is sealed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from client.link.limits import as_one_line, whole_number
from client.play.desk import CHAT, Question
from client.play.refusals import unless_writing
from client.play.sheet_order import sheets_of
from client.screens.draw.lines import shorten
from client.screens.scene import TYPE, WALK
from client.state import sheets as edits
from client.state.client_state import ClientState
from protocol.ids import Lines, SheetKey

if TYPE_CHECKING:
    from client.screens.control.controller import Controller


MOST_DROPPED = 50


class _Dropped(Struct, frozen=True):
    """A text that was typed and then dropped, with the lines of the sheet before and after that."""

    sheet: SheetKey
    text: str
    line: int
    before: Lines
    after: Lines


class SheetEditor:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self._display = controller.display
        self.sheet: SheetKey = ""
        self.line = 0
        """The line that is being written, counted from 0; the number of lines stands for a new line."""
        self.recalled = -1
        """Which line of earlier rounds is in the input line, counted from 0; -1 if none is."""
        self.written = -1
        """The line that was written last; its advice is shown first."""
        self._dropped: tuple[_Dropped, ...] = ()
        """The texts that were typed and then dropped, the latest last."""

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    @property
    def lines(self) -> Lines:
        return edits.lines_of(self._state, self.sheet)

    @property
    def above(self) -> Lines:
        """The lines above the one that is being written. A single line is replaced, so none is above it."""
        return () if self._state.owes_one_line else self.lines[: self.line]

    @property
    def unwritten(self) -> str:
        """The order in the input line that is not on the sheet; empty if there is none."""
        controller, text = self._controller, self._display.text.strip()
        is_order = self._state.may_write and not text.startswith(":") and self._display.shows(controller)
        is_typing = controller.mode == TYPE and controller.pages.overlay != CHAT
        if not is_order or not is_typing or controller.prompt.is_searching:
            return ""
        return "" if text in self.lines[self.line : self.line + 1] else text

    def append(self) -> None:
        """Empty the input line; the next text that is typed is a new line of the sheet."""
        self._display.set_text("")
        self._controller.completer.drop()
        self.line = len(self.lines)

    def go_below(self) -> None:
        """Put the cursor after the last line. The text in the input line stays."""
        self.line = len(self.lines)

    def stay_on_sheet(self) -> None:
        """If the sheet has become shorter, put the cursor after its last line."""
        self.line = min(self.line, len(self.lines))

    def find_sheet(self) -> None:
        """If the player no longer has the open sheet, open the first one."""
        if self.sheet not in self._state.sheets:
            self.sheet = next(iter(sheets_of(self._state)), "")

    def open_first(self) -> None:
        """Open the first sheet, with the cursor after its last line."""
        self.sheet = next(iter(sheets_of(self._state)), "")
        self.line, self.recalled, self.written = len(self.lines), -1, -1
        self._dropped = ()

    def write(self, text: str) -> bool:
        """Put the line on the sheet, and go on to the next line. Returns whether it was possible."""
        text = as_one_line(text)
        at = self.line if self.line < len(self.lines) else None
        if at is None and self._state.may_write and not self._state.has_room(self.sheet):
            self._controller.prompt.say("hint.no-room", most=len(self.lines))
            return False
        if not self._edit(lambda state: edits.write_line(state, self.sheet, text, at)):
            return False  # the text stays in the input line, so that the player can correct it
        self.append()
        self._controller.prompt.forget_offers()
        self.recalled = -1
        self.written = len(self.lines) - 1 if at is None else at
        return True

    def _edit(self, change: Callable[[ClientState], ClientState]) -> bool:
        """Change the sheet. Returns False, and says why, if that is not possible."""
        refused = unless_writing(self._state)
        if refused:
            self._controller.prompt.refuse(refused)
            return False
        is_done = self._controller.session.edit(change)
        self.line = min(self.line, len(self.lines))
        if self._controller.mode == WALK:
            self._controller.walk.look_again()
        return is_done

    def go_to_line(self, line: int) -> None:
        """Put another line of the sheet into the input line, and show the advice on it.

        A text that was typed and is not on the sheet can be brought back.
        """
        self._remember(self._typed_now)
        self._show_line(line)

    def _show_line(self, line: int) -> None:
        self.line = max(0, min(line, len(self.lines)))
        self.written = -1
        self._controller.completer.drop()
        self._display.set_text(self.lines[self.line] if self.line < len(self.lines) else "")
        self._controller.prompt.forget_offers()
        self._controller.prompt.single_line.show_offers()

    def go_to_end(self) -> None:
        self.go_to_line(len(self.lines))

    def up(self) -> None:
        """Choose the previous offer, or go one line up, or bring back a line of an earlier round."""
        if self._controller.prompt.chosen >= 0:
            self._controller.prompt.complete(-1)
        elif self.recalled < 0 and self.line > 0:
            self.go_to_line(self.line - 1)
        else:
            self.recall(1)

    def down(self) -> None:
        if self.recalled >= 0:
            self.recall(-1)
        elif self._controller.prompt.offers:
            self._controller.prompt.complete(1)
        else:
            self.go_to_line(self.line + 1)

    def recall(self, by: int) -> None:
        """Put a line of an earlier round into the input line, the latest line first."""
        sheets = [told.sheets.get(self.sheet, ()) for told in self._state.rounds]
        old = list(dict.fromkeys(line for sheet in reversed(sheets) for line in reversed(sheet)))
        self.recalled = max(-1, min(self.recalled + by, len(old) - 1))
        self._display.set_text(old[self.recalled] if self.recalled >= 0 else "")
        self._controller.prompt.forget_offers()

    def _go_to_typed(self, line: str) -> bool:
        """Go to the line of that number, counted from 1, or stay. Returns whether there is a line."""
        number = whole_number(line)
        if line and (number is None or not 1 <= number <= len(self.lines)):
            self._controller.prompt.say("hint.which-line", most=len(self.lines))
            return False
        self.line = number - 1 if number is not None else min(self.line, len(self.lines) - 1)
        return self.line >= 0

    def delete(self, line: str = "") -> None:
        """Delete the line of that number, or the line under the cursor, or else the last line.

        If a new line is being typed, that text is the line under the cursor, and no other line is deleted.
        """
        if not line and self.unwritten and self.line >= len(self.lines):
            return self.go_to_end()
        if not self._go_to_typed(line):
            self.line = min(max(0, self.line), len(self.lines))
            return None
        at, typed = self.line, self._typed_now
        self._edit(lambda state: edits.delete_line(state, self.sheet, at))
        self._remember(typed)
        return self._show_line(len(self.lines))  # what is typed next is a new line, and no end of another

    def move(self, line: str, by: int) -> None:
        if not self._go_to_typed(line):
            self.line = min(max(0, self.line), len(self.lines))
            return
        at = self.line
        self._edit(lambda state: edits.move_line(state, self.sheet, at, by))
        self.go_to_line(max(0, min(at + by, len(self.lines) - 1)))

    def clear(self) -> None:
        typed = self._typed_now
        self._edit(lambda state: edits.clear(state, self.sheet))
        self._remember(typed)
        self._show_line(0)

    def undo(self) -> None:
        """Undo the last change. What was typed and then dropped is brought back, too."""
        last = self._dropped[-1] if self._dropped else None
        if self.unwritten or last is None or (last.sheet, last.after) != (self.sheet, self.lines):
            return self._step(edits.undo)
        self._dropped = self._dropped[:-1]
        if last.before != last.after:
            self._step(edits.undo)
        self.line = min(last.line, len(self.lines))
        return self._type_again(last.text)

    def _type_again(self, text: str) -> None:
        self._display.set_text(text)
        self._controller.prompt.text_changed()

    @property
    def _typed_now(self) -> "_Dropped":
        return _Dropped(self.sheet, self.unwritten, self.line, self.lines, self.lines)

    def _remember(self, typed: "_Dropped") -> None:
        """Keep a text that is dropped from the input line, so that it can be brought back."""
        if typed.text:
            self._dropped = (*self._dropped[-MOST_DROPPED:], replace(typed, after=self.lines))

    def redo(self) -> None:
        self._step(edits.redo)

    def _step(self, step: Callable[[ClientState, SheetKey], ClientState]) -> None:
        """Undo or redo a change of the sheet. The text in the input line is not part of it, and stays."""
        before, typed = self.lines, self.unwritten
        if self._edit(lambda state: step(state, self.sheet)) and self.lines == before:
            self._controller.prompt.say("hint.nothing-undone")
        self._show_line(len(self.lines))
        if typed:
            self._type_again(typed)

    def choose(self, sheet: str = "") -> None:
        """Open that sheet, or the next one."""
        keys = sheets_of(self._state)
        if len(keys) < 2:
            return self._controller.prompt.say("hint.one-sheet")
        if sheet and sheet not in keys:
            return self._controller.prompt.say("hint.which-sheet", sheets=", ".join(keys))
        at = keys.index(self.sheet) if self.sheet in keys else -1
        self._remember(self._typed_now)
        self.sheet = sheet or keys[(at + 1) % len(keys)]
        self._controller.walk.let_go()
        return self._show_line(len(self.lines))

    def ask_offers(self) -> None:
        self._controller.prompt.forget_offers()
        self._controller.completer.ask(self.sheet, self.above, self._display.text)

    def seal(self) -> None:
        if self._state.link == "lost":
            return None  # the message line says that the link is lost
        if self._state.is_supposed:
            return self._resolve()
        if self._state.phase and self._state.phase.strict and self._show_fault():
            return None
        orders = sum(len(sheet.lines) for sheet in self._state.sheets.values())
        typed = self.unwritten
        has_room = self.line < len(self.lines) or self._state.has_room(self.sheet)
        typed_code = "ask.seal-typed" if has_room else "ask.seal-no-room"
        text = self._controller.text(
            typed_code if typed else "ask.seal",
            count=orders,
            unit="order",
            text=shorten(typed),
            warning=self._warning(),
        )
        return self._controller.prompt.ask(Question(text, self._seal, shows_sheet=True))

    def _resolve(self) -> None:
        """See what the supposed sheets would lead to. The line that is typed counts as written."""
        typed = self._display.text.strip()
        if typed and not self.write(typed):
            return
        self._controller.carry_out(self._controller.session.seal())

    def _show_fault(self) -> bool:
        """Go to the first line with a fault, and say it. Returns whether there is one."""
        order = sheets_of(self._state)
        for key, line, advice in sorted(self._state.faults, key=lambda fault: order.index(fault[0])):
            self.sheet = key
            self.go_to_line(line)
            self._controller.prompt.say("hint.strict", line=line + 1, text=advice.text)
            return True
        return False

    def _warning(self) -> str:
        """What to warn of before sealing: lines that would be lost, empty sheets, and what comes of them."""
        text, state, faults = self._controller.text, self._state, len(self._state.faults)
        said = [text("ask.faults", count=faults, unit="line")] if faults else []
        for key in sheets_of(state):
            said += [text("ask.empty", sheet=key)] if key in state.left_empty else []
            said += [otherwise] if (otherwise := state.sheets[key].otherwise) else []
        return "".join(f"{sentence} " for sentence in said)

    def seal_unasked(self) -> None:
        """Seal without a question, because the key that was pressed can only mean that."""
        self._seal()

    def seal_if_sound(self) -> None:
        """Seal without a question if every sheet has a line and nothing would be lost; else ask."""
        if self._warning() or self._state.link == "lost" or self._state.is_supposed:
            self.seal()
        else:
            self._seal()

    def _seal(self) -> None:
        self.append()
        self._controller.prompt.forget_offers()
        if self._controller.mode == WALK:
            self._controller.walk.stop()
        self._controller.carry_out(self._controller.session.seal(), self._controller.text("done.sealed"))

    def unseal(self) -> None:
        self._controller.carry_out(self._controller.session.unseal(), self._controller.text("done.unsealed"))
