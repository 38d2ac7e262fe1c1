"""What each key does in each mode. The list of actions has the keys of the actions."""

from collections.abc import Callable
from string import ascii_lowercase
from typing import TypeAlias

from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from client.games.api import DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT, Arrow
from client.play.actions import ACTIONS
from client.play.desk import CELL
from client.play.key_places import ALWAYS, ON_LINES, UNLESS_ASKED
from client.screens.control.controller import Controller
from client.screens.control.pages import END
from client.screens.scene import COVER, SCROLLED, STORY, TEXT, TYPE, WALK
from client.words import known_languages, letters_for

Current: TypeAlias = Callable[[], Controller]
Act: TypeAlias = Callable[[Controller], object]
PAGE = 10

NAMES = {
    **{f"F{number}": (f"f{number}",) for number in range(1, 13)},
    **{f"^{letter.upper()}": (f"c-{letter}",) for letter in ascii_lowercase},
    "^Q": ("c-q", "c-c"),
    "Alt-Up": ("escape up", "c-up"),
    "Alt-Down": ("escape down", "c-down"),
}
"""The names of the keys in our texts, and their names in prompt_toolkit. The input line has Enter."""
WALK_KEYS: dict[str, Arrow] = {
    **{"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT},
    **{"home": UP_LEFT, "pageup": UP_RIGHT, "end": DOWN_LEFT, "pagedown": DOWN_RIGHT},
}
"""The diagonal keys are in the corners of the numeric keypad."""
SCROLL_KEYS: dict[str, Arrow] = {"s-up": UP, "s-down": DOWN, "s-left": LEFT, "s-right": RIGHT}
PAGE_KEYS = {"s-pageup": -1, "c-pageup": -1, "s-pagedown": 1, "c-pagedown": 1}
"""On a walk the page keys alone are diagonals."""


def bindings(current: Current) -> KeyBindings:
    """`current` is the controller of the table that is shown."""
    keys = KeyBindings()
    _bind_actions(keys, current)
    _bind_question(keys, current)
    _bind_line(keys, current)
    _bind_paste(keys, current)
    _bind_walk(keys, current)
    _bind_story(keys, current)
    _bind_pages(keys, current)
    return keys


def _bind(keys: KeyBindings, current: Current, when: FilterOrBool, act: Act, *names: str) -> None:
    """Bind each of the names, which is a key, or several keys with blanks between them."""

    def press(event: KeyPressEvent) -> None:
        controller = current()
        if not controller.reader.ignores_keys:
            controller.prompt.clear_message()  # the player has read the message
        act(controller)
        current().display.settle_focus()  # the next characters may be in the queue already
        event.app.invalidate()

    for name in names:
        keys.add(*name.split(), filter=when, eager=False)(press)


def _pressing(key: str) -> Act:
    return lambda controller: controller.press(key)


def _bind_actions(keys: KeyBindings, current: Current) -> None:
    calm = Condition(lambda: not current().prompt.question and current().pages.overlay != COVER)
    writing = Condition(lambda: current().scene.takes_text and current().state.may_write)
    times: dict[str, FilterOrBool] = {ALWAYS: True, UNLESS_ASKED: calm, ON_LINES: writing}
    for key, when in {action.key: action.key_works for action in ACTIONS.values()}.items():
        if key in NAMES:
            _bind(keys, current, times[when], _pressing(key), *NAMES[key])
    _bind(keys, current, True, lambda c: c.back(), "escape")


def _asked(current: Current, meaning: str, letter: str) -> Condition:
    """A question is open, and the letter has that meaning in the person's language."""

    def is_asked() -> bool:
        controller = current()
        return bool(controller.prompt.question) and letter in letters_for(meaning, controller.look.language)

    return Condition(is_asked)


def _bind_question(keys: KeyBindings, current: Current) -> None:
    """The catalogues have the letters that mean yes and no."""
    for meaning in ("yes", "no"):
        answer: Act = lambda c, is_yes=meaning == "yes": c.prompt.answer(is_yes)  # type: ignore[misc]  # noqa: E731
        for letter in {each for language in known_languages() for each in letters_for(meaning, language)}:
            _bind(keys, current, _asked(current, meaning, letter), answer, letter, letter.upper())
    covered = Condition(lambda: current().pages.overlay == COVER and not current().prompt.question)
    _bind(keys, current, covered, lambda c: c.pages.hide(), "enter")


def _bind_line(keys: KeyBindings, current: Current) -> None:
    typing = Condition(lambda: current().scene.takes_text)
    order = Condition(lambda: typing() and current().mode == TYPE)
    empty = Condition(lambda: typing() and not current().display.text)
    chosen = Condition(lambda: typing() and current().prompt.chosen >= 0)
    seen = Condition(lambda: order() and not current().pages.overlay and current().state.view is not None)
    bare = Condition(lambda: seen() and empty())
    zoomed = Condition(lambda: bare() and current().walk.has_zoom)
    _bind(keys, current, typing, lambda c: c.prompt.enter(), "enter")
    _bind(keys, current, typing, lambda c: c.prompt.complete(1), "tab")
    _bind(keys, current, typing, lambda c: c.prompt.complete(-1), "s-tab")
    _bind(keys, current, order, lambda c: c.editor.up(), "up")
    _bind(keys, current, order, lambda c: c.editor.down(), "down")
    _bind(keys, current, order, lambda c: c.editor.recall(1), "c-p")
    _bind(keys, current, order, lambda c: c.editor.recall(-1), "c-n")
    _bind(keys, current, empty, _pressing("F1"), "?")
    _bind(keys, current, chosen, lambda c: c.prompt.accept_offer(), "space", "right")
    _bind(keys, current, seen, lambda c: c.walk.scroll_page(-1), "pageup")
    _bind(keys, current, seen, lambda c: c.walk.scroll_page(1), "pagedown")
    _bind(keys, current, bare, lambda c: c.walk.go_home(), "home")
    _bind(keys, current, zoomed, lambda c: c.walk.zoom(-1), "+")
    _bind(keys, current, zoomed, lambda c: c.walk.zoom(1), "-")


def _bind_paste(keys: KeyBindings, current: Current) -> None:
    """Pasted text works like typed text: each of its lines is entered."""

    def paste(event: KeyPressEvent) -> None:
        current().prompt.clear_message()
        current().prompt.paste(event.data)
        event.app.invalidate()

    keys.add("<bracketed-paste>", filter=Condition(lambda: current().scene.takes_text), eager=True)(paste)


def _bind_walk(keys: KeyBindings, current: Current) -> None:
    def is_walking() -> bool:
        controller = current()
        is_free = not controller.prompt.question and controller.pages.overlay in ("", CELL)
        return controller.mode == WALK and is_free

    when = Condition(is_walking)
    for name, arrow in SCROLL_KEYS.items():
        _bind(keys, current, when, lambda c, arrow=arrow: c.walk.scroll(arrow), name)  # type: ignore[misc]  # bound now
    for name, by in PAGE_KEYS.items():
        _bind(keys, current, when, lambda c, by=by: c.walk.scroll_page(by), name)  # type: ignore[misc]  # bound now
    _bind(keys, current, when, lambda c: c.walk.zoom(-1), "+")
    _bind(keys, current, when, lambda c: c.walk.zoom(1), "-")
    for name, arrow in WALK_KEYS.items():
        _bind(keys, current, when, lambda c, arrow=arrow: c.walk.go(arrow), name)  # type: ignore[misc]  # bound now
    _bind(keys, current, when, lambda c: c.walk.pick(), "enter", "space")
    _bind(keys, current, when, lambda c: c.walk.next_choice(1), "tab")
    _bind(keys, current, when, lambda c: c.walk.next_choice(-1), "s-tab")
    _bind(keys, current, when, _pressing("^D"), "c-d", "delete")
    _bind(keys, current, when, _pressing("F1"), "?")
    for letter in ascii_lowercase:
        choose: Act = lambda c, letter=letter: c.walk.press_letter(letter)  # type: ignore[misc]  # noqa: E731
        _bind(keys, current, when, choose, letter, letter.upper())


def _bind_story(keys: KeyBindings, current: Current) -> None:
    def is_told() -> bool:
        controller = current()
        is_free = not controller.prompt.question and not controller.pages.overlay
        return controller.mode == STORY and is_free

    when = Condition(is_told)
    _bind(keys, current, when, lambda c: c.reader.turn(1), "n", "enter", "space", "right")
    _bind(keys, current, when, lambda c: c.reader.turn(-1), "b", "p", "left", "backspace")
    _bind(keys, current, when, lambda c: c.reader.scroll_or_turn(1), "down")
    _bind(keys, current, when, lambda c: c.reader.scroll_or_turn(-1), "up")
    _bind(keys, current, when, lambda c: c.reader.scroll_or_leaf(-1), "pageup")
    _bind(keys, current, when, lambda c: c.reader.scroll_or_leaf(1), "pagedown")
    _bind(keys, current, when, lambda c: c.reader.skip_part(), "tab")
    _bind(keys, current, when, lambda c: c.reader.tell_all(), "a")
    _bind(keys, current, when, lambda c: c.reader.play(1), "+", "=")
    _bind(keys, current, when, lambda c: c.reader.play(-1), "-")
    _bind(keys, current, when, lambda c: c.reader.regroup(), "g")
    _bind(keys, current, when, _pressing("F1"), "?")


def _bind_pages(keys: KeyBindings, current: Current) -> None:
    def is_page() -> bool:
        prompt = current().prompt
        return current().pages.overlay in SCROLLED and not (prompt.question or prompt.is_searching)

    when = Condition(is_page)
    for name, by in (("up", -1), ("down", 1), ("pageup", -PAGE), ("pagedown", PAGE), ("space", PAGE)):
        _bind(keys, current, when, lambda c, by=by: c.pages.scroll_by(by), name)  # type: ignore[misc]  # bound now
    _bind(keys, current, when, lambda c: c.pages.scroll_by(-END), "home")
    _bind(keys, current, when, lambda c: c.pages.scroll_by(END), "end")
    _bind(keys, current, when, lambda c: c.prompt.start_search(), "/")
    _bind(keys, current, when, lambda c: c.back(), "q")
    text = Condition(lambda: is_page() and current().pages.overlay == TEXT)
    _bind(keys, current, text, lambda c: c.back(), "enter")
