"""Which actions a person has now, and how one of them is done."""

from client.errors import ClientError
from client.games import has_declarations, has_hand
from client.play.action import PLAYERS, REFEREES, WATCHERS, Action
from client.play.actions import ACTIONS
from client.play.desk import Desk, Outcome, Question
from client.play.refusals import unless_decides
from client.play.requests import PreparedRequest
from client.state.client_state import FILE, ClientState
from client.words import say
from protocol.vocabulary import REFEREE

LONGEST_QUOTE = 100


def role_of(state: ClientState) -> str:
    return PLAYERS if state.seat else REFEREES if state.role == REFEREE else WATCHERS


def is_for(action: Action, desk: Desk) -> bool:
    """Whether this person on this screen has the action, even if it cannot be done just now."""
    state = desk.session.state
    return (
        role_of(state) in action.who
        and desk.kind in action.kinds
        and (action.in_replay or state.link != FILE)
        and (action.when_supposed if state.is_supposed else action.at_table)
        and (action.at_tournaments or not state.tournament)
        and desk.table_count >= action.needs_tables
        and (desk.tutor is not None or not action.needs_lesson)
        and has_for_game(action, state.game)
    )


def has_for_game(action: Action, game: str) -> bool:
    """Whether there is such an action in this game at all."""
    return (has_declarations(game) or not action.needs_declarations) and (
        has_hand(game) or not action.needs_hand
    )


def actions_for(desk: Desk) -> tuple[Action, ...]:
    return tuple(action for action in ACTIONS.values() if is_for(action, desk))


def offered_actions(desk: Desk) -> tuple[Action, ...]:
    """The actions that help and completion name: without those that only somebody else may do."""
    decides = desk.session.state.decides
    return tuple(action for action in actions_for(desk) if decides or not action.for_host)


def refusal_text(desk: Desk, code: str) -> str:
    """Why something cannot be done now. The sentence names other actions by their keys or verbs here."""
    ways = {name: desk.way_to(name) for name in ACTIONS}
    state = desk.session.state
    return say(desk.session.language, f"refusal.{code}", **ways, host=state.label(state.host))


def perform(desk: Desk, action: Action, typed: str = "") -> Outcome:
    """Do the action, or ask first, or raise a ClientError that says why it cannot be done."""
    state = desk.session.state
    refused = (unless_decides(state) if action.for_host else "") or action.refuses(state)
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
            lambda: desk.carry_out(send(), say(language, f"asked.{prepared.done}")),
            outlives_phase=action.outlives_phase,
        )
    )


def _quoted(text: str) -> str:
    """The typed text, cut if it is long: the end of a question must stay visible, it says how to answer."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3].rstrip() + "..."
