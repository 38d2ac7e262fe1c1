"""Checks a record: its seals and its chain against its log, its positions and stories against the rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from protocol import chain, events
from protocol.events import TableEvent
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Note
from protocol.record import Record, Round
from protocol.seals import dice_hash, seal_hash
from protocol.vocabulary import FAULT, PUT_AWAY, REFEREE, WATCHER
from server.games import GAMES
from server.games.api import AnyGame
from server.games.dice import LoadedDice, Roller
from server.log_grammar import faults_of_order
from server.table import knowledge
from server.table.stream import WITH_VIEW, phase_event, steps_of

NO_STORY: tuple[Any, ...] = ()


def verify(record: Record, kept: Mapping[int, str] | None = None) -> list[str]:
    """All that is wrong. `kept` are heads of the chain that players were told, by the number of the event.

    A record that is not whole can only be compared with its log.
    """
    game = GAMES[record.game]
    found: list[str] = []
    if record.rules_version != game.rules_version:
        found.append(f"rules version {record.rules_version}, this program has {game.rules_version}")
    try:
        told = [msgspec.convert(event, TableEvent) for _, event in record.log]
        position = _start(game, record)
    except (ValueError, TypeError, msgspec.ValidationError) as error:
        return [*found, f"the log or the start cannot be read: {error}"]
    history, ended = _history(told), _standing_end(told)
    found += _chain(record, told, kept or {})
    found += faults_of_order(told)
    found += _opening(record, told)
    found += _referee(record, told)
    found += _chapters(record, history)
    if _plain(record.outcome) != _plain(ended):
        found.append("the outcome: it is not the one that was told")
    if not record.whole and (ended or not game.has_secrets):
        found.append("the record: parts are left out, although nothing of this game is secret any more")
    return [*found, *(_by_the_rules(record, told, position, history) if record.whole else ())]


def _by_the_rules(
    record: Record, told: Sequence[TableEvent], position: Any, history: "_History"
) -> Iterator[str]:
    """Where the record differs from what the rules give for the same sheets and dice."""
    if position is None and record.rounds:
        yield "the record has rounds but no start"
        return
    yield from _beginning(record, told, position)
    game, opened, to_read = GAMES[record.game], dict[int, Any](), position
    for number, (chapter, played) in enumerate(zip(history.chapters, record.rounds, strict=False), start=1):
        yield from _phases(game, chapter.opened, position, opened)
        if played.kind == "read":
            to_read = position
        starts = {"reread": to_read, "rolled_back": opened.get(played.phase, position)}
        position, faults = _replay(game, starts.get(played.kind, position), played)
        yield from (f"round {number}: {fault}" for fault in faults)
    yield from _phases(game, history.opened, position, opened)
    yield from _end(game, _standing_end(told), position)


def _phases(
    game: AnyGame, told: Sequence[events.PhaseOpened], position: Any, opened: dict[int, Any]
) -> Iterator[str]:
    """Where phases that were opened in this position are not those of the rules. Notes them in `opened`."""
    for event in told:
        opened[event.phase] = position
        if position is None or event != phase_event(event.phase, game.phase(position), last=event.last):
            yield f"phase {event.phase}: it is not the phase that the rules give"


def _chain(record: Record, told: Sequence[TableEvent], kept: Mapping[int, str]) -> Iterator[str]:
    """Where the log differs from the one whose heads were told."""
    heads = chain.heads((at, event) for (at, _), event in zip(record.log, told, strict=True))
    for number, event in enumerate(told, start=1):
        is_telling = isinstance(event, events.SheetsRead | events.GameEnded)
        if is_telling and event.head != heads[number - 1]:  # type: ignore[union-attr]  # both have one
            yield f"the log: the events before event {number} are not those that were told then"
    if record.head != heads[-1]:
        yield "the log: its end does not fit the head in the record"
    for number, head in kept.items():
        if number > len(heads):
            yield f"the log: it is cut short: a player received event {number - 1}, the log has {len(told)}"
        elif head != heads[number - 1]:
            yield f"the log: the events before event {number} are not those that a player received"


def _start(game: AnyGame, record: Record) -> Any:
    options = msgspec.convert(record.options, game.options_type)
    game.seating(options)
    if record.start is None:
        return None
    dice = _SpentDice(record.setup_dice)
    position = game.setup(options, dice)
    dice.check_spent()
    return position


def _opening(record: Record, told: Sequence[TableEvent]) -> Iterator[str]:
    first = told[0] if told else None
    names: dict[Seat, str] = {}
    for event in told:
        if isinstance(event, events.TableOpened):
            names = dict.fromkeys(event.seats, "")
        elif isinstance(event, events.SeatTaken):
            names[event.seat] = event.name
        elif isinstance(event, events.SeatLeft):
            names[event.seat] = ""
    if not isinstance(first, events.TableOpened):
        yield "the log: it does not begin with the opening of a table"
    elif (first.table, first.game, first.name, first.options) != (
        *(record.table, record.game),
        *(record.name, record.options),
    ):
        yield "the log: it belongs to another table"
    if names != record.seats:
        yield "the seats: they differ from those who sat down in the log"


def _beginning(record: Record, told: Sequence[TableEvent], position: Any) -> Iterator[str]:
    started = next((event for event in told if isinstance(event, events.GameStarted)), None)
    if (started is not None) != (record.start is not None):
        yield "the start: the log and the record do not agree whether there was one"
    if started and started.dice and started.dice != dice_hash(0, record.setup_dice, record.setup_salt):
        yield "the start: the dice are not those whose hash was told"
    if record.start is not None and _plain(position) != _plain(record.start):
        yield "the start: the position is not what the options and dice give"
    game = GAMES[record.game]
    view = knowledge.view(game, position, WATCHER) if position is not None else None
    if _plain(view) != _plain(record.start_view):
        yield "the start: the view is not what the rules give"


def _referee(record: Record, told: Sequence[TableEvent]) -> Iterator[str]:
    """Acts of a referee at a table that has no referee, or of a host at one that has a referee."""
    of_friends = (events.HostChosen, events.SeatRequested, events.ClosingAgreed)
    if record.tournament:
        if any(isinstance(event, of_friends) for event in told):
            yield "the log: a host acts at a table that has a referee"
        return
    acts = (events.RolledBack, events.PositionAmended, events.ReadingHeld, events.TimeGranted)
    ruled = any(played.kind not in ("read", "declared") for played in record.rounds)
    given = any(
        isinstance(event, events.SeatTaken | events.SeatLeft) and event.by == REFEREE for event in told
    )
    if ruled or given or any(isinstance(event, acts) for event in told):
        yield "the log: a referee acts at a table that has no referee"
    if any(isinstance(event, events.GameEnded) and event.reason == REFEREE for event in told):
        yield "the outcome: a referee ends a game that has no referee"


class _Chapter(Struct):
    """A reading, a word or a ruling as the log tells it. A round of the record must agree with it."""

    phase: int
    kind: str
    key: str = ""
    last: bool = False
    sheets: dict[SheetKey, Lines] = {}
    salts: dict[SheetKey, str] = {}
    hashes: dict[SheetKey, str] = {}
    sealed: dict[SheetKey, str] = {}
    """For each sheet that was sealed when the phase closed: the hash that was told with the seal."""
    lines: Lines = ()
    seat: Seat = ""
    dice: str = ""
    is_private: bool = False
    hidden: str = ""
    """The hash of lines that only the referee was told."""
    opened: tuple[events.PhaseOpened, ...] = ()
    """The phases that were opened since the chapter before."""


class _History(Struct):
    chapters: list[_Chapter] = []
    opened: tuple[events.PhaseOpened, ...] = ()
    """The phases that were opened since the last chapter."""

    def add(self, chapter: _Chapter) -> None:
        chapter.opened, self.opened = self.opened, ()
        self.chapters.append(chapter)


def _history(told: Sequence[TableEvent]) -> _History:
    history = _History()
    phase = events.PhaseOpened(0, "", {})
    hashes: dict[SheetKey, str] = {}
    sealed: dict[SheetKey, str] = {}
    for event in told:
        match event:
            case events.PhaseOpened():
                phase, hashes, sealed = event, {}, {}
                history.opened += (event,)
            case events.SheetSealed():
                sealed.update(event.hashes)
            case events.SheetUnsealed():
                for sheet in phase.owing.get(event.seat, ()):
                    sealed.pop(sheet, None)
            case events.PhaseClosed():
                hashes = event.hashes
            case events.SheetsRead():
                read = _Chapter(event.phase, "reread", phase.key, phase.last, event.sheets, event.salts)
                read.dice, read.is_private, read.hashes = event.dice, event.private, event.hashes
                if not event.ruled:
                    read.kind, read.hashes, read.sealed = "read", hashes, sealed
                history.add(read)
            case events.Declared():
                word = _Chapter(
                    phase.phase, "declared", lines=(event.text,), seat=event.seat, dice=event.dice
                )
                history.add(word)
                now = event.phase or phase
                moved = [seat for seat, sheets in phase.owing.items() if now.owing.get(seat) != sheets]
                for sheet in (sheet for seat in moved for sheet in phase.owing[seat]):
                    sealed.pop(sheet, None)
                phase = now
            case events.RolledBack():
                history.add(_Chapter(event.phase, "rolled_back"))
            case events.PositionAmended():
                history.add(_Chapter(phase.phase, "amended", lines=event.lines, hidden=event.hash))
    return history


def _chapters(record: Record, history: _History) -> Iterator[str]:
    chapters = history.chapters
    if len(chapters) != len(record.rounds):
        yield f"the log has {len(chapters)} readings and rulings, and the record has {len(record.rounds)}"
    for number, (told, played) in enumerate(zip(chapters, record.rounds, strict=False), start=1):
        if (told.kind, told.phase) != (played.kind, played.phase):
            yield f"round {number}: the log has something else here ({told.kind}, phase {told.phase})"
            continue
        for name in _told_of(told):
            if getattr(told, name) != getattr(played, name):
                yield f"round {number}: {name} not the same as in the log"
        if played.kind in ("read", "reread"):
            is_partial = told.is_private and not record.whole
            yield from (f"round {number}: {fault}" for fault in _seals(told, played, is_partial=is_partial))
        if record.whole and told.dice and told.dice != dice_hash(told.phase, played.dice, played.dice_salt):
            yield f"round {number}: the dice are not those whose hash was told"
        if record.whole and told.hidden and told.hidden != _lines_hash(played):
            yield f"round {number}: the lines are not those whose hash was told"


def _lines_hash(played: Round) -> str:
    return seal_hash(played.phase, "", played.lines, played.salts.get("", ""))


def _told_of(told: _Chapter) -> Iterator[str]:
    """The fields of a round that everybody was told: neither private sheets nor hidden lines."""
    yield from ("key", "last", "hashes", "seat")
    if not told.is_private:
        yield "sheets"
    if not told.is_private and not told.hidden:
        yield "salts"
    if not told.hidden:
        yield "lines"


def _seals(told: _Chapter, played: Round, *, is_partial: bool) -> Iterator[str]:
    keys = [played.sheets.keys(), played.salts.keys(), *([] if is_partial else [played.hashes.keys()])]
    if any(key != keys[0] for key in keys):
        yield "sheets, salts and hashes do not have the same keys"
    for sheet, lines in played.sheets.items():
        given = seal_hash(played.phase, sheet, lines, played.salts.get(sheet, ""))
        if given != played.hashes.get(sheet):
            yield f"the sheet of {sheet} is not the one that was sealed"
        if given != told.sealed.get(sheet, given):
            yield f"the hash of {sheet} is not the one that was published when it was sealed"


class _SpentDice(LoadedDice):
    """The dice of a record. All of them must have been thrown in the end."""

    def __init__(self, rolled: Sequence[int]) -> None:
        super().__init__(rolled)
        self._unspent = len(rolled)

    def roll(self, faces: int) -> int:
        self._unspent -= 1
        return super().roll(faces)

    def check_spent(self) -> None:
        if self._unspent > 0:
            raise ValueError(f"the record of dice does not fit: {self._unspent} were never rolled")


def _replay(game: AnyGame, before: Any, played: Round) -> tuple[Any, list[str]]:
    """The position that the rules give for this round, and where the record differs from it."""
    dice = _SpentDice(played.dice)
    scenario = None
    try:
        if played.kind == "rolled_back":
            after, story = before, NO_STORY
        elif played.kind == "amended":
            after, story = game.amend(before, played.lines), NO_STORY
        elif played.kind == "declared":
            after, story = _say_again(game, before, played, dice)
        else:
            scenario = game.write_scenario(before, played.sheets, last=played.last)
            resolution = game.resolve(before, played.sheets, dice, last=played.last)
            after, story = resolution.state, tuple(step.event for step in steps_of(resolution.story))
        dice.check_spent()
    except ValueError as error:
        return _recorded(game, played, before), [str(error)]
    given = {"position": (after, played.position), "story": (story, played.story)}
    given["scenario"] = (scenario, played.scenario)
    given["view"] = (knowledge.view(game, after, WATCHER), played.view)
    found = [
        f"the {name} is not what the rules give"
        for name, (ours, theirs) in given.items()
        if _plain(ours) != _plain(theirs)
    ]
    return after, found


def _say_again(game: AnyGame, before: Any, played: Round, dice: Roller) -> tuple[Any, tuple[Any, ...]]:
    said = game.declare(before, played.seat, " ".join(played.lines), dice)
    if isinstance(said, Note):
        raise ValueError("the rules refuse the word that was declared")
    return said.state, tuple(step.event for step in steps_of(said.story))


def _standing_end(told: Sequence[TableEvent]) -> events.GameEnded | None:
    """The end of the game that remains; a ruling may take back an earlier one."""
    ended: events.GameEnded | None = None
    for event in told:
        if isinstance(event, events.GameEnded):
            ended = event
        elif isinstance(event, WITH_VIEW):
            ended = None
    return ended


def _end(game: AnyGame, ended: events.GameEnded | None, position: Any) -> Iterator[str]:
    if ended and ended.figures and (position is None or ended.figures != game.figures(position)):
        yield "the outcome: its figures are not what the rules give"
    by_rules = game.outcome(position) if position is not None else None
    if ended and ended.reason == PUT_AWAY:
        if ended.winners or ended.partial or by_rules:
            yield "the outcome: a table that was closed has no result"
    elif ended and ended.reason not in (REFEREE, FAULT):
        winners = (ended.winners, ended.reason, ended.partial)
        if by_rules is None or winners != (by_rules.winners, by_rules.reason, by_rules.partial):
            yield "the outcome: it is not what the rules give"
        elif ended.drawn and ended.drawn != by_rules.drawn:
            yield "the outcome: the rules give a draw between others"
    elif by_rules and not ended:
        yield "the outcome: by the rules the game is over"


def _plain(value: Any) -> Any:
    """The value in the form of JSON, so that a value from a file equals one from the rules."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _recorded(game: AnyGame, played: Round, before: Any) -> Any:
    try:
        return msgspec.convert(played.position, game.state_type)
    except msgspec.ValidationError:
        return before
