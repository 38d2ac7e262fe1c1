"""Programs in the arena: who plays where, and what is counted."""

import shlex
import sys
from pathlib import Path

import pytest

from bench.arena import main
from bench.programs import (
    ProgramGame,
    ProgramMatch,
    fewest_players,
    play_program,
    program_matches,
    report_program,
)
from server.bots import LEVELS
from tests.kit.programs import answering, heard, program

TABLE = {"game": "power", "players": 2, "rounds": 2, "seconds": 30.0, "level_seconds": 0.1}

PASSING = 'while True: send(type="sheets", ask=receive("write")["ask"], sheets={})\n'


def match(command: list[str], **changes: object) -> ProgramMatch:
    wanted = {"name": "mine", "level": "recruit", "lot": 1, "place": 1, **TABLE, **changes}
    return ProgramMatch(command=tuple(command), **wanted)  # type: ignore[arg-type]  # the test knows the types


def test_a_program_takes_every_seat_on_the_same_lot() -> None:
    matches = program_matches("mine", "python3 'my bot.py'", "recruit", 5, **TABLE)
    assert [(each.lot, each.place) for each in matches] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert matches[0].command == ("python3", "my bot.py")


@pytest.mark.slow
def test_a_program_plays_a_game_of_the_arena_by_the_same_lines_as_at_a_table(tmp_path: Path) -> None:
    ask = """\
    send(type="legal", sheet="J", text="T HQ ")
    assert receive("offers")["offers"]
    send(type="simulate", sheets={"J": ["T HQ J4"]})
    assert receive("simulated")["view"]["seat"] == "JR"
"""
    played = play_program(match(program(tmp_path, answering(ask))))
    assert (played.phases, played.reports) == (2, {})
    kinds = [line["type"] for line in heard(tmp_path)]
    asked = ["write", "offers", "simulated", "written", "read"]
    assert kinds == ["hello", *asked, *asked, "over"]
    (hello, over) = heard(tmp_path, "hello", "over")
    assert hello["seats"] == {"VB": "recruit", "JR": "mine"}
    assert played.won == (over["outcome"]["winners"] == ["JR"])
    read = heard(tmp_path, "read")
    assert read[0]["sheets"]["J"] == ["T HQ J4"]
    assert [line["phase"].get("last", False) for line in heard(tmp_path, "write")] == [False, True]


@pytest.mark.slow
def test_a_program_that_is_silent_or_crashes_loses_its_time_and_not_the_game_of_others(
    tmp_path: Path,
) -> None:
    """A crash costs no time: there is nobody to wait for."""
    silent = play_program(match(program(tmp_path, "while True: receive()\n"), seconds=0.2))
    assert (silent.phases, silent.reports["no-answer"]) == (2, 2)
    crashing = play_program(match(program(tmp_path, "sys.exit(1)\n")))
    assert (crashing.phases, crashing.reports["given-up"]) == (2, 2)
    assert crashing.slowest < 30


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(set(LEVELS) - {"power"}))
def test_a_program_can_play_every_game(tmp_path: Path, game: str) -> None:
    """It passes wherever it is asked, and the game goes on to its end."""
    players = fewest_players(game)
    played = play_program(match(program(tmp_path, PASSING), game=game, players=players))
    assert played.phases > 2
    assert played.reports == {}
    assert len(heard(tmp_path, "read")) == played.phases


def arena(monkeypatch: pytest.MonkeyPatch, *args: str) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.arena", *args])
    main()


@pytest.mark.slow
def test_the_arena_prints_a_row_for_every_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = f"mine={shlex.join(program(tmp_path, PASSING))}"
    arena(
        monkeypatch,
        "--bot",
        command,
        "--game",
        "strategiksa",
        "--games",
        "1",
        "--jobs",
        "1",
        "--seconds",
        "0.01",
    )
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("mine - ")]
    assert [(row[2], row[3]) for row in rows] == [(level, "1") for level in LEVELS["strategiksa"]]


def test_the_arena_says_how_a_program_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        arena(monkeypatch, "--bot", "mine.py")
    wanted = "mine.py is no program: write a name and a command, as in mine='python3 mine.py'"
    assert wanted in capsys.readouterr().err


def test_the_row_counts_wins_and_what_the_owner_was_told() -> None:
    silent = ProgramGame(False, True, 20, 1.5, {"no-answer": 2}, {"no-answer": "It said nothing."})
    games = [ProgramGame(True, False, 10, 0.5, {}), silent]
    row, below = report_program("mine - recruit", games, 3.0).splitlines()
    assert row.split() == [
        *("mine", "-", "recruit", "2", "1", "0", "1", "50.0%", "9.5%-", "90.5%", "15.0", "1.500s", "3s")
    ]
    assert below == "  told to its owner, 2 times: It said nothing."
    assert "\n" not in report_program("mine - recruit", games[:1], 3.0)
