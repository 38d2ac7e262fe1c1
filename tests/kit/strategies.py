"""Random POWER positions and sheets for hypothesis: crowded in the middle, evenly matched, with junk."""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from protocol.views.power import ARMIES, KINDS, Army, Kind, Pieces, Place, Side, Stack, reserve, stack_of
from server.games.power.board import PLACES, REACH, SECTORS
from server.games.power.orders import UPGRADE
from server.games.power.state import PowerState
from tests.kit.factories import PAIRS

ALONE: dict[Army, Side] = {army: army for army in ARMIES}
OTHER_PAIRS: dict[Army, Side] = {"V": "RV", "B": "BJ", "J": "BJ", "R": "RV"}
PLAYERS = ((ALONE, None), (ALONE, None), (ALONE, "R"), (ALONE, "B"), (PAIRS, None), (OTHER_PAIRS, None))
"""Sides and the mercenary army, for any number of players."""
CROWDED: tuple[Place, ...] = ("IX", "V0", "B0", "J0", "R0", "IN", "HQB", "HQV", "V4", "B4", "S1", "S2")
SUMS = ("5P", "10P", "2CR", "CR+50P", "CR+A+R", "4B", "4A")


class Given(NamedTuple):
    """A round to be played."""

    state: PowerState
    sheets: dict[Army, tuple[str, ...]]
    last: bool


def positions() -> st.SearchStrategy[PowerState]:
    """Any number of players, one side a sector, some armies out of the game."""
    return st.randoms(use_true_random=True).map(_state)


@st.composite
def rounds(draw: st.DrawFn) -> Given:
    random = draw(st.randoms(use_true_random=True))
    rubbish = draw(st.lists(junk(), min_size=1, max_size=3))
    state = _state(random)
    sheets = {army: _sheet(random, state, army, rubbish) for army in ARMIES if random.random() < 0.9}
    return Given(state, sheets, random.random() < 0.2)


def junk() -> st.SearchStrategy[str]:
    words = st.sampled_from(
        ("T", "v8", "hq", "ERV", "2P", "9" * 40 + "P", "R+", "IX", "É", "٣S", "\x00", "m")
    )
    return st.one_of(
        st.text(max_size=12),
        st.lists(words, max_size=4).map(" ".join),
        st.integers(0, 10**30).map(str),
        st.sampled_from(("x" * 5000, " " * 200, "T V8 " * 300, "\u2028", "S\u00a0V0\u00a0V4")),
    )


def _state(random: Random) -> PowerState:
    sides, mercenary = random.choice(PLAYERS)
    out = random.sample(ARMIES, random.choice((0, 0, 0, 1, 2)))
    alive = [army for army in ARMIES if army not in out]
    return PowerState(
        round=random.randrange(1, 30),
        referee=random.choice([army for army in alive if army != mercenary]),
        sides=dict(sides),
        mercenary=mercenary,
        pieces=_pieces(random, sides, alive),
        flags={army: army if army in alive else random.choice(alive) for army in ARMIES},
        eliminated=tuple(army for army in ARMIES if army in out),
    )


def _pieces(random: Random, sides: dict[Army, Side], alive: list[Army]) -> Pieces:
    pieces: Pieces = {army: {} for army in alive}
    favourites = random.sample(KINDS[:-1], random.choice((1, 2, 9)))
    sectors = random.choice((CROWDED, CROWDED, SECTORS))
    for place in random.sample(sectors, random.randrange(3, len(CROWDED))):
        army = random.choice(alive)
        pieces[army][place] = _stack(random, favourites)
        ally = next((other for other in alive if other != army and sides[other] == sides[army]), None)
        if ally and random.random() < 0.4:
            pieces[ally][place] = _stack(random, favourites)
    for army in alive:
        power = stack_of({"P": random.choice((0, 0, 1, 2, 3, 50, 100))})
        stack = _stack(random, favourites) if random.random() < 0.5 else stack_of({})
        pieces[army][reserve(army)] = tuple(a + b for a, b in zip(stack, power, strict=True))
    return {
        army: kept for army, places in pieces.items() if (kept := {p: s for p, s in places.items() if any(s)})
    }


def _stack(random: Random, kinds: list[Kind]) -> Stack:
    return stack_of(
        {random.choice(kinds): random.choice((1, 1, 1, 1, 2, 3)) for _ in range(random.choice((1, 1, 2)))}
    )


def _sheet(random: Random, state: PowerState, army: Army, rubbish: list[str]) -> tuple[str, ...]:
    """Mostly orders for pieces that are there, so that sheets collide; now and then anything."""
    left = {
        owner: {place: _counts(stack) for place, stack in state.pieces.get(owner, {}).items()}
        for owner in (army, state.mercenary or army)
    }
    return tuple(_line(random, left, rubbish) for _ in range(random.choice((0, 1, 3, 5, 5, 6))))


def _counts(stack: Stack) -> dict[Kind, int]:
    return {kind: count for kind, count in zip(KINDS, stack, strict=True) if count}


def _line(random: Random, left: dict[Army, dict[Place, dict[Kind, int]]], rubbish: list[str]) -> str:
    standing = random.choice(list(left.values()))
    if not standing or random.random() < 0.06:
        return random.choice(rubbish)
    place = random.choice(list(standing))
    counts = standing[place]
    kind = random.choice([kind for kind in counts if kind != "P"] or ["S"])
    if random.random() < (0.4 if counts.get(kind, 0) > 2 else 0.1):
        return _exchange(random, place, kind, counts)
    counts[kind] = counts.get(kind, 0) - 1
    if counts[kind] <= 0:
        del counts[kind]
    reach = list(REACH[kind][place]) if kind in REACH else list(PLACES)
    near = [to for to in reach if to in CROWDED[:6]]
    return f"{kind} {place} {random.choice(near or reach or [place])}"


def _exchange(random: Random, place: Place, kind: Kind, counts: dict[Kind, int]) -> str:
    if kind in UPGRADE and counts.get(kind, 0) > 2:
        counts[kind] -= 2
        return f"3{kind} E{place} {UPGRADE[kind]}"
    if counts.get("P", 0) > 2:
        return random.choice((f"2P E{place} S", f"3P E{place} T", f"100P E{place} M"))
    return f"{random.choice(SUMS)} E{place} {random.choice(('M', 'M', *KINDS))}"
