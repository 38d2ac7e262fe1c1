"""The one list of what a person can do at a table.

Help, completion, keys, the verbs of every language and the refusals all come from this list. To add a verb,
add one entry here and its texts: `command` in `client/texts`, and `keys` in `client/screens/texts` if it
has a key.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from client.errors import ClientError
from client.games import has_declarations
from client.play import requests, table_lines
from client.play.argument_words import (
    Completes,
    free_seat_then_level,
    no_words,
    own_sheets,
    seconds,
    taken_seat_then_level,
    taken_seats,
)
from client.play.desk import BOARD, CELL, CHAT, FULL, HELP, LOG, PLAIN, ROUNDS, STORY, Desk, Outcome, Question
from client.play.record_files import save_record
from client.play.refusals import (
    never,
    unless_between,
    unless_on,
    unless_running,
    unless_sealed,
    unless_seen,
    unless_stopped,
    unless_told,
    unless_writing,
    while_watching,
)
from client.play.requests import PreparedRequest, ReadRequest, read_ruling
from client.state.client_state import FILE, ClientState
from client.words import say, words
from protocol import messages
from protocol.vocabulary import REFEREE

PLAYERS, WATCHERS, REFEREES = "players", "watchers", "referees"
EVERYBODY = (PLAYERS, WATCHERS, REFEREES)
TALKERS = (PLAYERS, REFEREES)
LONGEST_QUOTE = 100


def nothing(desk: Desk, typed: str) -> Outcome:
    """An action that only sends a request does nothing else."""
    return None


class Action(Struct, frozen=True, kw_only=True):
    name: str
    """The name of its request in the protocol, if it sends one. The catalogues have what people type."""
    does: Callable[[Desk, str], Outcome] = nothing
    reads: ReadRequest | None = None
    """Makes a request of the words that are typed after the verb, if the action sends a request."""
    who: tuple[str, ...] = EVERYBODY
    refuses: Callable[[ClientState], str] = never
    """Returns the code of the sentence that says why the action cannot be done now, or an empty text."""
    question: str = ""
    """The code of the question that is asked first. A prepared request may have its own question."""
    outlives_phase: bool = False
    """The question stays open when another phase begins, because it still means the same."""
    key: str = ""
    """Its key on the full screen. If several actions have one key, the key does the one that is possible."""
    completes: Completes = no_words
    kinds: tuple[str, ...] = (PLAIN, FULL)
    """The kinds of screens that have this action."""
    in_replay: bool = True
    needs_tables: int = 1
    needs_declarations: bool = False
    """Only games in which a player may declare a word, outside any sheet, have this action."""


def _shown(action: str, lines: Callable[[ClientState, str], Sequence[str]]) -> Callable[[Desk, str], Outcome]:
    """An action that shows lines of text. Their title is what the catalogue says about the action."""

    def show(desk: Desk, typed: str) -> Outcome:
        language = desk.session.language
        desk.show(gloss_of(action, language), lines(desk.session.state, language))
        return None

    return show


def _show_time(desk: Desk, typed: str) -> Outcome:
    session = desk.session
    line = table_lines.time_line(session.state, session.now, session.language)
    desk.show(gloss_of("time", session.language), [line])
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
        lines = [f"{offer.text}: {offer.gloss}" for offer in offers]
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


def _on_sheet(name: str, key: str, does: Callable[[Desk, str], Outcome]) -> Action:
    """An action on a sheet that the player is writing."""
    return Action(name=name, does=does, who=(PLAYERS,), refuses=unless_writing, key=key)


_ON_SHEETS = (
    _on_sheet("seal", "^S", lambda desk, typed: desk.sheets.seal()),
    Action(
        name="unseal",
        does=lambda desk, typed: desk.sheets.unseal(),
        who=(PLAYERS,),
        refuses=unless_sealed,
        key="^S",
    ),
    _on_sheet("undo", "^Z", lambda desk, typed: desk.sheets.undo()),
    _on_sheet("redo", "^Y", lambda desk, typed: desk.sheets.redo()),
    _on_sheet("delete", "^D", lambda desk, typed: desk.sheets.delete(typed)),
    _on_sheet("move_up", "Alt-Up", lambda desk, typed: desk.sheets.move(typed, -1)),
    _on_sheet("move_down", "Alt-Down", lambda desk, typed: desk.sheets.move(typed, 1)),
    _on_sheet("clear", "^K", lambda desk, typed: desk.sheets.clear()),
    Action(
        name="sheet",
        does=lambda desk, typed: desk.sheets.choose(typed.upper()),
        who=(PLAYERS,),
        key="F5",
        completes=own_sheets,
    ),
)

_OF_PLAYERS = (
    Action(
        name="ready",
        does=lambda desk, typed: desk.be_ready(),
        who=(PLAYERS,),
        refuses=unless_between,
        key="Enter",
    ),
    Action(
        name="pause",
        does=lambda desk, typed: desk.carry_out(desk.session.pause()),
        who=(PLAYERS,),
        refuses=unless_running,
        question="pause",
        key="F7",
    ),
    Action(
        name="continue",
        does=lambda desk, typed: desk.carry_out(desk.session.continue_clock()),
        who=(PLAYERS,),
        refuses=unless_stopped,
        key="F7",
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
    Action(name="start", reads=read_ruling("start", messages.Start), who=(REFEREES,)),
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
    Action(name="chat", does=_chat, who=TALKERS, refuses=while_watching, key="F8"),
    Action(name="chat_to", reads=requests.read_chat_to, who=TALKERS, completes=taken_seats),
    Action(name="invite", reads=requests.read_invite, who=TALKERS, completes=free_seat_then_level),
    Action(
        name="unseat",
        reads=requests.read_unseat,
        who=(REFEREES,),
        outlives_phase=True,
        completes=taken_seats,
    ),
    Action(
        name="replace",
        reads=requests.read_replace,
        who=TALKERS,
        outlives_phase=True,
        completes=taken_seat_then_level,
    ),
    Action(name="health", does=_shown("health", table_lines.host_lines), who=(REFEREES,)),
    Action(name="table", does=_go_to_table, who=(REFEREES,), key="F9", needs_tables=2),
)

_OF_EVERYBODY = (
    Action(name="help", does=_page(HELP), key="F1"),
    Action(name="board", does=_page(BOARD), refuses=unless_seen, key="F2"),
    Action(name="cell", does=_page(CELL), refuses=unless_seen, key="F3"),
    Action(name="mine", does=_shown("mine", table_lines.own_lines), who=(PLAYERS,), refuses=unless_seen),
    Action(name="who", does=_shown("who", table_lines.seat_lines)),
    Action(name="time", does=_show_time),
    Action(name="log", does=_page(LOG), key="F4"),
    Action(name="rounds", does=_page(ROUNDS), refuses=unless_told, key="F6"),
    Action(name="story", does=_page(STORY), refuses=unless_told),
    Action(name="rules", does=_shown("rules", table_lines.rules_lines)),
    Action(name="export", does=_export, in_replay=False),
    Action(
        name="wait",
        does=lambda desk, typed: desk.carry_out(desk.session.until(lambda state: state.has_a_turn)),
        kinds=(PLAIN,),
    ),
    Action(name="quit", does=_leave, key="^Q"),
)

_ALL = (*_ON_SHEETS, *_OF_PLAYERS, *_OF_SPEAKERS, *_OF_REFEREES, *_OF_TALKERS, *_OF_EVERYBODY)
ACTIONS = {action.name: action for action in _ALL}


def role_of(state: ClientState) -> str:
    return PLAYERS if state.seat else REFEREES if state.role == REFEREE else WATCHERS


def is_for(action: Action, desk: Desk) -> bool:
    """Whether this person on this screen has the action, even if it cannot be done just now."""
    state = desk.session.state
    return (
        role_of(state) in action.who
        and desk.kind in action.kinds
        and (action.in_replay or state.link != FILE)
        and desk.table_count >= action.needs_tables
        and (has_declarations(state.game) or not action.needs_declarations)
    )


def actions_for(desk: Desk) -> tuple[Action, ...]:
    return tuple(action for action in ACTIONS.values() if is_for(action, desk))


def gloss_of(action: str, language: str) -> str:
    """What the action does, in the words of the catalogue."""
    return str(words(language).tables["command"][action][2])


def refusal_text(desk: Desk, code: str) -> str:
    """Why something cannot be done now. The sentence names other actions by their keys or verbs here."""
    ways = {name: desk.way_to(name) for name in ACTIONS}
    return say(desk.session.language, f"refusal.{code}", **ways)


def perform(desk: Desk, action: Action, typed: str = "") -> Outcome:
    """Do the action, or ask first, or raise a ClientError that says why it cannot be done."""
    refused = action.refuses(desk.session.state)
    if refused:
        raise ClientError(refusal_text(desk, refused))
    if action.reads:
        return _request(desk, action, action.reads(desk.session, typed))
    if action.question:
        text = say(desk.session.language, f"ask.{action.question}")
        return desk.ask(Question(text, lambda: action.does(desk, typed), asks_scripts=False))
    return action.does(desk, typed)


def _request(desk: Desk, action: Action, prepared: PreparedRequest) -> Outcome:
    async def send() -> None:
        key = await prepared.send(desk.session)
        if key is not None:
            desk.show_seat_key(str(prepared.args.get("who", "")), key)

    if not prepared.question:
        return desk.carry_out(send())
    language = desk.session.language
    quoted = {name: _quoted(arg) if isinstance(arg, str) else arg for name, arg in prepared.args.items()}
    return desk.ask(
        Question(
            say(language, f"ask.{prepared.question}", **quoted),
            lambda: desk.carry_out(send(), say(language, "asked.done")),
            outlives_phase=action.outlives_phase,
        )
    )


def _quoted(text: str) -> str:
    """The typed text, cut if it is long: the end of a question must stay visible, it says how to answer."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3].rstrip() + "..."
