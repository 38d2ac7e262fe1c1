"""What `qg` says in a shell is broken between words."""

import io
import os
import pty
import struct
import subprocess
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from typing import TextIO

import pytest

from client.plain.console import Console
from client.plain.wrapping import wrapped_for
from tests.kit.terminals import QG

SENTENCE = "nobody answers at 192.168.1.20:7878; check that the server runs there and that it is right"


def shown(columns: int, act: Callable[[TextIO], object]) -> list[str]:
    """The lines that a terminal of that width is given."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with open(theirs, "w", encoding="utf-8") as out:
        act(out)
        out.flush()
        print("END", file=out, flush=True)
        said = b""
        while b"END" not in said:
            said += os.read(ours, 4096)
    os.close(ours)
    return said.decode().splitlines()[:-1]


def test_a_sentence_is_broken_between_words_in_a_terminal() -> None:
    lines = shown(40, lambda out: Console(out=out).print(SENTENCE))
    assert len(lines) == 3
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(lines) == SENTENCE


def test_a_command_that_is_typed_again_stays_in_one_piece() -> None:
    command = "  qg join 192.168.1.20:7878/MKPPH --token 0123456789abcdef0123456789abcdef"
    assert shown(40, lambda out: Console(out=out).print(command)) == [command]
    said = "Den is closed: later qg host MKPPH --port 46031 opens it again"
    assert shown(40, lambda out: Console(out=out).print(said)) == [
        "Den is closed: later",
        "qg host MKPPH --port 46031 opens it",
        "again",
    ]


def test_a_file_gets_the_sentence_as_it_is() -> None:
    assert wrapped_for(SENTENCE * 3, io.StringIO()) == [SENTENCE * 3]


def test_a_refusal_in_a_shell_is_broken_between_words(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    words = [str(QG), "--lang", "xx", "solo"]
    lines = shown(24, lambda out: subprocess.run(words, stderr=out, env=env, check=False))
    assert lines[0].startswith("qg: ")
    assert len(lines) > 1
    assert all(len(line) <= 24 for line in lines)


def test_a_french_sign_never_begins_a_line() -> None:
    text = "3X n'est pas une pièce ; les pièces sont : S T C D ; écrivez « aide » ! Et maintenant ?"
    for columns in range(12, 60):
        lines = shown(columns, lambda out: Console(out=out).print(text))
        assert " ".join(lines) == text
        assert not any(line.startswith((";", ":", "!", "?", "»")) for line in lines)


@pytest.mark.slow
def test_the_french_help_never_breaks_before_a_sign() -> None:
    environment = {**os.environ, "COLUMNS": "80"}
    for command in ("solo", "host"):
        args = [str(QG), command, "--game", "strategiksa", "--lang", "fr", "--help"]
        said = subprocess.run(args, capture_output=True, text=True, check=True, env=environment).stdout
        assert "recrue, capitaine, général" in " ".join(said.split())
        assert not any(line.lstrip().startswith((";", ":", "!", "?", "»")) for line in said.splitlines())


def test_a_console_prints_ascii_if_it_is_asked_to() -> None:
    out = io.StringIO()
    Console(out=out, is_ascii=True).print("écrivez « aide »")
    assert out.getvalue() == 'ecrivez " aide "\n'
