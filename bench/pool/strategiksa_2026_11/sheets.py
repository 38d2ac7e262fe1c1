"""What every level of Strategiksa does alike: it writes the one sheet that is owed, if it is its own."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import StrategiksaView

Write: TypeAlias = Callable[[StrategiksaView, SheetKey, Random], Lines]
"""How a level writes the sheet of a view."""


class Writer:
    def __init__(self, write: Write) -> None:
        self._write = write

    def __call__(
        self, view: StrategiksaView, sheets: tuple[SheetKey, ...], random: Random, seconds: float = 0.0
    ) -> dict[SheetKey, Lines]:
        if view.sheet not in sheets or view.writer != view.seat:
            return {}
        return {view.sheet: self._write(view, view.sheet, random)}
