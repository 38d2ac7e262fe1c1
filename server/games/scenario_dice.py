"""The dice of a scenario: faces given in the order in which they are thrown."""

from collections.abc import Sequence
from typing import Any

from protocol.notes import Arg, Note
from server.games.api import BadScenario

MOST_DICE = 10_000


class ScenarioDice:
    def __init__(self, faces: Sequence[int] = ()) -> None:
        self._faces = tuple(faces)
        self._thrown = 0

    @property
    def left(self) -> int:
        """How many faces were given and not thrown."""
        return len(self._faces) - self._thrown

    def roll(self, faces: int) -> int:
        number = self._thrown + 1
        if not self.left:
            args: dict[str, Arg] = {"given": len(self._faces), "number": number, "faces": faces}
            raise BadScenario("table", Note("scenario.dice-spent", args))
        face = self._faces[self._thrown]
        if not 1 <= face <= faces:
            wrong: dict[str, Arg] = {"number": number, "faces": faces, "given": face}
            raise BadScenario("table", Note("scenario.dice-face", wrong))
        self._thrown = number
        return face


def read_dice(given: Any) -> ScenarioDice:
    """The `dice` of a scenario, or BadScenario."""
    is_list = isinstance(given, list) and len(given) <= MOST_DICE
    if not is_list or not all(isinstance(face, int) and not isinstance(face, bool) for face in given):
        raise BadScenario("table", Note("scenario.dice-form", {"most": MOST_DICE}))
    return ScenarioDice(given)
