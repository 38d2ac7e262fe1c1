"""Which server may write the facts of a table. Only PostgreSQL's own clock decides who is alive.

Each server says every second that it is alive. A table is leased to one server, under a fencing number that
grows when the table changes hands. Every append names its number, so a server that was frozen while another
took its table over cannot write any more.
"""

from msgspec import Struct
from psycopg.types.json import Jsonb

from server.errors import HeldElsewhere
from server.postgres.schema import Link

ALIVE_SECONDS = 3.0
"""A server that has not been heard for so long has lost its tables to whoever asks for them."""
BEAT_SECONDS = 0.5
LATE_SECONDS = 1.5
"""A server that has not been heard for so long may be dead."""

_BEAT = """
INSERT INTO servers
VALUES (%(server)s, %(address)s, %(tables)s, clock_timestamp() + %(alive)s * interval '1 second', %(here)s)
ON CONFLICT (id) DO UPDATE
SET alive_until = excluded.alive_until, tables = excluded.tables, here = excluded.here
"""
_CLAIM = """
INSERT INTO leases AS held VALUES (%(table)s, %(server)s, 1)
ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, fence = held.fence + 1
WHERE held.server = excluded.server OR NOT EXISTS (
    SELECT FROM servers WHERE id = held.server AND alive_until > clock_timestamp()
)
RETURNING fence
"""
_HOLDER = """
SELECT address, alive_until < clock_timestamp() + %(rest)s * interval '1 second'
FROM leases JOIN servers ON id = server WHERE table_id = %(table)s
"""
_ALIVE = "SELECT address, tables, here FROM servers WHERE alive_until > clock_timestamp() ORDER BY address"


class Alive(Struct, frozen=True):
    """A server that was heard lately."""

    address: str
    tables: int
    """How many tables it plays."""
    here: dict[str, int] = {}
    """How many people are connected at each of them, if anybody is."""


async def beat(link: Link, server: str, known: Alive) -> None:
    """Say that this server is alive, and what there is to know of it."""
    given = {"server": server, "address": known.address, "tables": known.tables, "alive": ALIVE_SECONDS}
    await link.execute(_BEAT, {**given, "here": Jsonb(known.here)})


async def claim(link: Link, server: str, table: str) -> int:
    """Take this table for this server and return its fencing number. Raises HeldElsewhere."""
    taken = await (await link.execute(_CLAIM, {"table": table, "server": server})).fetchone()
    if taken is not None:
        return int(taken[0])
    asked = {"table": table, "rest": ALIVE_SECONDS - LATE_SECONDS}
    holder = await (await link.execute(_HOLDER, asked)).fetchone()
    raise HeldElsewhere(*holder) if holder else HeldElsewhere("", may_be_dead=True)


async def alive(link: Link) -> tuple[Alive, ...]:
    """All servers that are alive, this one too."""
    return tuple(Alive(*values) for values in await (await link.execute(_ALIVE)).fetchall())


async def leave(link: Link, server: str) -> None:
    """Give up every table of this server at once: whoever asks for one of them gets it."""
    await link.execute("DELETE FROM servers WHERE id = %s", (server,))
