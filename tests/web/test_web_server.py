"""The web server, without a browser: who is let in, what is sent to whom, and what limits there are."""

import asyncio
import gzip
import http.client
import json
import logging
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from client.link.address import Address
from client.link.wire import CertificatesOfThisRun
from client.web.files import page_files
from client.web.guard import headers_for, is_known_host, is_own_origin
from client.web.limits import Allowance, WebLimits
from client.web.links import base_of, seat_link
from client.web.listing import Listing
from client.web.server import WebServer, preferred_language
from client.web.tab import Tab, WebPlace
from protocol.messages import Ready
from server.app import App
from tests.kit.callers import PATIENCE, call, open_table, serving
from tests.kit.clubs import rival, table_for, web_at
from tests.kit.ports import free_port
from tests.kit.raw_tabs import RawTab, idle_tab, raw_tab

CANARY = "T HQ V8"


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[tuple[App, WebServer]]:
    async with serving(tmp_path) as app, web_at(app.port) as web:
        yield app, web


async def get(port: int, path: str = "/", method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    def fetch() -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        answer.body = answer.read()  # type: ignore[attr-defined]  # the connection is closed below
        connection.close()
        return answer

    return await asyncio.to_thread(fetch)


@pytest.mark.parametrize(
    ("header", "is_known"),
    [
        ("localhost:8080", True),
        ("LOCALHOST", True),
        ("127.0.0.1:1", True),
        ("127.8.8.8", True),
        ("[::1]:80", True),
        ("192.168.1.7:8080", True),
        ("192.168.1.8:8080", False),
        ("qg.club.example", True),
        ("qg.club.example.", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("a b", False),
        ("localhost:80:80", False),
        ("localhost/evil", False),
        ("evil.example;script-src *", False),
    ],
)
def test_only_names_of_this_machine_are_known(header: str, is_known: bool) -> None:
    """W1: a name that an attacker points at this machine is refused (DNS rebinding)."""
    assert is_known_host(header, "192.168.1.7", {"qg.club.example"}) is is_known


def test_an_address_of_ipv4_that_comes_as_ipv6_is_known() -> None:
    assert is_known_host("10.0.0.5:80", "::ffff:10.0.0.5", ())


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("http://127.0.0.1:99", True),
        ("https://127.0.0.1:99", True),
        ("http://127.0.0.1:98", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_a_page_of_ours_may_open_the_socket(origin: str, is_own: bool) -> None:
    """W1."""
    assert is_own_origin(origin, "127.0.0.1:99") is is_own


async def test_another_host_gets_no_page(served: tuple[App, WebServer]) -> None:
    """W1."""
    for path in ("/", "/main.js", "/socket"):
        assert (await get(served[1].port, path, Host="evil.example")).status == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
async def test_another_origin_gets_no_socket(served: tuple[App, WebServer], origin: str | None) -> None:
    """W1."""
    with pytest.raises(InvalidStatus, match="403"):
        async with raw_tab(served[1].port, origin=origin):
            pass


async def test_every_file_comes_with_a_strict_policy(served: tuple[App, WebServer]) -> None:
    """W2: no script but our own, nothing in a frame, no referrer."""
    port = served[1].port
    for path in ("/", "/main.js", "/style.css", "/nothing"):
        headers = (await get(port, path)).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
    assert set(headers_for("h").keys()) <= set(headers.keys())


async def test_files_come_packed_and_only_if_they_are_new(served: tuple[App, WebServer]) -> None:
    plain = await get(served[1].port, "/main.js")
    packed = await get(served[1].port, "/main.js", **{"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.body) == plain.body  # type: ignore[attr-defined]  # set by `get`
    known = await get(served[1].port, "/main.js", **{"If-None-Match": plain.headers["ETag"]})
    assert known.status == 304
    assert (await get(served[1].port, "/types.d.ts")).status == 404
    assert (await get(served[1].port, "/../server.py")).status == 404


def test_the_page_is_small() -> None:
    """W6: the whole page comes as less than 60 kB."""
    files = {name: file for name, file in page_files().items() if name != "/"}
    assert sum(len(file.packed) for file in files.values()) < 60_000


@pytest.mark.parametrize(
    ("header", "language"),
    [("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("de,en;q=0.5", "en"), ("", "en"), ("*;;,fr", "fr")],
)
def test_the_browser_says_its_language(header: str, language: str) -> None:
    assert preferred_language(header) == language


async def test_nothing_of_a_sheet_reaches_another_tab(served: tuple[App, WebServer]) -> None:
    """S1, W3: neither a player at the same table nor a watcher is sent a word of a draft."""
    app, web = served
    table = await table_for(app.port)
    async with AsyncExitStack() as stack:
        ana, bo, eve, lobby = [await stack.enter_async_context(raw_tab(web.port)) for _ in range(4)]
        await ana.ask("join", table=table, name="Ana")
        await ana.at_table()
        await bo.ask("join", table=table, name="Bo")
        await bo.at_table()
        await eve.ask("watch", table=table)
        await eve.at_table()
        for player in (ana, bo):
            await player.ask("act", name="ready")
        await ana.until(lambda parts: parts.get("sheets"))
        await ana.ask("suggest", sheet="V", text=CANARY[:4])
        await ana.ask("look", place="HQV")
        await ana.ask("enter", sheet="V", text=CANARY)
        await ana.until(lambda parts: parts["sheets"][0].get("lines"))
        await ana.ask("act", name="seal")
        question = await ana.until(lambda parts: parts.get("question"))
        await ana.ask("answer", number=question["question"]["number"], yes=True)
        for other in (bo, eve):
            await other.until(lambda parts: any(seat["state"] == "sealed" for seat in parts["seats"]))
        for other in (bo, eve, lobby):
            assert CANARY not in "".join(map(str, other.raw))
            assert '"legs":[{' not in "".join(map(str, other.raw))


async def begin_to_write(tab: RawTab, table: str) -> str:
    """Take the last seat of a table, and be ready; the sheet that is to be written."""
    await tab.ask("join", table=table, name="Ana")
    await tab.at_table()
    await tab.ask("act", name="ready")
    return str((await tab.until(lambda parts: parts.get("sheets")))["sheets"][0]["key"])


async def test_a_watcher_is_sent_no_secret_of_a_seat(served: tuple[App, WebServer]) -> None:
    """S2: only the tab that holds a seat is told its token."""
    app, web = served
    table = await table_for(app.port)
    async with raw_tab(web.port) as ana, raw_tab(web.port) as eve:
        await ana.ask("join", table=table, name="Ana")
        await ana.until(lambda parts: parts.get("seat"))
        await eve.ask("watch", table=table)
        await eve.at_table()
        assert ana.parts["seat"]["token"] not in "".join(map(str, eve.raw))


async def test_a_page_cannot_write_files_on_the_machine_of_the_server(
    served: tuple[App, WebServer], tmp_path: Path
) -> None:
    """W4: the action that writes a record into a file is for terminals only."""
    app, web = served
    table = await table_for(app.port)
    async with raw_tab(web.port) as tab:
        await tab.ask("join", table=table, name="Ana")
        await tab.at_table()
        for more in ({"do": "act", "name": "export"}, {"do": "enter", "sheet": ""}):
            key = "typed" if more["do"] == "act" else "text"
            typed = str(tmp_path / "x.json") if key == "typed" else f":export {tmp_path / 'x.json'}"
            tab.parts.pop("notice", None)
            await tab.socket.send(json.dumps({**more, key: typed}))
            await tab.until(lambda parts: parts.get("notice"))
        assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        '{"do":"nothing"}',
        '{"do":"join"}',
        '{"do":"act","name":5}',
        '{"do":"look","place":"' + "x" * 9000 + '"}',
    ],
)
async def test_nonsense_closes_the_tab_that_sent_it_and_no_other(
    served: tuple[App, WebServer], message: str
) -> None:
    """W4."""
    web = served[1]
    async with raw_tab(web.port) as bad, raw_tab(web.port) as good:
        await bad.socket.send(message)
        assert await bad.closed() == 4001
        await good.ask("watch", table="NONE")
        assert (await good.until(lambda parts: parts.get("refused")))["refused"]["table"] == "NONE"


async def test_a_tab_that_never_greets_is_closed(tmp_path: Path) -> None:
    limits = WebLimits(greet_seconds=0.05)
    async with (
        serving(tmp_path) as app,
        web_at(app.port, limits=limits) as web,
        raw_tab(web.port, greets=False) as tab,
    ):
        assert await tab.closed() == 4000


async def test_an_idle_tab_makes_room_for_the_next(tmp_path: Path) -> None:
    """W5: a full server closes the tab at no table that was silent longest."""
    limits = WebLimits(tabs=2, burst=1000, rate=1000)
    async with serving(tmp_path) as app, web_at(app.port, limits=limits) as web:
        table = await table_for(app.port)
        async with raw_tab(web.port) as player, raw_tab(web.port) as idle:
            await player.ask("join", table=table, name="Ana")
            await player.at_table()
            async with raw_tab(web.port):
                await idle.closed()
                await player.ask("act", name="ready")
                await player.until(lambda parts: parts["seats"][0]["state"] == "ready")


async def test_one_address_has_its_share_of_tabs(tmp_path: Path) -> None:
    """W5."""
    async with serving(tmp_path) as app, web_at(app.port, limits=WebLimits(from_one=1)) as web:
        async with raw_tab(web.port):
            with pytest.raises(InvalidStatus, match="503"):
                async with raw_tab(web.port):
                    pass
        async with raw_tab(web.port):
            pass


def test_an_allowance_refills_with_time() -> None:
    now = [0.0]
    allowance = Allowance(2, 1.0, lambda: now[0])
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert allowance.take()
    assert not allowance.is_full
    now[0] = 9.0
    assert allowance.is_full


def test_all_tabs_of_an_address_wait_for_what_they_owe_together() -> None:
    """W5: each waits longer than the one before it, but no longer than the allowance takes to refill."""
    allowance = Allowance(2, 4.0, lambda: 0.0)
    assert [allowance.owe() for _ in range(6)] == [0.0, 0.0, 0.25, 0.5, 0.5, 0.5]


async def test_a_table_with_a_password_asks_for_it(served: tuple[App, WebServer]) -> None:
    app, web = served
    opener = await call(app.port)
    table = (await open_table(opener, password="xyzzy")).table
    async with raw_tab(web.port) as tab:
        await tab.ask("watch", table=table)
        assert (await tab.until(lambda parts: parts.get("refused")))["refused"]["password"]
        await tab.ask("watch", table=table, password="xyzzy")
        await tab.at_table()
    await opener.close()


async def test_a_seat_is_taken_up_again_with_its_link(served: tuple[App, WebServer]) -> None:
    """S2, W3: the link has the secret behind the #, and leads back to the same sheet."""
    app, web = served
    table = await table_for(app.port)
    other = await rival(app.port, table, "Bo")
    async with raw_tab(web.port) as tab:
        sheet = await begin_to_write(tab, table)
        await tab.ask("enter", sheet=sheet, text="kept")
        await tab.until(lambda parts: parts["sheets"][0].get("lines", [{}])[0].get("stored", True))
        await tab.ask("link")
        link = (await tab.until(lambda parts: parts.get("link")))["link"]["link"]
    before, _, fragment = link.partition("#")
    token = fragment.partition(".")[2]
    assert token
    assert token not in before
    async with raw_tab(web.port) as tab:
        await tab.ask("resume", table=table, token=token)
        await tab.until(lambda parts: parts.get("sheets"))
        assert tab.parts["sheets"][0]["lines"][0]["text"] == "kept"
    await other.close()


def test_a_link_names_an_address_that_others_reach() -> None:
    assert base_of("http", "club.example:80") == "http://club.example:80/"
    assert base_of("https", "127.0.0.1:9").endswith(":9/")
    assert seat_link("http://h/", "ABCDE", "x y") == "http://h/#seat=ABCDE.x%20y"


@pytest.mark.slow
async def test_a_thousand_idle_tabs_do_not_slow_a_player(served: tuple[App, WebServer]) -> None:
    """W5: they hold one connection to the server together, and the player gets an answer at once."""
    app, web = served
    table = await table_for(app.port)
    async with AsyncExitStack() as stack:
        for _ in range(20):
            for writer in await asyncio.gather(*(idle_tab(web.port) for _ in range(50))):
                stack.callback(writer.close)
        tab = await stack.enter_async_context(raw_tab(web.port))
        await tab.ask("join", table=table, name="Ana")
        await tab.at_table()
        began = asyncio.get_running_loop().time()
        for _ in range(20):
            tab.parts.pop("offers", None)
            await tab.ask("suggest", sheet="", text=":st")
            await tab.until(lambda parts: parts.get("offers"))
        assert asyncio.get_running_loop().time() - began < PATIENCE
        assert app.metrics.connections <= 3


class _StuckSocket:
    """A socket of a browser that takes nothing."""

    def __init__(self) -> None:
        self.heard = asyncio.Queue[str]()
        self.code = 0

    async def recv(self) -> str:
        return await self.heard.get()

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.code = code


async def test_a_tab_that_takes_nothing_is_dropped() -> None:
    """W5."""
    pins, limits = CertificatesOfThisRun(), WebLimits(slow_seconds=0.01)
    address = Address("127.0.0.1", free_port())
    place = WebPlace(
        address, pins, Listing(address, pins), limits, has_room=lambda: True, may_replay=lambda: True
    )
    socket, share = _StuckSocket(), Allowance(9, 9, time.monotonic)
    socket.heard.put_nowait('{"do":"greet"}')
    async with asyncio.timeout(PATIENCE):
        await Tab(socket, place, "en", "http://h/", share).run()
    assert socket.code == 4001


async def test_a_server_that_is_not_there_yet_is_waited_for() -> None:
    async with web_at(free_port()) as web, raw_tab(web.port, greets=False) as tab:
        await tab.ask("greet", language="fr")
        await tab.until(lambda parts: parts.get("tables"))
        assert tab.parts["tables"]["found"] is None
        assert tab.parts["languages"]["now"] == "fr"


async def test_rounds_are_told_as_pictures(served: tuple[App, WebServer]) -> None:
    app, web = served
    table = await table_for(app.port)
    other = await rival(app.port, table, "Bo")
    async with raw_tab(web.port) as tab:
        key = await begin_to_write(tab, table)
        await tab.ask("enter", sheet=key, text=f"S HQ {key}8")
        await tab.until(lambda parts: parts.get("legs"))
        await tab.ask("act", name="seal")
        number = (await tab.until(lambda parts: parts.get("question")))["question"]["number"]
        await tab.ask("answer", number=number, yes=True)
        await other.seal(1, 0)
        story = (await tab.until(lambda parts: parts.get("story")))["story"]
        assert story["live"]
        assert any(step.get("slides") for step in story["steps"])
        del tab.parts["story"]
        await tab.ask("tell", number=0)
        again = (await tab.until(lambda parts: parts.get("story")))["story"]
        assert [step["text"] for step in again["steps"]] == [step["text"] for step in story["steps"]]
        await tab.ask("tell", number=7)
        await tab.until(lambda parts: parts.get("notice"))
    await other.ask(Ready(phase=1))
    await other.close()


async def test_a_tab_that_runs_from_table_to_table_leaves_no_session_behind(
    served: tuple[App, WebServer],
) -> None:
    """W5: the server sees one connection of a tab, however often and fast it changes its mind."""
    app, web = served
    table = await table_for(app.port)
    async with raw_tab(web.port) as tab:
        for _ in range(10):
            await tab.ask("watch", table=table)
        await tab.ask("join", table=table, name="Ana")
        await tab.until(lambda parts: (parts.get("where") or {}).get("seat"))
        tables = await call(app.port)
        watchers = await tab.until(lambda parts: parts["watchers"] == "Watching: 0")
        assert watchers["seats"][0]["name"] == "Ana"
        await tables.close()


async def test_a_tab_may_not_come_to_tables_all_the_time(tmp_path: Path) -> None:
    """W5."""
    limits = WebLimits(entrances=1, entrance_rate=0.0)
    async with (
        serving(tmp_path) as app,
        web_at(app.port, limits=limits) as web,
        raw_tab(web.port) as tab,
    ):
        table = await table_for(app.port)
        await tab.ask("watch", table=table)
        await tab.at_table()
        await tab.ask("watch", table=table)
        assert (await tab.until(lambda parts: parts.get("refused")))["refused"]["table"] == table


@pytest.mark.parametrize("place", ["", "x", "é" * 40, "V99", "0", " ", "HQV;", "None"])
async def test_any_word_can_be_asked_for_as_a_place(served: tuple[App, WebServer], place: str) -> None:
    """W4."""
    app, web = served
    table = await table_for(app.port)
    other = await rival(app.port, table, "Bo")
    async with raw_tab(web.port) as tab:
        await begin_to_write(tab, table)
        await tab.ask("look", place=place)
        await tab.until(lambda parts: "look" in parts)
        assert tab.parts["look"] is None
        await tab.ask("send", sheet="", begun="T HQ", place=place)
        await tab.until(lambda parts: "sent" in parts)
        assert tab.parts["sent"] is None
    await other.close()


async def test_a_record_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    """W5."""
    limits = WebLimits(unpacked_record=1000)
    async with (
        serving(tmp_path) as app,
        web_at(app.port, limits=limits) as web,
        raw_tab(web.port) as tab,
    ):
        await tab.socket.send(gzip.compress(b" " * 100_000))
        assert "too large" in (await tab.until(lambda parts: parts.get("notice")))["notice"]
        await tab.socket.send(b"no gzip")
        assert await tab.closed() == 4001


async def record_of(app: App, web: WebServer) -> dict[str, Any]:
    """The record of a game of which one round has been read."""
    table = await table_for(app.port)
    players = [await rival(app.port, table, name) for name in ("Ana", "Bo")]
    for player in players:
        await player.seal(1, 0)
    async with raw_tab(web.port) as tab:
        await tab.ask("watch", table=table)
        await tab.until(lambda parts: parts.get("rounds"))
        await tab.ask("export")
        packed = (await tab.until(lambda parts: "record" in parts))["record"]
    for player in players:
        await player.close()
    found: dict[str, Any] = json.loads(zlib.decompress(packed))
    return found


async def test_an_edited_record_that_cannot_be_drawn_is_left(
    served: tuple[App, WebServer], caplog: pytest.LogCaptureFixture
) -> None:
    """W4: the person is told, the tab goes back to the list of tables, and nothing is logged as a bug."""
    record = await record_of(*served)
    pieces = record["start_view"]["pieces"]["V"]
    pieces["X9"] = pieces.pop("HQV")
    async with raw_tab(served[1].port) as tab:
        await tab.socket.send(gzip.compress(json.dumps(record).encode()))
        await tab.until(lambda parts: parts.get("rounds"))
        await tab.ask("tell", number=0)
        assert "this file" in (await tab.until(lambda parts: parts.get("notice")))["notice"].lower()
        await tab.until(lambda parts: parts["where"] is None and parts["tables"])
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []


async def test_a_record_with_a_huge_round_is_refused(tmp_path: Path) -> None:
    """W5: its pictures would take long and much memory."""
    limits = WebLimits(largest_round=100)
    async with serving(tmp_path) as app, web_at(app.port, limits=limits) as web:
        record = await record_of(app, web)
        async with raw_tab(web.port) as tab:
            await tab.socket.send(gzip.compress(json.dumps(record).encode()))
            assert "too large" in (await tab.until(lambda parts: parts.get("notice")))["notice"]


async def test_records_are_counted_one_after_the_other(tmp_path: Path) -> None:
    """W5: of two records that come at the same moment, only as many are shown as are allowed."""
    limits = WebLimits(replays=1)
    async with serving(tmp_path) as app, web_at(app.port, limits=limits) as web:
        packed = gzip.compress(json.dumps(await record_of(app, web)).encode())
        async with raw_tab(web.port) as one, raw_tab(web.port) as two:
            await asyncio.gather(one.socket.send(packed), two.socket.send(packed))
            for tab in (one, two):
                await tab.until(lambda parts: parts.get("notice") or parts.get("where"))
            assert sum(bool(tab.parts.get("where")) for tab in (one, two)) == 1


async def test_a_tab_that_has_not_greeted_may_send_no_record(served: tuple[App, WebServer]) -> None:
    """W4."""
    async with raw_tab(served[1].port, greets=False) as tab:
        await tab.socket.send(gzip.compress(b"{}"))
        assert await tab.closed() == 4001


@pytest.mark.parametrize(
    ("method", "status", "has_body"),
    [("GET", 200, True), ("HEAD", 200, False), ("POST", 405, True), ("TRACE", 405, True)],
)
async def test_the_page_is_only_read(
    served: tuple[App, WebServer], method: str, status: int, has_body: bool
) -> None:
    """W1: any other method is refused, and HEAD is answered without the file."""
    answer = await get(served[1].port, "/main.js", method)
    assert answer.status == status
    assert bool(answer.body) is has_body  # type: ignore[attr-defined]  # set by `get`
