"""The phases of the game, each read to the next question."""

from collections.abc import Mapping

from msgspec import Struct

from protocol.ids import Lines, Seat
from protocol.views.argad import events as e
from protocol.views.argad.events import Event
from protocol.views.argad.words import DEPLOY, LEADER_OF, PLAN, SIDES
from server.games.api import Private
from server.games.argad.armies import read_army
from server.games.argad.battle import Battle
from server.games.argad.course import Course
from server.games.argad.deploying import deploy
from server.games.argad.piles import ShuffledPile
from server.games.argad.planning import play_plans
from server.games.argad.sheets import Judged
from server.games.argad.state import ArgadState
from server.games.argad.turns import is_over
from server.games.dice import Roller

Sheets = Mapping[Seat, Lines]


class PhaseRead(Struct):
    """A phase that was read: the position after it, what happened, and what became of every line."""

    state: ArgadState
    story: list[Event | Private]
    lines: list[Judged]


def read_phase(state: ArgadState, sheets: Sheets, dice: Roller, *, last: bool = False) -> PhaseRead:
    battle = Battle(state, dice)
    if is_over(state):
        return PhaseRead(state, [], [])
    course = Course(battle, ShuffledPile(), starts_turns=not last)
    if last and state.stage != PLAN:
        course.stop_drawing()
    read_sheets(course, sheets)
    if last:
        course.end_by_time()
    return PhaseRead(battle.state, battle.story, course.lines)


def read_sheets(course: Course, sheets: Sheets) -> None:
    state = course.battle.state
    match state.stage:
        case "army":
            _read_armies(course, sheets)
        case "deploy":
            _read_deployments(course, sheets)
        case "joker":
            course.read_joker(sheets.get(state.playing, ()))
        case "card" | "extra":
            course.read_card(sheets.get(state.playing, ()))
        case "reserve":
            course.read_reserve(sheets.get(state.choosing[0], ()))
        case _:
            play_plans(course, sheets, state.deck)
            course.draw_on()


def _read_armies(course: Course, sheets: Sheets) -> None:
    """A-SETUP-1: both armies at the same time, then they are shown."""
    battle = course.battle
    for side in SIDES:
        seat = LEADER_OF[side]
        sheet = read_army(
            seat, sheets.get(seat, ()), is_bought=battle.state.is_bought, is_even=battle.state.is_even
        )
        course.judge_lines(sheet.lines)
        if sheet.faults:
            battle.tell(e.ListVoid(side, sheet.faults))
        battle.tell(e.Chosen(side, sheet.army))
    battle.tell(e.Asked(DEPLOY, battle.state.seats))


def _read_deployments(course: Course, sheets: Sheets) -> None:
    course.judge_lines(deploy(course.battle, sheets))
    course.begin_turn(1)
    if not course.ask_plans():
        course.draw_on()
