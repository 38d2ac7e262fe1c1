"""Fits the weights of POWER's evaluation to games of the levels that search: `python -m bench.fit_power`.

Every round of every game is an example: the features of each side that is still in play, and which of them
won in the end. The chances of the sides go by the exponentials of their values; with two sides that is a
logistic regression. The fit starts from the weights set by hand and is pulled back to them, so that few games
do not lead far away. The pieces keep their worth in relation to each other: who has tanks on the board often
wins, but a fit that praised tanks would never merge them. Games that the fit has not seen say what it has
gained.
"""

import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from math import exp, log, sqrt
from operator import mul
from random import Random

from msgspec import Struct

from bench.intervals import wilson
from bench.play import ROUNDS
from bench.power_games import FOREVER, Done, positions
from bench.processes import done_until, processes
from protocol.ids import Lines, SheetKey
from server.bots.assignment import Assignment
from server.bots.power.gauge import FEATURES
from server.bots.power.marshal import Mixing
from server.bots.power.outcome import Outcome, Position
from server.bots.power.position import Judge
from server.bots.power.study import Study
from server.bots.power.weights import BY_HAND, weights_for
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions
from server.garbage import unsearched

LEVELS = ("general", "marshal", "marshal")
"""Who plays the games that are learned from, by lot."""
STEPS = 150
PIECES = 12
"""So many of the first features are pieces and Power, which the fit takes as one."""
PULL = 0.01
"""How strongly the fit is pulled back to the weights that were set by hand."""


class Example(Struct, frozen=True):
    sides: tuple[tuple[float, ...], ...]
    """The features of each side in play."""
    winner: int
    """Which of them won in the end."""


def played(seconds: float, players: int, number: int) -> list[Example]:
    """The rounds of one game, as long as its winner has rivals. A draw teaches nothing."""
    *rounds, end = positions(players, LEVELS, number, seconds)
    found = []
    for state in rounds if end.winner is not None else ():
        position = Position(state)
        features = Judge(position).features(Outcome(position, list(position.standing)))
        playing = position.sides_in_play(position.out)
        winner = playing.index(position.names.index(end.winner))
        found.append(Example(tuple(tuple(features[side]) for side in playing), winner))
    return found


def chances(weights: Sequence[float], example: Example) -> list[float]:
    """How likely each side is to win."""
    values = [sum(map(mul, weights, features)) for features in example.sides]
    powers = [exp(max(-30.0, value - max(values))) for value in values]
    return [power / sum(powers) for power in powers]


def loss(weights: Sequence[float], examples: Sequence[Example]) -> float:
    """The mean log-loss: 0 for one who is always sure and right; for a guess at two sides 0.693."""
    total = 0.0
    for example in examples:
        total -= log(max(1e-9, chances(weights, example)[example.winner]))
    return total / len(examples)


def accuracy(weights: Sequence[float], examples: Sequence[Example]) -> float:
    """How often the side that is said to win does."""
    said = [chances(weights, example) for example in examples]
    right = sum(each[example.winner] == max(each) for each, example in zip(said, examples, strict=True))
    return right / len(examples)


def fit(examples: Sequence[Example], start: Sequence[float]) -> tuple[float, ...]:
    """Gradient descent on features of equal spread, which makes all steps alike."""
    count = len(examples)
    spreads = [max(1e-6, _spread(examples, at)) for at in range(len(start))]
    rows = [
        Example(
            tuple(
                tuple(value / spread for value, spread in zip(features, spreads, strict=True))
                for features in example.sides
            ),
            example.winner,
        )
        for example in examples
    ]
    begun = [weight * spread for weight, spread in zip(start, spreads, strict=True)]
    weights = list(begun)
    for step in range(STEPS):
        slope = [PULL * (now - then) for now, then in zip(weights, begun, strict=True)]
        for row in rows:
            for side, (said, features) in enumerate(zip(chances(weights, row), row.sides, strict=True)):
                error = (said - (side == row.winner)) / count
                slope = [part + error * value for part, value in zip(slope, features, strict=True)]
        rate = 1.0 if step < STEPS // 2 else 0.3
        weights = [weight - rate * part for weight, part in zip(weights, slope, strict=True)]
    return tuple(weight / spread for weight, spread in zip(weights, spreads, strict=True))


