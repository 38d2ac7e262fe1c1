"""Our own cases, rule by rule: setting up, the referee, the hourglass, two players and three."""

import msgspec
import pytest

from protocol.views.power import (
    Captured,
    Collected,
    Eliminated,
    Launched,
    Lost,
    Moved,
    Penalised,
    Shared,
)
from server.games.api import BadOptions, Outcome
from server.games.dice import Dice, LoadedDice
from server.games.power import POWER
from server.games.power.state import PowerOptions, PowerState
from tests.kit.factories import PAIRS, play, position, resolve, write


def set_up(options: PowerOptions, *faces: int) -> PowerState:
    return POWER.setup(options, LoadedDice(faces or (1,)))


@pytest.mark.parametrize("players", POWER.players)
def test_every_army_starts_with_eight_pieces_and_its_flag_in_its_hq(players: int) -> None:
    """P-SETUP-1"""
    state = set_up(PowerOptions(players=players))
    assert write(state.pieces) == {army: {f"HQ{army}": "2S 2T 2C 2D"} for army in "VBJR"}
    assert state.flags == {army: army for army in "VBJR"}
    assert (state.round, state.over, state.eliminated) == (1, False, ())


def test_the_first_referee_is_chosen_by_lot_among_the_players() -> None:
    """P-SETUP-1"""
    assert [set_up(PowerOptions(), face).referee for face in (1, 2, 3, 4)] == ["V", "B", "J", "R"]
    three = PowerOptions(players=3, mercenary="B")
    assert [set_up(three, face).referee for face in (1, 2, 3)] == ["V", "J", "R"]


def test_the_lot_follows_the_seed() -> None:
    """P-SETUP-1"""
    lots = [POWER.setup(PowerOptions(), Dice(seed)).referee for seed in range(40)]
    assert lots == [POWER.setup(PowerOptions(), Dice(seed)).referee for seed in range(40)]
    assert set(lots) == set("VBJR")


@pytest.mark.parametrize("players", POWER.players)
def test_a_table_that_names_its_referee_rolls_no_dice(players: int) -> None:
    """P-SETUP-1"""
    dice = Dice(1)
    assert POWER.setup(PowerOptions(players=players, referee="J"), dice).referee == "J"
    assert dice.rolled == []


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (PowerOptions(), ("V", "B", "J", "R")),
        (PowerOptions(players=3), ("V", "B", "J")),
        (PowerOptions(players=3, mercenary="V"), ("B", "J", "R")),
        (PowerOptions(players=2), ("VB", "JR")),
        (PowerOptions(players=2, pairs="BJ-RV"), ("BJ", "RV")),
    ],
)
def test_seats_are_named_by_their_armies(options: PowerOptions, seats: tuple[str, ...]) -> None:
    """P-TWO-1, P-THREE-1"""
    assert POWER.seating(options) == seats
    owing = POWER.phase(set_up(options)).owing
    assert set(owing) == set(seats)
    assert all(set(owing[seat]) == set(seat) for seat in seats)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (PowerOptions(players=1), "2 to 4"),
        (PowerOptions(players=5), "2 to 4"),
        (PowerOptions(players=0), "2 to 4"),
        (PowerOptions(players=3, referee="R"), "mercenary"),
        (PowerOptions(players=2, prefer={"VB": "J"}), "prefer"),
        (PowerOptions(players=2, prefer={"north": "V"}), "prefer"),
        (PowerOptions(players=2, pairs="BJ-RV", prefer={"VB": "V"}), "prefer"),
        (PowerOptions(seconds=0), "seconds"),
        (PowerOptions(seconds=-3), "seconds"),
        (PowerOptions(seconds=float("nan")), "seconds"),
        (PowerOptions(limit=0), "limit"),
        (PowerOptions(limit=float("inf")), "limit"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused_in_words(options: PowerOptions, says: str) -> None:
    """P-SETUP-1"""
    with pytest.raises(BadOptions, match=says):
        set_up(options)


@pytest.mark.parametrize(
    "given", [{"mercenary": "X"}, {"referee": ""}, {"pairs": "VJ-BR"}, {"prefer": {"VB": "VB"}}, {"wings": 2}]
)
def test_options_of_the_wrong_shape_do_not_convert(given: dict[str, object]) -> None:
    """P-SETUP-1"""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, PowerOptions)


