"""Seats and sheets as letters on the colours of their sides."""

from typing import Any

from client.games.api import Board, Fragment
from protocol.ids import Seat, SheetKey


def seat_chips(board: Board | None, view: Any, seat: Seat, room: str = "") -> list[Fragment]:
    """A letter for each side of the seat, with `room` on both sides of it.

    If the letters are not the seat's name, the name stands before them.
    """
    sides = board.sides_of(view, seat) if board else ()
    name = [] if seat == "".join(side.letter for side in sides) else [("", f"{room}{seat}{room}")]
    return [*name, *((side.style, f"{room}{side.letter}{room}") for side in sides)]


def seat_style(board: Board | None, view: Any, seat: Seat) -> str:
    """The style of a seat is that of its first side."""
    sides = board.sides_of(view, seat) if board else ()
    return sides[0].style if sides else ""


def sheet_chip(board: Board | None, sheet: SheetKey) -> Fragment:
    """The key of a sheet, in the colour of the side that writes it."""
    style = next((side.style for side in board.sides if side.key == sheet), "") if board else ""
    return (style, f" {sheet} ")
