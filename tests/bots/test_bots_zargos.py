"""Zargos' bots write sheets a person could hand in, finish their games, and the captain beats recruits."""

from random import Random
from statistics import mean
from time import process_time
from typing import Any

import pytest

from bench.pairings import Pairing, matches, play
from bench.peoples import play_six, report_peoples
from protocol.ids import Lines
from protocol.views.zargos.board import CAPITALS, INNER_FOUR
from protocol.views.zargos.words import PEOPLES
from server.bots import LEVELS, think
from server.bots.zargos.odds import Meeting, expect
from server.bots.zargos.survey import Survey
from server.games.dice import Dice
from server.games.zargos import ZARGOS
from server.games.zargos.state import ZargosState, holder
from tests.kit.long import long, some_pairs, some_seeds
from tests.kit.timing import ANY_TIME, timed
from tests.kit.zargos import at_turn_one, conceal, deal_anew, state_of

GAME = "zargos"


def write(state: ZargosState, level: str = "captain", seed: int = 1) -> dict[str, Lines]:
    """What everybody who owes a sheet hands in, found to be without fault."""
    sheets: dict[str, Lines] = {}
    for seat, owed in ZARGOS.phase(state).owing.items():
        view = ZARGOS.view(state, seat)
        written = think(GAME, level, view, owed, seed)
        for sheet, lines in written.items():
            assert ZARGOS.review(view, sheet, lines) == (), (state.stage, sheet, lines)
        sheets |= written
    return sheets


def written(people: str = "K", **scenario: Any) -> Lines:
    """The sheet of one people in the phase of a scenario."""
    return write(state_of(**scenario))[people]


def start(players: int, seed: int, **options: Any) -> ZargosState:
    state: ZargosState = ZARGOS.setup(ZARGOS.read_options({"players": players, **options}), Dice(seed))
    return state


TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "buying": "together"},
    {"players": 4, "zargos_powers": False},
    {"players": 6, "trade": 0},
]


@long
@pytest.mark.slow
@pytest.mark.parametrize(("level", "options"), some_pairs(LEVELS[GAME], TABLES), ids=str)
def test_no_line_would_be_lost_and_games_end(level: str, options: dict[str, Any]) -> None:
    state, dice, phase = start(**options, seed=3, turns=8), Dice(4), 0
    while state.stage != "over":
        state = ZARGOS.resolve(state, write(state, level, phase), dice).state
        phase += 1
    assert state.turn <= 8


@long
@pytest.mark.slow
@pytest.mark.parametrize("seed", some_seeds(2))
def test_sheets_are_sound_whoever_played_before(seed: int) -> None:
    """Other hands all the time: cards and positions that no level would have come to by itself."""
    random = Random(seed)
    state, stages = at_turn_one(random.randint(3, 6), seed, turns=8), set()
    while state.stage != "over":
        state = deal_anew(state, random)
        stages.add(state.stage)
        levels = {level: write(state, level, random.randrange(1000)) for level in LEVELS[GAME]}
        sheets = random.choice([*levels.values()])
        state = ZARGOS.resolve(state, sheets, Dice(random.randrange(1 << 30))).state
    assert {"winds", "attack", "defence", "reorganise", "buy"} <= stages


def test_a_captain_writes_only_what_it_owes() -> None:
    state = at_turn_one(6, 1)
    ((seat, (sheet,)),) = ZARGOS.phase(state).owing.items()
    other = next(each for each in state.seats if each != sheet)
    assert think(GAME, "captain", ZARGOS.view(state, seat), (other,), 1) == {other: ()}
    assert think(GAME, "captain", ZARGOS.view(state, state.seats[other]), (sheet,), 1) == {sheet: ()}
    assert think(GAME, "captain", ZARGOS.view(state, None), (sheet,), 1) == {sheet: ()}


def test_a_captain_writes_the_same_whatever_it_cannot_see() -> None:
    """Z-SECRET: hands of others, piles and curses are dealt anew, and it does not matter."""
    random, state = Random(5), at_turn_one(6, 5)
    compared = 0
    while state.stage != "over" and compared < 80:
        state = deal_anew(state, random)
        sheets = write(state)
        for seat, owed in ZARGOS.phase(state).owing.items():
            unseen = ZARGOS.view(conceal(state, seat, random), seat)
            assert think(GAME, "captain", unseen, owed, 1) == {sheet: sheets[sheet] for sheet in owed}
            compared += 1
        state = ZARGOS.resolve(state, sheets, Dice(compared)).state
    assert compared >= 80


