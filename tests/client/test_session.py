"""A client over real sockets: what it does when links break, servers restart and seats change hands."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client.errors import ClientError, Ended, LinkLost, Refusal
from client.launch import own_server as local
from client.launch.saved import Memory, Place
from client.link.address import Address, read_address
from client.link.session import Session
from client.link.wire import CertificatesOfThisRun, Wire
from client.state import sheets as desk
from client.state.client_state import ClientState
from client.words import sentence
from protocol import certificates, messages
from protocol.messages import SeatKey, SeatLine
from server.copying import back_up
from tests.kit.callers import PATIENCE, call, open_table, serving
from tests.kit.ports import free_port
from tests.kit.sessions import cut, sit


async def start_server(folder: Path, port: int = 0) -> tuple[asyncio.subprocess.Process, int]:
    """A server in a process of its own, which can be killed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", str(port or free_port())),
        *("--database", str(folder / "qg.db"), "--no-announce", "--rate", "0", "--log-level", "error"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    line = (await process.stdout.readline()).decode()
    return process, int(line.split("port ")[1].split()[0])


def at(port: int, **more: Any) -> Session:
    return Session(Address("127.0.0.1", port), **more)


async def new_table(port: int, **options: Any) -> str:
    caller = await call(port)
    opened = await open_table(caller, options={"players": 2, "interlude": None, **options})
    await caller.close()
    return opened.table


@asynccontextmanager
async def two_players(port: int, **options: Any) -> AsyncIterator[tuple[Session, Session]]:
    async with asyncio.timeout(PATIENCE), at(port) as ana, at(port) as bo:
        table = await new_table(port, **options)
        await sit(ana, table, "Ana")
        await sit(bo, table, "Bo")
        await ana.until(lambda state: state.stage == "writing")
        await bo.until(lambda state: state.stage == "writing")
        yield ana, bo


def seat(state: ClientState, name: str) -> SeatLine:
    line = state.line(name)
    assert line
    return line


async def test_a_refused_line_is_told_once_and_the_sheet_can_be_sealed_as_it_is(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo):
        await ana.write("V", ("t hq v4",))
        with pytest.raises(Refusal, match="line 1"):
            await ana.write("V", ("\x07",))
        await ana.seal()
        await bo.seal()
        state = await ana.until(lambda state: state.stage == "between")
        assert state.rounds[0].sheets["V"] == ("t hq v4",)


async def test_a_round_is_written_sealed_and_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo):
        written = await ana.write("V", ("t hq v4", "x y z"))
        assert [advice.line for advice in written.advice] == [1]
        await ana.seal()
        await bo.until(lambda state: seat(state, "VB").sealed)
        await bo.seal()
        state = await ana.until(lambda state: state.stage == "between")
        assert state.rounds[0].seals_hold is True
        assert state.rounds[0].sheets["V"] == ("t hq v4", "x y z")
        await ana.ready()
        await bo.ready()
        state = await ana.until(lambda state: state.stage == "writing")
        assert state.phase
        assert state.phase.phase == 2


async def test_suggestions_chat_and_refusals_arrive(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, _):
        offers = await ana.suggest("V", (), "T HQ V")
        assert "T HQ V4" in [offer.text for offer in offers]
        with pytest.raises(Refusal, match="nobody may chat") as refused:
            await ana.chat("hello")
        assert refused.value.code == "quiet"
        assert ana.state.notice == sentence(str(refused.value))
        ana.dismiss()
        assert ana.state.notice == ""


async def test_a_cut_link_comes_back_with_what_was_written_meanwhile(tmp_path: Path) -> None:
    """R4: the draft stays editable, and nothing is retyped."""
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo):
        await ana.write("V", ("t hq v4",))
        cut(ana)
        await ana.until(lambda state: state.link == "lost")
        assert ana.state.lost_at is not None
        ana.edit(lambda state: desk.write_line(state, "V", "s hq v8"))
        await ana.until(lambda state: state.link == "ok" and state.is_stored)
        await ana.seal()
        await bo.seal()
        state = await bo.until(lambda state: state.rounds)
        assert state.rounds[0].sheets["V"] == ("t hq v4", "s hq v8")


