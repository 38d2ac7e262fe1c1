"""Rounds that are played in a real browser."""

import pytest
from playwright.async_api import Page, expect

from protocol.messages import Seal
from tests.kit.clubs import Club, rival, table_for

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


def place(page: Page, key: str) -> object:
    return page.locator(f"[data-place={key}]")


async def test_a_round_is_played_by_clicks_alone(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana", ready=False)
    other = await rival(room.server_port, table, "Bo")
    await page.locator("[data-action=ready]").click()
    await page.locator("[data-place=HQV]").click()
    await page.locator("#card").get_by_role("button", name="S HQ", exact=False).first.click()
    await page.locator("[data-place=V8]").click()
    await expect(page.locator("#sheets li")).to_have_count(1)
    await expect(page.locator(".leg.over")).to_have_count(1)
    await page.locator("[data-action=seal]").click()
    await expect(page.locator("[data-action=unseal]")).to_be_visible()
    await other.ask(Seal(phase=1))
    await expect(page.locator("#story h2")).to_have_text("Round 1")
    await page.locator("#player .main").click()
    await expect(page.locator("#story")).to_be_hidden()
