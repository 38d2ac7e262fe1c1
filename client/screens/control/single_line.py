"""A sheet of one line: what can be chosen is shown at once, and Enter sends the choice.

Nobody has to press two keys more to seal a single line. A sheet that stays empty is never sealed by Enter.
"""

from typing import TYPE_CHECKING

from client.play.whole_orders import is_choice
from client.screens.scene import TYPE
from client.state.client_state import ClientState
from protocol.ids import SheetKey
from protocol.messages import Offer

if TYPE_CHECKING:
    from client.screens.control.controller import Controller


class SingleLine:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    def show_offers(self) -> None:
        """Show what can be chosen, if a single line is owed and nothing is typed or written yet."""
        controller = self._controller
        is_free = controller.mode == TYPE and not controller.pages.overlay
        is_empty = not controller.display.text and not controller.editor.lines
        if self._state.owes_one_line and is_free and is_empty and controller.display.shows(controller):
            controller.editor.ask_offers()

    def enter(self, text: str) -> None:
        """Send the choice that is typed or lit. If the server does not offer it, only write it down."""
        self._controller.display.spawn(self._enter(text))

    async def _enter(self, text: str) -> None:
        controller, editor = self._controller, self._controller.editor
        place = (controller.follower.known_phase, editor.sheet)
        ask = controller.completer.get
        shown = controller.scene.game_words(self._state).letters.line(text)
        chosen = _choice(await ask(editor.sheet, (), shown), shown)
        is_whole = bool(chosen) and await is_choice(ask, editor.sheet, (), chosen)
        is_there = controller.display.shows(controller) and controller.display.text.strip() == text
        if not is_there or place != (controller.follower.known_phase, editor.sheet):
            return  # the player has gone on, and this text is no longer in the input line
        if is_whole:
            self._send(text if chosen.casefold() == shown.casefold() else chosen)
        elif chosen:
            controller.display.set_text(f"{chosen} ")
            controller.prompt.text_changed()
        else:
            controller.prompt.write_order(text)
        controller.display.refresh()

    def _send(self, text: str) -> None:
        """Write the line. When every sheet of the player has its line, seal them."""
        editor = self._controller.editor
        if not editor.write(text):
            return
        empty = self._empty_sheets()
        if empty:
            editor.choose(empty[0])
        else:
            editor.seal_unasked()

    def enter_nothing(self) -> None:
        """Seal what is written already. If a sheet is empty, say what happens if it stays so."""
        empty = self._empty_sheets()
        if not empty and not self._state.faults:
            return self._controller.editor.seal_unasked()
        sheet = self._state.sheets.get(empty[0] if empty else self._controller.editor.sheet)
        otherwise = sheet.progress.otherwise if sheet else ""
        self._controller.prompt.tell(self._controller.text("hint.choose", otherwise=otherwise).lstrip())
        return self.show_offers()

    def _empty_sheets(self) -> list[SheetKey]:
        return [key for key, sheet in self._state.sheets.items() if not sheet.lines]


def _choice(offers: tuple[Offer, ...], text: str) -> str:
    """The offer that is typed, or the only one that begins like this; empty if neither is clear."""
    exact = [offer.text for offer in offers if offer.text.casefold() == text.casefold()]
    found = exact or [offer.text for offer in offers]
    return found[0] if len(found) == 1 else ""
