"""The chain of phases: who owes a sheet, how the sheets are read, and which phase comes next. Z-PHASE."""

from collections.abc import Callable

from protocol.ids import Lines, Seat, SheetKey
from protocol.views.zargos.events import LineLost, Offered, OwnTurn, Passed, TurnBegun
from protocol.views.zargos.words import PEOPLES, PRIVATE, People
from server.games.api import Private, Sheets
from server.games.zargos import choosing, curses, defence, draft, keep, purchase, shelter, trade, windows
from server.games.zargos.attack import Attack
from server.games.zargos.count import count, end_by_points
from server.games.zargos.deploy import Deployment, start, turn_in
from server.games.zargos.notation import tells_of_hand
from server.games.zargos.peoples import is_touched
from server.games.zargos.reorganise import Reorganisation
from server.games.zargos.state import Course, ZargosState, from_active_on, living
from server.games.zargos.trial import Trial
from server.games.zargos.wave import fight_on


def hand_sizes(state: ZargosState) -> dict[People, int]:
    """In an order that does not tell whose hand was changed last."""
    return {people: len(state.hands[people]) for people in PEOPLES if people in state.hands}


def sheets_owed(state: ZargosState) -> tuple[SheetKey, ...]:
    """The sheets of the phase that is on, in the order in which they are read. Z-SECRET-3.

    The lists depend only on what everybody may know; who has received an offer is known by the reply.
    """
    sizes = hand_sizes(state)
    match state.stage:
        case "people":
            seat = choosing.chooser(state)
            return (seat,) if seat and len(choosing.free_peoples(state)) > 1 else ()
        case "draft":
            return draft.who_wishes(tuple(state.seats), state.wishes, len(state.blue), len(state.green))
        case "offer":
            return tuple(state.seats)
        case "reply":
            return trade.who_replies(state)
        case "curse":
            return curses.who_pays(state)
        case "winds":
            is_passed_over = state.active in state.out  # Z-TURN-2
            return () if is_passed_over else windows.who_may_call(state, sizes)
        case "illusion":
            return windows.who_may_turn(state, sizes)
        case "shelter":
            return ("D",) if "D" in living(state) and shelter.has_choice(state) else ()
        case "defence":
            attacked = defence.defenders(state)
            return tuple(p for p in attacked if defence.may_defend(state, p, sizes.get(p, 0)))
        case "keep":
            return keep.overfull(state, sizes)
        case "buy":
            return purchase.buyers(state)
    return _owed_by_active(state)


def _owed_by_active(state: ZargosState) -> tuple[SheetKey, ...]:
    if state.active not in living(state):
        return ()
    match state.stage:
        case "deploy":
            is_owed = state.to_place.get(state.active, 0) > 0
        case "reorganise":
            is_owed = not is_touched(state, state.active, "STILL")  # Z-CURSE-8
        case _:
            is_owed = state.stage == "attack"
    return (state.active,) if is_owed else ()


def seat_of(state: ZargosState, sheet: SheetKey) -> Seat:
    """The seat that writes a sheet; in the phase `people` the sheet has the name of the seat."""
    return state.seats.get(sheet, sheet)


def read_phase(course: Course, sheets: Sheets) -> None:
    """Read the sheets of the phase that is on."""
    stage, active, told = course.state.stage, course.state.active, len(course.story)
    _READ[stage](course, sheets)
    news = [e for e in course.story[told:] if not isinstance(e, Private | LineLost)]
    if not news and stage not in PRIVATE:
        course.tell(Passed(stage, active or None))


def advance(course: Course) -> None:
    """Go on to the next phase in which somebody owes a sheet, or to the end of the game."""
    while not course.is_over:
        stage = course.state.stage
        if stage in _AUTOMATIC:
            _AUTOMATIC[stage](course)
        elif sheets_owed(course.state):
            return
        else:
            pass_phase(course)


def has_sheets(state: ZargosState) -> bool:
    """Whether the stage is a phase, in which sheets may be owed; else something happens by itself."""
    return state.stage in _READ


def pass_phase(course: Course) -> None:
    """Read the phase that is on without any sheet."""
    _READ[course.state.stage](course, {})


