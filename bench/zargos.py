"""How long a game turn of Zargos takes to resolve, and how fast the Tab key is on a full board."""

from statistics import median
from time import perf_counter, process_time

from protocol.ids import Lines, SheetKey
from protocol.views.zargos.board import ORDER, SEAS
from protocol.views.zargos.view import ZargosView
from server.bots import think
from server.games.dice import Dice
from server.games.zargos import ZARGOS
from server.games.zargos.setting import read_scenario, read_state

PLAYERS = 6
HELD = 60
TYPED = (
    "",
    "a",
    "all ",
    "3 ",
    "1 BZ5 ",
    "1 BZ2 NN ",
    "1 BZ2 NN NE ",
    "land ",
    "land 1 ",
    "else 1 ",
    "2 KA5 ",
)
"""What somebody has typed when the Tab key is pressed."""


def turn_times(seed: int) -> list[float]:
    """Milliseconds of processor time that each game turn of six recruits takes to resolve."""
    state = ZARGOS.setup(ZARGOS.read_options({"players": PLAYERS}), Dice(seed))
    spent: dict[int, float] = {}
    number = 0
    while owing := ZARGOS.phase(state).owing:
        number += 1
        sheets: dict[SheetKey, Lines] = {}
        for seat, keys in owing.items():
            sheets |= think("zargos", "recruit", ZARGOS.view(state, seat), keys, number)
        start, turn = process_time(), state.turn
        state = ZARGOS.resolve(state, sheets, Dice(seed + number)).state
        spent[turn] = spent.get(turn, 0.0) + process_time() - start
    return [1000 * seconds for turn, seconds in spent.items() if turn]


def crowded(people: str, phase: str) -> ZargosView:
    """A people that holds 60 places of land and sea, or all of the land but four, with boats and cards."""
    rival = "K" if people != "K" else "S"
    land = [place for place in ORDER if place not in SEAS]
    own = [*land[:-4], *(SEAS if people == "D" else ())][:HELD]
    scenario = {
        **{"game": "zargos", "phase": phase, "active": people, "boats": {people: 4}},
        **{"units": {people: dict.fromkeys(own[:40], 2) | dict.fromkeys(own[40:], 1)}},
        **{"hands": {people: ["WAR", "LAND", "ELSE"]}},
    }
    scenario["units"][rival] = dict.fromkeys(land[-4:], 3)  # type: ignore[index]  # a map of units
    state = read_state(read_scenario(scenario))
    return ZARGOS.view(state, state.seats[people])


def suggest_times(people: str, phase: str) -> list[float]:
    view = crowded(people, phase)
    times = []
    for text in TYPED * 5:
        start = perf_counter()
        ZARGOS.suggest(view, people, (), text)
        times.append(1000 * (perf_counter() - start))
    return times


def main() -> None:
    turns = [each for seed in (1, 2, 3) for each in turn_times(seed)]
    print(f"Zargos: a game turn with {PLAYERS} peoples, milliseconds of processor time (at most 20)")
    print(f"  median {median(turns):.1f}, longest {max(turns):.1f}")
    print(f"Zargos: suggestions with {HELD} places held, milliseconds (median at most 20)")
    for people in ("D", "W", "S", "K"):
        for phase in ("attack", "reorganise"):
            times = suggest_times(people, phase)
            print(f"  {people} {phase}: median {median(times):.1f}, longest {max(times):.1f}")
