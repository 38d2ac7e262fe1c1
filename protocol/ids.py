"""The words that name things across the table."""

from typing import TypeAlias

Seat: TypeAlias = str
"""A place at a table. In POWER a seat is named by its armies: "V", or "VB" for two of them."""

SheetKey: TypeAlias = str
"""Which of a seat's sheets: in POWER, the army it is for."""

Lines: TypeAlias = tuple[str, ...]
"""A sheet as it was written, line by line."""
