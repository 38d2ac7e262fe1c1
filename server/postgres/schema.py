"""The format of the PostgreSQL database: facts that are only added, leases of tables, and servers."""

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
    id text PRIMARY KEY, address text NOT NULL, tables integer NOT NULL, alive_until timestamptz NOT NULL
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


def other_format(found: int | None) -> StorageError:
    return StorageError(
        f"this database has format {found}, and this program needs format {FORMAT}: "
        "run every server, and every command on its database, with the same version of QG"
    )


async def _has_tables(link: Link) -> bool:
    found = await (await link.execute("SELECT to_regclass('qg_format')")).fetchone()
    return found is not None and found[0] is not None


async def _create(link: Link) -> None:
    try:
        async with link.transaction():
            await link.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            await link.execute(_TABLES)
            await link.execute(_INDEX)
            await link.execute("INSERT INTO qg_format VALUES (%s) ON CONFLICT DO NOTHING", (FORMAT,))
    except errors.InsufficientPrivilege as error:
        raise StorageError(
            "this role may not create the tables of QG: let qg-server serve once as the owner of the "
            "database, or grant CREATE on its schema"
        ) from error
