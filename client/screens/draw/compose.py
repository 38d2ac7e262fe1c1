"""Compose the screen without its last lines: the status, the board, and the boxes that fit. Pure."""

from msgspec import Struct
from msgspec.structs import replace

from client.games.api import WIDE, Line, Picture, Window
from client.play.desk import CELL, CHAT, HELP, LOG
from client.screens.draw.board_part import (
    ROOMY,
    TAIL,
    SeenBoard,
    has_strip,
    is_seen_whole,
    lay_out,
    see,
)
from client.screens.draw.lines import beside, block, fit, whole_sentences, window, with_height, wrap
from client.screens.draw.menu import MenuArea, put_menu
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
    rule,
    seats_panel,
    sheet_panel,
    show_chat,
    title,
)
from client.screens.draw.seat_key import seat_key_page
from client.screens.draw.status import status
from client.screens.draw.story import sheet_page, step_lines, summary_lines, whole_page
from client.screens.draw.strip import strip_boxes
from client.screens.draw.tail import offer_lines, tail_lines
from client.screens.draw.talk import talk_box
from client.screens.draw.upright import upright_boxes
from client.screens.scene import COVER, SEAT_KEY, STORY, TEXT, TYPE, WALK, Scene
from client.state.client_state import ClientState
from protocol.vocabulary import CLOSED, GATHERING, REFEREE, WRITING

TINY = (40, 10)
FOOT = 2
"""The rows of the input line and of the key bar."""
MOST_OFFERED, MOST_SAID = 4, 13
"""How many lines the offers, their meaning, and the message have beside a board."""
LEAST_LINES = 4
"""So many lines of a sheet, with its heading, are always shown."""
MOST_RULED = 10
"""If the phase limits the lines of a sheet, up to so many of them are always shown."""
LEAST_SHEET = 10
"""The summary of a round stays above its sheets if so many lines are left for them."""
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
    said: Line = ()
    """The message, for a screen that has it beside the board."""


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
    is_part: bool = False
    """Whether only a part of the board is seen, which can be scrolled."""
    has_message: bool = False
    """Whether the message is among the lines, so that it has no line of its own below them."""
    menu: MenuArea | None = None
    """Where the open menu is drawn."""

    @property
    def cursor(self) -> tuple[int, int] | None:
        if self.picture is None or self.picture.cursor is None:
            return None
        return self.picture.cursor[0] + self.origin[0], self.picture.cursor[1] + self.origin[1]


def is_tiny(columns: int, rows: int) -> bool:
    return columns < TINY[0] or rows < TINY[1]


def compose(state: ClientState, scene: Scene, setting: Setting) -> Painting:
    """Everything above the message line, in exactly as many lines as there are."""
    columns, rows = setting.columns, setting.rows
    head = status(state, scene, columns, setting.now, setting.before)
    if is_tiny(columns, rows):
        return Painting((head,))
    is_full = has_message_beside(state, scene, columns, rows)
    height = rows - FOOT - 1 - (0 if is_full else setting.message)
    painting = replace(_body(state, scene, setting, height), has_message=is_full)
    lines = tuple(fit(line, columns) for line in with_height(painting.lines, height))
    origin = (painting.origin[0], painting.origin[1] + 1)
    painting = replace(painting, lines=(head, *lines), origin=origin)
    return _with_menu(painting, scene, columns) if scene.menu and scene.mode == WALK else painting


def has_message_beside(state: ClientState, scene: Scene, columns: int, rows: int) -> bool:
    """Whether the board needs the row of the message. It does not while a page covers the board."""
    is_told = scene.mode == STORY and scene.story is not None
    if is_told and scene.story and (scene.story.is_whole or scene.story.frame is None):
        return False
    is_covered = scene.overlay not in ("", CELL) or (scene.greeting is not None and scene.mode == TYPE)
    is_waiting = not is_told and (state.stage == GATHERING or state.view is None)
    if is_covered or is_waiting or state.role == REFEREE or is_tiny(columns, rows):
        return False
    arranged = lay_out(state, scene, columns, rows)
    return arranged is not None and arranged.is_full


def _with_menu(painting: Painting, scene: Scene, columns: int) -> Painting:
    """The same painting with the open menu beside the cursor, below the status line."""
    x, y = painting.cursor or (0, 1)
    head, *body = painting.lines
    if not body:
        return painting
    lines, area = put_menu(body, scene, (x, max(0, y - 1)), columns)
    return replace(painting, lines=(head, *lines), menu=replace(area, y=area.y + 1))


def _body(state: ClientState, scene: Scene, setting: Setting, height: int) -> Painting:
    page = _page(state, scene, setting)
    if page is not None:
        shown, scroll = window(page.lines, height, scene.scroll)
        return Painting(tuple(shown), scroll=scroll, read_chat=page.read_chat)
    story = scene.story if scene.mode == STORY else None
    words = (scene.words, scene.game_words(state))
    if story and story.is_whole:
        lines = whole_page(story, state, *words, setting.columns, scene.look.ascii)
        shown, scroll = window(lines, height, scene.scroll)
        return Painting(tuple(shown), scroll=scroll)
    if story and story.frame:
        state = replace(state, view=story.frame.view)
    elif story:
        head = summary_lines(story, state, words[1], setting.columns)
        sheets = sheet_page(story, state, *words, setting.columns, scene.look.ascii)
        if len(head) + LEAST_SHEET > height:
            return Painting(tuple([*head, *sheets][-height:]))
        return Painting((*head, *sheets[len(head) - height :]))
    if state.role == REFEREE and not story and not scene.shows_board and scene.mode != WALK:
        return _referee(state, scene, setting, height)
    return _table(state, scene, setting, height)


