"""Orders by pointing: a person points at a piece, then at a place, and may choose between whole orders."""

from typing import TypeAlias

from msgspec import Struct

from client.games import GAMES, board_of
from client.link.session import Session
from client.play.choices import Choice, IsOrder, choices_at, orders_there
from client.play.completer import Completer
from client.play.order_places import OrderPlaces
from client.play.table_lines import cell_lines
from client.play.whole_orders import is_complete
from client.state.client_state import ClientState
from client.web.sheets import TabSheets
from protocol.messages import Offer


class ChoicePart(Struct, frozen=True, omit_defaults=True):
    """The beginning of an order for a piece, and the places where it may lead."""

    begun: str
    gloss: str = ""
    places: tuple[str, ...] = ()
    whole: bool = False
    """The order needs no other place: to choose it is to write it."""


class LookPart(Struct, frozen=True, omit_defaults=True):
    """What is at a place, in sentences, and what can be ordered there."""

    place: str
    name: str
    lines: tuple[str, ...] = ()
    choices: tuple[ChoicePart, ...] = ()


class MenuPart(Struct, frozen=True, omit_defaults=True):
    """The whole orders from which the person chooses."""

    place: str
    orders: tuple[Offer, ...]


class TypingPart(Struct, frozen=True):
    """The order needs more words, which the person types behind these."""

    text: str


Pointed: TypeAlias = MenuPart | TypingPart | None
"""What is asked of the person now; None if the order is written."""


class Pointer:
    """Remembers which choices were offered last, so that a piece can only be sent where it was offered."""

    def __init__(self, session: Session, completer: Completer, sheets: TabSheets) -> None:
        self._session = session
        self._completer = completer
        self._sheets = sheets
        self._offered: dict[str, Choice] = {}

    @property
    def _state(self) -> ClientState:
        return self._session.state

    @property
    def _is_order(self) -> IsOrder | None:
        game = GAMES.get(self._state.game)
        return game.is_order if game else None

    async def look(self, place: str) -> LookPart | None:
        """What stands at that place, and what can be ordered for it on the open sheet."""
        state, language = self._state, self._session.language
        board, game = board_of(state.game), GAMES.get(state.game)
        if board is None or game is None or state.view is None or board.spot(place) is None:
            return None
        self._offered = {}
        name = board.place_name(state.view, place, game.words(language))
        lines = tuple(cell_lines(state, place, language))
        if not state.may_write:
            return LookPart(place, name, lines)
        places = OrderPlaces(game, state.view)
        found = await choices_at(
            *(self._completer, self._sheets.sheet, self._sheets.lines, place, places.of, self._is_order),
            is_one=places.has_pieces,
        )
        self._offered = {choice.begun: choice for choice in found}
        return LookPart(place, name, lines, tuple(self._choice(choice, places) for choice in found))

    def _choice(self, choice: Choice, board: OrderPlaces) -> ChoicePart:
        places = () if choice.is_whole else tuple(self._places(choice, board))
        gloss = choice.offers[0].gloss if choice.is_whole else ""
        return ChoicePart(choice.begun, gloss, places, whole=not places)

    def _places(self, choice: Choice, places: OrderPlaces) -> list[str]:
        named = {places.of(word, self._sheets.sheet): None for word in choice.last_words}
        here = [choice.place] if self._is_order and self._found_at(choice, choice.place, places) else []
        return list(dict.fromkeys([*(place for place in named if place), *here]))

    def _found_at(self, choice: Choice, place: str, places: OrderPlaces) -> list[Offer]:
        """The offers for that place; where the piece stands itself, the orders that name no other place."""
        sheet, is_order = self._sheets.sheet, self._is_order
        named = {offer: places.of(offer.text.split()[-1], sheet) for offer in choice.offers}
        if place == choice.place and is_order and not places.has_pieces:
            return [offer for offer in choice.offers if not named[offer] and is_order(offer.text)]
        return [offer for offer in choice.offers if named[offer] == place]

    async def send(self, begun: str, place: str) -> Pointed:
        """Send the piece whose order has begun so to that place."""
        game, choice = GAMES.get(self._state.game), self._offered.get(begun)
        if game is None or choice is None:
            return None
        places = OrderPlaces(game, self._state.view)
        if not place:
            return await self._write(choice.offers[0].text)
        found = self._found_at(choice, place, places)
        if not found:
            return None
        if not self._is_order:
            return await self._write(found[0].text)
        orders = await orders_there(
            *(self._completer, self._sheets.sheet, self._sheets.lines, found, places.of, self._is_order)
        )
        if len(orders) > 1:
            return MenuPart(place, orders)
        return await self._write(orders[0].text if orders else found[0].text, is_whole=bool(orders))

    async def _write(self, text: str, *, is_whole: bool = False) -> Pointed:
        """Write the order, or let the person type on if the server offers more words behind it."""
        state, sheets = self._state, self._sheets
        phase, sheet = state.phase, sheets.sheet
        if not (is_whole or await is_complete(self._completer.get, sheet, sheets.lines, text)):
            return TypingPart(f"{text} ")
        if (phase, sheet) == (self._state.phase, sheets.sheet):  # else the bell has rung meanwhile
            sheets.write(text)
        return None
