"""A server, the web server beside it, and pages of a real browser, for tests of the table in a browser."""

import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from client.link.address import Address
from client.web.limits import WebLimits
from client.web.server import WebServer, WebSettings
from tests.kit.callers import PATIENCE, Caller, call, open_table, serving

CHROMIUM = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable"),
)
"""Names of the browser. The first makes no windows that nobody sees, and takes half the processor time."""
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run", "--lang=en"),
)
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
FREE = WebLimits(burst=10_000, rate=10_000, entrances=10_000)
expect.set_options(timeout=PATIENCE * 1000)


def chromium() -> str | None:
    """The browser of this system, or None if there is none."""
    return next((found for name in CHROMIUM if (found := shutil.which(name))), None)


class Club:
    """A server with a web server beside it, and the pages that were opened."""

    def __init__(self, browser: Browser, server_port: int, web: WebServer) -> None:
        self._browser = browser
        self.server_port = server_port
        self.web = web
        self.complaints: list[str] = []
        """What pages have complained of: errors of scripts, and what the policy forbids."""
        self._contexts: list[BrowserContext] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web.port}/"

    async def page(self, fragment: str = "", **how: Any) -> Page:
        """A page of a browser of its own: it shares no storage with the others."""
        context = await self._browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **how})
        context.set_default_timeout(PATIENCE * 1000)
        self._contexts.append(context)
        return await self.another_tab(context, fragment)

    async def another_tab(self, context: BrowserContext, fragment: str = "") -> Page:
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        await page.goto(f"{self.url}{fragment}")
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        is_of_network = "WebSocket" in message.text or "ERR_" in message.text  # the server was killed
        if message.type == "error" and not is_of_network:
            self.complaints.append(message.text)

    async def sit(self, table: str, name: str, *, ready: bool = True, **how: Any) -> Page:
        """A page that takes a seat by hand, as a new player does."""
        page = await self.page(**how)
        await sit_down(page, table, name)
        if ready:
            await page.locator("[data-action=ready]").click()
        return page

    async def close(self) -> None:
        for number, context in enumerate(self._contexts):
            await self._keep_pictures(context, number)
            await context.close()

    async def _keep_pictures(self, context: BrowserContext, number: int) -> None:
        """Keep what the pages show at the end of a test, if the variable QG_PICTURES names a folder."""
        folder, test = os.environ.get("QG_PICTURES"), os.environ.get("PYTEST_CURRENT_TEST", "page")
        if folder:
            name = re.sub(r"\W+", "-", test.rpartition("::")[2].partition(" ")[0])
            for page in context.pages:
                await page.screenshot(path=Path(folder) / f"{name}-{number}.png")


async def sit_down(page: Page, table: str, name: str) -> None:
    await page.locator(".card", has_text=table).get_by_role("button", name="Play").click()
    await page.locator("#who").fill(name)
    await page.locator("dialog button.main").click()
    await page.locator("#table").wait_for()


@asynccontextmanager
async def club(browser: Browser, folder: Path, **settings: Any) -> AsyncIterator[Club]:
    """Everything runs in this loop. A test fails if a script of a page has failed."""
    async with serving(folder) as app, web_at(app.port, **settings) as web:
        made = Club(browser, app.port, web)
        try:
            yield made
        finally:
            await made.close()
        assert made.complaints == []


@asynccontextmanager
async def web_at(server_port: int, **settings: Any) -> AsyncIterator[WebServer]:
    """The web server of a server on this machine."""
    address = Address("127.0.0.1", server_port, tls=False)
    wanted = {"host": "127.0.0.1", "limits": FREE, **settings}
    async with WebServer(WebSettings(address, **wanted)) as web:
        yield web


async def table_for(port: int, players: int = 2, **more: Any) -> str:
    """A table to which nobody has come yet. Its players have all the time in the world."""
    opener = await call(port)
    options = {"players": players, "seconds": None, "interlude": None, **more.pop("options", {})}
    opened = await open_table(opener, options=options, **more)
    await opener.close()
    return opened.table


async def rival(port: int, table: str, name: str) -> Caller:
    """A player without a browser, who is ready."""
    caller = await call(port)
    await caller.sit(table, name)
    return caller
