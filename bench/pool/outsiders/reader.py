"""The reader of captains: it lets the captain of November 2026 write for the others, and answers that."""

from collections.abc import Sequence
from random import Random

import msgspec

from bench.pool.outsiders.greedy import Scores, write_best
from bench.pool.outsiders.paper import Paper
from bench.pool.power_2026_11 import PLAYERS
from protocol.ids import Lines, SheetKey
from protocol.views.power import Army, PowerView, headquarters, strength
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import REACH
from server.games.power.state import PowerState, rebuild

GUESSES = 3
TRIES = 60
FLAG = 150
_DICE = Dice(0)


def captain_reader(
    view: PowerView, sheets: tuple[SheetKey, ...], random: Random, seconds: float, past: Sequence[Sheets]
) -> dict[SheetKey, Lines]:
    """Of so many sheets the one that gains most against what captains would write, wherever they sit."""
    guesses = [_as_captains(view, random) for _ in range(GUESSES)]
    best = _greedy_sheets(view, sheets, random)
    most = _worth(view, best, guesses)
    for _ in range(TRIES):
        tried = _changed(view, sheets, best, random)
        worth = _worth(view, tried, guesses)
        if worth > most:
            best, most = tried, worth
    return best


def _as_captains(view: PowerView, random: Random) -> Sheets:
    written: dict[SheetKey, Lines] = {}
    for side in dict.fromkeys(view.sides[army] for army in view.reading):
        armies = tuple(army for army in view.reading if view.sides[army] == side)
        if side != view.seat:
            seen = msgspec.structs.replace(view, seat=side, armies=armies)
            written |= PLAYERS["captain"](seen, armies, random, 0.0)
    return written


def _greedy_sheets(view: PowerView, sheets: Sequence[SheetKey], random: Random) -> dict[SheetKey, Lines]:
    paper = Paper(view, sheets)
    scores = Scores(paper)
    for army in paper.armies:
        write_best(paper, scores, army, random)
    return paper.lines()


def _changed(
    view: PowerView, sheets: Sequence[SheetKey], best: dict[SheetKey, Lines], random: Random
) -> dict[SheetKey, Lines]:
    """The best sheets with one or two lines left out and other moves in their place."""
    army = random.choice([army for army in sheets if army in view.armies])
    kept = [*best[army]]
    for _ in range(random.choice((1, 1, 2))):
        if kept:
            kept.pop(random.randrange(len(kept)))
    moves = [
        f"{kind} {origin} {to}"
        for origin, kind, _ in Paper(view, sheets).pieces(army)
        for to in REACH[kind][origin]
    ]
    while moves and len(kept) < 5:
        kept.append(random.choice(moves))
    return {**best, army: tuple(kept)}


def _worth(view: PowerView, mine: Sheets, guesses: Sequence[Sheets]) -> float:
    state, side = rebuild(view), str(view.seat)
    return sum(
        _standing(POWER.resolve(state, {**guess, **mine}, _DICE).state, side) for guess in guesses
    ) / len(guesses)


def _standing(state: PowerState, side: str) -> float:
    """The power and flags of a side, without those of its strongest rival; an open HQ counts as half lost."""
    if state.over:
        return 0.0 if state.winner is None else 10_000.0 if state.winner == side else -10_000.0
    worth: dict[str, float] = dict.fromkeys(state.sides.values(), 0.0)
    for army, stacks in state.pieces.items():
        worth[state.sides[army]] += sum(map(strength, stacks.values()))
    for holder in state.flags.values():
        worth[state.sides[holder]] += FLAG
    for army, holder in state.flags.items():
        if army == holder and _is_open(state, army):
            worth[state.sides[army]] -= FLAG / 2
    mine = worth.pop(side)
    return mine - max(worth.values(), default=0.0)


def _is_open(state: PowerState, army: Army) -> bool:
    """Whether foot of a rival reaches the HQ, and nobody of the army stands there."""
    home = headquarters(army)
    if home in state.pieces.get(army, {}):
        return False
    return any(
        home in REACH["S"][place]
        for rival, stacks in state.pieces.items()
        if state.sides[rival] != state.sides[army]
        for place, stack in stacks.items()
        if stack[0] or stack[4]
    )
