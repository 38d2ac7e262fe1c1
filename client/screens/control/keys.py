"""Which key does what, in which mode; and the bar that always says so."""

from collections.abc import Callable
from string import ascii_lowercase
from typing import TypeAlias

from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from client.games.api import DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT, Arrow
from client.screens.control.hand import Hand
from client.screens.scene import CHAT, COVER, LOG, SEAT_KEY, STORY, TYPE, WALK
from protocol.vocabulary import BETWEEN, GATHERING, REFEREE, WRITING

Current: TypeAlias = Callable[[], Hand]
Act: TypeAlias = Callable[[Hand], object]
PAGE = 10

WALK_KEYS: dict[str, Arrow] = {
    **{"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT},
    **{"home": UP_LEFT, "pageup": UP_RIGHT, "end": DOWN_LEFT, "pagedown": DOWN_RIGHT},
}
"""The diagonals are where they are on the keys of figures."""
SCROLL_KEYS: dict[str, Arrow] = {"s-up": UP, "s-down": DOWN, "s-left": LEFT, "s-right": RIGHT}

HELP = ("F1", "help", lambda hand: hand.help())
BOARD = ("F2", "board", lambda hand: hand.show_board())
CELL = ("F3", "cell", lambda hand: hand.inspect())
LOG_KEY = ("F4", "log", lambda hand: hand.open_page(LOG))
SHEET = ("F5", "sheet", lambda hand: hand.other_sheet())
ROUNDS = ("F6", "rounds", lambda hand: hand.open_story(len(hand.state.rounds) - 1))
PAUSE = ("F7", "pause", lambda hand: hand.pause())
CHAT_KEY = ("F8", "chat", lambda hand: hand.open_chat())
TABLE = ("F9", "table", lambda hand: hand.other_table(""))
SEAL = ("^S", "seal", lambda hand: hand.seal())
UNSEAL = ("^S", "unseal", lambda hand: hand.seal())
UNDO = ("^Z", "undo", lambda hand: hand.undo())
REDO = ("^Y", "redo", lambda hand: hand.redo())
DELETE = ("^D", "delete", lambda hand: hand.delete())
CLEAR = ("^K", "clear", lambda hand: hand.clear())
LIFT = ("Alt-Up", "lift", lambda hand: hand.move(-1))
QUIT = ("^Q", "quit", lambda hand: hand.quit())
ESCAPE = ("Esc", "back", lambda hand: hand.back())
ADD = ("Enter", "add", lambda hand: hand.enter())
TAB = ("Tab", "complete", lambda hand: hand.complete())

Hint: TypeAlias = tuple[str, str, Act]


def hints(hand: Hand) -> list[Hint]:
    """What the keys do here and now, the most needed first."""
    scene = hand.scene
    if scene.ask:
        return [("y", "yes", lambda h: h.answer(True)), ("n", "no", lambda h: h.answer(False))]
    if scene.overlay == COVER:
        return [("Enter", "go", lambda h: h.uncover()), QUIT]
    if scene.is_searching:
        return [("Enter", "find", lambda h: h.enter()), ESCAPE]
    if scene.overlay == CHAT:
        return [("Enter", "send", lambda h: h.enter()), ("Tab", "to", TAB[2]), ESCAPE]
    if scene.overlay == LOG:
        return [("Up/Dn PgUp/PgDn", "scroll", _nothing), ("/", "search", lambda h: h.search()), ESCAPE]
    if scene.overlay in ("help", SEAT_KEY):
        return [("Up/Dn PgUp/PgDn", "scroll", _nothing), ESCAPE]
    if scene.mode == STORY:
        return _story_hints(hand)
    if scene.mode == WALK:
        return _walk_hints(hand)
    return _line_hints(hand)


def _nothing(hand: Hand) -> None:
    """A hint that only names keys."""


def _story_hints(hand: Hand) -> list[Hint]:
    end = ("Esc", "skip", ESCAPE[2]) if hand.story and not hand.story.is_last else ("Esc", "done", ESCAPE[2])
    return [
        ("n", "next", lambda h: h.turn(1)),
        ("b", "previous", lambda h: h.turn(-1)),
        ("Tab", "part", lambda h: h.skip_part()),
        ("a", "all", lambda h: h.tell_all()),
        ("PgUp/PgDn", "rounds", _nothing),
        end,
    ]


def _walk_hints(hand: Hand) -> list[Hint]:
    if hand.scene.picked:
        send = ("Enter", "send", lambda h: h.pick())
        return [("Arrows", "walk", _nothing), send, ("Tab", "next-place", lambda h: h.next_choice()), ESCAPE]
    if not hand.state.may_write:
        return [("Arrows", "walk", _nothing), CELL, HELP, LOG_KEY, ("Esc", "back", ESCAPE[2]), QUIT]
    pick = ("Enter", "pick", lambda h: h.pick())
    other = ("Tab", "other-piece", lambda h: h.next_choice())
    return [("Arrows", "walk", _nothing), pick, other, CELL, UNDO, SEAL, ("Esc", "typing", ESCAPE[2])]


def _line_hints(hand: Hand) -> list[Hint]:
    state = hand.state
    if state.role == REFEREE:
        return [HELP, TAB, ("Enter", "do", ADD[2]), BOARD, LOG_KEY, ROUNDS, TABLE, QUIT, CHAT_KEY]
    if state.may_write:
        two = [SHEET] if len(state.sheets) > 1 else []
        first = [HELP, TAB, ADD, *two, BOARD, SEAL, UNDO, QUIT, *([CHAT_KEY] if state.may_talk else [])]
        return [*first, LOG_KEY, DELETE, LIFT, CELL, PAUSE, CLEAR, REDO, ROUNDS]
    if state.sealed and state.stage == WRITING:
        return [HELP, UNSEAL, BOARD, CELL, LOG_KEY, ROUNDS, PAUSE, QUIT]
    talk = [CHAT_KEY] if state.may_talk else []
    if state.stage == GATHERING:
        return [HELP, TAB, *talk, LOG_KEY, QUIT]
    if state.stage == BETWEEN and state.seat:
        return [HELP, ("Enter", "ready", ADD[2]), ROUNDS, *talk, BOARD, LOG_KEY, QUIT]
    return [HELP, BOARD, CELL, LOG_KEY, ROUNDS, *talk, QUIT]


def bindings(current: Current) -> KeyBindings:
    """`current` is the hand at the table that is shown."""
    keys = KeyBindings()
    _bind_everywhere(keys, current)
    _bind_question(keys, current)
    _bind_line(keys, current)
    _bind_paste(keys, current)
    _bind_walk(keys, current)
    _bind_story(keys, current)
    _bind_pages(keys, current)
    return keys


def _bind(keys: KeyBindings, current: Current, when: FilterOrBool, act: Act, *names: str) -> None:
    """Each name a key, or several keys with blanks between them."""

    def press(event: KeyPressEvent) -> None:
        if not current().ignores_keys:
            current().touch()  # what was said before has been read, and need not hold any more
        act(current())
        current().settle()  # what is typed ahead must go where this key has led
        event.app.invalidate()

    for name in names:
        keys.add(*name.split(), filter=when, eager=False)(press)


def _bind_everywhere(keys: KeyBindings, current: Current) -> None:
    calm = Condition(lambda: current().scene.ask is None and current().scene.overlay != COVER)
    bound = (HELP, BOARD, CELL, LOG_KEY, SHEET, ROUNDS, PAUSE, CHAT_KEY)
    for name, _, act in bound:
        _bind(keys, current, calm, act, name.lower())
    referees = Condition(lambda: calm() and current().state.role == REFEREE)
    _bind(keys, current, referees, TABLE[2], TABLE[0].lower())
    for name, act in (("c-s", SEAL[2]), ("c-z", UNDO[2]), ("c-y", REDO[2])):
        _bind(keys, current, calm, act, name)
    _bind(keys, current, True, QUIT[2], "c-q", "c-c")
    _bind(keys, current, True, ESCAPE[2], "escape")


def _bind_question(keys: KeyBindings, current: Current) -> None:
    asked = Condition(lambda: current().scene.ask is not None)
    french = Condition(lambda: asked() and current().scene.look.language == "fr")
    _bind(keys, current, asked, lambda hand: hand.answer(True), "y", "Y")
    _bind(keys, current, french, lambda hand: hand.answer(True), "o", "O")
    _bind(keys, current, asked, lambda hand: hand.answer(False), "n", "N")
    covered = Condition(lambda: current().scene.overlay == COVER and current().scene.ask is None)
    _bind(keys, current, covered, lambda hand: hand.uncover(), "enter")


def _bind_line(keys: KeyBindings, current: Current) -> None:
    typing = Condition(lambda: current().takes_text)
    order = Condition(lambda: current().takes_text and current().scene.mode == TYPE)
    empty = Condition(lambda: current().takes_text and not current().get_text())
    chosen = Condition(lambda: current().takes_text and current().scene.chosen >= 0)
    writing = Condition(lambda: current().takes_text and current().state.may_write)
    _bind(keys, current, typing, ADD[2], "enter")
    _bind(keys, current, typing, lambda hand: hand.complete(1), "tab")
    _bind(keys, current, typing, lambda hand: hand.complete(-1), "s-tab")
    _bind(keys, current, order, lambda hand: hand.up(), "up")
    _bind(keys, current, order, lambda hand: hand.down(), "down")
    _bind(keys, current, order, lambda hand: hand.recall(1), "c-p")
    _bind(keys, current, order, lambda hand: hand.recall(-1), "c-n")
    _bind(keys, current, empty, HELP[2], "?")
    _bind(keys, current, chosen, lambda hand: hand.accept_offer(), "space", "right")
    _bind(keys, current, writing, DELETE[2], "c-d")
    _bind(keys, current, writing, CLEAR[2], "c-k")
    _bind(keys, current, writing, LIFT[2], "escape up", "c-up")
    _bind(keys, current, writing, lambda hand: hand.move(1), "escape down", "c-down")


def _bind_paste(keys: KeyBindings, current: Current) -> None:
    """What is pasted is typed: a line each, and Enter between them."""

    def paste(event: KeyPressEvent) -> None:
        current().touch()
        current().paste(event.data)
        event.app.invalidate()

    keys.add("<bracketed-paste>", filter=Condition(lambda: current().takes_text), eager=True)(paste)


def _bind_walk(keys: KeyBindings, current: Current) -> None:
    def is_walking() -> bool:
        scene = current().scene
        return scene.mode == WALK and scene.ask is None and scene.overlay in ("", "cell")

    when = Condition(is_walking)
    for name, arrow in WALK_KEYS.items():
        _bind(keys, current, when, lambda hand, arrow=arrow: hand.walk(arrow), name)  # type: ignore[misc]  # bound now
    for name, arrow in SCROLL_KEYS.items():
        _bind(keys, current, when, lambda hand, arrow=arrow: hand.scroll_board(arrow), name)  # type: ignore[misc]  # bound now
    _bind(keys, current, when, lambda hand: hand.zoom(-1), "+")
    _bind(keys, current, when, lambda hand: hand.zoom(1), "-")
    _bind(keys, current, when, lambda hand: hand.pick(), "enter", "space")
    _bind(keys, current, when, lambda hand: hand.next_choice(1), "tab")
    _bind(keys, current, when, lambda hand: hand.next_choice(-1), "s-tab")
    _bind(keys, current, when, DELETE[2], "c-d", "delete")
    _bind(keys, current, when, HELP[2], "?")
    for letter in ascii_lowercase:
        choose: Act = lambda hand, letter=letter: hand.choose_kind(letter)  # type: ignore[misc]  # noqa: E731
        _bind(keys, current, when, choose, letter, letter.upper())


def _bind_story(keys: KeyBindings, current: Current) -> None:
    def is_told() -> bool:
        scene = current().scene
        return scene.mode == STORY and scene.ask is None and not scene.overlay

    when = Condition(is_told)
    _bind(keys, current, when, lambda hand: hand.turn(1), "n", "enter", "space", "right", "down")
    _bind(keys, current, when, lambda hand: hand.turn(-1), "b", "p", "left", "up", "backspace")
    _bind(keys, current, when, lambda hand: hand.skip_part(), "tab")
    _bind(keys, current, when, lambda hand: hand.tell_all(), "a")
    _bind(keys, current, when, lambda hand: hand.other_round(-1), "pageup")
    _bind(keys, current, when, lambda hand: hand.other_round(1), "pagedown")
    _bind(keys, current, when, HELP[2], "?")


def _bind_pages(keys: KeyBindings, current: Current) -> None:
    def is_page() -> bool:
        scene = current().scene
        return scene.overlay in ("help", LOG, SEAT_KEY) and scene.ask is None and not scene.is_searching

    when = Condition(is_page)
    for name, by in (("up", -1), ("down", 1), ("pageup", -PAGE), ("pagedown", PAGE), ("space", PAGE)):
        _bind(keys, current, when, lambda hand, by=by: hand.scroll(by), name)  # type: ignore[misc]  # bound now
    _bind(keys, current, when, lambda hand: hand.scroll(-(10**6)), "home")
    _bind(keys, current, when, lambda hand: hand.scroll(10**6), "end")
    _bind(keys, current, when, lambda hand: hand.search(), "/")
    _bind(keys, current, when, ESCAPE[2], "q")
