"""The yardstick for bots of Strategiksa: any legal sheet, every choice left to chance.

It offers itself to nobody: that would be a gift to whoever is measured.
"""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.strategiksa import UNITS, Choice, StrategiksaView
from server.games.strategiksa.battle import options
from server.games.strategiksa.board import reach
from server.games.strategiksa.placement import Placing, ground
from server.games.strategiksa.state import Course
from server.games.strategiksa.turn import Turn


def wanderer(
    view: StrategiksaView, sheets: tuple[SheetKey, ...], random: Random, seconds: float = 0.0
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, random) for sheet in sheets if sheet == view.sheet}


def _write(view: StrategiksaView, random: Random) -> Lines:
    match view.stage:
        case "placement":
            return _place(view, random)
        case "turn":
            return _turn(view, random)
        case "battle":
            option = random.choice(options(view))
            verb, unit = ("", option.unit) if isinstance(option, Choice) else ("heal ", option.kind)
            return (f"{verb}{unit} {option.colour}",)
        case "answer":
            return (random.choice(("yes", "no")),)
        case "crown":
            return (random.choice(("take", "leave")),)
    return ()


def _place(view: StrategiksaView, random: Random) -> Lines:
    cells = ground(view, random.choice(Placing(view).free_zones()))
    lines, left = [f"R {random.choice(cells)}"], 10
    while left:
        kind = random.choice("ICAS" if left > 1 else "IAS")
        lines.append(f"{kind} {random.choice(cells)}")
        left -= 2 if kind == "C" else 1
    return tuple(lines)


def _turn(view: StrategiksaView, random: Random) -> Lines:
    """All reinforcements somewhere; then every piece, the king too, moves as often as it stays."""
    turn = Turn(Course(view))
    lines: list[str] = []

    def write(line: str) -> None:
        if turn.read_line(len(lines), line) is None:
            lines.append(line)

    left = view.reinforcements
    while left:
        kind = random.choice("ICAS" if left > 1 else "IAS")
        write(f"+{kind} {random.choice(turn.friendly_cells())}")
        left -= 2 if kind == "C" else 1
    colour = view.active
    for cell, stack in [*turn.position.pieces.get(colour, {}).items()]:
        for unit, number in zip(UNITS, stack, strict=True):
            for _ in range(min(number, turn.fresh(cell, unit))):
                if random.random() < 0.5:
                    write(f"{unit} {cell} {random.choice(reach(turn.position, colour, unit[0], cell))}")
    return tuple(lines[:200])
