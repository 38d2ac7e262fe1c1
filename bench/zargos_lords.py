"""How long a move of Zargo's Lords takes to resolve as pieces grow in number, and how fast the Tab key is."""

from random import Random
from statistics import median
from time import process_time

from protocol.ids import Lines
from protocol.views.zargos_lords.board import CLEAR, HEXES, MAP, TERRAIN, WHIRLPOOL, distance
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.setting import read_scenario, read_state
from server.games.zargos_lords.state import LordsState

MOST_PIECES = 62
TYPED = ("", "F ", "F D", "D ", "S ", "L ", "C ", "more")
"""What somebody has typed when the Tab key is pressed."""


def crowd(pieces: int) -> LordsState:
    """Dragons on move with so many pieces, among as many Knights on the same two continents."""
    land = [at for name in ("II", "IV") for at in MAP.continents[name] if TERRAIN[at] != WHIRLPOOL]
    places = Random(pieces).sample(land, 2 * pieces)
    kinds = {"D": "FFFTSD", "K": "FFFACG"}
    units = {
        people: {at: kinds[people][number % 6] for number, at in enumerate(places[start : start + pieces])}
        for people, start in (("D", 0), ("K", pieces))
    }
    return read_state(read_scenario({"game": "zargos_lords", "turn": "D", "pieces": units}))


def full_sheet(state: LordsState) -> Lines:
    """An order for every piece: some attack whom they stand beside, and the others go some hexes."""
    random, lines = Random(1), list[str]()
    for at, unit in state.pieces["D"].items():
        foes = [each for each in state.pieces["K"] if distance(at, each) == 1]
        ends = [end for end in HEXES if 2 <= distance(at, end) <= 4 and TERRAIN[end] == CLEAR]
        lines.append(f"{unit} {at} x {foes[0]}" if foes else f"{unit} {at} {random.choice(ends)}")
    return tuple(lines)


def move_times(pieces: int, repeats: int = 5) -> list[float]:
    """Milliseconds of processor time that a move with an order for each of so many pieces takes."""
    state, times = crowd(pieces), []
    sheets = {"D": full_sheet(state)}
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
