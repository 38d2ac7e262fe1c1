"""The prompt: the message, the question, the input line, and the offers that complete it."""

from typing import TYPE_CHECKING

from client.games import say_for_game
from client.link.limits import as_one_line
from client.play.declaring import is_declarable, may_declare
from client.play.desk import CHAT, LOG, Question
from client.play.performing import refusal_text
from client.play.refusals import why_not_writing
from client.play.verbs import find_action, offers_for
from client.play.whole_orders import is_offered_whole
from client.screens.control.single_line import SingleLine
from client.screens.draw.lines import shorten
from client.screens.scene import TYPE
from client.state.client_state import ClientState
from protocol.ids import Seat
from protocol.messages import Offer
from protocol.notes import Arg, Note
from protocol.vocabulary import BETWEEN, GATHERING, REFEREE

if TYPE_CHECKING:
    from client.screens.control.controller import Controller


class Prompt:
    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self._display = controller.display
        self.message = ""
        self.question: Question | None = None
        self.offers: tuple[Offer, ...] = ()
        self.chosen = -1
        self.is_searching = False
        self.search = ""
        self.chat_to: Seat = ""
        self.single_line = SingleLine(controller)
        self._refused: tuple[str, tuple[object, ...]] = ("", ())
        """The last refusal, and how the seats were then."""
        self._taken = ""
        """The offer that was taken last, while the server has not said what may follow it."""

    @property
    def _state(self) -> ClientState:
        return self._controller.state

    def say(self, code: str, /, **args: Arg) -> None:
        game, words = self._state.game, self._controller.words
        self.message = say_for_game(game, "", words, Note(code, args))

    def tell(self, text: str) -> None:
        """Show this text as the message."""
        self.message = text

    def tell_refusal(self, text: str) -> None:
        """Show why something was refused, until a key is pressed or the seats of the table change."""
        self.message, self._refused = text, (text, self._causes)

    @property
    def _causes(self) -> tuple[object, ...]:
        """What most refusals are about: who sits where, who waits for a seat, and the stage of the game."""
        seats = tuple((line.seat, line.name, line.connected) for line in self._state.seats)
        return self._state.stage, seats, self._state.waiting

    def withdraw_refusal(self) -> None:
        """Take a refusal away that was about other seats than there are now; it may no longer be true."""
        text, causes = self._refused
        if text and causes != self._causes:
            self._refused = ("", ())
            self.withdraw(text)

    def ask(self, question: Question) -> None:
        self.question = question

    def forget_question(self) -> None:
        self.question = None

    def refuse(self, code: str) -> None:
        """Say why something cannot be done now; the code is one of `refusal` in the catalogue."""
        self.message = refusal_text(self._controller, code)

    def clear_message(self) -> None:
        """Take the message away, because the player has read it and pressed a key."""
        self.message = ""
        if self._state.notice:
            self._controller.session.dismiss()

    def withdraw(self, text: str) -> None:
        """Take this message away if it is still shown, because it is no longer true."""
        if self.message == text:
            self.message = ""

    def answer(self, is_yes: bool) -> None:
        question, self.question = self.question, None
        self.clear_message()
        if question and is_yes:
            self._controller.wait_for(question.act())

    def drop_question(self) -> None:
        """Drop the question when another phase begins or a story opens, unless it outlives its phase."""
        if self.question and not self.question.outlives_phase:
            self.question = None

    def show_offers(self, offers: tuple[Offer, ...]) -> None:
        """Show the offers, and mark the places that they name."""
        if not offers and self._taken and self._display.text == f"{self._taken} ":
            return self._complete_line(self._taken)
        self.offers, self.chosen = offers, -1
        if self._controller.mode == TYPE:
            self._controller.walk.light_up(offer.text.split()[-1] for offer in offers)
        return self._display.refresh()

    def _complete_line(self, text: str) -> None:
        """Nothing may follow the offer that was taken, so the line ends there. Show what it means."""
        self._display.set_text(text)
        self.text_changed()
        self._display.refresh()

    def forget_offers(self) -> None:
        self.offers, self.chosen = (), -1
        self._controller.walk.unmark()

    def start_search(self) -> None:
        if self._controller.pages.overlay == LOG:
            self.is_searching = True
            self._controller.editor.append()

    def search_for(self, text: str) -> None:
        """Show only the lines of the log that have this text."""
        self.search = text

    def end_search(self, *, keeps: bool = False) -> None:
        self.is_searching = False
        self.search = self.search if keeps else ""

    def text_changed(self) -> None:
        """Ask for offers for the new text in the input line, or search for it."""
        text = self._display.text
        self._taken = self._taken if text == f"{self._taken} " else ""
        if self.is_searching:
            self.search = text
            return self._controller.pages.scroll_to_top()
        self.forget_offers()
        if self._controller.pages.overlay == CHAT:
            return None
        if text.startswith(":") or (text.strip() and not self._state.seat):
            self.show_offers(offers_for(self._controller, text))
        elif self._state.may_write and self._controller.mode == TYPE and text.strip():
            self._controller.editor.ask_offers()
        else:
            self.single_line.show_offers()
        return None

    def complete(self, by: int = 1) -> None:
        """Choose the next offer. A single offer is taken at once, and the next word is asked for."""
        is_empty = not self.offers and not self._display.text.strip()
        if self._controller.pages.overlay == CHAT:
            self._talk_to_next(by)
        elif is_empty and self._state.may_write:
            self._controller.editor.ask_offers()
        elif is_empty:
            sign = "" if self._state.role == REFEREE else ":"
            self.show_offers(offers_for(self._controller, sign))
        elif len(self.offers) == 1:
            self._take_offer(self.offers[0].text)
        elif self.offers:
            first = 0 if by > 0 else -1
            self.chosen = (self.chosen + by if self.chosen >= 0 else first) % len(self.offers)
            self._display.set_text(self.offers[self.chosen].text)

    def _talk_to_next(self, by: int) -> None:
        people = [line for line in self._state.seats if line.name and not line.bot]
        seats = ["", *(line.seat for line in people if line.seat != self._state.seat)]
        at = seats.index(self.chat_to) if self.chat_to in seats else 0
        self.chat_to = seats[(at + by) % len(seats)]

    def _take_offer(self, text: str) -> None:
        is_order = self._state.may_write and not text.startswith(":")
        self._taken = text if is_order else ""
        self._display.set_text(f"{text} ")
        self.text_changed()

    def accept_offer(self) -> None:
        """Take the chosen offer, and ask for the next word."""
        if self.chosen >= 0:
            self._take_offer(self._display.text)

    def paste(self, text: str) -> None:
        """Type the pasted text. All its lines but the last are entered; the chat takes them as one line."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if self._controller.pages.overlay == CHAT or self.is_searching or not self._state.may_write:
            lines = [" ".join(lines)]
        for line in lines[:-1]:
            self._display.set_text(as_one_line(self._display.text + line))
            if self._display.text:
                self.enter()
        self._display.set_text(self._display.text + as_one_line(lines[-1]))
        self.text_changed()

    def enter(self) -> None:
        text = self._display.text.strip()
        if self._controller.session.ended and not text.startswith(
            ":"
        ):  # the player has read why the link ended, and can do nothing more
            return self._display.leave(0)
        self.clear_message()
        if self.is_searching:
            self.end_search(keeps=True)
            self._display.set_text("")
        elif self._controller.pages.overlay == CHAT:
            self._talk(text)
        elif text.startswith(":") or (text and not self._state.seat):
            self._obey(text)
        elif not text:
            self._enter_nothing()
        elif self._state.may_write:
            self._enter_order(text)
        elif find_action(self._controller, text.split()[0]):
            self._obey(text)
        elif may_declare(self._state):
            self._display.spawn(self._declare_or_refuse(text))
        else:
            self._refuse_order()
        return None

    def _enter_order(self, text: str) -> None:
        if self._state.owes_one_line:
            self.single_line.enter(text)
        else:
            self.write_order(text)

    def write_order(self, text: str) -> None:
        """Write the order. If it is also the verb of a command, the server decides whether it is an order."""
        if " " in text or not find_action(self._controller, text):
            self._controller.editor.write(text)
        else:
            self._display.spawn(self._enter_verb(text))

    async def _enter_verb(self, text: str) -> None:
        """Write the verb of a command on the sheet only if the server offers the word as a whole order."""
        controller, editor = self._controller, self._controller.editor
        place = (controller.follower.known_phase, editor.sheet, editor.line)
        above = editor.lines[: editor.line]
        shown = controller.scene.game_words(self._state).letters.line(text)
        is_order = await is_offered_whole(controller.completer.get, editor.sheet, above, shown)
        is_there = self._display.shows(controller) and self._display.text.strip() == text
        if not is_there or place != (controller.follower.known_phase, editor.sheet, editor.line):
            return  # the player has gone on, and this text is no longer in the input line
        if is_order:
            editor.write(text)
        else:
            self.say("hint.no-order", word=shorten(text))
        self._display.refresh()

    async def _declare_or_refuse(self, text: str) -> None:
        """Declare the text, if it is a word that may be declared now; else say why nothing can be written."""
        is_word = await is_declarable(self._controller.session, text)
        if not self._display.shows(self._controller) or self._display.text.strip() != text:
            return  # the player has gone on, and this text is no longer in the input line
        if is_word:
            self._display.set_text("")
            self._controller.perform("declare", text)
        else:
            self._refuse_order()
        self._display.refresh()

    def _refuse_order(self) -> None:
        code = why_not_writing(self._state)
        self.refuse(code)
        if code != "sealed":
            self._display.set_text("")

    def _obey(self, text: str) -> None:
        """Do a command, with or without a colon before it."""
        self._display.set_text("")
        self.forget_offers()
        word, _, rest = text.removeprefix(":").strip().partition(" ")
        action = find_action(self._controller, word)
        if action is None:
            self.say("hint.no-command", word=word)
        else:
            self._controller.perform(action.name, rest.strip())
        if not self._display.text:
            self._controller.editor.append()

    def _enter_nothing(self) -> None:
        editor = self._controller.editor
        if self._state.stage in (GATHERING, BETWEEN) and self._state.seat:
            self._controller.perform("ready")
        elif self._state.may_write and editor.line < len(editor.lines):
            editor.delete()  # the player has emptied the line
        elif self._state.owes_one_line:
            self.single_line.enter_nothing()
        elif self._state.may_write and self._state.has_spare_lines and editor.lines:
            editor.seal_if_sound()
        elif self._state.may_write:
            self.say("hint.write")

    def _talk(self, text: str) -> None:
        if text and not self._state.may_talk:
            self.say("hint.quiet")
            return
        self._display.set_text("")
        if text:
            self._controller.carry_out(self._controller.session.chat(text, self.chat_to))
        else:
            self._controller.pages.close()
