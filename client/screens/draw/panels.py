"""The boxes beside the board: sheet, seats, the game's panels, one place, log and chat."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from client.games import GAMES
from client.games.api import WIDE, Board, Line, PanelRow
from client.play.desk import CELL
from client.play.health import health_text, milliseconds
from client.play.sheet_order import sheets_of
from client.screens.draw.board_part import plan_of
from client.screens.draw.chips import seat_chips, sheet_chip
from client.screens.draw.lines import block, cut, fit, hang, latest, padded, plain, width_of
from client.screens.scene import Scene
from client.state.client_state import FILE, ClientState, LogLine, OwnSheet, RoundTold
from client.words import clock_time, minutes, words_of
from protocol.ids import SheetKey
from protocol.messages import SeatLine
from protocol.views import NOTES
from protocol.vocabulary import BETWEEN, GATHERING, OVER, WRITING

MOST_SHORT = 120
"""A box shows at most so many of the latest entries of the log."""
SITTING = ("here", "away")
ROUTINE = ("event.wrote", "event.sheet_sealed", "event.sheet_unsealed", "event.phase_opened-one")


def title(text: str, width: int, right: str = "") -> Line:
    room = width - len(right)
    return (("class:title", padded(text, room)), ("", right))


def rule(width: int, scene: Scene) -> Line:
    return (("class:rule", ("-" if scene.look.ascii else "─") * width),)


USUAL_LINES = 5
"""If the phase does not limit the lines of a sheet, at least so many lines are shown."""


def sheet_panel(
    state: ClientState, scene: Scene, width: int, height: int = 99, *, of_server: bool = False
) -> list[Line]:
    """The open sheet with numbered lines, and one line for each other sheet of the player."""
    lines: list[Line] = []
    for key in sheets_of(state):
        sheet = state.sheets[key]
        if key == scene.sheet or len(state.sheets) == 1:
            room = height - len(state.sheets)
            lines += _open_sheet(state, scene, key, sheet, (width, room), of_server)
        else:
            said = scene.say("sheet.other", count=len(sheet.lines), unit="order")
            lines.append((sheet_chip(scene.board(state), key), ("", f" {said}")))
    return lines


def _open_sheet(
    state: ClientState, scene: Scene, key: SheetKey, sheet: OwnSheet, size: tuple[int, int], of_server: bool
) -> list[Line]:
    """As many lines of the sheet as fit; the line that is being written is one of them."""
    width, height = size
    shown = sheet.stored if of_server or state.sealed else sheet.lines
    word = "sheet.sealed" if state.sealed else "sheet.orders"
    most = state.phase.lines if state.phase else None
    count = f"{len(shown)}/{most}" if most else f"{len(shown)}"
    if sheet.progress.wanted:
        count = f"{sheet.progress.done}/{sheet.progress.wanted}"
    chip = sheet_chip(scene.board(state), key)
    heading = fit((chip, ("class:title", f" {scene.say(word)}")), width - len(count))
    lines: list[Line] = [(*heading, ("", count))]
    is_open = most is None or len(shown) > most
    numbers = range(max(most or USUAL_LINES, len(shown) + is_open))
    if len(numbers) > height:
        first = max(0, min(scene.line - height // 2, len(numbers) - height))
        numbers = numbers[first : first + max(1, height)]
    for number in numbers:
        text = shown[number] if number < len(shown) else ""
        lines.append(_order_line(state, scene, sheet, number, text, width))
    return lines


def _order_line(
    state: ClientState, scene: Scene, sheet: OwnSheet, number: int, text: str, width: int
) -> Line:
    mark = _mark(state, scene, sheet, number, text)
    text = scene.game_words(state).letters.line(text)
    is_here = scene.line == number and state.may_write
    style = "class:advice" if mark == "!" else "class:good" if state.sealed and text else ""
    body = columns(text, width - 3) if text else ("_" if is_here else ".")
    number_style = "class:chosen" if is_here else ""
    return fit([(number_style, f"{number + 1}"), (style, mark), (style, body)], width)


def _mark(state: ClientState, scene: Scene, sheet: OwnSheet, number: int, text: str) -> str:
    """! for a line with advice, a tick for a sealed line, ~ for a line that is not stored yet."""
    if not text:
        return " "
    if state.sealed and not sheet.advice_for(number):
        return "+" if scene.look.ascii else "✓"
    if sheet.lines[number : number + 1] != sheet.stored[number : number + 1]:
        return "~"
    return "!" if sheet.advice_for(number) else " "


def columns(text: str, width: int) -> str:
    """Put the words of an order into columns, if it has three words and they fit."""
    words = text.split()
    column = max(4, min(7, width // 3))
    if len(words) != 3 or any(len(word) >= column for word in words):
        return text
    return "".join(f"{word:<{column}}" for word in words).rstrip()


def seat_word(line: SeatLine, state: ClientState, board: Board | None = None) -> str:
    if not line.name:
        return "free"
    if state.stage == OVER and not line.bot:
        return "again" if line.ready else "over"
    owes = state.phase is None or line.seat in state.phase.owing
    if state.phase and not (
        owes or (board and state.view is not None and board.plays(state.view, line.seat))
    ):
        return "out"
    if state.link == FILE:  # nobody is at a recorded table
        return "bot" if line.bot else "over"
    if state.stage == WRITING and line.sealed:
        return "sealed"
    if not line.connected and not line.bot:
        return "away"
    if state.stage == GATHERING and line.ready:
        return "ready"
    if state.stage == BETWEEN:
        return "ready" if line.ready or line.bot else "reading"
    if state.stage == WRITING and not owes:
        return "waiting"
    if state.stage == WRITING and not state.may_know_of(line.seat):
        return "asked"
    if state.stage == WRITING:
        return "writing" if line.written else "thinking"
    return "bot" if line.bot else "here"


def seats_panel(state: ClientState, scene: Scene, width: int) -> list[Line]:
    lines: list[Line] = []
    for line in state.seats:
        said = scene.say(f"seat.{seat_word(line, state, scene.board(state))}")
        chips = seat_chips(scene.board(state), state.view, line.seat)
        name = scene.say("seat.bot") if line.bot and width < WIDE else state.name_of(line)
        marks = [scene.say(f"seat.{mark}") for mark in _own_marks(line, state)]
        if width >= WIDE and marks:
            name += f" ({', '.join(marks)})"
        elif line.host:
            name = f"*{name}"
        room = width - width_of(chips) - len(said) - 2
        lines.append(fit([*chips, ("", f" {padded(name, max(0, room))} "), ("", said)], width))
    return lines


def _own_marks(line: SeatLine, state: ClientState) -> list[str]:
    """What stands behind a player's name where there is room for it."""
    marks = {"you": line.seat == state.seat, "host": line.host, "wants-closing": line.wants_closing}
    return [mark for mark, is_so in marks.items() if is_so]


