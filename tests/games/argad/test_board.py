"""The board of Argad: its hexes and maps, what is seen over it, and which way a unit takes."""

from random import Random

import pytest
from msgspec.structs import replace

from protocol.views.argad.board import (
    BESIDE,
    COLUMNS,
    DIRECTIONS,
    HEXES,
    MAPS,
    NEIGHBOURS,
    ROWS,
    STEPS,
    TERRAIN,
    distance,
    hex_at,
    turned,
    zone_of,
)
from protocol.views.argad.field import hexes_beside_enemies, occupied
from protocol.views.argad.sight import lines_between, sight
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.ways import NO_ENTRY, Passage, best_way, ground_for, passage_of, reachable
from tests.kit.argad import FAR, codes, kinds, order, state_of, told, unit
from tests.kit.long import TIMES, long

SEATS = ("S", "H")


def position(
    units: dict[str, Unit] | None = None, map_: str = "plain", terrain: dict[str, str] | None = None
) -> Position:
    return Position(stage="card", seats=SEATS, map=map_, terrain=terrain or {}, units=units or {})


def foot(at: str, count: int = 4) -> Unit:
    return Unit(at, ("SP",) * count)


def test_the_board_has_26_columns_and_16_rows() -> None:
    """A-BOARD-1"""
    assert (len(HEXES), HEXES[0], HEXES[-1]) == (COLUMNS * ROWS, "A1", "Z16")
    assert (hex_at(0, 0), hex_at(25, 15), hex_at(26, 0), hex_at(0, 16)) == ("A1", "Z16", None, None)


def test_the_neighbours_of_even_rows_stand_half_a_hex_to_the_right() -> None:
    """A-BOARD-2"""
    assert dict(zip(DIRECTIONS, STEPS["K9"], strict=True)) == {
        **{"E": "L9", "SE": "K10", "SW": "J10", "W": "J9", "NW": "J8", "NE": "K8"}
    }
    assert STEPS["K10"] == ("L10", "L11", "K11", "J10", "K9", "L9")
    assert STEPS["A1"] == ("B1", "A2", None, None, None, None)
    assert all(here in NEIGHBOURS[there] for here in HEXES for there in NEIGHBOURS[here])


def test_the_distance_is_the_least_number_of_steps() -> None:
    """A-BOARD-2"""
    steps = {"K9": 0}
    edge = ["K9"]
    while edge:
        edge = [
            b for a in edge for b in NEIGHBOURS[a] if b not in steps and not steps.update({b: steps[a] + 1})
        ]
    assert len(steps) == len(HEXES)
    assert all(distance("K9", hex_) == count for hex_, count in steps.items())


def test_zones_are_the_two_rows_of_the_own_edge_and_13_hexes_apart() -> None:
    """A-BOARD-4, A-SETUP-5: of a side of two each has half of the columns."""
    black, red = zone_of("S", "black", False), zone_of("H", "red", False)
    assert (black[0], black[-1], red[0], red[-1]) == ("A1", "Z2", "A15", "Z16")
    assert min(distance(one, other) for one in black for other in red) == 13
    halves = {
        seat: {hex_[0] for hex_ in zone_of(seat, side, True)}
        for seat, side in (("S", "black"), ("C", "black"), ("H", "red"), ("D", "red"))
    }
    assert halves["S"] == halves["D"] == set("ABCDEFGHIJKLM")
    assert halves["C"] == halves["H"] == set("NOPQRSTUVWXYZ")


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_equal_to_itself_turned_and_open_where_armies_stand(name: str) -> None:
    """A-BOARD-5"""
    glyphs = MAPS[name]
    assert all(glyphs[hex_] == glyphs[turned(hex_)] for hex_ in HEXES)
    assert {glyphs[hex_] for hex_ in HEXES if int(hex_[1:]) in (1, 2, 15, 16)} == {"."}
    assert set(glyphs.values()) <= set(TERRAIN)


@pytest.mark.parametrize(
    ("figures", "slope", "wood", "village", "water"),
    [
        (("SP",), "D", "D", "D", "no"),
        (("MS",), "D", "V", "no", "no"),
        (("MS", "KN"), "V", "V", "no", "no"),
        (("MF",), "V", "V", "no", "no"),
    ],
)
def test_ground_depends_on_foot_mounted_and_heavy(
    figures: tuple[str, ...], slope: str, wood: str, village: str, water: str
) -> None:
    """A-BOARD-6"""
    ground = ground_for(figures)
    assert (ground["^"], ground["%"], ground["#"], ground["o"], ground["."]) == (
        slope,
        wood,
        village,
        water,
        "",
    )


