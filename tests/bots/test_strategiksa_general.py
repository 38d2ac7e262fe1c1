"""The general of Strategiksa looks at what the others reply, and is done when its time is over."""

from importlib import import_module
from itertools import count
from random import Random
from time import perf_counter

import pytest

from server.bots import LEVELS, SLOW, think
from server.bots.strategiksa.foresight import Foresight, TimeIsUp, evaluate, rebuild
from server.games.dice import Dice
from server.games.strategiksa import STRATEGIKSA
from server.games.strategiksa.state import StrategiksaState
from tests.kit.strategiksa import crowded, position
from tests.kit.timing import timed

GAME = "strategiksa"


def sheet_of(state: StrategiksaState, seconds: float, seed: int = 1) -> tuple[str, ...]:
    """The general's sheet, found to be without fault."""
    ((seat, (sheet,)),) = STRATEGIKSA.phase(state).owing.items()
    view = STRATEGIKSA.view(state, seat)
    lines = think(GAME, "general", view, (sheet,), seed, seconds)[sheet]
    assert STRATEGIKSA.review(view, sheet, lines) == ()
    return lines


def test_the_general_is_the_strongest_level_and_thinks_in_another_process() -> None:
    assert LEVELS[GAME] == ("recruit", "captain", "general")
    assert "general" in SLOW


@pytest.mark.parametrize("seed", range(6))
def test_its_sheets_are_sound_in_any_position(seed: int) -> None:
    state = crowded(Random(seed))
    if STRATEGIKSA.phase(state).owing:
        sheet_of(state, 0.05, seed)


def test_without_time_it_writes_what_a_captain_writes() -> None:
    state = position({"V": {"A1": "1R 2I", "D4": "3I 2A"}, "B": {"E5": "2A", "J1": "1R 3I"}})
    view = STRATEGIKSA.view(state, "V")
    assert sheet_of(state, 0.0) == think(GAME, "captain", view, ("V",), 1)["V"]


def test_with_time_it_finds_a_better_sheet_than_a_captain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better by what follows until its next turn, with replies that it has not looked at."""
    looks = count()
    module = import_module("server.bots.strategiksa.general")
    monkeypatch.setattr(module, "perf_counter", lambda: float(next(looks)))
    state = crowded(Random(4))
    ((seat, (sheet,)),) = STRATEGIKSA.phase(state).owing.items()
    view = STRATEGIKSA.view(state, seat)
    foresight = Foresight(view, lambda: False)

    def worth(lines: tuple[str, ...]) -> float:
        return sum(foresight.value(lines, 50_000_000 + lot) for lot in range(8)) / 8

    assert worth(sheet_of(state, 400.0)) > worth(think(GAME, "captain", view, (sheet,), 1)[sheet]) + 0.1


def test_a_view_holds_the_whole_position() -> None:
    """Nothing is secret in Strategiksa, so what a seat sees is enough to play on."""
    state = position({"V": {"A1": "1R 2I", "D4": "3I 2A"}, "B": {"E5": "2A", "J1": "1R 3I"}})
    again = rebuild(STRATEGIKSA.view(state, "V"))
    lines = {"V": ("3I D4 E5", "2A D4 E5")}
    assert STRATEGIKSA.resolve(again, lines, Dice(0)) == STRATEGIKSA.resolve(state, lines, Dice(0))


def test_foresight_sees_that_a_king_would_be_taken() -> None:
    """K-VASSAL-1: the king steps out beside an army, and is worth nothing afterwards."""
    state = position({"V": {"A1": "1R 1I", "A2": "4I 4A"}, "B": {"D4": "5I 5A 2C", "J1": "1R 3I"}})
    foresight = Foresight(STRATEGIKSA.view(state, "V"), lambda: False)
    assert foresight.value(("R A1 C3",), 1) < foresight.value((), 1)


def test_foresight_stops_when_the_time_is_over() -> None:
    state = position({"V": {"A1": "1R 1I"}})
    with pytest.raises(TimeIsUp):
        Foresight(STRATEGIKSA.view(state, "V"), lambda: True).value((), 1)


def test_more_land_more_pieces_and_victory_are_better() -> None:
    few = position({"V": {"A1": "1R 2I"}})
    more = position({"V": {"A1": "1R 2I", "B1": "3I"}})
    assert evaluate(few, "V") < evaluate(more, "V") < 1.0
    assert evaluate(position({"V": {"A1": "2I"}}, suzerains={"V": "B"}, turn="B"), "V") < evaluate(few, "V")
    cells = {f"{column}{row}": "1I" for row in range(1, 8) for column in "ABCDEFGHIJ"}
    won = position({"V": {**cells, "A1": "1R 1I"}, "B": {"A10": "1R"}, "J": {"J10": "1R"}})
    over = STRATEGIKSA.resolve(won, {"V": ()}, Dice(0)).state
    assert (evaluate(over, "V"), evaluate(over, "B")) == (1.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("most", [timed(0.45)])
def test_a_general_is_done_in_its_time(most: float) -> None:
    state = position({"V": {"A1": "1R 2I", "D4": "9I 9A 4C"}, "B": {"E6": "9A 9I", "J1": "1R 3I"}})
    before = perf_counter()
    sheet_of(state, 0.3)
    assert perf_counter() - before < most
