"""What a person sees on the page, in a real browser: tables, words, the wall, records, and hostile texts."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from client.screens.draw.style import GROUNDS
from protocol.messages import Chat
from tests.kit.callers import call, open_table
from tests.kit.clubs import PHONE, Club, rival, sit_down, table_for

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

ATTACK = "<img src=x onerror=alert(1)>"
NAMED = "<b id=pwned>Bo</b>"


async def test_names_talk_and_orders_are_only_texts(room: Club) -> None:
    """W2: nothing that a person wrote becomes a part of the page."""
    table = await table_for(room.server_port, name=f"{ATTACK[:30]} table")
    page = await room.page()
    page.on("dialog", lambda dialog: room.complaints.append(dialog.message))
    await expect(page.locator(".card h3")).to_contain_text("<img")
    await sit_down(page, table, "<script>x</script>")
    await page.locator("[data-action=ready]").click()
    other = await rival(room.server_port, table, NAMED)
    await other.ask(Chat(text=ATTACK))
    await page.locator("#order").fill(f"{ATTACK} {NAMED}")
    await page.locator("#order").press("Enter")
    await expect(page.locator("#sheets li .text")).to_contain_text("<IMG", ignore_case=True)
    await page.get_by_role("tab", name="Log").click()
    await expect(page.locator("#page-log")).to_contain_text("pwned")
    assert await page.locator("#pwned, main img, main script").count() == 0
    assert await page.evaluate("document.querySelectorAll('script').length") == 1
    await other.close()


async def test_the_page_speaks_the_language_of_the_browser(room: Club) -> None:
    """U10."""
    table = await table_for(room.server_port)
    page = await room.page(locale="fr-FR")
    await expect(page.locator("#tables-title")).to_have_text("Tables")
    await page.get_by_role("button", name="Regarder").click()
    await expect(page.locator("#hint")).to_contain_text("Places libres")
    assert await page.evaluate("document.documentElement.lang") == "fr"
    await page.locator("#language").select_option("en")
    await expect(page.locator("#hint")).to_contain_text("Free seats")
    assert table in await page.locator("#under").inner_text()


@pytest.mark.parametrize("fragment", ["#seat=%E0%A4", "#constructor=%"])
async def test_a_damaged_link_leads_to_the_tables(room: Club, fragment: str) -> None:
    page = await room.page(fragment)
    await expect(page.get_by_text("There is no table yet")).to_be_visible()


async def test_every_word_that_the_page_asks_for_is_in_the_catalogue() -> None:
    folder = Path(__file__).parents[2] / "client" / "web"
    known = tomllib.loads((folder / "texts" / "en.toml").read_text("utf-8"))["page"]
    used = {
        code
        for file in folder.joinpath("page").glob("*.js")
        for code in re.findall(r'\bt\("([\w-]+)"\)', file.read_text("utf-8"))
    }
    assert used
    assert used - set(known) == set()


async def test_a_watcher_sees_the_board_the_seats_and_the_log(room: Club) -> None:
    table = await table_for(room.server_port)
    players = [await rival(room.server_port, table, name) for name in ("Ana", "Bo")]
    page = await room.page(f"#watch={table}")
    await expect(page.locator("#board .token")).to_have_count(20)
    await expect(page.locator(".seat")).to_have_count(2)
    await players[0].seal(1, 0)
    await expect(page.locator(".seat.is-sealed")).to_have_count(1)
    await players[1].seal(1, 0)
    await page.locator("#story").wait_for()
    await page.keyboard.press("Escape")
    await page.get_by_role("tab", name="Rounds").click()
    await page.get_by_label("Round 1", exact=True).click()
    await page.locator("#story").wait_for()
    for player in players:
        await player.close()


async def test_the_wall_shows_the_tables_in_turn_and_nothing_to_click(room: Club) -> None:
    names = ("Red room", "Blue room")
    tables = [await table_for(room.server_port, name=name, key=f"secret of {name}") for name in names]
    players = [await rival(room.server_port, table, name) for table in tables for name in ("Ana", "Bo")]
    page = await room.page("#wall", viewport={"width": 1920, "height": 1080})
    await page.locator("#board .token").first.wait_for()
    assert await page.locator("button:visible").count() == 0
    first = await page.locator("#name").inner_text()
    await page.evaluate("document.dispatchEvent(new Event('wall-next'))")
    await expect(page.locator("#name")).not_to_have_text(first)
    size = await page.locator("#stage b").evaluate("(found) => parseFloat(getComputedStyle(found).fontSize)")
    assert size >= 40, "it is read from five metres"
    for player in players:
        await player.close()


async def test_the_wall_passes_over_a_table_that_is_gone(room: Club) -> None:
    table = await table_for(room.server_port)
    page = await room.page(f"#wall=NONE,{table}")
    await expect(page.locator("#under")).to_contain_text(table)


async def test_a_record_that_is_dropped_onto_the_page_is_replayed(room: Club, tmp_path: Path) -> None:
    table = await table_for(room.server_port)
    players = [await rival(room.server_port, table, name) for name in ("Ana", "Bo")]
    for player in players:
        await player.seal(1, 0)
    page = await room.page(f"#watch={table}")
    await page.get_by_role("tab", name="Rounds").click()
    async with page.expect_download() as kept:
        await page.get_by_role("button", name="Keep the game").click()
    file = tmp_path / "game.json"
    await (await kept.value).save_as(file)
    assert json.loads(file.read_text("utf-8"))["table"] == table
    other = await room.page()
    await other.locator("#file").set_input_files(file)
    await other.get_by_role("tab", name="Rounds").click()
    await other.get_by_label("Round 1", exact=True).click()
    await expect(other.locator("#story h2")).to_have_text("Round 1")
    (tmp_path / "bad.json").write_text('{"format": 7}')
    await other.locator("#home").click()
    await other.locator("#file").set_input_files(tmp_path / "bad.json")
    await expect(other.locator("#notice")).to_contain_text("this file", ignore_case=True)
    for player in players:
        await player.close()


async def test_a_referee_acts_with_a_question_and_a_reason(room: Club) -> None:
    opener = await call(room.server_port)
    options = {"players": 2, "seconds": 600, "interlude": None}
    opened = await open_table(opener, tournament=True, options=options)
    players = [await rival(room.server_port, opened.table, name) for name in ("Ana", "Bo")]
    page = await room.page(f"#referee={opened.table}.{opened.referee_key}")
    await page.locator("[data-action=start]").click()
    assert "#" not in page.url, "the key does not stay in the address"
    await page.locator("dialog form button.main").click()
    await page.locator("#yes").click()
    await page.locator("#board .token").first.wait_for()
    await page.locator("[data-action=grant]").click()
    await page.locator("#typed").fill("30 late start")
    await page.locator("dialog form button.main").click()
    await expect(page.locator(".question")).to_contain_text("30")
    await page.locator("#yes").click()
    await page.get_by_role("tab", name="Log").click()
    await expect(page.locator("#page-log")).to_contain_text("late start")
    for player in (*players, opener):
        await player.close()


async def unnamed(page: Page) -> list[str]:
    """Whatever can be used but says no name to a screen reader."""
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll(
          'button, input, select, a, [role=button], [role=tab], [role=group], dialog[open]')]
        .filter((each) => each.checkVisibility() && each.type !== 'file')
        .filter((each) => !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length
          || each.getAttribute('aria-labelledby')))
        .map((each) => each.outerHTML.slice(0, 120))"""
    )
    return found


