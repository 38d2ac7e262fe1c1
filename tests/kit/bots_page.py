"""Writes the tables of docs/bots.md from the structs of the lines: `python -m tests.kit.bots_page`."""

from pathlib import Path
from typing import get_args

from client.program import conversation, owner, process
from client.program.lines import FromProgram, ToProgram
from tests.kit.protocol_page import fields_table, rewrite, rows
from tests.kit.types_in_words import explained, name_of

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
COMMAND = "python -m tests.kit.bots_page"
LINES: dict[str, type] = {name_of(kind): kind for kind in (*get_args(ToProgram), *get_args(FromProgram))}
LIMITS = {
    process: ("LONGEST_LINE", "MOST_UNREAD"),
    conversation: ("MOST_STARTS", "MOST_SILENT", "MOST_BAD_LINES", "PATIENCE", "GRACE"),
    owner: ("MOST_ALIKE",),
}


def table(key: str) -> str:
    return limits_table() if key == "limits" else fields_table(LINES[key])


def limits_table() -> str:
    """What `qg bot` allows a program, as the source of the constants says it."""
    body = [
        (
            f"{getattr(module, name):,g}" if getattr(module, name) < 10_000 else f"{getattr(module, name):,}",
            said,
        )
        for module, names in LIMITS.items()
        for name in names
        if (said := explained(module).names[name])
    ]
    return rows(("limit", "meaning"), body)


if __name__ == "__main__":
    rewrite(PAGE, table)
