"""Which pieces go where from one diagram to the next, so that whoever draws them can let them move."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from client.games.shapes import Diagram, Place, Shape


class Slide(Struct, frozen=True, omit_defaults=True):
    """Pieces that go from one place to another, come on the board, or leave it."""

    kind: str
    """The kind of their token."""
    count: int
    start: str = ""
    """Where they were; empty for pieces that come on the board."""
    end: str = ""
    """Where they are now; empty for pieces that leave the board."""


def slides_between(shape: Shape, before: Diagram, after: Diagram) -> tuple[Slide, ...]:
    """The pieces that are elsewhere than before. Pieces of the same kind go the shortest ways."""
    old, new = _counts(before), _counts(after)
    places = {place.key: place for place in shape.places}
    found: list[Slide] = []
    for kind in dict.fromkeys((*old, *new)):
        left = Counter(old.get(kind, {}))
        left.subtract(new.get(kind, {}))
        found += _matched(kind, +left, -left, shape, places)
    return tuple(found)


def _counts(diagram: Diagram) -> dict[str, dict[str, int]]:
    """How many pieces of each kind there are on each place."""
    found: dict[str, dict[str, int]] = {}
    for token in diagram.tokens:
        found.setdefault(token.kind, {})[token.place] = token.count
    return found


def _matched(
    kind: str, gone: Counter[str], come: Counter[str], shape: Shape, places: Mapping[str, Place]
) -> list[Slide]:
    """Pairs of places, the nearest ones first; what is left over comes on the board or leaves it."""
    ways = sorted((distance(shape, places[a], places[b]), a, b) for a in gone for b in come)
    found: list[Slide] = []
    for _, start, end in ways:
        if count := min(gone[start], come[end]):
            found.append(Slide(kind, count, start, end))
            gone[start] -= count
            come[end] -= count
    found += [Slide(kind, count, start=place) for place, count in (+gone).items()]
    return found + [Slide(kind, count, end=place) for place, count in (+come).items()]


def distance(shape: Shape, start: Place, end: Place) -> int:
    """The square of the distance between two places, round the board if that is shorter."""
    return sum(
        min(abs(a - b), abs(wrap - abs(a - b)) if wrap else abs(a - b)) ** 2
        for a, b, wrap in zip(start.at, end.at, shape.wraps, strict=True)
    )
