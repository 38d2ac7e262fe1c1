"""Zargos' board: a map of labels in two sizes, or a list of kingdoms.

`client.games.zargos.drawing` draws it, and `client.games.zargos.standing` says how the peoples stand.
"""

from collections.abc import Mapping

from client.games.api import (
    NEAREST,
    NO_PLAN,
    Arrow,
    Column,
    Line,
    Marks,
    Panel,
    Picture,
    PieceTable,
    Plan,
    Side,
    Size,
    Spot,
    Window,
)
from client.games.graph import next_label
from client.games.plans import merged, write_mark
from client.games.zargos import drawing, kingdom_list, standing
from client.games.zargos.drawing import look as look
from client.games.zargos.drawing import planned_units, spot_of
from client.games.zargos.labels import LARGE, SEA, SMALL, label, labels_of, neighbours, written
from client.games.zargos.peoples import FIGURES, SIDE, led_by, standing_order, style_of, units_at
from client.games.zargos.peoples import sides as sides
from client.games.zargos.plan import plan as plan_of
from client.games.zargos.standing import strip as strip
from client.games.zargos.story import frames as frames
from client.games.zargos.story import verdicts as verdicts
from protocol.ids import Lines, Seat, SheetKey
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos import Combat, ZargosView
from protocol.views.zargos.board import ARMS, CITY, KINGDOMS, ORDER, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.words import SETUP, People, Place

zooms = 2
STRIP_WIDTH = 100
"""On a board that is at least so wide, everything that is always in sight needs one line."""
PIECE_COLUMNS = (5, 14, 7, 8, 9, 7, 30)
"""The widths of the columns of the table of peoples."""


def sides_of(view: ZargosView | None, seat: Seat) -> tuple[Side, ...]:
    return tuple(SIDE[people] for people in led_by(view, seat)) if view else ()


def own(view: ZargosView, seat: Seat) -> frozenset[SheetKey]:
    return frozenset(led_by(view, seat))


def sheet_name(sheet: SheetKey, words: Catalogue) -> str:
    """The people; while peoples are chosen, the seat."""
    return words.word("people", sheet) if sheet in FIGURES else words.say(Note("panel.seat", {"seat": sheet}))


def size_for(columns: int, rows: int, zoom: int = 0) -> Size | None:
    whole = kingdom_list.SIZE if zoom else SMALL.size
    least = drawing.LIST_LEAST if zoom else drawing.LEAST
    if not zoom and columns >= LARGE.size[0] and rows >= LARGE.size[1]:
        return Size(LARGE.size, LARGE.size)
    return Size(whole, least) if columns >= least[0] and rows >= least[1] else None


def strip_rows(columns: int) -> int:
    return 1 if columns >= STRIP_WIDTH else 2


def render(view: ZargosView, size: tuple[int, int], marks: Marks, window: Window = NEAREST) -> Picture:
    return drawing.render(view, size, marks, window)


def home(view: ZargosView, sheet: SheetKey) -> Spot:
    """Where something happens, or else the largest group of the people, or else the City."""
    if here := focus(view):
        return spot_of(here)
    peoples = (sheet,) if sheet in FIGURES else led_by(view, view.seat or "")
    held = {place: count for people in peoples for place, count in view.units.get(people, {}).items()}
    return spot_of(max(held, key=lambda place: (held[place], -ORDER.index(place)), default=CITY))


def spot(place: str) -> Spot | None:
    return spot_of(place) if place in labels_of(SMALL) else None


def walk(spot: Spot, arrow: Arrow) -> Spot:
    labels = labels_of(SMALL)
    return spot_of(next_label(labels.values(), labels[spot.place], arrow).place)


def place_of(word: str, sheet: SheetKey) -> str:
    code = word.upper().removeprefix(SEA)
    return code if code in labels_of(SMALL) else ""


def _kind(place: Place) -> str:
    if is_sea(place):
        return "sea"
    land = TERRITORIES[place]
    return "volcano" if land.volcano else land.kind


def place_name(view: ZargosView, place: str, words: Catalogue) -> str:
    return place_words(place, words)


def place_words(place: Place, words: Catalogue) -> str:
    """What the place is, and its neighbours."""
    args: dict[str, Arg] = {
        "kind": words.word("kind", _kind(place)),
        "kingdom": "" if is_sea(place) else words.word("kingdom", TERRITORIES[place].kingdom),
        "ocean": words.word("ocean", SEAS[place].ocean) if is_sea(place) else "",
        "neighbours": " ".join(map(written, neighbours(place))),
    }
    return words.say(Note("place.sea" if is_sea(place) else "place.land", args))


