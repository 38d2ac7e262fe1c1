"""How long an activation of Argad takes to resolve, how fast the Tab key is, and how long a battle is."""

from statistics import median
from time import process_time

from msgspec import Struct

from server.bots import LEVELS, think
from server.games.argad import ARGAD
from server.games.argad.setting import read_scenario, read_state
from server.games.argad.state import ArgadState
from server.games.dice import Dice

BATTLES = 6
MELEE = {
    "1S": {"at": "K4", "figs": "10MS MS+b MS+g"},
    **{f"{number}S": {"at": f"{'CEGIMO'[number - 2]}3", "figs": "11SP SP+m"} for number in range(2, 8)},
    "1H": {"at": "K9", "figs": "10SA SA+b SA+g", "attacked": 1, "wear": 3},
    "2H": {"at": "J8", "figs": "12GD"},
    "3H": {"at": "L9", "figs": "12BI"},
    **{f"{number}H": {"at": f"{'CEGI'[number - 4]}14", "figs": "12LB"} for number in range(4, 8)},
}
"""A charge of twelve riders at twelve spearmen with two helpers, among fourteen full units."""


def charge() -> ArgadState:
    given = {"game": "argad", "seat": "S", "map": "heath", "units": MELEE, "deck": {"S": 6, "H": 7, "J": 1}}
    return read_state(read_scenario(given))


def melee_times(repeats: int = 40) -> list[float]:
    """Milliseconds of processor time for a charge with melee, tests, recoil and the next card."""
    state, times = charge(), []
    for number in range(repeats):
        start = process_time()
        ARGAD.resolve(state, {"S": ("C 1 1H K8 +", "C 1 1H +")}, Dice(number))
        times.append(1000 * (process_time() - start))
    return times


class Played(Struct):
    """A battle of two bots."""

    phases: int
    turns: int
    seconds: float
    """Of processor time, bots and rules together."""
    activations: list[float]
    """Milliseconds of processor time for each resolution."""
    sheets: list[float]
    """Milliseconds of processor time for each sheet that a bot wrote."""


def play(seed: int, level: str, **options: object) -> Played:
    """One battle of two bots of a level."""
    begun = process_time()
    state: ArgadState = ARGAD.setup(ARGAD.read_options(options), Dice(seed))
    times: list[float] = []
    written: list[float] = []
    while owing := ARGAD.phase(state).owing:
        sheets: dict[str, tuple[str, ...]] = {}
        for seat, keys in owing.items():
            start = process_time()
            sheets |= think("argad", level, ARGAD.view(state, seat), keys, seed * 1000 + len(times))
            written.append(1000 * (process_time() - start))
        start = process_time()
        state = ARGAD.resolve(state, sheets, Dice(seed * 1000 + len(times))).state
        times.append(1000 * (process_time() - start))
    return Played(len(times), state.turn, process_time() - begun, times, written)


def suggest_times(seed: int = 1) -> list[float]:
    """Milliseconds of processor time that suggestions take in the middle of a battle."""
    state: ArgadState = ARGAD.setup(ARGAD.read_options({}), Dice(seed))
    times: list[float] = []
    for number in range(50):
        owing = ARGAD.phase(state).owing
        sheets: dict[str, tuple[str, ...]] = {}
        for seat, keys in owing.items():
            view = ARGAD.view(state, seat)
            for text in ("", "M ", "M 1 ", "S 4 ", "C 2 ", "C ", "O ", "G "):
                start = process_time()
                ARGAD.suggest(view, seat, (), text)
                times.append(1000 * (process_time() - start))
            sheets |= think("argad", LEVELS["argad"][0], view, keys, number)
        state = ARGAD.resolve(state, sheets, Dice(number)).state
    return times


def main() -> None:
    times = melee_times()
    print("Argad: a charge of 12 riders with tests and helpers, milliseconds of processor time (at most 3)")
    print(f"  median {median(times):.2f}, longest {max(times):.2f}")
    for level in LEVELS["argad"]:
        battles = [play(seed, level) for seed in range(BATTLES)]
        every = [each for battle in battles for each in battle.activations]
        print(f"Argad: battles of two bots, {level} (at most 5 seconds each)")
        print(f"  phases: median {median(b.phases for b in battles):.0f}")
        print(f"  turns: median {median(b.turns for b in battles):.0f}")
        print(f"  a battle: median {median(b.seconds for b in battles):.2f} s")
        print(f"  a phase: median {median(every):.2f} ms, longest {max(every):.2f} ms")
        sheets = [each for battle in battles for each in battle.sheets]
        print(f"  a sheet: median {median(sheets):.1f} ms, longest {max(sheets):.0f} ms")
    times = suggest_times()
    print("Argad: suggestions, milliseconds of processor time (median at most 20)")
    print(f"  median {median(times):.1f}, longest {max(times):.1f}")