async def test_everything_that_can_be_used_has_a_name_and_can_be_reached_by_keys(room: Club) -> None:
    """W7."""
    table = await table_for(room.server_port)
    page = await room.page()
    await page.locator(".card").wait_for()
    assert await unnamed(page) == []
    await sit_down(page, table, "Ana")
    await page.locator("[data-action=ready]").click()
    other = await rival(room.server_port, table, "Bo")
    await page.locator("#order").fill("s hq v8")
    await page.locator("#order").press("Enter")
    await page.locator("#sheets li").wait_for()
    assert await unnamed(page) == []
    assert await page.locator("[data-place][tabindex='0']").count() == 1
    label = await page.locator("[data-place=HQV]").get_attribute("aria-label")
    assert label
    assert "green headquarters" in label
    assert "2 soldiers" in label
    assert await page.locator("[aria-live=polite]").count() >= 2
    await page.get_by_role("button", name="More").click()
    assert await unnamed(page) == []
    await page.keyboard.press("Escape")
    assert not await page.locator("dialog").is_visible()
    await other.close()


async def test_sides_have_the_colours_of_the_terminal(room: Club) -> None:
    """U8."""
    page = await room.page()
    style = "getComputedStyle(document.documentElement).getPropertyValue('--s{}').trim()"
    shown = [await page.evaluate(style.format(slot)) for slot in range(8)]
    assert tuple(shown) == GROUNDS["okabe"]


async def test_a_seat_goes_to_another_browser_with_its_link(room: Club) -> None:
    """S3: the first browser is told that another has the seat now."""
    table = await table_for(room.server_port)
    page = await room.sit(table, "Ana", ready=False)
    await page.get_by_role("button", name="More").click()
    await page.get_by_role("button", name="Link and code of my seat").click()
    await page.locator("dialog .qr path").wait_for()
    link = await page.locator("dialog input").input_value()
    phone = await room.page(f"#{link.partition('#')[2]}", **PHONE)
    await expect(phone.locator(".seat em").first).to_contain_text("you")
    await expect(page.locator("#banner")).to_be_visible()
    assert "#" not in phone.url
