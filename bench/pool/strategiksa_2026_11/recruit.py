"""The recruit writes any legal sheet, and prefers moves that look useful."""

from random import Random

from bench.pool.strategiksa_2026_11.draft import Draft
from bench.pool.strategiksa_2026_11.duel import ARCHER, FOOT, GAIN, HORSE, KINGS, write_option
from bench.pool.strategiksa_2026_11.sheets import Writer
from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import UNITS, Cell, Choice, StrategiksaView
from server.games.strategiksa.battle import options
from server.games.strategiksa.board import CELLS_OF, ZONE_OF
from server.games.strategiksa.placement import Placing, ground


def _write(view: StrategiksaView, sheet: SheetKey, random: Random) -> Lines:
    match view.stage:
        case "placement":
            return _place(view, random)
        case "turn":
            return _move(Draft(view, sheet), random)
        case "battle":
            return (_choose(view, random),)
        case "answer":
            return (random.choice(("yes", "yes", "no")),)
    return ("take",)


def _place(view: StrategiksaView, random: Random) -> Lines:
    cells = ground(view, random.choice(Placing(view).free_zones()))
    army = ["I", "I", "I", "I", "A", "A", "A", "A", "C"]
    return ("R " + random.choice(cells), *(f"{kind} {random.choice(cells)}" for kind in army))


def _choose(view: StrategiksaView, random: Random) -> str:
    """Any piece; but if the other side has chosen, a piece that beats it, if there is one."""
    offered = [*options(view)]
    chosen = view.battles[0].chosen
    random.shuffle(offered)
    if chosen is None:
        return write_option(offered[0])
    first = UNITS.index(chosen.unit)
    picks = [option for option in offered if isinstance(option, Choice)]
    return write_option(max(picks, key=lambda option: GAIN[first, UNITS.index(option.unit)]))


def _move(draft: Draft, random: Random) -> Lines:
    while draft.left > 0:
        kind = random.choice((FOOT, ARCHER, HORSE) if draft.left > 1 else (FOOT, ARCHER))
        draft.put(random.choice(draft.land), kind)
    for origin in [*draft.ready]:
        for unit, number in enumerate([*draft.ready[origin]]):
            for _ in range(number):
                if random.random() < (0.1 if unit in KINGS else 0.5):
                    _send(draft, origin, unit, random)
    return draft.lines()


def _send(draft: Draft, origin: Cell, unit: int, random: Random) -> None:
    to = draft.reach(origin, unit)
    weights = [_weight(draft, origin, cell, unit) for cell in to]
    if sum(weights) > 0:
        draft.move(origin, random.choices(to, weights)[0], unit)


def _weight(draft: Draft, origin: Cell, cell: Cell, unit: int) -> float:
    """How useful a cell looks by itself."""
    if cell in draft.foes:
        there = sum(draft.sent.get(cell, ())) + sum(draft.ready[origin])
        return 0.0 if unit in KINGS else 4.0 if there > sum(draft.foes[cell]) else 0.05
    if cell in draft.ours:
        return 0.4
    held = sum(other in draft.ours for other in CELLS_OF[ZONE_OF[cell]])
    return 2.0 if held < 2 else 0.6


recruit = Writer(_write)
