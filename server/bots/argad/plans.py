"""What a captain writes for a turn of blind orders: what it would do card by card if no enemy acted."""

from collections.abc import Iterator

from protocol.ids import Seat
from server.bots.argad.choices import PASS, Choice
from server.bots.argad.helps import Helps
from server.bots.argad.pieces import Ground, Manner
from server.games.argad.notation import parse_order
from server.games.argad.state import ArgadState
from server.games.flaw import Flaw


def planned_lines(state: ArgadState, seat: Seat, seed: int, manner: Manner) -> Iterator[str]:
    """A line for each card, and one for a Joker if it would help already now."""
    ground = Ground(state, manner)
    for number in range(state.deck.get(seat, 0)):
        choice = Choice(state, seat, None, seed + number, ground)
        line = choice.line()
        yield _for_any_place(line)
        plan = choice.plan(line)
        if plan is not None and line != PASS:
            state = choice.tried(plan, number)
    help_ = Helps(state, seat, seed, manner).simple_line()
    if help_:
        yield f"J {help_}"


def _for_any_place(line: str) -> str:
    """A contact names no hex: nobody knows where the enemy will be by then."""
    command = parse_order(line)
    if isinstance(command, Flaw) or command.verb != "C":
        return line
    words = line.split()
    return " ".join(word for word in words if word not in command.hexes)
