"""The pages of a story: first the sheets as they are read, then what follows, step by step."""

from client.games import GAMES, say_for_game
from client.games.api import Frame, Line, Verdict
from client.play.story import Story
from client.screens.draw.chips import sheet_chip
from client.screens.draw.lines import block, latest, plain, with_dots
from client.state.client_state import ClientState, RoundTold
from client.state.log import rulings_before
from client.words import words_of
from protocol.ids import SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue

MINE = "* "
"""What concerns the reader's own sides begins with this sign."""


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
