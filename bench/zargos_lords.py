"""How long a move of Zargo's Lords takes to resolve as pieces grow in number, and how fast the Tab key is."""

from statistics import median
from time import process_time

from protocol.views.zargos_lords.board import MAP
from server.bots import think
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.setting import read_scenario, read_state
from server.games.zargos_lords.state import LordsState

MOST_PIECES = 62
TYPED = ("", "F ", "F D", "D ", "S ", "L ", "C ", "more")
"""What somebody has typed when the Tab key is pressed."""


def crowd(pieces: int) -> LordsState:
    """Dragons on move with so many pieces, among as many Knights on the same continent."""
    land = [at for at in MAP.continents["II"] if at not in ("I12", "D17")]
    units = {"D": dict.fromkeys(land[:pieces], "F"), "K": dict.fromkeys(land[pieces:][:pieces], "F")}
    return read_state(read_scenario({"game": "zargos_lords", "turn": "D", "pieces": units}))


def move_times(pieces: int, repeats: int = 5) -> list[float]:
    """Milliseconds of processor time that a recruit's move with so many pieces takes to resolve."""
    state, times = crowd(pieces), []
    sheets = think("zargos_lords", "recruit", ZARGOS_LORDS.view(state, "D"), ("D",), 1)
    for number in range(repeats):
        start = process_time()
        ZARGOS_LORDS.resolve(state, sheets, Dice(number))
        times.append(1000 * (process_time() - start))
    return times


def suggest_times(people: str) -> list[float]:
    """Milliseconds of processor time that suggestions take in the full game of four."""
    state = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options({"players": 4}), Dice(1))
    state = ZARGOS_LORDS.resolve(state, {}, Dice(1)).state
    state = ZARGOS_LORDS.amend(state, (f"TURN {people}",))
    view, times = ZARGOS_LORDS.view(state, people), []
    texts = [*TYPED, *(f"{unit} {at} " for at, unit in list(view.pieces[people].items())[::4])]
    for text in texts:
        start = process_time()
        ZARGOS_LORDS.suggest(view, people, (), text)
        times.append(1000 * (process_time() - start))
    return times


def main() -> None:
    print("Zargo's Lords: a move by the number of pieces, milliseconds of processor time (at most 15)")
    for pieces in (10, 20, 40, MOST_PIECES):
        print(f"  {pieces} pieces: median {median(move_times(pieces)):.1f}")
    print("Zargo's Lords: suggestions in the full game, milliseconds of processor time (median at most 25)")
    for people in "KDWM":
        times = suggest_times(people)
        print(f"  {people}: median {median(times):.1f}, longest {max(times):.1f}")
