"""What the referee sees of the links and the host, and what nobody can read out of it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from protocol import events, messages
from protocol.messages import (
    Done,
    Grant,
    Health,
    Hold,
    Inspect,
    Ping,
    Referee,
    Refused,
    Start,
    StopClock,
)
from protocol.texts import catalogue
from server import health
from server.app import App
from tests.kit.callers import PATIENCE, Caller, call, open_table, seat_all, serving
from tests.table.test_referee import tournament


async def office(app: App, language: str = "en") -> tuple[Caller, list[Caller]]:
    """A tournament of two that has begun, and its referee."""
    opened = await open_table(await call(app.port), tournament=True, options={"players": 2})
    players = await seat_all(app.port, opened.table, ("Ana", "Bo"))
    referee = await call(app.port, language=language)
    await referee.ask(Referee(table=opened.table, key=opened.referee_key))
    assert isinstance(await referee.ask(Start()), Done)
    return referee, players


async def inspect(referee: Caller) -> Health:
    found = await referee.ask(Inspect())
    assert isinstance(found, Health), found
    return found


async def eventually(look: Callable[[], Awaitable[Health]], is_wanted: Callable[[Health], bool]) -> Health:
    async with asyncio.timeout(PATIENCE):
        while not is_wanted(found := await look()):
            pass
    return found


async def test_the_referee_sees_links_and_host(tmp_path: Path) -> None:
    """The answer holds lag and silence of every seat; disk, memory, queue, last write, clock."""
    async with serving(tmp_path) as app:
        referee, players = await office(app)
        found = await eventually(
            lambda: inspect(referee), lambda found: all(link.lag is not None for link in found.links)
        )
        assert {link.seat for link in found.links} == {player.seat for player in players}
        assert all(0 < (link.lag or 0) < PATIENCE and 0 <= link.silent < PATIENCE for link in found.links)
        assert found.connections == len(app._connections)
        assert found.memory is None or 10 * 2**20 < found.memory < 2**30
        assert found.disk
        assert found.write_seconds > 0
        await players[0].close()
        await eventually(lambda: inspect(referee), lambda found: len(found.links) == 1)


async def test_a_machine_that_pings_is_no_longer_silent(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        referee, players = await office(app)
        line = next(c for c in app._connections if c.peer.seat == players[0].seat)
        line._socket.alive_at -= 100
        (link,) = (link for link in (await inspect(referee)).links if link.seat == players[0].seat)
        assert link.silent > 99
        await players[0].ask(Ping())
        (link,) = (link for link in (await inspect(referee)).links if link.seat == players[0].seat)
        assert link.silent < PATIENCE


async def test_health_does_not_show_that_somebody_writes(tmp_path: Path) -> None:
    """S1: it shows neither in the silence of a machine nor in the last write of the disk."""
    async with serving(tmp_path) as app:
        referee, players = await office(app)
        await players[0].write(1, "S HQ V7")  # that somebody began is told to all
        line = next(c for c in app._connections if c.peer.seat == players[0].seat)
        line._socket.alive_at -= 100
        before = await inspect(referee)
        await players[0].write(1, "S HQ V7", "T HQ V8", revision=2)
        after = await inspect(referee)
        assert all(link.silent > 99 for link in after.links if link.seat == players[0].seat)
        assert after.write_seconds == before.write_seconds


async def test_only_the_referee_may_ask_for_the_health(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        _, players = await office(app)
        for asker in (players[0], await call(app.port)):
            answer = await asker.ask(Inspect())
            assert isinstance(answer, Refused)
            assert answer.code == "not-referee"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_warning_of_the_host_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    async with serving(tmp_path) as app:
        referee, _ = await office(app, language)
        assert (await inspect(referee)).warnings == ()
        for line in ("MOST_WAITING", "SLOWEST_WRITE", "LATEST_BELL", "LONGEST_LAG", "LONGEST_SILENCE"):
            monkeypatch.setattr(health, line, -1)
        monkeypatch.setattr(health, "LEAST_DISK", 2**62)
        app.metrics.storage_errors_total = 2
        found = await inspect(referee)
        codes = catalogue("table", language).tables["health"]
        assert len(found.warnings) == len(codes)  # two seats are silent, and then not slow besides
        assert not [said for said in found.warnings if said.startswith("health.") or "?" in said]
        monkeypatch.setattr(health, "LONGEST_SILENCE", 100)
        slow = await eventually(
            lambda: inspect(referee), lambda found: all(link.lag is not None for link in found.links)
        )
        assert [said for said in slow.warnings if " ms " in said and "V" in said]


def test_a_referee_s_act_may_have_a_reason_that_goes_into_the_record() -> None:
    """Each act is told as an event, and its reason before it."""
    _, referee, (ana, *_) = tournament()
    for act in (StopClock(reason="a phone rang"), Hold(reason=" paper "), Grant(seconds=30, reason="late")):
        assert isinstance(referee.ask(act), Done)
    assert [event.text for event in ana.events(events.Annotated)] == ["a phone rang", "paper", "late"]
    answer = referee.ask(Start(reason="it does not happen, and is not noted"))
    assert isinstance(answer, Refused)
    assert len(ana.events(events.Annotated)) == 3


async def test_the_figures_do_not_move_with_what_somebody_writes(tmp_path: Path) -> None:
    """S1: neither the public counts nor the referee's figures of the disk tell of a sheet."""
    async with serving(tmp_path) as app:
        referee, players = await office(app)
        await players[0].until_event(events.PhaseOpened)
        seat = players[0].seat

        async def figures() -> tuple[int, int, Any, Any]:
            health = await referee.ask(messages.Inspect())
            assert isinstance(health, messages.Health)
            counted = app.metrics.messages_total - asked, app.metrics.refusals_total
            return *counted, health.disk, health.memory is None

        asked = app.metrics.messages_total + 1
        before = await figures()
        for revision in range(1, 6):
            await players[0].write(1, "T HQ V4", revision=revision)
        await players[0].ask(messages.Seal(phase=1, revisions={seat: 5}))
        await players[0].ask(messages.Unseal(phase=1))
        await players[0].ask(messages.Seal(phase=1, revisions={seat: 4}))
        asked += 1
        assert await figures() == before
        assert before[2] is None or before[2] % 2**26 == 0
