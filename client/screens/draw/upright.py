"""The boxes below the board of a narrow terminal: side by side, because there are few rows for them."""

from functools import reduce

from msgspec.structs import replace

from client.games.api import Line
from client.play.desk import CELL
from client.screens.draw.lines import beside, fit
from client.screens.draw.pages import outcome_lines
from client.screens.draw.panels import DrawnLines, cell_panel, game_panels, rule, seats_panel, sheet_panel
from client.screens.draw.story import step_lines
from client.screens.draw.talk import talk_box
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState
from protocol.vocabulary import CLOSED, WRITING

LEAST_TALK = 4
"""The log is shown below the boxes if so many lines are left."""


def upright_boxes(state: ClientState, scene: Scene, width: int, height: int) -> DrawnLines:
    """The sheet, the seats and what the game shows, and below them the log if there is room."""
    place = _place(state, scene)
    if scene.overlay == CELL:
        return DrawnLines(tuple(cell_panel(state, scene, place, width)[:height]))
    above = outcome_lines(state, scene, width)
    parts = _parts(state, scene, place, width, max(0, height - len(above)))
    widths = [part_width for part_width, _ in parts]
    boxes = [list(lines) for _, lines in parts]
    joined = reduce(
        lambda left, number: beside(left, boxes[number], sum(widths[:number]) + number - 1),
        range(1, len(boxes)),
        boxes[0],
    )
    lines = [*above, *joined][:height]
    left = height - len(lines)
    if left < LEAST_TALK or scene.mode == STORY:
        return DrawnLines(tuple(lines))
    talk = talk_box(state, scene, width, left - 1)
    return replace(talk, lines=(*lines, rule(width, scene), *talk.lines))


def _place(state: ClientState, scene: Scene) -> str:
    """The place under the cursor, or else the one where something happens now."""
    board = scene.board(state)
    if scene.spot and scene.mode == WALK:
        return scene.spot.place
    return board.focus(state.view) if board and state.view is not None else ""


def _parts(
    state: ClientState, scene: Scene, place: str, width: int, height: int
) -> list[tuple[int, list[Line]]]:
    """The boxes with their widths. The place under the cursor is more important than the game's own box."""
    third, half = (width - 2) // 3, (width - 1) // 2
    if scene.mode == STORY and scene.story:
        steps = step_lines(scene.story, scene.game_words(state), width - third - 1, height)
        return [(width - third - 1, steps), (third, game_panels(state, scene, third))]
    has_sheet = bool(state.sheets) and state.stage in (WRITING, CLOSED)
    share = third if has_sheet else half
    shown = cell_panel(state, scene, place, share) or game_panels(state, scene, share)
    parts = [(share, seats_panel(state, scene, share)), (share, shown)]
    if has_sheet:
        asks_seal = scene.question is not None and scene.question.shows_sheet
        parts.insert(0, (share, sheet_panel(state, scene, share, height, of_server=asks_seal)))
    return [(size, [fit(line, size) for line in lines[:height]]) for size, lines in parts]
