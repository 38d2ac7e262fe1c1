"""Fits the weights of POWER's evaluation to games of bots: `python -m bench.fit_power`.

Every round of every game is an example: the features of one side minus those of the other, and whether that
side won in the end. A logistic regression starts from the weights set by hand and is pulled back to them, so
that few games do not lead far away. The pieces keep their worth in relation to each other: who has tanks on
the board often wins, but a fit that praised tanks would never merge them. Games that the fit has not seen say
what it has gained.
"""

import argparse
from collections.abc import Sequence
from math import exp, log
from operator import mul
from random import Random

from msgspec import Struct

from bench.intervals import wilson
from protocol.ids import Lines, SheetKey
from server.bots import think
from server.bots.assignment import Assignment
from server.bots.power.gauge import FEATURES
from server.bots.power.marshal import Mixing
from server.bots.power.outcome import Outcome, Position
from server.bots.power.position import Judge
from server.bots.power.study import Study
from server.bots.power.weights import BY_HAND, WEIGHTS
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState

LEVELS = ("captain", "general", "general", "marshal")
"""Who plays the games that are learned from, by lot."""
ROUNDS = 60
STEPS = 150
PIECES = 12
"""So many of the first features are pieces and Power, which the fit takes as one."""
PULL = 0.05
"""How strongly the fit is pulled back to the weights that were set by hand."""


class Example(Struct, frozen=True):
    features: tuple[float, ...]
    won: bool


def features_of(state: PowerState) -> tuple[float, ...]:
    """The features of the first side minus those of the second."""
    position = Position(state)
    mine, theirs = Judge(position).features(Outcome(position, list(position.standing)))
    return tuple(one - other for one, other in zip(mine, theirs, strict=True))


def played(number: int, seconds: float) -> list[Example]:
    """The rounds of one game between two players. A draw teaches nothing."""
    random = Random(number)
    state = POWER.setup(PowerOptions(players=2), Dice(number))
    level = {seat: random.choice(LEVELS) for seat in ("VB", "JR")}
    found = []
    while not state.over:
        found.append(features_of(state))
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in POWER.phase(state).owing.items():
            view = POWER.view(state, seat)
            sheets |= think("power", level[seat], view, owed, random.getrandbits(32), seconds)
        state = POWER.resolve(state, sheets, Dice(0), last=state.round >= ROUNDS).state
    if state.winner is None:
        return []
    return [Example(features, state.winner == "VB") for features in found]


def chance(weights: Sequence[float], features: Sequence[float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(map(mul, weights, features))))))


def loss(weights: Sequence[float], examples: Sequence[Example]) -> float:
    """The mean log-loss: 0.693 for one who says a half each time, 0 for one who is always sure and right."""
    total = 0.0
    for example in examples:
        said = chance(weights, example.features)
        total -= log(max(1e-9, said if example.won else 1 - said))
    return total / len(examples)


def accuracy(weights: Sequence[float], examples: Sequence[Example]) -> float:
    """How often the side that is said to win does."""
    right = sum((chance(weights, example.features) > 0.5) == example.won for example in examples)
    return right / len(examples)


def fit(examples: Sequence[Example], start: Sequence[float]) -> tuple[float, ...]:
    """Gradient descent on features of equal spread, which makes all steps alike."""
    count = len(examples)
    spreads = [
        max(1e-6, (sum(example.features[at] ** 2 for example in examples) / count) ** 0.5)
        for at in range(len(start))
    ]
    rows = [
        ([value / spread for value, spread in zip(example.features, spreads, strict=True)], example.won)
        for example in examples
    ]
    begun = [weight * spread for weight, spread in zip(start, spreads, strict=True)]
    weights = list(begun)
    for step in range(STEPS):
        slope = [PULL * (now - then) for now, then in zip(weights, begun, strict=True)]
        for features, won in rows:
            error = (chance(weights, features) - won) / count
            slope = [part + error * value for part, value in zip(slope, features, strict=True)]
        rate = 1.0 if step < STEPS // 2 else 0.3
        weights = [weight - rate * part for weight, part in zip(weights, slope, strict=True)]
    return tuple(weight / spread for weight, spread in zip(weights, spreads, strict=True))


