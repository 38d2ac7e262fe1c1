"""The nodes of an SVG picture. Texts are escaped, and characters that no XML may hold are left out."""

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from client.games.shapes import Point

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """The text without what XML forbids: control characters and halves of characters."""
    return _FORBIDDEN.sub("", text)


def add(parent: Element, tag: str, *classes: str, text: str = "", **attributes: object) -> Element:
    """A new node below another. A line in the name of an attribute stands for a hyphen."""
    named = {name.replace("_", "-"): clean(str(value)) for name, value in attributes.items()}
    node = SubElement(parent, tag, {"class": " ".join(classes), **named} if classes else named)
    node.text = clean(text) or None
    return node


def write(parent: Element, text: str, at: tuple[float, float], size: float, *classes: str) -> Element:
    """A text with its middle at a point."""
    x, y = at
    return add(
        parent,
        "text",
        *classes,
        text=text,
        x=number(x),
        y=number(y + size * 0.35),  # the capitals of a usual font are 0.7 of its size
        font_size=number(size),
    )


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def points(corners: Iterable[Point], at: Point = (0, 0)) -> str:
    return " ".join(f"{x + at[0]},{y + at[1]}" for x, y in corners)
