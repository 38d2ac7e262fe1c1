"""The copycat writes what the strongest rival wrote one round before, turned to its own corner."""

from collections.abc import Mapping, Sequence
from random import Random

from bench.pool.outsiders.greedy import Scores, write_best
from bench.pool.outsiders.paper import Paper
from protocol.ids import Lines, SheetKey
from protocol.views.power import ARMIES, Army, Place, PowerView, strength
from server.games.api import Sheets
from server.games.power.board import GRID
from server.games.power.notation import Move, parse

_LAST = len(GRID) - 1


def _quarter_turn() -> Mapping[Place, Place]:
    """Where each sector comes to lie if the board is turned clockwise, so that green's HQ becomes blue's."""
    turned = {GRID[row][column]: GRID[column][_LAST - row] for row in range(9) for column in range(9)}
    following = dict(zip(ARMIES, (*ARMIES[1:], ARMIES[0]), strict=True))
    return turned | {f"RV{army}": f"RV{following[army]}" for army in ARMIES}


QUARTER_TURN = _quarter_turn()


def turn(place: Place, quarters: int) -> Place:
    for _ in range(quarters % 4):
        place = QUARTER_TURN[place]
    return place


def copycat(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    """What cannot be copied is filled up with the orders of the greedy planner."""
    paper = Paper(view, sheets)
    scores = Scores(paper)
    model = _model(paper)
    for army in paper.armies:
        if past and model:
            _copy(paper, army, model, past[-1].get(model, ()))
        write_best(paper, scores, army, random)
    return paper.lines()


def _model(paper: Paper) -> Army | None:
    """The rival army that has most."""
    powers = {
        army: sum(map(strength, paper.view.pieces.get(army, {}).values()))
        for army in paper.rivals
        if army in paper.view.reading
    }
    return max(powers, key=lambda army: (powers[army], army), default=None)


def _copy(paper: Paper, army: Army, model: Army, lines: Lines) -> None:
    quarters = ARMIES.index(army) - ARMIES.index(model)
    for text in lines:
        order = parse(text, model)
        if isinstance(order, Move):
            paper.go(army, order.kind, turn(order.origin, quarters), turn(order.to, quarters))
