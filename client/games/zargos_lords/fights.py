"""The fights and launches of a story, with their sums, dice and lines of the tables. L-TABLE."""

from collections.abc import Iterator, Sequence

from client.games.zargos_lords.peoples import cities_on, units_on
from protocol.notes import Arg, Note
from protocol.views.zargos_lords import events, note_of
from protocol.views.zargos_lords.board import MAP, PIECES, distance
from protocol.views.zargos_lords.view import Position
from protocol.views.zargos_lords.words import Hex, People

NOBODY: People = "-"
BANDS = ((-4, -1), (0, 3), (4, 7), (8, 11))
"""L-TABLE-1: the differences of each column of the table but the last one, which has 12 and more."""
LAST_BAND = "12+"
FACES = range(1, 7)


def people_at(view: Position, hexes: Sequence[Hex]) -> People:
    """Whose unit or city is on the first of these hexes."""
    units, cities = units_on(view), cities_on(view)
    for hex_ in hexes:
        found = cities.get(hex_) or units.get(hex_)
        if found:
            return found.people
    return NOBODY


def sides_of_fight(view: Position, event: events.Fought) -> tuple[People, People]:
    return people_at(view, event.attackers), people_at(view, event.targets)


def told_fight(view: Position, event: events.Fought) -> Iterator[Note]:
    """First who fights whom with which strength; then the die, the line of the table and the result."""
    attacker, defender = sides_of_fight(view, event)
    args: dict[str, Arg] = {
        "attacker": attacker,
        "defender": defender,
        "attackers": _named(view, event.attackers),
        "targets": _named(view, event.targets),
        "attack": _sum(view, event.attackers, event.attack),
        "defence": _sum(view, event.targets, event.defence),
        "difference": f"{event.difference:+}",
    }
    yield Note("fight.strengths", args)
    if event.die is None:
        yield Note("fight.no-die", args)
        return
    column = _column(event.difference)
    args |= {"die": event.die, "band": _band(column), "line": _line(column, event.die)}
    yield Note(f"fight.result-{_result(event.result)}", {**args, "count": _hexes(event.result)})


def _result(result: str) -> str:
    """`A` or `D` for those who go back, `AE` or `DE` for those who are eliminated."""
    return result if result.endswith("E") else result[:1]


def _hexes(result: str) -> int:
    return int(result[1:]) if result[1:].isdigit() else 0


def _column(difference: int) -> int:
    return next((number for number, (_, last) in enumerate(BANDS) if difference <= last), len(BANDS))


def _band(column: int) -> str:
    if column == len(BANDS):
        return LAST_BAND
    first, last = BANDS[column]
    return f"{first}..{last}"


def _line(column: int, die: int) -> str:
    """The results of all faces for this difference; the one that was thrown is in brackets."""
    results = {face: MAP.tables.combat.rows[str(face)][column] for face in FACES}
    return " ".join(f"[{result}]" if face == die else result for face, result in results.items())


def _named(view: Position, hexes: Sequence[Hex]) -> str:
    """Each unit with its code and its hex: `C F14`. Those in a city are only its hex."""
    units = units_on(view)
    named = [f"{units[hex_].unit.text} {hex_}" if hex_ in units else hex_ for hex_ in hexes]
    return ", ".join(dict.fromkeys(named))


def _sum(view: Position, hexes: Sequence[Hex], total: int) -> str:
    """The strengths of the pieces, then what terrain, charge and aura add: `9+4+3 = 16`."""
    units = units_on(view)
    if not all(hex_ in units for hex_ in hexes):
        return str(total)
    parts = [PIECES[units[hex_].people][units[hex_].unit.kind].combat for hex_ in hexes]
    rest = total - sum(parts)
    shown = [*map(str, parts), *([f"({rest:+})"] if rest else [])]
    return (
        f"{'+'.join(shown[: len(parts)])}{''.join(shown[len(parts) :])} = {total}"
        if shown[1:]
        else str(total)
    )


def told_volley(event: events.Volley) -> Note:
    """Each throw with its distance and hits, and whether the hits are enough."""
    throws = [
        f"{origin} {die}>{hits_of(event.kind, die, distance(origin, event.target))}"
        for origin, die in zip(event.origin, event.dice, strict=False)
    ]
    args: dict[str, Arg] = {
        "target": event.target,
        "throws": ", ".join(throws),
        "hits": event.hits,
        "needed": event.needed,
    }
    return Note(f"fight.{event.kind}-{'kill' if event.eliminated else 'miss'}", args)


def hits_of(kind: str, die: int, steps: int) -> int:
    """L-TABLE-2, L-TABLE-3: the hits of one launcher; arrows have a column for every two distances."""
    table = MAP.tables.arrows if kind == "arrows" else MAP.tables.flames
    row = table.rows[str(die)]
    column = (steps - 1) // 2 if kind == "arrows" else steps - 1
    return row[column] if 0 <= column < len(row) else 0


def told_vision(event: events.Vision) -> Note:
    args: dict[str, Arg] = {
        "origin": event.origin,
        "target": event.target,
        "distance": event.distance,
        "die": event.die,
        "count": event.flight,
    }
    return Note("fight.vision" if event.flight else "fight.vision-nothing", args)


def told(view: Position, event: events.Event) -> Iterator[Note]:
    """The sentences of one event, the position before it being this one."""
    match event:
        case events.Fought():
            yield from told_fight(view, event)
        case events.Volley():
            yield told_volley(event)
        case events.Vision():
            yield told_vision(event)
        case _:
            yield note_of(event)
