"""The last lines of the screen: the message, the prompt, and the key bar."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from client.games import is_out
from client.games.api import Line
from client.play.desk import CHAT
from client.play.table_lines import about_line
from client.screens.draw.board_part import ABOVE_AND_BELOW, ROOMY, TAIL, has_strip, lay_out
from client.screens.draw.compose import Setting, has_message_beside
from client.screens.draw.lines import shorten, whole_sentences, width_of, wrap
from client.screens.scene import COVER, SCROLLED, STORY, TYPE, WALK, Scene
from client.state.alarms import is_time_to_warn
from client.state.client_state import ClientState, OwnSheet
from client.state.levels import default_level, level_word
from client.words import all_of, figure, say
from protocol.vocabulary import BETWEEN, CLOSED, GATHERING, OVER, REFEREE, WRITING

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

MOST_LINES = 3
WARNING = "class:banner"


def message_lines(state: ClientState, scene: Scene, setting: Setting) -> list[Line]:
    """The message in up to three lines, or in one line if the space is needed for offers.

    There are none if it stands beside the board.

    The end of a question is always shown, because it says how to answer. Of any other message, as many
    whole sentences are shown as fit. A warning takes the space that it needs.
    """
    if has_message_beside(state, scene, setting.columns, setting.rows):
        return []
    width = setting.columns
    line = message_line(state, scene, setting)
    if not line or width_of(line) <= width:
        return [line]
    (style, text), *_ = line
    least = MOST_LINES if scene.question or style == WARNING else 2 if scene.lesson else 1
    most = max(least, _most_lines(state, scene, setting))
    if scene.question:
        texts = wrap(text, width)
        kept = texts[: most - 1] + texts[-1:] if len(texts) > most else texts
    else:
        kept = whole_sentences(text, width, most)
    return [((style, part),) for part in kept]


def _most_lines(state: ClientState, scene: Scene, setting: Setting) -> int:
    """How many lines of the message leave room for the offers, the choices or the sheet below the board."""
    arranged = lay_out(state, scene, setting.columns, setting.rows)
    if arranged is None:
        return MOST_LINES
    board = scene.board(state)
    is_above_strip = board is not None and not arranged.is_beside and has_strip(board, setting.columns)
    most = max(1, setting.rows - ABOVE_AND_BELOW - arranged.size[1] - 1)  # the strip and one row more stay
    if not (scene.offers or (scene.choices and not scene.is_picked)):
        sheet = state.sheets.get(scene.sheet)
        has_lines = is_above_strip and sheet is not None and bool(sheet.lines)
        return min(MOST_LINES, most) if has_lines else MOST_LINES
    if is_above_strip and state.owes_one_line:
        return min(TAIL, most)  # the sheet of one line, which is still empty, gives way
    return TAIL if setting.columns < ROOMY and arranged.tail == TAIL else 1


def message_line(state: ClientState, scene: Scene, setting: Setting) -> Line:
    """The message: a question, a warning, an answer, the advice on a line, or what to do next."""
    if scene.overlay == COVER:
        return ()
    if scene.question:
        return (("class:ask", f" {scene.question.text} "),)
    if setting.ended:
        return ((WARNING, f" {setting.ended} "),)
    if state.link == "lost":
        seconds = int(setting.now - state.lost_at) if state.lost_at is not None else 0
        is_writing = "link.banner" if state.may_write else "link.banner-plain"
        code = "link.banner-closed" if state.is_closed else is_writing
        return ((WARNING, f" {scene.say(code, seconds=seconds)} "),)
    has_room = state.has_room(scene.sheet) or not scene.is_below(state)
    if scene.unwritten and has_room and is_time_to_warn(state.clock.left_at(setting.now), state.clock.length):
        return ((WARNING, f" {scene.say('hint.unwritten', text=shorten(scene.unwritten))} "),)
    is_waiting = state.stage == GATHERING and state.role != REFEREE
    notice = "" if is_waiting and state.notice == scene.welcome else state.notice  # the waiting page shows it
    if scene.message or notice:
        return (("bold", " ".join(f"{scene.message or notice} {scene.lesson}".split())),)
    if scene.overlay in SCROLLED:
        return ()
    if scene.lesson:  # it has the advice on a line that would be lost
        return (("class:title", scene.lesson),)
    advice = _advice(state, scene)
    return (("class:advice", advice),) if advice else (("class:dim", _next(state, scene, setting)),)


def _advice(state: ClientState, scene: Scene) -> str:
    """The advice on the line under the cursor, or on the line just written, or else the first advice."""
    sheet = state.sheets.get(scene.sheet)
    if sheet is None or not state.may_write or scene.mode != TYPE:
        return ""
    for line in (scene.line, scene.written, *range(len(sheet.lines))):
        advice = sheet.advice_for(line) if 0 <= line < len(sheet.lines) else None
        if advice:
            is_stuck = scene.is_below(state) and not state.has_room(scene.sheet)
            return scene.say(
                "hint.advice-full" if is_stuck else "hint.advice", line=line + 1, text=advice.text
            )
    return ""


def _next(state: ClientState, scene: Scene, setting: Setting) -> str:
    """What the person can do next: on the open page, as a referee, or at this stage of the game."""
    if scene.overlay == CHAT or scene.mode != TYPE:
        return _next_there(state, scene)
    return _referee(state, scene, setting) if state.role == REFEREE else _next_here(state, scene)


def _next_there(state: ClientState, scene: Scene) -> str:
    """What the person can do next in the chat, in a story, or on the board."""
    if scene.overlay == CHAT:
        if scene.has_news:
            return scene.say_of(state, "next.news", phase=state.rounds[-1].phase)
        if not state.may_talk:
            return scene.say("hint.quiet")
        to = state.label(scene.chat_to) if scene.chat_to else scene.say("chat.all")
        return scene.say("next.chat", to=to)
    if scene.mode == STORY and scene.story:
        code = "-late" if state.owed else "-playing" if scene.seconds_a_page else ""
        page, pages, phase = scene.story.page + 1, scene.story.pages, scene.story.told.phase
        digits = 0 if scene.seconds_a_page.is_integer() else 1
        seconds = figure(scene.seconds_a_page, digits, scene.look.language)
        return scene.say_of(state, f"next.story{code}", page=page, pages=pages, phase=phase, seconds=seconds)
    if scene.mode == WALK and scene.spot:
        place = scene.spot.place
        board, words = scene.board(state), scene.game_words(state)
        name, written = (
            board.place_name(state.view, place, words) if board else "",
            words.letters.place(place),
        )
        if scene.picked and place not in scene.reach:
            return scene.say("next.picked-up", piece=scene.picked.begun)
        if scene.picked:
            return scene.say("next.picked", piece=scene.picked.begun, place=written, name=name)
        code = "next.walk" if state.may_write else "next.look"
        return scene.say(code, place=written, name=name)
    return ""


def _next_here(state: ClientState, scene: Scene) -> str:
    if state.stage == CLOSED and state.held:
        return say(scene.look.language, "refusal.held")
    if is_out(state, state.seat) and state.stage in (WRITING, BETWEEN):
        return scene.say("next.out")
    if state.stage == WRITING and state.is_sealed_by_another:
        return say(scene.look.language, "refusal.sealed-by-another")
    if state.stage == WRITING and state.sealed:
        return scene.say("next.sealed")
    if state.stage == WRITING and state.seat:
        return _how_to_write(state, scene) if state.owed else _waiting(state, scene)
    if state.stage == BETWEEN and state.seat:
        return scene.say("next.ready") if state.seat in state.ready else scene.say("next.between")
    if state.stage == GATHERING and state.tournament:
        return scene.say("next.gathering-referee")
    if state.is_waiting and state.stage != OVER:
        return scene.say("next.asked", host=state.label(state.host))
    if state.stage == GATHERING and state.seat:
        return _until_ready(state, scene)
    if state.stage == OVER:
        return _after_the_end(state, scene)
    return scene.say("next.gathering") if state.stage == GATHERING else ""


def _after_the_end(state: ClientState, scene: Scene) -> str:
    """Who wants to play again, and how this player agrees."""
    if not state.seat or state.tournament:
        return scene.say("next.over")
    others = [state.label(seat) for seat in sorted(state.ready) if seat != state.seat]
    if state.seat in state.ready:
        return scene.say("next.over-agreed")
    if not others:
        return scene.say("next.over-again")
    return scene.say("next.over-asked", who=all_of(others, scene.look.language), count=len(others))


def _until_ready(state: ClientState, scene: Scene) -> str:
    """What a player does before the game: say that they are ready, and then wait for the others."""
    if state.seat not in state.ready:
        return scene.say("next.get-ready")
    names = ", ".join((*map(state.label, state.not_ready), *state.free))
    return scene.say("next.awaited", names=names)


def _how_to_write(state: ClientState, scene: Scene) -> str:
    """What is asked, and how a line is written: as the server says it for this sheet, or else in general."""
    if state.is_supposed:
        return scene.say("next.supposed" if len(state.sheets) > 1 else "next.supposed-one", sheet=scene.sheet)
    sheet, about = state.sheets.get(scene.sheet), about_line(state, scene.look.language)
    if sheet is not None and _is_full(state, sheet):
        return scene.say("next.chosen" if state.owes_one_line else "next.full")
    if sheet is not None and sheet.lines and state.has_spare_lines:
        return scene.say_of(state, "next.spare")
    if sheet is None or not sheet.usage:
        said = scene.say_of(state, "next.writing", sheet=scene.sheet.lower())
    else:
        code = "next.usage-first" if state.has_spare_lines else "next.usage"
        said = scene.say_of(state, code, usage=sheet.usage)
    return f"{about} {said}".lstrip()


def _is_full(state: ClientState, sheet: OwnSheet) -> bool:
    """Whether the sheet has all its lines, or all that the game counts on it."""
    most, progress = state.phase.lines if state.phase else None, sheet.progress
    has_everything = 0 < progress.wanted <= progress.done and sheet.lines == sheet.stored
    return (most is not None and len(sheet.lines) >= most) or (has_everything and not progress.otherwise)


def _referee(state: ClientState, scene: Scene, setting: Setting) -> str:
    """The commands that a referee is most likely to need now."""
    if state.stage == GATHERING and state.free:
        level = level_word(default_level(setting.levels), scene.look.language) or scene.say("seat.bot")
        free, seat = ", ".join(state.free), state.free[0]
        return scene.say("next.referee-gathering", free=free, seat=seat, level=level)
    is_held = state.stage == CLOSED and state.held
    code = "held" if is_held else "full" if state.stage == GATHERING else state.stage
    return scene.say(f"next.referee-{code}") if code else ""


def _waiting(state: ClientState, scene: Scene) -> str:
    """Who writes now, while this player has to wait."""
    board = scene.board(state)
    if state.phase is None or board is None:
        return ""
    who = ", ".join(state.label(seat) for seat in state.phase.owing)
    return scene.say_of(state, "next.waiting", who=who)


def prompt_text(state: ClientState, scene: Scene) -> str:
    if not scene.takes_text:
        return ""
    if scene.is_searching:
        return scene.say("prompt.search") + " "
    if scene.overlay == CHAT:
        return scene.say("prompt.chat", to=scene.chat_to or scene.say("chat.all")) + " "
    if state.may_write:
        most = state.phase.lines if state.phase else None
        sign = f"{scene.say('status.supposed')} " if state.is_supposed else ""
        if most and scene.line >= most > 1:
            return f"{sign}{scene.sheet} {scene.say('prompt.full')}> "
        number = 1 if state.owes_one_line else scene.line + 1
        return f"{sign}{scene.sheet} {scene.say_of(state, 'prompt.order')} {number}> "
    return "> "


def keys_line(
    hints: Iterable[tuple[str, str, Callable[[], object]]], scene: Scene, width: int
) -> StyleAndTextTuples:
    """As many hints as fit: the name of a key, and what it does. A click on a hint does the same."""
    shown: StyleAndTextTuples = []
    used = 0
    for name, code, act in hints:
        said = scene.say(f"keys.{code}")
        key = scene.words.word("key-names", name)
        part = [("class:key", key), ("class:keys", f" {said} ")]
        size = width_of(part)
        if used + size - 1 > width:  # the blank after the last one may be cut
            continue
        used += size
        shown += [(style, text, _clicked(act)) for style, text in part]
    return shown


def _clicked(act: Callable[[], object]) -> Callable[[MouseEvent], "NotImplementedOrNone"]:
    def click(event: MouseEvent) -> "NotImplementedOrNone":
        if event.event_type == MouseEventType.MOUSE_UP:
            act()
        return None

    return click