def test_three_minutes_to_write_and_six_with_two_players() -> None:
    """P-TIME-1"""
    seconds = {n: POWER.phase(set_up(PowerOptions(players=n))).seconds for n in POWER.players}
    assert seconds == {2: 360, 3: 180, 4: 180}


def test_the_table_may_choose_its_hourglass_and_its_limit() -> None:
    """P-TIME-1"""
    assert POWER.phase(set_up(PowerOptions(seconds=45))).seconds == 45
    assert POWER.phase(set_up(PowerOptions(seconds=None, players=2))).seconds is None
    assert POWER.limit(PowerOptions()) == 7200
    assert POWER.limit(PowerOptions(limit=None)) is None
    assert POWER.limit(PowerOptions(limit=60)) == 60


def test_the_hourglass_lasts_from_round_to_round() -> None:
    """P-TIME-1"""
    after = resolve(set_up(PowerOptions(seconds=45)), {}).after
    assert POWER.phase(after).seconds == 45


@pytest.mark.parametrize("players", POWER.players)
def test_chat_is_closed_while_orders_are_written(players: int) -> None:
    """P-TIME-3"""
    phase = POWER.phase(set_up(PowerOptions(players=players)))
    assert (phase.key, phase.quiet, phase.strict, phase.lines) == ("orders", True, False, 5)


def test_eliminated_armies_owe_no_sheet_and_nobody_does_after_the_end() -> None:
    """P-FLAG-2, P-END-1"""
    going = play({"V": {"B4": "1S"}}, {"V": ["S B4 HQB"]})
    assert POWER.phase(going.after).owing == {"J": ("J",), "R": ("R",), "V": ("V",)}
    assert POWER.outcome(going.after) is None
    over = play({"V": {"V4": "1S"}}, {"V": ["S V4 V8"]}, last=True)
    assert POWER.phase(over.after).owing == {}


def test_a_draw_is_between_the_sides_that_lead() -> None:
    """P-END-3"""
    equal = {"V": {"V4": "1T"}, "B": {"B4": "1T"}, "J": {"J4": "1S"}, "R": {"R4": "1S"}}
    idle = {"V": ["T V4 V8"], "B": ["T B4 B8"], "J": ["S J4 J8"], "R": ["S R4 R8"]}
    ended = POWER.outcome(play(equal, idle, last=True).after)
    assert ended == Outcome((), "last-round", drawn=("V", "B"))
    won = POWER.outcome(play({**equal, "V": {"V4": "2T"}}, idle, last=True).after)
    assert won == Outcome(("V",), "last-round")


def test_the_office_passes_clockwise_each_round() -> None:
    """P-SHEET-8"""
    state = set_up(PowerOptions(referee="J"))
    referees = []
    for _ in range(5):
        referees.append(state.referee)
        state = resolve(state, {}).after
    assert referees == ["J", "R", "V", "B", "J"]
    assert state.round == 6


@pytest.mark.parametrize(
    ("referee", "eliminated", "mercenary", "following"),
    [
        ("V", ("B",), None, "J"),
        ("V", ("B", "J"), None, "R"),
        ("J", (), "R", "V"),
        ("J", ("V",), "R", "B"),
        ("B", ("B",), None, "J"),
    ],
)
def test_the_office_skips_eliminated_armies_and_mercenaries(
    referee: str, eliminated: tuple[str, ...], mercenary: str | None, following: str
) -> None:
    """P-SHEET-8, P-THREE-1"""
    done = play({}, {}, referee=referee, eliminated=eliminated, mercenary=mercenary)
    assert done.after.referee == following


def test_the_office_skips_an_army_taken_in_this_round() -> None:
    """P-SHEET-8"""
    assert play({"V": {"B4": "1S"}}, {"V": ["S B4 HQB"]}).after.referee == "J"


