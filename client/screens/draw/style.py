"""Colours and attributes by name. Armies are black on a coloured ground, and a letter everywhere."""

import os

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from client.look import Look

GROUNDS = {
    "okabe": {
        **{"v": "#009e73", "b": "#56b4e9", "j": "#f0e442", "r": "#d55e00"},
        **{"o": "#ffbb77", "p": "#ff33bb", "t": "#77ffdd"},
    },
    "okabe-256": {
        **{"v": "#00af87", "b": "#5fafd7", "j": "#ffff5f", "r": "#d75f00"},
        **{"o": "#ffaf5f", "p": "#d75fff", "t": "#5fffd7"},
    },
    "ansi": {
        **{"v": "ansigreen", "b": "ansibrightblue", "j": "ansibrightyellow", "r": "ansibrightred"},
        **{"o": "ansiyellow", "p": "ansibrightmagenta", "t": "ansibrightcyan"},
    },
}
"""Okabe and Ito's colours, and three more for larger tables, stay apart for the colour-blind: distances
are measured in a test.

Where a terminal has 256 colours only, their nearest of those.
"""

LETTERS = "vbjropt"

PLAIN = {
    "label": "",
    "more": "bold",
    "title": "bold",
    "cursor": "reverse bold",
    "picked": "reverse",
    "reach": "underline bold",
    "reach-army": "underline bold",
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
        armies = {f"army.{letter}": "bold" for letter in LETTERS}
        return Style.from_dict({**PLAIN, **armies})
    armies = {f"army.{letter}": f"noreverse bg:{ground} fg:#000000" for letter, ground in grounds.items()}
    if palette == "ansi":
        armies = {name: style.replace("#000000", "ansiblack") for name, style in armies.items()}
    return Style.from_dict({**PLAIN, **armies, **COLOURED})


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


def army(seat: str) -> str:
    """The style of a seat or an army; two armies of one player have the first one's."""
    letter = seat[:1].lower()
    return f"class:army.{letter}" if letter and letter in LETTERS else ""
