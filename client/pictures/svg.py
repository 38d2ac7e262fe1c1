"""A position as one SVG picture, which any browser, chat or word processor shows."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from xml.etree.ElementTree import Element, indent, tostring

from client.games.shapes import Diagram, Shape
from client.pictures.arrows import draw_arrows
from client.pictures.beside import draw_foot, draw_head, foot_height, head_height
from client.pictures.board import draw_ground, draw_held, draw_labels, draw_marks
from client.pictures.nodes import add, clean, number
from client.pictures.tokens import draw_tokens

NAMESPACE = "http://www.w3.org/2000/svg"
DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
MARGIN = 12


@cache
def style() -> str:
    return resources.files("client.pictures").joinpath("style.css").read_text("utf-8")


def svg_of(
    shape: Shape, diagram: Diagram, title: str, described: Sequence[str] = (), language: str = "en"
) -> bytes:
    """The picture. `described` are sentences that say the same to somebody who does not see it."""
    head = head_height(shape)
    width, height = shape.width, head + shape.height + foot_height(shape, diagram)
    root = _root(width + 2 * MARGIN, height + 2 * MARGIN, language)
    add(root, "title", text=title, id="title")
    add(root, "desc", text="\n".join(described or (diagram.status,)), id="desc")
    add(root, "style", text=style())
    clip = add(add(root, "defs"), "clipPath", id="board")
    add(clip, "rect", width=shape.width, height=shape.height)
    add(root, "rect", "paper", width=number(width + 2 * MARGIN), height=number(height + 2 * MARGIN))
    draw_head(_moved(root, MARGIN), shape, title, diagram.status)
    _draw_board(_moved(root, MARGIN + head), shape, diagram)
    draw_foot(_moved(root, MARGIN + head + shape.height), shape, diagram)
    indent(root, " ")
    text: str = tostring(root, encoding="unicode")
    return DECLARATION + text.encode()


def _root(width: float, height: float, language: str) -> Element:
    size = {"width": number(width), "height": number(height)}
    shown = {**size, "viewBox": f"0 0 {' '.join(size.values())}"}
    read = {"role": "img", "aria-labelledby": "title", "aria-describedby": "desc", "lang": clean(language)}
    return Element("svg", {"xmlns": NAMESPACE, "class": "qg", **shown, **read})


def _moved(root: Element, down: float) -> Element:
    return add(root, "g", transform=f"translate({MARGIN},{number(down)})")


def _draw_board(parent: Element, shape: Shape, diagram: Diagram) -> None:
    board = add(parent, "g", clip_path="url(#board)")
    draw_ground(board, shape)
    draw_held(board, shape, diagram)
    draw_labels(board, shape)
    draw_tokens(board, shape, diagram)
    draw_marks(board, shape, diagram)
    draw_arrows(board, shape, diagram)