def test_only_one_unit_stands_on_a_hex() -> None:
    """A-BOARD-3"""
    units = {"1S": unit("K3", "4SP"), "2S": unit("K4", "4SP"), **FAR}
    assert codes(order("M 1 K4", units=units)) == ["occupied"]


def test_a_line_along_an_edge_has_two_sides_and_one_through_hexes_has_one() -> None:
    """A-SIGHT-1"""
    assert set(lines_between("K3", "K5")) == {("J4",), ("K4",)}
    assert lines_between("C8", "H9") == (("D8", "E8", "F9", "G9"),)
    assert lines_between("A1", "A3") == (("A2",),)
    assert lines_between("K3", "L3") == ((),)


def test_sight_is_the_same_both_ways_and_there_is_always_a_line() -> None:
    """A-SIGHT-1"""
    random = Random(1)
    for _ in range(300 * TIMES):
        one, other = random.sample(HEXES, 2)
        there, back = lines_between(one, other), lines_between(other, one)
        assert there
        assert {line[::-1] for line in back} == set(there)
        assert all(len(line) == distance(one, other) - 1 for line in there)


def test_villages_three_woods_and_units_block_sight() -> None:
    """A-SIGHT-2"""
    plain = position()
    assert sight(plain, "C8", "H8").is_clear
    assert not sight(replace(plain, terrain={"E8": "#"}), "C8", "H8").is_clear
    two = replace(plain, terrain=dict.fromkeys(("E8", "F8"), "%"))
    assert sight(two, "C8", "H8").is_clear
    assert sight(two, "C8", "H8").has_wood
    assert not sight(replace(plain, terrain=dict.fromkeys(("E8", "F8", "H8"), "%")), "C8", "H8").is_clear
    assert sight(replace(plain, terrain=dict.fromkeys(("C8", "E8", "F8"), "%")), "C8", "H8").is_clear
    assert not sight(position({"2S": foot("E8")}), "C8", "H8").is_clear


@pytest.mark.parametrize(
    ("slopes", "is_clear"), [(("C8",), True), (("H8",), True), (("C8", "E8"), False), (("E8",), False)]
)
def test_from_a_slope_one_sees_over_heads_that_are_not_on_one(
    slopes: tuple[str, ...], is_clear: bool
) -> None:
    """A-SIGHT-2"""
    hill = position({"2S": foot("E8")}, terrain=dict.fromkeys(slopes, "^"))
    assert sight(hill, "C8", "H8").is_clear == is_clear


def test_units_between_do_not_matter_for_seeing_a_general_fall() -> None:
    """A-SIGHT-3"""
    crowd = position({"2S": foot("E8")})
    assert sight(crowd, "C8", "H8", past_units=True).is_clear
    assert not sight(replace(crowd, terrain={"F8": "#"}), "C8", "H8", past_units=True).is_clear


def best_by_trial(passage: Passage, start: str, ends: set[str], steps: int) -> tuple[str, ...] | None:
    """A-MOVE-3 without any thrift: for each number of steps the least slow ground, then direction order."""
    weights = {(end, 0): 0 for end in ends}
    for count in range(1, steps + 1):
        for hex_ in HEXES:
            if hex_ != start and not passage.may_pass(hex_):
                continue
            found = [
                weights[after, count - 1] + passage.weight(after)
                for after in NEIGHBOURS[hex_]
                if (after, count - 1) in weights and after != start
            ]
            if found:
                weights[hex_, count] = min(found)
    known = [(weights[start, count], count) for count in range(steps + 1) if (start, count) in weights]
    if not known:
        return None
    weight, left = min(known)
    way = [start]
    while left:
        left -= 1
        way.append(
            next(
                hex_
                for hex_ in NEIGHBOURS[way[-1]]
                if weights.get((hex_, left)) == weight - (0 if hex_ in way else passage.weight(hex_))
                and hex_ != start
                and (hex_ in ends or passage.may_pass(hex_))
            )
        )
        weight -= passage.weight(way[-1])
    return tuple(way)


