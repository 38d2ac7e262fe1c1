"""Our programs called inside the process of the test: what they print and their status.

Starting a process takes longer than most refusals. Tests of a command that reads no terminal
and is not interrupted call it here; that the programs also start by themselves is tested with processes.
"""

import argparse
import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from subprocess import CompletedProcess
from types import MappingProxyType
from typing import TextIO

import pytest

Program = Callable[[Sequence[str]], int]


def called(
    main: Program, *args: str, given: bytes = b"", variables: Mapping[str, str] = MappingProxyType({})
) -> CompletedProcess[str]:
    """What the program would say if it were started with these arguments, input and variables."""
    out, err = written_text(), written_text()
    with pytest.MonkeyPatch.context() as patch, standard_input(given) as source:
        patch.setattr(sys, "stdin", source)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setattr(argparse, "_", argparse._)  # type: ignore[attr-defined]  # a program translates argparse
        for name, value in variables.items():
            patch.setitem(os.environ, name, value)
        status = status_of(main, args)
    return CompletedProcess(args, status, text_of(out), text_of(err))


@contextmanager
def standard_input(given: bytes) -> Iterator[TextIO]:
    """Input under the number 0 too, because some programs read it from there."""
    kept = os.dup(0)
    with tempfile.TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        os.dup2(file.fileno(), 0)
    try:
        with open(0, encoding="utf-8", closefd=False) as source:
            yield source
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def status_of(main: Program, args: Sequence[str]) -> int:
    try:
        return main(args)
    except SystemExit as end:  # argparse ends the program itself
        return end.code if isinstance(end.code, int) else 0


def written_text() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")


def text_of(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode()