@pytest.mark.slow
@pytest.mark.parametrize("steps", range(6))
async def test_a_question_asked_in_the_moment_a_link_breaks_is_answered(tmp_path: Path, steps: int) -> None:
    """The socket is closed already, but the task of the connection has not noticed it yet."""
    async with serving(tmp_path) as app, two_players(app.port) as (ana, _):
        cut(ana)
        for _ in range(steps):
            await asyncio.sleep(0)
        try:
            assert await ana.suggest("V", (), "t hq")
        except LinkLost:  # the player is told that the link is lost
            assert ana.state.link == "lost"


@pytest.mark.slow
async def test_a_server_that_was_killed_is_found_again_on_its_port(tmp_path: Path) -> None:
    """R1, R4: SIGKILL, then the same database on the same port."""
    process, port = await start_server(tmp_path)
    try:
        async with two_players(port) as (ana, bo):
            await ana.write("V", ("t hq v4",))
            process.kill()
            await process.wait()
            await ana.until(lambda state: state.link == "lost")
            ana.edit(lambda state: desk.write_line(state, "V", "c hq b0"))
            process, _ = await start_server(tmp_path, port)
            await ana.until(lambda state: state.link == "ok" and state.is_stored)
            await bo.until(lambda state: state.link == "ok")
            await ana.seal()
            await bo.seal()
            state = await ana.until(lambda state: state.rounds)
            assert state.rounds[0].sheets["V"] == ("t hq v4", "c hq b0")
            assert state.rounds[0].seals_hold is True
    finally:
        process.kill()
        await process.communicate()


async def test_a_server_that_stops_politely_is_waited_for(tmp_path: Path) -> None:
    async with AsyncExitStack() as running:
        app = await running.enter_async_context(serving(tmp_path))
        async with two_players(app.port) as (ana, _):
            await running.aclose()
            state = await ana.until(lambda state: state.link == "lost")
            assert "everything is kept" in state.notice
            assert not ana.ended


async def test_over_a_cut_link_sealing_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.link.patience.FIRST_DELAY", 0.5)
    async with serving(tmp_path) as app, two_players(app.port) as (ana, _):
        cut(ana)
        await ana.until(lambda state: state.link == "lost")
        with pytest.raises(ClientError, match="kept here"):
            await ana.write("V", ("t hq v4",))
        await ana.until(lambda state: state.link == "ok" and state.is_stored)
        assert ana.state.sheets["V"].stored == ("t hq v4",)


async def test_what_is_beyond_a_limit_is_a_sentence_and_never_sent(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, _):
        wire = ana._wire
        await ana.write("V", ("t hq v4",))
        for act, words in (
            (ana.write("V", ("t hq v4", "x" * 201)), "200 characters"),
            (ana.write("V", ("x",) * 65), "64 lines"),
            (ana.suggest("V", (), "x" * 300), "200 characters"),
            (ana.chat("x" * 501), "A text may have 500 characters"),
            (ana.chat("\udcff"), "cannot be sent"),
            (ana.ask(messages.Annotate(text="x" * 501)), "500"),
            (ana.ask(messages.Grant(seconds=3601)), "between -3600 and 3600"),
            (ana.ask(messages.Grant(seconds=float("nan"))), "between -3600 and 3600"),
            (ana.ask(messages.RollBack(phase=10**30)), "number|cannot be sent"),
            (ana.ask(messages.Replace(seat="V", name="x" * 81)), "A name may have 80"),
            (ana.invite("V" * 17, "captain"), "A seat may have 16"),
            (ana.ask(messages.Amend(lines=("x" * 201,))), "200 characters"),
            (ana.ask(messages.Reread(sheets={"V": ("x",) * 65})), "64 lines"),
        ):
            with pytest.raises(ClientError, match=words):
                await act
        ana.edit(lambda state: desk.write_line(state, "V", "y" * 300))
        assert "200 characters" in ana.state.notice
        assert ana.state.sheets["V"].lines == ("t hq v4",)
        await ana.stored()
        assert ana._wire is wire  # nobody has cut the line
        assert ana.state.link == "ok"


