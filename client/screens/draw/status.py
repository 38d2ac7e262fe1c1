"""The first line of the screen: table, stage, hourglass, how many have sealed, and link."""

from prompt_toolkit.utils import get_cwidth

from client.games.api import Fragment, Line
from client.play.actions import ACTIONS
from client.screens.draw.chips import seat_chips
from client.screens.draw.lines import fit, shorten, width_of
from client.screens.scene import Scene
from client.state.alarms import urgency
from client.state.client_state import FILE, ClientState
from client.state.log import ruling_of
from client.words import minutes
from protocol.views import title_of
from protocol.vocabulary import BETWEEN, CLOSED, RESTART, WATCHER, WRITING


def bar(left: float, length: float, cells: int) -> str:
    full = min(cells, max(0, round(cells * left / length))) if length > 0 else 0
    return "[" + "#" * full + "." * (cells - full) + "]"


def clock_part(state: ClientState, scene: Scene, now: float, cells: int) -> list[Fragment]:
    face = state.clock
    if state.link == "over":
        return []
    left = face.left_at(now)
    language = scene.look.language
    if face.paused_by:
        figures = f" {_figures(left, face.length, cells, language)}" if left is not None else ""
        return [
            ("class:clock.soon", f" {scene.say('clock.stopped')}{figures} {_stopped(state, scene, now)} ")
        ]
    stage = WRITING if state.is_supposed else state.stage  # the hourglass is that of the table
    if left is None or stage not in (WRITING, BETWEEN):
        return [("", scene.say("clock.none"))] if stage == WRITING else []
    word = urgency(left, face.length) if stage == WRITING else ""
    said = scene.say(f"clock.{word}") if word else scene.say(f"clock.{stage}")
    style = f"class:clock.{word}" if word else ""
    text = f"{said} {_figures(left, face.length, cells, language)}"
    return [(style, f" {text} " if word else text)]


def _figures(left: float, length: float | None, cells: int, language: str) -> str:
    """The time that is left, and if there are cells for it, as a bar."""
    shown = minutes(left, language)
    return f"{shown} {bar(left, length or left, cells)}" if cells else shown


def _stopped(state: ClientState, scene: Scene, now: float) -> str:
    """Who has stopped the hourglass, and how long a player's pause still lasts."""
    who = state.clock.paused_by
    if who == RESTART:
        return _after_restart(state, scene)
    if state.line(who) is None:
        return scene.say(f"clock.{who}")
    left = state.clock.pause_left_at(now)
    until = (
        f", {scene.say('clock.until', left=minutes(left, scene.look.language))}" if left is not None else ""
    )
    return state.label(who) + until


def _after_restart(state: ClientState, scene: Scene) -> str:
    """For whom the hourglass waits, and the key with which a player lets it run at once."""
    owing = state.phase.owing if state.phase else {}
    missing = [s.seat for s in state.seats if s.seat in owing and s.name and not (s.bot or s.connected)]
    said = scene.say("clock.restart-waits", who=", ".join(missing)) if missing else scene.say("clock.restart")
    if not state.seat:
        return said
    key = scene.words.word("key-names", ACTIONS["continue"].key)
    return f"{said}; {scene.say('clock.goes-on', key=key)}"


def status(state: ClientState, scene: Scene, width: int, now: float, before: str = "") -> Line:
    """As many parts as fit; the less important ones are left out first."""
    stage, clock = [("bold", _stage(state, scene))], clock_part(state, scene, now, 6 if width < 100 else 18)
    if width_of(stage) + width_of(clock) + 3 > width:
        clock = clock_part(state, scene, now, 0)  # the stage tells more than the bar
    name = state.table_name or title_of(state.game)
    heading = [("bold", f" {before}{shorten(name, 12)}")]
    parts = [
        (0, [("class:banner", f" {scene.say('status.supposed')} ")] if state.is_supposed else []),
        (5, heading),
        (2, stage),
        (3, _you(state, scene)),
        (2, _unread(state, scene)),
        (1, clock),
        (4, _sealed(state, scene)),
        (0 if state.link in ("lost", "over") else 6, _link(state, scene, now)),
    ]
    shown = [part for part in parts if part[1]]
    while len(shown) > 1 and _length(shown) > width:
        shown.remove(max(shown, key=lambda part: part[0]))
    if shown[-1][0] == 6 and state.link == "ok" and _length(shown) + get_cwidth(name) - 12 > width:
        shown.pop()  # the table's whole name tells more than a link that works
    room = width - _length(shown)
    heading[0] = ("bold", f" {before}{shorten(name, min(40, get_cwidth(shorten(name, 12)) + max(0, room)))}")
    joined: list[Fragment] = []
    for _, fragments in shown:
        joined += [("", " | ")] if joined else []
        joined += fragments
    styled = [(f"class:status {style}", text) for style, text in joined]
    return fit(styled, width, "class:status")


def _length(parts: list[tuple[int, list[Fragment]]]) -> int:
    return sum(width_of(fragments) for _, fragments in parts) + 3 * (len(parts) - 1)


def _stage(state: ClientState, scene: Scene) -> str:
    if not state.phase:
        return scene.say(f"stage.{state.stage or 'connecting'}")
    ruling = ruling_of(state)
    if ruling and ruling.note:
        back = ruling.note.args.get("phase")
        return scene.say("stage.amended") if back is None else scene.say("stage.rolled-back", number=back)
    last = scene.say("stage.last") if state.phase.last else ""
    stage = "held" if state.held and state.stage == CLOSED else state.stage
    said = scene.say_of(state, f"stage.{stage}")
    return f"{_round(state, scene)} {said}{last}".lstrip()


def _round(state: ClientState, scene: Scene) -> str:
    """The round by its number, or by the numbers with which the game counts. A story is of the last one."""
    view = state.rounds[-1].before if state.stage == BETWEEN and state.rounds else state.view
    board, number = scene.board(state), state.phase.phase if state.phase else 0
    numbers = board.numbers(view) if board and view is not None else {}
    return scene.say_of(state, "stage.round", number=number, **numbers)


def _you(state: ClientState, scene: Scene) -> list[Fragment]:
    if not state.seat:
        return [("", scene.say(f"role.{state.role}"))] if state.role else []
    return [("", scene.say("role.you") + " "), *seat_chips(scene.board(state), state.view, state.seat, " ")]


def _unread(state: ClientState, scene: Scene) -> list[Fragment]:
    """How many lines of the chat this person has not read."""
    if state.role == WATCHER:
        return []
    count = sum(said.sender != state.role for said in state.chat[scene.read_chat :])
    return [("bold", scene.say("status.chat", count=count))] if count else []


def _sealed(state: ClientState, scene: Scene) -> list[Fragment]:
    if state.stage != WRITING or not state.phase:
        return []
    if len(state.phase.owing) == 1:
        (writer,) = state.phase.owing
        return [("", scene.say("status.writer", who=state.label(writer)))] if writer != state.seat else []
    if state.phase.private:
        return [("", scene.say("status.private"))]
    sealed = sum(line.sealed for line in state.seats)
    return [("", scene.say("status.sealed", sealed=sealed, all=len(state.phase.owing)))]


def _link(state: ClientState, scene: Scene, now: float) -> list[Fragment]:
    if state.link in ("ok", FILE):
        return [("", scene.say(f"link.{state.link}"))]
    seconds = int(now - state.lost_at) if state.lost_at is not None else 0
    code = "closed" if state.is_closed and state.link == "lost" else state.link
    return [("class:banner", f" {scene.say(f'link.{code}', seconds=seconds)} ")]
