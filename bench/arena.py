"""Bots against each other, on every core: `make arena`. The headline is the worst opponent of each level.

    python -m bench.arena --quick                       a few minutes, for a first look
    python -m bench.arena --page docs/arena.md          a night, and the results as a page
    python -m bench.arena --pairing general-captain     one pairing, with a row of details
    python -m bench.arena --bot mine='python3 mine.py'  a program of your own against all levels

Whoever plays is a level (`captain`), a level with a character (`captain:bold`), or a member of the pool
(`bench/pool`).
"""

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from msgspec import Struct

from bench import battles, exploiter, fairness, peoples, skirmishes
from bench.contestants import is_known, levels, ours, pool
from bench.page import Occasion, Result, page, worst_rows
from bench.pairings import HEAD, USUAL_GAMES, Pairing, matches, play, report
from bench.play import ROUNDS
from bench.processes import Executor, done_until, processes
from bench.programs import measure
from bench.season import divisions, play_season
from bench.tables import TABLE
from server.bots import LEVELS
from server.games import GAMES

QUICK_MINUTES = 4.3
"""So that a quick season has ended after five, with the games that were under way."""
NIGHT_MINUTES = 480.0
LOTS_OF_A_NIGHT = 1000
"""More games of a pairing than a night has time for."""
FAIR_GAMES = 400
LAST_PART = 0.2
"""The share of the time that is left for the exploiter and the reports after the tables."""


class Report(Struct, frozen=True):
    """Something else that is measured, in the time that is left for it."""

    game: str | None
    """The game it belongs to; None if it is about all."""
    title: str
    run: Callable[[argparse.Namespace, Executor, float], str]
    is_quick: bool = False
    """Whether a quick season has time for it."""


def main() -> None:
    parser = _parser()
    asked = parser.parse_args()
    if asked.bot:
        _measure_programs(parser, asked)
    elif asked.pairing:
        _play_pairings(parser, asked)
    else:
        _play_season(asked)


