"""Walk the board: the player takes a piece up where it stands, and puts it down where it shall go."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from client.games import GAMES, board_of
from client.games.api import Arrow, Board, Picture, Spot, Window
from client.play.choices import Choice, IsOrder, choices_at, orders_there
from client.play.desk import CELL
from client.play.order_places import OrderPlaces
from client.play.refusals import unless_writing
from client.play.sheet_order import sheets_of
from client.play.whole_orders import is_complete
from client.screens.control.place_menu import PlaceMenu
from client.screens.draw.lines import shorten
from client.screens.scene import TYPE, WALK
from client.state.client_state import ClientState
from protocol.ids import SheetKey
from protocol.messages import Offer
from protocol.vocabulary import REFEREE

if TYPE_CHECKING:
    from client.screens.control.controller import Controller


SCROLL = 4
"""How many cells of the board one key scrolls."""
STAY = 2
"""So many rows stay in sight when the board is scrolled by a page."""


class BoardWalk:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self.spot: Spot | None = None
        self.choices: tuple[Choice, ...] = ()
        self.choice = 0
        self.is_picked = False
        self.reach: frozenset[str] = frozenset()
        """The marked places: where the piece that is taken up, or the order that is being typed, may go."""
        self.menu = PlaceMenu()
        self.window = Window()
        """Which part of the board is seen, if it is larger than the screen."""
        self._is_looking = False
        """The server was asked what can be ordered at the cursor, and has not answered yet."""
        self._pressed_early: Callable[[], None] | None = None
        """What a key that was pressed meanwhile does; it is done when the server has answered."""
        self._clicked = ""
        """The place of the last click, while the cursor stays there; another click takes the next piece."""
        self.is_part = False
        """Whether the screen shows only a part of the board."""
        self._rows_seen = 0
        """How many rows of the board the screen shows."""

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    @property
    def _board(self) -> Board | None:
        return board_of(self._state.game)

    @property
    def _places(self) -> OrderPlaces | None:
        game = GAMES.get(self._state.game)
        return OrderPlaces(game, self._state.view) if game else None

    @property
    def has_zoom(self) -> bool:
        return self._board is not None and self._board.zooms > 1

    @property
    def picked(self) -> Choice | None:
        return self.choices[self.choice] if self.is_picked and self.choice < len(self.choices) else None

    def let_go(self) -> None:
        """Put down what was taken up, and take the marks away."""
        self.choices, self.choice, self.is_picked = (), 0, False
        self.reach = frozenset()
        self._clicked = ""
        self.menu.close()

    def unmark(self) -> None:
        """Take the marks away."""
        self.reach = frozenset()

    def light_up(self, words: Iterable[str]) -> None:
        """Mark the places that these words of orders name."""
        if places := self._places:
            self.reach = places.among(words, self._controller.editor.sheet)

    def start(self) -> None:
        """Begin to walk the board, or go back to typing if the player walks already."""
        board, view, controller = self._board, self._state.view, self._controller
        if board is None or view is None:
            return controller.prompt.refuse("no-board")
        if controller.mode == WALK:
            return self.stop()
        controller.switch_to(WALK)
        controller.prompt.forget_offers()
        controller.display.set_text("")
        self.spot = self.spot or board.home(view, self._own_sheet)
        return self.look_around()

    @property
    def _own_sheet(self) -> SheetKey:
        """The sheet that is being written; between two phases, the first sheet that the seat had to write."""
        state = self._state
        owed = state.phase.owing.get(state.seat, ()) if state.phase else ()
        return self._controller.editor.sheet or next(iter((*sheets_of(state), *owed)), "")

    def stop(self) -> None:
        """Go back to typing."""
        self._controller.switch_to(TYPE)
        self.let_go()
        self._controller.editor.go_below()

    def inspect(self, place: str = "") -> None:
        """Show everything on the place under the cursor, or on the named place, and walk the board."""
        board, pages, places = self._board, self._controller.pages, self._places
        if pages.overlay == CELL and not place:
            return pages.hide()
        sheet = self._controller.editor.sheet
        spot = board.spot(places.of(place, sheet)) if board and places and place else None
        if place and board and spot is None:
            return self._controller.prompt.say("hint.no-place", place=shorten(place, 20))
        if self._controller.mode != WALK:
            self.start()
        if spot:
            self.put_cursor(spot.place)
        return pages.open_cell() if self._controller.mode == WALK else None

    def go(self, arrow: Arrow) -> None:
        """Go to the next place in that direction; in an open menu, to the next order."""
        if self.menu.is_open:
            self.menu.move(arrow[1] or arrow[0])
        elif self._board and self.spot:
            self.spot = self._board.walk(self.spot, arrow)
            self._follow_cursor()
            self.look_around()

    def _follow_cursor(self) -> None:
        self.window = replace(self.window, follows=True)

    def scroll(self, arrow: Arrow) -> None:
        """Show another part of a board that is larger than the screen. The cursor does not move."""
        column, row = self.window.column + SCROLL * arrow[0], self.window.row + SCROLL * arrow[1]
        self.window = replace(self.window, column=column, row=row, follows=False)

    def scroll_page(self, by: int) -> None:
        """Scroll the board by as many rows as are seen, so that two of them stay in sight."""
        row = self.window.row + by * max(1, self._rows_seen - STAY)
        self.window = replace(self.window, row=row, follows=False)

    def go_home(self) -> None:
        """Show the home of the person's sheet; if the game has several homes, each key shows the next one."""
        board, view, game = self._board, self._state.view, GAMES.get(self._state.game)
        if board is None or view is None:
            return
        homes = game.homes(view, self._own_sheet) if game and game.homes else ()
        here = self.spot.place if self.spot else ""
        following = homes[(homes.index(here) + 1) % len(homes)] if here in homes else next(iter(homes), "")
        self.spot = board.spot(following) or board.home(view, self._own_sheet)
        self.window = replace(self.window, follows=True, is_new=True)

    def zoom(self, by: int) -> None:
        """Zoom out to see more of the board, or zoom in to see less of it in a larger size."""
        level = max(0, min(self.window.zoom + by, self._board.zooms - 1)) if self._board else 0
        is_new = level != self.window.zoom
        self.window = replace(self.window, zoom=level, follows=True, is_new=is_new)

    def was_drawn(
        self, window: Window | None, picture: Picture | None = None, *, is_part: bool = False
    ) -> None:
        """Remember which part of the board the screen has shown."""
        self.window = window or self.window
        self._rows_seen = len({patch.spot.row for patch in picture.patches}) if picture else 0
        self.is_part = is_part

    def put_cursor(self, place: str) -> None:
        spot = self._board.spot(place) if self._board else None
        if spot:
            self.spot = spot
            self._follow_cursor()
            self.look_around()

    def look_around(self) -> None:
        """Ask the server what can be ordered at the cursor, unless a piece is taken up."""
        if self.is_picked:
            return
        self.let_go()
        self._pressed_early = None
        self._is_looking = self.spot is not None and self._state.may_write
        if self.spot and self._is_looking:
            self._controller.display.spawn(self._find_choices(self.spot.place))

    def look_again(self) -> None:
        """Ask again, because the sheet has changed. A key that waits for the answer still waits."""
        pressed = self._pressed_early
        self.look_around()
        self._pressed_early = pressed if self._is_looking else None

    async def _find_choices(self, place: str) -> None:
        places, editor, above = self._places, self._controller.editor, self._controller.editor.lines
        if places is None:
            return
        found = await choices_at(
            *(self._controller.completer, editor.sheet, above, place, places.of, self._is_order),
            is_one=places.has_pieces,
        )
        is_here = self._controller.mode == WALK and self.spot is not None and self.spot.place == place
        if is_here and not self.is_picked and above == editor.lines:
            self.choices, self.choice = found, 0
            self._is_looking = False
            pressed, self._pressed_early = self._pressed_early, None
            if pressed:
                pressed()
            self._controller.display.refresh()

    def click(self, place: str) -> None:
        """Send the piece that is taken up to that place, or else take up a piece there."""
        if self._controller.mode != WALK:
            self.start()
        self.menu.close()
        if self.picked and (place in self.reach or self._acts_here(self.picked, place)):
            self.put_cursor(place)
            self.pick()
        else:
            self._take_up_at(place)

    def _take_up_at(self, place: str) -> None:
        """Go to that place, and take up the piece that is shown first; another click takes the next one."""
        if place == self._clicked and self.choices:
            self.is_picked, self.reach = False, frozenset()
            self.choice = (self.choice + 1) % len(self.choices)
            return self._take_up_shown()
        self.let_go()
        self.put_cursor(place)
        self._clicked = place
        self._pressed_early = self._take_up_shown
        return None

    def _take_up_shown(self) -> None:
        """Take up the shown piece. If there are others, an order that needs no place is only shown."""
        shown = self.choices[self.choice] if self.choices else None
        if shown and (len(self.choices) == 1 or self._aims(shown)):
            self.pick()

    def next_choice(self, by: int = 1) -> None:
        """Choose another piece here; if one is taken up, go to the next place that it can reach."""
        if self.menu.is_open:
            return self.menu.move(by)
        board = self._board
        if self.is_picked and board and self.spot:
            places = [spot for word in self.reach if (spot := board.spot(word))]
            order = sorted(places, key=lambda spot: (spot.row, spot.column))
            names = [spot.place for spot in order]
            here = names.index(self.spot.place) if self.spot.place in names else -1 if by > 0 else 0
            if order:
                self.spot = order[(here + by) % len(order)]
                self._follow_cursor()
        elif self.choices:
            self.choice = (self.choice + by) % len(self.choices)
        return None

    def press_letter(self, letter: str) -> None:
        """A letter takes up a piece. A referee has no pieces, so it begins a command at the console."""
        if self._state.role != REFEREE:
            return self.choose_kind(letter)
        self.stop()
        self._controller.display.set_text(letter)
        return self._controller.prompt.text_changed()

    def choose_kind(self, letter: str) -> None:
        """Take up the piece whose code is that letter, or else begins with it."""
        if self.menu.is_open or (self.is_picked and not self._clicked):
            return
        if self._is_looking:
            self._pressed_early = lambda: self.choose_kind(letter)
        codes = [choice.begun.split()[0].upper() for choice in self.choices]
        exact = [number for number, code in enumerate(codes) if code == letter.upper()]
        begun = [number for number, code in enumerate(codes) if code.startswith(letter.upper())]
        for number in (*exact, *begun)[:1]:
            self.choice, self.is_picked = number, False
            self.pick()

    def pick(self) -> None:
        """Take up a piece, or send the piece that is taken up to the cursor."""
        prompt, editor = self._controller.prompt, self._controller.editor
        prompt.clear_message()
        if self._board is None or self.spot is None:
            return
        if self.menu.is_open:
            self._choose_order(self.menu.order)
        elif refused := unless_writing(self._state):
            prompt.refuse(refused)
        elif self.picked:
            self._send(self.picked, self.spot.place)
        elif self._is_looking:
            self._pressed_early = self.pick
        elif not self.choices:
            most = self._state.phase.lines if self._state.phase else None
            is_full = most is not None and len(editor.lines) >= most
            prompt.say("hint.full" if is_full else "hint.nothing-here")
        else:
            self._take_up(self.choices[self.choice])

    def _aims(self, choice: Choice) -> frozenset[str]:
        """Where that piece may go; empty if the order needs no other place."""
        if self._places is None or choice.is_whole:
            return frozenset()
        found = self._places.among(choice.last_words, self._controller.editor.sheet)
        return found - {choice.place} if self._places.has_pieces else found

    def _take_up(self, choice: Choice) -> None:
        if aims := self._aims(choice):
            self.is_picked, self.reach = True, aims
        elif self._places and self._places.has_pieces:
            self.is_picked = True
            self._send(choice, choice.place)
        elif choice.offers:  # the order needs no other place, so it is written at once
            self._finish(choice.offers[0].text)

    @property
    def _is_order(self) -> IsOrder | None:
        game = GAMES.get(self._state.game)
        return game.is_order if game else None

    def _acts_here(self, picked: Choice, place: str) -> bool:
        """Whether the only piece stands there, and has an order that names no other place."""
        is_here = place == picked.place and len(self.choices) == 1 and self._is_order is not None
        return is_here and bool(self._found_at(picked, place))

    def _found_at(self, picked: Choice, place: str) -> list[Offer]:
        """The offers for that place; where the piece stands itself, the orders that name no other place."""
        places, sheet, is_order = self._places, self._controller.editor.sheet, self._is_order
        if places is None:
            return []
        named = {offer: places.of(offer.text.split()[-1], sheet) for offer in picked.offers}
        if place == picked.place and is_order and not places.has_pieces:
            return [offer for offer in picked.offers if not named[offer] and is_order(offer.text)]
        return [offer for offer in picked.offers if named[offer] == place]

    def _send(self, picked: Choice, place: str) -> None:
        found = self._found_at(picked, place)
        if found and self._is_order and self._places:
            return self._controller.display.spawn(self._open_menu(self._places, found, self._is_order))
        if found:
            return self._finish(found[0].text)
        piece = picked.begun.split()[0]
        letters = self._controller.scene.game_words(self._state).letters
        return self._controller.prompt.say("hint.out-of-reach", piece=piece, place=letters.place(place))

    async def _open_menu(self, places: OrderPlaces, found: list[Offer], is_order: IsOrder) -> None:
        """Let the player choose between the whole orders; a single one is written at once."""
        controller, editor = self._controller, self._controller.editor
        picked, above = self.picked, editor.lines
        orders = await orders_there(controller.completer, editor.sheet, above, found, places.of, is_order)
        if picked is None or picked != self.picked or above != editor.lines:
            return  # the player has gone on meanwhile
        if len(orders) > 1:
            self.menu.open(orders)
            controller.prompt.say("hint.menu")
        elif orders:
            self._choose_order(orders[0].text)
        else:
            self._finish(found[0].text)
        controller.display.refresh()

    def choose_in_menu(self, number: int) -> None:
        """Choose the order of that number, counted from 0."""
        self.menu.mark(number)
        self._choose_order(self.menu.order)

    def _choose_order(self, text: str) -> None:
        """Write the whole order, and put the cursor back where the piece stood."""
        origin = self.picked.place if self.picked else ""
        self.let_go()
        self.put_cursor(origin)
        self._write(text)

    def _write(self, text: str) -> None:
        self._controller.editor.go_below()
        self._controller.editor.write(text)
        code = "hint.written-spare" if self._state.has_spare_lines else "hint.written"
        self._controller.prompt.say(code, text=text)

    def _finish(self, text: str) -> None:
        """Put the cursor back where the piece stood: there may be more pieces. Then write the order."""
        origin = self.picked.place if self.picked else self.spot.place if self.spot else ""
        self.let_go()
        self.put_cursor(origin)
        self._controller.display.spawn(self._write_or_type_on(text))

    async def _write_or_type_on(self, text: str) -> None:
        """Write the order. If the server offers more words, the player types them behind it."""
        controller, editor = self._controller, self._controller.editor
        phase, sheet = controller.follower.known_phase, editor.sheet
        is_whole = await is_complete(controller.completer.get, sheet, editor.lines, text)
        if (phase, sheet) != (controller.follower.known_phase, editor.sheet):
            return  # the bell has rung, or the player has opened another sheet
        if is_whole:
            self._write(text)
        elif controller.mode == WALK:
            self.stop()
            controller.display.set_text(f"{text} ")
            controller.prompt.text_changed()
            controller.display.settle_focus()
        controller.display.refresh()
