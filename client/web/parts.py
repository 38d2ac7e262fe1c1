"""The parts of a page about a table, made out of what the client knows. The page shows them as they are."""

from msgspec import Struct

from client.games import GAMES, board_of, is_out, say_for_game
from client.games.api import Board
from client.play.sheet_order import sheets_of
from client.play.table_lines import about_line
from client.state.alarms import urgency
from client.state.client_state import FILE, ChatLine, ClientState, ClockFace, LogLine, OwnSheet
from client.state.log import ruling_of
from client.words import clock_time, say, words_of
from protocol.ids import Seat, SheetKey
from protocol.letters import letters_of
from protocol.messages import SeatLine, TableLine
from protocol.notes import Arg, Note
from protocol.texts import Catalogue, catalogue
from protocol.views import title_of
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE, WATCHER, WRITING

NOBODY = -1


class Chip(Struct, frozen=True):
    """A letter of a side, and the slot of that side in the palette."""

    letter: str
    slot: int


class TablePart(Struct, frozen=True, omit_defaults=True):
    """A table in the list of tables."""

    table: str
    name: str
    game: str
    stage: str
    free: tuple[Seat, ...] = ()
    players: tuple[str, ...] = ()
    seats: int = 0
    password: bool = False
    tournament: bool = False
    gathers: bool = False


class WherePart(Struct, frozen=True, omit_defaults=True):
    """At which table the person is, and as whom."""

    table: str = ""
    name: str = ""
    game: str = ""
    seat: Seat = ""
    chips: tuple[Chip, ...] = ()
    role: str = ""
    """What the person is, as a word: a watcher or the referee; empty for a player."""
    is_replay: bool = False
    may_talk: bool = False
    may_write: bool = False
    referees: bool = False
    phase: int = 0
    """The number of the phase, so that the page can forget what was typed in another one."""


class StagePart(Struct, frozen=True, omit_defaults=True):
    """Where the game stands, in words."""

    code: str
    text: str
    hint: str = ""
    about: str = ""
    sealed: str = ""
    link: str = ""
    """What is wrong with the link to the table; empty if it works."""
    result: str = ""
    """How the game ended."""


class ClockPart(Struct, frozen=True, omit_defaults=True):
    """The hourglass at the moment at which this is sent. The page counts down from there."""

    left: float
    runs: bool = False
    length: float = 0.0
    alarms: tuple[float, ...] = ()
    """At so many seconds the time is nearly up, short, and in its last minute."""
    stopped: str = ""
    """Why it stands still."""


class SeatPart(Struct, frozen=True, omit_defaults=True):
    seat: Seat
    name: str = ""
    chips: tuple[Chip, ...] = ()
    state: str = ""
    """A word for the style sheet: free, away, sealed, writing, thinking, asked, ready, out or here."""
    text: str = ""
    """The same as a word for people."""
    you: bool = False
    bot: bool = False
    host: bool = False


class LinePart(Struct, frozen=True, omit_defaults=True):
    text: str
    advice: str = ""
    stored: bool = True


class SheetPart(Struct, frozen=True, omit_defaults=True):
    """One of the player's own sheets."""

    key: SheetKey
    name: str
    slot: int = NOBODY
    lines: tuple[LinePart, ...] = ()
    usage: str = ""
    progress: str = ""
    otherwise: str = ""
    is_full: bool = False
    is_sealed: bool = False


class SaidPart(Struct, frozen=True, omit_defaults=True):
    """A line of the log or of the chat."""

    at: str
    text: str
    who: str = ""
    mine: bool = False
    private: bool = False


def page_words(language: str) -> Catalogue:
    return catalogue("texts", language, "client.web")


def tell(language: str, code: str, /, **args: Arg) -> str:
    return page_words(language).say(Note(code, args))


def table_part(line: TableLine, language: str) -> TablePart:
    return TablePart(
        table=line.id,
        name=line.name,
        game=title_of(line.game),
        stage=tell(language, f"listed.{'gathering' if line.stage == GATHERING else 'playing'}"),
        free=tuple(line.free),
        players=line.players,
        seats=line.seats,
        password=line.password,
        tournament=line.tournament,
        gathers=line.stage == GATHERING,
    )


def chips_of(board: Board | None, state: ClientState, seat: Seat) -> tuple[Chip, ...]:
    sides = board.sides_of(state.view, seat) if board and seat else ()
    return tuple(Chip(side.letter, side.slot) for side in sides)


