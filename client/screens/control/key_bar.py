"""The key bar, which always says what the keys do here and now. The most important keys come first."""

from collections.abc import Callable
from typing import TypeAlias

from client.play.actions import ACTIONS
from client.play.desk import CHAT, LOG
from client.play.key_places import (
    AT_CONSOLE,
    COVERED,
    ENDED,
    GATHERS,
    LOOKS,
    PAUSES,
    SEALED,
    WALKS_LOOKING,
    WALKS_WRITING,
    WRITES,
    Ranks,
)
from client.play.performing import is_for
from client.screens.control.board_walk import BoardWalk
from client.screens.control.controller import Controller
from client.screens.scene import COVER, SCROLLED, STORY, WALK, Scene
from client.state.client_state import ClientState
from protocol.vocabulary import BETWEEN, GATHERING, REFEREE, WRITING

Act: TypeAlias = Callable[[Controller], object]
Hint: TypeAlias = tuple[str, str, Callable[[], object]]
"""The name of a key, the code of its text in the bar, and what a click on it does."""


def _no_act(controller: Controller) -> None:
    """A click on a hint that only names keys does nothing."""


GESTURES: dict[str, tuple[str, str, Act]] = {
    "yes": ("y", "yes", lambda c: c.prompt.answer(True)),
    "no": ("n", "no", lambda c: c.prompt.answer(False)),
    "uncover": ("Enter", "go", lambda c: c.pages.hide()),
    "find": ("Enter", "find", lambda c: c.prompt.enter()),
    "send": ("Enter", "send", lambda c: c.prompt.enter()),
    "to": ("Tab", "to", lambda c: c.prompt.complete()),
    "scroll": ("Up/Dn PgUp/PgDn", "scroll", _no_act),
    "search": ("/", "search", lambda c: c.prompt.start_search()),
    "back": ("Esc", "back", lambda c: c.back()),
    "skip": ("Esc", "skip", lambda c: c.back()),
    "done": ("Esc", "done", lambda c: c.back()),
    "typing": ("Esc", "typing", lambda c: c.back()),
    "next": ("n", "next", lambda c: c.reader.turn(1)),
    "previous": ("b", "previous", lambda c: c.reader.turn(-1)),
    "part": ("Tab", "part", lambda c: c.reader.skip_part()),
    "all": ("a", "all", lambda c: c.reader.tell_all()),
    "play": ("+", "play", lambda c: c.reader.play(1)),
    "faster": ("+", "faster", lambda c: c.reader.play(1)),
    "slower": ("-", "slower", lambda c: c.reader.play(-1)),
    "regroup": ("g", "regroup", lambda c: c.reader.regroup()),
    "other-rounds": ("PgUp/PgDn", "rounds", _no_act),
    "walk": ("Arrows", "walk", _no_act),
    "scroll-board": ("PgUp/PgDn", "scroll-board", lambda c: c.walk.scroll_page(1)),
    "home": ("Home", "home", lambda c: c.walk.go_home()),
    "zoom-out": ("-", "zoom-out", lambda c: c.walk.zoom(1)),
    "zoom-in": ("+", "zoom-in", lambda c: c.walk.zoom(-1)),
    "pick": ("Enter", "pick", lambda c: c.walk.pick()),
    "menu": ("Enter", "choose", lambda c: c.walk.pick()),
    "put-down": ("Enter", "send", lambda c: c.walk.pick()),
    "other-piece": ("Tab", "other-piece", lambda c: c.walk.next_choice()),
    "next-place": ("Tab", "next-place", lambda c: c.walk.next_choice()),
    "complete": ("Tab", "complete", lambda c: c.prompt.complete()),
    "add": ("Enter", "add", lambda c: c.prompt.enter()),
    "choose": ("Enter", "send", lambda c: c.prompt.enter()),
    "do": ("Enter", "do", lambda c: c.prompt.enter()),
}
"""Keys that do no action, but only move on the screen."""


