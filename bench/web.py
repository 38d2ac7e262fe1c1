"""The page for browsers: the first board, a click, the story, bytes of a round, the reveal in many tabs."""

import asyncio
import json
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.load import SHEET
from bench.peers import Player, Process, call, open_table, sit, table_server
from protocol.messages import Ready, Seal, Write

TABS = 100
ROUNDS = 5
TOKENS = 100
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
CLICK = """() => new Promise((done) => {
  const place = document.querySelector('[data-place]');
  const began = performance.now();
  place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(() =>
    done(document.querySelector('.m-cursor') ? performance.now() - began : -1)));
})"""
FRAMES = """async (count) => {
  const { Board } = await import('/board.js');
  document.getElementById('table').hidden = false;
  const board = new Board(() => {});
  const outline = [[-30, -20], [30, -20], [30, 20], [-30, 20]];
  const places = Array.from({ length: 2 * count }, (_, at) =>
    ({ key: `P${at}`, at: [40 + 70 * (at % 20), 40 + 50 * Math.floor(at / 20)], ground: 'land' }));
  board.begin({ width: 1440, height: 560, letter: 12, token: [40, 22], places, outlines: [outline],
    boxes: [], grounds: [{ key: 'land', name: 'land' }] });
  board.kinds.set('A', { key: 'A', slot: 0, owner: 'V', letters: 'T', name: 'tank' });
  const slides = Array.from({ length: count }, (_, at) =>
    ({ kind: 'A', count: 1, start: `P${at}`, end: `P${2 * count - 1 - at}` }));
  board.put(new Map(), slides, 2500);
  return new Promise((done) => {
    let frames = 0;
    const began = performance.now();
    const next = () => {
      frames += 1;
      const passed = performance.now() - began;
      if (passed < 1500) requestAnimationFrame(next);
      else done((1000 * frames) / passed);
    };
    requestAnimationFrame(next);
  });
}"""


@asynccontextmanager
async def web_server(server: int) -> AsyncIterator[Process]:
    """`qg web` as a process of its own."""
    words = ("-m", "client", "web", f"127.0.0.1:{server}", "--port", "0", "--host", "127.0.0.1")
    process = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        while not (found := re.search(r":(\d+)/", (await process.stdout.readline()).decode())):
            pass
        yield Process(process, int(found[1]), 0.0)
    finally:
        process.terminate()
        await process.wait()


class Tab:
    """A tab without a browser: it counts what it is sent, and knows when a round was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.size = 0

    async def ask(self, what: str, **more: Any) -> None:
        await self.socket.send(json.dumps({"do": what, **more}))

    async def until(self, part: str) -> float:
        """When a message with that part has come."""
        while True:
            data = await self.socket.recv()
            assert isinstance(data, str)
            self.size += len(data.encode())
            if f'"{part}":' in data:
                return time.perf_counter()


@asynccontextmanager
async def tab_at(port: int, table: str) -> AsyncIterator[Tab]:
    where = f"127.0.0.1:{port}"
    options = {"compression": None, "proxy": None, "max_queue": None}
    async with connect(f"ws://{where}/socket", origin=f"http://{where}", **options) as socket:  # type: ignore[arg-type]  # one dict
        tab = Tab(socket)
        await tab.ask("greet")
        await tab.until("words")
        await tab.ask("watch", table=table)
        await tab.until("shape")
        yield tab


async def seal_all(players: list[Player], phase: int) -> float:
    """All write five orders and seal; returns when the last seal was sent."""
    for player in players:
        lines = tuple(line.format(player.seat) for line in SHEET)
        await player.ask(Write(phase=phase, sheet=player.seat, revision=1, lines=lines))
    for player in players[:-1]:
        await player.ask(Seal(phase=phase, revisions={player.seat: 1}))
    sent = time.perf_counter()
    await players[-1].send(Seal(phase=phase, revisions={players[-1].seat: 1}))
    return sent


async def measure_tabs(web: Process, table: str, players: list[Player]) -> None:
    async with AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(tab_at(web.port, table)) for _ in range(TABS)]
        reveals, sizes, waits = [], [], []
        for phase in range(1, ROUNDS + 1):
            before = tabs[0].size
            waiting = [asyncio.create_task(tab.until("story")) for tab in tabs]
            sent = await seal_all(players, phase)
            waited = web.waited()
            reveals.append(max(await asyncio.gather(*waiting)) - sent)
            waits.append(web.waited() - waited)
            for player in players:
                await player.ask(Ready(phase=phase))
            await tabs[0].until("stage")
            sizes.append(tabs[0].size - before)
        took, waited = statistics.median(reveals) * 1000, statistics.median(waits) * 1000
        print(
            f"  reveal in all of {TABS} tabs  {took:7.0f} ms (aim 150), {waited:.0f} of them without a core"
        )
        print(f"  sent to a tab in a round  {statistics.mean(sizes) / 1000:7.1f} kB (aim 20)")


async def measure_browser(web: int, table: str) -> None:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        print("  no Chromium is installed here: the page is not measured")
        return
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        boards = []
        for _ in range(5):
            page = await browser.new_page()
            await page.goto(f"http://127.0.0.1:{web}/#watch={table}")
            await page.locator("#board .token").first.wait_for()
            boards.append(float(await page.evaluate("performance.now()")))
            clicks = [await page.evaluate(CLICK) for _ in range(20)]
            await page.close()
        page = await browser.new_page()
        await page.goto(f"http://127.0.0.1:{web}/")
        await page.wait_for_selector("#lobby section")
        frames = await page.evaluate(FRAMES, TOKENS)
        await browser.close()
    print(f"  page to the first board   {statistics.median(boards):7.0f} ms (aim 1000)")
    print(f"  a click is shown within   {statistics.median(clicks):7.0f} ms (aim 50)")
    print(f"  story of {TOKENS} tokens       {frames:7.0f} frames a second (aim 60)")


async def _measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with table_server(folder) as server, web_server(server.port) as web:
            opener = await call(server.port)
            table = await open_table(opener, "wall", players=4, seconds=None, interlude=None)
            players = [await sit(server.port, table, name) for name in ("Ana", "Bo", "Cy", "Di")]
            await measure_browser(web.port, table)
            await measure_tabs(web, table, players)
            for player in (opener, *players):
                await player.socket.close()


def main() -> None:
    print("The page for browsers")
    asyncio.run(_measure())