def game_panels(state: ClientState, scene: Scene, width: int, cursor: str = "") -> list[Line]:
    """The panels of the game, one below the other. The row for the place under the cursor is marked."""
    board = scene.board(state)
    if board is None or state.view is None:
        return []
    lines: list[Line] = []
    for panel in board.panels(state.view, scene.game_words(state), width, plan_of(state, scene)):
        lines += [rule(width, scene)] if lines else []
        lines += [title(panel.title, width, panel.right)] if panel.title else []
        lines += [fit(_pointed_out(row, cursor), width) for row in panel.rows]
    return lines


def _pointed_out(row: PanelRow, cursor: str) -> Line:
    if not cursor or row.place != cursor:
        return row.line
    return (*row.line[:1], *((f"{style} class:cursor".strip(), text) for style, text in row.line[1:]))


def cell_panel(state: ClientState, scene: Scene, place: str, width: int) -> list[Line]:
    """Everything that stands on a place, and the orders that the player can choose from there."""
    board = scene.board(state)
    if board is None or state.view is None or not place:
        return []
    inspected = board.inspect(state.view, place, scene.game_words(state), plan_of(state, scene))
    if width < WIDE and scene.overlay != CELL:
        short = (inspected[0][:1], *inspected[1:])
        return [fit(part, width) for line in short for part in hang(line, width)]
    lines = block(plain(inspected[0]), width, "class:title")
    lines += [short for line in inspected[1:] for short in hang(line, width)]
    for number, choice in enumerate(scene.choices):
        if choice.place == place:  # a piece that was taken up may come from another place
            style = "class:chosen" if number == scene.choice else ""
            lines += block(scene.said_of(choice), width, style)
    return lines


def log_sentence(entry: LogLine, scene: Scene) -> str:
    return words_of(entry.subject, scene.look.language).say(entry.note) if entry.note else entry.text


