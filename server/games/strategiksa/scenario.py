"""Reads a position and its sheets as JSON and writes the outcome of the turn as JSON."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Arg, Note
from protocol.texts import catalogue
from protocol.views.strategiksa import (
    COLOURS,
    UNITS,
    Battle,
    Cell,
    Colour,
    Event,
    Fallen,
    Lost,
    Pieces,
    Stack,
    stack_of,
    write_stack,
)
from server.games.api import BadScenario, Resolution, Sheets
from server.games.flaw import Flaw
from server.games.strategiksa.board import CELLS, MOUNTAINS, zone_counts
from server.games.strategiksa.choices import owing
from server.games.strategiksa.soundness import fault
from server.games.strategiksa.state import PLAYERS, TURN_LIMIT, Course, StrategiksaState
from server.games.strategiksa.vassals import settle

_TERM = re.compile(r"([0-9]{1,4})([A-Z]\*?)")
_PATTERN = r"\A[VBJOPT]\Z"
ColourCode = Annotated[str, Meta(pattern=_PATTERN)]
Stage = Literal["placement", "turn", "answer", "battle", "crown"]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    turn: ColourCode
    """The colour whose turn it is."""
    pieces: dict[ColourCode, dict[str, str]]
    orders: dict[ColourCode, Lines] = {}
    """The sheet of the current phase."""
    choices: dict[ColourCode, Lines] = {}
    """What each player answers to the questions that follow, in their order."""
    then: dict[ColourCode, Lines] = {}
    """The sheet that follows if the first one made an offer, under the colour whose turn it is."""
    order: tuple[ColourCode, ...] = ()
    suzerains: dict[ColourCode, ColourCode] = {}
    directors: dict[ColourCode, ColourCode] = {}
    vassals: tuple[ColourCode, ...] | None = None
    map: Literal["classic", "peaks"] = "classic"
    wounds: Literal["lasting", "battle"] = "lasting"
    number: Annotated[int, Meta(ge=0, le=10**6)] | None = None
    """The number of the turn. If it is left out, it is 1, or 0 while the players place."""
    circle: Annotated[int, Meta(ge=0, le=10**6)] | None = None
    """The number of the circle. If it is left out, it is 1, or 0 while the players place."""
    limit: Annotated[int, Meta(ge=1, le=10**6)] = TURN_LIMIT
    stage: Stage = "turn"
    asked: ColourCode | None = None
    battles: tuple[Battle, ...] = ()
    fallen: Fallen | None = None
    gone: tuple[ColourCode, ...] = ()
    until: Literal["turn", "phase"] = "turn"
    last: bool = False


def read_scenario(given: Any) -> Scenario:
    try:
        scenario = msgspec.convert(given, Scenario)
    except msgspec.ValidationError as error:
        wanted = f"Expected `str` matching regex {_PATTERN!r}"
        text = str(error).replace(wanted, "expected a colour: V, B, J, O, P or T")
        raise BadScenario("table", Note("scenario.form", {"text": text})) from None
    if scenario.game != "strategiksa":
        raise BadScenario("strategiksa", Note("scenario.other-game", {"game": scenario.game[:20]}))
    return scenario


def write_scenario(state: StrategiksaState, sheets: Sheets, *, last: bool) -> dict[str, Any]:
    """A phase of a game as a scenario."""
    written: dict[str, Any] = {
        "game": "strategiksa",
        "turn": state.active,
        "pieces": written_pieces(state.pieces),
        "orders": {sheet: list(lines) for sheet, lines in sheets.items()},
        "order": list(state.order),
        "suzerains": state.lords,
        "directors": state.directors,
        "vassals": list(state.vassals),
        "map": state.map,
        "wounds": state.wounds,
        "number": state.turn,
        "circle": state.circle,
        "limit": state.limit,
        "stage": state.stage,
        "asked": state.asked,
        "battles": msgspec.to_builtins(state.battles),
        "fallen": msgspec.to_builtins(state.fallen),
        "gone": list(state.gone),
        "until": "phase",
        "last": last,
    }
    return written


def written_pieces(pieces: Pieces) -> dict[Colour, dict[Cell, str]]:
    return {
        colour: {cell: write_stack(pieces[colour][cell]) for cell in CELLS if cell in pieces[colour]}
        for colour in COLOURS
        if colour in pieces
    }


def position(scenario: Scenario) -> StrategiksaState:
    pieces = _pieces(scenario)
    order = _order(scenario)
    lords = {colour: scenario.suzerains.get(colour, colour) for colour in order}
    gone = tuple(c for c in order if c in scenario.gone or _is_gone(scenario, c, pieces, lords))
    vassals, directors = _service(scenario, lords)
    state = StrategiksaState(
        map=scenario.map,
        wounds=scenario.wounds,
        limit=scenario.limit,
        order=order,
        stage=scenario.stage,
        turn=_counted(scenario, scenario.number),
        circle=_counted(scenario, scenario.circle),
        active=scenario.turn,
        pieces=pieces,
        lords=lords,
        directors=directors,
        vassals=vassals,
        gone=gone,
        asked=scenario.asked,
        battles=scenario.battles,
        fallen=scenario.fallen,
    )
    found = fault(state) or _orders_fault(scenario, state) or _answers_fault(scenario, state)
    if found:
        raise BadScenario("strategiksa", found)
    return state


def _order(scenario: Scenario) -> tuple[Colour, ...]:
    """The order of turns: as it is given, or the colours that the scenario names, clockwise."""
    lords = (*scenario.suzerains, *scenario.suzerains.values())
    named = {scenario.turn, *scenario.pieces, *lords, *scenario.gone}
    order = scenario.order or tuple(colour for colour in COLOURS if colour in named)
    if len(set(order)) < len(order) or not named <= set(order):
        raise BadScenario("strategiksa", Note("scenario.order"))
    if len(order) < PLAYERS.start:
        raise BadScenario("strategiksa", Note("scenario.few-colours", {"least": PLAYERS.start}))
    strangers = [colour for colour in order if colour not in named]
    if strangers and scenario.stage != "placement":
        raise BadScenario("strategiksa", Note("scenario.stranger", {"colour": strangers[0]}))
    return order


def _counted(scenario: Scenario, given: int | None) -> int:
    return int(scenario.stage != "placement") if given is None else given


def _service(
    scenario: Scenario, lords: Mapping[Colour, Colour]
) -> tuple[tuple[Seat, ...], dict[Colour, Seat]]:
    """The vassals and directors. If vassals are left out, all that have fallen serve, but one undecided."""
    falling = scenario.fallen.colour if scenario.fallen else ""
    vassals = scenario.vassals
    if vassals is None:
        vassals = tuple(colour for colour, lord in lords.items() if colour not in (lord, falling))
    own = {*vassals, falling}
    usual = {colour: colour if colour in own else lord for colour, lord in lords.items()}
    return vassals, usual | scenario.directors


def _orders_fault(scenario: Scenario, state: StrategiksaState) -> Note | None:
    _, sheet = owing(state) or ("", "")
    idle = [colour for colour, lines in scenario.orders.items() if lines and colour != sheet]
    if idle:
        return Note("scenario.other-sheet", {"sheet": sheet, "given": idle[0]})
    later = [colour for colour in scenario.then if colour != state.active]
    return Note("scenario.other-then", {"turn": state.active, "given": later[0]}) if later else None


def _answers_fault(scenario: Scenario, state: StrategiksaState) -> Note | None:
    absent = [seat for seat in scenario.choices if seat not in state.order or seat in state.gone]
    return Note("scenario.absent-player", {"player": absent[0]}) if absent else None


def _is_gone(scenario: Scenario, colour: Colour, pieces: Pieces, lords: Mapping[Colour, Colour]) -> bool:
    """After placement, a colour without pieces and without a suzerain is out of the game."""
    return scenario.stage != "placement" and colour not in pieces and lords[colour] == colour


def _pieces(scenario: Scenario) -> Pieces:
    pieces: Pieces = {}
    for colour, cells in scenario.pieces.items():
        for cell, text in cells.items():
            stack = read_stack(scenario.map, colour, cell, text)
            if any(stack):
                pieces.setdefault(colour, {})[cell] = stack
    return pieces


def read_stack(chart: str, colour: Colour, cell: str, text: str) -> Stack:
    """The counts in a text such as `4I 1C*`."""
    if cell not in CELLS or cell in MOUNTAINS[chart]:
        raise BadScenario("strategiksa", Note("scenario.no-cell", {"colour": colour, "cell": cell[:20]}))
    counts: dict[str, int] = {}
    for term in text.split():
        match = _TERM.fullmatch(term)
        if match is None or match[2] not in UNITS:
            args: dict[str, Arg] = {"colour": colour, "cell": cell, "term": term[:20]}
            raise BadScenario("strategiksa", Note("scenario.no-piece", args))
        counts[match[2]] = counts.get(match[2], 0) + int(match[1])
    return stack_of(counts)


FRENCH = {"SUZERAIN": "LORD", "DIRECTION": "DIRECTOR", "TOUR": "TURN"}
"""The first word of a correction may be French, in any language of the referee."""


def amend(state: StrategiksaState, lines: Sequence[str]) -> StrategiksaState:
    """The position after these corrections.

    `V C3 4I 1C*` sets what green has on C3, and `V C3` that it has nothing there. `LORD B V` makes green the
    suzerain of blue, and `LORD B B` frees blue. `DIRECTOR B J` lets yellow direct the troops of blue.
    `TURN V` begins the turn of green anew, without battles.
    """
    if state.stage == "over":
        state = _reopened(state)
    for line in lines:
        words = line.upper().split()
        if words:
            state = _amend_one(state, [FRENCH.get(words[0], words[0]), *words[1:]], line)
    empty = [colour for colour in state.order if colour not in state.pieces and state.lords[colour] == colour]
    state = replace(state, gone=tuple(empty) if state.stage != "placement" else ())
    found = fault(state)
    if found:
        raise BadScenario("strategiksa", found)
    return state


def _reopened(state: StrategiksaState) -> StrategiksaState:
    """Continue a game that is over, with placement or with the turn in which it ended."""
    again = replace(state, winner=None, partial=(), ending="")
    return _turn_of(again, state.active) if state.turn else replace(again, stage="placement")


def _turn_of(state: StrategiksaState, colour: Colour) -> StrategiksaState:
    """Begin the turn of this colour. The rules decide what becomes of a fallen player."""
    course = Course(state)
    settle(course)
    return replace(course.position, stage="turn", active=colour, asked=None, battles=())


def _amend_one(state: StrategiksaState, words: list[str], line: str) -> StrategiksaState:
    match words:
        case ["TURN", colour] if colour in state.order and state.turn:
            return _turn_of(state, colour)
        case ["LORD", colour, lord] if colour in state.order and lord in state.order:
            serving = {*state.vassals, colour} if lord != colour else {*state.vassals} - {colour}
            vassals = tuple(seat for seat in state.order if seat in serving)
            directors = {**state.directors, colour: colour}
            return replace(state, lords={**state.lords, colour: lord}, vassals=vassals, directors=directors)
        case ["DIRECTOR", colour, player] if colour in state.order and player in state.order:
            return replace(state, directors={**state.directors, colour: player})
        case [colour, cell, *terms] if colour in state.order:
            stack = read_stack(state.map, colour, cell, " ".join(terms))
            cells = {**state.pieces.get(colour, {}), cell: stack}
            pieces = {**state.pieces, colour: {at: kept for at, kept in cells.items() if any(kept)}}
            return replace(state, pieces={c: held for c, held in pieces.items() if held})
    raise BadScenario("strategiksa", Note("scenario.no-amendment", {"line": line[:40]}))


class Asked(Struct, frozen=True):
    """A sheet that was played: its phase, its player, its lines and their story."""

    stage: str
    player: Seat
    sheet: SheetKey
    lines: Lines
    story: tuple[Event, ...]


class Played:
    """A scenario that is being played."""

    def __init__(self, state: StrategiksaState) -> None:
        self.start = self.state = state
        self.asked: list[Asked] = []
        self.story: list[Event] = []
        self._answered: dict[Seat, int] = {}

    def goes_on(self, scenario: Scenario) -> bool:
        if not self.asked:
            return True
        over = self.state.stage in ("over", "placement") or self.state.turn != self.start.turn
        return scenario.until == "turn" and not over

    def next_sheets(self, scenario: Scenario) -> dict[SheetKey, Lines]:
        """The sheet of the first phase; after that, one line of the player for each question."""
        player, sheet = owing(self.state) or ("", "")
        if not self.asked:
            return {sheet: scenario.orders.get(sheet, ())}
        if self.state.stage == "turn":
            return {sheet: scenario.then.get(sheet, ())}
        number = self._answered.get(player, 0)
        self._answered[player] = number + 1
        return {sheet: scenario.choices.get(player, ())[number : number + 1]}

    def take(self, resolution: Resolution, sheets: Sheets) -> None:
        player, sheet = owing(self.state) or ("", "")
        self.asked.append(Asked(self.state.stage, player, sheet, sheets[sheet], resolution.story))
        self.story += resolution.story
        self.state = resolution.state


def write_outcome(played: Played, language: str) -> dict[str, Any]:
    after = played.state
    owed = owing(after)
    return {
        "sheets": [_written_sheet(asked, language) for asked in played.asked],
        "pieces": written_pieces(after.pieces),
        "suzerains": after.lords,
        "directors": after.directors,
        "vassals": list(after.vassals),
        "gone": list(after.gone),
        "order": list(after.order),
        "number": after.turn,
        "circle": after.circle,
        "zones": zone_counts(after),
        "next": {"phase": after.stage, "player": owed[0], "colour": owed[1]} if owed else None,
        "winner": after.winner,
        "partial": list(after.partial),
        "events": [msgspec.to_builtins(event) for event in played.story],
    }


def _written_sheet(asked: Asked, language: str) -> dict[str, Any]:
    """The lines, and whether each was executed. If nobody wrote in this phase, there are none."""
    say = catalogue("strategiksa", language).say
    blank = {number: say(Flaw("blank").note) for number, text in enumerate(asked.lines) if not text.strip()}
    lost = {event.line: say(event.reason) for event in asked.story if isinstance(event, Lost)}
    reasons = blank | lost
    lines = [
        {"text": text, "executed": number not in reasons, "reason": reasons.get(number)}
        for number, text in enumerate(asked.lines)
    ]
    return {"phase": asked.stage, "player": asked.player, "colour": asked.sheet, "lines": lines}
