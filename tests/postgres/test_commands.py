"""The commands of `qg-server` on a PostgreSQL: move, tables, export, verify and the check by replaying."""

import asyncio
import json
from pathlib import Path

import pytest

from server import cli, file_lock
from server.table import facts
from tests.kit import replay
from tests.kit.postgres import run
from tests.kit.replay import scripted_log, store_log

pytestmark = pytest.mark.slow


def test_a_store_is_moved_and_every_command_reads_it_there(
    tmp_path: Path, schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(store_log(tmp_path / "qg.db", "ABCDE", scripted_log(2)))
    assert cli.main(["move", f"{tmp_path}/qg.db", schema]) == 0
    assert "all 1 tables" in capsys.readouterr().out
    assert cli.main(["tables", "--database", schema]) == 0
    assert "ABCDE  power" in capsys.readouterr().out
    assert cli.main(["export", "abcde", "--database", schema]) == 0
    assert json.loads(capsys.readouterr().out)["table"] == "ABCDE"
    assert cli.main(["verify", "abcde", "--database", schema]) == 0
    assert "(2 read, 0 ruled)" in capsys.readouterr().out
    assert replay.main([schema]) == 0


def test_verify_finds_a_fact_that_was_taken_out_of_the_database(
    tmp_path: Path, schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """R7: whoever can turn the trigger off and takes a stored reading away is found out."""
    log = scripted_log(2)
    asyncio.run(store_log(tmp_path / "qg.db", "ABCDE", log))
    assert cli.main(["move", f"{tmp_path}/qg.db", schema]) == 0
    read = next(row.n for row in log if isinstance(row.fact, facts.SheetsRead))
    run(schema, "ALTER TABLE facts DISABLE TRIGGER append_only")
    run(schema, f"DELETE FROM facts WHERE n = {read}")
    assert cli.main(["verify", "ABCDE", "--database", schema]) == cli.EXIT_FAULTY
    assert capsys.readouterr().out


def test_a_table_that_is_not_there_is_told(schema: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "ZZZZZ", "--database", schema]) == cli.EXIT_BAD_INPUT
    assert "no tables of QG" in capsys.readouterr().err


def test_a_file_is_not_moved_while_a_server_runs_on_it(
    tmp_path: Path, schema: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it stores meanwhile would be left behind."""
    asyncio.run(store_log(tmp_path / "qg.db", "ABCDE", scripted_log(1)))
    monkeypatch.setattr(file_lock, "WAIT_SECONDS", 0.0)
    with file_lock.locked(tmp_path / "qg.db"):
        assert cli.main(["move", f"{tmp_path}/qg.db", schema]) == cli.EXIT_BAD_INPUT
    assert "another server is running" in capsys.readouterr().err