def finish(course: Course) -> None:
    """Z-END-5: what the last phase opened is finished with empty sheets, and points decide."""
    while not course.is_over and _is_unfinished(course.state):
        if course.state.stage == "help":
            _help(course)
        else:
            pass_phase(course)
    if not course.is_over:
        end_by_points(course, "time")


def _is_unfinished(state: ZargosState) -> bool:
    is_masters_choice = state.stage == "keep" and state.why == "master"
    return state.stage in ("help", "reply", "illusion", "shelter", "defence") or is_masters_choice


def _read(course: Course, trial: Trial[ZargosState], sheets: Sheets) -> Lines:
    """Read one sheet: its lost lines are told, what the others did happens. Returns its lines."""
    lines = tuple(sheets.get(trial.people, ()))
    for number, flaw in trial.read(lines):
        text = lines[number]
        is_secret = trial.stage in PRIVATE or tells_of_hand(trial.stage, trial.people, text, flaw)
        course.lose_line(trial.people, number, text, flaw, is_secret=is_secret)
    return lines


def _apply(course: Course, trial: Trial[ZargosState]) -> None:
    course.tell(*trial.events)
    for card in trial.played:
        course.play_green(trial.people, card)


def _read_people(course: Course, sheets: Sheets) -> None:
    seat = choosing.chooser(course.state)
    if seat is not None:
        trial = choosing.Choosing(course.state, seat)
        _read(course, trial, sheets if sheets_owed(course.state) else {})
        choosing.choose(course, seat, trial.chosen)
    if choosing.chooser(course.state) is None:
        course.change(stage="shuffle")


def _shuffle(course: Course) -> None:
    draft.shuffle_piles(course)
    course.change(stage="draft")


