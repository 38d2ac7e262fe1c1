"""The captain computes its fights, takes cities and keeps its own. It sees only the view of its seat."""

from random import Random

from bench.pool.zargos_lords_2026_11.assault import Assault
from bench.pool.zargos_lords_2026_11.quarters import Quarters
from bench.pool.zargos_lords_2026_11.strikes import Strikes
from bench.pool.zargos_lords_2026_11.survey import Survey
from bench.pool.zargos_lords_2026_11.volleys import Volleys
from protocol.ids import Lines, SheetKey
from protocol.views.zargos_lords.view import LordsView, Standing
from protocol.views.zargos_lords.words import (
    ANSWER,
    AWAY,
    CHEAPER,
    HOME,
    LAST_PART,
    SETUP,
    TURN,
    People,
    pact_of,
)
from protocol.views.zargos_lords.zones import enemies_of
from server.games.zargos_lords.desk import owes
from server.games.zargos_lords.notation import BREAK, MORE, PUSH, RETREAT, Order
from server.games.zargos_lords.sheet import ROOM
from server.games.zargos_lords.state import has_pieces


def captain(
    view: LordsView, sheets: tuple[SheetKey, ...], random: Random, seconds: float
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, sheet) if owes(view, sheet) else () for sheet in sheets}


def _write(view: LordsView, people: People) -> Lines:
    if view.stage == SETUP:
        return ("ok",)
    return ("no",) if view.stage == ANSWER else _move(view, people)


def _move(view: LordsView, people: People) -> Lines:
    survey = Survey(view, people)
    for order in _words(view, people):
        survey.say(order)
    quarters = Quarters(survey)
    quarters.call_monks_back()
    survey.look_around()
    if view.part < LAST_PART and Strikes(survey).write():
        return (*survey.lines, MORE)
    quarters.enter_cities()
    survey.leave_cities()
    Assault(survey).write()
    Volleys(survey).write()
    quarters.walk()
    return tuple(survey.lines[: ROOM[TURN]])


def _words(view: LordsView, people: People) -> list[Order]:
    """Period 1: pacts that stand in the way are broken; without a city there is no home to go back to."""
    said = view.standing.get(people, Standing())
    retreat = HOME if view.cities.get(people) else AWAY
    words = [Order(BREAK, word=other) for other in _unwanted_allies(view, people)]
    words += [Order(RETREAT, word=retreat)] if said.retreat != retreat else []
    return [*words, Order(PUSH, word=CHEAPER)] if said.push != CHEAPER else words


def _unwanted_allies(view: LordsView, people: People) -> list[People]:
    """L-PACT-6: one people alone wins, so a pact ends when no enemy is left, or late with a leader."""
    allies = [each for each in view.peoples if pact_of(people, each) in view.pacts]
    others = [each for each in enemies_of(view, people) if has_pieces(view, each)]
    if not others:
        return allies
    is_late = view.month > view.months * 3 // 4
    return [each for each in allies if is_late and view.count[each] >= view.count[people]]
