"""What the server cannot say in the player's language, the client says."""

import pytest
from websockets.asyncio.server import ServerConnection, serve

from client.errors import ClientError
from client.link.address import Address
from client.link.wire import CertificatesOfThisRun, open_wire
from client.look import Look
from client.screens.draw.pages import outcome_lines
from client.screens.scene import Scene
from client.state.client_state import ClientState
from client.state.log import note_of
from protocol.events import GameEnded
from protocol.messages import CLOSE_FULL, SeatLine
from protocol.texts import catalogue
from protocol.vocabulary import FAULT, OVER
from tests.kit.languages import english_in

ENDED = GameEnded((), FAULT)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "an error in the program"), ("fr", "une erreur du programme")]
)
def test_the_end_by_an_error_is_said_in_the_players_language(language: str, said: str) -> None:
    note = note_of(ENDED, str)
    assert note is not None
    assert said in catalogue("table", language).say(note)
    state = ClientState(stage=OVER, outcome=ENDED)
    lines = outcome_lines(state, Scene(Look(language=language)), 200)
    assert any(said in text for line in lines for _, text in line)


@pytest.mark.parametrize(
    ("language", "log", "page"),
    [
        ("en", "a draw between Ana (V), B", "The game is over: a draw between Ana (V) and B."),
        ("fr", "nulle entre Ana (V), B", "La partie est finie : nulle entre Ana (V) et B."),
    ],
)
def test_a_draw_says_between_whom(language: str, log: str, page: str) -> None:
    ended = GameEnded((), "last-round", drawn=("V", "B"))
    state = ClientState(stage=OVER, outcome=ended, seats=(SeatLine("V", "Ana"), SeatLine("B")))
    note = note_of(ended, state.label)
    assert note is not None
    assert log in catalogue("table", language).say(note)
    lines = outcome_lines(state, Scene(Look(language=language)), 200)
    assert page in [text for line in lines for _, text in line]


async def test_a_server_without_room_is_told_in_the_players_language() -> None:
    """The server closes before it has heard which language that is."""

    async def refuse(socket: ServerConnection) -> None:
        await socket.close(CLOSE_FULL, "somebody else needed the connection")

    async with serve(refuse, "127.0.0.1", 0) as server:
        address = Address("127.0.0.1", next(iter(server.sockets)).getsockname()[1], tls=False)
        with pytest.raises(ClientError, match="n'a plus de place") as refused:
            await open_wire(address, "fr", CertificatesOfThisRun())
    assert not english_in(str(refused.value))