@pytest.mark.slow
@pytest.mark.parametrize("most", [timed(0.05)])
def test_a_captain_thinks_for_a_short_time(most: float) -> None:
    """Nine sheets of ten, in processor time."""
    state, taken = start(6, 3), []
    for seed in range(250):
        if state.stage == "over":
            break
        sheets: dict[str, Lines] = {}
        for seat, owed in ZARGOS.phase(state).owing.items():
            view, before = ZARGOS.view(state, seat), process_time()
            sheets |= think(GAME, "captain", view, owed, seed)
            taken.append(process_time() - before)
        state = ZARGOS.resolve(state, sheets, Dice(seed)).state
    assert sorted(taken)[len(taken) * 9 // 10] < most


@pytest.mark.slow
@pytest.mark.parametrize("most", [ANY_TIME, timed(6.0)])
def test_a_game_of_six_captains_ends_in_seconds(most: float) -> None:
    before = process_time()
    game = play_six(4)
    assert process_time() - before < most
    assert game.turn <= 15
    assert game.people in PEOPLES
    assert f"{game.people} 1 (100%)" in report_peoples([game], 1.0)


@pytest.mark.slow
def test_a_captain_beats_two_recruits() -> None:
    games = matches(Pairing("captain", "recruit", 6, GAME), 0, 0.0)
    assert [game.place for game in games] == [0, 1, 2] * 2
    assert sum(play(game).won for game in games) >= 5


COMBATS = [
    ("K", "S", "TA1", 7, 5, {}),
    ("S", "X", "ZAC", 12, 10, {}),
    ("M", "A", "TAC", 10, 6, {"volley": True, "walled": True, "reroll": (2, 5)}),
    ("A", "D", "TA1", 6, 5, {}),
    ("W", "M", "TA1", 8, 3, {"reroll": (2, 5)}),
]


@pytest.mark.parametrize(("by", "foe", "at", "number", "foes", "more"), COMBATS)
def test_odds_are_those_of_the_rules(
    by: str, foe: str, at: str, number: int, foes: int, more: dict[str, Any]
) -> None:
    """Z-COMBAT: the computed chance and losses, against combats that are fought by the rules."""
    origin = "ZI1" if at == "ZAC" else "TA2"
    units = {by: {origin: number + 1}, foe: {at: foes}, "D" if by == "K" else "K": {"OZ1": 1}}
    state = state_of(phase="attack", active=by, units=units, order=[p for p in units if p != "X"])
    assert holder(state, at) == foe
    won, left = [], []
    for seed in range(400):
        after = ZARGOS.resolve(state, {by: (f"ALL {origin} {at}",)}, Dice(seed)).state
        won.append(float(holder(after, at) == by))
        left.append(after.units.get(by, {}).get(at, 0))
    chance, expected, _ = expect(Meeting(by, foe, **{"walled": at == "ZAC", **more}), number, foes)
    assert mean(won) == pytest.approx(chance, abs=0.1)
    assert mean(left) == pytest.approx(expected, abs=0.9)


def test_odds_do_not_depend_on_the_size_of_large_groups() -> None:
    meeting = Meeting("K", "S")
    assert expect(meeting, 80, 40)[0] == expect(meeting, 40, 20)[0]
    assert expect(meeting, 0, 3) == (0.0, 0.0, 3.0)
    assert expect(meeting, 5, 0) == (1.0, 5.0, 0.0)
    assert expect(Meeting("W", "K"), 1, 30)[0] < 0.01


def test_the_master_takes_the_rest_of_the_middle_and_wins() -> None:
    """Z-MASTER-5, Z-END-1."""
    units = {"S": {"ZAC": 6, "ZI1": 2, "BZ1": 3}, "K": {"TA1": 5}, "X": {"ZI2": 6, "ZI3": 6}}
    state = state_of(phase="attack", active="S", order=["S", "K"], units=units, turn=3)
    after = ZARGOS.resolve(state, write(state), Dice(1)).state
    assert (after.winner, after.ending) == (state.seats["S"], "city")


def test_a_captain_attacks_the_city_when_it_can_hold_it() -> None:
    demons = {"ZAC": 10, "ZI2": 6, "ZI3": 6}
    strong = {"S": {"ZI1": 30, "BZ1": 3}, "K": {"PA1": 5}, "X": demons}
    weak = {**strong, "S": {"ZI1": 5, "BZ1": 3}}
    scenario: dict[str, Any] = {"phase": "attack", "active": "S", "order": ["S", "K"], "turn": 3}
    assert any(line.endswith(" ZAC") for line in written("S", units=strong, **scenario))
    assert not any(line.endswith(" ZAC") for line in written("S", units=weak, **scenario))


def test_two_peoples_of_a_player_do_not_share_the_middle() -> None:
    """Z-TWO-3: only one people can hold all four."""
    units = {"K": {"ZI1": 9, "BZ1": 2}, "S": {"ZA3": 20, "BZ2": 2}, "W": {"OH1": 4}, "X": {"ZI2": 6}}
    scenario = {"phase": "attack", "active": "S", "order": ["S", "K", "W"], "units": units, "turn": 3}
    alone = written("S", seats={"K": "1", "S": "2", "W": "3"}, **scenario)
    assert any(line.split()[-1] in INNER_FOUR for line in alone)
    friends = written("S", seats={"K": "1", "S": "1", "W": "3"}, **scenario)
    assert not any(line.split()[-1] in INNER_FOUR for line in friends)


def test_no_capital_is_emptied_below_half() -> None:
    """Z-TABLE-2."""
    units = {"K": {"TAC": 12, "BZ1": 1}, "S": {"TA1": 1, "TA2": 1, "TA3": 1, "TA4": 1}}
    lines = written(phase="attack", active="K", order=["K", "S"], units=units, turn=3)
    sent = [int(line.split()[0]) for line in lines if " TAC " in line]
    assert sent
    assert sum(sent) <= 6
    assert "TAC" in CAPITALS


def test_a_captain_does_not_attack_against_the_odds() -> None:
    units = {"K": {"BZ5": 4}, "S": {"TA1": 15, "BZ3": 12, "BZ4": 12, "BZC": 12}}
    assert written(phase="attack", active="K", order=["K", "S"], units=units, turn=3) == ("PASS",)


def test_the_waves_of_knights_end() -> None:
    """Z-K-2, Z-TABLE-2."""
    units = {"K": {"BZ5": 40}, "S": {"TA1": 2, "BZ3": 2, "BZ4": 2, "BZC": 2, "OH1": 9}}
    state = state_of(phase="attack", active="K", order=["K", "S"], units=units, turn=3)
    waves = 0
    while state.stage in ("attack", "defence"):
        waves += state.stage == "attack"
        state = ZARGOS.resolve(state, write(state), Dice(waves)).state
    assert 2 <= waves <= 12
    assert state.stage == "reorganise"


def test_war_goes_to_the_combat_where_it_helps() -> None:
    """Z-CARD-4, Z-TABLE-2."""
    units = {"S": {"ZI1": 18, "BZ1": 9}, "K": {"BZ2": 1, "PA1": 2}, "X": {"ZAC": 10}}
    scenario = {"phase": "attack", "active": "S", "order": ["S", "K"], "units": units, "turn": 3}
    assert "WAR ZAC" in written("S", hands={"S": ["WAR"]}, **scenario)


def test_a_defender_plays_war() -> None:
    units = {"K": {"BZ5": 1}, "S": {"TAC": 9, "TA3": 4}}
    combats = [{"at": "TAC", "by": "K", "with": 9}]
    lines = written(
        "S", phase="defence", active="K", order=["K", "S"], units=units, combats=combats, hands={"S": ["WAR"]}
    )
    assert lines == ("WAR TAC",)


def test_spiders_are_called_to_a_volcano() -> None:
    """Z-S-2."""
    units = {"K": {"TA1": 1}, "S": {"TA3": 4, "OH3": 13}}
    combats = [{"at": "TA3", "by": "K", "with": 9}]
    lines = written("S", phase="defence", active="K", order=["K", "S"], units=units, combats=combats)
    assert lines == ("VORTEX 9 OH3 TA3",)


RED: dict[str, Any] = {
    "phase": "winds",
    "order": ["K", "S"],
    "turn": 3,
    "units": {"K": {"BZ5": 8}, "S": {"TA1": 14, "TA2": 3, "TA3": 3, "TA4": 3, "TAC": 4}},
}


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        (["WAR"], ("PASS ALL",)),
        (["MAD"], ("MAD TA", "PASS ALL")),
        (["DEATH"], ("DEATH", "PASS ALL")),
        (["DEMON"], ("DEMON TA1", "PASS ALL")),
        (["QUAKE"], ("PASS",)),
        (["TYPHOON", "WAR"], ("PASS",)),
    ],
)
def test_winds_come_at_their_moment(hand: list[str], lines: Lines) -> None:
    """Z-PHASE-1, Z-TABLE-2: nullifiers wait for the turn they hurt; who has no wind is not asked again."""
    assert written(hands={"K": hand}, **RED) == lines


