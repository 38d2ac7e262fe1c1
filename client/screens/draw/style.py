"""Colours and attributes by name. Sides are black on a coloured ground, and a letter everywhere."""

import os

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from client.look import Look

GROUNDS: dict[str, tuple[str, ...]] = {
    "okabe": (
        *("#009e73", "#56b4e9", "#f0e442", "#d55e00"),
        *("#ffbb77", "#ff33bb", "#77ffdd", "#d7d7ff"),
    ),
    "okabe-256": (
        *("#00af87", "#5fafd7", "#ffff5f", "#d75f00"),
        *("#ffaf5f", "#d75fff", "#5fffd7", "#d7d7ff"),
    ),
    "ansi": (
        *("ansigreen", "ansibrightblue", "ansibrightyellow", "ansibrightred"),
        *("ansiyellow", "ansibrightmagenta", "ansibrightcyan", "ansigray"),
    ),
}
"""The grounds of the sides, by the number of their colour in a palette.

Okabe and Ito's colours, and four more for larger tables, stay apart for the colour-blind: distances are
measured in a test. Where a terminal has 256 colours only, their nearest of those.
"""
SLOTS = len(GROUNDS["okabe"])

PLAIN = {
    "label": "",
    "more": "bold",
    "title": "bold",
    "cursor": "reverse bold",
    "picked": "reverse",
    "reach": "underline bold",
    "reach-side": "underline bold",
    "plan": "underline",
    "changed": "reverse",
    "status": "reverse",
    "clock.minute": "bold",
    "clock.soon": "noreverse bold",
    "clock.now": "noreverse bold underline blink",
    "keys": "",
    "key": "reverse",
    "lost": "strike",
    "good": "bold",
    "advice": "bold",
    "ask": "bold reverse",
    "chosen": "reverse",
    "banner": "reverse bold blink",
    "prompt": "bold",
    "dim": "",
    "qr": "",
}

COLOURED = {
    "rule": "ansibrightblack",
    "sea": "ansicyan",
    "reach": "noinherit bg:ansiwhite fg:ansiblack bold underline",
    "clock.minute": "noreverse bg:ansiyellow fg:ansiblack",
    "clock.soon": "noreverse bg:ansibrightyellow fg:ansiblack bold",
    "clock.now": "noreverse bg:ansired fg:ansiwhite bold blink",
    "banner": "bg:ansired fg:ansiwhite bold",
    "lost": "strike ansibrightblack",
    "dim": "ansibrightblack",
    "qr": "bg:#000000 fg:#ffffff",
    "advice": "ansired bold",
    "good": "ansigreen bold",
}


def palette_of(look: Look) -> str:
    """NO_COLOR has the last word."""
    return "mono" if os.environ.get("NO_COLOR") else look.palette


def style_for(look: Look) -> Style:
    palette = palette_of(look)
    if palette == "okabe" and depth_for(look) is None:
        palette = "okabe-256"
    grounds = GROUNDS.get(palette)
    if grounds is None:
        return Style.from_dict({**PLAIN, **{f"side.{slot}": "bold" for slot in range(SLOTS)}})
    ink = "ansiblack" if palette == "ansi" else "#000000"
    sides = {f"side.{slot}": f"noreverse bg:{ground} fg:{ink}" for slot, ground in enumerate(grounds)}
    return Style.from_dict({**PLAIN, **sides, **COLOURED})


def depth_for(look: Look) -> ColorDepth | None:
    """None leaves it to prompt_toolkit, which does not look at COLORTERM."""
    palette = palette_of(look)
    if palette == "mono":
        return ColorDepth.DEPTH_1_BIT
    if palette == "ansi":
        return ColorDepth.DEPTH_4_BIT
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return None