def _read_draft(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = draft.Wishing(course.state, people)
        _read(course, trial, sheets)
        if trial.letters:
            course.change(wishes={**course.state.wishes, people: trial.letters})
    draft.take_lap(course)
    if not course.state.blue and not course.state.green:
        course.change(stage="help")


def _help(course: Course) -> None:
    draft.help_landless(course)
    course.change(stage="offer" if course.state.trade else "turn_in", round=1, wishes={})


def _read_offers(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = trade.Offering(course.state, people)
        _read(course, trial, sheets)
        course.change(offers=(*course.state.offers, *trial.offers))
    if course.state.offers:
        course.tell(Offered(trade.who_replies(course.state)))
    course.change(stage="reply" if course.state.offers else "turn_in")


def _read_replies(course: Course, sheets: Sheets) -> None:
    accepted: dict[People, set[int]] = {}
    for people in sheets_owed(course.state):
        trial = trade.Replying(course.state, people)
        _read(course, trial, sheets)
        accepted[people] = trial.accepted
    trade.carry_out(course, accepted)
    is_last = course.state.round >= course.state.trade
    course.change(stage="turn_in" if is_last else "offer", round=course.state.round + 1)


def _read_deployment(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = Deployment(course.state, people)
        _read(course, trial, sheets)
        trial.fill()
        _apply(course, trial)
    course.change(stage="next_deployment" if _next_people(course.state) else "start")


def _go_to_next(course: Course) -> None:
    """The next people in play order places its units, or buys."""
    stage = "deploy" if course.state.stage == "next_deployment" else "buy"
    course.change(active=_next_people(course.state), stage=stage)


def _next_people(state: ZargosState) -> People | None:
    """The next people in play order that is not out; None after the last."""
    start = state.order.index(state.active) + 1 if state.active in state.order else 0
    return next((people for people in state.order[start:] if people not in state.out), None)


def _start(course: Course) -> None:
    start(course)
    course.change(stage="turn", turn=1)


def _begin_turn(course: Course) -> None:
    """Z-TURN: the first in play order draws a curse."""
    order = living(course.state)
    course.change(order=order, active=order[0] if order else "", points={}, passed=(), begins=True)
    course.tell(TurnBegun(course.state.turn))
    curses.draw(course)
    course.change(stage="curse")


def _read_tributes(course: Course, sheets: Sheets) -> None:
    owing = sheets_owed(course.state)
    trials = [curses.Tribute(course.state, people) for people in owing]
    for trial in trials:
        _read(course, trial, sheets)
    for trial in trials:
        curses.pay(course, trial.people, trial.paying())
    _begin_own_turn(course, living(course.state)[0])


def _begin_own_turn(course: Course, people: People) -> None:
    course.tell(OwnTurn(people))
    course.change(stage="winds", attacked=(), combats=(), played=())


def _read_winds(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = windows.Window(course.state, people)
        _read(course, trial, sheets)
        course.tell(*trial.events)
        for call in trial.calls:
            course.take_card(people, call.card)
        course.change(played=(*course.state.played, *trial.calls))
        if trial.has_passed:
            course.change(passed=(*course.state.passed, people))
    course.change(stage="illusion")


def _read_illusions(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = windows.Turning(course.state, people)
        _read(course, trial, sheets)
        course.change(played=trial.position.played)
        _apply(course, trial)
    windows.work(course)
    if not course.is_over:
        course.change(stage="shelter")


def _read_shelter(course: Course, sheets: Sheets) -> None:
    ways = shelter.driven(course.state)
    if sheets_owed(course.state):
        trial = shelter.Shelter(course.state, "D")
        _read(course, trial, sheets)
        course.tell(*trial.events)
    shelter.take_shelter(course, ways)
    if course.is_over:
        return
    if course.state.active in course.state.out:
        _end_own_turn(course)
    else:
        course.change(stage="attack")


def _read_attack(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = Attack(course.state, people)
        _read(course, trial, sheets)
        _apply(course, trial)
        combats = trial.combats()
        attacked = course.state.attacked
        if people == "K":
            attacked = (*attacked, *(combat.at for combat in combats))
        course.change(combats=combats, attacked=attacked)
    course.change(stage="defence" if course.state.combats else "reorganise")


def _read_defence(course: Course, sheets: Sheets) -> None:
    for people in from_active_on(course.state):
        if people in sheets_owed(course.state):
            trial = defence.Defence(course.state, people)
            _read(course, trial, sheets)
            course.tell(*trial.events)
            course.change(combats=trial.position.combats)
    fight_on(course)


def _read_keeping(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = keep.Keeping(course.state, people)
        _read(course, trial, sheets)
        keep.keep(course, people, trial.kept())
    if course.state.why == "master":
        course.change(why="")
        fight_on(course)
    else:
        first = course.state.order[0] if course.state.order else ""
        course.change(stage="buy", why="", active=first)


def _read_reorganisation(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = Reorganisation(course.state, people)
        _read(course, trial, sheets)
        _apply(course, trial)
    _end_own_turn(course)


def _end_own_turn(course: Course) -> None:
    windows.end_winds(course, at_count=False)
    course.change(attacked=())
    following = _next_people(course.state)
    if following is None:
        course.change(stage="count")
    else:
        _begin_own_turn(course, following)


def _read_purchases(course: Course, sheets: Sheets) -> None:
    for people in sheets_owed(course.state):
        trial = purchase.Purchase(course.state, people)
        if not _read(course, trial, sheets):
            trial.fill()
        course.tell(*trial.events, trial.bill())
    is_next = course.state.buying == "turn" and _next_people(course.state) is not None
    course.change(stage="next_purchase" if is_next else "next_turn")


def _go_to_next_turn(course: Course) -> None:
    course.change(stage="turn", turn=course.state.turn + 1, points={})


_READ: dict[str, Callable[[Course, Sheets], None]] = {
    "people": _read_people,
    "draft": _read_draft,
    "offer": _read_offers,
    "reply": _read_replies,
    "deploy": _read_deployment,
    "curse": _read_tributes,
    "winds": _read_winds,
    "illusion": _read_illusions,
    "shelter": _read_shelter,
    "attack": _read_attack,
    "defence": _read_defence,
    "keep": _read_keeping,
    "reorganise": _read_reorganisation,
    "buy": _read_purchases,
}
_AUTOMATIC: dict[str, Callable[[Course], None]] = {
    "shuffle": _shuffle,
    "help": _help,
    "turn_in": turn_in,
    "start": _start,
    "next_deployment": _go_to_next,
    "next_purchase": _go_to_next,
    "next_turn": _go_to_next_turn,
    "turn": _begin_turn,
    "count": count,
}
"""What happens between phases without a sheet."""
