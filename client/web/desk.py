"""The desk of a browser tab: what every action does there."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cache

from msgspec import Struct

from client.link.session import Session
from client.play.action import Action, gloss_of
from client.play.desk import BOARD, CELL, HELP, PAGE, Outcome, Question
from client.play.lessons import Tutor
from client.play.performing import offered_actions
from client.play.qr_code import qr_path
from client.play.refusals import unless_decides
from client.play.requests import join_command
from client.play.table_lines import board_lines, cell_lines
from client.play.verbs import usage_of, verb_of
from client.state.client_state import FILE, ClientState
from client.web.links import seat_link, table_link
from client.web.parts import page_words, tell
from client.web.sheets import TabSheets
from protocol.messages import SeatKey
from protocol.vocabulary import GATHERING, REFEREE

FIRST = (
    "seal",
    "unseal",
    "resolve",
    "ready",
    "rematch",
    "start",
    "invite",
    "hand",
    "pause",
    "continue",
    "declare",
)
"""The actions that have a button of their own wherever they can be done."""
BEFORE_GAME = ("start", "invite", "unseat")
"""What the host decides only before the game begins. A referee decides it later, too."""
NOT_ON_PAGE = ("sheet", "delete", "move_up", "move_down", "chat", "log", "rounds", "story", "cell", "skip")
"""The page does these with its own means: with lists, buttons at lines, and places that are pointed at."""


class TextPart(Struct, frozen=True):
    """Lines of text that the person reads and closes."""

    title: str
    lines: tuple[str, ...]


class QuestionPart(Struct, frozen=True):
    number: int
    text: str


class LinkPart(Struct, frozen=True, omit_defaults=True):
    """A link with a secret, for the person to whom it is shown."""

    text: str
    link: str
    width: int
    path: str
    """The QR code of the link, as an SVG path of so many modules."""
    command: str = ""


class ActionPart(Struct, frozen=True, omit_defaults=True):
    """An action that can be done now."""

    name: str
    label: str
    gloss: str
    usage: str = ""
    """How it is typed with its arguments; empty if it has none."""
    first: bool = False


class PageSink(Struct, frozen=True):
    """How a desk shows something on the page: a part under a name, or a sentence."""

    show: Callable[[str, object], None]
    notify: Callable[[str], None]


class TabDesk:
    kind = PAGE
    table_count = 1
    tutor: Tutor | None = None

    def __init__(
        self, session: Session, sheets: TabSheets, sink: PageSink, base: str, leave: Callable[[], None]
    ) -> None:
        self.session = session
        self.sheets = sheets
        self._sink = sink
        self._base = base
        self._leave = leave
        self._question: Question | None = None
        self._asked = 0
        self._asked_in: tuple[str, int] | None = None
        self._listed_for: tuple[object, ...] = ()
        self._listed: tuple[Action, ...] = ()
        """The actions that this person has; they are listed anew when the person becomes another kind."""

    @property
    def _state(self) -> ClientState:
        return self.session.state

    @property
    def _now(self) -> tuple[str, int]:
        return self._state.stage, self._state.phase.phase if self._state.phase else 0

    def way_to(self, action: str) -> str:
        return label_of(action, self.session.language)

    def follow_lesson(self) -> None:
        """There are no lessons in a browser."""

    def show(self, title: str, lines: Sequence[str]) -> None:
        self._sink.show("text", TextPart(title, tuple(lines)))

    def open(self, page: str, wanted: str = "") -> None:
        language = self.session.language
        if page == HELP:
            names = [action.name for action in self._all()]
            listed = [f"{label_of(name, language)}: {gloss_of(name, language)}" for name in names]
            self.show(tell(language, "page.help"), [*page_words(language).tables["keys"]["lines"], *listed])
        elif page == BOARD:
            self.show(gloss_of("board", language), board_lines(self._state, language))
        elif page == CELL:
            self.show(gloss_of("cell", language), cell_lines(self._state, wanted, language))
        else:
            self._sink.show("open", page)

    def ask(self, question: Question) -> None:
        self._asked += 1
        self._question = question
        self._asked_in = None if question.outlives_phase else self._now
        self._sink.show("question", QuestionPart(self._asked, question.text))

    def answer(self, number: int, *, yes: bool) -> Outcome:
        """Do what was asked, if the question is still the open one and the answer is yes."""
        question, self._question = self._question, None
        if question is None or number != self._asked:
            return None
        if yes and self._asked_in in (None, self._now):
            return question.act()
        self._sink.notify(tell(self.session.language, "ask.not-done"))
        return None

    async def carry_out(self, act: Awaitable[object], done: str = "") -> None:
        await act
        if done:
            self._sink.notify(done)

    def suppose(self, wanted: str = "") -> None:
        """What if is not offered here: the action has no place on a page."""

    async def be_ready(self) -> None:
        await self.session.ready()

    async def play_again(self) -> None:
        await self.session.rematch()

    def show_seat_key(self, who: str, key: SeatKey) -> None:
        language = self.session.language
        text = tell(language, "seat-link.given", who=who, seat=key.seat)
        link = seat_link(self._base, self._state.table, key.token)
        self._sink.show("link", LinkPart(text, link, *qr_path(link), join_command(self.session, key)))

    def show_own_link(self) -> None:
        """The link with which this person comes back to the seat from anywhere."""
        if not self.session.token:
            return
        text = tell(self.session.language, "seat-link.own", seat=self._state.seat)
        link = seat_link(self._base, self._state.table, self.session.token)
        self._sink.show("link", LinkPart(text, link, *qr_path(link)))

    def invitation(self) -> LinkPart | None:
        """The link with which others come to this table, as long as it has a free seat. It is no secret."""
        if self._state.stage != GATHERING or not self._state.free:
            return None
        link = table_link(self._base, self._state.table)
        return LinkPart(tell(self.session.language, "seat-link.others"), link, *qr_path(link))

    def go_to_table(self, wanted: str) -> None:
        """A tab shows one table; another tab shows another."""

    def leave(self) -> None:
        self._leave()

    def _all(self) -> tuple[Action, ...]:
        return tuple(action for action in offered_actions(self) if action.name not in NOT_ON_PAGE)

    def action_parts(self) -> tuple[ActionPart, ...]:
        """The actions that can be done now, those with a button of their own first."""
        state, language = self._state, self.session.language
        kind = (
            state.role,
            state.decides,
            state.link == FILE,
            state.is_supposed,
            state.tournament,
            state.game,
        )
        if kind != self._listed_for:
            self._listed_for, self._listed = kind, self._all()
        possible = [
            action
            for action in self._listed
            if not action.refuses(state)
            and not (action.for_host and unless_decides(state))
            and (action.name not in BEFORE_GAME or state.role == REFEREE or state.stage == GATHERING)
        ]
        ranked = sorted(possible, key=lambda action: _rank(action.name))
        return tuple(action_part(action.name, language) for action in ranked)


def _rank(action: str) -> int:
    return FIRST.index(action) if action in FIRST else len(FIRST)


def label_of(action: str, language: str) -> str:
    """What stands on the button of an action."""
    return str(page_words(language).tables["button"].get(action) or verb_of(action, language))


@cache
def action_part(name: str, language: str) -> ActionPart:
    usage, verb = usage_of(name, language), verb_of(name, language)
    return ActionPart(
        name=name,
        label=label_of(name, language),
        gloss=gloss_of(name, language),
        usage=usage if usage != verb else "",
        first=name in FIRST,
    )
