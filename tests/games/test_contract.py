"""Every game on the shelf, put through the contract."""

from functools import cache
from random import Random

import msgspec
import pytest

from protocol.options import Option, WholeNumber
from protocol.texts import catalogue, languages
from protocol.views import OPTIONS
from server.games import GAMES
from server.games.api import AnyGame, BadOptions, BadScenario, Private
from server.games.dice import Dice, LoadedDice
from tests.kit.contract import (
    JUNK,
    Turn,
    check_imagined,
    check_outcome,
    check_progress,
    check_replay,
    check_reviews,
    check_round_trips,
    check_suggestions,
    check_views,
    options,
    pack,
    play_out,
    set_up,
)
from tests.kit.hidden_game import HIDDEN
from tests.kit.options import accepts_somewhere, right_values, wrong_values

PERSONAL = {
    "power": frozenset({"seat", "armies"}),
    "strategiksa": frozenset({"seat", "colours"}),
    "zargos": frozenset({"seat", "hands", "cards", "offers"}),
    "zargos_lords": frozenset({"seat", "cities"}),
    "argad": frozenset({"seat", "units"}),
}
"""By game, what a view says of its own seat; a new game says it here."""
TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]
SEEDS = range(3)
FEW_SEEDS = {"zargos_lords": range(1)}
"""The games with so much room on a sheet that fewer games are enough."""


def seeds_of(name: str) -> range:
    return FEW_SEEDS.get(name, SEEDS)


@cache
def played(name: str, players: int) -> list[Turn]:
    """Some whole games at such a table."""
    return [turn for seed in seeds_of(name) for turn in play_out(GAMES[name], players, seed)]


every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
DESCRIBED = [(name, option) for name, described in OPTIONS.items() for option in described.options]
every_option = pytest.mark.parametrize(
    ("name", "option"), DESCRIBED, ids=[f"{name}-{option.name}" for name, option in DESCRIBED]
)


@pytest.mark.slow
@every_table
def test_random_games_are_played_to_their_end(name: str, players: int) -> None:
    game, turns = GAMES[name], played(name, players)
    ends = [turn for turn in turns if not game.phase(turn.resolution.state).owing]
    assert len(ends) == len(seeds_of(name))
    assert all(turn.resolution.story for turn in turns)


@pytest.mark.slow
@every_table
def test_the_recorded_dice_replay_every_round_to_the_byte(name: str, players: int) -> None:
    for turn in played(name, players):
        check_replay(GAMES[name], turn)


@every_table
def test_states_views_and_stories_survive_the_wire(name: str, players: int) -> None:
    for turn in played(name, players):
        check_round_trips(GAMES[name], turn)


@every_table
def test_an_open_position_can_be_imagined_from_every_view(name: str, players: int) -> None:
    for turn in played(name, players):
        check_imagined(GAMES[name], turn, options(GAMES[name], players))


@pytest.mark.slow
@every_table
def test_suggested_lines_are_not_lost(name: str, players: int) -> None:
    for number, turn in enumerate(played(name, players)):
        check_suggestions(GAMES[name], turn, Random(number))


@every_table
def test_reviews_point_into_the_draft_of_their_own_seat(name: str, players: int) -> None:
    for turn in played(name, players):
        check_reviews(GAMES[name], turn)


@pytest.mark.slow
@every_table
def test_an_empty_sheet_says_what_happens_instead(name: str, players: int) -> None:
    for turn in played(name, players):
        check_progress(GAMES[name], turn)


@every_table
def test_views_agree_on_all_that_is_nobodys_own(name: str, players: int) -> None:
    for turn in played(name, players):
        check_views(GAMES[name], turn.resolution.state, PERSONAL[name])


@every_table
def test_there_is_an_outcome_when_nobody_owes_a_sheet_and_not_before(name: str, players: int) -> None:
    check_outcome(GAMES[name], set_up(GAMES[name], players, 0))
    for turn in played(name, players):
        check_outcome(GAMES[name], turn.resolution.state)


@every_table
def test_missing_and_unknown_sheets_resolve(name: str, players: int) -> None:
    game = GAMES[name]
    state = set_up(game, players, 1)
    for sheets in ({}, {"": JUNK}, {"nobody": JUNK}, dict.fromkeys("VBJR", ())):
        for last in (False, True):
            assert game.resolve(state, sheets, Dice(1), last=last).state is not state


@every_table
def test_sheets_of_nobody_make_no_difference(name: str, players: int) -> None:
    game = GAMES[name]
    state = set_up(game, players, 1)
    plain = game.resolve(state, {}, Dice(1))
    strange = game.resolve(state, {"nobody": JUNK}, Dice(1))
    assert pack(plain) == pack(strange)


