"""What the client remembers between two runs: the player's name, seats and certificates."""

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from client.launch.private_file import write_private_file
from protocol.folders import data_folder
from protocol.ids import Seat

MOST_PLACES = 100


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat that the player holds, or the place of a referee: its secret, and where the table is."""

    server: str
    token: str
    seat: Seat = ""
    """Empty if the token is a referee's key."""
    heard: int = 0
    head: str = ""
    """The latest head of the chain over the table's log, and the number of the event that told it.

    `qg-server verify` compares a record of that table with it.
    """


class Remembered(Struct, frozen=True, omit_defaults=True):
    name: str = ""
    server: str = ""
    places: dict[str, Place] = {}
    """The places by the letters of their table, the oldest first; a referee's is under `referee:TABLE`."""
    solo: dict[str, str] = {}
    """For each game, the table of the unfinished game against bots."""
    greeted: tuple[str, ...] = ()
    """The games whose greeting the player has read."""
    servers: dict[str, tuple[str, ...]] = {}
    """By the address of a server, the addresses of all that play the same tables."""
    fingerprints: dict[str, str] = {}
    """The fingerprints of certificates, by host and port."""


def file_of_program(name: str) -> Path:
    """The file that remembers the seats of a program that plays under this name."""
    digest = hashlib.sha256(name.casefold().encode("utf-8", "surrogatepass")).hexdigest()
    return data_folder() / "bots" / f"{digest[:16]}.json"


class Memory:
    """A file that only its owner can read. If it cannot be read or written, the game goes on without it."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or data_folder() / "client.json"
        self.kept = self._load()

    def _load(self) -> Remembered:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=Remembered)
        except (OSError, msgspec.DecodeError):
            return Remembered()

    def keep(self, *, name: str = "", server: str = "") -> None:
        kept = self.kept
        self._save(msgspec.structs.replace(kept, name=name or kept.name, server=server or kept.server))

    def keep_place(self, table: str, place: Place) -> None:
        key = table if place.seat else f"referee:{table}"
        if (before := self.kept.places.get(key)) and not place.head:
            place = msgspec.structs.replace(place, heard=before.heard, head=before.head)
        others = {other: held for other, held in self.kept.places.items() if other != key}
        newest = dict(list(others.items())[-MOST_PLACES + 1 :]) | {key: place}
        self._save(msgspec.structs.replace(self.kept, places=newest))

    def keep_head(self, table: str, heard: int, head: str) -> None:
        """Save how far the log of a table has come at which we hold a seat."""
        place = self.kept.places.get(table)
        if place and head and place.heard < heard:
            self.keep_place(table, msgspec.structs.replace(place, heard=heard, head=head))

    def forget_place(self, table: str) -> None:
        places = {other: held for other, held in self.kept.places.items() if other != table}
        self._save(msgspec.structs.replace(self.kept, places=places))

    def keep_servers(self, server: str, told: tuple[str, ...]) -> None:
        """Save where the tables of this server are found if it is gone; nowhere else if none is told."""
        others = {other: known for other, known in self.kept.servers.items() if other != server}
        kept = {**others, server: told} if told else others
        if kept != self.kept.servers:
            self._save(msgspec.structs.replace(self.kept, servers=kept))

    def place(self, table: str) -> Place | None:
        return self.kept.places.get(table)

    def referee_key(self, table: str) -> str:
        held = self.referee_place(table)
        return held.token if held else ""

    def referee_place(self, table: str) -> Place | None:
        return self.kept.places.get(f"referee:{table}")

    def referee_servers(self) -> list[str]:
        """The servers of which the player has a referee's key, the latest first."""
        held = [place.server for key, place in self.kept.places.items() if key.startswith("referee:")]
        return list(dict.fromkeys(reversed(held)))

    def keep_solo(self, game: str, table: str) -> None:
        """Save the table of the unfinished game against bots, or forget it if `table` is empty."""
        others = {other: held for other, held in self.kept.solo.items() if other != game}
        solo = {**others, game: table} if table else others
        if solo != self.kept.solo:
            self._save(msgspec.structs.replace(self.kept, solo=solo))

    def keep_greeted(self, game: str) -> None:
        """The player has read the greeting of this game, and is not shown it again."""
        if game not in self.kept.greeted:
            self._save(msgspec.structs.replace(self.kept, greeted=(*self.kept.greeted, game)))

    def pinned(self, where: str) -> str:
        return self.kept.fingerprints.get(where, "")

    def pin(self, where: str, fingerprint: str) -> None:
        pins = {**self.kept.fingerprints, where: fingerprint}
        self._save(msgspec.structs.replace(self.kept, fingerprints=pins))

    def unpin(self, where: str) -> None:
        """Forget the certificate of our own server, because we know that its new one is genuine."""
        pins = {other: known for other, known in self.kept.fingerprints.items() if other != where}
        if pins != self.kept.fingerprints:
            self._save(msgspec.structs.replace(self.kept, fingerprints=pins))

    def _save(self, kept: Remembered) -> None:
        self.kept = kept
        write_private_file(self.file, msgspec.json.format(msgspec.json.encode(kept), indent=1))
