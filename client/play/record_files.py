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
"""ValueError comes from a name that no file can have, RuntimeError from `~name` of an unknown user."""


async def save_record(session: Session, path: Path) -> None:
    """Write the record of the game so far; `qg replay` and `qg-server verify` can read it."""
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
    """Whether a file of that name exists that is not an earlier record of this game."""
    try:
        return not is_record_of(path.expanduser().read_bytes(), table)
    except FILE_FAULTS:
        return False  # there is no such file, or the attempt to write it will show what is wrong


def read_file(target: str, language: str = "en") -> bytes | None:
    """The content of that file. It is None if there is no such file and the name may be that of a table."""
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
