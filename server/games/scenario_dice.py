"""The dice of a scenario: faces given in the order in which they are thrown."""

from collections.abc import Sequence
from typing import Any

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
            raise BadScenario(
                f'"dice" has {len(self._faces)} faces, and throw {number} needs one more, from 1 to {faces}'
            )
        face = self._faces[self._thrown]
        if not 1 <= face <= faces:
            raise BadScenario(f'"dice": throw {number} is from 1 to {faces}, and {face} is given')
        self._thrown = number
        return face


def read_dice(given: Any) -> ScenarioDice:
    """The `dice` of a scenario, or BadScenario."""
    is_list = isinstance(given, list) and len(given) <= MOST_DICE
    if not is_list or not all(isinstance(face, int) and not isinstance(face, bool) for face in given):
        raise BadScenario(f'"dice" must be a list of at most {MOST_DICE} whole numbers, such as [6, 1, 3]')
    return ScenarioDice(given)
