"""What this computer saw of each game, message by message, so that it can be replayed without the host."""

import contextlib
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec.structs import replace

from client.state.client_state import FILE, ClientState
from client.state.fold import fold
from protocol.codec import ProtocolError, decode_server, encode
from protocol.folders import data_folder
from protocol.ids import Seat
from protocol.messages import Missed, Seated, ServerMessage, Snapshot, Told
from protocol.texts import DEFAULT

MOST_GAMES = 200
_LENGTH = struct.Struct(">I")


def _folder() -> Path:
    return data_folder() / "seen"


class SeenGame:
    """The file of one game as one seat saw it. If it cannot be written, the game goes on without it.

    The file holds the events from the first one on. Where events are missing, a snapshot stands for them;
    a player who joins gets one for those before.
    """

    def __init__(self, table: str, seat: Seat, folder: Path | None = None) -> None:
        self.table = table
        self._file = (folder or _folder()) / f"{table}-{seat}.qg"
        kept = list(_messages(self._file))
        last, end = kept[-1] if kept else (None, 0)
        self._seq = last.seq if last else 0
        with contextlib.suppress(OSError):  # the last message may be cut off: this computer may have crashed
            if self._file.is_file() and self._file.stat().st_size > end:
                os.truncate(self._file, end)

    def hear(self, message: ServerMessage) -> None:
        """Keep the message if it tells something new."""
        match message:
            case Missed():
                for told in message.told:
                    self.hear(told)
            case Told() if message.seq == self._seq + 1:
                self._add(message)
            case Snapshot() if message.seq > self._seq:
                self._add(message)

    def _add(self, message: Told | Snapshot) -> None:
        packed = encode(message)
        is_new = not self._seq
        with contextlib.suppress(OSError):
            if is_new:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _remove_oldest(self._file.parent)
            # Only its owner may read it: it holds the player's own secrets.
            how = os.O_CREAT | os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
            with open(os.open(self._file, how, 0o600), "ab") as file:
                file.write(_LENGTH.pack(len(packed)) + packed)
            self._seq = message.seq


def keep_seen_games(folder: Path | None = None) -> Callable[[ServerMessage], None]:
    """A function that hears every message to a player, and keeps those of the game at the player's table."""
    seen: SeenGame | None = None

    def hear(message: ServerMessage) -> None:
        nonlocal seen
        if isinstance(message, Seated) and (seen is None or seen.table != message.table):
            seen = SeenGame(message.table, message.seat, folder)
        if seen:
            seen.hear(message)

    return hear


def _remove_oldest(folder: Path) -> None:
    files = sorted(folder.glob("*.qg"), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - MOST_GAMES + 1)]:
        file.unlink(missing_ok=True)


def _messages(file: Path) -> Iterator[tuple[Told | Snapshot, int]]:
    """The messages of the file, up to the first that is not whole, each with the place of its end."""
    try:
        content = file.read_bytes()
    except OSError:
        return
    at = 0
    while at + _LENGTH.size <= len(content):
        (length,) = _LENGTH.unpack_from(content, at)
        packed = content[at + _LENGTH.size : at + _LENGTH.size + length]
        if len(packed) < length:
            return
        try:
            message = decode_server(packed)
        except ProtocolError:  # another version of QG wrote it
            return
        at += _LENGTH.size + length
        if isinstance(message, Told | Snapshot):
            yield message, at


def read_seen_game(table: str, folder: Path | None = None, language: str = DEFAULT) -> ClientState | None:
    """The game at that table as this computer last saw it; None if it saw nothing."""
    files = sorted((folder or _folder()).glob(f"{table.upper()}-*.qg"), key=lambda file: file.stat().st_mtime)
    for file in reversed(files):
        seat = file.stem.rpartition("-")[2]
        state = ClientState(language=language, table=table.upper(), role=seat)
        for message, _ in _messages(file):
            state = fold(state, message, getattr(message, "at", 0.0))
        if state.stage:
            return replace(state, link=FILE)
    return None
