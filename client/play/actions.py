"""The one list of what a person can do at a table.

Help, completion, keys, the verbs of every language and the refusals all come from this list. To add a verb,
add one entry here and its texts: `command` in `client/texts`, and `keys` in `client/screens/texts` if it
has a key.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from client.play import requests, table_lines
from client.play.action import PLAYERS, REFEREES, TALKERS, WATCHERS, Action, gloss_of
from client.play.argument_words import (
    free_seat_then_level,
    own_sheets,
    seconds,
    taken_seat_then_level,
    taken_seats,
    waiting_then_vacant_seat,
)
from client.play.desk import BOARD, CELL, CHAT, FULL, HELP, LOG, PLAIN, ROUNDS, STORY, Desk, Outcome
from client.play.key_places import (
    ALWAYS,
    AT_CONSOLE,
    COVERED,
    ENDED,
    GATHERS,
    LOOKS,
    ON_LINES,
    PAUSES,
    SEALED,
    WALKS_LOOKING,
    WALKS_WRITING,
    WRITES,
    Ranks,
)
from client.play.record_files import save_record
from client.play.refusals import (
    if_over,
    unless_awaited,
    unless_on,
    unless_over,
    unless_running,
    unless_sealed,
    unless_seen,
    unless_stopped,
    unless_supposable,
    unless_told,
    unless_writing,
    while_watching,
)
from client.play.requests import read_ruling
from client.play.showing import show_standings, show_time, show_welcome, shown
from client.words import say
from protocol import messages
from protocol.vocabulary import REFEREE


def _skip_step(desk: Desk, typed: str) -> Outcome:
    assert desk.tutor is not None
    desk.tutor.skip(desk.session.state)
    desk.follow_lesson()
    return None


def _export(desk: Desk, typed: str) -> Outcome:
    """Write the record of the game so far into a file for `qg replay`."""
    session = desk.session
    path = Path(typed or f"{session.state.table or 'table'}.json")
    done = say(session.language, "told.exported", file=str(path), count=len(session.state.rounds))
    return desk.carry_out(save_record(session, path), done)


def _chat(desk: Desk, typed: str) -> Outcome:
    """Send the text to everybody. Without a text, open the chat."""
    if not typed:
        return desk.open(CHAT)
    return desk.carry_out(requests.read_chat(desk.session, typed).send(desk.session))


def _declare(desk: Desk, typed: str) -> Outcome:
    """Declare a word of the game, which works at once. Without a word, show which words there are."""
    session = desk.session
    if typed:
        return desk.carry_out(session.declare(typed))

    async def show_words() -> None:
        offers = await session.suggest("", (), "")
        lines = [
            say(session.language, "plain.meaning", word=offer.text, text=offer.gloss) for offer in offers
        ]
        desk.show(gloss_of("declare", session.language), lines or [say(session.language, "told.no-words")])

    return desk.carry_out(show_words())


def _page(page: str) -> Callable[[Desk, str], Outcome]:
    return lambda desk, typed: desk.open(page, typed)


def _leave(desk: Desk, typed: str) -> Outcome:
    desk.leave()
    return None


def _go_to_table(desk: Desk, typed: str) -> Outcome:
    desk.go_to_table(typed)
    return None


def _on_sheet(name: str, key: str, bar: Ranks, does: Callable[[Desk, str], Outcome]) -> Action:
    """An action on a sheet that the player is writing."""
    is_seal = name == "seal"
    return Action(
        name=name,
        does=does,
        who=(PLAYERS,),
        refuses=unless_writing,
        key=key,
        bar=bar,
        when_supposed=not is_seal,
    )


def _on_line(name: str, key: str, bar: Ranks, does: Callable[[Desk, str], Outcome]) -> Action:
    """An action on a line of that sheet. Its key works only while the player writes lines."""
    return replace(_on_sheet(name, key, bar, does), key_works=ON_LINES)


_ON_SHEETS = (
    _on_sheet("seal", "^S", {WRITES: 6, WALKS_WRITING: 6}, lambda desk, typed: desk.sheets.seal()),
    Action(
        name="unseal",
        does=lambda desk, typed: desk.sheets.unseal(),
        who=(PLAYERS,),
        refuses=unless_sealed,
        key="^S",
        bar={SEALED: 2},
    ),
    _on_sheet("undo", "^Z", {WRITES: 7, WALKS_WRITING: 5}, lambda desk, typed: desk.sheets.undo()),
    _on_sheet("redo", "^Y", {WRITES: 17}, lambda desk, typed: desk.sheets.redo()),
    _on_line("delete", "^D", {WRITES: 11}, lambda desk, typed: desk.sheets.delete(typed)),
    _on_line("move_up", "Alt-Up", {WRITES: 12}, lambda desk, typed: desk.sheets.move(typed, -1)),
    _on_line("move_down", "Alt-Down", {}, lambda desk, typed: desk.sheets.move(typed, 1)),
    _on_line("clear", "^K", {WRITES: 16}, lambda desk, typed: desk.sheets.clear()),
    Action(
        name="sheet",
        when_supposed=True,
        does=lambda desk, typed: desk.sheets.choose(typed.upper()),
        who=(PLAYERS,),
        key="F5",
        bar={WRITES: 4},
        is_useful=lambda state: len(state.sheets) > 1,
        completes=own_sheets,
    ),
)

_SUPPOSING = (
    Action(
        name="resolve",
        does=lambda desk, typed: desk.sheets.seal(),
        who=(PLAYERS,),
        refuses=unless_writing,
        key="^S",
        bar={WRITES: 6, WALKS_WRITING: 6},
        at_table=False,
        when_supposed=True,
    ),
    Action(
        name="what_if",
        kinds=(PLAIN, FULL),
        does=lambda desk, typed: desk.suppose(typed),
        who=(PLAYERS, WATCHERS),
        refuses=unless_supposable,
        key="F9",
        bar={WRITES: 19, SEALED: 10, LOOKS: 8},
        is_useful=lambda state: not state.is_supposed,
        when_supposed=True,
    ),
)

_OF_PLAYERS = (
    Action(
        name="ready",
        when_supposed=True,
        does=lambda desk, typed: desk.be_ready(),
        who=(PLAYERS,),
        refuses=unless_awaited,
        key="Enter",
        bar={PAUSES: 2, GATHERS: 2},
        is_useful=lambda state: state.seat not in state.ready,
    ),
    Action(
        name="rematch",
        does=lambda desk, typed: desk.play_again(),
        who=(PLAYERS,),
        refuses=unless_over,
        key="F9",
        bar={LOOKS: 2},
        in_replay=False,
    ),
    Action(
        name="pause",
        does=lambda desk, typed: desk.carry_out(desk.session.pause()),
        who=(PLAYERS,),
        refuses=unless_running,
        question="pause",
        key="F7",
        bar={WRITES: 14, SEALED: 7},
    ),
    Action(
        name="continue",
        does=lambda desk, typed: desk.carry_out(desk.session.continue_clock()),
        who=(PLAYERS,),
        refuses=unless_stopped,
        key="F7",
        bar={WRITES: 15, SEALED: 8},
    ),
)

_OF_SPEAKERS = (
    Action(
        name="declare",
        does=_declare,
        who=(PLAYERS,),
        refuses=unless_on,
        needs_declarations=True,
    ),
)

_OF_REFEREES = (
    Action(name="stop_clock", reads=read_ruling("stop_clock", messages.StopClock), who=(REFEREES,)),
    Action(name="start_clock", reads=read_ruling("start_clock", messages.StartClock), who=(REFEREES,)),
    Action(name="grant", reads=requests.read_grant, who=(REFEREES,), completes=seconds),
    Action(name="ring", reads=requests.read_ring, who=(REFEREES,)),
    Action(name="hold", reads=read_ruling("hold", messages.Hold), who=(REFEREES,)),
    Action(name="release", reads=read_ruling("release", messages.Release), who=(REFEREES,)),
    Action(name="annotate", reads=requests.read_annotate, who=(REFEREES,), outlives_phase=True),
    Action(
        name="finish",
        reads=requests.read_finish,
        who=(REFEREES,),
        outlives_phase=True,
        completes=taken_seats,
    ),
    Action(name="roll_back", reads=requests.read_roll_back, who=(REFEREES,)),
    Action(name="reread", reads=requests.read_reread, who=(REFEREES,)),
    Action(name="amend", reads=requests.read_amend, who=(REFEREES,)),
)

_OF_TALKERS = (
    Action(
        name="chat",
        does=_chat,
        who=TALKERS,
        refuses=while_watching,
        key="F8",
        bar={AT_CONSOLE: 9, WRITES: 9, GATHERS: 3, PAUSES: 4, LOOKS: 6},
        is_useful=lambda state: state.may_talk or state.role == REFEREE,
    ),
    Action(name="chat_to", reads=requests.read_chat_to, who=TALKERS, completes=taken_seats),
    Action(
        name="invite", reads=requests.read_invite, who=TALKERS, for_host=True, completes=free_seat_then_level
    ),
    Action(name="start", reads=requests.read_start, who=TALKERS, for_host=True),
    Action(
        name="unseat",
        reads=requests.read_unseat,
        who=TALKERS,
        for_host=True,
        outlives_phase=True,
        completes=taken_seats,
    ),
    Action(
        name="admit",
        reads=requests.read_admit,
        who=TALKERS,
        for_host=True,
        outlives_phase=True,
        completes=waiting_then_vacant_seat,
    ),
    Action(
        name="replace",
        reads=requests.read_replace,
        who=TALKERS,
        outlives_phase=True,
        completes=taken_seat_then_level,
    ),
    Action(
        name="close",
        reads=requests.read_close,
        who=(PLAYERS,),
        at_tournaments=False,
        outlives_phase=True,
        refuses=if_over,
    ),
    Action(name="health", does=shown("health", table_lines.host_lines), who=(REFEREES,)),
    Action(name="table", does=_go_to_table, who=(REFEREES,), key="F9", bar={AT_CONSOLE: 7}, needs_tables=2),
)

_OF_EVERYBODY = (
    Action(
        name="help",
        when_supposed=True,
        does=_page(HELP),
        key="F1",
        bar={AT_CONSOLE: 1, WRITES: 1, SEALED: 1, GATHERS: 1, PAUSES: 1, LOOKS: 1, WALKS_LOOKING: 3},
    ),
    Action(
        name="board",
        when_supposed=True,
        does=_page(BOARD),
        refuses=unless_seen,
        key="F2",
        bar={AT_CONSOLE: 4, WRITES: 5, SEALED: 3, PAUSES: 5, LOOKS: 2},
    ),
    Action(
        name="cell",
        when_supposed=True,
        does=_page(CELL),
        refuses=unless_seen,
        key="F3",
        bar={WRITES: 13, SEALED: 4, LOOKS: 3, WALKS_LOOKING: 2, WALKS_WRITING: 4},
    ),
    Action(
        name="mine",
        does=shown("mine", table_lines.own_lines),
        who=(PLAYERS,),
        refuses=unless_seen,
        when_supposed=True,
    ),
    Action(
        name="hand",
        does=shown("hand", table_lines.hand_lines),
        who=(PLAYERS,),
        refuses=unless_seen,
        key="^O",
        bar={WRITES: 4, SEALED: 2, PAUSES: 3, LOOKS: 2, WALKS_WRITING: 4},
        when_supposed=True,
        needs_hand=True,
    ),
    Action(name="who", does=shown("who", table_lines.seat_lines)),
    Action(name="time", does=show_time, when_supposed=True),
    Action(name="standings", does=show_standings, in_replay=False),
    Action(
        name="log",
        when_supposed=True,
        does=_page(LOG),
        key="F4",
        bar={AT_CONSOLE: 5, WRITES: 10, SEALED: 5, GATHERS: 4, PAUSES: 6, LOOKS: 4, WALKS_LOOKING: 4},
    ),
    Action(
        name="rounds",
        when_supposed=True,
        does=_page(ROUNDS),
        refuses=unless_told,
        key="F6",
        bar={AT_CONSOLE: 6, WRITES: 18, SEALED: 6, PAUSES: 3, LOOKS: 5},
    ),
    Action(name="story", does=_page(STORY), refuses=unless_told, when_supposed=True),
    Action(name="welcome", does=show_welcome, refuses=unless_seen),
    Action(name="skip", does=_skip_step, who=(PLAYERS,), needs_lesson=True),
    Action(name="rules", does=shown("rules", table_lines.rules_lines)),
    Action(name="about", does=shown("about", table_lines.about_lines)),
    # A page must not write a file on the machine that serves it: it lets the browser keep the record.
    Action(name="export", does=_export, in_replay=False, kinds=(PLAIN, FULL)),
    Action(
        name="wait",
        does=lambda desk, typed: desk.carry_out(desk.session.until(lambda state: state.has_a_turn)),
        kinds=(PLAIN,),
    ),
    Action(
        name="quit",
        when_supposed=True,
        does=_leave,
        key="^Q",
        bar={
            AT_CONSOLE: 8,
            WRITES: 8,
            SEALED: 9,
            GATHERS: 5,
            PAUSES: 7,
            LOOKS: 7,
            WALKS_LOOKING: 6,
            COVERED: 2,
            ENDED: 1,
        },
        key_works=ALWAYS,
    ),
)

_ALL = (*_ON_SHEETS, *_SUPPOSING, *_OF_PLAYERS, *_OF_SPEAKERS, *_OF_REFEREES, *_OF_TALKERS, *_OF_EVERYBODY)
ACTIONS = {action.name: action for action in _ALL}
