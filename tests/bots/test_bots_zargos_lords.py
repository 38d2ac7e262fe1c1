"""The bots of Zargo's Lords write sheets a person could hand in, and the captain beats recruits."""

from random import Random
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from bench.pairings import Pairing, matches, play
from bench.skirmishes import PAIRS, Skirmish, captains, pair_of, report_pairs
from protocol.ids import Lines
from protocol.views.zargos_lords.board import STEPS
from server.bots import LEVELS, think
from server.bots.zargos_lords.odds import Ground, cornered_at, risk_of, volley_share
from server.games.dice import Dice
from server.games.zargos_lords import ZARGOS_LORDS
from server.games.zargos_lords.chances import kill_chance
from server.games.zargos_lords.course import Course
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.figures import Body
from server.games.zargos_lords.retreats import go_back
from server.games.zargos_lords.state import LordsState
from tests.kit.long import long, some_pairs, some_seeds
from tests.kit.timing import timed
from tests.kit.zargos_lords import conceal, state_of

GAME = "zargos_lords"


def write(state: LordsState, level: str = "captain", seed: int = 1) -> dict[str, Lines]:
    """What everybody who owes a sheet hands in, found to be without fault."""
    sheets: dict[str, Lines] = {}
    for seat, owed in ZARGOS_LORDS.phase(state).owing.items():
        view = ZARGOS_LORDS.view(state, seat)
        written = think(GAME, level, view, owed, seed)
        for sheet, lines in written.items():
            assert ZARGOS_LORDS.review(view, sheet, lines) == (), (state.month, sheet, lines)
        sheets |= written
    return sheets


def written(people: str = "K", **scenario: Any) -> Lines:
    """The captain's sheet for the move of a people in a scenario."""
    return write(state_of(turn=people, **scenario))[people]


def start(seed: int, **options: Any) -> LordsState:
    state: LordsState = ZARGOS_LORDS.setup(ZARGOS_LORDS.read_options(options), Dice(seed))
    return state


TABLES: list[dict[str, Any]] = [
    {"skirmish": True, "peoples": "WM"},
    {"players": 2},
    {"peoples": "KWM"},
    {"players": 4},
]


@long
@pytest.mark.slow
@pytest.mark.parametrize(("level", "options"), some_pairs(LEVELS[GAME], TABLES), ids=str)
def test_no_line_would_be_lost_and_games_end(level: str, options: dict[str, Any]) -> None:
    state, dice, phase = start(3, months=2, **options), Dice(4), 0
    while state.stage != "over":
        state = ZARGOS_LORDS.resolve(state, write(state, level, phase), dice).state
        phase += 1
    assert state.month <= 2


@long
@pytest.mark.slow
@pytest.mark.parametrize("seed", some_seeds(1))
def test_sheets_are_sound_whoever_played_before(seed: int) -> None:
    """Pacts come and go, sheets are cut short: positions to which no captain would have come by itself."""
    random = Random(seed)
    state, stages = start(seed, players=4, months=2), set()
    while state.stage != "over":
        stages.add(state.stage)
        sheets = write(state)
        if state.stage == "turn":
            offer = f"ally {random.choice('KDWM')}"
            lines = sheets[state.turn]
            sheets = {state.turn: (*lines[: random.randint(0, len(lines))], offer, "retreat away")}
        elif state.stage == "answer":
            sheets = dict.fromkeys(state.asked, ("yes",))
        state = ZARGOS_LORDS.resolve(state, sheets, Dice(random.randrange(1 << 30))).state
    assert {"turn", "answer"} <= stages


def test_a_captain_writes_only_what_it_owes() -> None:
    state = state_of(turn="K", pieces={"K": {"C14": "C"}, "D": {"G14": "F"}})
    assert think(GAME, "captain", ZARGOS_LORDS.view(state, "D"), ("K",), 1) == {"K": ()}
    assert think(GAME, "captain", ZARGOS_LORDS.view(state, "K"), ("D",), 1) == {"D": ()}
    assert think(GAME, "captain", ZARGOS_LORDS.view(state, None), ("K",), 1) == {"K": ()}


@pytest.mark.slow
def test_a_captain_writes_the_same_whatever_it_cannot_see() -> None:
    """L-VIEW-1: the garrisons of others are dealt anew, and it does not matter."""
    random, state, compared = Random(5), start(5, skirmish=True), 0
    while state.stage != "over" and compared < 12:
        sheets = write(state)
        for seat, owed in ZARGOS_LORDS.phase(state).owing.items():
            unseen = ZARGOS_LORDS.view(conceal(state, seat, random), seat)
            assert think(GAME, "captain", unseen, owed, 1) == {sheet: sheets[sheet] for sheet in owed}
            compared += 1
        state = ZARGOS_LORDS.resolve(state, sheets, Dice(compared)).state
    assert compared == 12