def test_a_nullifier_comes_before_the_turn_of_its_victim() -> None:
    assert written(**{**RED, "active": "S"}, hands={"K": ["QUAKE"]}) == ("QUAKE", "PASS ALL")


def test_an_illusion_turns_a_wind_to_a_rival() -> None:
    """Z-CARD-8."""
    scenario = {**RED, "phase": "illusion", "hands": {"K": ["ILL"]}, "played": [["S", "DEMON BZ5"]]}
    assert written(**scenario) == ("ILL 1 TA1",)


def test_the_best_cards_are_kept() -> None:
    hand = ["WAR", "STORM", "TYPHOON", "MAD", "DEMON"]
    units = {"K": {"BZ5": 8}, "S": {"TA1": 3}}
    lines = written(phase="keep", order=["K", "S"], units=units, hands={"K": hand}, why="deal")
    assert lines == ("DEMON WAR MAD",)


@pytest.mark.parametrize(
    ("offered", "answer"),
    [(["TAC", "OZ1"], "YES 1"), (["OH1", "OZ1"], "NO 1"), (["TAC", "BZ5"], "NO 1")],
)
def test_an_offer_is_taken_that_completes_a_kingdom_for_nobody_else(offered: list[str], answer: str) -> None:
    """Z-TABLE-2. With BZ5 the other people would complete Banzol."""
    given, asked = offered
    cards = {
        "K": ["TA1", "TA2", "TA3", "TA4", "OZ1", "BZ5"],
        "S": ["TAC", "OH1", "BZ1", "BZ2", "BZ3", "BZ4", "BZC"],
    }
    offers = [["S", "K", [given], [asked]]]
    seats = {"K": "1", "S": "2"}
    scenario: dict[str, Any] = {
        "choosing": ["K", "S"],
        "seats": seats,
        "cards": cards,
        "offers": offers,
        "round": 1,
    }
    assert written(phase="reply", **scenario) == (answer,)


