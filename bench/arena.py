"""Bots against each other, on every core: `make arena`. A draw is not a win."""

import argparse
import os
from collections import Counter
from collections.abc import Callable, Sequence
from multiprocessing import Pool
from random import Random
from time import perf_counter

from msgspec import Struct

from bench import battles
from bench.intervals import wilson
from bench.peoples import GAMES, play_six, play_zargos, report_peoples
from bench.pool.strategiksa_wanderer import wanderer
from bench.programs import fewest_players, measure
from bench.skirmishes import GAMES as SKIRMISHES
from bench.skirmishes import captains, pair_of, play_captains, play_skirmish, report_pairs
from protocol.ids import Lines, SheetKey
from protocol.views.argad.words import SIDES
from server.bots import LEVELS, think
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.state import StrategiksaOptions
from server.games.zargos import ZARGOS
from server.games.zargos.state import ZargosOptions

ROUNDS = 60
"""Then comes P-END-3: the last round, and the most power wins."""
TABLE = {"power": 2, "strategiksa": 3, "zargos": 3, "zargos_lords": 2, "argad": 2}
"""How many sit at a table of each game."""
USUAL_GAMES = 60
"""Games of a pairing of which nothing else is said."""
DECIDED = ("last-side", "terrain", "supremacy", "city", "alone", "broken")
"""The endings that are not those of a limit."""


class Match(Struct, frozen=True):
    """One game to be played: who sits where."""

    number: int
    levels: tuple[str, ...]
    """By seat, in the order of the seating."""
    strong: int
    """Which of the seats is the stronger's."""
    rounds: int
    seconds: float
    game: str = "power"


class Played(Struct, frozen=True):
    won: bool
    """By the stronger of the pair."""
    drawn: bool
    ending: str
    rounds: int
    """Or turns, where the game has those."""
    slowest: float
    """The longest time, in seconds, that a decision took."""


class Pairing(Struct, frozen=True):
    strong: str
    weak: str
    games: int
    game: str = "power"


PAIRINGS = (
    Pairing("captain", "recruit", 200),
    Pairing("general", "captain", 60),
    Pairing("captain", "wanderer", 100, "strategiksa"),
    Pairing("captain", "recruit", 100, "strategiksa"),
    Pairing("recruit", "wanderer", 50, "strategiksa"),
    Pairing("captain", "captain", 50, "strategiksa"),
    Pairing("recruit", "recruit", 50, "strategiksa"),
    Pairing("captain", "recruit", 60, "zargos"),
    Pairing("captain", "captain", 60, "zargos"),
    Pairing("captain", "recruit", 60, "zargos_lords"),
    Pairing("captain", "recruit", 60, "argad"),
)


def play(match: Match) -> Played:
    return _PLAYED[match.game](match)


def _play_power(match: Match) -> Played:
    options = PowerOptions(players=len(match.levels))
    state = POWER.setup(options, Dice(match.number))
    seats = POWER.seating(options)
    level = dict(zip(seats, match.levels, strict=True))
    dice, slowest = Dice(0), 0.0
    while not state.over:
        sheets: dict[SheetKey, Lines] = {}
        for at, (seat, owed) in enumerate(POWER.phase(state).owing.items()):
            start = perf_counter()
            seed = (match.number * 1000 + state.round) * 10 + at
            sheets |= think("power", level[seat], POWER.view(state, seat), owed, seed, match.seconds)
            slowest = max(slowest, perf_counter() - start)
        state = POWER.resolve(state, sheets, dice, last=state.round >= match.rounds).state
    won = state.winner == seats[match.strong]
    return Played(won, state.winner is None, state.ending, state.round - 1, slowest)