def _parser() -> argparse.ArgumentParser:
    assert __doc__
    parser = argparse.ArgumentParser(
        prog="python -m bench.arena",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="levels and pool, no characters, 5 minutes")
    parser.add_argument("--game", choices=[*LEVELS], help="only this one (POWER, if pairings are given)")
    parser.add_argument("--players", type=int, action="append", help="only tables of this size")
    parser.add_argument("--pairing", action="append", help="such as general-captain or captain:bold-prober")
    parser.add_argument("--bot", action="append", metavar="NAME=COMMAND", help="a program against all levels")
    parser.add_argument("--against", action="append", help="an opponent of the program (all levels)")
    parser.add_argument(
        "--bot-seconds", type=float, default=5.0, help="its time for a question (%(default)s)"
    )
    parser.add_argument("--games", type=int, help=f"at most, of a pairing ({USUAL_GAMES} if it is named)")
    parser.add_argument("--minutes", type=float, help=f"for all games ({NIGHT_MINUTES:g}, or 5 if --quick)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="the last round of POWER (%(default)s)")
    parser.add_argument(
        "--seconds", type=float, help="a slow level's for a decision (0.5, or 0.05 if --quick)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)")
    parser.add_argument("--page", type=Path, help="write the results to this file as well")
    parser.add_argument("--date", type=date.fromisoformat, default=None, help="the date of the page (today)")
    return parser


def _measure_programs(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    """A program that nobody here wrote against the levels of one game."""
    if wrong := [bot for bot in asked.bot if not all(bot.partition("="))]:
        parser.error(f"{wrong[0]} is no program: write a name and a command, as in mine='python3 mine.py'")
    game = asked.game or next(iter(TABLE))
    against = asked.against or levels(game)
    _check_names(parser, game, against)
    measure(
        asked.bot,
        against,
        asked.games or USUAL_GAMES,
        asked.jobs,
        game=game,
        players=_size(asked, game),
        rounds=asked.rounds,
        seconds=asked.bot_seconds,
        level_seconds=_seconds(asked),
    )


def _check_names(parser: argparse.ArgumentParser, game: str, names: Sequence[str]) -> None:
    if unknown := [name for name in names if not is_known(game, name)]:
        known = ", ".join([*ours(game), *pool(game)])
        parser.error(f"{unknown[0] or 'nobody'} does not play {game}; these do: {known}")


def _size(asked: argparse.Namespace, game: str) -> int:
    return asked.players[0] if asked.players else TABLE.get(game, min(GAMES[game].players))


def _seconds(asked: argparse.Namespace) -> float:
    usual = 0.05 if asked.quick else 0.5
    return usual if asked.seconds is None else float(asked.seconds)


def _play_pairings(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    game, pairings = asked.game or "power", []
    for text in asked.pairing:
        strong, _, weak = text.partition("-")
        _check_names(parser, game, (strong, weak))
        pairings.append(Pairing(strong, weak, asked.games or USUAL_GAMES, game, _size(asked, game)))
    print(HEAD, flush=True)
    with processes(asked.jobs) as executor:
        for pairing in pairings:
            start = perf_counter()
            games = matches(pairing, asked.rounds, _seconds(asked))
            played = [*done_until(play, games, executor, asked.jobs, start + 60 * _minutes(asked))]
            print(report(pairing, played, perf_counter() - start), flush=True)
    print("won: the first of the pair; a draw is not won; decided: not by the limit of rounds or turns")


def _minutes(asked: argparse.Namespace) -> float:
    usual = QUICK_MINUTES if asked.quick else NIGHT_MINUTES
    return usual if asked.minutes is None else float(asked.minutes)


def _play_season(asked: argparse.Namespace) -> None:
    start, games = perf_counter(), [asked.game] if asked.game else [*LEVELS]
    end = start + 60 * _minutes(asked)
    season = divisions(games, asked.players or (), is_quick=asked.quick)
    results: list[Result] = []
    with processes(asked.jobs) as executor:
        most, until = asked.games or LOTS_OF_A_NIGHT, start + (1 - LAST_PART) * (end - start)
        for result in play_season(season, most, _seconds(asked), executor, asked.jobs, until):
            results.append(result)
            division, crosstable = result
            print(f"\n{crosstable.title}: {crosstable.games} games, {division.round} make a full round")
            print("\n".join(crosstable.lines()), flush=True)
        results.sort(key=lambda result: season.index(result[0]))
        reports = [*_reports(asked, games, executor, end)]
    print("\nThe worst opponent of each level:")
    print("\n".join(worst_rows(results)), flush=True)
    if asked.page:
        command = shlex.join(["python", "-m", "bench.arena", *_without_page(sys.argv[1:])])
        taken = (perf_counter() - start) / 60
        occasion = Occasion(asked.date or date.today(), command, _seconds(asked), taken)
        asked.page.write_text(page(occasion, results, reports), "utf-8")


def _without_page(words: Sequence[str]) -> list[str]:
    """The command as somebody else would give it; where the page went and its date are no part of it."""
    kept, skip = [], False
    for word in words:
        if not skip and word not in ("--page", "--date"):
            kept.append(word)
        skip = word in ("--page", "--date")
    return kept


def _reports(
    asked: argparse.Namespace, games: Sequence[str], executor: Executor, end: float
) -> Iterator[tuple[str, str]]:
    """What is measured besides: how predictable levels are, and which peoples and armies win."""
    wanted = [each for each in REPORTS if each.game in (None, *games) and (each.is_quick or not asked.quick)]
    for number, each in enumerate(wanted if not asked.players else ()):
        now = perf_counter()
        text = each.run(asked, executor, now + max(1.0, end - now) / (len(wanted) - number))
        print(f"\n{each.title}\n{text}", flush=True)
        yield each.title, text


def _predictability(asked: argparse.Namespace, executor: Executor, end: float) -> str:
    rows, names = [exploiter.HEAD], levels("power")
    for number, level in enumerate(names):
        start = perf_counter()
        until = start + (end - start) / (len(names) - number)
        games = exploiter.duels(level, asked.games or 200, _seconds(asked))
        if played := [*done_until(exploiter.exploit, games, executor, asked.jobs, until)]:
            rows.append(exploiter.row(level, played, perf_counter() - start))
    return "\n".join(rows)


def _fairness(asked: argparse.Namespace, executor: Executor, end: float) -> str:
    """Each level against itself at the largest table."""
    contests = [
        fairness.Contest(game, level, max(GAMES[game].players), {}, _seconds(asked), asked.rounds)
        for game in ([asked.game] if asked.game else LEVELS)
        for level in levels(game)
    ]
    texts = []
    for number, contest in enumerate(contests):
        start = perf_counter()
        until = start + (end - start) / (len(contests) - number)
        lots = range(asked.games or FAIR_GAMES)
        played = [*done_until(partial(fairness.play, contest), lots, executor, asked.jobs, until)]
        texts += [fairness.report(contest, played, perf_counter() - start)] if played else []
    return "\n".join(texts) or "no time was left for a game"


def _of_peoples(asked: argparse.Namespace, executor: Executor, end: float) -> str:
    lots = range(asked.games or peoples.GAMES)
    return _told(peoples.play_six, lots, peoples.report_peoples, asked, executor, end)


def _of_pairs(asked: argparse.Namespace, executor: Executor, end: float) -> str:
    lots = skirmishes.captains(asked.games or skirmishes.GAMES)
    return _told(skirmishes.play_captains, lots, skirmishes.report_pairs, asked, executor, end)


def _of_armies(asked: argparse.Namespace, executor: Executor, end: float) -> str:
    lots = battles.captains(asked.games or battles.BATTLES)
    return _told(battles.play_captains, lots, battles.report_armies, asked, executor, end)


def _told(
    run: Callable[[Any], Any],
    lots: Sequence[Any],
    tell: Callable[[Sequence[Any], float], str],
    asked: argparse.Namespace,
    executor: Executor,
    end: float,
) -> str:
    start = perf_counter()
    mixed = Random(0).sample(lots, len(lots))  # if time runs out, all of them have had some
    played = [*done_until(run, mixed, executor, asked.jobs, end)]
    return tell(played, perf_counter() - start) if played else "no time was left for a game"


REPORTS = (
    Report("power", "POWER: the exploiter against each level", _predictability, is_quick=True),
    Report(None, "Fairness: which seat wins if all play alike", _fairness),
    Report("zargos", "Zargos: which people wins", _of_peoples),
    Report("zargos_lords", "Zargo's Lords: which people wins a skirmish", _of_pairs),
    Report("argad", "Argad: which army wins", _of_armies),
)


if __name__ == "__main__":
    main()
