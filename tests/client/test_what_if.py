"""What if, line by line: guessed sheets are told as a supposition, and the table hears nothing."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client.launch.rules_process import RulesProcess
from client.link.address import Address
from client.link.session import Session
from client.link.wire import Wire
from client.look import Look
from client.plain.commands import Commands
from client.plain.console import Console
from client.plain.narrator import Voice
from client.plain.run import run_replay
from client.state.client_state import ClientState
from protocol.events import SheetsRead
from tests.kit.callers import Caller, call, open_table, serving
from tests.kit.sessions import sit


class Speaking:
    """A person line by line, and what was said to them."""

    def __init__(self, session: Session, language: str) -> None:
        self._out = io.StringIO()
        self.commands = Commands(session, Voice(Console(io.StringIO(), self._out), language))

    async def type(self, *lines: str) -> str:
        """Returns what these lines led to."""
        before = len(self._out.getvalue())
        for line in lines:
            await self.commands.obey(line)
        return self._out.getvalue()[before:]


@asynccontextmanager
async def playing(
    folder: Path, language: str = "en", **options: Any
) -> AsyncIterator[tuple[Session, Caller, Speaking]]:
    """A game of two: a session on the first seat, a bare caller on the other."""
    async with serving(folder) as app:
        opener = await call(app.port)
        opened = await open_table(opener, options={"players": 2, "referee": "V", **options})
        async with Session(Address("127.0.0.1", app.port), language=language) as session:
            await sit(session, opened.table, "Ana")
            other = await call(app.port)
            await other.sit(opened.table, "Bo")
            await session.until(lambda state: state.stage == "writing")
            yield session, other, Speaking(session, language)


async def test_a_round_is_supposed_and_the_own_sheet_stays(tmp_path: Path) -> None:
    async with playing(tmp_path) as (session, other, ana):
        await ana.type("t hq v8")
        before = session.state.sheets
        assert "WHAT IF" in await ana.type("if")
        await ana.type("clear", "s hq v4", "sheet J", "s hq j4")
        said = await ana.type("resolve")
        assert said.startswith("WHAT IF: this would happen in round 1.")
        assert "j4" in said.lower()
        assert "it did not happen" in said
        assert "You are back at the table" in await ana.type("if")
        assert session.state.sheets == before
        assert session.state.rounds == ()
        assert not [event for event in other.events() if isinstance(event, SheetsRead)]


async def test_it_can_be_resolved_again_with_other_sheets(tmp_path: Path) -> None:
    async with playing(tmp_path) as (_, _, ana):
        await ana.type("if", "s hq v4")
        first = await ana.type("resolve")
        await ana.type("clear", "s hq v1")
        second = await ana.type("resolve")
        assert first != second
        assert second.startswith("WHAT IF: this would happen in round 1.")


async def test_quit_leaves_the_supposition_and_not_the_table(tmp_path: Path) -> None:
    async with playing(tmp_path) as (session, _, ana):
        assert "back at the table" in await ana.type("if", "quit")
        await ana.type("t hq v8")
        assert session.state.sheets["V"].lines == ("t hq v8",)


async def test_nothing_else_can_be_done_while_one_supposes(tmp_path: Path) -> None:
    """A chat or a seal would reach the table."""
    async with playing(tmp_path) as (session, _, ana):
        await ana.type("if")
        for word in ("seal", "pause", "chat hello"):
            await ana.type(f":{word}")
        assert not session.state.sealed
        assert session.state.clock.running
        assert session.state.chat == ()


async def test_the_bell_ends_a_supposition(tmp_path: Path) -> None:
    async with playing(tmp_path) as (session, other, ana):
        await session.seal()
        await ana.type("if")
        await other.seal(1, revision=0)
        await session.until(lambda state: state.rounds)
        assert "supposing" not in await ana.type("who")
        assert ana.commands._supposing is None


async def test_a_supposition_waits_while_the_link_is_lost(tmp_path: Path) -> None:
    async with playing(tmp_path) as (session, _, ana):
        await ana.type("if", "s hq v4")
        assert isinstance(session._wire, Wire)
        session._wire._socket.transport.abort()
        await session.until(lambda state: state.link == "lost")
        assert "was not sent" in await ana.type("resolve") or session.state.link == "ok"
        await session.until(lambda state: state.link == "ok")
        assert "WHAT IF: this would happen" in await ana.type("resolve")


async def test_in_french_too(tmp_path: Path) -> None:
    async with playing(tmp_path, "fr") as (_, _, ana):
        assert "ET SI" in await ana.type("si")
        assert "ET SI" in await ana.type("s hq v4", "résoudre")
        assert "de retour à la table" in await ana.type("si")


async def replayed(state: ClientState, *typed: str) -> str:
    rules, out = RulesProcess("en"), io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in typed)), out)
    try:
        await run_replay(state, Look(), console, rules.ask)
    finally:
        await rules.stop()
    return out.getvalue()


async def test_a_round_of_a_replay_is_tried_with_other_sheets(tmp_path: Path) -> None:
    async with playing(tmp_path, interlude=0.05) as (session, other, _):
        for phase in (1, 2):
            await session.until(lambda state: len(state.rounds) == phase - 1 and state.owed)  # noqa: B023
            await session.seal()
            await other.seal(phase, revision=0)
        await session.until(lambda state: len(state.rounds) == 2)
        state = session.state
    said = await replayed(state, "if", "s hq v4", "resolve", "if", "quit")
    assert "WHAT IF: this would happen in round 1." in said
    assert "v4" in said.split("this would happen")[1].lower()


@pytest.mark.parametrize("seat", ["first", "last"])
async def test_a_turn_of_another_can_be_supposed(tmp_path: Path, seat: str) -> None:
    """In a game of turns one sheet is owed; whoever waits may guess it."""
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await open_table(opener, game="strategiksa", options={"players": 3})
        sessions = []
        for name in ("Ana", "Bo", "Cy"):
            session = Session(Address("127.0.0.1", app.port))
            await session.__aenter__()
            await sit(session, opened.table, name)
            sessions.append(session)
        session = sessions[0 if seat == "first" else -1]
        await session.until(lambda state: state.stage == "writing")
        person = Speaking(session, "en")
        assert "WHAT IF" in await person.type("if")
        assert "WHAT IF: this would happen" in await person.type("resolve")
        for each in sessions:
            await each.close()