def test_views_of_two_seats_differ_only_in_whose_they_are() -> None:
    """P-SHEET-9"""
    state = resolve(set_up(PowerOptions(players=2)), {"V": ["S HQ V8"]}).after
    views = [msgspec.structs.asdict(POWER.view(state, seat)) for seat in ("VB", "JR", None)]
    own = [(view.pop("seat"), view.pop("armies")) for view in views]
    assert own == [("VB", ("V", "B")), ("JR", ("J", "R")), (None, ())]
    assert views[0] == views[1] == views[2]


def test_a_view_shows_the_board_and_every_reserve() -> None:
    """P-SHEET-9"""
    state = position({"V": {"RVV": "3P"}, "B": {"B4": "1M", "RVB": "9CR"}})
    assert POWER.view(state, "J").pieces == state.pieces


def test_two_players_write_a_sheet_of_five_for_each_army() -> None:
    """P-TWO-1"""
    state = set_up(PowerOptions(players=2))
    done = resolve(state, {army: [f"{kind} HQ {army}8" for kind in "SSTTCC"] for army in "VBJR"})
    assert all(done.fates(army) == [None] * 5 + ["sixth"] for army in "VBJR")
    assert POWER.phase(state).owing == {"VB": ("V", "B"), "JR": ("J", "R")}


def test_allied_armies_fight_as_one_and_fall_back_as_one() -> None:
    """P-TWO-2"""
    done = play(
        {"V": {"V0": "1T"}, "B": {"B0": "1S"}, "J": {"J0": "1C"}},
        {"V": ["T V0 IX"], "B": ["S B0 IX"], "J": ["C J0 IX"]},
        sides=PAIRS,
    )
    assert done.pieces == {"V": {"V0": "1T"}, "B": {"B0": "1S"}, "J": {"J0": "1C"}}


@pytest.mark.parametrize(
    ("line", "code"),
    [("3S EIX R", "not-enough"), ("T IX V0", "no-piece"), ("S RVB HQB", "no-piece"), ("M B4 IX", "no-piece")],
)
def test_allies_never_exchange_together_or_command_each_other(line: str, code: str) -> None:
    """P-TWO-2"""
    pieces = {"V": {"IX": "2S", "V8": "1S"}, "B": {"IX": "1S 1T", "B4": "1M", "RVB": "1S 1P"}}
    done = play(pieces, {"V": [line, "S V8 V7"]}, sides=PAIRS)
    assert done.fates("V") == [code, None]


def test_an_allied_hq_is_no_prize() -> None:
    """P-TWO-2"""
    done = play({"V": {"B4": "1S"}}, {"V": ["S B4 HQB"]}, sides=PAIRS)
    assert done.after.flags["B"] == "B"


@pytest.mark.parametrize(
    ("v", "b", "prefer", "captor"),
    [
        ("1C", "1T", {}, "V"),
        ("1T", "1C", {}, "B"),
        ("1T", "1C", {"VB": "V"}, "B"),
        ("1T", "1T", {}, "V"),
        ("1T", "1T", {"VB": "B"}, "B"),
        ("1T", "1T", {"VB": "V"}, "V"),
        ("1T", "1T", {"JR": "R"}, "V"),
    ],
)
def test_prisoners_go_to_the_ally_with_more_power_else_the_preferred_else_the_first(
    v: str, b: str, prefer: dict[str, str], captor: str
) -> None:
    """P-TWO-3"""
    done = play(
        {"V": {"V0": v}, "B": {"B0": b}, "J": {"IX": "1C", "RVJ": "1P"}},
        {"V": [f"{v[1]} V0 IX"], "B": [f"{b[1]} B0 IX"]},
        sides=PAIRS,
        prefer=prefer,
    )
    assert [event.captor for event in done.told(Captured)] == [captor]
    assert done.pieces[captor][f"RV{captor}"] == "1C"


def test_the_other_pair_has_its_own_first_army() -> None:
    """P-TWO-3"""
    done = play(
        {"R": {"R0": "1T"}, "J": {"J0": "1T"}, "V": {"IX": "1C", "RVV": "1P"}},
        {"R": ["T R0 IX"], "J": ["T J0 IX"]},
        sides=PAIRS,
    )
    assert [event.captor for event in done.told(Captured)] == ["J"]


