"""Who has to agree before the table of a rematch is opened."""

from protocol import messages
from protocol.messages import Presence
from tests.kit.sittings import Player, Sitting, refusal


def over() -> tuple[Sitting, list[Player]]:
    """A game of two that is over after its first round."""
    sitting = Sitting(2, seconds=60.0, limit=60.0)
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    for player in players:
        player.seal()
    assert sitting.state.stage == "over"
    return sitting, players


def test_every_connected_player_must_agree() -> None:
    sitting, (ana, bo) = over()
    ana.ask(messages.Rematch())
    assert sitting.rematches == []
    assert [said for said in bo.heard if isinstance(said, Presence)][-1].ready == ("VB",)
    bo.ask(messages.Rematch())
    assert sitting.rematches == [frozenset({"VB", "JR"})]


def test_a_player_who_leaves_is_no_longer_waited_for() -> None:
    sitting, (ana, bo) = over()
    ana.ask(messages.Rematch())
    sitting.cut(bo)
    assert sitting.rematches == [frozenset({"VB"})]


def test_who_was_ready_for_the_next_round_has_not_agreed_to_another_game() -> None:
    sitting = Sitting(2, tournament=True, interlude=None)
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    referee = sitting.referee()
    referee.ask(messages.Start())
    for player in players:
        player.seal()
    players[0].ask(messages.Ready(phase=1))
    referee.ask(messages.Finish())
    assert sitting.table.ready == set()


def test_the_players_of_a_tournament_do_not_decide_it() -> None:
    sitting = Sitting(2, tournament=True)
    ana, _ = sitting.sit("Ana"), sitting.sit("Bo")
    sitting.referee().ask(messages.Finish())
    assert refusal(ana.ask(messages.Rematch())) == "no-rematch"


def test_coming_back_to_a_first_game_does_not_mean_to_be_ready() -> None:
    """Only who comes to a rematch has agreed to it before."""
    sitting = Sitting(2)
    ana = sitting.sit("Ana")
    bo = sitting.caller()
    bo.ask(messages.Join(table="TABLE", name="Bo", key="of Bo"))
    sitting.cut(ana)
    back = sitting.back(ana.token)
    sitting.cut(bo)
    assert sitting.state.stage == "gathering"
    assert sitting.table.ready == set()
    back.ask(messages.Ready(phase=0))
    assert sitting.table.ready == {"VB"}
