"""The hourglass runs while somebody is there for it, and stands still when nobody is."""

from protocol.messages import Done, Ready
from protocol.vocabulary import BETWEEN, GATHERING, WRITING
from server.table import facts
from tests.kit.sittings import Sitting, begun


def deserted(sitting: Sitting) -> bool:
    return sitting.state.stopped_by == "nobody" and not sitting.state.glass.running


def test_a_round_that_ends_when_all_have_gone_waits_for_them() -> None:
    """Both have sealed and left: the round is read, and no time runs against anybody."""
    sitting, players = begun(2)
    for player in players[:-1]:
        player.seal()
        sitting.cut(player)
    players[-1].seal()
    assert sitting.state.stage == BETWEEN
    sitting.cut(players[-1])
    assert deserted(sitting)
    sitting.pass_time(10_000)
    assert sitting.state.phase_no == 1


def test_one_player_who_comes_back_starts_the_hourglass_again() -> None:
    sitting, players = begun(2)
    for player in players:
        sitting.cut(player)
    assert deserted(sitting)
    sitting.back(players[0].token)
    assert sitting.state.glass.running
    assert sitting.facts(facts.ClockStarted)[-1].by == "server"


def test_a_table_of_bots_plays_only_while_somebody_looks_on() -> None:
    sitting = Sitting(2)
    for seat in sitting.state.chairs:
        sitting.table.emit(facts.SeatTaken(seat, "captain (bot)", "captain"), sitting.at)
    assert sitting.state.stage == GATHERING
    watcher = sitting.watcher()
    assert sitting.state.stage == WRITING
    for job in list(sitting.jobs):
        sitting.bot_answers(job, {})
    assert sitting.state.stage == BETWEEN
    sitting.cut(watcher)
    assert deserted(sitting)
    sitting.pass_time(10_000)
    assert sitting.state.phase_no == 1
    sitting.watcher()
    assert sitting.state.glass.running


def test_the_next_phase_opens_when_both_players_are_ready() -> None:
    sitting, players = begun(2)
    for player in players:
        player.seal()
    assert isinstance(players[0].ask(Ready(phase=1)), Done)
    assert sitting.state.stage == BETWEEN
    assert isinstance(players[1].ask(Ready(phase=1)), Done)
    assert sitting.state.phase_no == 2
