"""The captain tries its orders out with several dice, and carries out the one that promises most."""

from random import Random

from bench.pool.argad_2026_11.choices import Choice
from bench.pool.argad_2026_11.helps import Helps, react
from bench.pool.argad_2026_11.recruit import plan_lines
from protocol.ids import Lines, SheetKey
from protocol.views.argad.board import TABLES
from protocol.views.argad.view import ArgadView
from server.games.argad.jokers import reserve_of
from server.games.argad.seen import imagine
from server.games.argad.state import ArgadOptions


def captain(
    view: ArgadView, sheets: tuple[SheetKey, ...], random: Random, seconds: float
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, sheet, random) for sheet in sheets}


def _write(view: ArgadView, seat: SheetKey, random: Random) -> Lines:
    state = imagine(view, ArgadOptions())
    seed = random.randrange(1 << 30)
    match view.stage:
        case "army":
            return (f"TAKE {random.choice(list(TABLES.armies))}",)
        case "deploy":
            return ()
        case "joker":
            return (Helps(state, seat, seed).line(),)
        case "reserve":
            return (react(state, seat, reserve_of(view, (seat,)), seed),)
        case "plan":
            return tuple(plan_lines(view, seat))
    return (Choice(state, seat, view.extra or None, seed).line(),)