def grouped(features: Sequence[float]) -> tuple[float, ...]:
    """All pieces as one feature, by their worth; the other features as they are."""
    return sum(map(mul, features[:PIECES], BY_HAND[:PIECES])), *features[PIECES:]


def fit_groups(examples: Sequence[Example], start: Sequence[float]) -> tuple[float, ...]:
    """The fitted weights of all features, those of the pieces changed by one factor."""
    factor = start[0] / BY_HAND[0]
    rows = [Example(grouped(example.features), example.won) for example in examples]
    fitted = fit(rows, (factor, *start[PIECES:]))
    return (*(fitted[0] * weight for weight in BY_HAND[:PIECES]), *fitted[1:])


def scaled(examples: Sequence[Example], weights: Sequence[float]) -> tuple[float, ...]:
    """The same weights, all larger or smaller by one factor, whichever fits best: a fair start."""
    factors = [0.1 * 1.25**step for step in range(20)]
    best = min(factors, key=lambda factor: loss([factor * weight for weight in weights], examples))
    return tuple(best * weight for weight in weights)


def match(weights: Sequence[Sequence[float]], games: int, seconds: float) -> int:
    """How many duels the marshal with the first weights wins against the marshal with the second."""
    won = 0
    for number in range(games):
        state = POWER.setup(PowerOptions(players=2), Dice(number // 2))
        seats = ("VB", "JR") if number % 2 == 0 else ("JR", "VB")
        used = dict(zip(seats, weights, strict=True))
        while not state.over:
            sheets: dict[SheetKey, Lines] = {}
            for seat, owed in POWER.phase(state).owing.items():
                random = Random((number * 1000 + state.round) * 10 + seats.index(seat))
                assignment = Assignment(POWER.view(state, seat), owed, random, seconds)
                mixing = Mixing(Study(assignment, tuple(used[seat])))
                mixing.run()
                sheets |= mixing.study.lines(mixing.drawn())
            state = POWER.resolve(state, sheets, Dice(0), last=state.round >= ROUNDS).state
        won += state.winner == seats[0]
    return won


def report(name: str, weights: Sequence[float], unseen: Sequence[Example]) -> str:
    return f"{name:20} log-loss {loss(weights, unseen):.4f}, right {accuracy(weights, unseen):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fit_power", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games to learn from (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.03, help="time for a decision (%(default)s)")
    parser.add_argument("--matches", type=int, default=20, help="duels of new against old (%(default)s)")
    parser.add_argument("--match-seconds", type=float, default=0.1, help="their time (%(default)s)")
    arguments = parser.parse_args()
    games = [played(number, arguments.seconds) for number in range(arguments.games)]
    unseen = [example for game in games[::4] for example in game]
    seen = [example for number, game in enumerate(games) if number % 4 for example in game]
    print(f"{arguments.games} games, {len(seen)} rounds to learn from, {len(unseen)} rounds of games unseen")
    start = scaled(seen, BY_HAND)
    fitted = fit_groups(seen, start)
    for name, weights in (("by hand", BY_HAND), ("by hand, scaled", start), ("in use", WEIGHTS)):
        print(report(name, weights, unseen))
    print(report("fitted", fitted, unseen))
    for name, before, after in zip(FEATURES, start, fitted, strict=True):
        print(f"  {name:18} {before:9.2f} -> {after:9.2f}")
    print("FITTED = (" + ", ".join(f"{weight:.2f}" for weight in fitted) + ")")
    if arguments.matches:
        won = match((fitted, BY_HAND), arguments.matches, arguments.match_seconds)
        low, high = wilson(won, arguments.matches)
        print(f"marshal, fitted against by hand: {won} of {arguments.matches} ({low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main()
