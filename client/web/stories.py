"""The story of a round for the page: the sheets as they were read, then a picture for each step."""

from collections import OrderedDict
from hashlib import blake2b

import msgspec
from msgspec import Struct

from client.games import GAMES, board_of
from client.games.api import Verdict
from client.games.shapes import Diagram, PlaceMark, Shape
from client.games.slides import Slide, slides_between
from client.play.story import Story
from client.play.story import tell as tell_story
from client.state.client_state import ClientState, RoundTold
from client.state.log import rulings_before
from client.web.parts import NOBODY, LinePart, tell
from client.web.pictures import Change, Easel, change_between
from client.words import sentence, words_of
from protocol.ids import SheetKey
from protocol.notes import Note
from protocol.texts import Catalogue

MOST_KEPT = 64
LARGEST_KEPT = 512 * 1024
"""So many bytes a story may have that is kept. Only a record that somebody has edited has larger ones."""


class ReadSheet(Struct, frozen=True, omit_defaults=True):
    """A sheet that was read: whose it is, and what became of each line."""

    key: SheetKey
    name: str
    slot: int = NOBODY
    who: str = ""
    lines: tuple[LinePart, ...] = ()
    """The advice of a line says why it was lost."""


class StepPart(Struct, frozen=True, omit_defaults=True):
    text: str
    mine: bool = False
    change: Change = Change()
    marks: tuple[PlaceMark, ...] = ()
    slides: tuple[Slide, ...] = ()


class StoryPart(Struct, frozen=True, omit_defaults=True):
    number: int
    phase: int
    title: str
    seals: str
    broken: bool = False
    summary: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """What the referee ruled before this round."""
    sheets: tuple[ReadSheet, ...] = ()
    start: Change = Change()
    """From what the page shows now to the position before the round."""
    steps: tuple[StepPart, ...] = ()
    live: bool = False
    """The round has just been read."""


_KEPT: OrderedDict[bytes, msgspec.Raw] = OrderedDict()
"""The stories that were told last. All who watch a table are told the same, so it is made only once."""


def packed_story(
    state: ClientState, number: int, shown: Diagram, language: str, *, live: bool = False
) -> msgspec.Raw | None:
    """The story of that round as JSON, for a page that shows this diagram now. None if nobody can tell it."""
    if not 0 <= number < len(state.rounds):
        return None
    told, names = state.rounds[number], [(line.seat, line.name) for line in state.seats]
    asked = (
        state.game,
        language,
        state.seat,
        number,
        live,
        names,
        told,
        shown,
        _ruled(state, number, language),
    )
    name = blake2b(msgspec.msgpack.encode(asked, enc_hook=str)).digest()
    if name not in _KEPT:
        part = story_part(state, number, shown, language, live=live)
        if part is None:
            return None
        packed = msgspec.Raw(msgspec.json.encode(part))
        if len(bytes(packed)) > LARGEST_KEPT:
            return packed
        _KEPT[name] = packed
        if len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(name)
    return _KEPT[name]


def story_part(
    state: ClientState, number: int, shown: Diagram, language: str, *, live: bool = False
) -> StoryPart | None:
    """The same, not packed yet."""
    board, game = board_of(state.game), GAMES.get(state.game)
    if board is None or game is None or not 0 <= number < len(state.rounds):
        return None
    told = state.rounds[number]
    try:
        story = tell_story(board, told, number, seat=state.seat)
    except (ValueError, KeyError, IndexError):  # somebody has edited a file that is replayed
        return None
    easel, words = Easel(state.game, language), game.words(language)
    first = easel.diagram(told.before, {}, frozenset())
    return StoryPart(
        number=number,
        phase=told.phase,
        title=tell(language, "story.title", phase=told.phase),
        seals=_seals(told, language),
        broken=told.seals_hold is False and not told.ruled,
        summary=tuple(game.speech.summary(told, state.seat, words)),
        before=tuple(_ruled(state, number, language)),
        sheets=tuple(_read_sheet(state, story, key, found, words) for key, found in story.sheets),
        start=change_between(shown, first),
        steps=_steps(story, easel, first, words),
        live=live,
    )


def largest_round(state: ClientState) -> int:
    """How many bytes the largest of the rounds has, with its sheets, its story and its positions."""
    views = [(state.view,), *((told.before, told.after, told.story, told.sheets) for told in state.rounds)]
    return max(len(msgspec.msgpack.encode(found, enc_hook=str)) for found in views)


def _ruled(state: ClientState, number: int, language: str) -> list[str]:
    found = rulings_before(state.log, number)
    return [
        sentence(words_of(entry.subject, language).say(entry.note) if entry.note else entry.text)
        for entry in found
    ]


def _steps(story: Story, easel: Easel, first: Diagram, words: Catalogue) -> tuple[StepPart, ...]:
    found: list[StepPart] = []
    shape, before = easel.shape(story.told.before), first
    for frames in story.steps:
        places = frozenset(place for frame in frames for place in frame.places)
        after = easel.diagram(frames[-1].view, {}, places)
        said = " ".join(sentence(words.say(frame.note)) for frame in frames)
        is_mine = any(story.concerns_reader(frame) for frame in frames)
        slides = _slides(shape, before, after) if shape else ()
        found.append(StepPart(said, is_mine, change_between(before, after), after.marks, slides))
        before = after
    return tuple(found)


def _slides(shape: Shape, before: Diagram, after: Diagram) -> tuple[Slide, ...]:
    """Only pieces that go from one place to another are seen to move."""
    if before.tokens == after.tokens:
        return ()
    return tuple(slide for slide in slides_between(shape, before, after) if slide.start and slide.end)


def _read_sheet(
    state: ClientState, story: Story, key: SheetKey, verdicts: tuple[Verdict, ...], words: Catalogue
) -> ReadSheet:
    seat = next((seat for seat, sheets in story.told.owing.items() if key in sheets), "")
    line = state.line(seat)
    slots = [side.slot for side in story.board.sides if side.key == key]
    lines = tuple(
        LinePart(
            words.letters.line(verdict.text),
            "" if verdict.kept else words.say(verdict.reason or Note("fault.lost")),
            verdict.kept,
        )
        for verdict in verdicts
    )
    who = state.name_of(line) if line and line.name else ""
    return ReadSheet(key, story.board.sheet_name(key, words), slots[0] if slots else NOBODY, who, lines)


def _seals(told: RoundTold, language: str) -> str:
    if told.ruled:
        return tell(language, "story.ruled")
    if told.supposed:
        return tell(language, "story.supposed")
    if told.seals_hold is None:
        return tell(language, "story.seals-unknown")
    if told.seals_hold:
        return tell(language, "story.seals-hold") if told.sheets else ""
    return tell(language, "story.seals-broken", sheets=", ".join(told.broken))
