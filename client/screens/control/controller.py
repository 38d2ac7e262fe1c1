"""The controller of one table on the full screen. It is the desk of the actions, and is made of parts."""

from collections.abc import Awaitable, Sequence

from client.errors import ClientError, Refusal
from client.link.session import Session
from client.look import Look
from client.play.actions import ACTIONS
from client.play.completer import Completer
from client.play.desk import BOARD, CELL, CHAT, FULL, HELP, LOG, Outcome, Question
from client.play.lessons import Tutor
from client.play.performing import is_for, perform
from client.play.showing import welcome_lines
from client.play.verbs import verb_of
from client.screens.control.board_walk import BoardWalk
from client.screens.control.display import Display
from client.screens.control.follower import Follower
from client.screens.control.last_moment import LastMoment
from client.screens.control.pages import Pages
from client.screens.control.prompt import Prompt
from client.screens.control.sheet_editor import SheetEditor
from client.screens.control.story_reader import StoryReader
from client.screens.scene import OVERLAYS, STORY, TYPE, WALK, Scene, TextPage
from client.state.client_state import ClientState
from client.words import say, sentence
from protocol.messages import SeatKey
from protocol.notes import Arg, Note
from protocol.texts import Catalogue, catalogue
from protocol.views import title_of
from protocol.vocabulary import BETWEEN, GATHERING, OVER, REFEREE, WRITING