def test_a_boat_is_bought_for_a_landing_and_all_points_are_spent() -> None:
    """Z-TABLE-2."""
    units = {"S": {"BZ4": 28, "BZ2": 1}, "K": {"OH1": 5}, "X": {"ZA6": 3, "ZA5": 3}}
    lines = written("S", phase="buy", active="S", order=["S", "K"], units=units, points={"S": 12}, turn=2)
    assert lines[0] == "BOAT 1"
    assert sum(int(line.split()[0]) for line in lines[1:]) == 7


def test_a_captain_lands_on_zargos_by_boat() -> None:
    """Z-TABLE-2: a landing is a large one."""
    demons = {f"ZA{number}": 3 for number in range(1, 7)}
    lines = written(
        "S",
        phase="attack",
        active="S",
        order=["S", "K"],
        units={"S": {"BZ4": 28, "BZ2": 1}, "K": {"OH1": 5}, "X": demons},
        boats={"S": 1},
        turn=2,
    )
    landed = [line.split() for line in lines if line.split()[-1] in demons]
    assert [len(words) for words in landed] == [4]
    assert int(landed[0][0]) >= 12


def test_units_go_from_inland_to_the_border() -> None:
    """Z-TABLE-2."""
    own = {"TA1": 2, "TA2": 1, "TA3": 1, "TA4": 1, "TAC": 15, "PA1": 1, "PA2": 1, "BZ5": 1}
    state = state_of(
        phase="reorganise", active="K", order=["K", "S"], units={"K": own, "S": {"BZ4": 5, "BZ3": 5}}, turn=3
    )
    survey = Survey(ZARGOS.view(state, "1"), "K")
    assert not survey.is_border("TAC")
    borders = [place for place in own if survey.is_border(place)]
    after = ZARGOS.resolve(state, write(state), Dice(1)).state.units["K"]
    assert after["TAC"] == 1
    assert sum(after[place] for place in borders) >= sum(own[place] for place in borders) + 9


def test_units_are_deployed_where_rivals_are_near() -> None:
    """Z-TABLE-2."""
    units = {"K": {"TA1": 1, "TAC": 1, "OZC": 1}, "S": {"TA2": 4}}
    lines = written(phase="deploy", active="K", order=["K", "S"], units=units, to_place={"K": 15})
    assert sum(int(line.split()[0]) for line in lines) == 15
    assert {line.split()[1] for line in lines} <= {"TA1", "TAC", "OZC"}
    assert max(lines, key=lambda line: int(line.split()[0])).split()[1] in ("TA1", "TAC")


def test_the_smallest_territory_pays_the_tribute() -> None:
    units = {"K": {"TA1": 9, "TA2": 2, "TAC": 2}, "S": {"BZ1": 1}}
    lines = written(phase="curse", curse="TRIBUTE", order=["K", "S"], units=units, turn=2)
    assert lines == ("TA2",)
