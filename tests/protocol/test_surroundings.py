"""What a program finds around it: the folder for its files, its own version, games that it does not know."""

from importlib import metadata
from pathlib import Path

import pytest

from protocol.folders import data_folder
from protocol.notes import Note
from protocol.texts import catalogue
from protocol.version import our_version
from protocol.views import read_story, read_view, title_of

HOME = Path("~").expanduser()


@pytest.mark.parametrize(
    ("system", "named", "folder"),
    [
        pytest.param("linux", {"QG_HOME": "~/games"}, HOME / "games", id="the folder that is named"),
        pytest.param("linux", {}, HOME / ".local/share/qg", id="Linux"),
        pytest.param("linux", {"XDG_DATA_HOME": "/var/files"}, Path("/var/files/qg"), id="XDG_DATA_HOME"),
        pytest.param("darwin", {}, HOME / "Library/Application Support/qg", id="macOS"),
        pytest.param("win32", {"LOCALAPPDATA": "/files"}, Path("/files/qg"), id="Windows"),
    ],
)
def test_every_system_has_a_folder_for_the_files_of_a_person(
    monkeypatch: pytest.MonkeyPatch, system: str, named: dict[str, str], folder: Path
) -> None:
    for name in ("QG_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    assert data_folder() == folder


def test_a_program_that_is_not_installed_does_not_know_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    our_version.cache_clear()
    monkeypatch.setattr(metadata, "version", is_missing)
    assert our_version() == "unknown"
    our_version.cache_clear()


def test_the_view_and_the_story_of_an_unknown_game_stay_as_they_are() -> None:
    assert read_view("chess", {"board": 64}) == {"board": 64}
    assert read_story("chess", ["e4"]) == ("e4",)
    assert title_of("chess") == "CHESS"


def test_a_sentence_that_begins_with_a_name_is_known_by_its_template() -> None:
    say = catalogue("table", "en")
    assert say.begins_with_name(Note("event.seat_taken", {"name": "ada"}))
    assert not say.begins_with_name(Note("no.such-code"))
