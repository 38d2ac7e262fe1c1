"""What every level of Strategiksa does alike: it writes the one sheet that is owed, if it is its own."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import StrategiksaView
from server.bots.assignment import Assignment

Write: TypeAlias = Callable[[StrategiksaView, SheetKey, Random], Lines]
"""How a level writes the sheet of a view."""


class Writer:
    def __init__(self, write: Write) -> None:
        self._write = write

    def __call__(self, assignment: Assignment) -> dict[SheetKey, Lines]:
        view: StrategiksaView = assignment.view
        if view.sheet not in assignment.sheets or view.writer != view.seat:
            return {}
        return {view.sheet: self._write(view, view.sheet, assignment.random)}
