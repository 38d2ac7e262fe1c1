"""The player's own sheets in a browser tab. A change is shown at once, and the session posts it."""

from collections.abc import Callable

from client.errors import ClientError
from client.link.limits import as_one_line, whole_number
from client.link.session import Session
from client.play.completer import Completer
from client.play.desk import Outcome, Question
from client.play.sheet_order import sheets_of
from client.play.whole_orders import is_choice
from client.state import sheets as edits
from client.state.client_state import ClientState
from client.web.parts import tell
from client.words import say
from protocol.ids import Lines, SheetKey
from protocol.letters import letters_of
from protocol.messages import LONGEST_LINE


class TabSheets:
    """`ask` shows a question, `notify` a sentence."""

    def __init__(
        self,
        session: Session,
        completer: Completer,
        ask: Callable[[Question], Outcome],
        notify: Callable[[str], None],
    ) -> None:
        self._session = session
        self._completer = completer
        self._ask = ask
        self._notify = notify
        self._chosen: SheetKey = ""

    @property
    def _state(self) -> ClientState:
        return self._session.state

    def _text(self, code: str, /, **args: str | int) -> str:
        return tell(self._session.language, code, **args)

    @property
    def sheet(self) -> SheetKey:
        """The sheet on which the person is writing."""
        if self._chosen not in self._state.sheets:
            self._chosen = next(iter(sheets_of(self._state)), "")
        return self._chosen

    @property
    def lines(self) -> Lines:
        return edits.lines_of(self._state, self.sheet)

    def choose(self, sheet: str = "") -> None:
        """Write on that sheet from now on, or on the next one."""
        keys = sheets_of(self._state)
        if sheet and sheet not in keys:
            raise ClientError(say(self._session.language, "plain.which-sheet", sheets=", ".join(keys)))
        at = keys.index(self.sheet) if self.sheet in keys else -1
        self._chosen = sheet or (keys[(at + 1) % len(keys)] if keys else "")

    def write(self, text: str, at: int | None = None) -> None:
        """Put a line below the others, or in place of line `at`, counted from 0."""
        line = as_one_line(text)
        if len(line) > LONGEST_LINE:
            raise ClientError(say(self._session.language, "limit.line", most=LONGEST_LINE))
        is_new = at is None or at >= len(self.lines)
        if is_new and self._state.may_write and not self._state.has_room(self.sheet):
            raise ClientError(self._text("sheet.no-room", most=self._state.most_lines or 0))
        self._edit(lambda state: edits.write_line(state, self.sheet, line, at))

    async def enter(self, text: str, at: int | None = None) -> None:
        """Write the line. If it is the one choice that is owed, seal it at once."""
        if not self._state.owes_one_line:
            return self.write(text, at)
        sheet, phase = self.sheet, self._state.phase
        shown = letters_of(self._state.game, self._session.language).line(as_one_line(text))
        is_whole = await is_choice(self._completer.get, sheet, (), shown)
        if sheet != self.sheet or phase != self._state.phase:
            return None  # the bell has rung meanwhile
        self.write(text, 0)
        has_all = all(own.lines for own in self._state.sheets.values())
        if is_whole and has_all and not self._state.faults:
            await self._session.seal()
        return None

    def move_to(self, at: int, to: int) -> None:
        """Let line `at` be line `to`; both count from 0."""
        self._edit(lambda state: edits.move_line(state, self.sheet, at, to - at))

    def move(self, line: str, by: int) -> None:
        at = self._number(line)
        self.move_to(at, at + by)

    def delete(self, line: str = "") -> None:
        at = self._number(line)
        self._edit(lambda state: edits.delete_line(state, self.sheet, at))

    def clear(self) -> None:
        self._edit(lambda state: edits.clear(state, self.sheet))

    def undo(self) -> None:
        self._step(edits.undo)

    def redo(self) -> None:
        self._step(edits.redo)

    def _edit(self, change: Callable[[ClientState], ClientState]) -> None:
        if self._session.edit(change):
            self._completer.drop()

    def _step(self, step: Callable[[ClientState, SheetKey], ClientState]) -> None:
        before = self.lines
        self._edit(lambda state: step(state, self.sheet))
        if self.lines == before:
            self._notify(say(self._session.language, "plain.nothing-undone"))

    def _number(self, text: str) -> int:
        """The index of a line, from 0, for the number that was typed, from 1; the last line without one."""
        number = whole_number(text) if text else len(self.lines)
        if number is None or not 1 <= number <= len(self.lines):
            raise ClientError(say(self._session.language, "plain.which-line", most=len(self.lines)))
        return number - 1

    def seal(self) -> Outcome:
        """Seal. If lines would be lost or a sheet is empty, the person is asked first."""
        state = self._state
        if state.is_supposed:
            return self._seal()
        if state.phase and state.phase.strict:
            for _, line, advice in state.faults:
                raise ClientError(
                    say(self._session.language, "plain.strict", line=line + 1, text=advice.text)
                )
        doubts = self._doubts()
        if not doubts:
            return self._seal()
        return self._ask(Question(" ".join([*doubts, self._text("ask.seal")]), self._seal))

    def _doubts(self) -> list[str]:
        state, language = self._state, self._session.language
        said = [say(language, "plain.sheet-empty", sheet=sheet) for sheet in state.left_empty]
        if len(state.sheets) == 1 and not any(own.lines for own in state.sheets.values()):
            said.append(say(language, "plain.sheet-empty", sheet=next(iter(state.sheets))))
        said += [own.otherwise for own in state.sheets.values() if own.otherwise]
        faults = len(state.faults)
        return said + ([say(language, "plain.faults", count=faults)] if faults else [])

    async def _seal(self) -> None:
        await self._session.seal()

    async def unseal(self) -> None:
        await self._session.unseal()
