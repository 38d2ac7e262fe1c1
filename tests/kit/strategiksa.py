"""Small Strategiksa positions and phases, in the words of a sheet."""

from collections.abc import Mapping
from random import Random
from typing import Any, TypeVar

from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import COLOURS, Event, Lost, Stack, StrategiksaView, write_stack
from server.games.dice import Dice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.board import CELLS, MOUNTAINS
from server.games.strategiksa.scenario import position as read_position
from server.games.strategiksa.scenario import read_scenario, written_pieces
from server.games.strategiksa.state import StrategiksaState
from tests.kit.contract import JUNK, suggested_line

EventT = TypeVar("EventT")
Written = Mapping[str, Mapping[str, str]]

FAR = {"B": {"I1": "1R 1I"}, "J": {"A9": "1R 1I"}}
"""Two kings who are in nobody's way."""


def position(pieces: Written, turn: str = "V", **more: Any) -> StrategiksaState:
    """The pieces given; blue and yellow far away, where nothing else is said of them."""
    return read_position(
        read_scenario({"game": "strategiksa", "turn": turn, "pieces": {**FAR, **pieces}, **more})
    )


def start(players: int = 3, seed: int = 1, **options: Any) -> StrategiksaState:
    return STRATEGIKSA.setup(STRATEGIKSA.read_options({"players": players, **options}), Dice(seed))


class Step:
    """A phase that was played, and what comes next."""

    def __init__(self, after: StrategiksaState, story: tuple[Event, ...] = ()) -> None:
        self.after = after
        self.story = story

    @property
    def owes(self) -> tuple[str, str, str]:
        """Phase, seat and sheet that come next."""
        phase = STRATEGIKSA.phase(self.after)
        ((seat, (sheet,)),) = phase.owing.items()
        return phase.key, seat, sheet

    @property
    def view(self) -> StrategiksaView:
        """As the one who is to write sees it."""
        return STRATEGIKSA.view(self.after, self.owes[1])

    @property
    def pieces(self) -> dict[str, dict[str, str]]:
        return written_pieces(self.after.pieces)

    def at(self, cell: str) -> dict[str, str]:
        return {colour: cells[cell] for colour, cells in self.pieces.items() if cell in cells}

    def told(self, kind: type[EventT]) -> list[EventT]:
        return [event for event in self.story if isinstance(event, kind)]

    @property
    def lost(self) -> list[str]:
        """Why lines were lost, in order."""
        return [event.reason.code for event in self.told(Lost)]

    def write(self, *lines: str, last: bool = False) -> "Step":
        """The sheet that is owed."""
        resolution = STRATEGIKSA.resolve(self.after, {self.owes[2]: lines}, Dice(0), last=last)
        return Step(resolution.state, resolution.story)

    def each(self, *sheets: str) -> "Step":
        """Sheets of one line, one after the other; the story is that of all."""
        step, story = self, self.story[:0]
        for line in sheets:
            step = step.write(line)
            story += step.story
        return Step(step.after, story)


def turn(pieces: Written, *lines: str, of: str = "V", **more: Any) -> Step:
    """Green's turn, unless it is another's."""
    return Step(position(pieces, of, **more)).write(*lines)


def battle(attackers: str, defenders: str, **more: Any) -> Step:
    """Green has come to E5, where blue stands; the kings are elsewhere unless they are named."""
    green = {"E4": attackers} | ({} if "R" in attackers else {"A1": "1R"})
    blue = {"E5": defenders} | ({} if "R" in defenders else {"J1": "1R"})
    moves = [f"{term} E4 E5" for term in attackers.split()]
    return turn({"V": green, "B": blue}, *moves, **more)


def text(stack: Stack) -> str:
    return write_stack(stack)


def crowded(random: Random) -> StrategiksaState:
    """Three to six colours at close quarters, some of them fallen; now and then before the start."""
    chart = random.choice(("classic", "peaks"))
    if random.random() < 0.15:
        return start(random.randrange(3, 7), random.randrange(1000), map=chart)
    order = random.sample(COLOURS, random.randrange(3, 7))
    kings = order[: random.randrange(2, len(order) + 1)]
    suzerains = {colour: random.choice(kings) for colour in order if colour not in kings}
    near = [cell for cell in CELLS if cell[0] in "CDEFG" and cell[1:] in "34567"]
    cells = iter(random.sample([cell for cell in near if cell not in MOUNTAINS[chart]], 3 * len(order)))
    return read_position(
        read_scenario(
            {
                "game": "strategiksa",
                "turn": random.choice(order),
                "pieces": {c: _army(random, c in kings, [next(cells) for _ in range(3)]) for c in order},
                "order": order,
                "suzerains": suzerains,
                "vassals": [colour for colour in suzerains if random.random() < 0.7],
                "map": chart,
                "wounds": random.choice(("lasting", "battle")),
                "limit": random.randrange(2, 40),
            }
        )
    )


def _army(random: Random, king: bool, cells: list[str]) -> dict[str, str]:
    kinds = ("1I", "1C", "1A", "1S", "1I*", "1C*", "1A*")
    army = {cell: " ".join(random.choices(kinds, k=random.randrange(1, 5))) for cell in cells}
    if king:
        army[cells[0]] += random.choice((" 1R", " 1R", " 1R*"))
    return army


def lively_sheets(state: StrategiksaState, random: Random) -> dict[SheetKey, Lines]:
    """Suggested lines, a little junk, and now and then no sheet at all."""
    sheets: dict[SheetKey, Lines] = {}
    phase = STRATEGIKSA.phase(state)
    for seat, (sheet,) in phase.owing.items():
        view = STRATEGIKSA.view(state, seat)
        lines: list[str] = []
        for _ in range(phase.lines or random.choice((1, 4, 7))):
            line = suggested_line(STRATEGIKSA, view, sheet, lines, random)
            lines.append(random.choice(JUNK) if line is None or random.random() < 0.08 else line)
        if random.random() < 0.95:
            sheets[sheet] = tuple(lines)
    return sheets