@pytest.mark.slow
@pytest.mark.parametrize("most", [timed(0.15)])
def test_a_captain_thinks_for_a_short_time(most: float) -> None:
    """Every sheet of the whole game, in processor time; a move may take 0.3 s."""
    state, taken = start(3, players=4), []
    for seed in range(12):
        sheets: dict[str, Lines] = {}
        for seat, owed in ZARGOS_LORDS.phase(state).owing.items():
            view, before = ZARGOS_LORDS.view(state, seat), process_time()
            sheets |= think(GAME, "captain", view, owed, seed)
            taken.append(process_time() - before)
        state = ZARGOS_LORDS.resolve(state, sheets, Dice(seed)).state
    assert max(taken) < most


@pytest.mark.slow
def test_a_captain_beats_a_recruit_from_both_sides() -> None:
    games = matches(Pairing("captain", "recruit", 60, GAME), 0, 0.0)
    assert [game.place for game in games] == [0, 1] * 30
    assert {pair_of(game.lot) for game in games} == set(PAIRS)
    assert all(play(game).won for game in games[6:8])


def test_the_report_counts_each_pair_and_each_people() -> None:
    games = [Skirmish(pair, pair[0] if number else None, "months", 10, 0.1) for number, pair in captains(2)]
    report = report_pairs(games, 1.0)
    assert "12 games: 50% decided" in report
    assert "K - D  2 games:  K 1  D 0  drawn 1" in report
    assert "W won 1 of 6 (17%)" in report


# What it does in a move

CITIES = {"K": {"I18": "2F"}, "D": {"D09": "2F"}}


def test_it_accepts_the_default_setup_and_answers_no() -> None:
    state = start(1, players=3)
    assert write(state) == dict.fromkeys("KDW", ("ok",))
    state = ZARGOS_LORDS.resolve(state, {}, Dice(1)).state
    asked = ZARGOS_LORDS.resolve(state, {"K": ("ally D",)}, Dice(1)).state
    assert write(asked) == {"D": ("no",)}


def test_it_enters_an_empty_city_with_the_piece_that_it_misses_least() -> None:
    """L-CITY-10."""
    pieces = {"K": {"D11": "C", "E11": "F"}, "D": {"O18": "F"}}
    lines = written(pieces=pieces, cities={"K": {"I18": "2F"}, "D": {"D09": ""}})
    assert "F E11 D09" in lines
    assert not any(line.startswith("C D11 D09") for line in lines)


def test_it_does_not_leave_its_own_city_empty() -> None:
    state = state_of(turn="K", pieces={"D": {"E12": "S"}, "K": {"C14": "F"}}, cities=CITIES)
    lines = write(state)["K"]
    after = ZARGOS_LORDS.resolve(state, {"K": lines}, Dice(1)).state
    assert after.cities["K"]["I18"]


def test_each_city_keeps_one_and_the_others_march() -> None:
    """L-CITY-10: an empty city is taken by walking in; who sits inside attacks nobody."""
    pieces = {"K": {"C14": "A"}, "D": {"O18": "F"}}
    state = state_of(
        turn="K", pieces=pieces, cities={"K": {"I18": "2F 1A 1C", "D13": "3F"}, "D": {"D09": "2F"}}
    )
    lines = write(state)["K"]
    after = ZARGOS_LORDS.resolve(state, {"K": lines}, Dice(1)).state
    assert after.cities["K"] == {"D13": "1F", "I18": "1A"}  # archers shoot out of the city


def test_it_attacks_from_two_sides_so_that_nobody_gets_away() -> None:
    """L-RET-2, L-RET-4: in the zones of both there is no line of retreat."""
    cities = {"K": {"I18": "2F"}, "D": {"V20": "2F"}}
    pieces = {"K": {"E14": "C", "E15": "C"}, "D": {"H14": "S"}}
    lines = written(pieces=pieces, cities=cities)
    fights = [line for line in lines if line.endswith(" x H14")]
    assert len(fights) == 2
    one, other = (STEPS["H14"].index(line.split()[2]) for line in fights)
    assert abs(one - other) == 3


def test_it_besieges_a_city_with_as_many_as_may_be_inside() -> None:
    """L-CITY-6."""
    knights = {"C11": "C", "D11": "C", "E11": "C"}
    lines = written(pieces={"K": knights, "D": {"O18": "F"}}, cities=CITIES)
    assert sum(line.endswith(" x D09") for line in lines) >= 2


def test_archers_shoot_at_whom_they_can_kill() -> None:
    """L-ARROW-1."""
    lines = written(pieces={"K": {"C14": "A"}, "D": {"G14": "F"}}, cities=CITIES)
    assert any(line.startswith("A C14") and line.endswith("* G14") for line in lines)


