"""`qg-server sheet` as a player runs it."""

from pathlib import Path

import pytest

from server.cli import main
from server.games import GAMES
from tests.kit.commands import called
from tests.kit.contract import JUNK

GOOD = "# my list\nUNIT 4MA MA+b MA+g\nUNIT 6SA SA+m\n\nUNIT 8LB\nUNIT 7BI\nUNIT 5HB\n"


def run(*args: str, given: str | bytes = b"") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    text = given.encode() if isinstance(given, str) else given
    done = called(main, "sheet", *args, given=text)
    return done.returncode, done.stdout, done.stderr


def test_a_good_sheet_is_told_with_what_it_comes_to(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(GOOD, "utf-8")
    status, out, err = run("--game", "argad", str(file))
    assert (status, err) == (0, "")
    assert out.splitlines()[-2:] == ["5 units, 33 men, 276 points of 280", "The sheet is good."]
    assert run("--game", "argad", given=GOOD) == (status, out, err)


def test_what_is_wrong_is_said_line_by_line_and_as_a_whole() -> None:
    status, out, err = run("--game", "argad", "--lang", "fr", given=GOOD.replace("6SA SA+m", "2SA"))
    assert (status, err) == (1, "")
    assert "ligne 3 : une unité a de 3 à 12 figurines, et celle-ci en a 2" in out.splitlines()
    assert "La feuille est bonne." not in out


@pytest.mark.parametrize(
    ("args", "given"),
    [
        (("--game", "chess"), GOOD),
        (("--game", "power"), GOOD),
        (("--game", "argad"), b"\xff\xfe"),
        (("--game", "argad", "/no/such"), ""),
    ],
    ids=["no such game", "no such sheet", "no text", "no file"],
)
def test_what_cannot_be_checked_is_refused_in_one_line(args: tuple[str, ...], given: str | bytes) -> None:
    status, out, err = run(*args, given=given)
    assert (status, out) == (2, "")
    assert err.startswith("qg-server: ")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("name", GAMES)
def test_junk_on_a_prepared_sheet_is_no_error(name: str) -> None:
    checked = GAMES[name].check_sheet(JUNK)
    assert checked is None or not checked.is_good
