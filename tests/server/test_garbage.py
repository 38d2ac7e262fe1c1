"""R8: a search for garbage, which holds up every table, does not come before a bell."""

import asyncio
import gc
from pathlib import Path

import pytest

from server import garbage
from server.garbage import is_near, spared_loop, unsearched
from tests.kit.callers import serving, start_game


@pytest.mark.parametrize(("bell", "near"), [(None, False), (10.5, True), (9.0, True), (13.0, False)])
def test_a_bell_is_near_if_it_rings_soon(bell: float | None, near: bool) -> None:
    assert is_near(bell, 10.0) is near


async def test_a_full_search_waits_until_no_bell_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    bells = [0.0, 0.0, None]
    searched = asyncio.Event()
    asked: list[float | None] = []

    def next_bell() -> float | None:
        asked.append(bells.pop(0))
        return asked[-1]

    monkeypatch.setattr(garbage, "SEARCH_SECONDS", 0.0)
    monkeypatch.setattr(garbage, "QUIET_SECONDS", 0.001)
    before = gc.get_threshold()
    async with spared_loop(next_bell):
        assert gc.get_threshold()[2] == garbage.NEVER, "it never comes by itself"
        monkeypatch.setattr(gc, "collect", lambda: searched.set())
        async with asyncio.timeout(30):
            await searched.wait()
        monkeypatch.setattr(garbage, "SEARCH_SECONDS", 1000.0)
    assert asked == [0.0, 0.0, None]
    assert gc.get_threshold() == before


async def test_the_lobby_knows_the_next_bell_of_all_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        assert app.lobby.next_bell() is None
        await start_game(app.port, seconds=50)
        bell = app.lobby.next_bell()
        assert bell is not None
        assert 0 < bell - asyncio.get_running_loop().time() <= 50


def test_python_searches_for_garbage_again_after_a_thought_however_it_ends() -> None:
    with unsearched():
        assert not gc.isenabled()
        with unsearched():
            pass
        assert not gc.isenabled(), "the thought around it goes on"
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), unsearched():
        _ = 1 / 0
    assert gc.isenabled()
