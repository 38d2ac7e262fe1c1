"""A PostgreSQL that cannot be the database of a server is refused with a sentence that says what to do."""

import pytest

from server.databases import open_reader, open_store
from server.errors import StorageError
from tests.kit.postgres import Cluster, run
from tests.postgres.test_postgres_store import noted, storing

pytestmark = pytest.mark.slow


async def test_a_database_that_is_gone_at_the_start_is_told_without_its_password() -> None:
    with pytest.raises(StorageError, match=r"nowhere.*see that PostgreSQL runs there") as refused:
        await open_store("postgresql://anne:secret@127.0.0.1:1/nowhere", "")
    assert "secret" not in str(refused.value)
    with pytest.raises(StorageError, match=r"see that PostgreSQL runs there"):
        open_reader("postgresql://anne:secret@127.0.0.1:1/nowhere")


async def test_a_database_of_another_version_is_told(schema: str) -> None:
    async with storing(schema):
        pass
    run(schema, "UPDATE qg_format SET format = 99")
    with pytest.raises(StorageError, match=r"format 99.*same version of QG"):
        await open_store(schema, "")
    with pytest.raises(StorageError, match=r"format 99.*same version of QG"):
        open_reader(schema)


def test_a_database_without_tables_of_qg_is_told(schema: str) -> None:
    with pytest.raises(StorageError, match=r"no tables of QG in this database: start qg-server serve on it"):
        open_reader(schema)


async def test_a_role_without_rights_is_told_which_it_needs(schema: str, cluster: Cluster) -> None:
    """A role that may not create the tables, and one that may read them but not write."""
    name = schema.rpartition("%3D")[2]
    run(cluster.url, f"DO $$ BEGIN CREATE ROLE {name}_r LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
    run(cluster.url, f"GRANT USAGE ON SCHEMA {name} TO {name}_r")
    weak = schema.replace("postgres:@", f"{name}_r:@")
    with pytest.raises(StorageError, match=r"may not create.*as the owner"):
        await open_store(weak, "")
    async with storing(schema):
        run(schema, f"GRANT SELECT ON ALL TABLES IN SCHEMA {name} TO {name}_r")
        with pytest.raises(StorageError, match=r"permission denied.*INSERT on facts"):
            await open_store(weak, "")


async def test_a_database_that_can_only_be_read_is_told(schema: str) -> None:
    async with storing(schema):
        pass
    standby = schema.replace("options=", "options=-cdefault_transaction_read_only%3Don%20")
    with pytest.raises(StorageError, match=r"can only be read: name the primary"):
        await open_store(standby, "")
    open_reader(standby).close()


async def test_a_full_database_is_told_to_host_and_players_and_keeps_what_it_has(schema: str) -> None:
    """The database reports the same error as on a full disk, and goes on when there is room again."""
    async with storing(schema) as store:
        await store.claim("A")
        await store.append("A", [noted(1)])
        run(
            schema,
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$",
        )
        run(schema, "CREATE TRIGGER disk BEFORE INSERT ON facts EXECUTE FUNCTION no_room()")
        with pytest.raises(StorageError, match=r"disk of the database is full: make room") as refused:
            await store.append("A", [noted(2)])
        assert refused.value.note.code == "storage.full"
        run(schema, "DROP TRIGGER disk ON facts")
        await store.append("A", [noted(2)])
        assert await store.load("A") == [noted(1), noted(2)]
