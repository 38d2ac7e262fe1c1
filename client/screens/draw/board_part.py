"""The board on the screen: how much room it gets, which part of it is seen, and what is marked."""

from msgspec import Struct
from msgspec.structs import replace

from client.games.api import NO_PLAN, WIDE, Board, Marks, Picture, Plan, Spot, Window
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState, OwnSheet
from protocol.ids import Lines
from protocol.vocabulary import CLOSED, WRITING

SIDE = 15
"""The least width of the boxes beside a board, with the blank before them."""
BELOW_WHOLE, BELOW_PART = 1, 4
"""How many lines the boxes below a board need at least, if it is seen whole and if it is not."""
ROOMY = 80
"""A narrower terminal has the boxes where they leave the board more room."""
BELOW_NARROW = 6
"""How many lines the boxes below a board need at least on a narrow terminal: a sheet of five lines."""
LEAST_ROWS = 22
"""A terminal that is lower shows no board: the sheet needs its room."""
ABOVE_AND_BELOW = 4
"""The rows of the status, of one line of the message, of the input line and of the key bar."""
WITHOUT_MESSAGE = ABOVE_AND_BELOW - 1
TAIL = 2
"""The rows below the board for what the person is doing, or for the log. A low terminal has fewer."""


LEAST_STRIP = 60
"""A terminal that is narrower has boxes even below a board with a strip."""
BESIDE_ROWS = 34
"""Boxes beside a board with a strip need so many rows to show all that is in the strip."""


class Arrangement(Struct, frozen=True):
    """The columns and rows of the board, and whether the boxes stand beside it or below it."""

    size: tuple[int, int]
    is_beside: bool = True
    tail: int = TAIL
    is_full: bool = False
    """The board takes all rows from the status to the input line, and the message stands beside it."""

    @property
    def area(self) -> int:
        return self.size[0] * self.size[1]


class SeenBoard(Struct, frozen=True):
    picture: Picture
    window: Window


def lay_out(state: ClientState, scene: Scene, columns: int, rows: int) -> Arrangement | None:
    """How a terminal of that size shows the board; None if it does not. The log gives way first.

    The length of the message does not matter, so that the board stays where it is.
    """
    board = scene.board(state)
    if board is None or state.view is None or rows < LEAST_ROWS:
        return None
    zoom = scene.window.zoom
    found = _with_message_below(board, columns, rows, zoom)
    if found is None or is_seen_whole(board, found.size, zoom):
        return found
    return _full_height(board, columns, rows, zoom) or found


