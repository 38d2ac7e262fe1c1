"""How a battle of Argad! stands: whose card it is, the cards left, the points, and a list of the units.

A unit is one row: name, kind, figures and wear, state, activations this turn, marks and hex.
"""

from collections.abc import Iterator

from client.games.api import WIDE, Line, Panel, PanelRow
from client.games.argad.army_list import BOUGHT, figures_in, has_leader, limits_of, ready_army
from client.games.argad.seats import BEFORE_BATTLE, friends_of, style_of, units_of
from client.games.argad.signs import kind_sign, marks_of, state_sign, strength
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import figure
from protocol.views.argad.points import points_of
from protocol.views.argad.view import ArgadView, Army, Position, Unit
from protocol.views.argad.words import (
    ARMY,
    DEPLOY,
    JOKER,
    LEADER_OF,
    SEATS,
    SIDE_OF,
    SIDES,
    UnitName,
)

NOBODY = "-"
USUAL_WIDTH = 22
"""A box that is narrower has rows without blanks between their parts."""
USUAL_MARKS = 3
"""So many marks have room in a narrow row; more of them stand closer."""


def cards_left(view: Position) -> str:
    """The cards of each seat that are still in the deck, and the Joker: `S3 H4 J1`."""
    cards = (*view.seats, JOKER)
    return " ".join(f"{card}{view.deck.get(card, 0)}" for card in cards)


def points_text(view: Position) -> str:
    """The points of both sides, each under the letters of its seats: `S 12 H 31`."""
    found = points_of(view)
    named = {side: "".join(friends_of(view, LEADER_OF[side])) for side in found}
    return " ".join(f"{named[side]} {points}" for side, points in found.items())


def row_below(view: ArgadView, words: Catalogue, width: int) -> Line:
    """Whose card it is, the cards left, the points: in words, or shorter if there is less room."""
    args: dict[str, Arg] = {
        "turn": view.turn,
        "turns": view.turns,
        "cards": cards_left(view),
        "points": points_text(view),
        "course": course(view, words),
    }
    forms = ("before",) if view.stage in BEFORE_BATTLE else ("battle", "battle-short", "battle-shortest")
    said = [words.say(Note(f"standing.{form}", args)) for form in forms]
    fitting = [text for text in said if len(text) <= width]
    text = fitting[0] if fitting else said[-1][:width]
    return (("bold", text),)


def course(view: ArgadView, words: Catalogue) -> str:
    """What is asked now, and of whom."""
    asked = " ".join(view.choosing) or NOBODY
    return words.say(Note(f"standing.course-{view.stage}", {"asked": asked, "unit": view.extra}))


def panels(view: ArgadView, written: ArgadView | None, words: Catalogue, width: int) -> tuple[Panel, ...]:
    """The units; before there are any, the armies that can be taken, or the one that is written.

    The heads of the columns are left out where a narrow box has no room for them.
    """
    if view.stage == ARMY:
        return tuple(_army_panels(view, written, words, width))
    rows: list[PanelRow] = []
    for seat in SEATS:
        names = [name for name in units_of(view) if name[-1] == seat]
        is_other_side = rows and names and SIDE_OF[seat] != SIDE_OF[rows[-1].line[0][1][-1]]
        rows += [_gap()] if is_other_side and width >= WIDE else []
        rows += [unit_row(name, units_of(view)[name], width) for name in names]
    has_title = width >= WIDE or (view.stage != DEPLOY and len(view.seats) <= len(SIDES))
    return (Panel(tuple(rows), words.say(Note("panel.units")) if has_title else ""),) if rows else ()


def _gap() -> PanelRow:
    return PanelRow((("", ""),))


def unit_row(name: UnitName, unit: Unit, width: int) -> PanelRow:
    marks = marks_of(name, unit)
    kind, state = kind_sign(name, unit), state_sign(unit)
    if width < USUAL_WIDTH:
        text = f"{kind}{strength(unit):>5}{state}{unit.acts}{marks} {unit.at}"
    elif len(marks) > USUAL_MARKS and width < WIDE:
        text = f" {kind}{strength(unit):>5} {state} {unit.acts} {marks} {unit.at}"
    else:
        text = f" {kind}{strength(unit):>5}  {state}  {unit.acts} {marks:<{USUAL_MARKS}} {unit.at}"
    if width >= WIDE:
        text = f"{text:<22}{_kinds(unit)}"[: width - len(name)]
    return PanelRow(((style_of(name[-1]), name), ("", text)), unit.at)


def _kinds(unit: Unit) -> str:
    """How many figures of each type, whatever their role; the marks tell the roles: `6MK`."""
    kinds = [figure(code).kind for code in unit.figs]
    return " ".join(f"{kinds.count(kind)}{kind}" for kind in dict.fromkeys(kinds))


def _army_panels(view: ArgadView, written: ArgadView | None, words: Catalogue, width: int) -> Iterator[Panel]:
    """The army that the reader writes, and those that can be taken."""
    own = _own_army(written, view.seat)
    if own:
        rows = tuple(PanelRow((("", text[:width]),)) for text in army_lines(own, words))
        yield Panel(rows, words.say(Note("panel.army", {"name": own.name}))[:width])
    yield Panel(tuple(PanelRow((("", _army_row(key, words, width)),)) for key in TABLES.armies))


def _own_army(written: ArgadView | None, seat: Seat | None) -> Army | None:
    return written.armies.get(SIDE_OF[seat]) if written and seat in SIDE_OF and seat else None


def army_lines(army: Army, words: Catalogue) -> list[str]:
    """What an army costs and its units. Of one that is bought, what it may have: `!` marks what is wrong."""
    cost: dict[str, Arg] = {"cost": army.cost, "budget": TABLES.limits.budget, "units": len(army.units)}
    lines = [words.say(Note("army.cost", cost))]
    lines += _limit_lines(army, words) if army.name == BOUGHT else []
    return [*lines, *(f"{unit.number} {unit.figs}" for unit in army.units)]


def _limit_lines(army: Army, words: Catalogue) -> Iterator[str]:
    least, most = TABLES.limits.units
    if not least <= len(army.units) <= most:
        yield words.say(Note("army.units", {"least": least, "most": most}))
    yield words.say(Note("army.general" if has_leader(army) else "army.no-general"))
    for limit in limits_of(army):
        text = words.say(Note(f"army.{limit.name}", {"count": limit.count, "most": limit.most}))
        yield text if limit.count <= limit.most else f"!{text}"


def _army_row(key: str, words: Catalogue, width: int) -> str:
    """How a ready-made army is taken, and what it has."""
    army = ready_army(key)
    args: dict[str, Arg] = {
        "line": f"take {key:<9}",
        "figures": len(figures_in(army)),
        "cost": army.cost,
        "units": len(army.units),
    }
    return words.say(Note("panel.ready-army-wide" if width >= WIDE else "panel.ready-army", args))[:width]
