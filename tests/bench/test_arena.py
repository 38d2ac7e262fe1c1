"""The arena: who sits where, what is counted, and what the page says."""

import platform
import sys
from itertools import count
from pathlib import Path
from time import perf_counter

import pytest

from bench.arena import main
from bench.contestants import BotHolder, is_known, ours, shown_sheets
from bench.crosstable import Cell, Crosstable, table
from bench.encounters import Encounter, Met, lot_by_lot, meet, points_of, rotated
from bench.play import Finished, Reading
from bench.pool import MEMBERS
from bench.processes import done_until, processes
from bench.season import division, divisions, play_season, sizes
from bench.tables import parties_of, seats_of, table_of
from protocol.events import PhaseOpened
from server.bots import LEVELS
from server.games.api import Outcome, Resolution
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.state import PowerOptions


def met(lone: str, rest: str, points: float, lot: int = 0, players: int = 2) -> Met:
    encounter = Encounter("power", players, lone, rest, 0, lot)
    return Met(encounter, points, points == 0.5, "last-side", 10, 0.1)


def test_everybody_sits_at_every_place_on_the_same_lot() -> None:
    games = rotated("strategiksa", 3, "captain", "recruit", 7, 0.0)
    assert [(game.place, game.lot) for game in games] == [(0, 7), (1, 7), (2, 7)]
    names = [[game.lone if at == game.place else game.rest for at in range(3)] for game in games]
    assert [each.index("captain") for each in names] == [0, 1, 2]


def test_every_pair_has_met_on_a_lot_before_the_next_lot_begins() -> None:
    pairs = [("captain", "recruit"), ("captain", "wanderer")]
    games = [*lot_by_lot("power", 2, pairs, 3, 0.0)]
    assert [game.lot for game in games] == [0] * 4 + [1] * 4
    for lot in (0, 1):
        seen = {(game.lone, game.rest, game.place) for game in games if game.lot == lot}
        assert seen == {(*pair, place) for pair in pairs for place in (0, 1)}


def test_the_seats_of_one_side_are_one_party() -> None:
    """Two players of Argad may lead one side: they win together, and sit down together."""
    assert parties_of(table_of("argad", 4, 0)) == [("S", "C"), ("H", "D")]
    assert parties_of(table_of("power", 2, 0)) == [("VB",), ("JR",)]


@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        (Outcome(("B",), "last-side"), [0, 1, 0]),
        (Outcome((), "last-round", drawn=("V", "J")), [0.5, 0, 0.5]),
        (Outcome(("V", "B"), "alliance"), [0.5, 0.5, 0]),
    ],
)
def test_a_game_is_one_point(outcome: Outcome, points: list[float]) -> None:
    played = Finished(None, outcome, 1, {})
    assert points_of(played, [("V",), ("B",), ("J",)]) == points


def test_a_draw_of_which_nothing_is_said_is_shared_by_all() -> None:
    assert points_of(Finished(None, Outcome((), "turns"), 1, {}), [("S", "C"), ("H", "D")]) == [0.5, 0.5]


def test_the_same_encounter_is_the_same_game() -> None:
    encounter = Encounter("power", 2, "captain", "recruit", 1, 3, 0.0, rounds=6)
    first, second = meet(encounter), meet(encounter)
    assert (first.points, first.ending, first.phases) == (second.points, second.ending, second.phases)
    assert first.phases <= 6


def test_the_table_has_the_shares_of_both_in_a_duel() -> None:
    games = [met("a", "b", 1.0), met("a", "b", 0.5), met("a", "c", 0.0)]
    found = Crosstable("duels", 2, games)
    assert found.cells["a", "b"] == Cell(2, 1.5)
    assert found.cells["b", "a"] == Cell(2, 0.5)
    assert found.cells["c", "a"].share == 1.0
    assert found.ratings["c"].value > found.ratings["a"].value > found.ratings["b"].value


def test_alone_among_three_is_another_game_than_three_against_one() -> None:
    found = Crosstable("four", 4, [met("a", "b", 1.0, players=4), met("b", "a", 0.0, players=4)])
    assert (found.cells["a", "b"].share, found.cells["b", "a"].share) == (1.0, 0.0)


def test_the_worst_row_is_the_opponent_with_the_lowest_share() -> None:
    games = [met("a", "b", 1.0), met("a", "b", 0.0), met("a", "c", 0.0), met("a", "a", 0.0)]
    worst = Crosstable("duels", 2, games).worst("a")
    assert worst
    assert (worst.opponent, worst.cell) == ("c", Cell(1, 0.0))
    assert worst.interval[1] > 0.5, "one game says little"
    assert Crosstable("nothing", 2, []).worst("a") is None