@long
def test_ways_are_those_of_a_search_that_tries_everything() -> None:
    """A-MOVE-1, A-MOVE-2, A-MOVE-3"""
    random = Random(7)
    for _ in range(12 * TIMES):
        name = random.choice(list(MAPS))
        figures = random.choice((("SP",) * 4, ("MS",) * 4, ("KN",) * 3, ("MA",) * 4))
        ground = ground_for(figures)
        free = [hex_ for hex_ in HEXES if ground[MAPS[name][hex_]] != NO_ENTRY]
        places = random.sample(free, 9)
        units = {
            f"{n}{seat}": Unit(at, figures)
            for n, (at, seat) in enumerate(zip(places, "SSSSHHHHH", strict=True), 1)
        }
        field = position(units, name)
        passage = passage_of(field, "1S", figures, past_enemies=random.random() < 0.3)
        start = places[0]
        near = [hex_ for hex_ in free if 0 < distance(start, hex_) <= 6 and passage.may_enter(hex_)]
        ends = set(random.sample(near, min(len(near), random.choice((1, 1, 3)))))
        steps = random.randint(3, 10)
        assert best_way(passage, start, ends, steps) == best_by_trial(passage, start, ends, steps)


def test_what_is_reachable_is_what_a_way_leads_to() -> None:
    """A-MOVE-2"""
    field = position({"1S": Unit("K4", ("MS",) * 4), "1H": foot("K9"), "2H": foot("F4")}, "heath")
    passage = passage_of(field, "1S", field.units["1S"].figs)
    found = reachable(passage, "K4", 10)
    for hex_ in HEXES:
        is_there = passage.may_pass(hex_) and best_way(passage, "K4", (hex_,), 10) is not None
        assert (hex_ in found) == is_there, hex_
    assert not set(found) & (hexes_beside_enemies(field, "black") | set(occupied(field)))
    assert (found["J4"], found["G6"]) == ("", "V")


def test_friends_are_not_passed_and_enemies_are_kept_off() -> None:
    """A-MOVE-2: K5 is walled in by friends but for the hex beside an enemy."""
    ring = {f"{n}S": unit(at, "3SP") for n, at in enumerate(sorted(BESIDE["K5"] - {"L5"}), 2)}
    units = {"1S": unit("K5", "4SP"), **ring, "1H": unit("M5", "3SP")}
    assert codes(order("M 1 K3", units=units)) == ["no_path"]
    assert codes(order("M 1 L5", units=units)) == ["next_to_enemy"]


def test_named_hexes_are_reached_in_turn() -> None:
    """A-MOVE-3"""
    outcome = order("M 1 L4 K5 J4", units={"1S": unit("K3", "4SP"), **FAR})
    assert told(outcome, "moved") == [{"unit": "1S", "path": ["K3", "L3", "L4", "L5", "K5", "J4"]}]
    assert codes(order("M 1 L4 K5 J4 I4", units={"1S": unit("K3", "4SP"), **FAR})) == ["too_far"]


def test_the_way_of_contact_goes_to_the_best_hex_beside_the_target() -> None:
    """A-MOVE-3, A-MELEE-1"""
    units = {"1S": unit("K5", "4SP"), "1H": unit("K9", "4SP")}
    outcome = order("C 1 1H", units=units, terrain={"J8": '"', "K8": "."}, dice=[1] * 9)
    assert told(outcome, "moved")[0]["path"][-1] == "K8"


def test_moving_marks_a_unit_and_being_pushed_does_not() -> None:
    """A-MOVE-7"""
    assert order("M 1 K4", units={"1S": unit("K3", "4SP"), **FAR})["units"]["1S"]["moved"]
    units = {"1S": unit("K6", "4SP"), "1H": unit("K7", "4SP")}
    pushed = order("F 1 1H +", units=units, dice=[3, 3, 3, 3, 1, 1, 1, 1, 1])
    assert pushed["units"]["1H"]["at"] == "K8"
    assert pushed["units"]["1S"]["at"] == "K7"
    assert "moved" not in pushed["units"]["1H"]
    assert "moved" not in pushed["units"]["1S"]


def test_a_unit_has_no_facing_and_no_formation() -> None:
    """A-BOARD-3, A-MOVE-8: a unit is where it stands, and what it has; nothing says how it stands."""
    fields = set(Unit.__struct_fields__)
    assert not fields & {"facing", "formation", "ranks"}
    state = state_of(seat="S", units={"1S": unit("K3", "4SP"), **FAR})
    assert state.units["1S"].at == "K3"


def test_a_unit_whose_way_is_gone_by_then_stays() -> None:
    """A-MOVE-3: the target flees to the side of the hex that the shooters were to move to."""
    units = {"1S": unit("J10", "6SB"), "1H": unit("H7", "2LV", wear=3), **FAR}
    outcome = order("S 1 1H F12", units=units, dice=[6, 1, 1, 1, 1, 1, 1])
    assert outcome["units"]["1H"]["at"] == "E12"
    assert kinds(outcome)[-1] == "stayed"
    assert outcome["units"]["1S"]["at"] == "J10"
    assert "moved" not in outcome["units"]["1S"]