def log_lines(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """The log of the table with the stories of the rounds in it, the oldest first."""
    return [line for lines in log_blocks(state, scene, width, state.log) for line in lines]


def newest_log_lines(state: ClientState, scene: Scene, width: int, room: int) -> list[Line]:
    """The newest entries of the log in so many lines, the oldest first.

    The entry for which there is too little room is cut, and ends with dots.
    """
    entries = [entry for entry in state.log[-MOST_SHORT:] if not _is_routine(entry)]
    return latest(log_blocks(state, scene, width, entries), room, cuts_oldest=True)


def log_blocks(state: ClientState, scene: Scene, width: int, entries: Sequence[LogLine]) -> list[list[Line]]:
    """The lines of each entry, and of each sentence of a story."""
    blocks: list[list[Line]] = []
    stories: dict[int, list[RoundTold]] = {}
    for told in state.rounds:
        stories.setdefault(told.phase, []).append(told)
    for entry in entries:
        blocks.append(block(f"{clock_time(entry.at)} {log_sentence(entry, scene)}", width))
        code = entry.note.code if entry.note else ""
        phase = entry.note.args.get("phase") if entry.note else None
        if code.startswith("event.sheets_read") and isinstance(phase, int) and stories.get(phase):
            blocks += _story_blocks(state, scene, stories[phase].pop(0), width)
    return blocks


def _is_routine(entry: LogLine) -> bool:
    """Whether the list of seats shows the same, so that a small log can leave it out."""
    return entry.note is not None and entry.note.code in ROUTINE


def _story_blocks(state: ClientState, scene: Scene, told: RoundTold, width: int) -> list[list[Line]]:
    """A block for each sentence of a story: those that the game wants in the log, or one for each event."""
    words, game, note_of = scene.game_words(state), GAMES.get(state.game), NOTES.get(state.game)
    notes = [note_of(event) for event in told.story] if note_of else []
    if game and game.noted:
        notes = list(game.noted(told.story))
    return [block(words.say(note), width, "class:dim", "  ") for note in notes]


def chat_lines(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """The lines of the chat, the latest last."""
    lines: list[Line] = []
    for said in state.chat[-MOST_SHORT:]:
        to = f" > {said.whom}" if said.whom else ""
        lines += block(scene.say("offer.chat", sender=f"{said.who}{to}", text=said.text), width)
    return lines


class DrawnLines(Struct, frozen=True):
    """Drawn lines, and how many lines of the chat a person who sees them has read."""

    lines: tuple[Line, ...] = ()
    read_chat: int = 0
    has_log: bool = False
    """The newest entries of the log are among the lines, so that they need not be shown elsewhere."""


def show_chat(state: ClientState, scene: Scene, width: int, room: int) -> DrawnLines:
    """As many lines of the chat as fit. They count as read if all unread lines are among them."""
    unread = replace(state, chat=state.chat[scene.read_chat :])
    is_read = len(chat_lines(unread, scene, width)) <= room
    shown = chat_lines(state, scene, width)[-room:] if room > 0 else []
    return DrawnLines(tuple(shown), len(state.chat) if is_read else 0)


def seat_rows(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """The referee's table: for each seat the name, lag, silence, state, time used and pause."""
    heads = scene.say("referee.columns").split("|")
    lines: list[Line] = [(("class:title", _row(heads, width)),)]
    links = {link.seat: link for link in state.health.links} if state.health else {}
    for line in state.seats:
        kind = "bot" if line.bot else "here" if line.connected else "away" if line.name else "free"
        link = links.get(line.seat) if kind == "here" else None
        pause = "pause-left" if line.pause_left else "pause-used"
        cells = [
            "",
            state.name_of(line) or "-",
            milliseconds(link.lag, scene.look.language)
            if link and link.lag is not None
            else scene.say(f"seat.{kind}"),
            f"{link.silent:.0f} s" if link else "",
            scene.say(f"seat.{seat_word(line, state, scene.board(state))}"),
            minutes(line.seconds_used, scene.look.language),
            scene.say(f"referee.{pause}") if kind in SITTING else "",
        ]
        chips = seat_chips(scene.board(state), state.view, line.seat)
        lines.append(fit([*chips, ("", _row(cells, width)[width_of(chips) :])], width))
    return lines


def health_lines(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """The figures of the host."""
    found = state.health
    if found is None:
        return []
    return block(health_text(found, scene.look.language), width, "class:dim")


def warning_lines(state: ClientState, width: int) -> list[Line]:
    """The warnings of the host."""
    warnings = state.health.warnings if state.health else ()
    return [line for said in warnings for line in block(f"! {said}", width, "class:advice")]


def _row(cells: list[str], width: int) -> str:
    sizes = (6, max(8, min(24, width - 52)), 8, 7, 11, 8, 7)
    return cut("".join(padded(cell, size) for cell, size in zip(cells, sizes, strict=True)), width)
