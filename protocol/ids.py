"""The names of things that every package uses."""

from typing import TypeAlias

Seat: TypeAlias = str
"""A place at a table, by the name that the game gives it."""

SheetKey: TypeAlias = str
"""Names one of the sheets of a phase. A seat may owe several, and the phase says which."""

Lines: TypeAlias = tuple[str, ...]
"""A sheet as it was written, line by line."""
