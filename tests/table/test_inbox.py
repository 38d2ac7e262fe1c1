"""What waits for a table: changes in their order, then questions in turns."""

import asyncio
from pathlib import Path

import pytest

from protocol import events
from protocol.messages import Suggest, Write
from server.table import actor as actor_module
from server.table.inbox import Inbox
from tests.kit.callers import serving, start_game


def test_changes_go_before_questions() -> None:
    inbox: Inbox[str] = Inbox()
    inbox.add_question(1, "may I?")
    inbox.add_change("I do")
    inbox.add_change("I did")
    assert inbox.take_changes(10) == ["I do", "I did"]
    assert not inbox.has_changes
    assert inbox
    assert inbox.take_question() == "may I?"
    assert inbox.take_question() is None
    assert not inbox


def test_peers_ask_in_turns() -> None:
    """Whoever asks a hundred questions at once does not delay the one question of another."""
    inbox: Inbox[str] = Inbox()
    for number in range(3):
        inbox.add_question(1, f"one {number}")
    inbox.add_question(2, "two")
    found = [inbox.take_question() for _ in range(4)]
    assert found == ["one 0", "two", "one 1", "one 2"]


def test_changes_that_were_put_back_come_first_again() -> None:
    inbox: Inbox[str] = Inbox()
    for name in "abcd":
        inbox.add_change(name)
    taken = inbox.take_changes(3)
    inbox.put_back(taken[1:])
    assert inbox.take_changes(10) == ["b", "c", "d"]


def test_the_questions_of_a_peer_that_is_gone_are_forgotten() -> None:
    inbox: Inbox[str] = Inbox()
    inbox.add_question(1, "one")
    inbox.add_question(2, "two")
    assert inbox.forget_questions(1) == ["one"]
    assert inbox.empty() == ["two"]
    assert not inbox


async def test_a_sheet_does_not_wait_behind_the_questions_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S7, S18: a flood of questions from one seat delays no acknowledgement of another."""
    monkeypatch.setattr(actor_module, "TURN_SECONDS", 0.0)
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        await players[0].until_event(events.PhaseOpened)
        actor = await app.lobby.find(table)
        peers = {peer.seat: peer for peer in actor.table.peers.values()}
        flood, writer = peers["V"], peers["B"]
        line = actor._lines[flood.number]
        asked = [asyncio.Event() for _ in range(100)]
        for event in asked:
            actor.submit(flood, line, Suggest(sheet="V"), 0.0, event)
        sheet = Write(phase=1, sheet="B", revision=1, lines=("T HQ B8",))
        written = asyncio.Event()
        actor.submit(writer, actor._lines[writer.number], sheet, 1.0, written)
        await written.wait()
        assert not asked[-1].is_set()
        await asked[-1].wait()


async def test_the_bell_does_not_wait_for_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R8, S18."""
    monkeypatch.setattr(actor_module, "TURN_SECONDS", 0.0)
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, seconds=3600)
        await players[0].until_event(events.PhaseOpened)
        actor = await app.lobby.find(table)
        peers = {peer.seat: peer for peer in actor.table.peers.values()}
        line = actor._lines[peers["V"].number]
        asked = [asyncio.Event() for _ in range(100)]
        for event in asked:
            actor.submit(peers["V"], line, Suggest(sheet="V"), 0.0, event)
        glass = actor.table.state.glass
        glass.since = (glass.since or 0.0) - 7200  # the hourglass ran out an hour ago
        await asked[0].wait()
        assert actor.table.state.read_phase == 1
        assert not asked[-1].is_set()
        await asked[-1].wait()
