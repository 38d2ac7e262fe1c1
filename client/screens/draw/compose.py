"""Compose the screen without its last lines: the status, the board, and the boxes that fit. Pure."""

from msgspec import Struct
from msgspec.structs import replace

from client.games.api import WIDE, Line, Picture, Window
from client.play.desk import CELL, CHAT, HELP, LOG
from client.screens.draw.board_part import arrange, see
from client.screens.draw.lines import beside, block, fit, window, with_height
from client.screens.draw.pages import (
    cover_page,
    help_page,
    log_page,
    outcome_lines,
    referee_page,
    small_page,
    text_page,
    waiting_page,
)
from client.screens.draw.panels import (
    DrawnLines,
    cell_panel,
    game_panels,
    log_lines,
    rule,
    seats_panel,
    sheet_panel,
    show_chat,
    title,
)
from client.screens.draw.seat_key import seat_key_page
from client.screens.draw.status import status
from client.screens.draw.story import sheet_page, step_lines
from client.screens.scene import COVER, SEAT_KEY, STORY, TEXT, TYPE, WALK, Scene
from client.state.client_state import ClientState
from protocol.vocabulary import CLOSED, GATHERING, REFEREE, WRITING

FULL = (80, 24)
TINY = (40, 10)
FOOT = 2
"""The rows of the input line and of the key bar."""
TAIL = 2
LEAST_LINES = 4
"""So many lines of a sheet, with its heading, are always shown."""
MOST_RULED = 10
"""If the phase limits the lines of a sheet, up to so many of them are always shown."""
CONSOLE_WIDTH = 54
"""The least width of the referee's table of seats."""


