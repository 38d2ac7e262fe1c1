"""The board on the screen: how much room it gets, which part of it is seen, and what is marked."""

from msgspec import Struct

from client.games.api import Board, Mark, Marks, Picture, Spot, Window
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState

SIDE = 16
"""The least width of the boxes beside a board."""
BELOW_WHOLE, BELOW_PART = 1, 4
"""How many lines the boxes below a board need at least, if it is seen whole and if it is not."""


class Arrangement(Struct, frozen=True):
    """The columns and rows of the board, and whether the boxes stand beside it or below it."""

    size: tuple[int, int]
    is_beside: bool = True


class SeenBoard(Struct, frozen=True):
    picture: Picture
    window: Window


def arrange(board: Board, columns: int, rows: int, zoom: int) -> Arrangement | None:
    """Show the whole board if possible, with the boxes beside it or below it. None if it has no room."""
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
    letters = scene.game_words(state).letters
    if scene.mode == STORY and scene.story and scene.story.frame:
        return Marks(ascii=scene.look.ascii, changed=scene.story.frame.places, letters=letters)
    is_walking = scene.mode == WALK and scene.spot is not None
    cursor = scene.spot.place if is_walking and scene.spot else ""
    picked = scene.picked.place if scene.picked else ""
    plan = _plan(state, scene) if is_walking else ()
    return Marks(
        ascii=scene.look.ascii, cursor=cursor, picked=picked, reach=scene.reach, plan=plan, letters=letters
    )


def _plan(state: ClientState, scene: Scene) -> tuple[Mark, ...]:
    """The marks of what the sheet would do, which are shown while the player walks the board."""
    board, sheet = scene.board(state), state.sheets.get(scene.sheet)
    if board is None or sheet is None or state.view is None:
        return ()
    return board.plan(state.view, scene.sheet, sheet.lines)
