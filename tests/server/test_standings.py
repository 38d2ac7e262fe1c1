"""The standings: which games count for which people, and what is added up."""

from protocol.events import GameEnded
from server.games.power.rules import POWER
from server.games.power.state import PowerState
from server.standings import FinishedGame, Results


def game(
    *names: str, winners: tuple[str, ...] = (), partial: tuple[str, ...] = (), flags: int = 0
) -> FinishedGame:
    """A finished game of people at the seats V, B, J and so on."""
    people = dict(zip("VBJR", names, strict=False))
    figures = {seat: {"flags": flags} for seat in people}
    ended = GameEnded(winners, "last-side", partial, rounds=10, figures=figures)
    return FinishedGame("power", people, ended)


def results(*games: FinishedGame) -> Results:
    found = Results()
    for number, finished in enumerate(games):
        found.add(f"TABLE{number}", finished)
    return found


def test_wins_shares_draws_rounds_and_figures_are_added_up() -> None:
    found = results(
        game("Ana", "Bo", winners=("V",), flags=2),
        game("Bo", "Ana", winners=("V",), partial=("B",), flags=1),
        game("Ana", "Bo"),
    )
    ana, bo = found.of("power", ["Ana", "Bo"]).lines
    assert (ana.name, ana.games, ana.won, ana.shared, ana.drawn, ana.rounds) == ("Ana", 3, 1, 1, 1, 30)
    assert (bo.name, bo.won, bo.shared, bo.drawn, bo.figures) == ("Bo", 1, 0, 1, {"flags": 3})


def test_only_games_of_these_people_count() -> None:
    found = results(game("Ana", "Bo"), game("Ana", "Bo", "Cy"), game("Ana"), game("Bo", "Cy"))
    assert found.of("power", ["Ana", "Bo"]).games == 1
    assert found.of("power", ["Ana", "Bo", "Cy"]).games == 3
    assert found.of("power", ["Ana"]).games == 1
    assert found.of("strategiksa", ["Ana", "Bo"]).games == 0


def test_the_case_of_a_name_does_not_matter() -> None:
    assert results(game("Ana", "Bo")).of("power", ["ANA", "bo"]).games == 1


def test_an_end_that_was_taken_back_or_is_a_fault_does_not_count() -> None:
    found = results(game("Ana", "Bo"))
    found.remove("TABLE0")
    assert found.of("power", ["Ana", "Bo"]).games == 0
    fault = FinishedGame("power", {"V": "Ana", "B": "Bo"}, GameEnded((), "fault"))
    assert results(fault).of("power", ["Ana", "Bo"]).games == 0


def test_a_game_that_is_added_again_counts_once() -> None:
    found = results(game("Ana", "Bo"))
    found.add("TABLE0", game("Ana", "Bo", winners=("B",)))
    assert [line.won for line in found.of("power", ["Ana", "Bo"]).lines] == [1, 0]


def test_power_counts_the_flags_of_others() -> None:
    flags = {"V": "V", "B": "V", "J": "V", "R": "R"}
    sides = {army: army for army in "VBJR"}
    state = PowerState(9, "V", sides, None, {}, flags, eliminated=("B", "J"))
    assert POWER.figures(state) == {
        "V": {"flags": 2},
        "B": {"flags": 0},
        "J": {"flags": 0},
        "R": {"flags": 0},
    }
