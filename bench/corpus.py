"""A fixed corpus of varied POWER rounds, made anew from its seed each time it is wanted."""

from random import Random

from protocol.views.power import ARMIES, KINDS, Army, Pieces, headquarters, reserve, stack_of
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import REACH, SECTORS, can_stand
from server.games.power.orders import UPGRADE
from server.games.power.state import PowerOptions, PowerState

JUNK = ("", "attack!", "T V8 B0", "X HQ V8", "S HQ", "5S HQ V8", "R HQ R9", "m rv " + "z" * 40)


def rounds(count: int, seed: int = 7, *, crowd: int = 1) -> list[tuple[PowerState, Sheets]]:
    """Openings, middle games and crowded endings, for 4, 3 and 2 players; `crowd` multiplies the pieces."""
    random = Random(seed)
    return [_round(random, crowd) for _ in range(count)]


def _round(random: Random, crowd: int) -> tuple[PowerState, Sheets]:
    players = random.choice((4, 4, 3, 2))
    options = PowerOptions(players=players)
    state = POWER.setup(options, Dice(random.randrange(1 << 30)))
    pieces = _position(random, random.choice((0, 4, 12, 24)) * crowd)
    state = PowerState(
        round=state.round,
        referee=state.referee,
        sides=state.sides,
        mercenary=state.mercenary,
        pieces=pieces or state.pieces,
        flags=state.flags,
    )
    sheets = {
        army: tuple(_order(random, state, army) for _ in range(random.randrange(6)))
        for army in ARMIES
        if army != state.mercenary
    }
    return state, sheets


def _position(random: Random, size: int) -> Pieces:
    """Up to `size` stacks, one side a sector, and reserves."""
    pieces: Pieces = {}
    for place in random.sample(SECTORS, min(size, len(SECTORS))):
        kinds = [kind for kind in REACH if can_stand(kind, place)]
        counts = {random.choice(kinds): random.randrange(1, 4 + size // len(SECTORS)) for _ in range(3)}
        pieces.setdefault(random.choice(ARMIES), {})[place] = stack_of(counts)
    if size:
        for army in ARMIES:
            stack = stack_of({random.choice(KINDS): random.randrange(1, 20), "P": random.randrange(12)})
            pieces.setdefault(army, {})[reserve(army)] = stack
            pieces[army].setdefault(headquarters(army), stack_of({"S": 1, "D": 1}))
    return pieces


def _order(random: Random, state: PowerState, army: Army) -> str:
    """Mostly moves towards the crowded middle, so that sheets collide; some exchanges, some junk."""
    chance = random.random()
    if chance < 0.08:
        return random.choice(JUNK)
    places = state.pieces.get(army, {})
    if not places:
        return random.choice(JUNK)
    if chance < 0.2:
        place, stack = random.choice(list(places.items()))
        for small, big in UPGRADE.items():
            if stack[KINDS.index(small)] >= 3:
                return f"3{small} E{place} {big}"
    if state.mercenary and chance < 0.3:
        places = state.pieces.get(state.mercenary, places)
    place = random.choice(list(places))
    if places[place][KINDS.index("M")]:
        return f"M {place} {random.choice(SECTORS)}"
    kinds = [kind for kind, count in zip(KINDS, places[place], strict=True) if count and kind in REACH]
    if not kinds:
        return f"2P E{reserve(army)} S"
    kind = random.choice(kinds)
    reach = list(REACH[kind][place])
    near = [to for to in reach if to in ("IX", "IN", "IE", "IS", "IW") or to.endswith("0")]
    return f"{kind} {place} {random.choice(near or reach or [place])}"
