"""One tab at one table: its session, what the person does there, and what its page shows of the table."""

from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct

from client.errors import ClientError
from client.link.session import Session
from client.play.actions import ACTIONS
from client.play.completer import Completer
from client.play.declaring import is_declarable, may_declare
from client.play.desk import Outcome, Question
from client.play.performing import is_for, perform, refusal_text
from client.play.refusals import unless_writing, why_not_writing
from client.play.story import has_taken_part, next_to_tell
from client.play.verbs import find_action, offers_for
from client.state.client_state import ClientState
from client.web import intents
from client.web.desk import PageSink, TabDesk
from client.web.parts import (
    ClockPart,
    SaidPart,
    chat_part,
    clock_part,
    log_part,
    seat_parts,
    sheet_parts,
    stage_part,
    tell,
    where_part,
)
from client.web.pictures import Sketch, change_between, sketch_of
from client.web.pointing import Pointer
from client.web.sheets import TabSheets
from client.web.stories import packed_story
from protocol.messages import Offer
from protocol.vocabulary import REFEREE

MOST_LINES = 300
"""So many of the latest lines of the log and of the chat are sent to a page that opens a table."""
MOST_OFFERS = 60


class Lines(Struct, frozen=True):
    """New lines of the log or of the chat. From 0 on, they replace all that were there."""

    start: int
    lines: tuple[SaidPart, ...]


class OffersPart(Struct, frozen=True):
    """How a text may go on."""

    text: str
    offers: tuple[Offer, ...]


class HeldSeat(Struct, frozen=True):
    """The secret of the person's own seat, for the storage of the tab."""

    table: str
    seat: str
    token: str
    name: str


