"""Who comes first: by a number, and if it is equal by dice. Z-POINT-2."""

from collections.abc import Callable, Iterable, Mapping, Sequence

Throw = Callable[[str], int]


def rank(names: Sequence[str], values: Mapping[str, int], throw: Throw) -> list[str]:
    """The names by their values, highest first. Those that are equal throw in the order given here."""
    ranked: list[str] = []
    for group in _groups(names, values):
        ranked += group if len(group) == 1 else rank_by_dice(group, throw)
    return ranked


def rank_by_dice(names: Sequence[str], throw: Throw) -> list[str]:
    """Each throws; those that are still equal throw again at once."""
    return rank(names, {name: throw(name) for name in names}, throw)


def _groups(names: Sequence[str], values: Mapping[str, int]) -> Iterable[list[str]]:
    for value in sorted({values[name] for name in names}, reverse=True):
        yield [name for name in names if values[name] == value]
