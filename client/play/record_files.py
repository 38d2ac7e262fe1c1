"""The files that hold records of games: written by `export`, read by `qg replay`."""

import asyncio
import zlib
from pathlib import Path

from client.errors import ClientError
from client.link.address import looks_like_host
from client.link.session import Session
from client.state.record_file import is_record_of
from client.words import reason_of, say

FILE_FAULTS = (OSError, ValueError, RuntimeError)
"""What is raised for a name that no file can have, and for the home of a user who does not exist."""


async def save_record(session: Session, path: Path) -> None:
    """Write the game so far, as the server keeps it: `qg replay` and `qg-server verify` read it."""
    record = zlib.decompress(await session.export())
    if await asyncio.to_thread(_is_another, path, session.state.table):
        raise ClientError(say(session.language, "error.file-exists", file=str(path)))
    try:
        await asyncio.to_thread(lambda: path.expanduser().write_bytes(record))
    except FILE_FAULTS as error:
        reason = reason_of(error, session.language)
        said = say(session.language, "error.cannot-write", file=str(path), reason=reason)
        raise ClientError(said) from None


def _is_another(path: Path, table: str) -> bool:
    """Whether there is a file that is no earlier record of this very game."""
    try:
        return not is_record_of(path.expanduser().read_bytes(), table)
    except FILE_FAULTS:
        return False  # there is none, or writing will tell what is wrong


def read_file(target: str, language: str = "en") -> bytes | None:
    """The file of that name; None if the name may be that of a table instead."""
    try:
        file = Path(target).expanduser()
        if file.is_file():
            return file.read_bytes()
    except FILE_FAULTS as error:
        reason = reason_of(error, language)
        raise ClientError(say(language, "error.cannot-read", file=target, reason=reason)) from None
    if (file.suffix or "/" in target) and not looks_like_host(target):
        raise ClientError(say(language, "error.no-file", file=target))
    return None
