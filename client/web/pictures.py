"""Boards as data for the page: what is drawn, and what changes from one picture to the next."""

from collections import OrderedDict
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from client.games import GAMES
from client.games.api import Drawing, Marks
from client.games.shapes import Diagram, PieceKind, Shape, Token
from client.state.client_state import ClientState
from protocol.ids import Lines, SheetKey
from protocol.letters import letters_of
from protocol.texts import Catalogue
from protocol.vocabulary import WRITING

MOST_KEPT = 1024
"""How many diagrams are kept. All who watch a table see the same, so it is made only once for them."""

LARGEST_KEPT = 32 * 1024
"""So many bytes a position may have whose diagram is kept. Only an edited record has larger ones."""

NO_DIAGRAM = Diagram((), ())


class Change(Struct, frozen=True, omit_defaults=True):
    """Which tokens come, change or go, from one picture to the next."""

    put: tuple[Token, ...] = ()
    gone: tuple[tuple[str, str], ...] = ()
    """The kind and the place of each token that goes."""
    kinds: tuple[PieceKind, ...] = ()
    """The kinds that are new or otherwise than before."""


def change_between(before: Diagram, after: Diagram) -> Change:
    old, new = _by_name(before.tokens), _by_name(after.tokens)
    known = {kind.key: kind for kind in before.kinds}
    return Change(
        tuple(token for name, token in new.items() if old.get(name) != token),
        tuple(name for name in old if name not in new),
        tuple(kind for kind in after.kinds if known.get(kind.key) != kind),
    )


def _by_name(tokens: Iterable[Token]) -> dict[tuple[str, str], Token]:
    return {(token.kind, token.place): token for token in tokens}


class Easel:
    """Makes the shapes and diagrams of one game in one language."""

    _kept: ClassVar[OrderedDict[tuple[str, str, bytes], Diagram]] = OrderedDict()
    """The diagrams that were made last, for all games and languages."""

    def __init__(self, game: str, language: str) -> None:
        self._game, self._language = game, language
        shown = GAMES.get(game)
        self.drawing: Drawing | None = shown.drawing if shown else None
        self.words: Catalogue | None = shown.words(language) if shown else None

    def shape(self, view: Any) -> Shape | None:
        if self.drawing is None or self.words is None or view is None:
            return None
        return self.drawing.shape(view, self.words)

    def diagram(self, view: Any, sheets: dict[SheetKey, Lines], changed: frozenset[str]) -> Diagram:
        """The position, with what the lines of these sheets would do, and with what has changed."""
        if self.drawing is None or self.words is None or view is None:
            return NO_DIAGRAM
        asked = msgspec.msgpack.encode((view, list(sheets.items()), sorted(changed)), enc_hook=str)
        name = (self._game, self._language, blake2b(asked).digest())
        if name not in self._kept:
            made = self.drawing.diagram(view, self.words, self._marks(view, sheets, changed))
            if len(asked) > LARGEST_KEPT:
                return made
            self._kept[name] = made
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]

    def _marks(self, view: Any, sheets: dict[SheetKey, Lines], changed: frozenset[str]) -> Marks:
        assert self.words
        letters = letters_of(self._game, self._language)
        marks = Marks(changed=changed, letters=letters, words=self.words)
        if any(sheets.values()):
            plan = GAMES[self._game].board.plan(view, sheets)
            return msgspec.structs.replace(marks, plan=plan)
        return marks


def planned_sheets(state: ClientState) -> dict[SheetKey, Lines]:
    """The player's own lines, whose effect is drawn while they are written."""
    if state.stage != WRITING:
        return {}
    return {key: sheet.lines for key, sheet in state.sheets.items()}


class Sketch(Struct, frozen=True):
    """What of the board a page shows now."""

    shape: Shape | None = None
    diagram: Diagram = NO_DIAGRAM


def sketch_of(state: ClientState, language: str) -> Sketch:
    easel = Easel(state.game, language)
    return Sketch(easel.shape(state.view), easel.diagram(state.view, planned_sheets(state), frozenset()))