GESTURE_RANKS: dict[str, Ranks] = {
    "complete": {AT_CONSOLE: 2, WRITES: 2, GATHERS: 2},
    "do": {AT_CONSOLE: 3},
    "add": {WRITES: 3},
    "uncover": {COVERED: 1},
    "scroll-board": {WRITES: 6, SEALED: 5, LOOKS: 4, PAUSES: 4},
    "zoom-out": {WRITES: 7, SEALED: 6, LOOKS: 5, PAUSES: 5, WALKS_LOOKING: 3, WALKS_WRITING: 5},
    "zoom-in": {WRITES: 7, SEALED: 6, LOOKS: 5, PAUSES: 5, WALKS_LOOKING: 3, WALKS_WRITING: 5},
    "home": {WRITES: 8, SEALED: 7, LOOKS: 6, PAUSES: 6},
    "walk": {WALKS_LOOKING: 1, WALKS_WRITING: 1},
    "back": {WALKS_LOOKING: 5},
    "pick": {WALKS_WRITING: 2},
    "other-piece": {WALKS_WRITING: 3},
    "typing": {WALKS_WRITING: 7},
}
"""Where these keys stand among the keys of actions. Every action has its own ranks."""


OF_PARTS: dict[str, Callable[[BoardWalk], bool]] = {
    "scroll-board": lambda walk: walk.is_part,
    "home": lambda walk: walk.is_part,
    "zoom-out": lambda walk: walk.has_zoom and walk.window.zoom == 0,
    "zoom-in": lambda walk: walk.window.zoom > 0,
}
"""When the keys that show other parts of the board are named."""


def hints(controller: Controller, scene: Scene) -> list[Hint]:
    """The hints for this scene. An action that would be refused has no hint."""
    names = _of_page(scene) or _ranked(_place(controller, scene))
    return [hint for name in names if (hint := _hint(controller, name))]


def _hint(controller: Controller, name: str) -> Hint | None:
    if name == "add" and controller.state.owes_one_line:
        name = "choose"
    if name in OF_PARTS and not OF_PARTS[name](controller.walk):
        return None
    if name in GESTURES:
        key, code, act = GESTURES[name]
        return key, code, lambda: _clicked(controller, act)
    action, state = ACTIONS[name], controller.state
    if not is_for(action, controller) or action.refuses(state) or not action.is_useful(state):
        return None
    return action.key, name, lambda: _clicked(controller, lambda c: c.perform(name))


def _clicked(controller: Controller, act: Act) -> None:
    act(controller)
    controller.display.refresh()


def _of_page(scene: Scene) -> tuple[str, ...]:
    """The names of gestures, the most important first, where keys do no actions."""
    if scene.question:
        return "yes", "no"
    if scene.overlay == COVER:
        return ()
    if scene.is_searching:
        return "find", "back"
    if scene.overlay == CHAT:
        return "send", "to", "back"
    if scene.overlay == LOG:
        return "scroll", "search", "back"
    if scene.overlay in SCROLLED:
        return "scroll", "back"
    if scene.mode == STORY:
        return _of_story(scene)
    if scene.mode == WALK and scene.menu:
        return "menu", "walk", "back"
    if scene.mode == WALK and scene.picked:
        return "walk", "put-down", "next-place", "back"
    return ()


def _of_story(scene: Scene) -> tuple[str, ...]:
    end = "skip" if scene.story and not scene.story.is_last else "done"
    if scene.story and scene.story.is_whole:
        return "scroll", "previous", end
    if scene.seconds_a_page:
        return "next", "previous", "faster", "slower", "all", end
    names = ("next", "previous", "play", "all", end, "part", "other-rounds")
    return (*names, *(("regroup",) if scene.story and scene.story.has_groups else ()), "what_if")


def _ranked(place: str) -> list[str]:
    """The names of actions with a key and of gestures that are named in that place, by their ranks."""
    ranks = {name: action.bar for name, action in ACTIONS.items() if action.key} | GESTURE_RANKS
    return sorted((name for name in ranks if place in ranks[name]), key=lambda name: ranks[name][place])


def _place(controller: Controller, scene: Scene) -> str:
    """Where the person is, as `client.play.key_places` names it."""
    state = controller.state
    if scene.overlay == COVER:
        return COVERED
    if controller.session.ended:
        return ENDED
    if scene.mode == WALK:
        return WALKS_WRITING if state.may_write else WALKS_LOOKING
    return AT_CONSOLE if state.role == REFEREE else _place_at_table(state)


def _place_at_table(state: ClientState) -> str:
    if state.may_write:
        return WRITES
    if state.stage == WRITING and state.sealed:
        return SEALED
    if state.stage == GATHERING:
        return GATHERS
    return PAUSES if state.stage == BETWEEN and state.seat else LOOKS
