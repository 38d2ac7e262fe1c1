"""Line by line: a lesson from its first line to its last, and playing again with the same people."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.client.test_plain import Person, qg
from tests.kit.callers import serving

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("language", "verbs", "title"),
    [("en", ("del 1", "seal", "ready"), "Lesson"), ("fr", ("rayer 1", "sceller", "prêt"), "Leçon")],
)
async def test_a_lesson_is_told_line_by_line(
    tmp_path: Path, language: str, verbs: tuple[str, str, str], title: str
) -> None:
    delete, seal, ready = verbs
    headquarters = "HQ" if language == "en" else "QG"
    async with qg(tmp_path, "learn", "--plain", language=language) as ana:
        await ana.hear(f"{title} 1/4", f"T {headquarters} V4")
        ana.type("t hq b8")
        await ana.hear(f"{title} 1/4", delete.split()[0])
        ana.type(delete, "t hq v4")
        await ana.hear(f"{title} 2/4", f"S {headquarters} V7")
        ana.type("s hq v7")
        await ana.hear(f"{title} 3/4", seal)
        ana.type(seal)
        await ana.hear(f"{title} 4/4", ready)
        ana.type(ready)
        await ana.hear("qg solo")
        ana.type("quit")
        assert await ana.leave() == 0
        assert "qg solo" in ana.heard[-1]


async def seal_and_end(*players: Person) -> None:
    for player in players:
        await player.hear("Then type seal")
        player.type("seal")
    for player in players:
        await player.hear("Type again to play another game")


async def test_two_players_play_again_line_by_line(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        where = f"127.0.0.1:{server.port}"
        words = ("--server", where, "--players", "2", "--seconds", "60", "--limit", "60", "--plain")
        async with AsyncExitStack() as stack:
            hosting = qg(tmp_path / "ana", "host", "Sunday", *words, "--name", "Ana")
            ana = await stack.enter_async_context(hosting)
            await ana.hear("Waiting for players")
            joining = qg(tmp_path / "bo", "join", where, "--plain", "--name", "Bo")
            bo = await stack.enter_async_context(joining)
            await bo.hear("Type ready when you are ready")
            ana.type("ready")
            bo.type("ready")
            await seal_and_end(ana, bo)
            ana.type("again")
            await ana.hear("You want to play again; waiting for: Bo.")
            await bo.hear("Ana (VB) wants to play again")
            bo.type("again")
            await ana.hear("Sunday 2 (")
            await ana.hear("You have seat JR.")
            await ana.hear("Then type seal")
            ana.type("standings")
            await ana.hear("Ana: games 1, won 0, drawn 1, rounds 1, flags taken 0.")
            ana.type("quit")
            assert await ana.leave() == 0