class TableVisit:
    def __init__(
        self,
        session: Session,
        sink: PageSink,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        base: str,
        leave: Callable[[], None],
    ) -> None:
        self.session = session
        self._sink = sink
        self._completer = Completer(session, spawn, self._show_offers)
        self._asked_for = ""
        self.sheets = TabSheets(session, self._completer, self._ask, sink.notify)
        self.desk = TabDesk(session, self.sheets, sink, base, leave)
        self._pointer = Pointer(session, self._completer, self.sheets)
        self._known_phase: object = None
        self._known_rounds = -1
        self._table = ""
        self._lines = {"log": 0, "chat": 0}
        self._face: tuple[object, ...] = ()
        self._clock: ClockPart | None = None
        self._sketched: tuple[object, ...] = ()
        self._sketch = Sketch()
        self._wanted_story: int | None = None
        self._shown = Sketch()
        """What of the board the page has been sent."""

    def _ask(self, question: Question) -> Outcome:
        self.desk.ask(question)
        return None

    @property
    def state(self) -> ClientState:
        return self.session.state

    @property
    def language(self) -> str:
        return self.session.language

    # What the page shows.

    def parts(self) -> dict[str, object]:
        """What the page shows of the table, part by part. What is equal need not be sent again."""
        state, language = self.state, self.language
        diagram = self._draw().diagram
        return {
            "where": where_part(state, language),
            "stage": stage_part(state, language, self.session.ended),
            "clock": self._read_clock(),
            "seats": seat_parts(state, language),
            "watchers": tell(language, "status.watchers", count=state.watchers),
            "waiting": state.waiting,
            "sheets": sheet_parts(state, language),
            "sheet": self.sheets.sheet if state.may_write else "",
            "actions": self.desk.action_parts(),
            "rounds": tuple(told.phase for told in state.rounds),
            "seat": self._held_seat(),
            "invitation": self.desk.invitation(),
            "marks": diagram.marks,
            "legs": diagram.legs,
            "panels": diagram.panels,
            "status": diagram.status,
        }

    def _held_seat(self) -> HeldSeat | None:
        state, line = self.state, self.state.line(self.state.seat)
        if not (self.session.token and state.seat and line):
            return None
        return HeldSeat(state.table, state.seat, self.session.token, line.name)

    def _draw(self) -> Sketch:
        """The board, drawn anew only if the position or the player's sheets have changed."""
        state = self.state
        seen = (state.view, state.game, state.stage, state.sheets)
        if not self._sketched or any(a is not b for a, b in zip(seen, self._sketched, strict=True)):
            self._sketched, self._sketch = seen, sketch_of(state, self.language)
        return self._sketch

    def _read_clock(self) -> ClockPart | None:
        """The hourglass. It is another part only if something but the time has changed."""
        state = self.state
        face = (state.clock.left, state.clock.running, state.clock.now, state.clock.paused_by, state.stage)
        if face != self._face:
            self._face = face
            self._clock = clock_part(state.clock, state, self.session.now, self.language)
        return self._clock

    def news(self) -> dict[str, object]:
        """What is sent only once: a new board, changes on it, new lines, and the story of a new round."""
        self._follow_table()
        found: dict[str, object] = {}
        sketch = self._draw()
        if sketch.shape != self._shown.shape:
            found["shape"] = sketch.shape
            self._shown = Sketch(sketch.shape)
        if sketch.diagram.tokens != self._shown.diagram.tokens:
            found["change"] = change_between(self._shown.diagram, sketch.diagram)
        self._shown = sketch
        found |= {name: lines for name in self._lines if (lines := self._new_lines(name))}
        number, wanted = self._new_round(), self._wanted_story
        self._wanted_story = None
        if number is not None or wanted is not None:
            told = number if number is not None else wanted
            is_live = number is not None
            found["story"] = packed_story(self.state, told or 0, sketch.diagram, self.language, live=is_live)
        return found

    def _follow_table(self) -> None:
        """Forget what was shown of another table, and what was offered in another phase."""
        state = self.state
        if state.table != self._table:  # a rematch, or the first look
            self._table = state.table
            self._lines = dict.fromkeys(self._lines, 0)
            self._known_rounds = -1
        phase = (state.phase, state.stage)
        if phase != self._known_phase:
            self._known_phase = phase
            self._completer.forget()

    def _new_lines(self, name: str) -> Lines | None:
        state, start = self.state, self._lines[name]
        total = len(state.log) if name == "log" else len(state.chat)
        if total == start:
            return None
        self._lines[name] = total
        first = max(start, total - MOST_LINES) if total > start else max(0, total - MOST_LINES)
        if name == "log":
            lines = tuple(log_part(line, self.language) for line in state.log[first:])
        else:
            lines = tuple(chat_part(line, state, self.language) for line in state.chat[first:])
        return Lines(start if 0 < start < total else 0, lines)

    def _new_round(self) -> int | None:
        """The number of the round that has just been read and is told by itself, if there is one."""
        state, known = self.state, self._known_rounds
        self._known_rounds = len(state.rounds)
        if known < 0 or len(state.rounds) <= known or state.role == REFEREE or not has_taken_part(state):
            return None
        return next_to_tell(state, known)

    # What the person does.

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        self._sink.show("offers", OffersPart(self._asked_for, offers[:MOST_OFFERS]))

    def suggest(self, wanted: intents.Suggest) -> None:
        self._asked_for = wanted.text
        if self._is_command(wanted.text):
            self._show_offers(offers_for(self.desk, wanted.text))
        elif self.state.may_write:
            self._choose(wanted.sheet)
            above = self.sheets.lines if wanted.at is None else self.sheets.lines[: wanted.at]
            self._completer.ask(self.sheets.sheet, above, wanted.text)
        elif may_declare(self.state):
            self._completer.ask("", (), wanted.text)
        else:
            self._show_offers(())

    def _is_command(self, text: str) -> bool:
        return text.startswith(":") or self.state.role == REFEREE

    def _choose(self, sheet: str) -> None:
        if sheet and sheet in self.state.sheets:
            self.sheets.choose(sheet)

    def write(self, wanted: intents.Write) -> None:
        self._check_pen(wanted.sheet)
        self.sheets.write(wanted.text, wanted.at)

    def move(self, wanted: intents.Move) -> None:
        self._check_pen(wanted.sheet)
        self.sheets.move_to(wanted.at, wanted.to)

    def delete(self, wanted: intents.Delete) -> None:
        self._check_pen(wanted.sheet)
        self.sheets.delete(str(wanted.at + 1))

    def _check_pen(self, sheet: str) -> None:
        if refused := unless_writing(self.state):
            raise ClientError(refusal_text(self.desk, refused))
        self._choose(sheet)

    async def enter(self, wanted: intents.Enter) -> None:
        """What was typed and entered: a command, a line for the sheet, or a word to declare."""
        text = wanted.text.strip()
        if not text:
            return
        if self._is_command(text):
            await self._command(text)
        elif may_declare(self.state):
            if not await is_declarable(self.session, text):
                raise ClientError(refusal_text(self.desk, why_not_writing(self.state)))
            await self._await(perform(self.desk, ACTIONS["declare"], text))
        else:
            self._check_pen(wanted.sheet)
            await self.sheets.enter(text, wanted.at)

    async def _command(self, text: str) -> None:
        verb, _, rest = text.removeprefix(":").partition(" ")
        action = find_action(self.desk, verb)
        if action is None:
            raise ClientError(tell(self.language, "notice.no-command", word=verb[:40]))
        await self._await(perform(self.desk, action, rest.strip()))

    async def act(self, wanted: intents.Act) -> None:
        action = ACTIONS.get(wanted.name)
        if action is None or not is_for(action, self.desk):
            raise ClientError(tell(self.language, "notice.no-command", word=wanted.name[:40]))
        self._choose(wanted.sheet)
        await self._await(perform(self.desk, action, wanted.typed.strip()))

    async def answer(self, wanted: intents.Answer) -> None:
        await self._await(self.desk.answer(wanted.number, yes=wanted.yes))

    async def _await(self, outcome: Outcome) -> None:
        if outcome is not None:
            await outcome

    async def look(self, wanted: intents.Look) -> None:
        self._choose(wanted.sheet)
        self._sink.show("look", await self._pointer.look(wanted.place))

    async def send(self, wanted: intents.Send) -> None:
        self._check_pen(wanted.sheet)
        self._sink.show("sent", await self._pointer.send(wanted.begun, wanted.place))

    def tell_round(self, wanted: intents.Tell) -> None:
        """Tell a round again, as soon as it is known from which picture its pictures start."""
        if wanted.number >= len(self.state.rounds):
            raise ClientError(tell(self.language, "notice.untold"))
        self._wanted_story = wanted.number
