"""A game is loaded when it is first played, and what is told of it before is true."""

import subprocess
import sys
from pathlib import Path

import pytest

from client.games import GAMES as SHOWN
from protocol.on_demand import OnDemand
from protocol.views import NOTES, OPTIONS, VIEWS
from server import bots
from server.bots.power.characters import STYLES
from server.games import GAMES
from tests.kit.sources import ROOT


def test_a_value_is_loaded_once_and_only_if_it_is_asked_for() -> None:
    loaded: list[str] = []

    def load(place: str) -> str:
        loaded.append(place)
        return place.upper()

    table = OnDemand({"a": "first", "b": "second"}, load)
    assert list(table) == ["a", "b"]
    assert len(table) == 2
    assert "b" in table
    assert "c" not in table
    assert not loaded
    assert table["b"] == table["b"] == "SECOND"
    assert loaded == ["second"]
    assert table.get("c") is None


def test_a_value_can_be_put_in_and_taken_out() -> None:
    table = OnDemand({"a": "first"}, str.upper)
    table["b"] = "given"
    assert dict(table) == {"a": "FIRST", "b": "given"}
    del table["a"]
    assert dict(table) == {"b": "given"}
    with pytest.raises(KeyError):
        table["a"]


def test_a_fault_while_loading_does_not_look_like_an_unknown_name() -> None:
    def load(place: str) -> str:
        return {"other": "value"}[place]

    table = OnDemand({"a": "first"}, load)
    with pytest.raises(ImportError, match="first cannot be loaded"):
        table.get("a")


@pytest.mark.slow
def test_two_threads_load_a_game_by_different_doors() -> None:
    """Each process tries once, because a module is loaded only once."""
    script = (
        "import sys, threading; sys.setswitchinterval(1e-5);"
        "from protocol.views import VIEWS; from client.games import GAMES;"
        "from concurrent.futures import ThreadPoolExecutor as Pool;"
        "start = threading.Barrier(2);"
        "load = lambda table: (start.wait(), table['argad']);"
        "print(len([*Pool(2).map(load, (VIEWS, GAMES))]))"
    )
    for _ in range(6):
        command = [sys.executable, "-c", script]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert ran.stdout == "2\n", ran.stderr


def test_every_registry_knows_the_same_games_by_their_own_names() -> None:
    names = [*GAMES]
    assert [*SHOWN] == [*OPTIONS] == [*VIEWS] == [*NOTES] == [*bots.ROSTERS] == names
    assert [game.name for game in GAMES.values()] == names
    assert [options.game for options in OPTIONS.values()] == names


@pytest.mark.parametrize("game", GAMES)
def test_the_levels_of_the_roster_are_those_of_the_players(game: str) -> None:
    assert tuple(bots.PLAYERS[game]) == bots.ROSTERS[game].levels


def test_the_characters_of_the_roster_are_those_of_the_players() -> None:
    assert bots.ROSTERS["power"].characters == dict.fromkeys(("captain", "general", "marshal"), tuple(STYLES))


@pytest.mark.slow
@pytest.mark.parametrize("program", ["server.cli", "server.app", "client.cli", "client.screens.app"])
def test_a_program_that_starts_loads_no_game(program: str) -> None:
    script = f"import sys, {program}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    folders = ("server.games", "server.bots", "client.games", "protocol.views")
    games = {f"{folder}.{game}" for folder in folders for game in GAMES}
    loaded = set(ran.stdout.split())
    assert program in loaded
    assert not loaded & games


@pytest.mark.slow
def test_a_server_for_many_loads_all_games_while_it_waits(tmp_path: Path) -> None:
    script = """
import asyncio, pathlib, sys
from server.app import App, Settings
from server.games import GAMES

async def serve():
    database = pathlib.Path(sys.argv[1])
    async with App(Settings(database, "127.0.0.1", 0, announce=False, load_games_after=0)):
        async with asyncio.timeout(60):
            while not all(f"server.games.{game}.rules" in sys.modules for game in GAMES):
                await asyncio.sleep(0.01)

asyncio.run(serve())
print("all are loaded")
"""
    command = [sys.executable, "-c", script, str(tmp_path / "qg.db")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout == "all are loaded\n", ran.stderr
