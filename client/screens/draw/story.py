"""The story of a round: first the sheets as they are read, then what follows, step by step."""

from msgspec import Struct
from msgspec.structs import replace

from client.games import GAMES, say_for_game
from client.games.api import Board, Frame, Line, Verdict
from client.screens.draw.chips import sheet_chip
from client.screens.draw.lines import block, latest, plain, with_dots
from client.state.client_state import ClientState, RoundTold
from client.state.log import rulings_before
from client.words import words_of
from protocol.ids import Seat, SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue

LONG = 12
"""A story with more pages than this shows quiet steps together."""
MINE = "* "
"""What concerns the reader's own sides begins with this sign."""


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


def seals(told: RoundTold, words: Catalogue) -> str:
    """What the hashes prove about the sheets that were read."""
    if told.ruled:
        return words.say(Note("story.ruled"))
    if told.supposed:
        return words.say(Note("story.seals-supposed"))
    if told.seals_hold is None:
        return words.say(Note("story.seals-unknown"))
    if told.seals_hold:
        code = "story.seals-hold-one" if len(told.sheets) == 1 else "story.seals-hold"
        return words.say(Note(code, {"count": len(told.sheets)}))
    return words.say(Note("story.seals-broken", {"sheets": ", ".join(told.broken)}))


def summary_lines(story: Story, state: ClientState, game: Catalogue, width: int) -> list[Line]:
    """What the reader lost and won in the round, and where the reader stands now."""
    shown = GAMES.get(state.game)
    said = shown.speech.summary(story.told, state.seat, game) if shown else ()
    lines = [line for text in said for line in block(text, width, "class:mine")]
    return [*lines, ()] if lines else []


def sheet_page(
    story: Story, state: ClientState, words: Catalogue, game: Catalogue, width: int, ascii_only: bool
) -> list[Line]:
    """The sheets up to the open page, the latest one last."""
    lines = _about_sheets(story.told, state, words, width)
    for entry in rulings_before(state.log, story.number):
        said = words_of(entry.subject, words.language).say(entry.note) if entry.note else entry.text
        lines += block(words.say(Note("story.before", {"text": said})), width, "class:title")
    for sheet, verdicts in story.sheets[: story.page + 1]:
        lines += [(), _heading(story, sheet, state, words, game)]
        lines += _verdict_lines(verdicts, words, game, width, ascii_only)
    return lines


def _about_sheets(told: RoundTold, state: ClientState, words: Catalogue, width: int) -> list[Line]:
    """The heading of the sheets, and what their seals prove; nothing if there was no sheet to show."""
    if not told.sheets and told.seals_hold and not (told.ruled or told.supposed):
        return []
    heading = say_for_game(state.game, "", words, Note("story.sheets", {"phase": told.phase}))
    style = "class:good" if told.seals_hold else "class:advice"
    return [*block(heading, width, "class:title"), *block(seals(told, words), width, style)]


def whole_page(
    story: Story, state: ClientState, words: Catalogue, game: Catalogue, width: int, ascii_only: bool
) -> list[Line]:
    """Everything on one page: the summary, all steps, and all sheets."""
    lines = summary_lines(story, state, game, width)
    lines.append((("class:title", words.say(Note("panel.story"))),))
    lines += [line for frame in story.frames for line in _told(story, frame, game, width)]
    return [*lines, (), *sheet_page(story, state, words, game, width, ascii_only)]


def _heading(story: Story, sheet: SheetKey, state: ClientState, words: Catalogue, game: Catalogue) -> Line:
    """The owner of the sheet, and the player whose seat owed it."""
    seat = next((seat for seat, sheets in story.told.owing.items() if sheet in sheets), "")
    line = state.line(seat)
    name = f", {state.name_of(line)}" if line and line.name else ""
    owner = story.board.sheet_name(sheet, game)
    you = f" ({words.say(Note('seat.you'))})" if seat and seat == state.seat else ""
    return (sheet_chip(story.board, sheet), ("class:title", f" {owner}{name}{you}"))


def _verdict_lines(
    verdicts: tuple[Verdict, ...], words: Catalogue, game: Catalogue, width: int, ascii_only: bool
) -> list[Line]:
    if not verdicts:
        return [(("class:dim", f"   {words.say(Note('story.empty-sheet'))}"),)]
    lines: list[Line] = []
    good, bad = ("+", "x") if ascii_only else ("✓", "✗")
    for number, verdict in enumerate(verdicts, 1):
        text = game.letters.line(verdict.text)
        if verdict.kept:
            lines.append((("", f" {number} {good} {text}"),))
            continue
        lines.append((("", f" {number} {bad} "), ("class:lost", text)))
        reason = game.say(verdict.reason) if verdict.reason else ""
        lost = words.say(Note("story.lost", {"reason": reason}))
        lines += block(lost, width, "class:advice", "     ")
    return lines


def step_lines(story: Story, game: Catalogue, width: int, height: int) -> list[Line]:
    """The steps so far; those that the board shows are marked."""
    told: list[list[Line]] = []
    for number, step in enumerate(story.steps[: story.step], 1):
        style = "class:chosen" if number == story.step else ""
        told += [_told(story, frame, game, width, style) for frame in step]
    return latest(told, height)


def _told(story: Story, frame: Frame, game: Catalogue, width: int, style: str = "") -> list[Line]:
    """The sentence of a step. What concerns the reader is bold, and marked by a sign."""
    is_mine = story.concerns_reader(frame)
    text = game.say(frame.note)
    return block(MINE + text if is_mine else text, width, f"{style} class:mine".strip() if is_mine else style)


def now_lines(story: Story, game: Catalogue, width: int, height: int) -> list[Line]:
    """What the board shows now, in so many lines; steps that are shown together follow each other."""
    is_mine = any(story.concerns_reader(frame) for frame in story.shown)
    said = ". ".join(game.say(frame.note) for frame in story.shown)
    lines = block(MINE + said if is_mine else said, width, "class:mine" if is_mine else "")
    if len(lines) <= height or not height:
        return lines[:height]
    style = lines[0][0][0]
    kept = with_dots([plain(line) for line in lines[:height]], width)
    return [((style, text),) for text in kept]
