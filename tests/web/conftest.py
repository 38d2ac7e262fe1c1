"""What the tests of the page share: one browser for each worker, and a loop that lives as long as it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.kit.clubs import FLAGS, Club, chromium, club

NO_BROWSER = "No Chromium is installed here, so the page is not tried in a real browser."


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip(NO_BROWSER)
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def room(browser: Browser, tmp_path: Path) -> AsyncIterator[Club]:
    async with club(browser, tmp_path) as made:
        yield made
