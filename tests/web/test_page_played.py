"""Rounds that are played in a real browser."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.kit.clubs import PHONE, Club, rival, table_for, web_at
from tests.kit.terminals import Server, Terminal, opening

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def seal(page: Page) -> None:
    """Seal, though a sheet is empty."""
    await page.locator("[data-action=seal]").click()
    await page.locator("#yes").click()
    await page.locator("[data-action=unseal]").wait_for()


async def test_a_round_is_played_by_clicks_alone(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana")
    other = await rival(room.server_port, table, "Bo")
    await page.locator("[data-place=HQV]").click()
    await page.locator("#card .choices button").nth(1).click()
    await page.locator("[data-place=V8]").click()
    await expect(page.locator("#sheets li")).to_have_count(1)
    await expect(page.locator(".leg.over")).to_have_count(1)
    await seal(page)
    await other.seal(1, 0)
    await expect(page.locator("#story h2")).to_have_text("Round 1")
    await expect(page.locator("#story .sheet .good")).to_have_count(1)
    await page.locator("#player").get_by_label("Next step").click()
    await expect(page.locator("#player .dim")).to_contain_text("1/")
    await page.locator(".steps button", has_text="HQV to V8").click()
    await expect(page.locator("#now")).to_contain_text("HQV to V8")
    await page.locator("#player .main").click()
    await expect(page.locator("#story")).to_be_hidden()
    await expect(page.locator(".seat.is-ready, .seat.is-thinking").first).to_be_visible()
    await other.close()


async def test_a_round_is_played_by_keys_alone(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana")
    other = await rival(room.server_port, table, "Bo")
    keys = page.keyboard
    await page.locator("#order").wait_for()
    await keys.press("/")
    await keys.type("t h")
    await expect(page.locator("#offers li")).to_have_count(1)
    await keys.press("Tab")
    await keys.type("v8")
    await keys.press("Enter")
    await expect(page.locator("#sheets li .text")).to_have_text("T HQ V8")
    await keys.press("Escape")
    await page.evaluate("document.activeElement.blur()")
    await keys.press("b")
    await keys.press("Enter")
    await page.locator("#card .choices button").first.wait_for()
    await keys.press("Enter")
    await page.locator(".m-reach").first.wait_for()
    await keys.press("Escape")
    await expect(page.locator("#card")).to_be_hidden()
    await keys.press("Control+s")
    await page.locator("#yes").wait_for()
    await keys.press("Enter")
    await page.locator("[data-action=unseal]").wait_for()
    await other.seal(1, 0)
    await page.locator("#story").wait_for()
    await page.evaluate("document.activeElement.blur()")
    await keys.press("ArrowRight")
    await expect(page.locator("#player .dim")).to_contain_text("1/")
    await expect(page.locator(".steps", has_text="HQV to V8")).to_be_visible()
    await keys.press("Escape")
    await expect(page.locator("#story")).to_be_hidden()
    await other.close()


async def test_two_browsers_and_a_terminal_play_at_one_table(room: Club, tmp_path: Path) -> None:
    table = await table_for(room.server_port, 4)
    ana, bo = await room.sit(table, "Ana"), await room.sit(table, "Bo")
    di = await rival(room.server_port, table, "Di")
    with opening(tmp_path) as start:
        where = f"127.0.0.1:{room.server_port}/{table}"
        words = ("join", where, "--name", "Cy", "--plain")
        cy = await asyncio.to_thread(lambda: start("cy", *words))
        await asyncio.to_thread(_type_and_wait, cy, ("ready", "ready\r"), "Write your orders")
        await ana.locator("#order").fill("s hq v8")
        await ana.locator("#order").press("Enter")
        await expect(ana.locator("#sheets li")).to_have_count(1)
        await ana.locator("[data-action=seal]").click()
        await seal(bo)
        await expect(bo.locator(".seat.is-sealed")).to_have_count(2)
        await asyncio.to_thread(_type_and_wait, cy, ("Write your orders", "s hq r8\r"), "1. S HQ")
        cy.press("seal\r")
        await di.seal(1, 0)
        for page in (ana, bo):
            await page.locator("#story").wait_for()
        await asyncio.to_thread(lambda: cy.wait("End of round 1"))
        await ana.locator("#player .main").click()
        await ana.get_by_role("tab", name="Talk").click()
        await ana.locator("#say").fill("well played")
        await ana.locator("#say").press("Enter")
        await asyncio.to_thread(lambda: cy.wait("well played"))
        await expect(bo.locator("#page-chat li", has_text="well played")).to_have_count(1)
    await di.close()


def _type_and_wait(terminal: Terminal, typed: tuple[str, str], shown: str) -> None:
    """When the first text is there, type the second, and wait for the third."""
    terminal.wait(typed[0])
    terminal.press(typed[1])
    terminal.wait(shown)


async def test_a_reload_in_the_middle_of_a_phase_keeps_everything(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana")
    other = await rival(room.server_port, table, "Bo")
    await page.locator("#order").fill("s hq v8")
    await page.locator("#order").press("Enter")
    await expect(page.locator("#sheets li:not(.unsent)")).to_have_count(1)
    await page.reload()
    await expect(page.locator("#sheets li .text")).to_have_text("S HQ V8")
    assert "#" not in page.url
    await page.context.new_page()
    again = await room.another_tab(page.context)  # the tab was closed: the list of seats leads back
    await again.get_by_role("button", name="Come back").click()
    await expect(again.locator("#sheets li .text")).to_have_text("S HQ V8")
    await expect(page.locator("#banner")).to_be_visible()
    await other.close()


async def test_a_server_that_is_killed_comes_back_and_nothing_is_lost(
    browser: Browser, tmp_path: Path
) -> None:
    """R1, R4: the page says so, goes on by itself, and keeps what was written meanwhile."""
    server = await asyncio.to_thread(lambda: Server(tmp_path))
    try:
        async with web_at(server.port) as web:
            made = Club(browser, server.port, web)
            table = await table_for(server.port)
            page = await made.sit(table, "Ana")
            other = await rival(server.port, table, "Bo")
            await page.locator("#order").wait_for()
            await asyncio.to_thread(server.kill)
            await page.locator("#banner").wait_for()
            await page.locator("#order").fill("s hq v8")
            await page.locator("#order").press("Enter")
            await expect(page.locator("#sheets li.unsent")).to_have_count(1)
            await asyncio.to_thread(server.start)
            await expect(page.locator("#sheets li:not(.unsent)")).to_have_count(1)
            await expect(page.locator("#banner")).to_be_hidden()
            await made.close()
            await other.close()
    finally:
        server.kill()


async def test_a_phone_plays_with_a_thumb(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana", **PHONE)
    other = await rival(room.server_port, table, "Bo")
    await page.locator("#order").tap()
    for word in ("S", "HQ", "V8"):
        await page.locator("#offers li", has=page.locator("b", has_text=word)).first.tap()
    await expect(page.locator("#sheets li .text")).to_have_text("S HQ V8")
    await page.locator("[data-place=HQV]").tap()
    await page.locator("#card .choices button").first.tap()
    await page.locator(".m-reach").first.wait_for()
    wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page must not scroll sideways"
    sizes = await page.evaluate(
        "[...document.querySelectorAll('#actions button')].map((each) => each.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44
    await other.close()


async def test_lines_are_dragged_changed_and_deleted(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana")
    other = await rival(room.server_port, table, "Bo")
    for line in ("s hq v8", "t hq v7"):
        await page.locator("#order").fill(line)
        await page.locator("#order").press("Enter")
    lines = page.locator("#sheets li .text")
    await expect(lines).to_have_text(["S HQ V8", "T HQ V7"])
    await expect(page.locator("#sheets li:not(.unsent)")).to_have_count(2)
    grip, top = page.locator(".grip").nth(1), page.locator("#sheets li").first
    start, end = await grip.bounding_box(), await top.bounding_box()
    assert start
    assert end
    await page.mouse.move(start["x"] + 4, start["y"] + 8)
    await page.mouse.down()
    await page.mouse.move(start["x"] + 4, end["y"] + 4, steps=4)
    await page.mouse.up()
    await expect(lines).to_have_text(["T HQ V7", "S HQ V8"])
    await lines.first.click()
    await page.locator("#order").fill("t hq v6")
    await page.locator("#order").press("Enter")
    await expect(lines).to_have_text(["T HQ V6", "S HQ V8"])
    await page.get_by_label("Delete the line").last.click()
    await expect(lines).to_have_text(["T HQ V6"])
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("Control+z")
    await expect(lines).to_have_text(["T HQ V6", "S HQ V8"])
    await other.close()


async def test_the_host_lets_bots_play_and_starts_the_game(room: Club) -> None:
    table = await table_for(room.server_port, 4)
    page = await room.sit(table, "Ana", ready=False)
    await page.locator("[data-action=invite]").click()
    await page.locator("#yes").click()
    await expect(page.locator(".seat.is-free")).to_have_count(0)
    await page.locator("[data-action=start]").click()
    await page.locator("#yes").click()
    await page.locator("#board .token").first.wait_for()
    await expect(page.locator("[data-action=start]")).to_have_count(0)
