"""What the LAN is told by zeroconf: a server, and of its tables name, kind, free seats, password or not."""

import asyncio
import os
from typing import Any

import pytest

from protocol.messages import TableLine
from server.net import lan
from tests.kit.callers import PATIENCE

zeroconf = pytest.importorskip("zeroconf")
asynchronous = pytest.importorskip("zeroconf.asyncio")

CLUB = f"Club {os.getpid()}"
"""A name of our own: other suites may run on this machine."""


def line(name: str, *, free: tuple[str, ...] = ("V",), password: bool = False) -> TableLine:
    return TableLine(name.upper(), name, "power", free, 4, password, "gathering")


async def resolved(browser: Any, name: str) -> dict[str, str]:
    info = asynchronous.AsyncServiceInfo(lan.SERVICE, name)
    assert await info.async_request(browser.zeroconf, 1000 * PATIENCE)
    return {key.decode(): (value or b"").decode() for key, value in info.properties.items()}


@pytest.mark.slow
async def test_a_table_is_announced_with_its_kind_free_seats_and_lock() -> None:
    tables = (line("Sunday", free=("V", "B")), line("Closed", password=True), line("Full", free=()))
    async with lan.Announcer(CLUB, 7999, lambda: tables):
        browser = asynchronous.AsyncZeroconf(ip_version=zeroconf.IPVersion.V4Only)
        try:
            told = await resolved(browser, f"{CLUB} 7999.{lan.SERVICE}")
        finally:
            await browser.async_close()
    assert told == {"tls": "0", "SUNDAY": "power 2 open Sunday", "CLOSED": "power 1 password Closed"}


@pytest.mark.slow
async def test_what_is_announced_follows_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    updated = asyncio.Event()
    tables = [line("Sunday")]
    monkeypatch.setattr(lan, "REFRESH_SECONDS", 0.01)
    async with lan.Announcer(CLUB, 7998, lambda: tuple(tables)) as announcer:
        announce = announcer._zeroconf.async_update_service

        async def update(info: Any) -> None:
            await announce(info)
            if b"MONDAY" in info.properties:
                updated.set()

        announcer._zeroconf.async_update_service = update
        tables.append(line("Monday"))
        async with asyncio.timeout(PATIENCE):
            await updated.wait()
