"""Replay is the game: the same facts give the same table, in any process. R7.

`python -m tests.kit.replay DATABASE` (`make replay-check DB=...`) replays every game of a database here and
in another process with other hashes of its own, and compares the table after each fact.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from protocol.codec import encode
from protocol.folders import data_folder
from protocol.ids import Seat
from protocol.messages import Told
from protocol.views.power import ARMIES
from protocol.vocabulary import WATCHER
from server import tokens
from server.databases import Database, all_listed, named, open_reader
from server.errors import StorageError
from server.games.power import POWER
from server.record import export
from server.store import SqliteStore
from server.table import facts, knowledge
from server.table.facts import AnyFact, Row
from server.table.state import TableState
from server.verify import verify
from tests.kit.chaos import orders

ROOT = Path(__file__).parents[2]


def digest(state: TableState) -> str:
    """All of a table that its facts decide, but for the stream, whose last number stands for the new part."""
    glass = state.glass
    whole: dict[str, Any] = {
        "state": msgspec.to_builtins(state.position),
        "stage": state.stage,
        "phase": [state.phase_no, msgspec.to_builtins(state.phase), state.last, state.held, state.stopped_by],
        "drafts": {sheet: msgspec.to_builtins(draft) for sheet, draft in sorted(state.sheets.drafts.items())},
        "marks": [sorted(state.sheets.written), sorted(state.sealed)],
        "salts": sorted(state.sheets.salts.items()),
        "chairs": msgspec.to_builtins(state.chairs),
        "glass": [glass.length, glass.spent, glass.played],
        "outcome": msgspec.to_builtins(state.outcome),
        "count": [state.count, state.seq],
    }
    told = [encode(_told(state, seat)) for seat in (None, *state.chairs)] if state.stream else []
    return hashlib.sha256(msgspec.json.encode(whole) + b"".join(told)).hexdigest()[:32]


def _told(state: TableState, seat: str | None) -> Told:
    entry = state.stream[-1]
    return Told(seq=entry.seq, at=entry.at, event=knowledge.told(state, entry, seat or WATCHER))


def digests(table: str, rows: Sequence[Row]) -> list[str]:
    """The table after each of its facts."""
    state = TableState(table, rows[0])
    found = [digest(state)]
    for row in rows[1:]:
        state.glass.set_spent(row.spent, row.played)
        state.apply(row)
        found.append(digest(state))
    return found


def scripted_log(rounds: int, *, seconds: float = 600.0) -> list[Row]:
    """The facts of a game that four scripted players have played so far, in round `rounds` + 1."""
    options = {"players": 4, "referee": "V", "seconds": seconds}
    said: list[AnyFact] = [
        facts.TableOpened("power", POWER.rules_version, "Long", options, "7", "key"),
    ]
    for seat in ARMIES:
        secrets = (tokens.digest(token_of(seat)), tokens.digest(f"key of {seat}"))
        said.append(facts.SeatTaken(seat, f"Player {seat}", "", *secrets))
    said.append(facts.GameStarted(()))
    for n in range(1, rounds + 1):
        said.append(facts.PhaseOpened(n))
        for seat in ARMIES:
            salt = {seat: f"salt of {seat} {n}"}
            said += [facts.Drafted(seat, seat, 1, orders(seat, n)), facts.Wrote(seat)]
            said.append(facts.SheetSealed(seat, salt))
        said += [facts.PhaseClosed(n, {}), facts.SheetsRead(n)]
    said.append(facts.PhaseOpened(rounds + 1))
    return [Row(n, 1.7e9 + n, 0.0, n * 0.25, fact) for n, fact in enumerate(said, start=1)]


def token_of(seat: Seat) -> str:
    return f"the token of seat {seat}"


async def store_log(path: Path, table: str, rows: Sequence[Row]) -> None:
    store = SqliteStore(path)
    await store.append(table, rows)
    await store.close()


def of_database(database: Database) -> Iterator[tuple[str, list[Row]]]:
    reader = open_reader(database)
    try:
        for table, _ in all_listed(reader):
            yield table, reader.rows(table)
    finally:
        reader.close()


def elsewhere(path: Database, hash_seed: int) -> dict[str, list[str]]:
    """The digests of all games, made by another process."""
    command = [sys.executable, "-m", "tests.kit.replay", "--digests", str(path)]
    env = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def first_difference(ours: Sequence[str], theirs: Sequence[str]) -> int | None:
    """The number of the first fact after which they differ."""
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), start=1):
        if one != other:
            return number
    return None if len(ours) == len(theirs) else min(len(ours), len(theirs)) + 1


def main(args: Sequence[str]) -> int:
    if args[:1] == ["--digests"]:
        print(json.dumps({table: digests(table, rows) for table, rows in of_database(named(args[1]))}))
        return 0
    path = named(args[0]) if args else data_folder() / "qg.db"
    games = dict(of_database(path))
    theirs = elsewhere(path, 4711)
    faults = 0
    for table, rows in games.items():
        wrong = first_difference(digests(table, rows), theirs.get(table, []))
        broken = verify(export(table, rows))
        faults += wrong is not None or bool(broken)
        what = f"differs after fact {wrong}" if wrong else "; ".join(broken) or "the same in both"
        print(f"{table}  {len(rows):6} facts  {what}")
    print(f"{len(games)} games, {faults} faulty")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except StorageError as error:
        sys.exit(f"replay-check: {error}")