def inspect(view: ZargosView, place: str, words: Catalogue, plan: Plan = NO_PLAN) -> tuple[Line, ...]:
    """The place with its neighbours; then who stands there, who attacks it, and what it is worth."""
    shown = plan.stays or view
    head = "".join(text for _, text in label(shown, place))
    beside = " ".join(map(written, neighbours(place)))
    lines: list[Line] = [(("class:label", f"{head}:"), ("", f" {beside}"))]
    lines += _standing(shown, place, words, plan)
    lines += [_invaders(combat, words) for combat in view.combats if combat.at == place]
    return (*lines, *((("", text),) for text in _facts(view, place, words)))


def _standing(view: ZargosView, place: Place, words: Catalogue, plan: Plan) -> list[Line]:
    """Those who stay there, and behind them what the plan does."""
    planned = merged(plan.at(place))
    found = units_at(view, place)
    marked = [write_mark(mark, planned_units(mark, found[0] if found else "")) for mark in planned]
    if found is None:
        said = " ".join([words.say(Note("place.empty")), *marked])
        return [(("class:dim", f" {said}"),)]
    people, count = found
    text = " ".join([str(count), words.word("unit", people, count), *marked])
    return [((style_of(people), f" {people} "), ("", f" {text}"))]


def _invaders(combat: Combat, words: Catalogue) -> Line:
    text = words.say(Note("place.invader", {"number": combat.number}))
    return ((style_of(combat.by), f" {combat.by} "), ("", f" {text}"))


def _facts(view: ZargosView, place: Place, words: Catalogue) -> list[str]:
    """What the place is and counts, and where arms and volcanoes lead."""
    if is_sea(place):
        return [words.say(Note("place.in-ocean", {"ocean": words.word("ocean", SEAS[place].ocean)}))]
    land = TERRITORIES[place]
    value = KINGDOMS[land.kingdom].value
    args: dict[str, Arg] = {"kind": words.word("kind", _kind(place)), "points": land.points}
    args |= {"kingdom": words.word("kingdom", land.kingdom), "value": value or 0}
    said = [words.say(Note("place.worth" if value else "place.worth-zargos", args))]
    if place in ARMS:
        said.append(words.say(Note("place.arm", {"places": " ".join(ARMS[place])})))
    if f"ICE {land.kingdom}" in view.winds:
        said.append(words.say(Note("place.frozen")))
    return said


def panels(view: ZargosView, words: Catalogue, width: int, plan: Plan = NO_PLAN) -> tuple[Panel, ...]:
    return standing.panels(view, words, width)


def plan(view: ZargosView, sheets: Mapping[SheetKey, Lines]) -> Plan:
    return plan_of(view, sheets, spot)


def focus(view: ZargosView) -> str:
    """The first place of which somebody decides how it is defended."""
    return view.combats[0].at if view.stage == "defence" and view.combats else ""


def plays(view: ZargosView, seat: Seat) -> bool:
    """A seat plays as long as one of its peoples is in the game."""
    if view.stage in SETUP:
        return seat in view.seating
    return any(people not in view.out for people in led_by(view, seat))


def numbers(view: ZargosView) -> dict[str, int]:
    return {"turn": view.turn, "turns": view.turns}


def reading(view: ZargosView) -> tuple[SheetKey, ...]:
    """The play order, read from the active people on."""
    order: tuple[People, ...] = standing_order(view)
    first = order.index(view.active) if view.active in order else 0
    return order[first:] + order[:first]


def pieces(words: Catalogue) -> PieceTable:
    heads = words.say(Note("help.piece-columns")).split("|")
    rows = tuple(
        (
            *(
                people,
                words.word("army", people),
                str(figures.speed),
                str(figures.attack),
                str(figures.defence),
            ),
            *(str(figures.price or "-"), words.word("gift", people)),
        )
        for people, figures in FIGURES.items()
    )
    return PieceTable(tuple(map(Column, heads, PIECE_COLUMNS)), rows)


def order_notes(view: ZargosView, words: Catalogue) -> tuple[str, ...]:
    """Whether powers work in the middle, and how peoples buy."""
    powers = () if view.zargos_powers else (words.say(Note("order-note.no-powers")),)
    return (*powers, words.say(Note(f"order-note.buying-{view.buying}")))
