"""A small client, written from docs/protocol.md: it plays one round of POWER and tells what happened.

Start `qg-server serve`, then: python examples/small_client.py [HOST:PORT] [TABLE]
"""

import hashlib
import secrets
import sys
from typing import Any

import msgpack
from websockets.sync.client import ClientConnection, connect

hashes: dict[str, dict[str, str]] = {}  # of the sheets: as each seat sealed them, and as the phase closed


def ask(server: ClientConnection, kind: str, wanted: str, **fields: Any) -> Any:
    """Send a message. Then read on until the wanted answer comes, or the wanted event of the table."""
    server.send(msgpack.packb({"type": kind, **fields}))
    while True:
        message = msgpack.unpackb(server.recv(decode=False))
        if message["type"] == "refused":
            sys.exit(f"The server refused: {message['text']}")
        if message["type"] == "told":
            message = message["event"]
        if message["type"] in ("sheet_sealed", "sheet_unsealed", "phase_closed"):
            hashes[message.get("seat", "all")] = message.get("hashes", {})
        if message["type"] == wanted:
            return message


address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:7878"
table = sys.argv[2] if len(sys.argv) > 2 else ""
secret = secrets.token_hex()  # who joins with the secret with which the table was opened is its host
with connect(f"ws://{address}/ws", compression=None, proxy=None) as server:
    level = ask(server, "hello", "welcome", protocol=2)["games"]["power"][0]
    if not table:  # Open one for four players. Bots take three of the seats.
        bots = {"B": level, "J": level, "R": level}
        wishes = {"game": "power", "name": "Small", "options": {"players": 4}, "bots": bots}
        table = ask(server, "open_table", "opened", key=secret, **wishes)["table"]
    ask(server, "join", "snapshot", table=table, name="Small client", key=secret)
    usage = ask(server, "ready", "usage", phase=0)  # the game begins when everybody is ready
    phase, sheet, line = usage["phase"], next(iter(usage["sheets"])), ""
    print(f"Table {table}, sheet {sheet}. {usage['sheets'][sheet]}")
    # Take the first word that the server offers, then the next, until the line is complete.
    while offers := ask(server, "suggest", "suggestions", sheet=sheet, text=line)["offers"]:
        line = offers[0]["text"] + " "
    ask(server, "write", "written", phase=phase, sheet=sheet, revision=1, lines=[line.strip()])
    # When everybody has sealed, all sheets are read. Each must have the hash that was told before.
    read = ask(server, "seal", "sheets_read", phase=phase, revisions={sheet: 1})
    for told in hashes.values():
        for name, told_hash in told.items():
            envelope = msgpack.packb([read["salts"][name], phase, name, read["sheets"][name]])
            if hashlib.sha256(envelope).hexdigest() != told_hash:
                sys.exit(f"The sheet {name} was changed after it was sealed!")
    print(f"All {len(hashes['all'])} sheets are as they were sealed.")
    for event in read["story"]:
        details = [event[name] for name in ("army", "text", "captor", "place", "winner") if event.get(name)]
        print(f"  {event['type']}:", *details)
    ask(server, "leave", "done")
