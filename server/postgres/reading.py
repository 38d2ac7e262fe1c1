"""How facts are read from PostgreSQL, by a server and by commands that run beside one."""

from collections.abc import Iterable, Sequence
from typing import Any

import psycopg

from server.postgres.reports import reported
from server.postgres.schema import other_format
from server.schema import FORMAT, ROSTER, WRITING
from server.store import MOST_LISTED, row_of
from server.table.facts import Row

_COLUMNS = "n, at, spent, played, body"
ROWS = f"SELECT {_COLUMNS} FROM facts WHERE table_id = %s ORDER BY n"
NEXT_TABLES = (
    f"SELECT DISTINCT table_id FROM facts WHERE kind IN {ROSTER} AND table_id > %s ORDER BY table_id LIMIT %s"
)
LINES = f"""
SELECT table_id, {_COLUMNS} FROM facts WHERE kind IN {ROSTER} AND table_id = ANY(%(ids)s)
UNION SELECT told.* FROM unnest(%(ids)s::text[]) AS id,
LATERAL (SELECT table_id, {_COLUMNS} FROM facts WHERE facts.table_id = id
    AND kind NOT IN {WRITING} ORDER BY n DESC LIMIT 1) AS told
ORDER BY table_id, n
"""
"""For these tables the facts from which their lines are made, and the last one that was told."""


def sorted_roster(found: Iterable[Sequence[Any]]) -> dict[str, list[Row]]:
    tables: dict[str, list[Row]] = {}
    for table, *values in found:
        tables.setdefault(table, []).append(row_of(values))
    return tables


class PostgresReader:
    """Reads the facts of a database in which servers may be writing."""

    def __init__(self, url: str) -> None:
        try:
            self._link = psycopg.connect(url, autocommit=True, connect_timeout=5)
        except psycopg.Error as error:
            raise reported(error) from error
        try:
            self._link.read_only = True
            found = self._link.execute("SELECT max(format) FROM qg_format").fetchone()
        except psycopg.Error as error:
            self.close()
            raise reported(error) from error
        if found is None or found[0] != FORMAT:
            self.close()
            raise other_format(found[0] if found else None)

    def rows(self, table: str) -> list[Row]:
        return [row_of(values) for values in self._link.execute(ROWS, (table,))]

    def roster(self, after: str = "", most: int = MOST_LISTED) -> dict[str, list[Row]]:
        ids = [table for (table,) in self._link.execute(NEXT_TABLES, (after, most))]
        return sorted_roster(self._link.execute(LINES, {"ids": ids}))

    def close(self) -> None:
        self._link.close()
