"""How far a sheet is written, and what the rules do in place of what it leaves out. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Note, Progress
from protocol.views.zargos.view import ZargosView
from server.games.zargos.attack import Attack
from server.games.zargos.choosing import Choosing, free_peoples
from server.games.zargos.curses import Tribute
from server.games.zargos.deploy import Deployment
from server.games.zargos.desk import owes, trial_of
from server.games.zargos.draft import Wishing
from server.games.zargos.keep import Keeping
from server.games.zargos.purchase import Purchase
from server.games.zargos.shelter import Shelter
from server.games.zargos.trade import Replying


def progress(view: ZargosView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    if not owes(view, sheet):
        return Progress()
    trial = trial_of(view, sheet)
    trial.read(lines)
    is_empty = not any(line.strip() for line in lines)
    match trial:
        case Choosing():
            first = Note("otherwise.people", {"people": free_peoples(view)[0]})
            return Progress(None if trial.chosen else first)
        case Wishing():
            return Progress(None if trial.letters else Note("otherwise.draft"))
        case Replying():
            return _replied(trial, is_empty)
        case Deployment():
            return _deployed(trial, view.to_place.get(sheet, 0))
        case Tribute():
            paid = Note("otherwise.curse", {"place": trial.paying()})
            return Progress(None if trial.chosen else paid)
        case Keeping():
            return _kept(trial)
        case Purchase():
            return _bought(trial, is_empty)
        case Shelter():
            left = sum(trial.stock(cell) for cell in trial.ways)
            return Progress(Note("otherwise.shelter", {"left": left}) if left else None)
        case Attack():
            return Progress(_stayed(trial))
    return Progress(Note(f"otherwise.{view.stage}") if is_empty else None)


def _stayed(trial: Attack[ZargosView]) -> Note | None:
    if trial.has_moved:
        return None
    return Note("otherwise.attack-knights" if trial.people == "K" else "otherwise.attack")


def _replied(trial: Replying[ZargosView], is_empty: bool) -> Progress:
    number = len(trial.offers)
    return Progress(Note("otherwise.reply", {"offers": number}) if is_empty else None)


def _deployed(trial: Deployment[ZargosView], wanted: int) -> Progress:
    """Z-PHASE-10: what is left is placed by the rules."""
    left = trial.left
    return Progress(Note("otherwise.deploy", {"left": left}) if left else None, wanted - left, wanted)


def _kept(trial: Keeping[ZargosView]) -> Progress:
    chosen = len(trial.chosen)
    filled = " ".join(trial.kept()[chosen:])
    otherwise = Note("otherwise.keep", {"cards": filled}) if filled else None
    return Progress(otherwise, chosen, trial.limit)


def _bought(trial: Purchase[ZargosView], is_empty: bool) -> Progress:
    """Z-BUY-1: what is not spent is lost, but an empty sheet buys units."""
    spent = trial.position.points.get(trial.people, 0)
    if is_empty:
        return Progress(Note("otherwise.buy", {"points": spent}), 0, spent)
    left = trial.points
    otherwise = Note("otherwise.buy-lost", {"points": left}) if left else None
    return Progress(otherwise, spent - left, spent)