def where_part(state: ClientState, language: str) -> WherePart:
    role = {WATCHER: "role.watcher", REFEREE: "role.referee"}.get(state.role, "")
    return WherePart(
        table=state.table,
        name=state.table_name,
        game=title_of(state.game) if state.game else "",
        seat=state.seat,
        chips=chips_of(board_of(state.game), state, state.seat),
        role=tell(language, role) if role else "",
        is_replay=state.link == FILE,
        may_talk=state.may_talk and state.link != FILE,
        may_write=state.may_write,
        referees=state.role == REFEREE,
        phase=state.phase.phase if state.phase else 0,
    )


def stage_part(state: ClientState, language: str, ended: str = "") -> StagePart:
    return StagePart(
        code=state.stage or "connecting",
        text=_stage(state, language),
        hint=_hint(state, language),
        about=about_line(state, language) if state.stage == WRITING else "",
        sealed=_sealed(state, language),
        link=ended or _link(state, language),
        result=_result(state, language),
    )


def _say_of(state: ClientState, language: str, code: str, /, **args: Arg) -> str:
    kind = state.phase.key if state.phase else ""
    return say_for_game(state.game, kind, page_words(language), Note(code, args))


def _stage(state: ClientState, language: str) -> str:
    if not state.phase:
        return tell(language, f"stage.{state.stage or 'connecting'}")
    ruling = ruling_of(state)
    if ruling and ruling.note:
        back = ruling.note.args.get("phase")
        code = "stage.amended" if back is None else "stage.rolled-back"
        return tell(language, code, number=0 if back is None else back)
    view = state.rounds[-1].before if state.stage == BETWEEN and state.rounds else state.view
    board = board_of(state.game)
    numbers = board.numbers(view) if board and view is not None else {}
    stage = "held" if state.held and state.stage == CLOSED else state.stage
    said = _say_of(state, language, f"stage.{stage}")
    last = tell(language, "stage.last") if state.phase.last else ""
    counted = _say_of(state, language, "stage.round", number=state.phase.phase, **numbers)
    return " · ".join(part for part in (counted, f"{said}{last}") if part)


def _hint(state: ClientState, language: str) -> str:
    """What the person can do now."""
    code = _hint_code(state)
    if not code:
        return ""
    free, names = ", ".join(state.free), ", ".join(state.label(seat) for seat in state.not_ready)
    return tell(language, f"hint.{code}", free=free, names=names, host=state.label(state.host))


def _hint_code(state: ClientState) -> str:
    if state.link == FILE:
        return "replay"
    if state.stage == GATHERING:
        return _gathering_code(state)
    if state.role in (WATCHER, REFEREE) or not state.seat:
        return "asked" if state.is_waiting else "referee" if state.role == REFEREE else "watch"
    if state.stage == OVER:
        return "over" if state.tournament else "over-again"
    if is_out(state, state.seat):
        return "out"
    if state.stage == BETWEEN:
        return "ready" if state.seat in state.ready else "between"
    if state.stage == WRITING and state.sealed:
        return "sealed"
    return "" if state.may_write else "waiting" if state.stage == WRITING else ""


def _gathering_code(state: ClientState) -> str:
    if state.tournament:
        return "gathering-referee"
    if not state.seat:
        return "gathering"
    if state.free:
        return "gathering-host" if state.decides else "gathering"
    return "awaited" if state.seat in state.ready else "get-ready"


def _sealed(state: ClientState, language: str) -> str:
    if state.stage != WRITING or not state.phase:
        return ""
    if len(state.phase.owing) == 1:
        (writer,) = state.phase.owing
        return "" if writer == state.seat else tell(language, "status.writer", who=state.label(writer))
    if state.phase.private:
        return tell(language, "status.private")
    sealed = sum(line.sealed for line in state.seats)
    return tell(language, "status.sealed", sealed=sealed, all=len(state.phase.owing))


def _link(state: ClientState, language: str) -> str:
    if state.link in ("lost", "connecting"):
        return tell(language, "link.closed" if state.is_closed else f"link.{state.link}")
    return ""


def _result(state: ClientState, language: str) -> str:
    found = state.outcome
    if found is None or state.stage != OVER:
        return ""
    if found.reason in ("closed", "fault"):
        return tell(language, f"over.{found.reason}")
    names = ", ".join(state.label(seat) for seat in found.winners or found.drawn)
    code = "over.won" if found.winners else "over.draw-between" if found.drawn else "over.draw"
    said = [tell(language, code, names=names, count=len(found.winners))]
    if found.partial:
        said.append(say(language, "plain.partial", seats=", ".join(map(state.label, found.partial))))
    return " ".join(said)


