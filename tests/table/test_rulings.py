"""What a tournament's referee may put right once the sheets are read: each ruling is a fact of its own."""

import msgspec
import pytest

from protocol import events
from protocol.messages import Amend, ClientMessage, Done, Reread, RollBack, Start
from protocol.views.power import PowerView
from protocol.vocabulary import BETWEEN, OVER
from server.record import export, read_record, write_record
from server.table.folding import fold_facts
from server.verify import verify
from tests.kit.sittings import Player, Sitting, refusal


def played(*rounds: str) -> tuple[Sitting, Player, list[Player]]:
    """A tournament of two in which green's only order of each round was that line."""
    sitting = Sitting(2, tournament=True, referee="V")
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    referee = sitting.referee()
    for line in rounds:
        assert isinstance(referee.ask(Start()), Done)
        players[0].write(line, sheet="V")
        for player in players:
            assert isinstance(player.seal(), Done)
    return sitting, referee, players


def green(sitting: Sitting) -> dict[str, tuple[int, ...]]:
    pieces: dict[str, tuple[int, ...]] = sitting.state.position.pieces["V"]
    return pieces


def holds(sitting: Sitting) -> None:
    """The log gives the same position again, and the record of the game passes."""
    again = fold_facts("TABLE", sitting.rows)
    assert again.position == sitting.state.position
    assert verify(read_record(write_record(export("TABLE", sitting.rows)))) == []


def test_an_order_refused_after_the_reveal_is_as_if_it_had_not_been_written() -> None:
    sitting, referee, players = played("T HQ V8")
    assert "V8" in green(sitting)
    assert isinstance(referee.ask(Reread(sheets={"V": ("T HQ V4",)})), Done)
    assert "V8" not in green(sitting)
    assert "V4" in green(sitting)
    first, second = players[1].events(events.SheetsRead)
    assert (first.ruled, second.ruled) == (False, True)
    assert first.sheets["V"] == ("T HQ V8",)
    holds(sitting)


def test_a_corrected_position_is_told_to_all_and_played_on() -> None:
    sitting, referee, players = played("T HQ V8")
    assert isinstance(referee.ask(Amend(lines=("V V8 2R", "v v1 1S", "FLAG J V"))), Done)
    amended = players[1].events(events.PositionAmended)[0]
    view = msgspec.convert(amended.view, PowerView)
    assert view.pieces["V"]["V8"][4] == 2
    assert view.pieces["V"]["V1"][0] == 1
    assert view.flags["J"] == "V"
    assert isinstance(referee.ask(Start()), Done)
    assert sitting.state.position.pieces["V"]["V8"][4] == 2
    holds(sitting)


def test_a_round_is_rolled_back_and_phases_go_on_counting() -> None:
    sitting, referee, players = played("T HQ V8", "T V8 V4", "T V4 V0")
    assert isinstance(referee.ask(RollBack(phase=2)), Done)
    assert "V8" in green(sitting)
    assert sitting.state.position.round == 2
    assert isinstance(referee.ask(Start()), Done)
    assert sitting.state.phase_no == 4
    assert players[0].events(events.RolledBack)[0].phase == 2
    holds(sitting)


def test_a_ruling_may_take_back_the_end_of_a_game() -> None:
    sitting, referee, _ = played("T HQ V8")
    assert isinstance(referee.ask(Amend(lines=("V HQR 1S", "V HQJ 1S", "J HQJ", "R HQR"))), Done)
    assert isinstance(referee.ask(Start()), Done)
    for player in list(sitting.callers.values())[:2]:
        player.seal()
    assert sitting.state.stage == OVER
    assert isinstance(referee.ask(RollBack(phase=2)), Done)
    assert sitting.state.stage == BETWEEN
    assert sitting.state.outcome is None
    holds(sitting)


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (Amend(lines=("V V9 1S",)), "bad-amendment"),
        (Amend(lines=("V V4 1P",)), "bad-amendment"),
        (Amend(lines=("nonsense",)), "bad-amendment"),
        (Reread(sheets={"X": ()}), "no-such-sheet"),
        (RollBack(phase=9), "no-such-phase"),
    ],
    ids=["place", "power", "words", "sheet", "phase"],
)
def test_a_ruling_that_makes_no_sense_changes_nothing(ruling: ClientMessage, code: str) -> None:
    sitting, referee, _ = played("T HQ V8")
    before = sitting.state.position
    assert refusal(referee.ask(ruling)) == code
    assert sitting.state.position is before


@pytest.mark.parametrize("ruling", [Amend(lines=("V V4 1S",)), Reread(sheets={}), RollBack(phase=1)])
def test_no_ruling_while_orders_are_written_and_none_by_a_player(ruling: ClientMessage) -> None:
    sitting, referee, players = played("T HQ V8")
    assert refusal(players[0].ask(ruling)) == "not-referee"
    referee.ask(Start())
    assert refusal(referee.ask(ruling)) == "no-ruling"
    assert sitting.state.phase_no == 2


def test_a_record_whose_ruling_was_tampered_with_is_found_out() -> None:
    sitting, referee, _ = played("T HQ V8")
    referee.ask(Amend(lines=("V V8 2R",)))
    record = export("TABLE", sitting.rows)
    forged = msgspec.structs.replace(record.rounds[1], lines=("V V8 9R",))
    assert verify(msgspec.structs.replace(record, rounds=(record.rounds[0], forged)))
