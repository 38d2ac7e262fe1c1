"""A program for `qg bot`, as docs/bots.md describes it. It needs nothing but Python.

    qg bot --table NAME -- python3 examples/bots/tries_sheets.py

It plays any game with lines that the server offers, chosen by chance. In POWER it does a little more: it
makes several sheets, lets the rules simulate the round with each of them, and takes the best.
"""

import json
import random
import sys
from typing import Any

MOST_LINES = 8  # on a sheet that may have any number of lines
CANDIDATES = 4
waiting: list[Any] = []  # lines that came while we waited for an answer
seat = ""


def receive() -> Any:
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def ask(**line: Any) -> Any:
    """Send a line, and wait for the line that answers it."""
    print(json.dumps(line), flush=True)
    while True:
        heard = receive()
        if heard["type"] in ("offers", "simulated", "written", "refused"):
            return heard
        waiting.append(heard)


def offered_line(sheet: str, above: list[str]) -> str:
    """Take one of the words that the server offers, then one of the next, until the line is whole."""
    text = ""
    while offers := ask(type="legal", sheet=sheet, above=above, text=text).get("offers"):
        text = random.choice(offers)["text"] + " "
    return text.strip()


def some_sheet(sheet: str, room: int) -> list[str]:
    lines: list[str] = []
    while len(lines) < room and (line := offered_line(sheet, lines)):
        lines.append(line)
    return lines


def score(view: Any) -> float:
    """How good a position of POWER is for our side: flags, then pieces."""
    ours = [army for army, side in view["sides"].items() if side == seat]
    flags = sum(holder in ours for holder in view["flags"].values())
    count = {army: sum(map(sum, places.values())) for army, places in view["pieces"].items()}
    return 100 * flags + sum(number if army in ours else -number for army, number in count.items())


def best_sheets(question: Any) -> dict[str, list[str]]:
    room = question["phase"].get("lines") or MOST_LINES
    found: list[tuple[float, dict[str, list[str]]]] = []
    for _ in range(CANDIDATES if "flags" in question["view"] else 1):
        sheets = {sheet: some_sheet(sheet, room) for sheet in question["owed"]}
        simulated = ask(type="simulate", sheets=sheets) if CANDIDATES > 1 else {}
        after = simulated.get("view", {})
        found.append((score(after) if "flags" in after else 0.0, sheets))
    return max(found, key=lambda each: each[0])[1]


while True:
    heard = waiting.pop(0) if waiting else receive()
    if heard["type"] == "hello":
        if heard["version"] != 1:
            sys.exit(f"These lines have version {heard['version']}, and I know only version 1.")
        seat = heard["seat"]
    if heard["type"] == "write":
        ask(type="sheets", ask=heard["ask"], sheets=best_sheets(heard))