def test_archers_inside_a_city_shoot_and_stay() -> None:
    """L-CITY-5."""
    cities = {"K": {"D13": "1F 1A"}, "D": {"D09": "2F"}}
    lines = written(pieces={"D": {"F13": "F", "G14": "D", "G13": "S"}}, cities=cities)
    assert any(line == "A D13 * F13" for line in lines)


def test_fliers_strike_singly_on_a_sheet_of_their_own() -> None:
    """L-SHEET-5: what comes of it is seen before the rest moves. The last sheet of a move is no part."""
    scenario: dict[str, Any] = {
        "pieces": {"W": {"C14": "L"}, "D": {"F14": "F"}},
        "cities": {"W": {"I18": "2F"}, "D": {"D09": "2F"}},
    }
    lines = written("W", **scenario)
    assert "! F14" in lines[0]
    assert lines[-1] == "more"
    assert not any("!" in line or line == "more" for line in written("W", part=4, **scenario))


def test_a_vanished_monk_comes_back_near_an_enemy_city() -> None:
    """L-VAN-2."""
    cities = {"M": {"I18": "2F"}, "D": {"D09": "2F"}}
    lines = written("M", pieces={"D": {"O18": "F"}}, cities=cities, vanished={"G14": 1})
    assert lines[0].startswith("O G14 = ")


def test_a_monk_in_great_danger_vanishes() -> None:
    """L-VAN-1: here enemies are on all sides, and he cannot go where they do not come."""
    dragons = {"E12": "D", "H12": "D", "E16": "D", "H17": "D", "C14": "S", "I14": "S"}
    state = state_of(
        turn="M",
        month=1,
        pieces={"M": {"G14": "O"}, "D": dragons},
        cities={"M": {"I18": "2F", "P17": "2F"}, "D": {"D09": "2F"}},
    )
    assert "O G14 ?" in write(state)["M"]


def test_words_are_changed_only_if_they_are_others() -> None:
    """L-RET-5, L-PACT-6: no home without a city; a pact ends when there is nobody else left to fight."""
    pieces = {"K": {"C14": "C"}, "D": {"O18": "F"}}
    assert not any(line.startswith(("retreat", "push")) for line in written(pieces=pieces, cities=CITIES))
    homeless = written(pieces=pieces, cities={"D": {"D09": "2F"}}, standing={"K": {"push": "never"}})
    assert homeless[:2] == ("retreat away", "push cheaper")
    allied = state_of(turn="K", players=["K", "D", "W"], pacts=["KD"], pieces=pieces, cities=CITIES, month=2)
    assert write(allied)["K"][0] == "break D"


# What it expects


def test_chances_of_a_volley_are_those_of_the_desk() -> None:
    for distances in [(1,), (3, 3, 4), (5, 8)]:
        for needed in (3, 5, 6):
            exact = kill_chance("arrows", distances, needed)
            assert round(100 * volley_share("arrows", distances, needed)) == exact


def test_danger_grows_with_the_attackers() -> None:
    assert risk_of((), 3) == 0.0
    assert risk_of((3,), 9) == 0.0
    assert risk_of((9,), 3) < risk_of((9, 9), 3) <= 1.0


def test_danger_is_greater_where_one_attacker_can_bar_every_retreat() -> None:
    """L-RET-2, L-RET-4: K15 has the sea on three sides; nobody can hem in a unit in the open, on E14."""
    assert cornered_at(False, "K15", False) == {1, 2, 3, 4}
    assert cornered_at(False, "E14", False) == frozenset()
    assert risk_of((9,), 9, cornered_at(False, "K15", False)) == pytest.approx(3 / 6)
    assert risk_of((9,), 9) == 0.0


def test_fliers_go_back_over_woods_and_mountains() -> None:
    """L-RET-2"""
    assert cornered_at(False, "D16", False) > cornered_at(False, "D16", True)


@pytest.mark.parametrize("seed", range(4))
def test_lines_of_retreat_are_those_of_the_rules(seed: int) -> None:
    """L-RET-2, L-RET-4: whoever finds no line is eliminated."""
    random, state = Random(seed), start(seed, skirmish=True, peoples="DW")
    field = Field(state)
    free = [at for at in sorted(field.terrain) if field.terrain[at] == "." and at not in field.cities]
    units = {at: random.choice("FHL") for at in random.sample(free, 25)}
    foes = dict.fromkeys(random.sample([at for at in free if at not in units], 25), "F")
    state = replace(state, pieces={"W": units, "D": foes}, stuck={})
    for at in units:
        for steps in (1, 2, 4):
            course = Course(Field(state), "D", None)
            body: Body = course.field.bodies[at]
            ground = Ground(course.field, (), (), course.field.zone("W"))
            expected = ground.lets_go_back("W", body.is_flier, at, steps)
            go_back(course, body, at, steps)
            lost = [each for each in course.story if getattr(each, "cause", "") == "no-retreat"]
            assert expected == (not lost)
