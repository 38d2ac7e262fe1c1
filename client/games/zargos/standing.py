"""How the peoples of Zargos stand: play order, points, boats, cards; the curse, the winds, the Master.

One people is `1 K 14p 2b 3c BZ TA`: its place in the play order, its letter, 14 points, 2 boats, 3 magic
cards, and the cards of Banzol and Tairo. Before the first turn it has territories and secret cards instead.
"""

from collections.abc import Iterator

from client.games.api import Fragment, Line, Panel, PanelRow
from client.games.zargos.peoples import standing_order, style_of
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos import ZargosView
from protocol.views.zargos.words import SETUP, People

WIDE = 24
NOBODY = "-"


def panels(view: ZargosView, words: Catalogue, width: int) -> tuple[Panel, ...]:
    """The peoples one below the other, and below them what is in force."""
    blank = " " if width >= WIDE else ""
    rows = tuple(_row(view, people, words, blank) for people in standing_order(view))
    facts = tuple(PanelRow((("", text),)) for text in in_force(view, words))
    title = words.say(Note("panel.order")) if width >= WIDE else ""
    shown = (Panel(rows, title), Panel(facts))
    return tuple(panel for panel in shown if panel.rows) if width >= WIDE else (Panel((*rows, *facts)),)


def _row(view: ZargosView, people: People, words: Catalogue, blank: str) -> PanelRow:
    text = blank.join(figures(view, people, words))
    return PanelRow(((style_of(people), people), ("", f"{blank}{text}")))


def strip(view: ZargosView, words: Catalogue, width: int, rows: int) -> tuple[Line, ...]:
    """Everybody and everything in force in so many lines; nothing if there is not enough room for it."""
    for blank, gap in ((" ", "  "), ("", "  "), ("", " ")):
        parts = [_part(view, people, number, words, blank) for number, people in _numbered(view)]
        parts += [[("bold", text)] for text in in_force(view, words)]
        lines = _flow(parts, width, gap)
        if len(lines) <= rows:
            return tuple(lines)
    return ()


def _numbered(view: ZargosView) -> Iterator[tuple[int, People]]:
    yield from enumerate(standing_order(view), 1)


def _part(view: ZargosView, people: People, number: int, words: Catalogue, blank: str) -> list[Fragment]:
    text = blank.join(figures(view, people, words))
    is_active = people == view.active
    body = f"{blank}{text}" if text else ""
    return [("", f"{number}{blank}"), (style_of(people), people), ("bold" if is_active else "", body)]


def _flow(parts: list[list[Fragment]], width: int, gap: str) -> list[Line]:
    """The parts in lines of that width with a gap between them, none of them broken."""
    lines: list[list[Fragment]] = [[]]
    used = 0
    for part in parts:
        size = sum(len(text) for _, text in part)
        if used and used + len(gap) + size > width:
            lines.append([])
            used = 0
        lines[-1] += [("", gap), *part] if used else part
        used += size + (len(gap) if used else 0)
    return [tuple(line) for line in lines]


def figures(view: ZargosView, people: People, words: Catalogue) -> list[str]:
    """The figures of a people, each with its short word; those of nothing are left out."""
    if people in view.out:
        return [words.say(Note("panel.out"))]
    if view.stage in SETUP:
        return _before_the_game(view, people, words)
    counts = [("points", view.worth.get(people, 0)), ("boats", view.boats.get(people, 0))]
    counts.append(("cards", view.hand_sizes.get(people, 0)))
    said = [_count(words, name, count) for name, count in counts if count or name == "points"]
    if left := view.points.get(people, 0):
        said.append(_count(words, "left", left))
    return [*said, *(code for code, holder in view.kingdoms.items() if holder == people)]


def _before_the_game(view: ZargosView, people: People, words: Catalogue) -> list[str]:
    counts = {
        "territories": len(view.units.get(people, {})),
        "secret": sum(view.backs.get(people, (0, 0))),
        "boats": view.boats.get(people, 0),
        "units": view.to_place.get(people, 0),
    }
    return [_count(words, name, count) for name, count in counts.items() if count]


def _count(words: Catalogue, name: str, count: int) -> str:
    return words.say(Note(f"panel.{name}", {"count": count}))


def in_force(view: ZargosView, words: Catalogue) -> list[str]:
    """The Master, the curse and whom it does not touch, the winds, and what is left in the piles."""
    said = []
    if view.stage not in SETUP:
        said.append(_fact(words, "master", people=view.master or NOBODY))
    if view.curse:
        name, *place = view.curse.split()
        said.append(_fact(words, "curse", curse=" ".join([words.word("curse-word", name), *place])))
        if view.exempt:
            said.append(_fact(words, "exempt", peoples="".join(view.exempt)))
    said += [_wind(wind, words) for wind in view.winds]
    if view.stage in ("draft", "people") and view.blue + view.green:
        said.append(_fact(words, "piles", blue=view.blue, green=view.green))
    if view.stage in ("offer", "reply") and view.round:
        said.append(_fact(words, "trade", round=view.round, rounds=view.trade))
    return said


def _wind(wind: str, words: Catalogue) -> str:
    return words.letters.line(wind).upper()


def _fact(words: Catalogue, name: str, **args: Arg) -> str:
    return words.say(Note(f"panel.{name}", args))
