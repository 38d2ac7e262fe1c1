"""What all keys and commands share: the session, what is on the screen, asking and being answered."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from client.errors import ClientError, Refusal
from client.link.session import Session
from client.play.completer import Completer
from client.screens.draw.lines import shorten
from client.screens.scene import CHAT, TYPE, Ask, Scene
from client.state import sheets as desk
from client.state.client_state import ClientState
from client.words import say
from protocol.ids import Lines
from protocol.messages import Offer
from protocol.notes import Arg
from protocol.vocabulary import CLOSED, WRITING

LONG = 100
Spawn = Callable[[Coroutine[Any, Any, None]], object]


class Core:
    def __init__(self, session: Session, scene: Scene, spawn: Spawn, leave: Callable[[int], None]) -> None:
        self.session = session
        self.scene = scene
        self.leave = leave
        self.completer = Completer(session, spawn, self._show_offers)
        self.get_text: Callable[[], str] = lambda: ""
        self.set_text: Callable[[str], None] = lambda text: None
        self.refresh: Callable[[], None] = lambda: None
        self.settle: Callable[[], None] = lambda: None
        """Put the focus where it belongs now."""
        self.other_table: Callable[[str], None] = lambda wanted: None
        """To another of the referee's tables."""
        self.companions: tuple[Session, ...] = ()
        """The others at this terminal, in a hotseat game."""
        self.is_shown: Callable[[], bool] = lambda: True
        """Whether the one input line is ours now; it is another's while another table is shown."""
        self._spawn = spawn

    @property
    def state(self) -> ClientState:
        return self.session.state

    @property
    def takes_text(self) -> bool:
        scene = self.scene
        if scene.ask:
            return False
        return scene.overlay == CHAT or scene.is_searching or (scene.mode == TYPE and not scene.overlay)

    @property
    def levels(self) -> tuple[str, ...]:
        return self.session.levels

    @property
    def lines(self) -> Lines:
        return desk.lines_of(self.state, self.scene.sheet)

    def do(self, act: Awaitable[object], done: str = "") -> None:
        """Ask the server for something; its refusal is a sentence on the message line."""
        self._spawn(self._do(act, done))

    async def _do(self, act: Awaitable[object], done: str) -> None:
        stage = self.scene.known_phase
        try:
            await act
            if stage == self.scene.known_phase:  # else the game has gone on, and it is no news
                self.scene.message = done
        except ClientError as error:
            is_late = isinstance(error, Refusal) and error.code == "phase-closed"
            if is_late and stage != self.scene.known_phase:  # the bell was quicker, and is seen
                self.session.dismiss()
            else:
                self.scene.message = str(error)
        self.refresh()

    def say(self, code: str, /, **args: str | int) -> None:
        self.scene.message = self.scene.say(code, **args)

    def touch(self) -> None:
        """A key was pressed: what was said before has been read."""
        self.scene.message = ""
        if self.state.notice:
            self.session.dismiss()

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        """Light up where they lead, too."""
        scene, board = self.scene, self.scene.board(self.state)
        scene.offers, scene.chosen = offers, -1
        if board and scene.mode == TYPE:
            last = (offer.text.split()[-1] for offer in offers)
            scene.reach = frozenset(board.place_of(word, scene.sheet) for word in last) - {""}
        self.refresh()

    def append(self) -> None:
        """Nothing in the input line, and what is typed next is a new line of the sheet."""
        self.set_text("")
        self.completer.drop()
        self.scene.line = len(self.lines)

    def text_changed(self) -> None:
        """The line was typed on: what follows from it is each hand's own."""

    def say_why_not(self) -> None:
        """Why nothing can be written now."""
        if not self.state.seat:
            self.say("hint.no-sheet")
        elif self.is_sealed:
            self.say("hint.sealed")
        elif self.state.held and self.state.stage == CLOSED:
            self.say("hint.held")
        else:
            self.say(f"hint.{self.state.stage or 'connecting'}")

    @property
    def is_sealed(self) -> bool:
        """Our sheet is closed, and can be opened again."""
        return self.state.sealed and self.state.stage == WRITING

    def ask(
        self,
        code: str,
        act: Callable[[], Awaitable[object] | None],
        *,
        shows_sheet: bool = False,
        stays: bool = False,
        **args: str | int,
    ) -> None:
        self.scene.ask = Ask(self.scene.say(code, **args), act, shows_sheet, stays)

    def inquire(
        self, code: str, act: Callable[[], Awaitable[object]], *, stays: bool = False, **args: Arg
    ) -> None:
        """In the words of both modes; what was typed is quoted, but not at any length."""
        short = {key: shorten(arg, LONG) if isinstance(arg, str) else arg for key, arg in args.items()}
        question = say(self.scene.look.language, code, **short)
        self.scene.ask = Ask(f"{question} {self.scene.say('ask.how')}", act, stays=stays)

    def answer(self, is_yes: bool) -> None:
        asked, self.scene.ask = self.scene.ask, None
        self.touch()
        if asked and is_yes:
            act = asked.act()
            if act is not None:
                self.do(act, self.scene.say("done.done"))