def _spread(examples: Sequence[Example], at: int) -> float:
    """How much a feature differs between two sides of a position, on average."""
    squares = []
    for example in examples:
        values = [features[at] for features in example.sides]
        mean = sum(values) / len(values)
        squares.append(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return sqrt(2 * sum(squares) / len(squares))


def grouped(features: Sequence[float]) -> tuple[float, ...]:
    """All pieces as one feature, by their worth; the other features as they are."""
    return sum(map(mul, features[:PIECES], BY_HAND[:PIECES])), *features[PIECES:]


def fit_groups(examples: Sequence[Example], start: Sequence[float]) -> tuple[float, ...]:
    """The fitted weights of all features, those of the pieces changed by one factor."""
    factor = start[0] / BY_HAND[0]
    rows = [Example(tuple(map(grouped, example.sides)), example.winner) for example in examples]
    fitted = fit(rows, (factor, *start[PIECES:]))
    return (*(fitted[0] * weight for weight in BY_HAND[:PIECES]), *fitted[1:])


def scaled(examples: Sequence[Example], weights: Sequence[float]) -> tuple[float, ...]:
    """The same weights, all larger or smaller by one factor, whichever fits best: a fair start."""
    factors = [0.1 * 1.25**step for step in range(20)]
    best = min(factors, key=lambda factor: loss([factor * weight for weight in weights], examples))
    return tuple(best * weight for weight in weights)


def like_those_in_use(weights: Sequence[float], used: Sequence[float]) -> tuple[float, ...]:
    """The same weights, all larger or smaller by one factor, so that the pieces count as they do in use.

    A search compares chances with what a bot likes and dares, and all of that would change with the factor.
    """
    return tuple(weight * used[0] / weights[0] for weight in weights)


def match(
    weights: Sequence[float], others: Sequence[float], seconds: float, players: int, number: int
) -> bool:
    """Whether a marshal with these weights wins a game, alone among marshals with the others."""
    state = POWER.setup(PowerOptions(players=players), Dice(number // players))
    seats = [*POWER.phase(state).owing]
    alone = seats[number % players]
    while not state.over:
        sheets: dict[SheetKey, Lines] = {}
        for seat, owed in POWER.phase(state).owing.items():
            random = Random((number * 1000 + state.round) * 10 + seats.index(seat))
            assignment = Assignment(POWER.view(state, seat), owed, random, seconds)
            used = weights if seat == alone else others
            with unsearched():  # as the level does
                mixing = Mixing(Study(assignment, tuple(used), is_experienced=True))
                mixing.run()
            sheets |= mixing.study.lines(mixing.drawn())
        state = POWER.resolve(state, sheets, Dice(0), last=state.round >= ROUNDS).state
    return state.winner == alone


def report(name: str, weights: Sequence[float], unseen: Sequence[Example]) -> str:
    return f"{name:20} log-loss {loss(weights, unseen):.4f}, right {accuracy(weights, unseen):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fit_power", description=__doc__)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4), help="(%(default)s)")
    parser.add_argument("--games", type=int, default=240, help="games to learn from (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.08, help="time for a decision (%(default)s)")
    parser.add_argument("--matches", type=int, default=40, help="games of new against old (%(default)s)")
    parser.add_argument("--match-seconds", type=float, default=0.5, help="their time (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    asked = parser.parse_args()
    with processes(asked.jobs) as executor:

        def done(run: Callable[[int], Done], games: int) -> list[Done]:
            return [*done_until(run, range(games), executor, asked.jobs, FOREVER)]

        games = done(partial(played, asked.seconds, asked.players), asked.games)
        fitted, used = learn(games, asked.players)
        if asked.matches:
            play = partial(match, fitted, used, asked.match_seconds, asked.players)
            won = sum(done(play, asked.matches))
            low, high = wilson(won, asked.matches)
            print(f"marshal, fitted among those in use: {won} of {asked.matches} ({low:.0%} to {high:.0%})")


def learn(games: Sequence[Sequence[Example]], players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Fit weights to three games of four, say what the others show, and return them beside those in use."""
    unseen = [example for game in games[::4] for example in game]
    seen = [example for number, game in enumerate(games) if number % 4 for example in game]
    print(f"{len(games)} games, {len(seen)} rounds to learn from, {len(unseen)} rounds of games unseen")
    used, start = weights_for(players), scaled(seen, BY_HAND)
    fitted = fit_groups(seen, start)
    for name, weights in (("by hand, scaled", start), ("in use, scaled", scaled(seen, used))):
        print(report(name, weights, unseen))
    print(report("fitted", fitted, unseen))
    fitted = like_those_in_use(fitted, used)
    for name, before, after in zip(FEATURES, used, fitted, strict=True):
        print(f"  {name:18} {before:9.2f} -> {after:9.2f}")
    print("weights: (" + ", ".join(f"{weight:.2f}" for weight in fitted) + ")")
    return fitted, used


if __name__ == "__main__":
    main()
