"""The full screen: a prompt_toolkit application that shows one controller for each table."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import OneStyleAndTextTuple, StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output

from client.games.api import DOWN, UP, Line
from client.leaving import force_exit_soon
from client.link.address import Address
from client.link.limits import whole_number
from client.link.session import Session
from client.look import Look
from client.play.desk import HELP
from client.play.lessons import Tutor
from client.play.supposition import AskRules
from client.play.verbs import listed
from client.screens.control import keys
from client.screens.control.controller import Controller
from client.screens.control.key_bar import hints
from client.screens.draw.compose import Painting, Setting, compose, is_tiny
from client.screens.draw.foot import keys_line, message_line, message_lines, prompt_text
from client.screens.draw.lines import fit
from client.screens.draw.style import depth_for, style_for
from client.screens.supposing import Supposing
from client.state.alarms import urgency
from client.state.client_state import FILE, ClientState
from client.words import in_ascii, minutes
from protocol.vocabulary import GATHERING, REFEREE, WATCHER

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

CLOCK_CHECK = 0.25
"""The screen looks at its clock once in so many seconds."""


class Screen:
    """The application for one table, or for several tables of a referee. Controllers use it as Display."""

    def __init__(
        self,
        sessions: Sequence[Session],
        look: Look,
        *,
        ask_rules: AskRules | None = None,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self.look = look
        self._supposing = Supposing(self, ask_rules)
        self.at = 0
        self._sessions = tuple(sessions)
        self.buffer = Buffer(multiline=False, on_text_changed=self._typed)
        self._is_setting = False
        self.painting = Painting(())
        self.controllers = [Controller(session, look, self) for session in sessions]
        self.app: Application[int] = Application(
            layout=self._layout(),
            key_bindings=keys.bindings(lambda: self.controller),
            style=style_for(look),
            color_depth=depth_for(look),
            full_screen=True,
            mouse_support=look.mouse,
            min_redraw_interval=0.01,
            input=input,
            output=output,
            before_render=lambda app: self.settle_focus(),
        )
        self.app.ttimeoutlen, self.app.timeoutlen = 0.05, 0.02  # Esc and then a letter are two keys, not one
        self.app.key_processor.before_key_press += lambda _: self.controller.key_was_pressed()
        self._shown = ""

    @property
    def controller(self) -> Controller:
        """The controller of the table that is shown, or of what is supposed about it."""
        return self._supposing.controller or self.controllers[self.at]

    @property
    def text(self) -> str:
        return self.buffer.text

    @property
    def table_count(self) -> int:
        return len(self._sessions)

    def suppose(self, controller: Controller, wanted: str) -> None:
        self._supposing.begin(controller, wanted)

    def stop_supposing(self) -> None:
        self._supposing.end()
        self.controller.editor.go_to_end()

    def refresh(self) -> None:
        self.app.invalidate()

    def shows(self, controller: object) -> bool:
        return self.controller is controller

    @property
    def size(self) -> tuple[int, int]:
        size = self.app.output.get_size()
        return size.columns, size.rows

    def spawn(self, act: Coroutine[Any, Any, None]) -> None:
        task = self.app.create_background_task(act)
        task.add_done_callback(self._watch_task)

    def _watch_task(self, task: "asyncio.Task[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._stop_for(error)

    def leave(self, status: int) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=status)

    def _leave_at_once(self) -> None:
        """The program was told to end: restore the terminal, then end within a few seconds."""
        self.leave(143)
        force_exit_soon(143)

    def set_text(self, text: str) -> None:
        self._is_setting = True
        self.buffer.text = text
        self.buffer.cursor_position = len(text)
        self._is_setting = False

    def _typed(self, _: Buffer) -> None:
        if not self._is_setting:
            self.controller.prompt.clear_message()
            self.controller.prompt.text_changed()

    def go_to_table(self, wanted: str) -> None:
        """Show the table of that number, counted from 1, or the next one."""
        self.set_text("")
        number = whole_number(wanted) if wanted else (self.at + 1) % self.table_count + 1
        if number is None or not 1 <= number <= self.table_count:
            self.controller.prompt.say("hint.which-table", most=self.table_count)
            return
        self.at = number - 1
        self.controller.follower.follow()

    def _layout(self) -> Layout:
        self._body = _Body(self._draw, self._cursor, self._click)
        self._body_window = Window(
            self._body,
            height=Dimension(min=1),
            always_hide_cursor=Condition(lambda: self.painting.cursor is None),
        )
        processors: list[Processor] = [_InAscii()] if self.look.ascii else []
        typed = BufferControl(self.buffer, input_processors=processors)
        self._line_window = Window(typed, height=1, dont_extend_height=True)
        prompt = Window(
            FormattedTextControl(lambda: [("class:prompt", self._prompt_text())]),
            dont_extend_width=True,
            height=1,
        )
        roomy = Condition(lambda: not is_tiny(*self.size))
        message = Window(FormattedTextControl(self._message), height=self._message_height)
        bar = Window(FormattedTextControl(self._keys), height=1)
        rows = [
            self._body_window,
            ConditionalContainer(message, roomy),
            VSplit([prompt, self._line_window], height=1),
            ConditionalContainer(bar, roomy),
        ]
        return Layout(HSplit(rows), focused_element=self._line_window)

    def settle_focus(self) -> None:
        """Put the terminal's cursor into the input line, or onto the board if nothing can be typed."""
        wanted = self._line_window if self.controller.scene.takes_text else self._body_window
        if self.app.layout.current_window is not wanted:
            self.app.layout.focus(wanted)

    @property
    def _setting(self) -> Setting:
        """What drawing needs to know, without the height of the message, which is not known yet."""
        controller = self.controller
        columns, rows = self.size
        sign = ":" if controller.state.role != REFEREE else ""
        return Setting(
            columns,
            rows,
            controller.session.now,
            levels=controller.session.levels,
            commands=listed(controller, sign) if controller.pages.overlay == HELP else (),
            before=f"{self.at + 1}/{self.table_count} " if self.table_count > 1 else "",
            ended=controller.session.ended,
        )

    def _draw(self) -> StyleAndTextTuples:
        controller, lines = self.controller, self._message_lines()
        said = () if lines else message_line(controller.state, controller.scene, self._setting)
        setting = replace(self._setting, message=len(lines), said=said)
        self.painting = compose(controller.state, controller.scene, setting)
        self.controller.pages.was_drawn(self.painting)
        painting = self.painting
        self.controller.walk.was_drawn(painting.window, painting.picture, is_part=painting.is_part)
        return self._fitting(joined(self.painting.lines))

    def _prompt_text(self) -> str:
        text = prompt_text(self.controller.state, self.controller.scene)
        return in_ascii(text) if self.look.ascii else text

    def _cursor(self) -> Point | None:
        at = self.painting.cursor
        return Point(*at) if at else Point(0, 0)

    def _message_lines(self) -> list[Line]:
        return message_lines(self.controller.state, self.controller.scene, self._setting)

    def _message_height(self) -> Dimension:
        return Dimension.exact(len(self._message_lines()))

    def _message(self) -> StyleAndTextTuples:
        return self._fitting(joined([fit(line, self.size[0]) for line in self._message_lines()]))

    def _keys(self) -> StyleAndTextTuples:
        scene = self.controller.scene
        return self._fitting(keys_line(hints(self.controller, scene), scene, self.size[0]))

    def _fitting(self, shown: StyleAndTextTuples) -> StyleAndTextTuples:
        """The fragments in the characters that the terminal has."""
        return in_ascii_fragments(shown) if self.look.ascii else shown

    def _click(self, event: MouseEvent) -> "NotImplementedOrNone":
        scrolled = {MouseEventType.SCROLL_UP: -3, MouseEventType.SCROLL_DOWN: 3}
        if event.event_type in scrolled:
            self._scroll(scrolled[event.event_type])
        elif event.event_type == MouseEventType.MOUSE_UP and self._is_in_menu(event):
            pass
        elif event.event_type == MouseEventType.MOUSE_UP and self.painting.picture:
            x, y = self.painting.origin
            spot = self.painting.picture.at(event.position.x - x, event.position.y - y)
            if spot:
                self.controller.click(spot.place)
        self.app.invalidate()
        return None

    def _is_in_menu(self, event: MouseEvent) -> bool:
        """Whether the open menu was clicked. Then the order at that row is chosen."""
        menu = self.painting.menu
        number = menu.order_at(event.position.x, event.position.y) if menu else None
        if number is not None:
            self.controller.walk.choose_in_menu(number)
        return number is not None

    def _scroll(self, by: int) -> None:
        """The wheel scrolls the open page, or else the board if only a part of it is seen."""
        if self.painting.scroll is None and self.painting.is_part:
            self.controller.walk.scroll(DOWN if by > 0 else UP)
        else:
            self.controller.pages.scroll_by(by)

    def _heard(self) -> None:
        for controller in self.controllers:
            controller.follower.follow()
        self.app.invalidate()

    async def _redraw_when_the_clock_changes(self) -> None:
        """Draw again when a shown second has changed, or when a story that plays by itself goes on.

        Ring the bell once before the end, and look at what is typed but not entered.
        """
        while True:
            await asyncio.sleep(CLOCK_CHECK)
            state, now = self.controller.state, self.controller.session.now
            self.controller.last_moment.look(now)
            if self.controller.reader.turn_in_time(now):
                self.app.invalidate()
            left, lost, pause = state.clock.left_at(now), state.lost_at, state.clock.pause_left_at(now)
            shown = f"{left and minutes(left)} {lost and int(now - lost)} {pause and minutes(pause)}"
            if shown != self._shown:
                self._shown = shown
                self._ring(left)
                self.app.invalidate()

    def _ring(self, left: float | None) -> None:
        state = self.controller.state
        phase = state.phase.phase if state.phase else 0
        is_due = urgency(left, state.clock.length) in ("soon", "now") and state.may_write
        if is_due and self.controller.is_first_bell(phase) and self.look.bell:
            self.app.output.bell()

    async def run(self) -> int:
        stops = [session.listen(self._heard) for session in self._sessions]
        for controller in self.controllers:
            controller.pages.welcome_with(controller.state.notice)
            if controller.state.stage == GATHERING:  # the waiting page shows it
                controller.session.dismiss()
            controller.follower.follow()
        try:
            return await self.app.run_async(pre_run=self._begin, set_exception_handler=False)
        except EOFError:
            return 0
        finally:
            asyncio.get_running_loop().set_exception_handler(None)
            for stop in stops:
                stop()

    def _fail(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A bug ends the application and restores the terminal. A broken link is not a bug."""
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._stop_for(error)

    def _stop_for(self, error: BaseException) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    def _begin(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._fail)
        self.spawn(self._redraw_when_the_clock_changes())
        # Signals do not work on Windows, nor outside the main thread.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._leave_at_once)


class _Body(FormattedTextControl):
    """Shows the drawn lines, and hands every click on them to us."""

    def __init__(
        self,
        draw: Callable[[], StyleAndTextTuples],
        cursor: Callable[[], Point | None],
        click: Callable[[MouseEvent], "NotImplementedOrNone"],
    ) -> None:
        super().__init__(draw, focusable=True, show_cursor=True, get_cursor_position=cursor)
        self._click = click

    def mouse_handler(self, mouse_event: MouseEvent) -> "NotImplementedOrNone":
        return self._click(mouse_event)


class _InAscii(Processor):
    """Shows what is typed in ASCII characters. The text itself stays as it was typed."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        return Transformation(in_ascii_fragments(transformation_input.fragments))


def in_ascii_fragments(shown: StyleAndTextTuples) -> StyleAndTextTuples:
    """The same fragments, with the same styles and clicks, in ASCII characters."""
    return [cast(OneStyleAndTextTuple, (style, in_ascii(text), *rest)) for style, text, *rest in shown]


def joined(lines: Sequence[Line]) -> StyleAndTextTuples:
    """The lines as one styled text with line breaks."""
    fragments: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        fragments += [("", "\n")] if number else []
        fragments += line
    return fragments


async def run_player(
    session: Session, look: Look, *, tutor: Tutor | None = None, greeted: Callable[[], None] | None = None
) -> int:
    """Show the table to one person. `tutor` leads through a lesson.

    `greeted` is given for a person who is new to this game, and called when the greeting has been read.
    """
    screen = Screen([session], look)
    if tutor:
        screen.controller.teach(tutor)
    if greeted:
        screen.controller.pages.greet(greeted)
    return await screen.run()


async def run_referee(sessions: Sequence[Session], look: Look) -> int:
    return await Screen(sessions, look).run()


async def run_replay(state: ClientState, look: Look, ask_rules: AskRules) -> int:
    """Show a recorded game. A session that is never connected holds its state."""
    session = Session(Address("", 0), language=look.language)
    session.state = replace(state, link=FILE, role=WATCHER)
    screen = Screen([session], look, ask_rules=ask_rules)
    screen.controller.follower.follow()
    screen.controller.reader.open(0)
    return await screen.run()