def _with_message_below(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    if above := _above_strip(board, columns, rows - ABOVE_AND_BELOW, zoom):
        return above
    for tail in (TAIL, TAIL - 1):
        found = arrange(board, columns, rows - ABOVE_AND_BELOW - tail, zoom)
        if found:
            return replace(found, tail=tail)
    return None


def is_seen_whole(board: Board, size: tuple[int, int], zoom: int) -> bool:
    """Whether a board of that size on the screen is not only a part of the board."""
    wanted = board.size_for(*size, zoom)
    return wanted is None or wanted.is_whole(*size)


def _full_height(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    """The whole board in all rows there are, if it fits so with boxes beside it; None if it does not."""
    room = (columns - SIDE, rows - WITHOUT_MESSAGE)
    size = board.size_for(*room, zoom)
    return Arrangement(size.liked, tail=0, is_full=True) if size and size.is_whole(*room) else None


def has_strip(board: Board, columns: int) -> bool:
    """Whether a terminal of that width shows the strip of the board below it."""
    return columns >= LEAST_STRIP and board.strip_rows(columns) > 0


def _above_strip(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    """The board above its strip, the largest that is seen whole, or else a part of it; None without a strip.

    If there is plenty of room, the boxes stand beside a board that is as large.
    """
    if not has_strip(board, columns):
        return None
    if zoom and (whole := _whole_beside(board, columns, rows, zoom)):
        return whole
    strip = board.strip_rows(columns)
    found = []
    for tail in (TAIL, TAIL - 1):
        if size := board.size_for(columns, rows - tail - strip, zoom):
            shown = size.within(columns, rows - tail - strip)
            found.append(Arrangement(shown, is_beside=False, tail=tail))
    largest = max(found, key=lambda arranged: arranged.area, default=None)
    is_roomy = largest is not None and columns - largest.size[0] > WIDE and rows - TAIL >= BESIDE_ROWS
    return Arrangement(largest.size) if largest and is_roomy else largest


def _whole_beside(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    """A board that is seen from afar, whole with boxes for words beside it; None if there is no room."""
    for tail in (TAIL, TAIL - 1):
        room = (columns - WIDE - 1, rows - tail)
        size = board.size_for(*room, zoom)
        if size and size.is_whole(*room):
            return Arrangement(size.liked, tail=tail)
    return None


def arrange(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    """Show the whole board if possible, with the boxes beside it or below it. None if it has no room."""
    if columns < ROOMY:
        return _arrange_narrow(board, columns, rows, zoom)
    beside = board.size_for(columns - SIDE, rows, zoom)
    below = board.size_for(columns, rows - BELOW_WHOLE, zoom)
    if beside and beside.is_whole(columns - SIDE, rows):
        return Arrangement(beside.liked)
    if below and below.is_whole(columns, rows - BELOW_WHOLE):
        return Arrangement(below.liked, is_beside=False)
    if beside:
        return Arrangement(beside.within(columns - SIDE, rows))
    part = board.size_for(columns, rows - BELOW_PART, zoom)
    return Arrangement(part.within(columns, rows - BELOW_PART), is_beside=False) if part else None


def _arrange_narrow(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    """Put the boxes beside the board or below it, whichever lets the board be larger."""
    found = []
    if beside := board.size_for(columns - SIDE, rows, zoom):
        found.append(Arrangement(beside.within(columns - SIDE, rows)))
    if below := board.size_for(columns, rows - BELOW_NARROW, zoom):
        found.append(Arrangement(below.within(columns, rows - BELOW_NARROW), is_beside=False))
    return max(found, key=lambda arranged: arranged.area, default=None)


def see(state: ClientState, scene: Scene, board: Board, size: tuple[int, int]) -> SeenBoard:
    window = board.look(scene.window, size, _attention(state, scene, board))
    return SeenBoard(board.render(state.view, size, marks_of(state, scene), window), window)


def _attention(state: ClientState, scene: Scene, board: Board) -> Spot | None:
    """The spot that must be visible if the board is larger than its room; None after scrolling by hand."""
    if scene.mode == STORY and scene.story and scene.story.frame:
        places = sorted(scene.story.frame.places)
        return next((spot for place in places if (spot := board.spot(place))), None)
    if not scene.window.follows:
        return None
    here = None if scene.mode == WALK else board.spot(board.focus(state.view))
    return here or scene.spot or board.home(state.view, scene.sheet)


def marks_of(state: ClientState, scene: Scene) -> Marks:
    words = scene.game_words(state)
    drawn = Marks(ascii=scene.look.ascii, letters=words.letters, words=words)
    if scene.mode == STORY and scene.story and scene.story.frame:
        return replace(drawn, changed=scene.story.frame.places)
    is_walking = scene.mode == WALK and scene.spot is not None
    cursor = scene.spot.place if is_walking and scene.spot else ""
    picked = scene.picked.place if scene.picked else ""
    plan = plan_of(state, scene)
    return replace(drawn, cursor=cursor, picked=picked, reach=scene.reach, plan=plan)


def plan_of(state: ClientState, scene: Scene) -> Plan:
    """What the player's sheets would do, which the board shows as long as they are not read."""
    board = scene.board(state)
    is_written = state.stage in (WRITING, CLOSED) and scene.mode != STORY
    if board is None or state.view is None or not is_written or not state.sheets:
        return NO_PLAN
    sheets = {key: _lines_that_count(sheet, is_sealed=state.sealed) for key, sheet in state.sheets.items()}
    return board.plan(state.view, sheets)


def _lines_that_count(sheet: OwnSheet, *, is_sealed: bool) -> Lines:
    """The lines of a sheet without those of which the server says that they would be lost."""
    if is_sealed:
        lost = {advice.line for advice in sheet.advice}
        return tuple(line for number, line in enumerate(sheet.stored) if number not in lost)
    return tuple(line for number, line in enumerate(sheet.lines) if sheet.advice_for(number) is None)
