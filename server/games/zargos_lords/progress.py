"""How far a sheet is written, and what the rules do in place of what it leaves out. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Note, Progress
from protocol.views.zargos_lords.events import Duty
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import TURN
from server.games.zargos_lords.desk import entries, owes
from server.games.zargos_lords.fights import add_duties
from server.games.zargos_lords.figures import Figure
from server.games.zargos_lords.trial import Trial


def progress(view: LordsView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    if not owes(view, sheet):
        return Progress()
    if view.stage == TURN:
        return _move(view, sheet, lines)
    is_done = any(entry.flaw is None for entry in entries(view, sheet, lines))
    return Progress(None if is_done else Note(f"otherwise.{view.stage}"))


def _move(view: LordsView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    """L-ZONE-6: units beside an enemy that nobody orders fight by duty."""
    trial = Trial(view, sheet, lines)
    figures = _figures(trial)
    done = sum(figure.has_acted for figure in figures)
    return Progress(_otherwise(trial), done, len(figures))


def _figures(trial: Trial) -> list[Figure]:
    field = trial.course.field
    on_map = [figure for body in field.bodies_of(trial.people) for figure in body.figures]
    return on_map + [figure for city in field.cities_of(trial.people) for figure in city.garrison]


def _otherwise(trial: Trial) -> Note | None:
    if trial.reading.is_part:
        return Note("otherwise.part")
    course = trial.course
    add_duties(course, [])
    duties = [event.at for event in course.story if isinstance(event, Duty)]
    if duties:
        return Note("otherwise.duty", {"count": len(duties), "places": " ".join(duties)})
    is_empty = not any(entry.flaw is None for entry in trial.entries)
    return Note("otherwise.turn") if is_empty else None
