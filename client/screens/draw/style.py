"""Colours and attributes by name. A side is always a letter too, in black on its coloured ground."""

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
"""For each palette the ground colours of the sides, in the order of `Side.slot`.

The colours are those of Okabe and Ito, and four more for larger tables. Colour-blind people can tell them
apart: a test measures the distances. "okabe-256" has the nearest colours of a terminal with 256 colours.
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
    "ghost": "underline",
    "gone": "",
    "mine": "bold",
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
    "menu": "reverse",
    "menu-chosen": "noreverse bold underline",
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
    "ghost": "bold underline",
    "gone": "ansibrightblack",
    "qr": "bg:#000000 fg:#ffffff",
    "advice": "ansired bold",
    "good": "ansigreen bold",
}


def palette_of(look: Look) -> str:
    """The palette of the look, unless the environment variable NO_COLOR forbids colours."""
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
    """The colour depth of the terminal. With None prompt_toolkit decides, but it does not read COLORTERM."""
    palette = palette_of(look)
    if palette == "mono":
        return ColorDepth.DEPTH_1_BIT
    if palette == "ansi":
        return ColorDepth.DEPTH_4_BIT
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    return None