def test_a_table_has_straight_edges() -> None:
    lines = [*table(["", "who", "share"], [["1", "captain", "5"]], left=1)]
    assert lines == ["|     | who     | share |", "| --- | ------- | ----: |", "| 1   | captain |     5 |"]


def test_a_season_has_all_sizes_and_a_quick_one_the_smallest_and_largest() -> None:
    assert sizes("zargos", is_quick=False) == [2, 3, 4, 5, 6]
    assert sizes("zargos", is_quick=True) == [2, 6]


@pytest.mark.parametrize("game", LEVELS)
def test_every_level_meets_everybody_of_the_game(game: str) -> None:
    smallest = sizes(game, is_quick=True)[0]
    pairs = {*division(game, smallest, is_quick=True).pairs}
    for level in LEVELS[game]:
        for other in {*LEVELS[game], *MEMBERS[game]} - {level}:
            assert pairs & {(level, other), (other, level)}
    everybody = {name for pair in division(game, smallest, is_quick=False).pairs for name in pair}
    assert everybody >= {*ours(game), *MEMBERS[game]}


def test_who_plays_is_known_by_name() -> None:
    assert is_known("power", "captain")
    assert is_known("power", "captain:bold")
    assert is_known("power", "captain_2026_11")
    assert not is_known("power", "recruit:bold")
    assert not is_known("power", "nobody")
    assert not is_known("strategiksa", "prober")


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_work_is_done_until_it_is_over_or_its_time_is(jobs: int) -> None:
    with processes(jobs) as executor:
        assert {*done_until(abs, [-1, -2, -3], executor, jobs, perf_counter() + 60)} == {1, 2, 3}
        assert not [*done_until(abs, count(), executor, jobs, perf_counter() - 1)]


def test_a_private_sheet_is_shown_to_its_writer_alone() -> None:
    phase = PhaseOpened(1, "orders", {"V": ("V",), "B": ("B",)}, private=True)
    reading = Reading(phase, None, {"V": ("x",), "B": ("y",)}, Resolution(None, ()))
    assert shown_sheets(reading, "V") == {"V": ("x",)}


async def test_a_contestant_remembers_what_was_read() -> None:
    """The copycat repeats the line of its rival in its own corner, one round later."""
    game_table = table_of("power", 4, 0)
    state = POWER.setup(PowerOptions(players=4), Dice(0))
    holder = BotHolder("power", "copycat", "B", seats_of(game_table).index("B"), 0, 0.0)
    phase = PhaseOpened(1, "orders", POWER.phase(state).owing)
    before = await holder.write(phase, POWER.view(state, "B"))
    sheets = {**dict.fromkeys("BJR", ()), "V": ("S HQ V8",)}
    holder.hear(Reading(phase, state, sheets, POWER.resolve(state, sheets, Dice(0))))
    after = await holder.write(phase, POWER.view(state, "B"))
    assert before["B"][0] != "S HQB B8"
    assert after["B"][0] == "S HQB B8"


def test_the_longest_games_are_played_last_because_they_are_played_to_their_end() -> None:
    season = divisions(["power", "zargos", "argad"], (), is_quick=True)
    with processes(1) as executor:
        played = [each for each, _ in play_season(season, 1, 0.0, executor, 1, 0.0)]
    assert [(each.game, each.players) for each in played] == [
        *(("zargos", 2), ("zargos", 6), ("argad", 2), ("power", 2), ("argad", 4), ("power", 4))
    ]


def arena(monkeypatch: pytest.MonkeyPatch, *args: str) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.arena", *args])
    main()


@pytest.mark.slow
def test_a_season_becomes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the date and the machine, but no name or path of it."""
    file = tmp_path / "arena.md"
    words = ["--quick", "--game", "power", "--players", "2", "--games", "1", "--seconds", "0"]
    arena(
        monkeypatch, *words, "--minutes", "0.01", "--jobs", "1", "--page", str(file), "--date", "2026-11-17"
    )
    page = file.read_text("utf-8")
    assert "Played on 2026-11-17 with `python -m bench.arena --quick --game power" in page
    assert f"Python {platform.python_version()}" in page
    assert str(tmp_path) not in page
    assert platform.node() not in page
    heads = [line for line in page.splitlines() if line.startswith("#")]
    assert heads == ["# Who beats whom", "## The worst rows", "## power, 2 players"]
    assert "The worst opponent of each level:" in capsys.readouterr().out


def test_a_pairing_is_a_row_and_a_stranger_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arena(monkeypatch, "--pairing", "recruit-wanderer", "--games", "1", "--rounds", "2", "--jobs", "1")
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[:5] == ["power", "recruit", "-", "wanderer", "1"]
    with pytest.raises(SystemExit):
        arena(monkeypatch, "--pairing", "captain-nobody")
    assert "nobody does not play power" in capsys.readouterr().err
