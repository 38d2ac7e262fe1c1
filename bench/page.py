"""The results of a season as a page of Markdown."""

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct

from bench.contestants import ours
from bench.crosstable import Crosstable, table
from bench.season import Division

Result = tuple[Division, Crosstable]

READING = (
    "One contestant sits alone at a table of another and takes every place in turn on the same lots. A table"
    " shows its share of the games in percent; a draw is shared among those who drew. At a table of three an"
    " equal player has 33, at one of six 17. Ratings are fitted to all games of a table size (the model of"
    " Bradley and Terry for two, Luce's choice among several; 400 points are ten times the strength, and the"
    " mean is 0). The range beside a rating holds 95 % of the ratings from games drawn anew with replacement."
    " Names with a month are the bots of that month, kept in `bench/pool`; the other names that are no level"
    " are outsiders, which share no code with ours. A dash stands where nothing was played: members of the"
    " pool sit alone only at the smallest tables, and characters do not meet characters at larger ones."
)
LITTLE_TIME = 0.5
HURRIED = (
    "People meet the levels that use all their time with 2 s. With less than {little:g} s these play worse,"
    " and not all by the same measure: a marshal of POWER, for one, has no time to weigh replies, and can be"
    " read.\n"
)


class Occasion(Struct, frozen=True):
    """When and how the games were played."""

    day: date
    command: str
    seconds: float
    minutes: float


def machine() -> str:
    """Enough to compare times: no name and no path of the machine."""
    cores = os.cpu_count() or 1
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cores} cores, {platform.machine()}, {platform.system()}, {python}"


def page(occasion: Occasion, results: Sequence[Result], reports: Sequence[tuple[str, str]]) -> str:
    """`reports` are texts that are shown as they are, each below a title."""
    return "\n".join(_lines(occasion, results, reports)).rstrip() + "\n"


def _lines(
    occasion: Occasion, results: Sequence[Result], reports: Sequence[tuple[str, str]]
) -> Iterator[str]:
    games = sum(each.games for _, each in results)
    yield "# Who beats whom\n"
    yield (
        f"Played on {occasion.day.isoformat()} with `{occasion.command}`: {games} games in"
        f" {occasion.minutes:.0f} minutes, {occasion.seconds:g} s a decision for the levels that use all"
        f" their time. The machine: {machine()}.\n"
    )
    yield f"{READING}\n"
    if occasion.seconds < LITTLE_TIME:
        yield HURRIED.format(little=LITTLE_TIME)
    yield "## The worst rows\n"
    yield "The opponent against whom each level does worst. Few games say little: look at the range.\n"
    yield from worst_rows(results)
    for _, crosstable in results:
        yield f"\n## {crosstable.title}\n"
        yield f"{crosstable.games} games.\n"
        yield from crosstable.lines()
    for title, text in reports:
        yield f"\n## {title}\n"
        yield f"```\n{text}\n```"


def worst_rows(results: Iterable[Result]) -> Iterator[str]:
    heads = ["table", "who", "worst opponent", "share", "95 %", "games", "an equal share"]
    rows = []
    for division, crosstable in results:
        for name in ours(division.game):
            if row := crosstable.worst(name):
                low, high = row.interval
                share = f"{row.cell.share:.0%}", f"{low:.0%} to {high:.0%}", str(row.cell.games)
                rows.append([crosstable.title, name, row.opponent, *share, f"{1 / crosstable.places:.0%}"])
    yield from table(heads, rows, left=2)
