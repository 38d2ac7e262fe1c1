"""The desk of plain mode: what every action does there."""

from collections.abc import Awaitable, Callable, Sequence

from client.errors import ClientError
from client.link.limits import whole_number
from client.link.session import Session
from client.plain.narrator import Voice
from client.plain.sheets import PlainSheets
from client.plain.standing_question import StandingQuestion
from client.play.desk import BOARD, CELL, CHAT, HELP, LOG, PLAIN, ROUNDS, STORY, Outcome, Question
from client.play.lessons import Tutor
from client.play.requests import join_command
from client.play.table_lines import board_lines, cell_lines
from client.play.verbs import listed, verb_of
from client.state.client_state import ClientState
from client.words import clock_time, say
from protocol.messages import SeatKey
from protocol.vocabulary import BETWEEN, GATHERING, OVER

LOG_LINES = 20


class LeftTable(Exception):
    """Raised when the person leaves the table."""


class OtherTable(Exception):
    """Raised when the referee goes to another table; `number` is that table's number, counted from 0."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class PlainDesk:
    kind = PLAIN

    def __init__(
        self,
        session: Session,
        voice: Voice,
        table_count: int = 1,
        table: int = 0,
        tutor: Tutor | None = None,
        *,
        suppose: Callable[[], None],
    ) -> None:
        self.session = session
        self.tutor = tutor
        self._suppose = suppose
        """Begins to try what guessed sheets would lead to, or goes back to the table."""
        self.table_count = table_count
        self._table = table
        """The number of this table, counted from 0."""
        self.question = StandingQuestion(session, voice)
        self.sheets = PlainSheets(session, voice, self.question.ask)
        self._voice = voice
        self._pages = {
            HELP: self._tell_help,
            BOARD: self._tell_board,
            CELL: self._tell_cell,
            LOG: self._tell_log,
            STORY: self._tell_story,
            ROUNDS: self._tell_rounds,
            CHAT: self._tell_chat,
        }

    @property
    def _state(self) -> ClientState:
        return self.session.state

    def way_to(self, action: str) -> str:
        return self._voice.text("plain.verb", verb=verb_of(action, self._voice.language))

    def follow_lesson(self) -> None:
        """`Commands` goes on in the lesson after every line."""

    def show(self, title: str, lines: Sequence[str]) -> None:
        self._voice.print(lines)

    def open(self, page: str, wanted: str = "") -> None:
        self._pages[page](wanted)

    def ask(self, question: Question) -> Outcome:
        if not (question.asks_scripts or self._voice.console.is_interactive):
            return question.act()
        text = f"{question.text} {self._voice.text('ask.how')}"
        self.question.ask(Question(text, question.act, outlives_phase=question.outlives_phase))
        return None

    async def carry_out(self, act: Awaitable[object], done: str = "") -> None:
        await act
        if done:
            self._voice.print([done])

    def suppose(self, wanted: str = "") -> None:
        self._suppose()

    async def be_ready(self) -> None:
        await self.session.ready()
        seats = self._state.seats
        is_gathering = self._state.stage == GATHERING
        waited = [
            line.name
            for line in seats
            if line.name and (line.connected or is_gathering) and not (line.ready or line.bot)
        ]
        waited += self._state.free if is_gathering else ()
        if self._state.stage in (GATHERING, BETWEEN) and waited:
            self._voice.say("plain.ready", who=", ".join(waited))

    async def play_again(self) -> None:
        table = self._state.table
        await self.session.rematch()
        waited = [line.name for line in self._state.seats if line.connected and not (line.ready or line.bot)]
        if self._state.stage == OVER and self._state.table == table and waited:
            self._voice.say("plain.rematch", who=", ".join(waited))

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        self._voice.say("asked.seat-key", who=who, seat=key.seat)
        self._voice.print([join_command(self.session, key)])

    def go_to_table(self, wanted: str) -> None:
        number = whole_number(wanted) if wanted else (self._table + 1) % self.table_count + 1
        if number is None or not 1 <= number <= self.table_count:
            raise ClientError(self._voice.text("plain.which-table", most=self.table_count))
        raise OtherTable(number - 1)

    def leave(self) -> None:
        """If leaving ends the game or the table, a person at a terminal is asked first."""
        if self._state.is_supposed:
            return self._suppose()
        is_end = self.session.leaving_ends_it and self._state.stage != OVER
        if not is_end or not self._voice.console.is_interactive:
            raise LeftTable
        return self.question.ask(Question(self.session.leave_question, self._quit, outlives_phase=True))

    def _quit(self) -> None:
        raise LeftTable

    def _tell_help(self, wanted: str) -> None:
        self._voice.say_of(self._state, "plain.help-orders" if self._state.seat else "plain.help")
        for usage, gloss in listed(self):
            self._voice.say("plain.command", usage=usage, text=gloss)

    def _tell_board(self, wanted: str) -> None:
        self._voice.print(board_lines(self._state, self._voice.language))

    def _tell_cell(self, wanted: str) -> None:
        self._voice.print(cell_lines(self._state, wanted, self._voice.language))

    def _tell_log(self, wanted: str) -> None:
        for line in self._state.log[-(whole_number(wanted) or LOG_LINES) :]:
            self._voice.print([f"{clock_time(line.at)} {self._voice.logged(line)}"])

    def _tell_story(self, wanted: str) -> None:
        """Tell the story of the last round, or of the round of that number."""
        told = [r for r in self._state.rounds if not wanted or str(r.phase) == wanted]
        if not told:
            return self._voice.say("plain.no-round", round=wanted[:20])
        return self._voice.print(self._voice.told(told[-1], self._state))

    def _tell_rounds(self, wanted: str) -> None:
        for told in self._state.rounds:
            code = "plain.round-line" if told.seals_hold is not False else "plain.round-line-broken"
            orders = sum(len(lines) for lines in told.sheets.values())
            self._voice.say(code, phase=told.phase, orders=orders, count=orders)

    def _tell_chat(self, wanted: str) -> None:
        """Plain mode has no chat page, so the text must follow the verb."""
        raise ClientError(say(self._voice.language, "asked.chat"))
