"""The rows below a board that needs the whole width: the game's strip, the sheet, what the person does."""

from collections.abc import Callable, Sequence
from itertools import product

from client.games.api import Line
from client.play.desk import CELL
from client.play.sheet_order import sheets_of
from client.screens.draw.board_part import TAIL, plan_of
from client.screens.draw.chips import sheet_chip
from client.screens.draw.lines import block, fit, plain, width_of, with_height
from client.screens.draw.pages import outcome_lines
from client.screens.draw.panels import DrawnLines, cell_panel
from client.screens.draw.upright import upright_boxes
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState
from protocol.vocabulary import CLOSED, WRITING

LEAST_BOXES = 4
"""So many rows are enough for boxes; fewer rows have lines of text."""
HEAD = 2
"""The first fragments of a sheet in one line: whose it is, and how much is written."""
LEAST_ORDER = 20
"""A line of the sheet that does not fit is cut, but left out if fewer columns are left for it."""


def strip_boxes(
    state: ClientState,
    scene: Scene,
    width: int,
    height: int,
    tail: Callable[[int], DrawnLines],
    *,
    is_busy: bool,
) -> DrawnLines:
    """As much as there is room for, but always the strip. `tail` is what the person does, or the log."""
    if scene.overlay == CELL and scene.spot:
        return DrawnLines(tuple(_place_lines(state, scene, scene.spot.place, width, height)))
    above = [*_here(state, scene), *outcome_lines(state, scene, width)]
    sheet = _sheet_line(state, scene, width)
    for has_above, has_sheet, rows in product((True, False), (True, False), (TAIL, 1) if is_busy else (0,)):
        doing = _without_blank(tail(rows).lines) if rows else []
        head = above if has_above else []
        written = [sheet] if has_sheet and sheet else []
        left = height - len(head) - len(written) - len(doing)
        if strip := _strip(state, scene, width, left):
            if left - len(strip) >= LEAST_BOXES:
                written = []
            elif not written and sheet:
                strip = _with_sheet(strip, state, scene, width)
            return _filled(state, scene, width, height, [*head, *strip, *written], doing, tail)
    doing = _without_blank(tail(1).lines)[: height - 1] if is_busy else []
    cut = _strip(state, scene, width, 99)[: height - len(doing)]
    return DrawnLines(tuple(fit(line, width) for line in [*cut, *doing]))


def _filled(
    state: ClientState,
    scene: Scene,
    width: int,
    height: int,
    lines: Sequence[Line],
    doing: Sequence[Line],
    tail: Callable[[int], DrawnLines],
) -> DrawnLines:
    """These lines, with boxes or the log in the rows that are left, and at the end what the person does."""
    left = height - len(lines) - len(doing)
    if left >= LEAST_BOXES:
        boxes = upright_boxes(state, scene, width, left)
        lines, read_chat = [*lines, *with_height(boxes.lines, left)], boxes.read_chat
    elif left and not doing:
        log = tail(min(left, TAIL))
        lines, read_chat = [*lines, *_without_blank(log.lines)[-left:]], log.read_chat
    else:
        lines, read_chat = [*lines, *[()] * left], 0
    return DrawnLines(tuple(fit(line, width) for line in [*lines, *doing]), read_chat)


def _strip(state: ClientState, scene: Scene, width: int, rows: int) -> Sequence[Line]:
    board = scene.board(state)
    return board.strip(state.view, scene.game_words(state), width, rows) if board and rows > 0 else ()


def _with_sheet(strip: Sequence[Line], state: ClientState, scene: Scene, width: int) -> Sequence[Line]:
    """The strip with the sheet behind its last line, if there is room for some of it."""
    *first, last = strip
    left = width - width_of(last) - 2
    sheet = _sheet_line(state, scene, left)
    return [*first, (*last, ("", "  "), *sheet)] if width_of(sheet[:HEAD]) <= left else strip


def _without_blank(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if plain(line).strip()]


def _here(state: ClientState, scene: Scene) -> list[Line]:
    """What stands on the place under the cursor, and what lies around it, in the line under the board."""
    board = scene.board(state)
    if board is None or scene.mode != WALK or scene.spot is None:
        return []
    words, plan = scene.game_words(state), plan_of(state, scene)
    return [board.inspect(state.view, scene.spot.place, words, plan)[0]]


def _place_lines(state: ClientState, scene: Scene, place: str, width: int, height: int) -> list[Line]:
    """Everything on a place, line by line; if there are too few rows, one thing behind the other."""
    lines = cell_panel(state, scene, place, width)
    if len(lines) <= height:
        return lines
    joined = "; ".join(plain(line).strip() for line in lines)
    return block(joined, width)[:height]


def _sheet_line(state: ClientState, scene: Scene, width: int) -> Line:
    """The lines of the open sheet one behind the other; the first ones are left out if there is no room."""
    if scene.mode == STORY or scene.sheet not in sheets_of(state) or state.stage not in (WRITING, CLOSED):
        return ()
    sheet = state.sheets[scene.sheet]
    shown = sheet.stored if state.sealed else sheet.lines
    most = state.phase.lines if state.phase else None
    count = f"{len(shown)}/{most}" if most else f"{len(shown)}"
    if sheet.progress.wanted:
        count = f"{sheet.progress.done}/{sheet.progress.wanted}"
    word = scene.say("sheet.sealed" if state.sealed else "sheet.orders").strip()
    head = (sheet_chip(scene.board(state), scene.sheet), ("class:title", f" {word} {count}"))
    parts = [_order(state, scene, number, text) for number, text in enumerate(shown)]
    room = width - width_of(head)
    while parts and sum(map(width_of, parts)) > room and (len(parts) > 1 or room < LEAST_ORDER):
        parts.pop(0)
    return (*head, *(fragment for part in parts for fragment in part))


def _order(state: ClientState, scene: Scene, number: int, text: str) -> Line:
    sheet = state.sheets[scene.sheet]
    is_bad = not state.sealed and sheet.advice_for(number) is not None
    style = "class:advice" if is_bad else "class:good" if state.sealed else ""
    written = scene.game_words(state).letters.line(text)
    number_style = "class:chosen" if scene.line == number and state.may_write else "class:dim"
    return (("", "  "), (number_style, f"{number + 1}"), (style, f"{'!' if is_bad else ' '}{written}"))
