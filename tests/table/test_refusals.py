"""What is asked at the wrong time, or by the wrong person, is refused with the code that says why."""

import pytest

from protocol import messages
from protocol.messages import Done
from tests.kit.sittings import NAMES, Player, Sitting, begun, refusal


def sealed_by_all() -> tuple[Sitting, list[Player]]:
    """The sheets of the first round have been read, and the next one has not begun."""
    sitting, players = begun()
    for player in players:
        assert isinstance(player.seal(), Done)
    return sitting, players


def tournament() -> tuple[Sitting, Player]:
    """All players sit, and the referee has not started the game."""
    sitting = Sitting(tournament=True)
    for name in NAMES:
        sitting.sit(name)
    return sitting, sitting.referee()


def test_between_rounds_nobody_pauses_and_nothing_is_suggested() -> None:
    """P-TIME-2: there is no hourglass to stop."""
    _, (ana, *_) = sealed_by_all()
    assert refusal(ana.ask(messages.Pause())) == "phase-not-open"
    assert refusal(ana.ask(messages.Suggest(sheet="V", text="t"))) == "phase-not-open"


def test_at_a_tournament_the_referee_alone_invites_bots() -> None:
    sitting = Sitting(tournament=True)
    ana, referee = sitting.sit("Ana"), sitting.referee()
    invitation = messages.Invite(seat="B", level="recruit")
    assert refusal(ana.ask(invitation)) == "not-referee"
    assert isinstance(referee.ask(invitation), Done)


@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_is_replaced_before_the_game_or_after_it(is_over: bool) -> None:
    _, referee = tournament()
    if is_over:
        assert isinstance(referee.ask(messages.Start()), Done)
        assert isinstance(referee.ask(messages.Finish()), Done)
    answer = referee.ask(messages.Replace(seat="V", level="recruit"))
    assert refusal(answer) == ("game-over" if is_over else "not-started")


def test_an_army_out_of_the_game_owes_no_sheet() -> None:
    """P-FLAG-2: the army that lost its flag is out of the game."""
    sitting, referee = tournament()
    assert isinstance(referee.ask(messages.Start()), Done)
    ana = next(player for player in sitting.callers.values() if player.sheet == "V")
    referee.ask(messages.Ring(phase=1))
    assert isinstance(referee.ask(messages.Amend(lines=("OUT V",), reason="for the test")), Done)
    referee.ask(messages.Start())
    assert sitting.state.stage == "writing"
    assert refusal(ana.write("t hq v4")) == "owes-nothing"
