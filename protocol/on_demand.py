"""A table of things that are loaded when they are first asked for.

A program that plays one game need not read all the others first, so it starts sooner.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from threading import RLock
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_LOADING = RLock()
"""One thread loads at a time: two that enter the same package by different doors can find it half loaded."""


def found_at(place: str) -> Any:
    """What a module holds. The place is written as `package.module:name`."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class OnDemand(MutableMapping[str, T], Generic[T]):
    """A value for each name. Whoever looks at all values loads all; the names alone load nothing."""

    def __init__(self, places: Mapping[str, str], load: Callable[[str], T] = found_at) -> None:
        """`load` makes the value of a name out of its place."""
        self._places = dict(places)
        self._load = load
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            self._load_now(name, self._places[name])
        return self._loaded[name]

    def load_all(self) -> None:
        """Load everything now, so that nobody waits for it later."""
        for name in self:
            self[name]

    def _load_now(self, name: str, place: str) -> None:
        with _LOADING:
            if name in self._loaded:  # another thread has loaded it meanwhile
                return
            try:
                self._loaded[name] = self._load(place)
            except KeyError as error:  # it would look as if there were no such name
                raise ImportError(f"{place} cannot be loaded: it has no {error}") from error

    def __setitem__(self, name: str, value: T) -> None:
        self._places.setdefault(name, "")
        self._loaded[name] = value

    def __delitem__(self, name: str) -> None:
        del self._places[name]
        self._loaded.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places
