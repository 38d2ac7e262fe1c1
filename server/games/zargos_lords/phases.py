"""The course of the game: which phase follows which, and how the game ends. L-TURN, L-END."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from protocol.ids import Lines
from protocol.notes import Note
from protocol.orders import orders_on
from protocol.views.zargos_lords.board import CONSTANTS
from protocol.views.zargos_lords.events import (
    Allied,
    Ended,
    Event,
    LineLost,
    MonthBegun,
    Placed,
    Refused,
    TurnBegun,
)
from protocol.views.zargos_lords.words import (
    ANSWER,
    FIRST_PART,
    OVER,
    PEOPLES,
    TURN,
    Hex,
    People,
    pact_of,
)
from server.games.api import Private
from server.games.dice import Roller
from server.games.flaw import Flaw
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.deployments import read_setup
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.notation import YES, parse_answer
from server.games.zargos_lords.sheet import (
    ROOM,
    Entry,
    SheetReading,
    begin_move,
    end_move,
    entries_of,
    struck,
)
from server.games.zargos_lords.state import LordsState, change, city_count, has_pieces, piece_count

Sheets = Mapping[People, Lines]


class PhaseRead(Struct):
    """A phase that was read: the position after it, what happened, and what became of every order."""

    state: LordsState
    story: list[Event | Private]
    entries: dict[People, list[Entry]]


def read_phase(state: LordsState, sheets: Sheets, dice: Roller, *, last: bool = False) -> PhaseRead:
    match state.stage:
        case "setup":
            read = _read_setup(state, sheets)
        case "answer":
            read = _read_answers(state, sheets)
        case "turn":
            read = _read_turn(state, sheets.get(state.turn, ()), dice)
        case _:
            return PhaseRead(state, [], {})
    _finish(read, last=last)
    return read


def _read_setup(state: LordsState, sheets: Sheets) -> PhaseRead:
    """L-SETUP-5: all peoples at once; others are told no more than that it is done."""
    entries: dict[People, list[Entry]] = {}
    story: list[Event | Private] = []
    for people in state.peoples:
        entries[people], state = read_setup(state, people, sheets.get(people, ()))
        story += [
            Private((people,), _lost(people, entry), sheet=people) for entry in entries[people] if entry.flaw
        ]
        story.append(Placed(people))
    return PhaseRead(
        change(state, stage=TURN, turn=state.peoples[0], month=1, part=FIRST_PART), story, entries
    )


def _lost(people: People, entry: Entry) -> LineLost:
    flaw = entry.flaw or Flaw("unreadable")
    return LineLost(people, entry.line, entry.text, entry.column, flaw.note)


def _told_lost(people: People, entry: Entry, cities: set[Hex]) -> Event | Private:
    """L-CITY-3: why an order into or out of an own city is lost may tell who is inside."""
    event = _lost(people, entry)
    order = entry.order
    if not cities.intersection((*order.way, *order.targets)):
        return event
    return Private((people,), event, structs.replace(event, reason=Note("unseen")))


def _read_answers(state: LordsState, sheets: Sheets) -> PhaseRead:
    """L-PACT-2: yes makes the pact; anything else, or silence, is no."""
    read = PhaseRead(state, [], {})
    pacts = set(state.pacts)
    for people in (each for each in PEOPLES if each in state.asked):
        entries = read.entries[people] = answers_of(sheets.get(people, ()))
        read.story += [_lost(people, entry) for entry in entries if entry.flaw]
        if entries and entries[0].order.verb == YES:
            pacts.add(pact_of(state.turn, people))
            read.story.append(Allied(state.turn, people))
        else:
            read.story.append(Refused(state.turn, people))
    ordered = tuple(sorted(pacts, key=lambda pact: [PEOPLES.index(each) for each in pact]))
    read.state = change(state, stage=TURN, asked=(), pacts=ordered)
    return read


def answers_of(lines: Sequence[str]) -> list[Entry]:
    """Only the first line counts."""
    texts = [(number, order) for number, line in enumerate(lines) for order in orders_on(line)]
    room = Flaw("unreadable--room", 0, {"most": ROOM[ANSWER]})
    return [
        Entry(line, order.column, order.text, room if number else parse_answer(order.text))
        for number, (line, order) in enumerate(texts)
    ]


def _read_turn(state: LordsState, lines: Lines, dice: Roller) -> PhaseRead:
    course, entries = begun_course(state, dice), entries_of(lines)
    own_cities = {city.at for city in course.field.cities_of(state.turn)}
    if state.part == FIRST_PART:
        begin_move(course)
    reading = SheetReading(course, entries, state.part)
    asked_before = {word for word in state.acted if word.startswith("ally ")}
    reading.read()
    own_cities |= {city.at for city in course.field.cities_of(state.turn)}
    story = [_told_lost(state.turn, entry, own_cities) for entry in entries if entry.flaw]
    if not reading.is_part:
        end_move(course, CONSTANTS.whirlpool_moves)
        after = change(state, **course.field.fields(), acted=(), part=FIRST_PART)
        return PhaseRead(after, [*story, *course.story], {state.turn: entries})
    asked = {word[-1] for word in course.done if word.startswith("ally ") and word not in asked_before}
    after = change(
        state,
        **course.field.fields(),
        stage=ANSWER if asked else TURN,
        asked=tuple(people for people in state.peoples if people in asked),
        acted=tuple(sorted([*course.done, *struck(course)])),
        part=state.part + 1,
    )
    return PhaseRead(after, [*story, *course.story], {state.turn: entries})


def begun_course(state: LordsState, dice: Roller | None) -> Course:
    """The course of a move, with what was done in its earlier parts."""
    course = Course(Field(state), state.turn, dice)
    mark_acted(course, state.acted)
    return course


def mark_acted(course: Course, acted: Sequence[str]) -> None:
    field = course.field
    for word in acted:
        kind, _, at = word.partition(" ")
        if len(kind) > 1:
            course.done.append(word)
            continue
        city, body = field.cities.get(at), field.bodies.get(at)
        figures = city.garrison if city else body.figures if body else ()
        for figure in figures:
            if figure.kind == kind and not figure.has_acted:
                figure.has_acted = figure.has_attacked = True
                break


def _finish(read: PhaseRead, *, last: bool) -> None:
    """L-END-3, L-END-1, L-TURN-2: the game ends, or somebody writes next."""
    state = read.state
    left = [people for people in state.peoples if has_pieces(state, people)]
    if len(left) == 1:
        _end(read, left[0], "alone")
    elif not left:
        _end(read, _leader(state), "nobody")
    elif last:
        _end(read, _leader(state), "time")
    elif state.stage == TURN and state.part == FIRST_PART:
        _next_turn(read, left)
    elif state.stage == TURN:
        read.story.append(TurnBegun(state.turn, state.part))


def _next_turn(read: PhaseRead, left: Sequence[People]) -> None:
    state = read.state
    if _is_first_move(read):
        read.state = change(state, turn=left[0])
        read.story += [MonthBegun(state.month), TurnBegun(left[0], FIRST_PART)]
        return
    later = [people for people in left if PEOPLES.index(people) > PEOPLES.index(state.turn)]
    if later:
        read.state = change(state, turn=later[0])
    elif state.month >= state.months:
        _end(read, _leader(state), "months")
        return
    else:
        read.state = change(state, turn=left[0], month=state.month + 1)
        read.story.append(MonthBegun(state.month + 1))
    read.story.append(TurnBegun(read.state.turn, FIRST_PART))


def _is_first_move(read: PhaseRead) -> bool:
    """Whether the setup has just been read."""
    return any(isinstance(event, Placed) for event in read.story)


def _leader(state: LordsState) -> People | None:
    """L-END-1, L-END-2: most cities; if equal nobody, or by an option the one with fewest pieces."""
    cities = city_count(state)
    most = max(cities.values())
    equal = [people for people in state.peoples if cities[people] == most]
    if len(equal) > 1 and state.tie == "fewest":
        pieces = {people: piece_count(state, people) for people in equal}
        equal = [people for people in equal if pieces[people] == min(pieces.values())]
    return equal[0] if len(equal) == 1 else None


def _end(read: PhaseRead, winner: People | None, why: str) -> None:
    read.story.append(Ended(winner, city_count(read.state), why))
    read.state = change(
        read.state, stage=OVER, winner=winner, ending=why, asked=(), acted=(), part=FIRST_PART
    )
