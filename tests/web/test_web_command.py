"""`qg web`, and the page beside `qg host` and `qg-server serve`."""

import asyncio
import re
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from client.launch.web_beside import web_beside
from client.link.address import Address
from tests.kit.callers import PATIENCE
from tests.kit.ports import free_port
from tests.kit.terminals import Server, opening

pytestmark = pytest.mark.slow


@contextmanager
def running(home: Path, module: str, *words: str) -> Iterator[Iterator[str]]:
    """The lines that a command of ours prints; it ends when the block ends, because its input ends."""
    env = {"PATH": "", "QG_HOME": str(home), "LANG": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-m", module, *words, "--until-eof"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=env, text=True
    )
    assert process.stdin
    assert process.stdout
    try:
        yield iter(process.stdout)
    finally:
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        process.stdout.close()


def link_in(lines: Iterator[str], host: str = r"127\.0\.0\.1") -> str:
    return next(found[0] for line in lines if (found := re.search(rf"https?://{host}:\d+/", line)))


def fetch(link: str) -> str:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with urllib.request.urlopen(link, timeout=PATIENCE, context=trusting) as answer:
        return str(answer.read().decode())


def test_the_page_is_served_beside_any_server(tmp_path: Path) -> None:
    with running(tmp_path, "client", "web", "127.0.0.1:9", "--port", "0", "--host", "127.0.0.1") as lines:
        page = fetch(link_in(lines))
    assert "main.js" in page
    assert "This page needs JavaScript. " in page


def test_an_encrypted_page_shows_its_fingerprint(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    words = ("web", "127.0.0.1:9", "--port", "0", "--host", "127.0.0.1", "--tls")
    with running(tmp_path, "client", *words) as lines:
        link = link_in(lines)
        assert link.startswith("https://")
        assert re.search(r"([0-9A-F]{2}:){31}", next(lines))
        assert "main.js" in fetch(link)


def test_a_port_that_is_taken_is_refused_with_a_sentence(tmp_path: Path) -> None:
    env = {"PATH": "", "QG_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    server = Server(tmp_path)
    try:
        words = ["web", "127.0.0.1:9", "--host", "127.0.0.1", "--port", str(server.port)]
        command = [sys.executable, "-m", "client", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False, timeout=PATIENCE)
    finally:
        server.kill()
    assert done.returncode == 2
    assert "cannot be served" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_starts_the_page_as_a_process_of_its_own(tmp_path: Path) -> None:
    port = free_port()
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--no-announce", "--web", str(port))
    with running(tmp_path, "server", *words) as lines:
        assert "QG serves on port" in next(lines)
        link = link_in(lines)
        assert link == f"http://127.0.0.1:{port}/"
        assert "main.js" in fetch(link)
    with pytest.raises(OSError, match=r"refused|reset"):
        fetch(link)


async def test_a_host_is_told_the_link_of_the_table(tmp_path: Path) -> None:
    """The link leads to the table, and the page ends with the table."""
    with opening(tmp_path) as start:
        words = ("host", "Club", "--players", "2", "--name", "Ana", "--port", str(free_port()))
        host = start("ana", *words, "--plain", QG_WEB="on", size=(120, 50))
        await asyncio.to_thread(host.wait, "#table=")
        found = re.search(r"(http://\S+/)#table=([A-Z]+)", host.text)
        assert found
        assert f"({found[2]})" in host.text
        assert "main.js" in await asyncio.to_thread(fetch, found[1])
        host.press("quit\r")
        await asyncio.to_thread(host.press, "yes\r")
        await asyncio.to_thread(host.ended)
    with pytest.raises(OSError, match=r"refused|reset"):
        await asyncio.to_thread(fetch, found[1])


async def test_a_host_need_not_serve_the_page(tmp_path: Path) -> None:
    with opening(tmp_path) as start:
        words = ("host", "Club", "--players", "2", "--name", "Ana", "--port", str(free_port()), "--no-web")
        host = start("ana", *words, "--plain", QG_WEB="on")
        await asyncio.to_thread(host.wait, "Type help")
        assert "http" not in host.text


def test_the_page_saves_nothing_where_a_player_keeps_seats(tmp_path: Path) -> None:
    """The file may be in use by `qg`, which would lose what it has saved meanwhile."""
    kept = tmp_path / "client.json"
    kept.write_text('{"name":"Ana","fingerprints":{"127.0.0.1:9":"AA","example.org:7878":"BB"}}')
    before = kept.read_bytes()
    with running(tmp_path, "client", "web", "127.0.0.1:9", "--port", "0", "--host", "127.0.0.1") as lines:
        assert "main.js" in fetch(link_in(lines))
    assert kept.read_bytes() == before


async def test_the_first_table_of_a_person_has_a_page_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page starts when the folder of the person's files is not there yet."""
    monkeypatch.setenv("QG_HOME", str(tmp_path / "new" / "qg"))
    monkeypatch.setenv("QG_WEB", "on")
    monkeypatch.setattr("client.launch.web_beside.START_SECONDS", PATIENCE)
    async with web_beside(Address("127.0.0.1", 9)) as page:
        assert await page.link_to("ABCDE")