def _referee(state: ClientState, scene: Scene, setting: Setting, height: int) -> Painting:
    """The referee's console, with the board beside it on a wide terminal."""
    offers = offer_lines(scene, setting.columns) if scene.offers else []
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
    board, columns = scene.board(state), setting.columns
    arranged = lay_out(state, scene, columns, setting.rows)
    if board is None or arranged is None:
        return _small(state, scene, columns, height)
    tail_rows = max(0, arranged.tail + 1 - setting.message) if not arranged.is_full else 0
    room, (width, depth) = height - tail_rows, arranged.size
    seen = see(state, scene, board, arranged.size)
    is_part = not is_seen_whole(board, arranged.size, scene.window.zoom)
    if not arranged.is_beside and has_strip(board, columns):
        painting = _with_strip(state, scene, seen, columns, (depth, height))
        return replace(painting, is_part=is_part)
    if arranged.is_beside:
        doing = _doing_beside(scene, columns - width - 1, setting.said) if arranged.is_full else []
        side = _side(state, scene, columns - width - 1, room - len(doing))
        if doing:
            side = replace(side, lines=(*with_height(side.lines, room - len(doing)), *doing))
        body = beside(seen.picture.lines, side.lines, width)
    else:
        boxes = upright_boxes if columns < ROOMY else _side
        side = boxes(state, scene, columns, room - depth)
        body = [*with_height(seen.picture.lines, depth), *side.lines]
    tail = tail_lines(state, scene, columns, tail_rows, has_log=side.has_log)
    lines = (*with_height(body, room), *with_height(tail.lines, tail_rows))
    read_chat = max(side.read_chat, tail.read_chat)
    return Painting(lines, seen.picture, window=seen.window, is_part=is_part, read_chat=read_chat)


def _doing_beside(scene: Scene, width: int, said: Line) -> list[Line]:
    """The offers or choices and the message in a column: what stands below other boards."""
    lines: list[Line] = []
    if scene.mode == WALK and scene.choices:
        lines += block(scene.said_of(scene.choices[scene.choice]), width, "class:dim")[:MOST_OFFERED]
    elif scene.offers:
        chosen = scene.offers[max(0, scene.chosen)]
        words = " ".join(offer.text.split()[-1] for offer in scene.offers)
        meaning = scene.say("offer.meaning", word=chosen.text, text=chosen.gloss)
        lines += [*block(words, width)[:MOST_OFFERED], *block(meaning, width, "class:dim")[:MOST_OFFERED]]
    for style, text in said[:1]:
        told = wrap(text, width) if scene.question else whole_sentences(text, width, MOST_SAID)
        lines += [((style, part),) for part in told]
    return [rule(width, scene), *lines] if lines else []


def _with_strip(
    state: ClientState, scene: Scene, seen: SeenBoard, columns: int, rows: tuple[int, int]
) -> Painting:
    """The board with the game's strip below it, and what the person is doing in the rows that are left."""
    depth, height = rows
    is_busy = _is_busy(scene) or (scene.mode == STORY and scene.story is not None)

    def tail(room: int) -> DrawnLines:
        return tail_lines(state, scene, columns, room)

    below = strip_boxes(state, scene, columns, height - depth, tail, is_busy=is_busy)
    lines = (*with_height(seen.picture.lines, depth), *below.lines)
    return Painting(lines, seen.picture, window=seen.window, read_chat=below.read_chat)


def _is_busy(scene: Scene) -> bool:
    """Whether the person needs the offers or choices below the board."""
    return bool(scene.offers or (scene.mode == WALK and scene.choices))


def _small(state: ClientState, scene: Scene, columns: int, height: int) -> Painting:
    """Without room for a board: what the person is doing, and below it the offers or choices."""
    tail = tail_lines(state, scene, columns) if _is_busy(scene) else DrawnLines()
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
        talk = talk_box(state, scene, width - half - 2, height)
        return replace(talk, lines=tuple(beside(left, talk.lines, half, "  ")))
    lines = _boxes(state, scene, width, height)
    left_over = height - len(lines)
    talk = DrawnLines()
    if width >= WIDE and left_over > 3 and scene.overlay != CELL:
        talk = talk_box(state, scene, width, left_over - 1)
        lines += [rule(width, scene), *talk.lines]
    return replace(talk, lines=tuple(lines[:height]))


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
    """How many lines the sheets need at least: the sheet with its heading, and one for each other sheet.

    Where one line is enough, those that are written and one more.
    """
    ruled = state.phase.lines or 0 if state.phase else 0
    if state.has_spare_lines:
        written = max((len(sheet.lines) for sheet in state.sheets.values()), default=0)
        return max(1, min(ruled or written + 1, written + 1)) + len(state.sheets)
    return max(LEAST_LINES, min(ruled, MOST_RULED) + len(state.sheets))


def _asks_seal(scene: Scene) -> bool:
    return scene.question is not None and scene.question.shows_sheet
