"""The full screen: prompt_toolkit around the hand, the scene and the composed lines. Thin."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
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
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import Output

from client.games.api import Line
from client.leaving import go_soon
from client.link.address import Address
from client.link.limits import whole
from client.link.session import Session
from client.look import Look
from client.screens.control import keys
from client.screens.control.commands import listed
from client.screens.control.hand import Hand
from client.screens.draw.compose import Painting, Setting, compose, is_tiny
from client.screens.draw.foot import keys_line, message_lines, prompt_text
from client.screens.draw.lines import fit
from client.screens.draw.status import SOON, urgency
from client.screens.draw.style import depth_for, style_for
from client.screens.scene import Scene
from client.state.client_state import FILE, ClientState
from protocol.vocabulary import GATHERING, WATCHER, WRITING

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

TICK = 0.25


class Screen:
    """One full-screen application over one table, or several of a referee's."""

    def __init__(
        self,
        sessions: Sequence[Session],
        look: Look,
        *,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self.look = look
        self.at = 0
        self.buffer = Buffer(multiline=False, on_text_changed=self._typed)
        self._is_setting = False
        self.hands = [self._hand(session) for session in sessions]
        self.painting = Painting(())
        self.app: Application[int] = Application(
            layout=self._layout(),
            key_bindings=keys.bindings(lambda: self.hand),
            style=style_for(look),
            color_depth=depth_for(look),
            full_screen=True,
            mouse_support=look.mouse,
            min_redraw_interval=0.01,
            input=input,
            output=output,
            before_render=lambda app: self._focus(),
        )
        self.app.ttimeoutlen, self.app.timeoutlen = 0.05, 0.02  # Esc is a key of its own, and then a letter
        self._shown = ""

    def _hand(self, session: Session) -> Hand:
        hand = Hand(session, Scene(self.look), self._spawn, self._leave)
        hand.get_text = lambda: self.buffer.text
        hand.set_text = self._set_text
        hand.refresh = lambda: self.app.invalidate()
        hand.settle = self._focus
        hand.other_table = self._switch
        hand.is_shown = lambda: self.hand is hand
        return hand

    @property
    def hand(self) -> Hand:
        return self.hands[self.at]

    @property
    def size(self) -> tuple[int, int]:
        size = self.app.output.get_size()
        return size.columns, size.rows

    def _spawn(self, act: Coroutine[Any, Any, None]) -> None:
        task = self.app.create_background_task(act)
        task.add_done_callback(self._watch_task)

    def _watch_task(self, task: "asyncio.Task[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._stop_for(error)

    def _leave(self, status: int) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=status)

    def _leave_at_once(self) -> None:
        """Told to: first the screen is given back, then everything else, if it does not take long."""
        self._leave(143)
        go_soon(143)

    def _set_text(self, text: str) -> None:
        self._is_setting = True
        self.buffer.text = text
        self.buffer.cursor_position = len(text)
        self._is_setting = False

    def _typed(self, _: Buffer) -> None:
        if not self._is_setting:
            self.hand.touch()
            self.hand.text_changed()

    def _switch(self, wanted: str) -> None:
        """To the table of that number, or the next."""
        self._set_text("")
        number = whole(wanted) if wanted else (self.at + 1) % len(self.hands) + 1
        if number is None or not 1 <= number <= len(self.hands):
            self.hand.say("hint.which-table", most=len(self.hands))
            return
        self.at = number - 1
        self.hand.follow()

    def _layout(self) -> Layout:
        self._body = _Body(self._draw, self._cursor, self._click)
        self._body_window = Window(
            self._body,
            height=Dimension(min=1),
            always_hide_cursor=Condition(lambda: self.painting.cursor is None),
        )
        self._line_window = Window(BufferControl(self.buffer), height=1, dont_extend_height=True)
        prompt = Window(
            FormattedTextControl(lambda: [("class:prompt", prompt_text(self.hand))]),
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

    def _focus(self) -> None:
        """The terminal's own cursor goes where the attention is."""
        wanted = self._line_window if self.hand.takes_text else self._body_window
        if self.app.layout.current_window is not wanted:
            self.app.layout.focus(wanted)

    def _draw(self) -> StyleAndTextTuples:
        columns, rows = self.size
        hand = self.hand
        before = f"{self.at + 1}/{len(self.hands)} " if len(self.hands) > 1 else ""
        commands = listed(hand.state, hand.scene) if hand.scene.overlay == "help" else ()
        said = len(self._message_lines())
        setting = Setting(columns, rows, hand.session.now, hand.levels, commands, before, said)
        self.painting = compose(hand.state, hand.scene, setting)
        hand.scene.window = self.painting.window or hand.scene.window
        return joined(self.painting.lines)

    def _cursor(self) -> Point | None:
        at = self.painting.cursor
        return Point(*at) if at else Point(0, 0)

    def _message_lines(self) -> list[Line]:
        return message_lines(self.hand, self.hand.session.now, self.size[0])

    def _message_height(self) -> Dimension:
        return Dimension.exact(len(self._message_lines()))

    def _message(self) -> StyleAndTextTuples:
        return joined([fit(line, self.size[0]) for line in self._message_lines()])

    def _keys(self) -> StyleAndTextTuples:
        return keys_line(self.hand, self.size[0])

    def _click(self, event: MouseEvent) -> "NotImplementedOrNone":
        hand = self.hand
        hand_scroll = {MouseEventType.SCROLL_UP: -3, MouseEventType.SCROLL_DOWN: 3}
        if event.event_type in hand_scroll:
            hand.scroll(hand_scroll[event.event_type])
        elif event.event_type == MouseEventType.MOUSE_UP and self.painting.picture:
            x, y = self.painting.origin
            spot = self.painting.picture.at(event.position.x - x, event.position.y - y)
            if spot:
                hand.click(spot.place)
        self.app.invalidate()
        return None

    def _heard(self) -> None:
        for hand in self.hands:
            hand.follow()
        self.app.invalidate()

    async def _tick(self) -> None:
        """Redraw when a shown second has changed; ring once in the last half minute."""
        while True:
            await asyncio.sleep(TICK)
            hand = self.hand
            now = hand.session.now
            left, lost = hand.state.clock.left_at(now), hand.state.lost_at
            pause = hand.state.clock.pause_left_at(now)
            shown = f"{left and int(left + 0.5)} {lost and int(now - lost)} {pause and int(pause + 0.5)}"
            if shown != self._shown:
                self._shown = shown
                self._ring(hand, left)
                self.app.invalidate()

    def _ring(self, hand: Hand, left: float | None) -> None:
        state, scene = hand.state, hand.scene
        phase = state.phase.phase if state.phase else 0
        is_due = urgency(left) in ("soon", "now") and state.stage == WRITING and state.may_write
        if is_due and scene.has_rung != phase and left is not None and left <= SOON:
            scene.has_rung = phase
            if self.look.bell:
                self.app.output.bell()

    async def run(self) -> int:
        stops = [hand.session.listen(self._heard) for hand in self.hands]
        for hand in self.hands:
            hand.scene.welcome = hand.state.notice
            if hand.state.stage == GATHERING:  # the page of who is there shows it
                hand.session.dismiss()
            hand.follow()
        try:
            return await self.app.run_async(pre_run=self._begin, set_exception_handler=False)
        except EOFError:
            return 0
        finally:
            asyncio.get_running_loop().set_exception_handler(None)
            for stop in stops:
                stop()

    def _fail(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A bug ends the application, with the terminal as it was. A link that breaks is none."""
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self._stop_for(error)

    def _stop_for(self, error: BaseException) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    def _begin(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._fail)
        self._spawn(self._tick())
        with suppress(
            NotImplementedError, RuntimeError, ValueError
        ):  # not on Windows, not off the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._leave_at_once)


class _Body(FormattedTextControl):
    """The painted lines; a click on them is ours."""

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


def joined(lines: Sequence[Line]) -> StyleAndTextTuples:
    """Lines as one text."""
    fragments: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        fragments += [("", "\n")] if number else []
        fragments += line
    return fragments


async def run_player(session: Session, look: Look) -> int:
    return await Screen([session], look).run()


async def run_referee(sessions: Sequence[Session], look: Look) -> int:
    return await Screen(sessions, look).run()


class Hotseat(Screen):
    """Everyone at one terminal: one after the other writes, and the screen is covered in between."""

    def __init__(self, sessions: Sequence[Session], look: Look, **more: Any) -> None:
        super().__init__(sessions, look, **more)
        for hand in self.hands:
            hand.companions = tuple(other.session for other in self.hands if other is not hand)
        self._phase = 0
        self.app.before_render += lambda _: self._pass_on()  # a story may be put away with no news coming

    def _heard(self) -> None:
        super()._heard()
        self._pass_on()

    def _pass_on(self) -> None:
        """To the next who has something to write, if the one before has sealed."""
        if self.hand.state.stage != WRITING:
            return
        phase = self.hand.state.phase.phase if self.hand.state.phase else 0
        if any(hand.state.phase != self.hand.state.phase for hand in self.hands):
            return  # not everyone's link has told of the new phase
        is_new = phase != self._phase
        waiting = [at for at, hand in enumerate(self.hands) if hand.state.may_write]
        if waiting and (is_new or self.at not in waiting) and self.hand.scene.story is None:
            self._phase = phase
            self.at = waiting[0] if is_new else min(waiting, key=lambda at: (at < self.at, at))
            self.hand.cover()

    async def run(self) -> int:
        self._pass_on()
        return await super().run()


async def run_hotseat(sessions: Sequence[Session], look: Look) -> int:
    return await Hotseat(sessions, look).run()


async def run_replay(state: ClientState, look: Look) -> int:
    """Step through a game that is over: a session that was never connected holds it."""
    session = Session(Address("", 0), language=look.language)
    session.state = replace(state, link=FILE, role=WATCHER)
    screen = Screen([session], look)
    screen.hand.follow()
    screen.hand.open_story(0)
    return await screen.run()