@pytest.fixture
def spawned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """The servers of our own, as they are started."""
    monkeypatch.setenv("QG_HOME", str(tmp_path))
    spawned: list[asyncio.subprocess.Process] = []
    spawn = local._spawn

    async def remembered(args: list[str], log: Any) -> asyncio.subprocess.Process:
        spawned.append(await spawn(args, log))
        return spawned[-1]

    monkeypatch.setattr(local, "_spawn", remembered)
    return spawned


@pytest.mark.slow
async def test_our_own_server_is_started_again_where_it_was(
    spawned: list[asyncio.subprocess.Process],
) -> None:
    async with local.own_server("en") as address, two_players(address.port) as (ana, _):
        await ana.write("V", ("t hq v4",))
        spawned[0].kill()
        await ana.until(lambda state: state.link == "lost")
        await ana.until(lambda state: state.link == "ok")
        assert ana.state.sheets["V"].lines == ("t hq v4",)
        assert len(spawned) == 2
    assert all(process.returncode is not None for process in spawned)


async def test_a_server_that_cannot_be_started_again_is_told(
    spawned: list[asyncio.subprocess.Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "MOST_RESTARTS", 0)
    lost = asyncio.Event()
    async with local.own_server("en", lost=lost.set) as address, at(address.port) as session:
        spawned[0].kill()
        async with asyncio.timeout(PATIENCE):
            await lost.wait()
        session.give_up("it is dead")
        with pytest.raises(Ended, match="it is dead"):
            await session.until(lambda state: False)


@pytest.mark.parametrize("steps", range(9))
async def test_a_link_closed_in_the_moment_it_breaks_stays_closed(tmp_path: Path, steps: int) -> None:
    """That holds at whatever moment our own tasks learn that the link is gone."""
    async with serving(tmp_path) as app, at(app.port) as session:
        cut(session)
        for _ in range(steps):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await session.close()
        assert session._connection_task
        assert session._connection_task.done()


async def test_a_watcher_comes_back_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo), at(app.port) as watcher:
        await watcher.watch(ana.state.table)
        cut(watcher)
        for session in (ana, bo):
            await session.seal()
        state = await watcher.until(lambda state: state.link == "ok" and state.rounds)
        assert state.rounds[0].seals_hold is True


async def test_what_was_missed_is_caught_up(tmp_path: Path) -> None:
    """A whole round goes by while the link is down."""
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo):
        await ana.seal()
        cut(ana)
        await bo.seal()
        state = await ana.until(lambda state: state.link == "ok" and state.stage == "between")
        assert [told.phase for told in state.rounds] == [1]
        assert state.rounds[0].seals_hold is True


async def test_a_gap_in_the_stream_is_filled_with_what_was_in_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo):
        earlier = ana.state
        for session in (ana, bo):
            await session.seal()
        await ana.until(lambda state: state.rounds)
        ana._set(earlier)  # as if the whole round had never reached us
        await bo.chat("well met")
        state = await ana.until(lambda state: state.chat)
        assert [told.seals_hold for told in state.rounds] == [True]
        assert not state.gap


async def test_a_seat_taken_over_is_told_and_does_not_fight_back(tmp_path: Path) -> None:
    """S3."""
    async with serving(tmp_path) as app, two_players(app.port) as (ana, _), at(app.port) as again:
        await ana.write("V", ("t hq v4",))
        await again.resume(ana.state.table, ana.token)
        assert again.state.sheets["V"].lines == ("t hq v4",)
        with pytest.raises(Ended, match="another connection"):
            await ana.until(lambda state: False)
        assert ana.state.link == "over"
        assert ana.ended
        await again.write("V", ("t hq v4", "s hq v8"))


