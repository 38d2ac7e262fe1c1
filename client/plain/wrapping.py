"""Break sentences between words where a terminal would break them in the middle of a word."""

import os
from typing import TextIO

from client.words import unbroken

COMMAND = "qg"
"""The words of a command stay together, because people copy commands and type them again."""


def wrapped_for(text: str, out: TextIO) -> list[str]:
    """The text in lines that fit into the terminal; as it is, if `out` is a file or a pipe."""
    width = _columns(out)
    if not width or len(text) <= width or text.strip().startswith(f"{COMMAND} "):
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    lines: list[str] = []
    for unit in _units(text):
        if lines and len(lines[-1]) + 1 + len(unit) <= width:
            lines[-1] += f" {unit}"
        else:
            lines.append(indent + unit)
    return lines


def _units(text: str) -> list[str]:
    """The words of the text. A command is one unit: its verb, and the names and values behind it."""
    units: list[str] = []
    is_command = False
    for word in unbroken(text):
        if is_command and (units[-1] == COMMAND or not (word.isalpha() and word.islower())):
            units[-1] += f" {word}"
            is_command = not word.endswith((".", ",", ";"))
        else:
            units.append(word)
            is_command = word == COMMAND
    return units


def _columns(out: TextIO) -> int:
    """How many columns the terminal has; 0 if there is no terminal, or if it does not say."""
    try:
        return os.get_terminal_size(out.fileno()).columns if out.isatty() else 0
    except (OSError, ValueError):
        return 0
