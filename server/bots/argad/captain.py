"""The captain tries its orders out with several dice, and carries out the one that promises most."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.argad.board import TABLES
from protocol.views.argad.view import ArgadView
from server.bots.argad.array import deployment_lines
from server.bots.argad.choices import Choice
from server.bots.argad.helps import Helps, react
from server.bots.argad.pieces import MANNER, Ground, Manner
from server.bots.argad.plans import planned_lines
from server.bots.assignment import Assignment
from server.games.argad.jokers import reserve_of
from server.games.argad.seen import imagine
from server.games.argad.state import ArgadOptions


def captain(assignment: Assignment) -> dict[SheetKey, Lines]:
    view: ArgadView = assignment.view
    return {sheet: write(view, sheet, assignment.random, MANNER) for sheet in assignment.sheets}


def write(view: ArgadView, seat: SheetKey, random: Random, manner: Manner) -> Lines:
    state = imagine(view, ArgadOptions())
    seed = random.randrange(1 << 30)
    match view.stage:
        case "army":
            return (f"TAKE {random.choice(list(TABLES.armies))}",)
        case "deploy":
            return deployment_lines(state, seat, manner.spacing)
        case "joker":
            return (Helps(state, seat, seed, manner).line(),)
        case "reserve":
            return (react(state, seat, reserve_of(view, (seat,)), seed, manner),)
        case "plan":
            return tuple(planned_lines(state, seat, seed, manner))
    return (Choice(state, seat, view.extra or None, seed, Ground(state, manner)).line(),)
