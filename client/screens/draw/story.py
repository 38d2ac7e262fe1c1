"""The story of a round: first the sheets as they are read, then what follows, step by step."""

from msgspec import Struct
from msgspec.structs import replace

from client.games.api import Board, Frame, Line, Verdict
from client.screens.draw.chips import sheet_chip
from client.screens.draw.lines import block
from client.state.client_state import ClientState, RoundTold
from client.state.log import rulings_before
from client.words import words_of
from protocol.ids import SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue


class Story(Struct, frozen=True):
    """A story and the page that is open. Its pages are first the sheets, then the frames."""

    told: RoundTold
    board: Board
    sheets: tuple[tuple[SheetKey, tuple[Verdict, ...]], ...]
    frames: tuple[Frame, ...]
    number: int = 0
    """The number of the round in the list of rounds, counted from 0."""
    page: int = 0
    is_live: bool = False
    """The round has just been read: at the end of the story the player is ready for the next one."""

    @property
    def pages(self) -> int:
        return len(self.sheets) + len(self.frames)

    @property
    def frame(self) -> Frame | None:
        step = self.page - len(self.sheets)
        return self.frames[min(step, len(self.frames) - 1)] if step >= 0 and self.frames else None

    @property
    def step(self) -> int:
        """The number of the step, counted from 1; 0 while the sheets are shown."""
        return max(0, self.page - len(self.sheets) + 1)

    @property
    def is_last(self) -> bool:
        return self.page >= self.pages - 1

    def at_page(self, page: int) -> "Story":
        """The same story at that page, or at its first or last page."""
        return replace(self, page=max(0, min(self.pages - 1, page)))

    def next_part(self) -> "Story":
        """The same story at its next part: the first step, the next part of the steps, or the last page."""
        if self.page < len(self.sheets):
            return self.at_page(len(self.sheets))
        part = self.frames[self.step - 1].part
        later = [number for number in range(self.step, len(self.frames)) if self.frames[number].part > part]
        return self.at_page(len(self.sheets) + later[0] if later else self.pages - 1)


def tell(board: Board, told: RoundTold, number: int = 0, *, is_live: bool = False) -> Story:
    verdicts = board.verdicts(told.sheets, told.story)
    first = board.reading(told.before) if told.before is not None else ()
    order = [sheet for sheet in first if sheet in verdicts]
    order += [sheet for sheet in verdicts if sheet not in order]
    frames = board.frames(told.before, told.story) if told.before is not None else ()
    sheets = tuple((sheet, verdicts[sheet]) for sheet in order)
    return Story(told, board, sheets, frames, number=number, is_live=is_live)


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


def sheet_page(
    story: Story, state: ClientState, words: Catalogue, game: Catalogue, width: int, ascii_only: bool
) -> list[Line]:
    """The sheets up to the open page, the latest one last."""
    style = "class:good" if story.told.seals_hold else "class:advice"
    heading = words.say(Note("story.sheets", {"phase": story.told.phase}))
    lines = block(heading, width, "class:title")
    lines += block(seals(story.told, words), width, style)
    for entry in rulings_before(state.log, story.number):
        said = words_of(entry.subject, words.language).say(entry.note) if entry.note else entry.text
        lines += block(words.say(Note("story.before", {"text": said})), width, "class:title")
    for sheet, verdicts in story.sheets[: story.page + 1]:
        lines += [(), _heading(story, sheet, state, game)]
        lines += _verdict_lines(verdicts, words, game, width, ascii_only)
    return lines


def _heading(story: Story, sheet: SheetKey, state: ClientState, game: Catalogue) -> Line:
    """The owner of the sheet, and the player whose seat owed it."""
    seat = next((seat for seat, sheets in story.told.owing.items() if sheet in sheets), "")
    line = state.line(seat)
    name = f", {line.name}" if line and line.name else ""
    owner = story.board.sheet_name(sheet, game)
    return (sheet_chip(story.board, sheet), ("class:title", f" {owner}{name}"))


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
    """The steps so far; the last one, which the board shows, is marked."""
    lines: list[Line] = []
    for number, frame in enumerate(story.frames[: story.step], 1):
        style = "class:chosen" if number == story.step else ""
        lines += block(game.say(frame.note), width, style)
    return lines[-height:]
