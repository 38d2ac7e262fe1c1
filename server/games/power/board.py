"""The board: 57 sectors and 4 reserves, their neighbours, and how far each piece can go. P-BOARD, P-MOVE."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

from protocol.letters import sets_of
from protocol.views.power import ARMIES, KINDS, Army, Kind, Place, headquarters, reserve

_BOARD = json.loads(resources.files(__package__).joinpath("board.json").read_text("utf-8"))

GRID: tuple[tuple[Place, ...], ...] = tuple(map(tuple, _BOARD["grid"]))
GROUND: Mapping[Place, str] = _BOARD["kind"]
"""The ground of each sector: hq, coast, inland, island or sea."""
NEIGHBOURS: Mapping[Place, tuple[Place, ...]] = {
    place: tuple(others) for place, others in _BOARD["neighbours"].items()
}
RESERVES: tuple[Place, ...] = tuple(map(reserve, ARMIES))
SECTORS: tuple[Place, ...] = (
    *map(headquarters, ARMIES),
    *(f"{army}{number}" for army in ARMIES for number in range(9)),
    *("IN", "IE", "IS", "IW", "IX"),
    *(f"S{number}" for number in range(1, 13)),
)
"""The places in the order of P-IDLE-3. A story tells of places in the same order."""
PLACES: tuple[Place, ...] = RESERVES + SECTORS
RANK: Mapping[Place, int] = {place: rank for rank, place in enumerate(PLACES)}

TERRITORY: Mapping[Place, Army] = {
    place: place[0] for place in SECTORS if GROUND[place] in ("coast", "inland")
}
"""The army in whose territory a sector lies. HQs, islands and sea lanes lie in none."""

MEDIUM: Mapping[Kind, str] = {
    **dict.fromkeys(("S", "T", "R", "A"), "land"),
    **dict.fromkeys(("C", "B"), "air"),
    **dict.fromkeys(("D", "CR"), "sea"),
}
RANGE: Mapping[Kind, int] = {"S": 2, "T": 3, "C": 5, "D": 1, "R": 2, "A": 3, "B": 5, "CR": 1}

_USABLE = {
    "land": ("hq", "coast", "inland", "island"),  # P-MOVE-2
    "air": ("hq", "coast", "inland", "island"),  # P-MOVE-4
    "sea": ("hq", "coast", "island", "sea"),  # P-MOVE-5
}
_SECTORS_OF: Mapping[str, frozenset[Place]] = {
    medium: frozenset(place for place in SECTORS if GROUND[place] in usable)
    for medium, usable in _USABLE.items()
}
"""The sectors that pieces of each medium may ever use."""


def can_stand(kind: Kind, place: Place) -> bool:
    """Whether the piece may ever use this sector."""
    return place in _SECTORS_OF[MEDIUM[kind]]


def _spread(medium: str, start: Place, steps: int, may_leave: Callable[[Place], bool]) -> dict[Place, int]:
    usable = _SECTORS_OF[medium]
    distances = {start: 0}
    edge = [start]
    for distance in range(1, steps + 1):
        leaving = [place for place in edge if place == start or may_leave(place)]
        edge = []
        for place in leaving:
            for other in NEIGHBOURS[place]:
                if other not in distances and other in usable:
                    distances[other] = distance
                    edge.append(other)
    del distances[start]
    return distances


@cache
def _reach(medium: str, steps: int) -> Mapping[Place, Mapping[Place, int]]:
    # P-MOVE-3: land pieces stop where they enter an island or an HQ; P-MOVE-4: air pieces fly on.
    stops = ("island", "hq") if medium == "land" else ()
    may_leave = {place for place in SECTORS if GROUND[place] not in stops}
    return {
        **{start: _spread(medium, start, steps, may_leave.__contains__) for start in SECTORS},
        **{reserve(army): {headquarters(army): 1} for army in ARMIES},  # P-MOVE-6
    }


REACH: Mapping[Kind, Mapping[Place, Mapping[Place, int]]] = {
    kind: _reach(MEDIUM[kind], steps) for kind, steps in RANGE.items()
}
"""For each kind of piece and each place: the sectors that it reaches with one order, and the distances."""


@cache
def distance(kind: Kind, start: Place, end: Place) -> int | None:
    """The distance if nothing made the piece stop; None if there is no way."""
    return _spread(MEDIUM[kind], start, len(SECTORS), lambda place: True).get(end)


def _spellings(army: Army) -> dict[str, Place]:
    names: dict[str, Place] = {}
    for letters in sets_of("power"):
        names |= {letters.place(place): place for place in PLACES}
        for code, place_of in (("HQ", headquarters), ("RV", reserve)):
            short = letters.place(code)
            names |= {other + short: place_of(other) for other in ARMIES} | {short: place_of(army)}
    return names


SPELLINGS: Mapping[Army, Mapping[str, Place]] = {army: _spellings(army) for army in ARMIES}
"""P-SHEET-2: how an army may write a place."""

KIND_INDEX: Mapping[Kind, int] = {kind: index for index, kind in enumerate(KINDS)}
WRITTEN_KINDS: Mapping[str, Kind] = {
    letters.piece(kind): kind for letters in sets_of("power") for kind in KINDS
}
"""P-SHEET-2: the letters of each piece, in any set of letters."""


def short_name(place: Place, army: Army) -> str:
    """How this army writes the place on its sheet."""
    return place[:2] if place in (headquarters(army), reserve(army)) else place
