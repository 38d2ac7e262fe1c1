"""How far a sheet is written, and what the rules do in place of what it leaves out. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Arg, Note, Progress
from protocol.views.argad.board import TABLES
from protocol.views.argad.figures import cost_of
from protocol.views.argad.view import ArgadView
from protocol.views.argad.words import ARMY, DEPLOY, JOKER_STAGE, PLAN, SIDE_OF
from server.games.argad.armies import default_army, read_army
from server.games.argad.deploying import read_deployment
from server.games.argad.desk import judged_lines, owes
from server.games.argad.jokers import default_help
from server.games.argad.planning import PlannedSheet


def progress(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    if not owes(view, sheet):
        return Progress()
    if view.stage == ARMY:
        return _army(view, sheet, lines)
    if view.stage == DEPLOY:
        return _deployment(view, sheet, lines)
    if view.stage == PLAN:
        return _plan(view, sheet, lines)
    is_done = any(line.flaw is None for line in judged_lines(view, sheet, lines))
    return Progress(None if is_done else _default(view, sheet))


def _default(view: ArgadView, sheet: SheetKey) -> Note:
    """What happens at the bell without a legal line."""
    if view.stage != JOKER_STAGE:
        return Note(f"otherwise.{view.stage}")
    letter, unit = default_help(view, sheet)
    return Note("otherwise.joker-wear", {"unit": unit}) if letter == "W" else Note("otherwise.joker")


def _army(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    """A-PHASE-6: a list is taken whole or not at all."""
    read = read_army(sheet, lines, is_bought=view.is_bought, is_even=view.is_even)
    default = default_army(SIDE_OF[sheet]).name
    if not read.units:
        is_taken = any(line.flaw is None for line in read.lines)
        return Progress(None if is_taken else Note("otherwise.army", {"army": default}))
    limits = TABLES.limits
    args: dict[str, Arg] = {"army": default, "cost": sum(map(cost_of, read.units)), "most": limits.budget}
    is_bad = read.faults or any(line.flaw for line in read.lines)
    args["fault"] = read.faults[0] if read.faults else "lines"
    note = Note("otherwise.army-void", args) if is_bad else None
    return Progress(note, min(len(read.units), limits.units[0]), limits.units[0])


def _deployment(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    """A-SETUP-2: what a sheet leaves out goes to its default hex."""
    deployment, _ = read_deployment(view, sheet, lines)
    placed, wanted = len(deployment.places), len(deployment.figures)
    missing = [name for name in deployment.figures if name not in deployment.places]
    note = Note("otherwise.deploy", {"units": " ".join(missing)}) if missing else None
    return Progress(note, placed, wanted)


def _plan(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    cards = view.deck.get(sheet, 0)
    orders = len(PlannedSheet(sheet, lines, cards).orders)
    note = Note("otherwise.plan", {"cards": cards - orders}) if orders < cards else None
    return Progress(note, min(orders, cards), cards)
