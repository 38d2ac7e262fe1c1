"""A game in sentences, for those who hear it or read it line by line; one module a game."""

from collections.abc import Sequence
from typing import Any, Protocol

from client.games.power import speech as power
from client.games.strategiksa import speech as strategiksa
from client.state.client_state import RoundTold
from protocol.texts import Catalogue


class Speaker(Protocol):
    """`game` has the words of the game, `client` those of the client."""

    def board(self, view: Any, game: Catalogue, client: Catalogue) -> Sequence[str]: ...
    def mine(self, view: Any, game: Catalogue, client: Catalogue) -> Sequence[str]: ...
    def cell(self, view: Any, place: str, game: Catalogue, client: Catalogue) -> Sequence[str]: ...
    def rounds(self, told: RoundTold, game: Catalogue, client: Catalogue) -> Sequence[str]:
        """A round that was read: the sheets in their turn, then what came of them."""

    def rules(self, game: Catalogue, client: Catalogue) -> Sequence[str]: ...


SPEAKERS: dict[str, Speaker] = {"power": power.SPEAKER, "strategiksa": strategiksa.SPEAKER}
