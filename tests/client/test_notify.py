"""`qg notify`: a player is told once a phase that a table waits for their sheet."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from client.launch.saved import Memory, Place
from protocol import messages
from protocol.events import PhaseOpened
from tests.kit.callers import Caller, call, open_table, seat_all, serving

pytestmark = pytest.mark.slow

LONG = 60
WRITE_DOWN = """\
import os, sys
with open(sys.argv[1], "a") as file:
    file.write("|".join(os.environ[name] for name in ("QG_TABLE", "QG_NAME", "QG_GAME", "QG_TEXT")) + "\\n")
"""
NASTY = "$(touch pwned) `id`;--h"


def notify(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "client", "notify", "--once", *args]
    env = {**os.environ, "QG_HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": str(home)}
    return subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONG
    )


def writing_down(home: Path) -> tuple[str, ...]:
    """The options that run a command which writes every notice down."""
    script = home / "write_down.py"
    home.mkdir(exist_ok=True)
    script.write_text(WRITE_DOWN)
    return ("--run", f"{sys.executable} {script} {home / 'notices'}")


def created(folder: Path) -> bool:
    """Whether a shell has read the name of the table."""
    return bool(list(folder.rglob("pwned"))) or Path("pwned").exists()


def notices(home: Path) -> list[str]:
    file = home / "notices"
    return file.read_text().splitlines() if file.exists() else []


async def seat_at(port: int, home: Path) -> tuple[str, list[Caller]]:
    """A game of two with a nasty name, of which this home holds the seat of the first player."""
    opener = await call(port)
    opened = await open_table(opener, name=NASTY, options={"players": 2, "interlude": 0.05})
    players = await seat_all(port, opened.table, ("Ana", "Bo"))
    place = Place(f"127.0.0.1:{port}", players[0].token, players[0].seat)
    Memory(home / "client.json").keep_place(opened.table, place)
    return opened.table, players


async def test_a_command_is_run_once_a_phase_while_our_sheet_is_awaited(tmp_path: Path) -> None:
    home = tmp_path / "home"
    options = writing_down(home)
    async with serving(tmp_path / "server") as app:
        table, (ana, bo) = await seat_at(app.port, home)
        for _ in range(2):
            done = await asyncio.to_thread(notify, home, *options)
            assert done.returncode == 0, done.stderr
        assert (home / "noticed.json").stat().st_mode & 0o777 == 0o600
        (notice,) = notices(home)
        letters, name, game, text = notice.split("|")
        assert (letters, name, game) == (table, NASTY, "power")
        assert f"qg join {table}" in text
        for player in (ana, bo):
            sheets = dict.fromkeys(player.seat, 0)
            await player.ask(messages.Seal(phase=1, revisions=sheets))
        await ana.until_event(PhaseOpened, phase=2)
        await asyncio.to_thread(notify, home, *options)
        assert len(notices(home)) == 2, "another phase, another notice"


async def test_a_player_whose_sheet_is_sealed_is_not_told(tmp_path: Path) -> None:
    home = tmp_path / "home"
    options = writing_down(home)
    async with serving(tmp_path / "server") as app:
        _, (ana, _) = await seat_at(app.port, home)
        await ana.ask(messages.Seal(phase=1))
        done = await asyncio.to_thread(notify, home, *options)
        assert done.returncode == 0, done.stderr
        assert notices(home) == []


async def test_a_name_is_never_read_by_a_shell(tmp_path: Path) -> None:
    """The name of the table would create a file."""
    home = tmp_path / "home"
    options = writing_down(home)
    async with serving(tmp_path / "server") as app:
        await seat_at(app.port, home)
        await asyncio.to_thread(notify, home, *options)
    assert notices(home)
    assert not created(tmp_path)


async def test_without_a_command_the_desktop_shows_the_notice(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    shown = home / "notify-send"
    shown.write_text(
        f'#!{sys.executable}\nimport sys\nopen("{home}/notices", "a").write("|".join(sys.argv[1:]))\n'
    )
    shown.chmod(0o755)
    async with serving(tmp_path / "server") as app:
        table, _ = await seat_at(app.port, home)
        done = await asyncio.to_thread(notify, home)
        assert table in done.stdout
    (notice,) = notices(home)
    dashes, title, text = notice.split("|")
    assert (dashes, title) == ("--", "QG")
    assert table in text


async def test_a_command_that_cannot_be_run_is_named(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with serving(tmp_path / "server") as app:
        await seat_at(app.port, home)
        done = await asyncio.to_thread(notify, home, "--run", "no-such-command x")
    assert "no-such-command x ended with status 127" in done.stdout
    assert done.returncode == 0


async def test_the_shell_reads_the_command_but_not_the_names(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with serving(tmp_path / "server") as app:
        table, _ = await seat_at(app.port, home)
        await asyncio.to_thread(notify, home, "--run", f'echo "$QG_TEXT" > {home / "notices"}')
    (notice,) = notices(home)
    assert NASTY in notice
    assert f"qg join {table} takes you there" in notice
    assert not created(tmp_path)


def test_a_command_with_an_open_quotation_mark_is_refused(tmp_path: Path) -> None:
    done = notify(tmp_path, "--run", "say 'hello")
    assert done.returncode == 2
    assert "is not a command" in done.stderr
