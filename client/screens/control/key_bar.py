"""The key bar, which always says what the keys do here and now. The most important keys come first."""

from collections.abc import Callable
from typing import TypeAlias

from client.play.actions import ACTIONS, is_for
from client.play.desk import CHAT, LOG
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
    "uncover": ("Enter", "go", lambda c: c.pages.uncover()),
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
    "other-rounds": ("PgUp/PgDn", "rounds", _no_act),
    "walk": ("Arrows", "walk", _no_act),
    "pick": ("Enter", "pick", lambda c: c.walk.pick()),
    "put-down": ("Enter", "send", lambda c: c.walk.pick()),
    "other-piece": ("Tab", "other-piece", lambda c: c.walk.next_choice()),
    "next-place": ("Tab", "next-place", lambda c: c.walk.next_choice()),
    "complete": ("Tab", "complete", lambda c: c.prompt.complete()),
    "add": ("Enter", "add", lambda c: c.prompt.enter()),
    "do": ("Enter", "do", lambda c: c.prompt.enter()),
}
"""Keys that do no action, but only move on the screen."""


def hints(controller: Controller, scene: Scene) -> list[Hint]:
    """The hints for this scene. An action that would be refused has no hint."""
    return [hint for name in _wanted(controller.state, scene) if (hint := _hint(controller, name))]


def _hint(controller: Controller, name: str) -> Hint | None:
    if name in GESTURES:
        key, code, act = GESTURES[name]
        return key, code, lambda: _clicked(controller, act)
    action = ACTIONS[name]
    if not is_for(action, controller) or action.refuses(controller.state):
        return None
    return action.key, name, lambda: _clicked(controller, lambda c: c.perform(name))


def _clicked(controller: Controller, act: Act) -> None:
    act(controller)
    controller.display.refresh()


def _wanted(state: ClientState, scene: Scene) -> tuple[str, ...]:
    """The names of actions and gestures, the most important first."""
    if scene.question:
        return "yes", "no"
    if scene.overlay == COVER:
        return "uncover", "quit"
    if scene.is_searching:
        return "find", "back"
    if scene.overlay == CHAT:
        return "send", "to", "back"
    if scene.overlay == LOG:
        return "scroll", "search", "back"
    if scene.overlay in SCROLLED:
        return "scroll", "back"
    if scene.mode == STORY:
        end = "skip" if scene.story and not scene.story.is_last else "done"
        return "next", "previous", "part", "all", "other-rounds", end
    return _walking(state, scene) if scene.mode == WALK else _typing(state)


def _walking(state: ClientState, scene: Scene) -> tuple[str, ...]:
    if scene.picked:
        return "walk", "put-down", "next-place", "back"
    if not state.may_write:
        return "walk", "cell", "help", "log", "back", "quit"
    return "walk", "pick", "other-piece", "cell", "undo", "seal", "typing"


def _typing(state: ClientState) -> tuple[str, ...]:
    talk = ("chat",) if state.may_talk else ()
    if state.role == REFEREE:
        return "help", "complete", "do", "board", "log", "rounds", "table", "quit", "chat"
    if state.may_write:
        two = ("sheet",) if len(state.sheets) > 1 else ()
        first = ("help", "complete", "add", *two, "board", "seal", "undo", "quit", *talk)
        return (*first, "log", "delete", "move_up", "cell", "pause", "continue", "clear", "redo", "rounds")
    if state.sealed and state.stage == WRITING:
        return "help", "unseal", "board", "cell", "log", "rounds", "pause", "continue", "quit"
    if state.stage == GATHERING:
        return ("help", "complete", *talk, "log", "quit")
    if state.stage == BETWEEN and state.seat:
        return ("help", "ready", "rounds", *talk, "board", "log", "quit")
    return ("help", "board", "cell", "log", "rounds", *talk, "quit")
