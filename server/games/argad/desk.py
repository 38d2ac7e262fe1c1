"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

from collections.abc import Sequence

from protocol.ids import SheetKey
from protocol.notes import Fault, Note, Progress, Suggestion
from protocol.views.argad.view import ArgadView


def usage(view: ArgadView, sheet: SheetKey) -> Note | None:
    return None


def progress(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> Progress:
    return Progress()


def review(view: ArgadView, sheet: SheetKey, lines: Sequence[str]) -> tuple[Fault, ...]:
    return ()


def suggest(view: ArgadView, sheet: SheetKey, above: Sequence[str], text: str) -> tuple[Suggestion, ...]:
    return ()