def _play_strategiksa(match: Match) -> Played:
    """With the turn limit of a table that says nothing of it."""
    options = StrategiksaOptions(players=len(match.levels))
    state = STRATEGIKSA.setup(options, Dice(match.number))
    seats = STRATEGIKSA.seating(options)
    level = dict(zip(seats, match.levels, strict=True))
    dice, slowest, phase = Dice(0), 0.0, 0
    while state.stage != "over":
        ((seat, owed),) = STRATEGIKSA.phase(state).owing.items()
        view, seed = STRATEGIKSA.view(state, seat), match.number * 100_000 + phase
        start = perf_counter()
        if level[seat] == "wanderer":
            sheets = wanderer(view, owed, Random(seed))
        else:
            sheets = think("strategiksa", level[seat], view, owed, seed, match.seconds)
            slowest = max(slowest, perf_counter() - start)
        state = STRATEGIKSA.resolve(state, sheets, dice).state
        phase += 1
    won = state.winner == seats[match.strong]
    return Played(won, state.winner is None, state.ending, state.turn, slowest)


def _play_zargos(match: Match) -> Played:
    game = play_zargos(match.number, match.levels)
    won = game.seat == ZARGOS.seating(ZargosOptions(players=len(match.levels)))[match.strong]
    return Played(won, game.seat is None, game.ending, game.turn, game.slowest)


def _play_argad(match: Match) -> Played:
    """The same lot has the same map and armies, and each of them is the stronger's once."""
    battle = battles.play_battle(battles.lot_of(match.number), match.levels)
    won = battle.winner == SIDES[match.strong]
    return Played(won, battle.winner is None, battle.ending, battle.turn, battle.slowest)


def _play_zargos_lords(match: Match) -> Played:
    """A skirmish. The same lot has the same two peoples, and each of them is the stronger's once."""
    pair = pair_of(match.number)
    game = play_skirmish(match.number, pair, match.levels)
    won = game.winner == pair[match.strong]
    return Played(won, game.winner is None, game.ending, game.month, game.slowest)


_PLAYED: dict[str, Callable[[Match], Played]] = {
    "power": _play_power,
    "strategiksa": _play_strategiksa,
    "zargos": _play_zargos,
    "zargos_lords": _play_zargos_lords,
    "argad": _play_argad,
}


def matches(pairing: Pairing, rounds: int, seconds: float) -> list[Match]:
    """The stronger goes round the table, on the same lot for the first referee, or the same dice."""
    players = TABLE[pairing.game]
    found = []
    for number in range(pairing.games):
        lot, strong = divmod(number, players)
        if pairing.strong == pairing.weak:
            lot = number  # the same game otherwise, seen from every seat
        levels = tuple(pairing.strong if seat == strong else pairing.weak for seat in range(players))
        found.append(Match(lot, levels, strong, rounds, seconds, pairing.game))
    return found


HEAD = (
    "pairing                           games   won  lost drawn   share  95 % interval"
    "  decided  rounds  slowest    time  won by"
)


def report(pairing: Pairing, played: Sequence[Played], taken: float) -> str:
    won, drawn = sum(game.won for game in played), sum(game.drawn for game in played)
    low, high = wilson(won, len(played))
    decided = sum(game.ending in DECIDED for game in played) / len(played)
    rounds = sum(game.rounds for game in played) / len(played)
    slowest = max(game.slowest for game in played)
    others = TABLE[pairing.game] - 1
    name = f"{pairing.game} {pairing.strong} - {f'{others} ' if others > 1 else ''}{pairing.weak}"
    endings = Counter(game.ending for game in played if game.won)
    return (
        f"{name:32} {len(played):6} {won:5} {len(played) - won - drawn:5} {drawn:5}  {won / len(played):6.1%}"
        f"  {low:6.1%}-{high:6.1%}  {decided:7.0%}  {rounds:6.1f}  {slowest:6.3f}s  {taken:5.0f}s"
        f"  {', '.join(f'{ending} {count}' for ending, count in sorted(endings.items()))}"
    )


