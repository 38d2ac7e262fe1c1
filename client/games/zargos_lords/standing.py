"""How the peoples of Zargo's Lords stand: month, whose move it is, cities, pieces, pacts, standing words.

One people is `K 4# 62p`: four cities and 62 pieces. Those of others are counted only on the map: `58+p`.
"""

from client.games.api import WIDE, Fragment, Line, Panel, PanelRow
from client.games.zargos_lords.peoples import count_of, style_of
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords.view import LordsView, Standing
from protocol.views.zargos_lords.words import OVER, SETUP, People, read_unit

GAP = "  "


def panels(view: LordsView, words: Catalogue, width: int) -> tuple[Panel, ...]:
    """The month and whose move it is, the peoples, and what is agreed."""
    is_wide = width >= WIDE
    rows = tuple(_row(view, people, words, is_wide=is_wide) for people in view.peoples)
    agreed = tuple(PanelRow((("", text),)) for text in _agreed(view, words) if len(text) <= width)
    course = _turn(view, words) if len(_turn(view, words)) <= width else _short_turn(view, words)
    shown = (Panel((PanelRow((("bold", course),)), *rows), _month(view, words)), Panel(agreed))
    return tuple(panel for panel in shown if panel.rows)


def _row(view: LordsView, people: People, words: Catalogue, *, is_wide: bool) -> PanelRow:
    text = words.say(Note("panel.people-wide" if is_wide else "panel.people", _figures(view, people)))
    return PanelRow(((style_of(people), people), ("", f" {text}")))


def _figures(view: LordsView, people: People) -> dict[str, Arg]:
    count = count_of(view, people)
    units = [read_unit(unit) for unit in view.pieces.get(people, {}).values()]
    seen = sum(2 if unit.ward and not unit.captive_of else 1 for unit in units)
    return {
        "cities": len(view.cities.get(people, {})),
        "pieces": f"{seen}+" if count is None else count,
    }


def strip(view: LordsView, words: Catalogue, width: int, rows: int) -> tuple[Line, ...]:
    """All peoples, whose move it is and what is agreed in one row; what does not fit is left out."""
    if rows < 1:
        return ()
    parts: list[list[Fragment]] = [
        [(style_of(people), people), ("", f" {words.say(Note('panel.people', _figures(view, people)))}")]
        for people in view.peoples
    ]
    parts += [[("bold", _turn(view, words))], *([("", text)] for text in _agreed(view, words))]
    line: list[Fragment] = []
    used = 0
    for part in parts:
        size = sum(len(text) for _, text in part) + (len(GAP) if line else 0)
        if used + size <= width:
            line += [("", GAP), *part] if line else part
            used += size
    return (tuple(line),)


def _month(view: LordsView, words: Catalogue) -> str:
    return words.say(Note("panel.month", {"month": view.month, "months": view.months}))


def _turn(view: LordsView, words: Catalogue) -> str:
    if view.stage == SETUP:
        return words.say(Note("panel.setup"))
    if view.stage == OVER:
        return words.say(Note("panel.over"))
    code = "panel.turn" if view.part <= 1 else "panel.turn-again"
    return words.say(Note(code, {"people": view.turn, "part": view.part}))


def _short_turn(view: LordsView, words: Catalogue) -> str:
    return words.say(Note("panel.turn-short", {"people": view.turn}))


def _agreed(view: LordsView, words: Catalogue) -> list[str]:
    """The pacts, and the reader's own standing words."""
    said = [words.say(Note("panel.pacts", {"pacts": " ".join(view.pacts)}))] if view.pacts else []
    if view.seat and view.stage not in (SETUP, OVER):
        own = view.standing.get(view.seat, Standing())
        said.append(words.say(Note("panel.retreat", {"word": own.retreat})))
        said.append(words.say(Note("panel.push", {"word": own.push})))
    return said
