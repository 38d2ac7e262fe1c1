"""Boards that are always seen whole: each has a few sizes in which it can be drawn, the largest first."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from client.games.api import Line, Size, Spot, Window
from protocol.texts import Catalogue


class Sized(Protocol):
    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows that the board takes on the screen."""
        ...


MeshT = TypeVar("MeshT", bound=Sized)


def largest_within(meshes: Iterable[MeshT], columns: int, rows: int) -> MeshT | None:
    """The first mesh that fits into so many columns and rows; None if none does."""
    return next((mesh for mesh in meshes if mesh.size[0] <= columns and mesh.size[1] <= rows), None)


def size_within(meshes: Iterable[Sized], columns: int, rows: int) -> Size | None:
    """The size of that mesh. Such a board needs all of it."""
    mesh = largest_within(meshes, columns, rows)
    return Size(mesh.size, mesh.size) if mesh else None


def look(window: Window, size: tuple[int, int], spot: Spot | None) -> Window:
    """The window of a board that is seen whole never moves."""
    return window


def strip_rows(columns: int) -> int:
    """The boxes beside such a board have room for everything."""
    return 0


def strip(view: Any, words: Catalogue, width: int, rows: int) -> tuple[Line, ...]:
    return ()