def test_a_territory_pays_each_enemy_army_on_it() -> None:
    """P-TWO-4"""
    done = play(
        {"V": {"J0": "1S", "R0": "1S", "B4": "1S", "RVV": "1P"}, "B": {"J0": "1S", "RVB": "1P"}},
        {},
        sides=PAIRS,
    )
    assert [(event.army, event.territories) for event in done.told(Collected)] == [
        ("V", ("J", "R")),
        ("B", ("J",)),
    ]


def test_a_player_goes_on_with_one_flag_and_loses_with_both() -> None:
    """P-TWO-5"""
    one = play({"V": {"J4": "1S"}}, {"V": ["S J4 HQJ"]}, sides=PAIRS)
    assert not one.after.over
    assert POWER.phase(one.after).owing == {"VB": ("B", "V"), "JR": ("R",)}
    both = play({"V": {"J4": "1S"}, "B": {"R4": "1S"}}, {"V": ["S J4 HQJ"], "B": ["S R4 HQR"]}, sides=PAIRS)
    assert both.after.winner == "VB"
    assert POWER.outcome(both.after).winners == ("VB",)  # type: ignore[union-attr]  # the game is over


@pytest.mark.parametrize(
    ("v", "b", "captor"),
    [
        ("1S", "1A", "V"),
        ("1A", "1S", "B"),
        ("1S 1T", "1S", "V"),
        ("1S", "1S 1T", "B"),
        ("1R", "2S", "V"),
        ("1S", "1S", "V"),
    ],
)
def test_of_two_armies_on_a_taken_hq_the_one_with_foot_and_more_power_is_the_captor(
    v: str, b: str, captor: str
) -> None:
    """P-TWO-5"""
    done = play({"V": {"HQJ": v, "RVV": "1P"}, "B": {"HQJ": b, "RVB": "1P"}}, {}, sides=PAIRS)
    assert done.after.flags["J"] == captor
    assert done.after.eliminated == ("J",)


def test_two_armies_without_foot_soldiers_take_no_flag() -> None:
    """P-TWO-5"""
    assert play({"V": {"HQJ": "1A"}, "B": {"HQJ": "1C"}}, {}, sides=PAIRS).after.flags["J"] == "J"


@pytest.mark.parametrize("mercenary", "VBJR")
def test_the_fourth_army_is_a_side_without_a_sheet(mercenary: str) -> None:
    """P-THREE-1"""
    state = set_up(PowerOptions(players=3, mercenary=mercenary), 1)
    done = resolve(state, {mercenary: [f"S HQ {mercenary}8"]})
    assert state.sides[mercenary] == mercenary
    assert mercenary not in POWER.phase(state).owing
    assert done.after.pieces[mercenary] == state.pieces[mercenary]
    assert {event.army for event in done.told(Penalised)} == set("VBJR") - {mercenary}


def test_any_player_may_order_mercenaries_on_the_board_and_in_their_reserve() -> None:
    """P-THREE-2"""
    done = play(
        {"R": {"R0": "1T 3S", "RVR": "1S 3P"}},
        {"V": ["T R0 IX", "S RVR HQR"], "B": ["3S ER0 R"], "J": ["3P ERVR T", "t rrv rhq"]},
        mercenary="R",
    )
    assert [event.owner for event in done.story if isinstance(event, Moved)] == ["R", "R", "R"]
    assert done.pieces == {"R": {"IX": "1T", "R0": "1R", "HQR": "1S 1T"}}


def test_a_players_own_piece_goes_before_a_mercenary() -> None:
    """P-THREE-2"""
    done = play({"R": {"R0": "1T"}, "V": {"IX": "1T"}}, {"V": ["T IX R0", "T R0 R4"]}, mercenary="R")
    assert [(event.owner, event.to) for event in done.told(Moved)] == [("V", "R0"), ("R", "R4")]


