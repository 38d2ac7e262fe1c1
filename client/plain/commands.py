"""What is typed line by line, at a table: commands, or else orders."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from client.errors import ClientError, Ended
from client.games import GAMES, is_out
from client.link.limits import visible, whole
from client.link.session import Session
from client.plain.narrator import Voice, minutes, o_clock
from client.plain.question import Question
from client.play.health import health_text, milliseconds
from client.play.requests import ASKED, Asked, way_to
from client.state import sheets as desk
from client.state.client_state import ClientState
from client.words import bare
from protocol.ids import SheetKey
from protocol.messages import LONGEST_LINE, SeatLine
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE, WRITING

Act: TypeAlias = Callable[[str], Awaitable[None] | None]

COMMON = ("board", "cell", "who", "time", "log", "story", "rounds", "export", "rules", "help", "wait", "quit")
WRITING_ACTS = ("del", "up", "down", "clear", "undo", "redo", "sheet", "seal", "unseal")
PLAYER = (*WRITING_ACTS, "mine", "ready", "pause", "continue", "invite", "replace", "say", "tell")
REFEREE_VERBS = (
    *("start", "stop", "go", "grant", "bell", "hold", "release", "invite", "unseat", "replace", "note"),
    *("rollback", "reread", "amend", "finish", "say", "tell", "health"),
)
LOG_LINES = 20
MOST_OFFERS = 40


class Quit(Exception):
    """The player has had enough."""


class Commands:
    """One person's commands at one table. `obey` takes a line and does what it says."""

    def __init__(self, session: Session, voice: Voice, tables: int = 1) -> None:
        self._session = session
        self._tables = tables
        """How many a referee has: `plain.run_referee` goes from one to the other."""
        self._voice = voice
        self._sheet: SheetKey = ""
        verbs = (
            *COMMON,
            *(REFEREE_VERBS if session.state.role == REFEREE else PLAYER if self.state.seat else ()),
        )
        self._verbs: dict[str, Act] = {verb: self._act(verb) for verb in verbs}
        self._question = Question(session, voice)
        table = voice.client.tables["command"]
        self._spelled = {bare(table[verb][0]): verb for verb in verbs} | {verb: verb for verb in verbs}

    @property
    def state(self) -> ClientState:
        return self._session.state

    def _act(self, verb: str) -> Act:
        if verb not in ASKED:
            return getattr(self, f"do_{verb}")  # type: ignore[no-any-return]  # all of them are
        return lambda rest: self._ask(ASKED[verb](self._session, rest))

    async def _ask(self, asked: Asked) -> None:
        """At once, or after a yes if it cannot be taken back."""
        if not asked.question:
            return await self._put(asked)
        text = f"{self._voice.text(f'ask.{asked.question}', **asked.args)} {self._voice.text('ask.how')}"
        return self._question.ask(
            text, lambda: self._put(asked, done="asked.done"), outlives_phase=asked.outlives_phase
        )

    async def _put(self, asked: Asked, done: str = "") -> None:
        key = await asked.put(self._session)
        if key is not None:
            who = asked.args.get("who", "")
            self._voice.say("asked.seat-key", who=who, seat=key.seat)
            self._voice.print([way_to(self._session, key)])
        if done:
            self._voice.say(done)

    async def obey(self, line: str) -> None:
        """A command, with or without a colon before it; anything else is an order for the sheet."""
        if not line:
            return
        try:
            if not await self._question.answer(line):
                await self._obey(line)
        except Ended:
            raise
        except ClientError as error:
            if self.state.notice != str(error):  # the narrator has said it already
                self._voice.print([str(error)])
        self._session.dismiss()

    async def _obey(self, line: str) -> None:
        if line.startswith("?"):
            return await self._offer(line[1:].lstrip())
        first, _, rest = line.removeprefix(":").partition(" ")
        verb = self._spelled.get(bare(first))
        if verb:
            done = self._verbs[verb](rest.strip())
            return await done if done is not None else None
        if line.startswith(":") or not (self.state.seat and (" " in line or self._is_choice)):
            code = "plain.no-command" if self.state.seat else "plain.no-command-plain"
            return self._voice.say_of(self.state, code, word=first[:40])
        return await self._order(line)

    @property
    def _is_choice(self) -> bool:
        """A sheet of one line is due, which may be a word."""
        return self.state.may_write and self.state.phase is not None and self.state.phase.lines == 1

    @property
    def sheet(self) -> SheetKey:
        """The sheet that is being written on."""
        if self._sheet not in self.state.sheets:
            self._sheet = next(iter(self.state.sheets), "")
        return self._sheet

    async def _order(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise ClientError(self._voice.text("limit.line", most=LONGEST_LINE))
        await self._write(desk.write_line, visible(line))

    async def _write(self, edit: Callable[..., ClientState], *args: object) -> None:
        sheet = self.sheet
        changed = edit(self.state, sheet, *args)
        await self._session.write(sheet, desk.lines_of(changed, sheet))
        self._read_sheet(sheet)

    def _read_sheet(self, sheet: SheetKey) -> None:
        """As the server has it, with its advice."""
        own = self.state.sheets.get(sheet)
        if own is None:
            return self._voice.say("error.not-writing")
        if not own.stored:
            return self._voice.say("plain.sheet-empty", sheet=sheet)
        self._voice.say("plain.sheet-sealed" if self.state.sealed else "plain.sheet", sheet=sheet)
        for number, line in enumerate(own.stored):
            advice = own.advice_for(number)
            code = "plain.line-doubtful" if advice else "plain.line"
            self._voice.say(code, number=number + 1, text=line, reason=advice.text if advice else "")
        return None

    def _number(self, text: str) -> int:
        """A line's number, as the player counts; from 0 for us."""
        lines = desk.lines_of(self.state, self.sheet)
        number = whole(text)
        if not lines:
            raise ClientError(self._voice.text("plain.sheet-empty", sheet=self.sheet))
        if number is None or not 1 <= number <= len(lines):
            raise ClientError(self._voice.text("plain.which-line", most=len(lines)))
        return number - 1

    async def do_del(self, rest: str) -> None:
        await self._write(desk.delete_line, self._number(rest))

    async def do_up(self, rest: str) -> None:
        await self._write(desk.move_line, self._number(rest), -1)

    async def do_down(self, rest: str) -> None:
        await self._write(desk.move_line, self._number(rest), 1)

    async def do_clear(self, rest: str) -> None:
        await self._write(desk.clear)

    async def do_undo(self, rest: str) -> None:
        await self._step(desk.undo)

    async def do_redo(self, rest: str) -> None:
        await self._step(desk.redo)

    async def _step(self, step: Callable[[ClientState, SheetKey], ClientState]) -> None:
        sheet, before = self.sheet, desk.lines_of(self.state, self.sheet)
        self._session.edit(lambda state: step(state, sheet))
        if self.state.may_write and desk.lines_of(self.state, sheet) == before:
            return self._voice.say("plain.nothing-undone")
        await self._session.stored()
        return self._read_sheet(sheet)

    def do_sheet(self, rest: str) -> None:
        wanted = rest.upper()
        if wanted and wanted not in self.state.sheets:
            raise ClientError(self._voice.text("plain.which-sheet", sheets=", ".join(self.state.sheets)))
        self._sheet = wanted or self._sheet
        for sheet in (self.sheet,) if wanted else self.state.sheets or ("",):
            self._read_sheet(sheet)

    async def do_seal(self, rest: str) -> None:
        """Somebody at a terminal is asked if something on the sheets would be lost, or is not there."""
        self._check_strict()
        doubts = self._doubts()
        if doubts and self._voice.console.is_interactive:
            anyway = self._voice.text("plain.seal-anyway")
            return self._question.ask(" ".join([*doubts, anyway]), self._seal)
        self._voice.print(doubts)
        return await self._seal()

    def _check_strict(self) -> None:
        """Where no faulty sheet is taken, the first fault is named."""
        if not (self.state.may_write and self.state.phase and self.state.phase.strict):
            return
        for _, line, advice in self.state.faults:
            raise ClientError(self._voice.text("plain.strict", line=line + 1, text=advice.text))

    def _doubts(self) -> list[str]:
        if not self.state.may_write:
            return []
        said = [self._voice.text("plain.sheet-empty", sheet=sheet) for sheet in self.state.left_empty]
        faults = len(self.state.faults)
        return said + ([self._voice.text("plain.faults", count=faults)] if faults else [])

    async def _seal(self) -> None:
        sheets, phase = tuple(self.state.sheets), self.state.phase
        await self._session.seal()
        is_open = self.state.stage == WRITING and self.state.phase == phase  # else it has been read
        for sheet in sheets if is_open else ():
            self._read_sheet(sheet)

    async def do_unseal(self, rest: str) -> None:
        await self._session.unseal()

    async def _offer(self, text: str) -> None:
        """How may this line go on?"""
        sheet = self.sheet
        offers = await self._session.suggest(sheet, desk.lines_of(self.state, sheet), text)
        if not offers:
            return self._voice.say("plain.no-offers")
        shown = [f"{offer.text}: {offer.gloss}" for offer in offers[:MOST_OFFERS]]
        self._voice.print(shown)
        if len(offers) > MOST_OFFERS:
            self._voice.say("plain.more-offers", count=len(offers) - MOST_OFFERS)
        return None

    def _speak(self, what: str, *args: str) -> None:
        game = GAMES.get(self.state.game)
        if game is None or (self.state.view is None and what != "rules"):
            return self._voice.say("plain.no-game-yet")
        given = () if what == "rules" else (self.state.view,)
        words = game.words(self._voice.language)
        self._voice.print(getattr(game.speech, what)(*given, *args, words))
        return None

    def do_board(self, rest: str) -> None:
        self._speak("board")

    def do_mine(self, rest: str) -> None:
        self._speak("mine")

    def do_cell(self, rest: str) -> None:
        self._speak("cell", rest)

    def do_rules(self, rest: str) -> None:
        self._speak("rules")

    def do_who(self, rest: str) -> None:
        for line in self.state.seats:
            self._voice.print([self._seat(line)])
        self._voice.say("plain.watchers", count=self.state.watchers)

    def _seat(self, line: SeatLine) -> str:
        voice = self._voice
        if not line.name:
            return voice.text("plain.seat-free", seat=line.seat)
        marks = [voice.text(f"seat.{mark}") for mark in self._marks(line)]
        if self.state.role == REFEREE:
            marks.append(voice.text("plain.used", time=minutes(line.seconds_used)))
        return voice.text("plain.seat", seat=line.seat, name=line.name, marks=", ".join(marks))

    def _marks(self, line: SeatLine) -> list[str]:
        """What there is to know of a seat, one word each."""
        marks = ["you"] if line.seat == self.state.seat else []
        marks.append("bot" if line.bot else "here" if line.connected else "away")
        owing = self.state.phase.owing if self.state.phase else {}
        if self.state.stage == WRITING and line.seat in owing:
            marks.append("sealed" if line.sealed else "writing" if line.written else "thinking")
        if self.state.stage == BETWEEN and line.ready:
            marks.append("ready")
        if owing and line.seat not in owing and is_out(self.state, line.seat):
            marks.append("out")
        return marks

    def do_health(self, rest: str) -> None:
        found = self.state.health
        if found is None:
            return self._voice.say("health.none")
        self._voice.print([health_text(found, self._voice.language)])
        for link in found.links:
            lag = milliseconds(link.lag) if link.lag is not None else "?"
            self._voice.say("health.link", seat=link.seat, lag=lag, silent=round(link.silent))
        for said in found.warnings:
            self._voice.say("health.warning", text=said)
        return None

    def do_time(self, rest: str) -> None:
        self._voice.print([self._voice.time(self.state, self._session.now)])

    def do_log(self, rest: str) -> None:
        wanted = whole(rest) or LOG_LINES
        for line in self.state.log[-wanted:]:
            self._voice.print([f"{o_clock(line.at)} {self._voice.logged(line)}"])

    def do_story(self, rest: str) -> None:
        """Of the last round, or of that number."""
        told = [r for r in self.state.rounds if not rest or str(r.phase) == rest]
        if not told:
            return self._voice.say("plain.no-round", round=rest[:20])
        self._voice.print(self._voice.told(told[-1], self.state.game))
        return None

    def do_rounds(self, rest: str) -> None:
        if not self.state.rounds:
            return self._voice.say("plain.no-round", round="")
        for told in self.state.rounds:
            code = "plain.round-line" if told.seals_hold is not False else "plain.round-line-broken"
            orders = sum(len(lines) for lines in told.sheets.values())
            self._voice.say(code, phase=told.phase, orders=orders, count=orders)
        return None

    async def do_export(self, rest: str) -> None:
        from client.state.record_file import save_record

        path = Path(rest or f"{self.state.table}.json")
        await save_record(self._session, path)
        self._voice.say("plain.exported", file=str(path), count=len(self.state.rounds))

    def do_help(self, rest: str) -> None:
        self._voice.say_of(self.state, "plain.help-orders" if self.state.seat else "plain.help")
        table = self._voice.client.tables["command"]
        for verb in (*self._verbs, *(("table",) if self._tables > 1 else ())):
            word, wanted, text = table[verb]
            self._voice.say("plain.command", usage=f"{word} {wanted}".strip(), text=text)

    def do_quit(self, rest: str) -> None:
        """Somebody at a terminal is asked first, where leaving ends something."""
        is_end = self._session.ends_with_us and self.state.stage != OVER
        if not is_end or not self._voice.console.is_interactive:
            raise Quit
        self._question.ask(self._session.parting, self._quit, outlives_phase=True)

    async def _quit(self) -> None:
        raise Quit

    async def do_wait(self, rest: str) -> None:
        """Until there is something to do again."""
        await self._session.until(has_a_turn)

    async def do_ready(self, rest: str) -> None:
        if self.state.stage != BETWEEN:
            raise ClientError(self._voice.text("plain.not-between"))
        await self._session.ready()
        waited = [line.name for line in self.state.seats if line.connected and not (line.ready or line.bot)]
        if self.state.stage == BETWEEN and waited:
            self._voice.say("plain.ready", who=", ".join(waited))

    async def do_pause(self, rest: str) -> None:
        await self._session.pause()

    async def do_continue(self, rest: str) -> None:
        await self._session.cont()


def has_a_turn(state: ClientState) -> bool:
    """There is something for this person to do, or nothing will ever be."""
    if state.stage == OVER:
        return True
    if state.role == REFEREE:
        return (
            state.stage == BETWEEN
            or (state.stage == GATHERING and not state.free)
            or (state.stage == CLOSED and state.held)
        )
    if state.stage == BETWEEN:
        return bool(state.seat) and state.seat not in state.ready
    return state.may_write
