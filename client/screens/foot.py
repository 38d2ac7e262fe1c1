"""The last lines: what is to be said, the prompt, and the keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from client import keys
from client.boards.api import Line
from client.screens.hand import Hand
from client.screens.lines import width_of, wrap
from client.screens.scene import CHAT, COVER, HELP, LOG, STORY, TYPE, WALK
from client.state import BETWEEN, GATHERING, OVER, REFEREE, WRITING

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

MOST_LINES = 3


def message_lines(hand: Hand, now: float, width: int) -> list[Line]:
    """The message in up to three lines, or one if the space is needed for offers."""
    most = 1 if hand.scene.offers or hand.scene.choices else MOST_LINES
    line = message_line(hand, now)
    if width_of(line) <= width or most == 1:
        return [line]
    return [((line[0][0], text),) for text in wrap(line[0][1], width)[:most]]


def message_line(hand: Hand, now: float) -> Line:
    """One sentence: a question, a warning, an answer, the advice on this line, or what to do next."""
    scene, state = hand.scene, hand.state
    if scene.overlay == COVER:
        return ()
    if scene.ask:
        return (("class:ask", f" {scene.ask.question} "),)
    if hand.session.ended:
        return (("class:banner", f" {hand.session.ended} "),)
    if state.link == "lost":
        seconds = int(now - state.lost_at) if state.lost_at is not None else 0
        return (("class:banner", f" {scene.say('link.banner', seconds=seconds)} "),)
    if scene.message or state.notice:
        return (("bold", scene.message or state.notice),)
    if scene.overlay in (HELP, LOG):
        return ()
    advice = _advice(hand)
    return (("class:advice", advice),) if advice else (("class:dim", _next(hand)),)


def _advice(hand: Hand) -> str:
    """What is wrong with the line one is on; else with the first that has something."""
    sheet = hand.state.sheets.get(hand.scene.sheet)
    if sheet is None or not hand.state.may_write or hand.scene.mode != TYPE:
        return ""
    for line in (hand.scene.line, *range(len(sheet.lines))):
        advice = sheet.advice_for(line) if line < len(sheet.lines) else None
        if advice:
            return hand.scene.say("hint.advice", line=line + 1, text=advice.text)
    return ""


def _next(hand: Hand) -> str:
    scene, state = hand.scene, hand.state
    if scene.overlay == CHAT:
        to = state.label(scene.chat_to) if scene.chat_to else scene.say("chat.all")
        return scene.say("next.chat", to=to)
    if scene.mode == STORY and scene.story:
        step, steps = scene.story.page + 1, scene.story.pages
        code = "next.story-late" if scene.story.is_live and state.stage == WRITING else "next.story"
        return scene.say(code, page=step, pages=steps, phase=scene.story.told.phase)
    if scene.mode == WALK and scene.spot:
        place = scene.spot.place
        name = scene.game_words(state).word("place", place)
        if scene.picked:
            return scene.say("next.picked", piece=scene.picked.begun, place=place, name=name)
        return scene.say("next.walk", place=place, name=name)
    if state.role == REFEREE:
        return scene.say("next.referee")
    if state.stage == WRITING and state.sealed:
        return scene.say("next.sealed")
    if state.stage == WRITING and state.seat:
        return scene.say("next.writing") if state.owed else scene.say("next.out")
    if state.stage == BETWEEN and state.seat:
        return scene.say("next.ready") if state.seat in state.ready else scene.say("next.between")
    if state.stage in (GATHERING, OVER):
        return scene.say(f"next.{state.stage}")
    return ""


def prompt_text(hand: Hand) -> str:
    scene, state = hand.scene, hand.state
    if not hand.takes_text:
        return ""
    if scene.is_searching:
        return scene.say("prompt.search") + " "
    if scene.overlay == CHAT:
        return scene.say("prompt.chat", to=scene.chat_to or scene.say("chat.all")) + " "
    if state.may_write:
        return f"{scene.sheet} {scene.say('prompt.order')} {scene.line + 1}> "
    return "> "


def keys_line(hand: Hand, width: int) -> StyleAndTextTuples:
    """As many hints as fit; each can be clicked."""
    shown: StyleAndTextTuples = []
    used = 0
    for name, code, act in keys.hints(hand):
        said = hand.scene.say(f"keys.{code}")
        key = hand.scene.words.word("key-names", name)
        part = [("class:key", key), ("class:keys", f" {said} ")]
        size = width_of(part)
        if used + size - 1 > width:  # the blank behind the last one may be cut
            continue
        used += size
        shown += [(style, text, _clicked(hand, act)) for style, text in part]
    return shown


def _clicked(hand: Hand, act: keys.Act) -> Callable[[MouseEvent], "NotImplementedOrNone"]:
    def click(event: MouseEvent) -> "NotImplementedOrNone":
        if event.event_type == MouseEventType.MOUSE_UP:
            act(hand)
            hand.refresh()
        return None

    return click