def _asked(arguments: argparse.Namespace) -> list[Pairing]:
    games = [arguments.game] if arguments.game else [*TABLE]
    known = [pairing for pairing in PAIRINGS if pairing.game in games]
    if not arguments.pairing:
        return [Pairing(p.strong, p.weak, arguments.games or p.games, p.game) for p in known]
    found = []
    for text in arguments.pairing:
        strong, _, weak = text.partition("-")
        usual = next((p.games for p in known if (p.strong, p.weak) == (strong, weak)), USUAL_GAMES)
        found.append(Pairing(strong, weak, arguments.games or usual, games[0]))
    return found


def _levels(game: str) -> tuple[str, ...]:
    return ("wanderer", *LEVELS[game]) if game == "strategiksa" else LEVELS[game]


def _measure_programs(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """A program that nobody here wrote against the levels of one game."""
    if wrong := [bot for bot in arguments.bot if not all(bot.partition("="))]:
        parser.error(f"{wrong[0]} is no program: write a name and a command, as in mine='python3 mine.py'")
    game = arguments.game or next(iter(TABLE))
    measure(
        arguments.bot,
        arguments.games or USUAL_GAMES,
        arguments.jobs,
        game=game,
        players=TABLE.get(game, fewest_players(game)),
        rounds=arguments.rounds,
        seconds=arguments.bot_seconds,
        level_seconds=arguments.seconds,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.add_argument("--game", choices=[*LEVELS], help="only this one (POWER, if pairings are given)")
    parser.add_argument("--pairing", action="append", help="for example general-captain")
    parser.add_argument("--bot", action="append", metavar="NAME=COMMAND", help="a program against all levels")
    parser.add_argument(
        "--bot-seconds", type=float, default=5.0, help="its time for a question (%(default)s)"
    )
    parser.add_argument("--games", type=int, help="games a pairing (50 to 200)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="the last round of POWER (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.2, help="a general's time (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (%(default)s)")
    arguments = parser.parse_args()
    if arguments.bot:
        _measure_programs(parser, arguments)
        return
    if arguments.game and arguments.game not in TABLE:
        parser.error(f"only a program can be measured in {arguments.game}: give one with --bot")
    pairings = _asked(arguments)
    for pairing in pairings:
        known = _levels(pairing.game)
        if not {pairing.strong, pairing.weak} <= set(known):
            parser.error(f"give two of {', '.join(known)}, as in {known[-1]}-{known[-2]}")
    print(f"POWER: two players, at most {arguments.rounds} rounds, a general thinks {arguments.seconds} s")
    print("Strategiksa: three players, at most 200 turns; a wanderer moves at random")
    print("Zargos: three players with two peoples each, at most 15 turns")
    print("Zargo's Lords: skirmishes of two peoples, 10 months")
    print("Argad: battles of two ready-made armies, on all maps")
    print(HEAD, flush=True)
    with Pool(arguments.jobs) as pool:
        for pairing in pairings:
            start = perf_counter()
            games = matches(pairing, arguments.rounds, arguments.seconds)
            played = pool.map(play, games, chunksize=1)
            print(report(pairing, played, perf_counter() - start), flush=True)
        if not arguments.pairing and arguments.game in (None, "zargos"):
            start = perf_counter()
            six = pool.map(play_six, range(arguments.games or GAMES), chunksize=1)
            print(report_peoples(six, perf_counter() - start), flush=True)
        if not arguments.pairing and arguments.game in (None, "zargos_lords"):
            start = perf_counter()
            skirmishes = pool.map(play_captains, captains(arguments.games or SKIRMISHES), chunksize=1)
            print(report_pairs(skirmishes, perf_counter() - start), flush=True)
        if not arguments.pairing and arguments.game in (None, "argad"):
            start = perf_counter()
            lots = battles.captains(arguments.games or battles.BATTLES)
            fought = pool.map(battles.play_captains, lots, chunksize=1)
            print(battles.report_armies(fought, perf_counter() - start), flush=True)
    print("won: the first of the pair; a draw is not won; decided: not by the limit of rounds or turns")


if __name__ == "__main__":
    main()
