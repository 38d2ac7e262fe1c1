"""P5, S7: the server keeps its promises on the loop of uvloop too, and runs without it."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from protocol.messages import CLOSE_LIMITS, Written
from server import event_loop
from tests.kit.callers import serving, start_game
from tests.kit.wires import PONG, frame, wire

pytest.importorskip("uvloop")


async def name() -> str:
    return event_loop.name_of_loop()


def test_a_server_uses_uvloop_where_it_is_installed_and_it_does_not_encrypt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert event_loop.run(name(), is_encrypted=False) == "ExactLoop"
    assert event_loop.run(name(), is_encrypted=True) != "ExactLoop"
    monkeypatch.setitem(sys.modules, "uvloop", None)  # as if it were not installed
    assert event_loop.run(name(), is_encrypted=False) != "ExactLoop"


def test_the_clock_of_the_loop_shows_less_than_half_a_millisecond() -> None:
    """P5: by this clock a turn of reading ends, and with it what others have to wait."""

    async def shown() -> set[float]:
        loop, begun = asyncio.get_running_loop(), time.perf_counter()
        times = set()
        while time.perf_counter() - begun < 0.002:
            times.add(loop.time())
        return times

    assert len(event_loop.run(shown(), is_encrypted=False)) > 10


def test_a_game_goes_on_on_uvloop_while_somebody_floods_the_server(tmp_path: Path) -> None:
    """S7, R8: drafts are stored, the flood is closed, and the bell rings."""

    async def play() -> None:
        async with serving(tmp_path) as app:
            _, players = await start_game(app.port, seconds=1.0)
            rude = await wire(app.port, hello=True)
            rude.put(frame(b"", PONG) * 20_000)
            assert isinstance(await players[0].write(1, "S HQ V8"), Written)
            code, _ = await rude.closing()
            assert code in (CLOSE_LIMITS, 1006)
            rude.cut()
            told = await players[1].until(lambda message: "SheetsRead" in str(message))
            assert "S HQ V8" in str(told)
            for player in players:
                await player.close()

    event_loop.run(play(), is_encrypted=False)
