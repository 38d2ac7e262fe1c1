"""Battles of Argad among bots: who wins, with which army and on which map. `make arena` plays them.

`python -m bench.battles` plays a part of the table of armies and adds parts up: 900 battles take a while.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from statistics import median
from time import perf_counter

from msgspec import Struct, json
from msgspec.structs import replace

from bench.contestants import play_contestants
from bench.play import Table
from protocol.ids import Lines, SheetKey
from protocol.views.argad.board import MAPS, TABLES
from protocol.views.argad.words import BLACK, LEADER_OF, RED, SIDES, Side

ARMIES: tuple[str, ...] = tuple(TABLES.armies)
PAIRS: tuple[tuple[str, str], ...] = tuple(combinations(ARMIES, 2))
"""The fifteen pairs of ready-made armies."""
BATTLES = 60
"""Battles of captains for each pair, on all maps and from both sides."""
GROUNDS: tuple[str, ...] = tuple(MAPS)
FRESH = 7_000_000
"""The dice of all battles have numbers from here on. No setting of a bot was compared on them."""


class Lot(Struct, frozen=True):
    """A battle to be played."""

    number: int
    """The number of its dice."""
    map: str
    armies: tuple[str, str]
    """Black's and red's."""
    is_even: bool = True
    """Whether the armies are those of the option `even`."""


class Battle(Struct, frozen=True):
    """A battle that has been played."""

    map: str
    armies: tuple[str, str]
    winner: Side | None
    """None if it is a draw."""
    ending: str
    turn: int
    phases: int
    """How often somebody was asked, armies and deployment included."""
    slowest: float
    """The longest time, in seconds, that a sheet took."""
    seconds: float
    """How long the battle took."""
    is_even: bool = False
    """Whether the armies were those of the option `even`."""

    def points_of(self, army: str) -> float:
        """1 for an army that has won, a half for a draw. No army fights against itself here."""
        if self.winner is None:
            return 0.5
        return float(self.armies[SIDES.index(self.winner)] == army)


def play_battle(lot: Lot, levels: Sequence[str]) -> Battle:
    """The levels are those of black and red. The armies are those of the lot, whatever a bot would take."""
    began = perf_counter()
    played = play_contestants(table_of(lot), levels)
    state, taken = played.state, perf_counter() - began
    slowest = max(played.slowest.values())
    return Battle(
        lot.map,
        lot.armies,
        state.winner,
        state.ending,
        state.turn,
        played.phases,
        slowest,
        taken,
        lot.is_even,
    )


def table_of(lot: Lot, players: int = 2) -> Table:
    taken: dict[SheetKey, Lines] = {
        LEADER_OF[side]: (f"TAKE {army}",) for side, army in zip(SIDES, lot.armies, strict=True)
    }
    options = {"players": players, "map": lot.map, "armies": "even" if lot.is_even else "ready"}
    return Table("argad", options, lot.number, opening=taken)


def lot_of(number: int) -> Lot:
    """The pairs take turns, and after each round of pairs the maps and sides."""
    turn, pair = divmod(number, len(PAIRS))
    return _lot(number, PAIRS[pair], turn + pair)


def _lot(number: int, pair: tuple[str, str], turn: int) -> Lot:
    swap, ground = divmod(turn, len(GROUNDS))
    one, other = pair
    return Lot(FRESH + number, GROUNDS[ground], (other, one) if swap % 2 else (one, other))


def captains(battles: int) -> list[Lot]:
    """The battles that compare the armies: so many of each pair, as many on each map and side."""
    return [
        _lot(pair * 10_000 + number, PAIRS[pair], number)
        for pair in range(len(PAIRS))
        for number in range(battles)
    ]


def play_captains(lot: Lot) -> Battle:
    return play_battle(lot, ("captain", "captain"))


def report_armies(played: Sequence[Battle], taken: float) -> str:
    """How often each army won against each other, on which map and from which side."""
    return "\n".join(_report_lines(played, taken))


def _report_lines(played: Sequence[Battle], taken: float) -> Iterator[str]:
    drawn = sum(battle.winner is None for battle in played)
    kind = " and ".join(sorted({"even" if battle.is_even else "ready-made" for battle in played}))
    yield (
        f"argad, {len(played)} battles of captains with {kind} armies: {drawn} drawn;"
        f" {median(b.turn for b in played):.0f} turns and {median(b.phases for b in played):.0f} phases at"
        f" the median, {max(b.phases for b in played)} phases at most;"
        f" {median(b.seconds for b in played):.1f} s a battle;"
        f" slowest sheet {max(b.slowest for b in played):.3f} s; {taken:.0f} s"
    )
    yield "points of 100 of the army on the left, a draw counted half:"
    yield " " * 10 + "".join(f"{army:>10}" for army in ARMIES) + f"{'all':>10}"
    for army in ARMIES:
        cells = "".join(f"{_share(played, army, other):>10}" for other in ARMIES)
        yield f"{army:10}{cells}{_share(played, army, None):>10}"
    for ground in GROUNDS:
        here = [battle for battle in played if battle.map == ground]
        won = {side: sum(battle.winner == side for battle in here) for side in SIDES}
        yield (
            f"  {ground:8}{len(here)} battles:  black won {won[BLACK]}, red {won[RED]};  "
            + ", ".join(f"{army} {_share(here, army, None)}" for army in ARMIES)
        )
        if here:
            yield f"  {'':8}most won: {', '.join(_most_won(here))}"


def _most_won(played: Sequence[Battle], count: int = 3) -> list[str]:
    """The armies that won most of their battles against one other army."""
    found = []
    for army, other in permutations(ARMIES, 2):
        if met := _met(played, army, other):
            won = sum(battle.points_of(army) == 1 for battle in met)
            found.append((won / len(met), f"{army} {won} of {len(met)} against {other}"))
    return [told for _, told in sorted(found, reverse=True)[:count]]


def _met(played: Sequence[Battle], army: str, other: str | None) -> list[Battle]:
    """The battles of an army against another, or against all."""
    return [
        battle
        for battle in played
        if army in battle.armies and army != other and other in (None, *battle.armies)
    ]


def _share(played: Sequence[Battle], army: str, other: str | None) -> str:
    """The points of 100 of an army against another, or against all."""
    met = _met(played, army, other)
    return f"{100 * sum(battle.points_of(army) for battle in met) / len(met):.0f}" if met else "-"


def play_part(pairs: Iterable[str], numbers: range, into: Path, *, is_even: bool = True) -> None:
    """Play these battles of each of the pairs, and add each to the file when it is over."""
    wanted = [pair for pair, armies in enumerate(PAIRS) if "-".join(armies) in pairs]
    with into.open("ab") as file:
        for number in numbers:
            for pair in wanted:
                lot = _lot(pair * 10_000 + number, PAIRS[pair], number)
                battle = play_captains(replace(lot, is_even=is_even))
                file.write(json.encode(battle) + b"\n")
                file.flush()


def read_parts(files: Iterable[Path]) -> list[Battle]:
    return [json.decode(line, type=Battle) for file in files for line in file.read_bytes().splitlines()]


def main() -> None:
    names = ["-".join(armies) for armies in PAIRS]
    parser = argparse.ArgumentParser(prog="python -m bench.battles", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="battles that were played; all are added up")
    parser.add_argument("--play", action="append", choices=names, metavar="PAIR", help=", ".join(names))
    parser.add_argument("--first", type=int, default=0, help="the first battle of each pair (%(default)s)")
    parser.add_argument("--battles", type=int, default=BATTLES, help="how many of each pair (%(default)s)")
    parser.add_argument("--ready", action="store_true", help="play with the armies of the option ready")
    asked = parser.parse_args()
    if asked.play:
        numbers = range(asked.first, asked.first + asked.battles)
        play_part(asked.play, numbers, asked.files[0], is_even=not asked.ready)
    played = read_parts(asked.files)
    print(report_armies(played, sum(battle.seconds for battle in played)))


if __name__ == "__main__":
    main()