@every_table
def test_seats_are_as_many_as_players_and_all_owe_something_at_the_start(name: str, players: int) -> None:
    game = GAMES[name]
    seats = game.seating(options(game, players))
    owing = game.phase(set_up(game, players, 0)).owing
    assert len(seats) == len(set(seats)) == players
    assert set(owing) <= set(seats)
    sheets = [key for keys in owing.values() for key in keys]
    assert len(sheets) == len(set(sheets)) > 0


@every_table
def test_setting_up_is_the_same_for_the_same_dice(name: str, players: int) -> None:
    game = GAMES[name]
    dice = Dice(5)
    first = game.setup(options(game, players), dice)
    assert pack(game.setup(options(game, players), LoadedDice(dice.rolled))) == pack(first)


@every_game
def test_an_impossible_number_of_players_is_refused(game: AnyGame) -> None:
    for players in (-1, 0, game.players.start - 1, game.players.stop, 10**9):
        with pytest.raises(BadOptions):
            game.seating(options(game, players))


@every_game
def test_options_survive_the_wire(game: AnyGame) -> None:
    chosen = options(game, game.players.start)
    assert msgspec.msgpack.decode(pack(chosen), type=game.options_type) == chosen


@every_game
def test_every_option_is_described_with_its_own_default(game: AnyGame) -> None:
    described = OPTIONS[game.name]
    defaults = msgspec.structs.asdict(game.read_options({}))
    assert {option.name: option.default for option in described.options} == defaults
    assert len(described.names) == len(set(described.names))
    assert (described.game, described.option("players").kind) == (
        game.name,
        WholeNumber(game.players.start, game.players.stop - 1),
    )


@every_option
def test_every_described_value_is_accepted_and_no_other(name: str, option: Option) -> None:
    for value in right_values(option.kind):
        assert accepts_somewhere(GAMES[name], option.name, value), value
    for value in wrong_values(option.kind):
        with pytest.raises(BadOptions) as refused:
            GAMES[name].read_options({option.name: value})
        assert option.name in str(refused.value), value


@every_game
def test_an_option_that_a_game_has_not_is_refused_with_those_it_has(game: AnyGame) -> None:
    with pytest.raises(BadOptions) as refused:
        game.read_options({"no-such-option": 1})
    assert all(name in str(refused.value) for name in ("no-such-option", *OPTIONS[game.name].names))


@every_game
def test_every_language_has_a_sentence_for_every_option_and_no_other(game: AnyGame) -> None:
    for language in languages(game.name):
        sentences = catalogue(game.name, language).tables["option"]
        assert set(sentences) == set(OPTIONS[game.name].names)
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences.values())


@every_game
@pytest.mark.parametrize("given", [None, 7, "x", [], {}, {"game": "?"}, {"game": []}], ids=repr)
def test_a_scenario_that_is_none_is_refused(game: AnyGame, given: object) -> None:
    with pytest.raises(BadScenario):
        game.scenario(given, "en")


def test_games_are_shelved_by_their_own_name() -> None:
    assert all(game.name == name and game.rules_version >= 1 for name, game in GAMES.items())
    assert set(PERSONAL) == set(GAMES)
    assert list(OPTIONS) == list(GAMES)


def test_dice_show_every_face_and_keep_a_record() -> None:
    dice = Dice(3)
    faces = [dice.roll(6) for _ in range(200)]
    assert set(faces) == set(range(1, 7))
    assert dice.rolled == faces
    loaded = LoadedDice(faces)
    assert [loaded.roll(6) for _ in faces] == faces


@pytest.mark.parametrize("players", HIDDEN.players)
def test_a_game_with_hands_and_private_phases_can_keep_the_contract(players: int) -> None:
    turns = [turn for seed in SEEDS for turn in play_out(HIDDEN, players, seed)]
    assert any(isinstance(part, Private) for turn in turns for part in turn.resolution.story)
    for number, turn in enumerate(turns):
        check_replay(HIDDEN, turn)
        check_round_trips(HIDDEN, turn)
        check_suggestions(HIDDEN, turn, Random(number))
        check_reviews(HIDDEN, turn)
        check_views(HIDDEN, turn.resolution.state, frozenset({"seat", "hand", "kept"}))
        check_outcome(HIDDEN, turn.resolution.state)


@pytest.mark.parametrize("record", [[], [0], [7]])
def test_a_record_that_does_not_fit_is_an_error(record: list[int]) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        LoadedDice(record).roll(6)