class Controller:
    kind = FULL

    def __init__(self, session: Session, look: Look, display: Display) -> None:
        self.session = session
        self.look = look
        self.display = display
        self.mode = TYPE
        self.tutor: Tutor | None = None
        """Leads the person through a lesson; None at every other table."""
        self._companions: tuple[Session, ...] = ()
        """The sessions of the other players at this terminal, in a hotseat game."""
        self._rung_phase = 0
        """The phase in which the bell that says to hurry has rung."""
        self._starts_clock = False
        """The server has been asked to start the hourglass, and has not answered yet."""
        self.prompt = Prompt(self)
        self.editor = SheetEditor(self)
        self.walk = BoardWalk(self)
        self.reader = StoryReader(self)
        self.pages = Pages(self)
        self.follower = Follower(self)
        self.last_moment = LastMoment(self)
        self.completer = Completer(session, display.spawn, self.prompt.show_offers)

    @property
    def state(self) -> ClientState:
        return self.session.state

    @property
    def sheets(self) -> SheetEditor:
        return self.editor

    @property
    def table_count(self) -> int:
        return self.display.table_count

    @property
    def words(self) -> Catalogue:
        return catalogue("texts", self.look.language, "client.screens")

    def text(self, code: str, /, **args: Arg) -> str:
        return self.words.say(Note(code, args))

    @property
    def scene(self) -> Scene:
        """Everything that drawing needs to know about the person."""
        prompt, editor, walk, reader, pages = self.prompt, self.editor, self.walk, self.reader, self.pages
        return Scene(
            look=self.look,
            mode=self.mode,
            overlay=pages.overlay,
            scroll=pages.scroll,
            sheet=editor.sheet,
            line=editor.line,
            written=editor.written,
            unwritten=editor.unwritten,
            spot=walk.spot,
            choices=walk.choices,
            choice=walk.choice,
            is_picked=walk.is_picked,
            reach=walk.reach,
            window=walk.window,
            menu=walk.menu.entries,
            menu_choice=walk.menu.chosen,
            offers=prompt.offers,
            chosen=prompt.chosen,
            is_searching=prompt.is_searching,
            search=prompt.search,
            question=prompt.question,
            message=prompt.message,
            story=reader.story,
            seconds_a_page=reader.seconds_a_page,
            has_news=reader.has_news,
            chat_to=prompt.chat_to,
            read_chat=pages.read_chat,
            where=pages.where,
            welcome=pages.welcome,
            seat_key=pages.seat_key,
            text_page=pages.text_page,
            shows_board=pages.shows_board,
            lesson=self.tutor.sentence(self.state, self.way_to) if self.tutor else "",
            greeting=self._greeting() if pages.is_greeting else None,
        )

    def _greeting(self) -> TextPage:
        language = self.look.language
        title = say(language, "welcome.title", game=title_of(self.state.game))
        is_waiting = self.state.stage == WRITING and not self.state.owed
        any_key = say(language, "welcome.any-key-waiting" if is_waiting else "welcome.any-key")
        return TextPage(title, (*welcome_lines(self), "", any_key))

    def teach(self, tutor: Tutor) -> None:
        self.tutor = tutor

    def follow_lesson(self) -> None:
        """Go on in the lesson. When it is over, a page says what was learnt."""
        if self.tutor and self.tutor.follow(self.state):
            self.pages.show_text(*self.tutor.ending())

    def perform(self, name: str, typed: str = "") -> None:
        """Do an action. If it is refused, the message line says why."""
        try:
            self.wait_for(perform(self, ACTIONS[name], typed))
        except ClientError as error:
            self.prompt.tell_refusal(sentence(str(error)))

    def press(self, key: str) -> None:
        """Do the action of that key that is possible now; if none is, say why."""
        bound = [action for action in ACTIONS.values() if action.key == key]
        able = [action for action in bound if is_for(action, self) and not action.refuses(self.state)]
        for action in (*able, bound[0]):
            if is_for(action, self) or action.refuses(self.state):
                return self.perform(action.name)
        return None

    def wait_for(self, outcome: Outcome) -> None:
        if outcome is not None:
            self.carry_out(outcome)

    def carry_out(self, act: Awaitable[object], done: str = "") -> None:
        self.display.spawn(self._carry_out(act, done))

    async def _carry_out(self, act: Awaitable[object], done: str) -> None:
        phase = self.follower.known_phase
        try:
            await act
            if done and phase == self.follower.known_phase:  # else the game has gone on: it would be too late
                self.prompt.tell(done)
        except ClientError as error:
            is_late = isinstance(error, Refusal) and error.code == "phase-closed"
            if (
                is_late and phase != self.follower.known_phase
            ):  # the bell rang first, and the player sees that
                self.session.dismiss()
            else:
                self.prompt.tell_refusal(sentence(str(error)))
        self.display.refresh()

    def way_to(self, action: str) -> str:
        """The key of the action, or else its verb. Players type a colon before a verb."""
        if key := ACTIONS[action].key:
            return self.words.word("key-names", key)
        return (":" if self.state.seat else "") + verb_of(action, self.look.language)

    def show(self, title: str, lines: Sequence[str]) -> None:
        self.pages.show_text(title, lines)

    def open(self, page: str, wanted: str = "") -> None:
        if page == HELP:
            self.pages.open_help()
        elif page == BOARD:
            self._open_board()
        elif page == CELL:
            self.walk.inspect(wanted.upper())
        elif page == LOG:
            self.pages.open_log(wanted)
        elif page == CHAT:
            self.pages.open_chat()
        else:  # the full screen shows the rounds and their stories on one page
            self.reader.open_typed(wanted)

    def _open_board(self) -> None:
        """Walk the board. A referee sees the board in place of the log."""
        if self.state.role == REFEREE:
            self.pages.toggle_board()
        elif self.mode == STORY:
            self.prompt.say("hint.story")
        else:
            self.walk.start()

    def ask(self, question: Question) -> None:
        text = f"{question.text} {self.text('ask.how')}"
        self.prompt.ask(Question(text, question.act, outlives_phase=question.outlives_phase))

    def suppose(self, wanted: str = "") -> None:
        if self.state.is_supposed:
            self.display.stop_supposing()
        else:
            self.display.suppose(self, wanted)

    def be_ready(self) -> None:
        """Say that all players at this terminal are ready."""
        if self.state.is_supposed:
            return self.carry_out(self.session.ready())
        for session in (self.session, *self._companions):
            if session.state.stage == BETWEEN:
                self.carry_out(session.ready(), self.text("done.ready"))
            elif session.state.stage == GATHERING:  # the line of messages says who is awaited
                self.carry_out(session.ready())
        return None

    def play_again(self) -> None:
        """Say that all players at this terminal want to play again."""
        for session in (self.session, *self._companions):
            self.carry_out(session.rematch())

    def start_anew(self) -> None:
        """The session has gone to another table: leave everything that belongs to the table before."""
        self.prompt.forget_offers()
        self.prompt.end_search()
        self.stop_asking()
        self.walk.let_go()
        self.reader.forget()
        self.pages.hide()
        self.display.set_text("")
        self._rung_phase = 0
        self.follower = Follower(self)

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        self.pages.show_seat_key(who, key)

    def go_to_table(self, wanted: str) -> None:
        self.display.go_to_table(wanted)

    def leave(self) -> None:
        """Ask first, then leave. A person who presses the key twice leaves at once."""
        if self.state.is_supposed:
            return self.display.stop_supposing()
        if self.prompt.question is not None or self.session.ended:
            return self.display.leave(0)
        text = self.text("ask.quit" if self.state.seat and self.state.stage != OVER else "ask.quit-plain")
        if self.session.leave_question and self.state.stage != OVER:
            text = self.session.leave_question
        return self.prompt.ask(Question(text, lambda: self.display.leave(0), outlives_phase=True))

    def back(self) -> None:
        """Do what Esc does: leave what is open, one step at a time."""
        self.prompt.clear_message()
        if self.prompt.question:
            self.prompt.forget_question()
        elif self.prompt.is_searching:
            self.prompt.end_search()
            self.display.set_text("")
        elif self.pages.overlay == CHAT:
            self.editor.append()
            self.pages.close()
        elif self.pages.overlay in OVERLAYS:
            self.pages.close()
        elif self.mode == STORY:
            self.reader.skip()
        elif self.mode == WALK and self.walk.menu.is_open:
            self.walk.menu.close()
        elif self.mode == WALK and self.walk.is_picked:
            self.walk.let_go()
            self.walk.look_around()
        elif self.mode == WALK:
            self.walk.stop()
        elif self.state.is_supposed and not self.display.text:
            self.display.stop_supposing()
        else:
            self.editor.go_to_end()

    def click(self, place: str) -> None:
        """Do what a click on a place of the board does."""
        if not (self.prompt.question or self.mode == STORY or self.state.role == REFEREE):
            self.prompt.clear_message()
            self.walk.click(place)

    def stop_asking(self) -> None:
        """Drop the question and the message, and go back to typing."""
        self.prompt.forget_question()
        self.prompt.tell("")
        self.mode = TYPE

    def key_was_pressed(self) -> None:
        """Somebody is here: take the greeting away, and start an hourglass that waits for the first key."""
        self.pages.end_greeting()
        if self.session.clock_waits and not self._starts_clock:
            self._starts_clock = True
            self.display.spawn(self._start_clock())

    async def _start_clock(self) -> None:
        try:
            await self.session.continue_clock()
        except ClientError:  # the next key tries it again
            self.session.dismiss()
        finally:
            self._starts_clock = False

    def share_terminal_with(self, companions: tuple[Session, ...]) -> None:
        self._companions = companions

    def is_first_bell(self, phase: int) -> bool:
        """Whether the bell that says to hurry rings for the first time in this phase."""
        is_first, self._rung_phase = phase != self._rung_phase, phase
        return is_first

    def switch_to(self, mode: str) -> None:
        """Close the open page, and begin to type, to walk the board, or to read a story."""
        self.mode = mode
        self.pages.hide()

    def stop_reading(self) -> None:
        """Go back to typing if a story is open. An open page stays open."""
        if self.mode == STORY:
            self.mode = TYPE