def test_mercenary_missiles_are_launched_by_anybody() -> None:
    """P-THREE-2, P-MISS-1"""
    done = play(
        {"R": {"RVR": "1M", "R4": "2CR"}, "B": {"HQB": "1S 1T"}},
        {"V": ["M RVR HQB"], "B": ["S HQ B8"], "J": ["2CR ER4 M", "M R4 IX"]},
        mercenary="R",
    )
    assert [(event.army, event.owner) for event in done.told(Launched)] == [("V", "R"), ("J", "R")]
    assert done.pieces == {"B": {"B8": "1S"}}


def test_sectors_that_were_not_mercenary_when_the_round_began_take_no_orders() -> None:
    """P-THREE-2"""
    done = play(
        {"R": {"R0": "3S"}},
        {"V": ["S R0 IX", "S R0 IX", "S R0 IX", "3S EIX R"]},
        mercenary="R",
    )
    assert done.fates("V") == [None, None, None, "not-enough"]


def test_what_gathers_on_a_mercenary_sector_may_be_exchanged_there() -> None:
    """P-THREE-2"""
    done = play({"R": {"R0": "2S", "R4": "1S"}}, {"V": ["S R4 R0", "3S ER0 R"]}, mercenary="R")
    assert done.pieces == {"R": {"R0": "1R"}}


def test_no_player_uses_another_players_pieces() -> None:
    """P-THREE-2"""
    done = play({"B": {"B0": "1T", "B8": "1S"}}, {"V": ["T B0 IX"], "B": ["S B8 B7"]}, mercenary="R")
    assert done.fates("V") == ["no-piece"]


def test_mercenaries_and_players_never_exchange_together() -> None:
    """P-THREE-2"""
    done = play(
        {"R": {"R0": "1S"}, "V": {"IX": "2S"}}, {"V": ["S IX R0", "S IX R0", "3S ER0 R"]}, mercenary="R"
    )
    assert done.fates("V") == [None, None, "not-enough"]


def test_captures_and_power_of_mercenaries_go_to_their_reserve() -> None:
    """P-THREE-2"""
    done = play(
        {"R": {"R0": "1A", "V5": "1S"}, "B": {"IX": "1C", "RVB": "1P"}},
        {"V": ["A R0 IX"]},
        mercenary="R",
    )
    assert done.pieces == {"R": {"IX": "1A", "V5": "1S", "RVR": "1C 1P"}}


@pytest.mark.parametrize(
    ("there", "codes", "left"),
    [("1T", ["rivals", "rivals"], {"R0": "1T"}), ("2T", [None, None], {"IX": "1T", "R4": "1T"})],
)
def test_rivals_who_want_more_than_there_are_get_nothing(
    there: str, codes: list[str | None], left: dict[str, str]
) -> None:
    """P-THREE-3"""
    done = play({"R": {"R0": there}}, {"V": ["T R0 IX"], "J": ["T R0 R4"]}, mercenary="R")
    assert done.fates("V") + done.fates("J") == codes
    assert done.pieces == {"R": left}


def test_fewer_orders_than_pieces_leave_the_rest_where_they_are() -> None:
    """P-THREE-3"""
    done = play({"R": {"R0": "5T"}}, {"V": ["T R0 IX"], "J": ["T R0 R4", "T R0 IX"]}, mercenary="R")
    assert done.pieces == {"R": {"R0": "2T", "R4": "1T", "IX": "2T"}}


@pytest.mark.parametrize("referee", "VBJ")
def test_all_orders_of_one_place_are_cancelled_together(referee: str) -> None:
    """P-THREE-3"""
    orders = {"V": ["T R0 IX", "T R0 IX"], "B": ["T R0 R4"], "J": ["T R0 IX"]}
    done = play({"R": {"R0": "3T 1S"}}, orders, mercenary="R", referee=referee)
    assert len(done.told(Lost)) == 4
    assert done.pieces == {"R": {"R0": "1S 3T"}}


def test_rivals_for_one_kind_leave_other_kinds_and_places_alone() -> None:
    """P-THREE-3"""
    orders = {"V": ["T R0 IX", "S R0 IX", "T R4 R8"], "J": ["T R0 R4", "C R0 R4"]}
    done = play({"R": {"R0": "1S 1T 1C", "R4": "1T"}}, orders, mercenary="R")
    assert done.fates("V") == ["rivals", None, None]
    assert done.fates("J") == ["rivals", None]


