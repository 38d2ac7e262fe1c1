"""The lines below the board: what the person is doing, what is offered, or the newest of the log. Pure."""

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from client.games.api import SIGNS, Fragment, Line
from client.screens.draw.board_part import TAIL, plan_of
from client.screens.draw.lines import fit, width_of, with_height
from client.screens.draw.panels import DrawnLines, newest_log_lines, show_chat
from client.screens.draw.story import now_lines
from client.screens.scene import STORY, WALK, Scene
from client.state.client_state import ClientState


def tail_lines(
    state: ClientState, scene: Scene, width: int, room: int = TAIL, *, has_log: bool = False
) -> DrawnLines:
    """Two lines for what the person is doing: offers, choices, or the step of the story; else the log.

    The log is left out if it is beside the board already, and gives way to the signs of the plan.
    """
    if scene.mode == STORY and scene.story and scene.story.frame:
        said = now_lines(scene.story, scene.game_words(state), width, min(room, TAIL))
        return DrawnLines(tuple(with_height(said, TAIL)))
    if scene.mode == WALK and scene.choices:
        return DrawnLines(tuple(_choice_lines(scene, width, room)))
    if scene.offers:
        glosses = _glosses(scene, width, room) if state.owes_one_line else []
        return DrawnLines(tuple(glosses or offer_lines(scene, width, room)))
    legend = legend_lines(state, scene, width)
    if has_log:
        return DrawnLines(tuple(legend))
    if state.chat and state.may_talk and room >= TAIL:
        chat = show_chat(state, scene, width, 1)
        recent = newest_log_lines(state, scene, width, room - 1)
        return DrawnLines((*recent, *chat.lines), chat.read_chat)
    recent = newest_log_lines(state, scene, width, room - len(legend))
    return DrawnLines((*recent, *legend))


def legend_lines(state: ClientState, scene: Scene, width: int) -> list[Line]:
    """What the signs mean with which the board shows the plan, on one line; nothing if it does not fit."""
    kinds = {mark.kind for mark in plan_of(state, scene).marks}
    signs = ", ".join(scene.say(f"plan.{kind}") for kind in SIGNS if kind in kinds)
    said = [text for text in (scene.say("plan.legend", signs=signs), signs) if len(text) <= width]
    return [(("class:dim", said[0]),)] if kinds and said else []


def offer_lines(scene: Scene, width: int, room: int = TAIL) -> list[Line]:
    """The offered words with the chosen one marked, and below them what the chosen one means.

    In a single line the meaning stands behind the words.
    """
    first = max(0, scene.chosen)
    gloss = scene.offers[first]
    said = scene.say("offer.meaning", word=gloss.text, text=gloss.gloss)
    space = width if room >= TAIL else max(width // 2, width - len(said) - 3)
    words: list[Fragment] = []
    for number, offer in enumerate(scene.offers):
        style = "class:chosen" if number == scene.chosen else ""
        words += [(style, offer.text.split()[-1]), ("", " ")]
    start = 0
    while start < 2 * first and sum(len(text) for _, text in words[start : 2 * first + 2]) > space - 3:
        start += 2
    more = [("", "<")] if start else []
    return _words_and_meaning([*more, *words[start:]], said, (width, space), room)


def _glosses(scene: Scene, width: int, room: int) -> list[Line]:
    """Every offered word with its meaning; nothing if they need more lines than there are."""
    lines: list[list[Fragment]] = [[]]
    for number, offer in enumerate(scene.offers):
        said = scene.say("offer.meaning", word=offer.text.split()[-1], text=offer.gloss)
        if lines[-1] and width_of(lines[-1]) + get_cwidth(said) > width:
            lines.append([])
        lines[-1] += [("class:chosen" if number == scene.chosen else "", said), ("", "   ")]
    is_whole = all(width_of(line[:-1]) <= width for line in lines) and len(lines) <= min(room, TAIL)
    return [fit(line, width) for line in lines] if is_whole else []


def _choice_lines(scene: Scene, width: int, room: int = TAIL) -> list[Line]:
    words: list[Fragment] = []
    for number, choice in enumerate(scene.choices):
        style = "class:chosen" if number == scene.choice else ""
        words += [(style, f" {choice.begun.split()[0]} "), ("", " ")]
    said = scene.said_of(scene.choices[min(scene.choice, len(scene.choices) - 1)])
    space = width if room >= TAIL else max(width // 2, width - len(said) - 3)
    return _words_and_meaning(words, said, (width, space), room)


def _words_and_meaning(words: Sequence[Fragment], said: str, size: tuple[int, int], room: int) -> list[Line]:
    """The words and what one of them means, in two lines or in one; then the words have so much space."""
    width, space = size
    if room >= TAIL:
        return [fit(words, width), fit([("class:dim", said)], width)]
    shown = fit(words, min(space, width_of(words)))
    return [fit([*shown, ("", "| "), ("class:dim", said)], width)]
