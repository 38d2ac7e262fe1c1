"""Replay is the game: the log alone gives the same table after each fact, in any process."""

from pathlib import Path

import pytest

from protocol import messages
from protocol.messages import Done
from server.store import SqliteStore
from server.table.facts import AnyFact
from tests.kit import chaos, replay
from tests.kit.replay import digest, digests, elsewhere, first_difference, store_log
from tests.kit.sittings import Sitting


def eventful() -> tuple[Sitting, list[str]]:
    """A game in which most kinds of facts occur, and the table as it was, live, after each of them."""
    sitting = Sitting(4, tournament=True, limit=5000.0)
    seen = [digest(sitting.state)]
    emit = sitting.table.emit

    def emit_and_look(fact: AnyFact, now: float) -> None:
        emit(fact, now)
        seen.append(digest(sitting.state))

    sitting.table.emit = emit_and_look  # type: ignore[method-assign]  # to look after each fact, not each command
    _play(sitting)
    return sitting, seen


def _play(sitting: Sitting) -> None:
    ana, bo, cy = (sitting.sit(name) for name in ("Ana", "Bo", "Cy"))
    left = sitting.sit("Zoe")
    left.ask(messages.Leave())
    ana.ask(messages.Chat(text="hello"))
    referee = sitting.referee()
    referee.ask(messages.Invite(seat="R", level="recruit"))
    for n in range(1, 4):
        assert isinstance(referee.ask(messages.Start()), Done)
        sitting.pass_time(10.25)
        for player in (ana, bo, cy):
            player.write(*chaos.orders(player.sheet, n))
            player.write(*chaos.orders(player.sheet, n), "more", revision=2)
        sitting.bot_answers(sitting.jobs[-1], {"R": chaos.orders("R", n)})
        ana.seal()
        ana.ask(messages.Unseal(phase=n))
        bo.ask(messages.Pause())
        sitting.pass_time(3.5)
        bo.ask(messages.Continue())
        referee.ask(messages.Grant(seconds=30.0))
        referee.ask(messages.Hold())
        ana.seal()
        cy.seal()
        sitting.pass_time(400.0)
        referee.ask(messages.Annotate(text="a note"))
        referee.ask(messages.StopClock())
        referee.ask(messages.StartClock())
        assert isinstance(referee.ask(messages.Release()), Done)
        ana.ask(messages.Chat(text="psst", to="B"))
    referee.ask(messages.Reread(sheets={"V": ("S HQ V8",)}))
    referee.ask(messages.Amend(lines=("V V8 2R",)))
    referee.ask(messages.RollBack(phase=2))
    referee.ask(messages.Replace(seat="J", name="Eve"))
    sitting.cut(ana)
    assert isinstance(referee.ask(messages.Finish(text="done", winners=("B",))), Done)


def test_the_log_gives_the_table_as_it_was_after_each_fact() -> None:
    """R7."""
    sitting, seen = eventful()
    kinds = {type(row.fact).__name__ for row in sitting.rows}
    assert len(kinds) >= 20, kinds
    assert first_difference(seen, digests("TABLE", sitting.rows)) is None


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", [0, 4711])
async def test_another_process_with_another_hash_seed_finds_the_same(tmp_path: Path, hash_seed: int) -> None:
    """R7."""
    sitting, seen = eventful()
    await store_log(tmp_path / "qg.db", "TABLE", sitting.rows)
    theirs = elsewhere(tmp_path / "qg.db", hash_seed)
    assert list(theirs) == ["TABLE"]
    assert first_difference(seen, theirs["TABLE"]) is None


@pytest.mark.slow
async def test_replay_check_goes_through_all_games_of_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R7: `make replay-check`."""
    sitting, _ = eventful()
    store = SqliteStore(tmp_path / "qg.db")
    await store.append("EVENT", sitting.rows)
    await store.append("LONGS", replay.scripted_log(20))
    await store.append("EMPTY", sitting.rows[:1])
    await store.close()
    assert replay.main([str(tmp_path / "qg.db")]) == 0
    assert "3 games, 0 faulty" in capsys.readouterr().out


def test_two_tables_that_differ_have_different_digests() -> None:
    """This tests the digest by which the other tests compare tables."""
    sitting, seen = eventful()
    assert len(set(seen)) == len(seen), "every fact leaves its mark"
    rows = sitting.rows
    assert digests("TABLE", rows[:-1]) == seen[:-1]
    assert first_difference(seen, seen[:-1]) == len(seen)
    assert first_difference(seen, [*seen[:5], "x", *seen[6:]]) == 6
