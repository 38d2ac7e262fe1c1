"""Dice. Each throw is recorded; a replay takes the throws from the record."""

from collections.abc import Iterable
from random import Random
from typing import Protocol


class Roller(Protocol):
    def roll(self, faces: int) -> int:
        """A number from 1 to `faces`."""
        ...


class Dice:
    """Seeded dice that keep a record of what they showed."""

    def __init__(self, seed: int) -> None:
        # Random.random() is the one method whose sequence Python promises to keep across versions.
        self._random = Random(seed).random
        self.rolled: list[int] = []

    def roll(self, faces: int) -> int:
        face = int(self._random() * faces) + 1
        self.rolled.append(face)
        return face


class LoadedDice:
    """Dice that show the numbers of a record."""

    def __init__(self, rolled: Iterable[int]) -> None:
        self._left = iter(rolled)

    def roll(self, faces: int) -> int:
        face = next(self._left, None)
        if face is None or not 1 <= face <= faces:
            raise ValueError(f"the record of dice does not fit: wanted 1 to {faces}, found {face}")
        return face