def clock_part(face: ClockFace, state: ClientState, now: float, language: str) -> ClockPart | None:
    left = face.left_at(now)
    if left is None or state.stage not in (WRITING, BETWEEN):
        return None
    alarms = _alarms(face.length) if state.stage == WRITING else ()
    return ClockPart(round(left, 2), face.running, face.length or left, alarms, _stopped(state, language))


def _alarms(length: float | None) -> tuple[float, ...]:
    """From how many seconds on the time is nearly up, short, and in its last minute."""
    marks = []
    for word in ("now", "soon", "minute"):
        found = [seconds for seconds in range(1, 61) if urgency(float(seconds), length) == word]
        marks.append(float(max(found, default=0)))
    return tuple(marks)


def _stopped(state: ClientState, language: str) -> str:
    by = state.clock.paused_by
    if not by:
        return ""
    if state.line(by) is not None:
        return tell(language, "clock.by-player", who=state.label(by))
    return tell(language, f"clock.{by}")


def seat_parts(state: ClientState, language: str) -> tuple[SeatPart, ...]:
    board = board_of(state.game)
    return tuple(_seat(state, line, board, language) for line in state.seats)


def _seat(state: ClientState, line: SeatLine, board: Board | None, language: str) -> SeatPart:
    code = _seat_state(state, line)
    return SeatPart(
        seat=line.seat,
        name=state.name_of(line),
        chips=chips_of(board, state, line.seat),
        state=code,
        text=tell(language, f"seat.{code}"),
        you=bool(state.seat) and line.seat == state.seat,
        bot=bool(line.bot),
        host=line.host,
    )


def _seat_state(state: ClientState, line: SeatLine) -> str:
    """The one word that tells most about a seat."""
    if not line.name:
        return "free"
    owing = state.phase.owing if state.phase and state.stage == WRITING else {}
    if owing and line.seat not in owing and is_out(state, line.seat):
        return "out"
    if line.seat in owing and line.sealed and state.may_know_of(line.seat):
        return "sealed"
    if not (line.bot or line.connected or state.link == FILE):
        return "away"
    if state.stage in (GATHERING, BETWEEN, OVER):
        return "ready" if line.ready else "bot" if line.bot else "here"
    if line.seat in owing and not state.may_know_of(line.seat):
        return "asked"
    if line.seat in owing:
        return "writing" if line.written else "thinking"
    return "here"


def sheet_parts(state: ClientState, language: str) -> tuple[SheetPart, ...]:
    if state.stage != WRITING or not state.seat:
        return ()
    return tuple(_sheet(state, key, state.sheets[key], language) for key in sheets_of(state))


def _sheet(state: ClientState, key: SheetKey, sheet: OwnSheet, language: str) -> SheetPart:
    game, board = GAMES.get(state.game), board_of(state.game)
    slots = [side.slot for side in board.sides if side.key == key] if board else []
    letters = letters_of(state.game, language)
    done, wanted = sheet.progress.done, sheet.progress.wanted
    return SheetPart(
        key=key,
        name=board.sheet_name(key, game.words(language)) if game and board else key,
        slot=slots[0] if slots else NOBODY,
        lines=tuple(_line(sheet, number, letters.line(text)) for number, text in enumerate(sheet.lines)),
        usage=say(language, "refusal.sealed-by-another") if sheet.by_another else sheet.usage,
        progress=tell(language, "sheet.progress", done=done, wanted=wanted) if wanted else "",
        otherwise=sheet.otherwise,
        is_full=not state.has_room(key),
        is_sealed=state.sealed,
    )


def _line(sheet: OwnSheet, number: int, shown: str) -> LinePart:
    advice = sheet.advice_for(number)
    is_stored = sheet.lines[number : number + 1] == sheet.stored[number : number + 1]
    return LinePart(shown, advice.text if advice else "", is_stored)


def log_part(line: LogLine, language: str) -> SaidPart:
    if line.note is None:
        return SaidPart(clock_time(line.at), line.text)
    found = words_of(line.subject, language)
    said = found.say(line.note)
    text = said if found.begins_with_name(line.note) else said[:1].upper() + said[1:]
    return SaidPart(clock_time(line.at), text)


def chat_part(line: ChatLine, state: ClientState, language: str) -> SaidPart:
    who = tell(language, "chat.to", who=line.who, whom=line.whom) if line.to else line.who
    return SaidPart(clock_time(line.at), line.text, who, line.sender == state.role, bool(line.to))
