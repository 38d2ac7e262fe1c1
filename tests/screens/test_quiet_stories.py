"""Rounds in which nothing happens to a player do not interrupt; the next one that matters is told."""

from msgspec.structs import replace

from client.look import Look
from client.state.client_state import ClientState, RoundTold
from protocol.views.zargos import events
from protocol.views.zargos.events import Event
from tests.kit.onscreen import controller_of
from tests.kit.zargos_views import zargos_view
from tests.screens.test_layouts import zargos_table

QUIET = events.Moved("S", 1, "TA1", "TA2")
LOUD = events.Counted("K", 3)


def told(number: int, event: Event) -> RoundTold:
    view = zargos_view()
    return RoundTold(number, {"K": ()}, {"K": ""}, {"K": ""}, (event,), view, view, True, owing={"1": ("K",)})


def after(*happened: Event) -> ClientState:
    rounds = tuple(told(number, event) for number, event in enumerate(happened, 1))
    return replace(zargos_table("attack"), rounds=rounds)


def test_a_quiet_round_opens_no_story() -> None:
    controller = controller_of(after(QUIET, QUIET), Look())
    controller.reader.bring_news(0)
    assert controller.reader.story is None


def test_the_first_round_that_matters_is_told() -> None:
    controller = controller_of(after(QUIET, LOUD, QUIET, LOUD), Look())
    controller.reader.bring_news(0)
    assert controller.reader.story
    assert controller.reader.story.number == 1
    while controller.reader.story and controller.reader.story.number == 1:
        controller.reader.turn(1)
    assert controller.reader.story
    assert controller.reader.story.number == 3, "the round that matters, and not the quiet one before it"
