"""The story of a round: first the sheets as they are read, then what follows, step by step."""

from msgspec import Struct
from msgspec.structs import replace

from client.games import GAMES, board_of
from client.games.api import Board, Frame, Verdict
from client.state.client_state import ClientState, RoundTold
from protocol.ids import Seat, SheetKey
from protocol.vocabulary import OVER

LONG = 12
"""A story with more pages than this shows quiet steps together."""


class Story(Struct, frozen=True):
    """A story and the page that is open. Its pages are first the sheets, then the steps."""

    told: RoundTold
    board: Board
    sheets: tuple[tuple[SheetKey, tuple[Verdict, ...]], ...]
    frames: tuple[Frame, ...]
    number: int = 0
    """The number of the round in the list of rounds, counted from 0."""
    page: int = 0
    is_live: bool = False
    """The round has just been read: at the end of the story the player is ready for the next one."""
    own: frozenset[SheetKey] = frozenset()
    """The sides of the reader."""
    is_grouped: bool = False
    """Quiet steps that follow each other are shown together."""
    is_whole: bool = False
    """Everything is shown on one page, which can be scrolled."""

    @property
    def front(self) -> int:
        """How many pages come before the steps; without any sheet, one page has the summary."""
        return max(1, len(self.sheets))

    @property
    def steps(self) -> tuple[tuple[Frame, ...], ...]:
        """The frames page by page."""
        return _grouped(self.frames) if self.is_grouped else tuple((frame,) for frame in self.frames)

    @property
    def has_groups(self) -> bool:
        """Whether there are quiet steps that can be shown together."""
        return len(_grouped(self.frames)) < len(self.frames)

    @property
    def pages(self) -> int:
        return self.front + len(self.steps)

    @property
    def frame(self) -> Frame | None:
        """The last frame of the open page, with the places of all its frames."""
        number, steps = self.page - self.front, self.steps
        if number < 0 or not steps:
            return None
        shown = steps[min(number, len(steps) - 1)]
        places = frozenset(place for frame in shown for place in frame.places)
        return replace(shown[-1], places=places)

    @property
    def shown(self) -> tuple[Frame, ...]:
        """The frames of the open page."""
        return self.steps[self.step - 1] if self.step else ()

    @property
    def step(self) -> int:
        """The number of the step, counted from 1; 0 while the sheets are shown."""
        return max(0, self.page - self.front + 1)

    @property
    def is_last(self) -> bool:
        return self.page >= self.pages - 1

    def concerns_reader(self, frame: Frame) -> bool:
        return bool(frame.sides & self.own)

    def at_page(self, page: int) -> "Story":
        """The same story at that page, or at its first or last page."""
        return replace(self, page=max(0, min(self.pages - 1, page)), is_whole=False)

    def next_part(self) -> "Story":
        """The same story at its next part: the first step, the next part of the steps, or the last page."""
        if self.page < self.front:
            return self.at_page(self.front)
        steps = self.steps
        part = steps[self.step - 1][0].part
        later = [number for number in range(self.step, len(steps)) if steps[number][0].part > part]
        return self.at_page(self.front + later[0] if later else self.pages - 1)

    def regrouped(self) -> "Story":
        """The same story with quiet steps one by one, or together again, at the page with the same step."""
        told = sum(len(step) for step in self.steps[: self.step])
        other = replace(self, is_grouped=not self.is_grouped)
        if not self.step:
            return other
        ends = [sum(len(step) for step in other.steps[: number + 1]) for number in range(len(other.steps))]
        return other.at_page(other.front + next(n for n, end in enumerate(ends) if end >= told))

    def whole(self) -> "Story":
        """The same story at its end, with everything on one page; or with its last page only again."""
        return replace(self.at_page(self.pages - 1), is_whole=not self.is_whole)


def _grouped(frames: tuple[Frame, ...]) -> tuple[tuple[Frame, ...], ...]:
    """Frames of the same group and part that follow each other, together; others by themselves."""
    steps: list[tuple[Frame, ...]] = []
    for frame in frames:
        last = steps[-1][-1] if steps else None
        if last and frame.group and (last.group, last.part) == (frame.group, frame.part):
            steps[-1] += (frame,)
        else:
            steps.append((frame,))
    return tuple(steps)


def tell(board: Board, told: RoundTold, number: int = 0, *, seat: Seat = "", is_live: bool = False) -> Story:
    verdicts = board.verdicts(told.sheets, told.story)
    first = board.reading(told.before) if told.before is not None else ()
    order = [sheet for sheet in first if sheet in verdicts]
    order += [sheet for sheet in verdicts if sheet not in order]
    frames = board.frames(told.before, told.story) if told.before is not None else ()
    own = board.own(told.before, seat) if told.before is not None else frozenset()
    sheets = tuple((sheet, verdicts[sheet]) for sheet in order)
    story = Story(told, board, sheets, frames, number=number, is_live=is_live, own=own)
    return replace(story, is_grouped=story.pages > LONG)


def next_to_tell(state: ClientState, first: int) -> int | None:
    """The number of the first of these rounds that is told by itself; None if all of them are quiet.

    In a game without quiet stories only the last round is new.
    """
    game, board = GAMES.get(state.game), board_of(state.game)
    if game is None or board is None or game.is_quiet is None:
        return len(state.rounds) - 1
    for number in range(first, len(state.rounds)):
        told = state.rounds[number]
        own = board.own(told.before, state.seat) if told.before is not None else frozenset()
        if told.ruled or state.stage == OVER or not game.is_quiet(told.story, own):
            return number
    return None


def has_taken_part(state: ClientState) -> bool:
    """Whether a sheet of this player has been read. Before that, stories do not open by themselves."""
    seat = state.seat
    return (
        not seat
        or state.is_supposed
        or any(set(told.owing.get(seat, ())) & set(told.sheets) for told in state.rounds)
    )
