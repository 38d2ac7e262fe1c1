"""The player's own sheets in plain mode. After each change the sheet is told as the server stored it."""

from collections.abc import Callable

from client.errors import ClientError, LinkLost
from client.link.limits import as_one_line, whole_number
from client.link.session import Session
from client.plain.narrator import Voice
from client.play.desk import Question
from client.play.whole_orders import is_offered_whole
from client.state import sheets as edits
from client.state.client_state import ClientState
from protocol.ids import SheetKey
from protocol.letters import letters_of
from protocol.messages import LONGEST_LINE
from protocol.vocabulary import WRITING

MOST_OFFERS = 40


class PlainSheets:
    def __init__(self, session: Session, voice: Voice, ask: Callable[[Question], None]) -> None:
        self._session = session
        self._voice = voice
        self._ask = ask
        self._chosen: SheetKey = ""

    @property
    def _state(self) -> ClientState:
        return self._session.state

    @property
    def sheet(self) -> SheetKey:
        """The sheet that is being written on."""
        if self._chosen not in self._state.sheets:
            self._chosen = next(iter(self._state.sheets), "")
        return self._chosen

    async def write(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise ClientError(self._voice.text("limit.line", most=LONGEST_LINE))
        if self._state.may_write and not self._state.has_room(self.sheet):
            raise ClientError(self._voice.text("plain.no-room", most=self._state.most_lines or 0))
        await self._edit(edits.write_line, as_one_line(line))

    async def is_order(self, word: str) -> bool:
        """Whether the server offers this word as a whole order. If the link is lost, the word is believed."""
        sheet = self.sheet
        above = edits.lines_of(self._state, sheet)
        shown = letters_of(self._state.game, self._voice.language).line(word)
        try:
            return await is_offered_whole(self._session.suggest, sheet, above, shown)
        except LinkLost:
            return True

    async def delete(self, line: str = "") -> None:
        await self._edit(edits.delete_line, self._number(line))

    async def move(self, line: str, by: int) -> None:
        await self._edit(edits.move_line, self._number(line), by)

    async def clear(self) -> None:
        await self._edit(edits.clear)

    async def undo(self) -> None:
        await self._step(edits.undo)

    async def redo(self) -> None:
        await self._step(edits.redo)

    async def _edit(self, edit: Callable[..., ClientState], *args: object) -> None:
        sheet = self.sheet
        changed = edit(self._state, sheet, *args)
        await self._session.write(sheet, edits.lines_of(changed, sheet))
        self._read(sheet)

    async def _step(self, step: Callable[[ClientState, SheetKey], ClientState]) -> None:
        sheet, before = self.sheet, edits.lines_of(self._state, self.sheet)
        self._session.edit(lambda state: step(state, sheet))
        if edits.lines_of(self._state, sheet) == before:
            return self._voice.say("plain.nothing-undone")
        await self._session.stored()
        return self._read(sheet)

    def _number(self, text: str) -> int:
        """The index of a line, from 0, for the number that the player typed, from 1."""
        lines = edits.lines_of(self._state, self.sheet)
        number = whole_number(text)
        if not lines:
            raise ClientError(self._voice.text("plain.sheet-empty", sheet=self.sheet))
        if number is None or not 1 <= number <= len(lines):
            raise ClientError(self._voice.text("plain.which-line", most=len(lines)))
        return number - 1

    def _read(self, sheet: SheetKey) -> None:
        """Tell the sheet as the server has stored it, with the server's advice."""
        own = self._state.sheets.get(sheet)
        if own is None:
            return self._voice.say("error.not-writing")
        if own.by_another:
            return self._voice.say("refusal.sealed-by-another")
        if not own.stored:
            return self._voice.say("plain.sheet-empty", sheet=sheet)
        self._voice.say("plain.sheet-sealed" if self._state.sealed else "plain.sheet", sheet=sheet)
        letters = letters_of(self._state.game, self._voice.language)
        for number, line in enumerate(own.stored):
            advice = own.advice_for(number)
            code = "plain.line-doubtful" if advice else "plain.line"
            self._voice.say(
                code, number=number + 1, text=letters.line(line), reason=advice.text if advice else ""
            )
        if own.progress.wanted:
            self._voice.say("plain.progress", done=own.progress.done, wanted=own.progress.wanted)
        return None

    def choose(self, sheet: str = "") -> None:
        """Go to that sheet and tell it. Without a name, tell all sheets."""
        if sheet and sheet not in self._state.sheets:
            raise ClientError(self._voice.text("plain.which-sheet", sheets=", ".join(self._state.sheets)))
        self._chosen = sheet or self._chosen
        for each in (self.sheet,) if sheet else self._state.sheets or ("",):
            self._read(each)

    async def seal(self) -> None:
        """Seal. If lines would be lost or a sheet is empty, a person at a terminal is asked first."""
        if self._state.is_supposed:
            return await self._resolve()
        self._check_strict()
        doubts = self._doubts()
        if doubts and self._voice.console.is_interactive:
            anyway = self._voice.text("plain.seal-anyway")
            return self._ask(Question(" ".join([*doubts, anyway]), self._seal))
        self._voice.print(doubts)
        return await self._seal()

    async def _resolve(self) -> None:
        """Tell what the supposed sheets would lead to, and go on writing them."""
        await self._session.seal()
        self._voice.print(self._voice.supposed(self._state.rounds[-1], self._state.game))
        await self._session.ready()

    def _check_strict(self) -> None:
        """If the phase takes no sheet with faults, name the first fault."""
        if not (self._state.phase and self._state.phase.strict):
            return
        for _, line, advice in self._state.faults:
            raise ClientError(self._voice.text("plain.strict", line=line + 1, text=advice.text))

    def _doubts(self) -> list[str]:
        said = [self._voice.text("plain.sheet-empty", sheet=sheet) for sheet in self._state.left_empty]
        said += [sheet.otherwise for sheet in self._state.sheets.values() if sheet.otherwise]
        faults = len(self._state.faults)
        return said + ([self._voice.text("plain.faults", count=faults)] if faults else [])

    async def _seal(self) -> None:
        sheets, phase = tuple(self._state.sheets), self._state.phase
        await self._session.seal()
        is_open = self._state.stage == WRITING and self._state.phase == phase  # else it was read already
        for sheet in sheets if is_open else ():
            self._read(sheet)

    async def unseal(self) -> None:
        await self._session.unseal()

    async def offer(self, text: str) -> None:
        """Say how this line may go on."""
        sheet = self.sheet
        offers = await self._session.suggest(sheet, edits.lines_of(self._state, sheet), text)
        if not offers:
            return self._voice.say("plain.no-offers")
        self._voice.print(
            [
                self._voice.text("plain.meaning", word=offer.text, text=offer.gloss)
                for offer in offers[:MOST_OFFERS]
            ]
        )
        if len(offers) > MOST_OFFERS:
            self._voice.say("plain.more-offers", count=len(offers) - MOST_OFFERS)
        return None
