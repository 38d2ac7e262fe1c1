"""How far a sheet is written, and what the rules do in place of what it leaves out. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Note, Progress
from protocol.views.strategiksa import Choice, StrategiksaView
from server.games.strategiksa.choices import decide, default
from server.games.strategiksa.desk import owes
from server.games.strategiksa.placement import ARMY, Placing
from server.games.strategiksa.state import Course
from server.games.strategiksa.turn import Turn


def progress(view: StrategiksaView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    if not owes(view, sheet):
        return Progress()
    if view.stage == "placement":
        return _placed(view, lines)
    if view.stage == "turn":
        return Progress(_unused(view, lines))
    undecided = decide(view, sheet, lines)[0] is None
    return Progress(_undecided(view) if undecided else None)


def _placed(view: StrategiksaView, lines: Sequence[str]) -> Progress:
    """K-SETUP-2: how many of the army are placed, and what is placed for the player."""
    placing = Placing(view)
    placing.read(lines)
    otherwise: Note | None = None
    if placing.zone is None:
        otherwise = Note("otherwise.placement-empty")
    elif placing.left or not placing.has_king:
        missing = "both" if placing.left and not placing.has_king else "army" if placing.left else "king"
        otherwise = Note(f"otherwise.placement-{missing}", {"left": placing.left})
    return Progress(otherwise, ARMY - placing.left, ARMY)


def _unused(view: StrategiksaView, lines: Sequence[str]) -> Note | None:
    """K-TURN-2: reinforcements that are not used are lost."""
    turn = Turn(Course(view))
    turn.read(lines)
    left = view.reinforcements if turn.left is None else turn.left
    if turn.read_any:
        is_lost = left > 0 and not turn.offering  # after an offer the turn goes on with another sheet
        return Note("otherwise.turn-unused", {"left": left}) if is_lost else None
    return Note("otherwise.turn-lost", {"left": left}) if left else Note("otherwise.turn")


def _undecided(view: StrategiksaView) -> Note:
    if view.stage == "answer":
        return Note("otherwise.answer", {"player": view.active})
    if view.stage == "crown" and view.fallen:
        return Note("otherwise.crown", {"player": view.fallen.colour})
    first = default(view)
    assert isinstance(first, Choice)  # K-BATTLE-7: a piece fights; nobody is cured unasked
    return Note("otherwise.battle", {"unit": first.unit})
