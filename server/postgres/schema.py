"""The format of the PostgreSQL database: facts that are only added, leases of tables, and servers."""

from typing import LiteralString

from psycopg import AsyncConnection, errors, sql
from psycopg.rows import TupleRow

from server.errors import StorageError
from server.schema import FORMAT, ROSTER

Link = AsyncConnection[TupleRow]

_LOCK = 0x51470001
"""Two servers that start at once prepare the database one after the other."""

_TABLES = """
CREATE TABLE IF NOT EXISTS qg_format (format integer PRIMARY KEY);
CREATE TABLE IF NOT EXISTS facts (
    table_id text NOT NULL, n integer NOT NULL, at double precision NOT NULL,
    spent double precision NOT NULL, played double precision NOT NULL,
    kind text NOT NULL, body bytea NOT NULL, PRIMARY KEY (table_id, n)
);
CREATE TABLE IF NOT EXISTS servers (
    id text PRIMARY KEY, address text NOT NULL, tables integer NOT NULL, alive_until timestamptz NOT NULL,
    here jsonb NOT NULL DEFAULT '{}'
);
CREATE TABLE IF NOT EXISTS leases (
    table_id text PRIMARY KEY, server text NOT NULL, fence bigint NOT NULL
);
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'append only'; END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON facts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""
_INDEX = sql.SQL("CREATE INDEX IF NOT EXISTS roster ON facts (table_id, n) WHERE kind IN ({})").format(
    sql.SQL(", ").join(map(sql.Literal, ROSTER))
)


async def prepare(link: Link) -> None:
    """Prepare an empty database, or refuse one of another format.

    The role of a server need not own the tables: it must read them, add facts, and change leases and servers.
    """
    if not await _has_tables(link):
        await _create(link)
    found = await (await link.execute("SELECT max(format) FROM qg_format")).fetchone()
    if found is None or found[0] != FORMAT:
        raise other_format(found[0] if found else None)
    if not await _tells_presence(link):
        await _change(link, "ALTER TABLE servers ADD COLUMN IF NOT EXISTS here jsonb NOT NULL DEFAULT '{}'")


async def _tells_presence(link: Link) -> bool:
    """Whether servers can say here how many people are at their tables. Older versions could not."""
    asked = "SELECT FROM pg_attribute WHERE attrelid = to_regclass('servers') AND attname = 'here'"
    return await (await link.execute(asked)).fetchone() is not None


def other_format(found: int | None) -> StorageError:
    return StorageError(
        f"this database has format {found}, and this program needs format {FORMAT}: "
        "run every server, and every command on its database, with the same version of QG"
    )


async def _has_tables(link: Link) -> bool:
    found = await (await link.execute("SELECT to_regclass('qg_format')")).fetchone()
    return found is not None and found[0] is not None


async def _create(link: Link) -> None:
    format_number = sql.SQL("INSERT INTO qg_format VALUES ({}) ON CONFLICT DO NOTHING").format(FORMAT)
    await _change(link, _TABLES, _INDEX, format_number)


async def _change(link: Link, *statements: LiteralString | sql.Composed) -> None:
    try:
        async with link.transaction():
            await link.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            for statement in statements:
                await link.execute(statement)
    except errors.InsufficientPrivilege as error:
        raise StorageError(
            "this role may not create or change the tables of QG: let qg-server serve once as the owner of "
            "the database, or grant CREATE on its schema"
        ) from error
