"""Walking the board: take a piece up where it stands, and put it down where it is to go."""

import asyncio
from collections.abc import Callable

from client.boards.api import Arrow
from client.completer import Completer
from client.screens.scene import CELL, TYPE, WALK, Choice
from client.screens.writing import Writing
from client.state import ClientState
from protocol.ids import Lines, SheetKey

MOST_EXCHANGES = 8


async def choices_at(
    completer: Completer, sheet: SheetKey, above: Lines, place: str, kinds: tuple[str, ...]
) -> tuple[Choice, ...]:
    """Moves of every kind that stands there, then exchanges; only those the server has offers for."""
    first = await completer.get(sheet, above, "")
    words = {offer.text for offer in first}
    begun = [f"{kind} {place}" for kind in kinds if kind in words]
    traded = [word for word in words if word not in kinds and word.strip("0123456789+") != ""]
    swaps = [f"{word} E{place}" for word in sorted(traded) if word[0].isdigit() or "+" in word]
    asked = begun + swaps[:MOST_EXCHANGES]
    answers = await asyncio.gather(*(completer.get(sheet, above, f"{text} ") for text in asked))
    return tuple(Choice(text, offers) for text, offers in zip(asked, answers, strict=True) if offers)


class Walking(Writing):
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
        scene.spot = scene.spot or board.home(self.state.view, scene.sheet or self.state.seat[:1])
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
        if scene.mode != WALK:
            self.start_walk()
        spot = board.spot(board.place_of(place, scene.sheet)) if board and place else None
        if spot:
            self.put_cursor(spot.place)
        if scene.mode == WALK:
            scene.overlay = CELL

    def edit(self, change: Callable[[ClientState], ClientState]) -> None:
        super().edit(change)
        if self.scene.mode == WALK:
            self._look_around()

    def walk(self, arrow: Arrow) -> None:
        board, scene = self.scene.board(self.state), self.scene
        if board and scene.spot:
            scene.spot = board.walk(scene.spot, arrow)
            self._look_around()

    def put_cursor(self, place: str) -> None:
        board = self.scene.board(self.state)
        spot = board.spot(place) if board else None
        if spot:
            self.scene.spot = spot
            self._look_around()

    def _look_around(self) -> None:
        """What could be ordered here; while something is picked, that stays."""
        if not self.scene.is_picked:
            self.scene.let_go()
            if self.scene.spot and self.state.may_write:
                self._spawn(self._find_choices(self.scene.spot.place))

    def take_up_at(self, place: str) -> None:
        """Go there, and take up what stands there as soon as it is known."""
        self.scene.let_go()
        self.put_cursor(place)
        if self.state.may_write:
            self._spawn(self._find_choices(place, takes_up=True))

    async def _find_choices(self, place: str, takes_up: bool = False) -> None:
        board, scene = self.scene.board(self.state), self.scene
        if board is None:
            return
        kinds = board.kinds_at(self.state.view, scene.sheet, place)
        found = await choices_at(self.completer, scene.sheet, self.lines, place, kinds) if kinds else ()
        if scene.mode == WALK and scene.spot and scene.spot.place == place and not scene.is_picked:
            scene.choices, scene.choice = found, 0
            if takes_up and len(found) == 1:
                self.pick()
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
        elif scene.choices:
            scene.choice = (scene.choice + by) % len(scene.choices)

    def choose_kind(self, letter: str) -> None:
        if self.scene.is_picked:
            return
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
        elif not scene.choices:
            full = len(self.lines) >= (self.state.phase.lines or 99 if self.state.phase else 99)
            self.say("hint.full" if full else "hint.nothing-here")
        else:
            self._take_up()

    def _take_up(self) -> None:
        scene, board = self.scene, self.scene.board(self.state)
        choice = scene.choices[scene.choice]
        assert board
        places = {board.place_of(word, scene.sheet) for word in choice.last_words} - {""}
        if places:
            scene.is_picked, scene.reach = True, frozenset(places)
        elif choice.offers:  # an exchange names no place to go to: it is written at once
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
        origin = self.scene.picked.begun.split()[1] if self.scene.picked else ""
        self.scene.line = len(self.lines)
        self.write(text)
        self.say("hint.written", text=text)
        self.scene.let_go()
        self.put_cursor(origin)
        self._look_around()
