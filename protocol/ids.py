"""The names of things that every package uses."""

from typing import TypeAlias

Seat: TypeAlias = str
"""A place at a table. In POWER a seat is named by its armies: "V", or "VB" for two of them."""

SheetKey: TypeAlias = str
"""Names one of the sheets that a seat owes. In POWER it is the army that the sheet is for."""

Lines: TypeAlias = tuple[str, ...]
"""A sheet as it was written, line by line."""