class Setting(Struct, frozen=True):
    """What drawing needs to know besides the state and the scene."""

    columns: int
    rows: int
    now: float
    levels: tuple[str, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
    before: str = ""
    """The text before the table's name, which tells a referee which of several tables this is."""
    message: int = 1
    """How many lines the message takes; more than one are taken from the tail."""
    ended: str = ""
    """Why the link will not come back; empty as long as it may."""

    @property
    def tail(self) -> int:
        return max(0, TAIL + 1 - self.message)


class Painting(Struct, frozen=True):
    lines: tuple[Line, ...]
    picture: Picture | None = None
    origin: tuple[int, int] = (0, 0)
    """The column and the row of the board's first cell."""
    scroll: int | None = None
    """How far the open page is scrolled in fact; None if no page is open."""
    read_chat: int = 0
    """How many lines of the chat a person who sees this has read; 0 if it shows nothing new."""
    window: Window | None = None
    """Which part of the board is seen; the screen remembers it."""

    @property
    def cursor(self) -> tuple[int, int] | None:
        if self.picture is None or self.picture.cursor is None:
            return None
        return self.picture.cursor[0] + self.origin[0], self.picture.cursor[1] + self.origin[1]


def is_tiny(columns: int, rows: int) -> bool:
    return columns < TINY[0] or rows < TINY[1]


def is_full(columns: int, rows: int) -> bool:
    return columns >= FULL[0] and rows >= FULL[1]


def compose(state: ClientState, scene: Scene, setting: Setting) -> Painting:
    """Everything above the message line, in exactly as many lines as there are."""
    columns, rows = setting.columns, setting.rows
    head = status(state, scene, columns, setting.now, setting.before)
    if is_tiny(columns, rows):
        return Painting((head,))
    height = rows - FOOT - setting.message - 1
    painting = _body(state, scene, setting, height)
    lines = tuple(fit(line, columns) for line in with_height(painting.lines, height))
    origin = (painting.origin[0], painting.origin[1] + 1)
    return replace(painting, lines=(head, *lines), origin=origin)


def _body(state: ClientState, scene: Scene, setting: Setting, height: int) -> Painting:
    page = _page(state, scene, setting)
    if page is not None:
        shown, scroll = window(page.lines, height, scene.scroll)
        return Painting(tuple(shown), scroll=scroll, read_chat=page.read_chat)
    story = scene.story if scene.mode == STORY else None
    if story and story.frame:
        state = replace(state, view=story.frame.view)
    elif story:
        words = (scene.words, scene.game_words(state))
        sheets = sheet_page(story, state, *words, setting.columns, scene.look.ascii)
        return Painting(tuple(sheets[-height:]))
    if state.role == REFEREE and not story and not scene.shows_board and scene.mode != WALK:
        return _referee(state, scene, setting, height)
    return _table(state, scene, setting, height)


def _referee(state: ClientState, scene: Scene, setting: Setting, height: int) -> Painting:
    """The referee's console, with the board beside it on a wide terminal."""
    offers = _offer_lines(scene, setting.columns) if scene.offers else []
    room = height - len(offers)
    board = scene.board(state)
    space = setting.columns - CONSOLE_WIDTH - 1
    wanted = board.size_for(space, room, scene.window.zoom) if board and state.view is not None else None
    if board is None or wanted is None:
        page = referee_page(state, scene, setting.columns, room)
        return Painting((*with_height(page.lines, room), *offers), read_chat=page.read_chat)
    size = wanted.within(space, room)
    width = setting.columns - size[0] - 1
    page = referee_page(state, scene, width, room)
    picture = see(state, scene, board, size).picture
    body = with_height(beside(page.lines, picture.lines, width), room)
    return Painting((*body, *offers), read_chat=page.read_chat)


def _page(state: ClientState, scene: Scene, setting: Setting) -> DrawnLines | None:
    """The page that covers everything, or None if no page is open."""
    width = setting.columns
    if scene.overlay == COVER:
        return DrawnLines(tuple(cover_page(state, scene, width)))
    if scene.greeting and not scene.overlay and scene.mode == TYPE:
        return DrawnLines(tuple(text_page(scene.greeting, width)))
    if scene.overlay == HELP:
        return DrawnLines(tuple(help_page(state, scene, width, setting.commands)))
    if scene.overlay == TEXT and scene.text_page:
        return DrawnLines(tuple(text_page(scene.text_page, width)))
    if scene.overlay == SEAT_KEY and scene.seat_key:
        has_blocks = not scene.look.ascii
        key_page = seat_key_page(scene.seat_key, scene.look.language, width, has_blocks=has_blocks)
        return DrawnLines(tuple(key_page))
    if scene.overlay == LOG:
        return log_page(state, scene, width)
    if scene.overlay == CHAT:
        chat = show_chat(state, scene, width, setting.rows - 6)
        return DrawnLines((title(scene.say("panel.chat"), width), *chat.lines), chat.read_chat)
    if scene.mode != STORY and state.role != REFEREE and (state.stage == GATHERING or state.view is None):
        return waiting_page(state, scene, width, setting.levels)
    return None


def _table(state: ClientState, scene: Scene, setting: Setting, height: int) -> Painting:
    """The board with the boxes beside it or below it. Without room for a board, the sheet."""
    board = scene.board(state)
    columns = setting.columns
    room = height - setting.tail
    is_roomy = is_full(columns, setting.rows) and state.view is not None
    arranged = arrange(board, columns, room, scene.window.zoom) if board and is_roomy else None
    if board is None or arranged is None:
        return _small(state, scene, columns, height)
    width, depth = arranged.size
    seen = see(state, scene, board, arranged.size)
    if arranged.is_beside:
        side = _side(state, scene, columns - width - 1, room)
        body = beside(seen.picture.lines, side.lines, width)
    else:
        side = _side(state, scene, columns, room - depth)
        body = [*with_height(seen.picture.lines, depth), *side.lines]
    has_log = arranged.is_beside and columns - width - 1 >= WIDE and scene.overlay != CELL
    tail = tail_lines(state, scene, columns, setting.tail, has_log=has_log)
    lines = (*with_height(body, room), *with_height(tail.lines, setting.tail))
    read_chat = max(side.read_chat, tail.read_chat)
    return Painting(lines, seen.picture, window=seen.window, read_chat=read_chat)


def _small(state: ClientState, scene: Scene, columns: int, height: int) -> Painting:
    """Without room for a board: what the person is doing, and below it the offers or choices."""
    is_busy = bool(scene.offers or (scene.mode == WALK and scene.choices))
    tail = tail_lines(state, scene, columns) if is_busy else DrawnLines()
    below = tail.lines[:TAIL]
    room = max(0, height - len(below))
    above = with_height(_without_board(state, scene, columns, room), room)
    return Painting((*above, *below), read_chat=tail.read_chat)


def _without_board(state: ClientState, scene: Scene, width: int, height: int) -> list[Line]:
    if scene.mode == WALK and scene.spot:
        return cell_panel(state, scene, scene.spot.place, width)
    if scene.mode == STORY and scene.story:
        return step_lines(scene.story, scene.game_words(state), width, height)
    return small_page(state, scene, width, height)


def _side(state: ClientState, scene: Scene, width: int, height: int) -> DrawnLines:
    """The boxes in one column; if the screen is very wide, the log in a second column."""
    if width >= 72:
        half = min(40, width // 2)
        left = _boxes(state, scene, half, height)
        talk = _talk(state, scene, width - half - 2, height)
        return DrawnLines(tuple(beside(left, talk.lines, half, "  ")), talk.read_chat)
    lines = _boxes(state, scene, width, height)
    left_over = height - len(lines)
    talk = DrawnLines()
    if width >= WIDE and left_over > 3 and scene.overlay != CELL:
        talk = _talk(state, scene, width, left_over - 1)
        lines += [rule(width, scene), *talk.lines]
    return DrawnLines(tuple(lines[:height]), talk.read_chat)


def _boxes(state: ClientState, scene: Scene, width: int, height: int) -> list[Line]:
    board = scene.board(state)
    here = board.focus(state.view) if board and state.view is not None else ""
    place = scene.spot.place if scene.spot and scene.mode == WALK else here
    if scene.overlay == CELL:
        return cell_panel(state, scene, place, width)[:height]
    divider = rule(width, scene)
    above: list[Line] = list(outcome_lines(state, scene, width))
    seats = [*seats_panel(state, scene, width), divider]
    held = game_panels(state, scene, width, place)
    cell = cell_panel(state, scene, place, width)
    has_sheet = bool(state.sheets) and scene.mode != STORY and state.stage in (WRITING, CLOSED)
    least = len(sheet_panel(state, scene, width, _least(state))) + 1 if has_sheet else 0
    stacks = len(board.inspect(state.view, place, scene.game_words(state))) if board and cell else 0
    if cell and len(above) + least + len(seats) + len(held) + stacks > height:
        held = []  # the place under the cursor is more important
    below = [*seats, *held, *([divider] if cell and held and width >= WIDE else []), *cell]
    if has_sheet:
        room = max(_least(state), height - len(above) - len(below) - 1)
        above += [*sheet_panel(state, scene, width, room, of_server=_asks_seal(scene)), divider]
    lines = above + below
    if scene.mode == STORY and scene.story and width < WIDE:
        told = step_lines(scene.story, scene.game_words(state), width, max(0, height - len(lines) - 1))
        lines += [divider, *told]
    return lines[:height]


def _least(state: ClientState) -> int:
    """How many lines the sheets need at least: the sheet with its heading, and one for each other sheet."""
    ruled = state.phase.lines or 0 if state.phase else 0
    return max(LEAST_LINES, min(ruled, MOST_RULED) + len(state.sheets))


def _asks_seal(scene: Scene) -> bool:
    return scene.question is not None and scene.question.shows_sheet


def _talk(state: ClientState, scene: Scene, width: int, height: int) -> DrawnLines:
    """The log and the chat below it; while a story is told, its steps."""
    if scene.mode == STORY and scene.story:
        steps = step_lines(scene.story, scene.game_words(state), width, height - 1)
        return DrawnLines((title(scene.say("panel.story"), width), *steps))
    chat = show_chat(state, scene, width, max(2, height // 3)) if state.chat else DrawnLines()
    room = height - 1 - (len(chat.lines) + 1 if chat.lines else 0)
    log = log_lines(state, scene, width, is_short=True)
    lines = [title(scene.say("panel.log"), width), *(log[-room:] if room > 0 else [])]
    if chat.lines:
        lines += [title(scene.say("panel.chat"), width), *chat.lines]
    return DrawnLines(tuple(lines), chat.read_chat)


def tail_lines(
    state: ClientState, scene: Scene, width: int, room: int = TAIL, *, has_log: bool = False
) -> DrawnLines:
    """Two lines for what the person is doing: offers, choices, or the step of the story; else the log.

    The log is left out if it is beside the board already.
    """
    if scene.mode == STORY and scene.story and scene.story.frame:
        said = scene.game_words(state).say(scene.story.frame.note)
        return DrawnLines(tuple(with_height(block(said, width, "class:title"), TAIL)))
    if scene.mode == WALK and scene.choices:
        return DrawnLines(tuple(_choice_lines(scene, width)))
    if scene.offers:
        return DrawnLines(tuple(_offer_lines(scene, width)))
    if has_log:
        return DrawnLines()
    recent = log_lines(state, scene, width, is_short=True)[-TAIL:]
    chat = DrawnLines()
    if state.chat and state.may_talk and room >= TAIL:
        chat = show_chat(state, scene, width, 1)
        recent = [*recent[-1:], *chat.lines]
    return DrawnLines(tuple(with_height(recent, TAIL)), chat.read_chat)


def _offer_lines(scene: Scene, width: int) -> list[Line]:
    """The offered words with the chosen one marked, and below them what the chosen one means."""
    first = max(0, scene.chosen)
    words: list[tuple[str, str]] = []
    for number, offer in enumerate(scene.offers):
        style = "class:chosen" if number == scene.chosen else ""
        words += [(style, offer.text.split()[-1]), ("", " ")]
    start = 0
    while start < 2 * first and sum(len(text) for _, text in words[start : 2 * first + 2]) > width - 3:
        start += 2
    more = [("", "<")] if start else []
    gloss = scene.offers[first]
    return [
        fit([*more, *words[start:]], width),
        fit([("class:dim", f"{gloss.text}: {gloss.gloss}")], width),
    ]


def _choice_lines(scene: Scene, width: int) -> list[Line]:
    words: list[tuple[str, str]] = []
    for number, choice in enumerate(scene.choices):
        style = "class:chosen" if number == scene.choice else ""
        words += [(style, f" {choice.begun.split()[0]} "), ("", " ")]
    now = scene.choices[min(scene.choice, len(scene.choices) - 1)]
    return [fit(words, width), fit([("class:dim", now.said)], width)]