async def test_a_draft_is_not_sent_again_to_a_seat_that_a_bot_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S16: the client comes back by itself, with a line that the server has never got."""
    async with serving(tmp_path) as app, at(app.port) as ana, at(app.port) as bo, at(app.port) as chief:
        opened = await chief.open_table("power", "Cup", {"players": 2}, tournament=True)
        await chief.referee(opened.table, opened.referee_key)
        await sit(ana, opened.table, "Ana")
        await sit(bo, opened.table, "Bo")
        await chief.start()
        await ana.until(lambda state: state.may_write)
        await ana.write("V", ("t hq v4",))
        may_dial, dial = asyncio.Event(), ana._dial

        async def dial_later(address: Address) -> Wire:
            await may_dial.wait()
            return await dial(address)

        monkeypatch.setattr(ana, "_dial", dial_later)
        cut(ana)
        await ana.until(lambda state: state.link == "lost")
        ana.edit(lambda state: desk.write_line(state, "V", "s hq v8"))
        await chief.ask(messages.Replace(seat="VB", level="recruit"))
        await bo.until(lambda state: seat(state, "VB").sealed)
        may_dial.set()
        state = await ana.until(lambda state: state.link == "ok")
        assert state.sheets["V"].lines == ()
        assert state.is_sealed_by_another
        with pytest.raises(Refusal, match="the player before you"):
            await ana.unseal()
        with pytest.raises(ClientError, match="the player before you"):
            await ana.write("V", ("s hq v8",))
        await bo.seal()
        state = await ana.until(lambda state: state.rounds)
        assert "s hq v8" not in state.rounds[0].sheets["V"]
        assert state.rounds[0].seals_hold is True


async def test_who_comes_back_with_the_token_alone_gets_the_whole_story(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, bo), at(app.port) as again:
        for session in (ana, bo):
            await session.seal()
        await ana.until(lambda state: state.rounds)
        await again.resume(ana.state.table, ana.token)
        assert [told.phase for told in again.state.rounds] == [1]
        assert again.state.rounds[0].seals_hold is True
        assert again.state.rounds[0].before == ana.state.rounds[0].before
        assert again.state.role == "VB"


async def test_a_watcher_and_a_referee_see_all_but_secrets(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as app,
        asyncio.timeout(PATIENCE),
        at(app.port) as referee,
        at(app.port) as ana,
        at(app.port) as watcher,
    ):
        opened = await referee.open_table("power", "Cup", {"players": 2}, tournament=True)
        await referee.referee(opened.table, opened.referee_key)
        await sit(ana, opened.table, "Ana")
        await referee.invite("JR", "recruit")
        await referee.start()
        await watcher.watch(opened.table)
        assert watcher.state.role == "watcher"
        await referee.ask(messages.Hold())
        await referee.ask(messages.Grant(seconds=30))
        await referee.ask(messages.Annotate(text="a draughty room"))
        await referee.ask(messages.StopClock())
        await ana.until(lambda state: state.clock.paused_by == "referee")
        await referee.ask(messages.StartClock())
        await ana.seal()
        await referee.until(lambda state: state.stage == "closed" and state.held)
        assert referee.state.rounds == ()
        await referee.ask(messages.Release())
        await watcher.until(lambda state: state.rounds)
        handed = await referee.ask(messages.Replace(seat="VB", name="Eva"))
        assert isinstance(handed, SeatKey)
        with pytest.raises(Ended):
            await ana.until(lambda state: False)
        await referee.finish("enough")
        await watcher.until(lambda state: state.stage == "over")
        with pytest.raises(Refusal):
            await watcher.start()


async def test_the_clock_follows_the_server(tmp_path: Path) -> None:
    """Our own clock may be wrong by any time, here by an hour."""
    loop = asyncio.get_running_loop()
    async with (
        serving(tmp_path) as app,
        asyncio.timeout(PATIENCE),
        at(app.port, clock=lambda: loop.time() + 3600) as ana,
        at(app.port) as bo,
    ):
        table = await new_table(app.port, seconds=180)
        await sit(ana, table, "Ana")
        await sit(bo, table, "Bo")
        await ana.until(lambda state: state.clock.running)
        left = ana.state.clock.left_at(ana.now)
        assert left is not None
        assert 170 < left <= 181


async def test_an_address_where_nobody_answers_is_one_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        port = app.port
    with pytest.raises(ClientError, match="nobody answers"):
        async with at(port):
            pass


async def test_a_server_that_says_nothing_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hear_out(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()
        done.set()

    done = asyncio.Event()
    monkeypatch.setattr("client.link.wire.OPEN_SECONDS", 0.2)
    silent = await asyncio.start_server(hear_out, "127.0.0.1", 0)
    async with silent:
        with pytest.raises(ClientError, match="does not answer"):
            async with at(silent.sockets[0].getsockname()[1]):
                pass
        await done.wait()


async def test_something_else_at_that_port_is_one_sentence() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ESMTP\r\n")
        await writer.drain()
        writer.close()

    other = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with other:
        with pytest.raises(ClientError, match="not a QG server"):
            async with at(other.sockets[0].getsockname()[1]):
                pass


async def test_a_server_of_another_version_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.link.wire.PROTOCOL_VERSION", 99)
    async with serving(tmp_path) as app:
        with pytest.raises(ClientError, match=f"protocol {messages.PROTOCOL_VERSION} and your program 99"):
            async with at(app.port):
                pass


async def test_a_server_that_turns_into_another_version_is_not_tried_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as app, two_players(app.port) as (ana, _):
        monkeypatch.setattr("client.link.wire.PROTOCOL_VERSION", 99)
        cut(ana)
        with pytest.raises(Ended, match="99"):
            await ana.until(lambda state: False)


async def test_a_certificate_is_trusted_when_first_met_and_never_another(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    pins = CertificatesOfThisRun()
    one, two = tmp_path / "one", tmp_path / "two"
    async with serving(one, tls=certificates.context(*certificates.self_signed(one))) as app:
        port = app.port
        async with at(port, pins=pins) as session:
            assert session.address.tls
            assert pins.pinned(f"127.0.0.1:{port}") == certificates.fingerprint(one / "certificate.pem")
        async with at(port, pins=pins):
            pass
        other = CertificatesOfThisRun()
        other.pin(f"127.0.0.1:{port}", "AA:BB")
        with pytest.raises(ClientError, match="certificate"):
            async with at(port, pins=other):
                pass
    async with serving(two) as plainly:
        pins.pin(f"127.0.0.1:{plainly.port}", "AA:BB")
        with pytest.raises(ClientError):  # known to be encrypted: never spoken to without
            async with at(plainly.port, pins=pins):
                pass


@pytest.mark.parametrize(
    ("typed", "host", "port", "encrypted", "table"),
    [
        ("localhost", "localhost", 7878, None, ""),
        ("10.0.0.5:9000", "10.0.0.5", 9000, None, ""),
        ("tls://10.0.0.5:9000/ABCDE", "10.0.0.5", 9000, True, "ABCDE"),
        ("[::1]:9000", "::1", 9000, None, ""),
        ("::1", "::1", 7878, None, ""),
        ("ws://den/ABCDE", "den", 7878, False, "ABCDE"),
    ],
)
def test_addresses_are_read_as_people_type_them(
    typed: str, host: str, port: int, encrypted: bool | None, table: str
) -> None:
    assert read_address(typed) == (Address(host, port, encrypted), table)


@pytest.mark.parametrize("typed", ["", ":", "a b:1", "host:0", "host:99999", "::::", "host:x", "a@b"])
def test_what_is_no_address_is_one_sentence(typed: str) -> None:
    with pytest.raises(ClientError, match="is not an address"):
        read_address(typed)


def test_memory_is_kept_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    """S12."""
    file = tmp_path / "new" / "client.json"
    memory = Memory(file)
    memory.keep(name="Ana", server="10.0.0.5:7878")
    memory.keep_place("ABCDE", Place("10.0.0.5:7878", "a token", "V"))
    memory.keep_place("ABCDE", Place("10.0.0.5:7878", "a key"))
    memory.pin("10.0.0.5:7878", "AA:BB")
    assert file.stat().st_mode & 0o777 == 0o600
    assert [entry.name for entry in file.parent.iterdir()] == ["client.json"]
    again = Memory(file)
    assert again.kept == memory.kept
    assert again.place("ABCDE") == Place("10.0.0.5:7878", "a token", "V")
    assert again.referee_key("ABCDE") == "a key"
    again.forget_place("ABCDE")
    assert Memory(file).place("ABCDE") is None


def test_a_memory_that_cannot_be_read_is_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "client.json"
    file.write_bytes(b"{nonsense")
    assert Memory(file).kept.name == ""


def test_a_memory_that_cannot_be_written_lasts_for_this_run(tmp_path: Path) -> None:
    (tmp_path / "no folder").touch()
    memory = Memory(tmp_path / "no folder" / "client.json")
    memory.keep(name="Ana")
    assert memory.kept.name == "Ana"
    assert [entry.name for entry in tmp_path.iterdir()] == ["no folder"]


async def test_who_comes_late_watches_until_the_host_gives_a_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as app, asyncio.timeout(PATIENCE), at(app.port) as ana, at(app.port) as eve:
        opened = await ana.open_table("power", "Sunday", {"players": 2, "interlude": None})
        await sit(ana, opened.table, "Ana")
        assert ana.state.decides, "who opened the table is its host"
        await ana.invite("JR", "recruit")
        await ana.until(lambda state: state.stage == "writing")
        kept: list[tuple[str, str]] = []
        eve.on_token = lambda table, seat, token: kept.append((table, seat))
        assert isinstance(await eve.join(opened.table, "Eve"), messages.Waiting)
        assert (eve.state.role, eve.state.is_waiting, eve.state.host) == ("watcher", True, "VB")
        assert any(line.note and line.note.code == "event.game_started" for line in eve.state.log)
        await ana.until(lambda state: state.waiting == ("Eve",))
        cut(eve)
        await eve.until(lambda state: state.link == "lost")
        await eve.until(lambda state: state.link == "ok")
        await ana.until(lambda state: state.waiting == ("Eve",))
        await ana.ask(messages.Admit(name="Eve", seat="JR"))
        await eve.until(lambda state: state.seat == "JR")
        assert not eve.state.is_waiting
        assert kept == [(opened.table, "JR")]
        cut(eve)
        await eve.until(lambda state: state.link == "lost")
        state = await eve.until(lambda state: state.link == "ok")
        assert (state.seat, eve.ended) == ("JR", "")


async def test_a_server_that_was_restored_from_a_backup_is_recognised(tmp_path: Path) -> None:
    """A client that was told more than the server knows says so, in that run and in a later one."""
    port = free_port()
    (tmp_path / "now").mkdir()
    async with AsyncExitStack() as running:
        await running.enter_async_context(serving(tmp_path / "now", port=port))
        async with two_players(port) as (ana, bo):
            table, heard, token = ana.state.table, ana.state.seq, ana.token
            back_up(tmp_path / "now" / "qg.db", tmp_path / "qg.db")
            for session in (ana, bo):
                await session.seal()
            known = (await ana.until(lambda state: state.rounds)).seq
            await running.aclose()
            async with serving(tmp_path, port=port):
                await ana.until(lambda state: state.link == "ok" and "backup" in state.notice)
                async with at(port) as later:
                    later.heard = {table: known}
                    await later.resume(table, token)
                    await later.until(lambda state: "backup" in state.notice)
                async with at(port) as other:
                    other.heard = {table: heard}
                    await other.resume(table, token)
                    assert "backup" not in other.state.notice