def test_rivals_of_one_mind_are_all_obeyed_with_the_pieces_there_are() -> None:
    """P-THREE-3"""
    orders = {"V": ["T R0 IX"], "B": ["T R0 IX", "T R0 IX"], "J": ["t r0 ix"]}
    done = play({"R": {"R0": "2T"}}, orders, mercenary="R")
    assert [type(event) for event in done.read] == [Moved, Moved, Shared, Shared]
    assert done.pieces == {"R": {"IX": "2T"}}
    assert not done.told(Penalised)


def test_one_player_alone_is_no_rival() -> None:
    """P-THREE-3"""
    done = play({"R": {"R0": "1T"}}, {"V": ["T R0 IX", "T R0 R4"]}, mercenary="R")
    assert done.fates("V") == [None, "no-piece"]


@pytest.mark.parametrize("rival", ["T R0 V8", "T R0 R0", "T R0 S3", "2T R0 R4", "T R0"])
def test_an_illegal_order_makes_no_rival(rival: str) -> None:
    """P-THREE-3"""
    done = play({"R": {"R0": "1T"}}, {"V": ["T R0 IX"], "J": [rival]}, mercenary="R")
    assert done.fates("V") == [None]
    assert done.pieces == {"R": {"IX": "1T"}}


def test_a_sixth_line_makes_no_rival() -> None:
    """P-THREE-3, P-SHEET-1"""
    done = play({"R": {"R0": "1T"}}, {"V": ["T R0 IX"], "J": ["?"] * 5 + ["T R0 R4"]}, mercenary="R")
    assert done.fates("V") == [None]


def test_rivals_for_a_missile_cancel_each_other_too() -> None:
    """P-THREE-3"""
    done = play({"R": {"R4": "1M"}}, {"V": ["M R4 HQB"], "B": ["M R4 HQV"]}, mercenary="R")
    assert done.fates("V") + done.fates("B") == ["rivals", "rivals"]
    agreed = play({"R": {"R4": "1M"}}, {"V": ["M R4 HQJ"], "B": ["M R4 HQJ"]}, mercenary="R")
    assert agreed.fates("V") + agreed.fates("B") == [None, None]


def test_a_cancelled_order_excuses_from_idleness_and_an_illegal_one_does_not() -> None:
    """P-THREE-4"""
    pieces = {"R": {"R0": "1T"}, **{army: {f"RV{army}": "2P"} for army in "VBJ"}}
    done = play(pieces, {"V": ["T R0 IX"], "J": ["T R0 R4"], "B": ["T R0 B8"]}, mercenary="R")
    assert [event.army for event in done.told(Penalised)] == ["B"]


def test_mercenaries_take_flags_as_an_army_does() -> None:
    """P-THREE-5"""
    done = play({"R": {"B4": "1S"}, "B": {"B0": "1T"}}, {"V": ["S B4 HQB"], "B": ["T B0 B1"]}, mercenary="R")
    assert done.after.flags["B"] == "R"
    assert done.pieces == {"R": {"HQB": "1S", "RVR": "1T"}}
    assert not done.after.over


def test_a_player_may_take_the_mercenaries_flag() -> None:
    """P-THREE-5"""
    done = play({"V": {"R4": "1S"}, "R": {"IX": "1T"}}, {"V": ["S R4 HQR"]}, mercenary="R")
    assert [event.army for event in done.told(Eliminated)] == ["R"]
    assert done.pieces == {"V": {"HQR": "1S", "RVV": "1T"}}
    assert not done.after.over


def test_the_game_is_won_when_both_other_players_are_out_whatever_mercenaries_hold() -> None:
    """P-THREE-5"""
    done = play(
        {"R": {"B4": "1S", "R0": "9CR"}, "V": {"V0": "1S"}},
        {"V": ["S B4 HQB"]},
        mercenary="R",
        eliminated=("J",),
        flags={"J": "R"},
    )
    assert done.after.winner == "V"
    assert done.after.flags == {"V": "V", "B": "R", "J": "R", "R": "R"}
