"""Walking the board: take a piece up where it stands, and put it down where it is to go."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from client.games.api import Arrow
from client.play.completer import Completer
from client.screens.control.writing import Writing
from client.screens.draw.lines import shorten
from client.screens.scene import CELL, TYPE, WALK, Choice
from client.state.client_state import ClientState
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer

PlaceOf: TypeAlias = Callable[[str, SheetKey], str]

MOST_WORDS = 64
SCROLL = 4
"""How many cells of the board one key scrolls."""


async def choices_at(
    completer: Completer, sheet: SheetKey, above: Lines, place: str, place_of: PlaceOf
) -> tuple[Choice, ...]:
    """What the server offers for pieces at that place, moves and exchanges, below the lines written."""

    async def ask(texts: list[str]) -> list[tuple[Offer, ...]]:
        return await asyncio.gather(*(completer.get(sheet, above, text) for text in texts))

    (first,) = await ask([""])
    seconds = await ask([f"{offer.text} " for offer in first[:MOST_WORDS]])
    begun = [
        offer for offers in seconds for offer in offers if place_of(offer.text.split()[-1], sheet) == place
    ]
    thirds = await ask([f"{offer.text} " for offer in begun])
    return tuple(
        Choice(offer.text, offers or (offer,), place) for offer, offers in zip(begun, thirds, strict=True)
    )


class Walking(Writing):
    _is_looking = False
    """What could be ordered at the cursor has been asked for, and is not known yet."""
    _hasty: Callable[[], None] | None = None
    """What was pressed meanwhile; done as soon as it is known."""

    def start_walk(self) -> None:
        board = self.scene.board(self.state)
        if board is None or self.state.view is None:
            self.say("hint.no-board")
            return
        scene = self.scene
        if scene.mode == WALK:
            self.back_to_typing()
            return
        scene.mode, scene.overlay = WALK, ""
        scene.forget_offers()
        self.set_text("")
        scene.spot = scene.spot or board.home(self.state.view, scene.sheet)
        self._look_around()

    def back_to_typing(self) -> None:
        self.scene.mode, self.scene.overlay = TYPE, ""
        self.scene.let_go()
        self.scene.line = len(self.lines)

    def inspect(self, place: str = "") -> None:
        """F3: walk with the whole box for the place under the cursor."""
        scene, board = self.scene, self.scene.board(self.state)
        if scene.overlay == CELL and not place:
            scene.overlay = ""
            return
        spot = board.spot(board.place_of(place, scene.sheet)) if board and place else None
        if place and board and spot is None:
            self.say("hint.no-place", place=shorten(place, 20))
            return
        if scene.mode != WALK:
            self.start_walk()
        if spot:
            self.put_cursor(spot.place)
        if scene.mode == WALK:
            scene.overlay = CELL

    def edit(self, change: Callable[[ClientState], ClientState]) -> bool:
        is_done = super().edit(change)
        if self.scene.mode == WALK:
            self._look_around()
        return is_done

    def walk(self, arrow: Arrow) -> None:
        board, scene = self.scene.board(self.state), self.scene
        if board and scene.spot:
            scene.spot = board.walk(scene.spot, arrow)
            self._follow_cursor()
            self._look_around()

    def _follow_cursor(self) -> None:
        self.scene.window = replace(self.scene.window, follows=True)

    def scroll_board(self, arrow: Arrow) -> None:
        """Look at another part of a board that is larger than the screen; the cursor stays where it is."""
        window = self.scene.window
        column, row = window.column + SCROLL * arrow[0], window.row + SCROLL * arrow[1]
        self.scene.window = replace(window, column=column, row=row, follows=False)

    def zoom(self, by: int) -> None:
        """See more of the board, or less of it nearer."""
        board, window = self.scene.board(self.state), self.scene.window
        level = max(0, min(window.zoom + by, board.zooms - 1)) if board else 0
        self.scene.window = replace(window, zoom=level, follows=True)

    def put_cursor(self, place: str) -> None:
        board = self.scene.board(self.state)
        spot = board.spot(place) if board else None
        if spot:
            self.scene.spot = spot
            self._follow_cursor()
            self._look_around()

    def _look_around(self) -> None:
        """What could be ordered here; while something is picked, that stays."""
        if self.scene.is_picked:
            return
        self.scene.let_go()
        self._hasty = None
        self._is_looking = self.scene.spot is not None and self.state.may_write
        if self.scene.spot and self._is_looking:
            self._spawn(self._find_choices(self.scene.spot.place))

    def take_up_at(self, place: str) -> None:
        """Go there, and take up what stands there as soon as it is known, if it is one thing only."""
        self.scene.let_go()
        self.put_cursor(place)
        self._hasty = lambda: self.pick() if len(self.scene.choices) == 1 else None

    async def _find_choices(self, place: str) -> None:
        board, scene, above = self.scene.board(self.state), self.scene, self.lines
        if board is None:
            return
        found = await choices_at(self.completer, scene.sheet, above, place, board.place_of)
        is_here = scene.mode == WALK and scene.spot is not None and scene.spot.place == place
        if is_here and not scene.is_picked and above == self.lines:
            scene.choices, scene.choice = found, 0
            self._is_looking = False
            hasty, self._hasty = self._hasty, None
            if hasty:
                hasty()
            self.refresh()

    def next_choice(self, by: int = 1) -> None:
        """Another piece here; with one picked, the next place it reaches."""
        scene, board = self.scene, self.scene.board(self.state)
        if scene.is_picked and board and scene.spot:
            places = [spot for word in scene.reach if (spot := board.spot(word))]
            order = sorted(places, key=lambda spot: (spot.row, spot.column))
            names = [spot.place for spot in order]
            here = names.index(scene.spot.place) if scene.spot.place in names else -1 if by > 0 else 0
            if order:
                scene.spot = order[(here + by) % len(order)]
                self._follow_cursor()
        elif scene.choices:
            scene.choice = (scene.choice + by) % len(scene.choices)

    def choose_kind(self, letter: str) -> None:
        if self.scene.is_picked:
            return
        if self._is_looking:
            self._hasty = lambda: self.choose_kind(letter)
        for number, choice in enumerate(self.scene.choices):
            if choice.begun.split()[0].upper() == letter.upper():
                self.scene.choice = number
                self.pick()
                return

    def pick(self) -> None:
        """Enter on the board: take a piece up, or send it where the cursor is."""
        self.touch()
        scene, board = self.scene, self.scene.board(self.state)
        if board is None or scene.spot is None:
            return
        if not self.state.may_write:
            self.say_why_not()
        elif scene.picked:
            self._send(scene.spot.place)
        elif self._is_looking:
            self._hasty = self.pick
        elif not scene.choices:
            full = len(self.lines) >= (self.state.phase.lines or 99 if self.state.phase else 99)
            self.say("hint.full" if full else "hint.nothing-here")
        else:
            self._take_up()

    def _take_up(self) -> None:
        scene, board = self.scene, self.scene.board(self.state)
        choice = scene.choices[scene.choice]
        assert board
        words = () if choice.is_whole else choice.last_words
        places = {board.place_of(word, scene.sheet) for word in words} - {""}
        if places:
            scene.is_picked, scene.reach = True, frozenset(places)
        elif choice.offers:  # it names no place to go to: it is written at once
            self._order(choice.offers[0].text)

    def _send(self, place: str) -> None:
        scene, board = self.scene, self.scene.board(self.state)
        assert board
        assert scene.picked
        for offer in scene.picked.offers:
            if board.place_of(offer.text.split()[-1], scene.sheet) == place:
                self._order(offer.text)
                return
        self.say("hint.out-of-reach", piece=scene.picked.begun.split()[0], place=place)

    def _order(self, text: str) -> None:
        """Write it, and be back where the piece stood: there may be more."""
        origin = self.scene.picked.place if self.scene.picked else ""
        self.scene.line = len(self.lines)
        self.write(text)
        self.say("hint.written", text=text)
        self.scene.let_go()
        self.put_cursor(origin)
        self._look_around()
