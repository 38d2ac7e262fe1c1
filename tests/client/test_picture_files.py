"""`qg replay FILE --svg OUT`: a position of a game as a picture that is kept or sent."""

import json
import os
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree.ElementTree import fromstring

import pytest

from client import cli
from protocol.messages import Done, Finish, Ready, Start
from server.record import export, write_record
from tests.kit import chaos
from tests.kit.commands import called
from tests.kit.drawn import SVG
from tests.kit.sittings import Sitting

ROUNDS = 3


@cache
def record(rounds: int = ROUNDS) -> bytes:
    """A game of POWER of some rounds, which is not over."""
    sitting = Sitting(4, interlude=None)
    players = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    for number in range(1, rounds + 1):
        for player in players:
            player.write(*chaos.orders(player.sheet, number))
            player.seal()
        for player in players:
            player.ask(Ready(phase=number))
    return write_record(export("TABLE", sitting.rows))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_bytes(record())
    return file


def replay(file: Path, *args: str) -> CompletedProcess[str]:
    variables = {**os.environ, "QG_HOME": str(file.parent), "LC_ALL": "C.UTF-8"}
    return called(cli.main, "replay", str(file), *args, variables=variables)


def texts(file: Path) -> list[str]:
    return [node.text or "" for node in fromstring(file.read_bytes()).iter(f"{SVG}text")]


def test_the_last_position_becomes_a_picture(game: Path) -> None:
    out = game.with_name("last.svg")
    told = replay(game, "--svg", str(out))
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"{out}: 1 picture\n"
    assert "Sunday (POWER): after round 3" in texts(out)
    assert "Round 4; green is read first." in texts(out)


def test_the_position_of_a_round_becomes_a_picture(game: Path) -> None:
    out = game.with_name("one.svg")
    assert replay(game, "--svg", str(out), "--round", "1").returncode == 0
    assert "Sunday (POWER): after round 1" in texts(out)
    assert replay(game, "--svg", str(out), "--round", "0", "--lang", "fr").returncode == 0
    assert "Sunday (POWER) : le début" in texts(out), "a picture may be written over"


@pytest.mark.parametrize("name", ["pictures/", "a/b/"])
def test_every_position_goes_into_a_folder(game: Path, name: str) -> None:
    told = replay(game, "--svg", f"{game.parent}/{name}")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.endswith(": 4 pictures\n")
    files = sorted((game.parent / name).iterdir())
    assert [file.name for file in files] == [f"round-00{number}.svg" for number in range(ROUNDS + 1)]
    assert len({file.read_bytes() for file in files}) == len(files)


def test_a_folder_that_exists_needs_no_slash(game: Path) -> None:
    folder = game.with_name("here")
    folder.mkdir()
    assert replay(game, "--svg", str(folder)).returncode == 0
    assert len(list(folder.iterdir())) == ROUNDS + 1


def test_the_same_record_gives_the_same_bytes(game: Path) -> None:
    one, other = game.with_name("one.svg"), game.with_name("other.svg")
    replay(game, "--svg", str(one))
    replay(game, "--svg", str(other))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--svg", "x.svg", "--round", "4"), "there is no round 4 in this game"),
        (("--svg", "x.svg", "--round", "-1"), "from 0, the beginning, to 3"),
        (("--svg", "all/", "--round", "1"), "all/ is a folder"),
        (("--round", "1"), "--round 1 says what to draw: write --svg"),
        (("--svg", "missing/x.svg"), "there is no such file or folder"),
        (("--svg", "game.json"), "game.json exists already, and is not a picture"),
        (("--svg", "game.json/"), "there is a file where a folder is needed"),
        (("--svg", "x" * 300), "the name is too long"),
        (("--svg", "x\0y"), "there is no such name"),
        (("--svg", "x.svg", "--round", "9", "--lang", "fr"), "il n'y a pas de manche 9"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(
    game: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(game.parent)
    told = replay(game, *args)
    assert told.returncode == cli.EXIT_REFUSED
    assert sentence in " ".join(told.stderr.split())
    assert game.read_bytes() == record()
    assert list(game.parent.iterdir()) == [game]


def test_the_picture_of_a_game_that_is_over_says_who_has_won(game: Path) -> None:
    sitting = Sitting(2, tournament=True, interlude=None)
    first, _ = (sitting.sit(name) for name in ("<b>Ana</b>", "Bo"))
    referee = sitting.referee()
    referee.ask(Start())
    sitting.pass_time(200.0)
    assert isinstance(referee.ask(Finish(winners=(first.sheet,))), Done)
    game.write_bytes(write_record(export("TABLE", sitting.rows)))
    out = game.with_name("last.svg")
    assert replay(game, "--svg", str(out)).returncode == 0
    assert f"The game is over: <b>Ana</b> ({first.sheet}) wins" in texts(out)


def test_a_position_that_was_edited_is_refused(game: Path) -> None:
    whole = json.loads(record())
    whole["rounds"][-1]["view"]["pieces"]["V"]["Z9"] = whole["rounds"][-1]["view"]["pieces"]["V"]["HQV"]
    game.write_text(json.dumps(whole))
    out = game.with_name("x.svg")
    told = replay(game, "--svg", str(out))
    assert told.returncode == cli.EXIT_REFUSED
    assert "the position after round 3 cannot be drawn" in " ".join(told.stderr.split())
    assert not out.exists()
    assert replay(game, "--svg", str(out), "--round", "2").returncode == 0


def test_a_game_that_nobody_here_knows_is_refused(game: Path) -> None:
    game.write_bytes(record().replace(b'"game": "power"', b'"game": "chess"'))
    told = replay(game, "--svg", str(game.with_name("x.svg")))
    assert told.returncode == cli.EXIT_REFUSED
    assert "knows no game called CHESS" in " ".join(told.stderr.split())


def test_a_game_that_has_not_begun_has_no_picture(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(write_record(export("TABLE", Sitting(4).rows)))
    told = replay(file, "--svg", str(tmp_path / "x.svg"))
    assert "this game of POWER has not begun" in " ".join(told.stderr.split())
