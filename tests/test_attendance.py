"""The hourglass runs while somebody is there for it, and stands still when nobody is."""

from protocol.messages import Done, Ready
from server import facts
from server.tabletop import BETWEEN, GATHERING, WRITING
from tests.sittings import Sitting, begun


def deserted(sitting: Sitting) -> bool:
    return sitting.top.stopped_by == "nobody" and not sitting.top.glass.running


def test_a_round_that_ends_when_all_have_gone_waits_for_them() -> None:
    """Sealed and gone: the round is read, and no time runs against anybody."""
    sitting, players = begun(2)
    for player in players[:-1]:
        player.seal()
        sitting.cut(player)
    players[-1].seal()
    assert sitting.top.stage == BETWEEN
    sitting.cut(players[-1])
    assert deserted(sitting)
    sitting.pass_time(10_000)
    assert sitting.top.phase_no == 1


def test_one_who_comes_back_sets_it_going_again() -> None:
    sitting, players = begun(2)
    for player in players:
        sitting.cut(player)
    assert deserted(sitting)
    sitting.back(players[0].token)
    assert sitting.top.glass.running
    assert sitting.facts(facts.Resumed)[-1].by == "server"


def test_a_table_of_bots_plays_only_while_somebody_looks_on() -> None:
    sitting = Sitting(2)
    for seat in sitting.top.chairs:
        sitting.table.emit(facts.Taken(seat, "captain (bot)", "captain"), sitting.at)
    assert sitting.top.stage == GATHERING
    watcher = sitting.watcher()
    assert sitting.top.stage == WRITING
    for errand in list(sitting.errands):
        sitting.bot_answers(errand, {})
    assert sitting.top.stage == BETWEEN
    sitting.cut(watcher)
    assert deserted(sitting)
    sitting.pass_time(10_000)
    assert sitting.top.phase_no == 1
    sitting.watcher()
    assert sitting.top.glass.running


def test_ready_is_for_those_who_play() -> None:
    sitting, players = begun(2)
    for player in players:
        player.seal()
    assert isinstance(players[0].ask(Ready(phase=1)), Done)
    assert sitting.top.stage == BETWEEN
    assert isinstance(players[1].ask(Ready(phase=1)), Done)
    assert sitting.top.phase_no == 2
