"""What the levels that search are made of: the evaluation, guesses, memory, regret, mixtures."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from operator import mul
from random import Random
from statistics import fmean

import pytest
from hypothesis import given

from bench.corpus import rounds as corpus
from bench.dangers import sieges
from bench.search import after
from protocol.ids import Lines, SheetKey
from protocol.views.power import ARMIES, POWERS, Army, Place, PowerView
from server.bots import think
from server.bots.assignment import Assignment, PastPhase
from server.bots.power import response
from server.bots.power.families import FAMILIES, PRIOR, Side, read_lines, sides_of
from server.bots.power.foresight import ForeseeingSearch, as_a_general
from server.bots.power.gauge import LANE, Gauge, Stacks, kinds_in
from server.bots.power.general import Search
from server.bots.power.groups import gather, regroup, seize
from server.bots.power.marshal import FACED, Mixing, marshal
from server.bots.power.memory import likeness, recall
from server.bots.power.outcome import Outcome, Position
from server.bots.power.position import Judge
from server.bots.power.prey import Prey, prey_after
from server.bots.power.regret import solve
from server.bots.power.response import Guess, Response
from server.bots.power.study import Study
from server.bots.power.survey import ALL_SECTORS, Survey
from server.bots.power.symmetry import TURNS
from server.bots.power.variations import Experience, Plan
from server.bots.power.weights import AMONG_MANY, BY_HAND, FITTED
from server.games.dice import Dice
from server.games.power import POWER
from server.games.power.board import PLACES, RANK
from server.games.power.state import PowerOptions, PowerState
from tests.bots.test_bots_power import position
from tests.kit.long import examples, long, some_pairs
from tests.kit.strategies import Given, rounds

SEARCHING = ["general", "marshal"]


def ticking(step: float = 1.0) -> Callable[[], float]:
    """A clock that goes on by one step each time somebody looks at it."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


def never() -> bool:
    return False


def study_of(state: PowerState, seat: str, seed: int, looks: int) -> Study:
    """A study that is over when the clock has been looked at so many times, on any machine."""
    view = POWER.view(state, seat)
    return Study(Assignment(view, view.armies, Random(seed), float(looks)), clock=ticking())


@long
@examples(60)
@given(rounds())
def test_a_gauge_says_what_an_army_could_bring_as_a_survey_does(asked: Given) -> None:
    """P-SHEET-1, P-EXCH-2: five orders, the strongest pieces first, three of a kind may be merged."""
    state = Position(asked.state)
    for number, army in enumerate(ARMIES):
        cells = state.cells[number]
        if any(count > 5 for cell in cells.values() for _, count in kinds_in(cell)):
            continue
        gauge = Gauge(cells, Stacks((), BY_HAND))
        survey = Survey({army: asked.state.pieces.get(army, {})}, {army: army}, ALL_SECTORS)
        for place in ALL_SECTORS:
            lane = LANE * RANK[place]
            assert gauge.held >> lane & 0xFFFF == survey.held.get(army, {}).get(place, 0)
            assert gauge.bring >> lane & 0xFFFF == survey.bring[army][place]
            assert bool(gauge.feet >> RANK[place] & 1) == (place in survey.feet[army])


def chances(state: PowerState) -> list[float]:
    start = Position(state)
    return Judge(start).chances(Outcome(start, list(start.standing)))


def test_a_position_is_worth_what_its_features_are_worth() -> None:
    """The search adds up stacks that it has met before; the fit of the weights sees features."""
    for state, sheets in corpus(200):
        start = Position(state)
        read = [start.read(ARMIES.index(army), read_lines(lines, army)) for army, lines in sheets.items()]
        for weights in (BY_HAND, FITTED, AMONG_MANY):
            judge = Judge(start, weights)
            for sheets_read in ((), read, *combinations(read, 1), *combinations(read, 2)):
                outcome = start.resolve(sheets_read)
                fresh = Judge(start, weights)
                assert fresh.values(outcome) == judge.values(outcome)
                for value, features in zip(judge.values(outcome), judge.features(outcome), strict=True):
                    assert value == pytest.approx(sum(map(mul, features, weights)))


def test_pieces_that_fell_back_are_not_taken_for_pieces_that_did_not() -> None:
    """P-TIE-1: the army stands on the same places either way, but not with the same pieces."""
    state = position({"V": {"IX": {"T": 1}, "V0": {"T": 2}}, "B": {"B0": {"T": 2}}})
    start = Position(state)
    mine, theirs = (
        start.read(ARMIES.index(army), read_lines(lines, army))
        for army, lines in {"V": ("T V0 IX",), "B": ("T B0 IX", "T B0 IX")}.items()
    )
    judge = Judge(start)
    alone, tied = start.resolve((mine,)), start.resolve((mine, theirs))
    assert alone.bits == tied.bits
    assert judge.values(alone) == Judge(start).values(alone)
    assert judge.values(tied) == Judge(start).values(tied)


def test_two_sides_have_one_chance_together() -> None:
    for state, _ in corpus(40):
        if len(set(state.sides.values())) == 2:
            assert sum(chances(state)) == pytest.approx(1.0)


def test_the_side_with_more_has_the_better_chance() -> None:
    state = position({"V": {"HQV": {"D": 2, "A": 2}}})
    assert chances(state)[0] == max(chances(state))


def test_a_flag_that_could_be_taken_lowers_the_chance() -> None:
    """P-FLAG-1: the regiments could take it, the bombers could not."""
    foot = position({"V": {"HQV": {"T": 1}}, "B": {"HQB": {"D": 2}, "V4": {"R": 2}}})
    wings = position({"V": {"HQV": {"T": 1}}, "B": {"HQB": {"D": 2}, "V4": {"A": 1, "D": 1}}})
    assert chances(foot)[0] < chances(wings)[0]


def test_among_many_a_flag_counts_for_its_captor_as_soon_as_no_help_can_save_it() -> None:
    """P-FLAG-2: whoever takes it gets all that its owner has."""
    near = {"HQB": {"D": 2}, "V4": {"R": 2}}
    helpless = position({"V": {"HQV": {"T": 1}, "S9": {"D": 1}}, "B": near})
    helped = position({"V": {"HQV": {"T": 1}, "V0": {"D": 2, "A": 2}}, "B": near})
    assert [siege.is_lost for siege in sieges(Position(helpless))] == [True]
    assert [siege.is_lost for siege in sieges(Position(helped))] == [False]
    (siege,) = sieges(Position(helpless))
    assert (ARMIES[siege.army], ARMIES[siege.captor]) == ("V", "B")
    start = Position(helpless)
    standing = Outcome(start, list(start.standing))
    blind = (*AMONG_MANY[:-1], 0.0)
    seen, unseen = (Judge(start, weights).chances(standing) for weights in (AMONG_MANY, blind))
    assert seen[1] > unseen[1] + 0.005
    assert all(seen[other] <= unseen[other] for other in (0, 2, 3))


class Foretold(Response):
    """A search that is told what each plan leads to, guess by guess, by the number of its orders."""

    told: dict[int, list[float]]
    risks: dict[int, float]

    def result(self, plan: Plan, guess: Guess) -> float:
        (number,) = (at for at, each in enumerate(self.guesses) if each is guess)
        return self.told[len(plan[0].kept)][number]

    def exposure(self, plan: Plan) -> float:
        return self.risks.get(len(plan[0].kept), 0.0)


def foretold(first: list[float], second: list[float]) -> tuple[Foretold, Plan]:
    """A search that has tried the first plan, and the second plan, which has one order more."""
    study = study_of(position(GUESSING), "V", 1, 1000)
    found = Foretold(study.position, study.judge, study.me.variations, never)
    found.told, found.risks = {1: first, 2: second}, {}
    one, two = (study.me.variations.plan([read_lines(orders, "V")]) for orders in (LINES[:1], LINES))
    found.guesses = [Guess(study.me.campaign(caution / 10), 0.1) for caution in range(len(first))]
    found.face(found.guesses)
    assert found.challenge(one)
    return found, two


LINES = ("D HQ V8", "D HQ V8")


def test_a_plan_that_is_better_on_the_whole_wins_though_it_is_disliked() -> None:
    search, plan = foretold([0.4] * 10, [0.52] * 10)
    search.liking = lambda plan: -0.08 * (len(plan[0].kept) == 2)
    assert search.challenge(plan)
    search, plan = foretold([0.4] * 10, [0.47] * 10)
    search.liking = lambda plan: -0.08 * (len(plan[0].kept) == 2)
    assert not search.challenge(plan)


def test_a_plan_that_saves_a_flag_may_be_a_little_worse_otherwise() -> None:
    """P-FLAG-1: what an assault would take counts besides."""
    search, plan = foretold([0.5] * 10, [0.45] * 10)
    assert not search.challenge(plan)
    search, plan = foretold([0.5] * 10, [0.45] * 10)
    search.risks = {1: 0.45}
    search.face(search.guesses)
    assert search.challenge(plan)


def test_a_plan_that_looks_worse_is_given_up_and_the_guess_that_showed_it_comes_earlier() -> None:
    search, plan = foretold([0.5] * 10, [0.5, 0.5, 0.0, *[0.9] * 7])
    assert not search.challenge(plan)
    assert search.order == [0, 2, 1, *range(3, 10)]


def test_orders_that_did_harm_are_drawn_less_often() -> None:
    study = study_of(position(GUESSING), "V", 1, 1000)
    side = study.me.variations
    harmful = Counter(side.order(0) for _ in range(2000)).most_common(1)[0][0]
    assert harmful
    before, after = side.plan([()]), side.plan([(harmful,)])

    def share() -> float:
        return sum(side.order(0) == harmful for _ in range(2000)) / 2000

    usual, side.experience = share(), Experience()
    side.experience.learn(before, after, 0.5)
    assert share() < usual / 3


AWAY = {"D": 2, "A": 1}
MOVING: dict[Army, dict[Place, dict[str, int]]] = {
    "V": {"HQV": AWAY, "V1": {"B": 2, "A": 1}},
    "B": {"HQB": AWAY, "B0": {"A": 1, "C": 1}},
    "J": {"HQJ": AWAY},
    "R": {"HQR": AWAY},
}


def guess_at_blue(study: Study, *lines: str) -> Guess:
    """Blue writes this, and the others write nothing."""
    return Guess((study.position.read(ARMIES.index("B"), read_lines(lines, "B")),), 1.0)


def test_what_can_be_had_stands_where_the_sheets_of_the_others_lead() -> None:
    """P-FIGHT-1, P-FLAG-1: stacks where they will be, and every HQ whose flag is there, even an empty one."""
    study = study_of(position(MOVING), "V", 1, 1000)
    found = prey_after(guess_at_blue(study, "A B0 IX", "D HQ S7").sheets, study.me.variations.flying)
    strengths = {PLACES[prey.place]: (prey.strength, prey.needs_foot) for prey in found}
    assert strengths == {
        "IX": (30, False),
        "B0": (5, False),
        "S7": (10, False),
        "HQB": (40, True),
        "HQJ": (0, True),
        "HQR": (0, True),
    }


def test_just_enough_is_sent_to_take_a_stack_where_it_will_be() -> None:
    """P-FIGHT-1: a heavy tank and a bomber beat a heavy tank; the other bomber keeps to its orders."""
    study = study_of(position(MOVING), "V", 1, 1000)
    side = study.me.variations
    guess = guess_at_blue(study, "A B0 IX")
    (prey,) = (each for each in prey_after(guess.sheets, side.flying) if each.place == RANK["IX"])
    before = side.plan([read_lines(("D HQ V8",), "V")])
    for _ in range(20):
        (sheet,) = seize(side, before, prey)
        sent = [order for order in sheet.kept if order[2] == prey.place]
        assert 30 < sum(POWERS[kind] for kind, _, _ in sent) <= 60
        assert sheet.kept[-1] == before[0].kept[0]
        outcome = study.position.resolve((*guess.sheets, sheet))
        assert not outcome.bits[1] >> prey.place & 1


GROUPED: dict[Army, dict[Place, dict[str, int]]] = {
    **MOVING,
    "V": {"HQV": {"S": 2, "T": 2, "D": 1}, "V1": {"B": 2, "A": 1}},
}


def test_where_a_sheet_is_full_any_of_its_orders_may_be_dropped_for_pieces_that_are_sent_together() -> None:
    """P-SHEET-1: five orders. If the last ones were dropped each time, the first ones would never change."""
    side = study_of(position(GROUPED), "V", 1, 1000).me.variations
    full = side.plan([read_lines(("D HQ V8", "S HQ V8", "S HQ V7", "T HQ V7", "T HQ V6"), "V")])
    prey = Prey(RANK["IX"], 3, needs_foot=False)
    sheets = [seize(side, full, prey)[0].kept for _ in range(60)]
    assert {len(sheet) for sheet in sheets} == {5}
    kept = Counter(order for sheet in sheets for order in sheet[1:])
    assert set(kept) >= set(full[0].kept), kept
    assert max(kept.values()) < 60


def test_pieces_are_gathered_in_one_place_by_orders_in_front_of_the_others() -> None:
    side = study_of(position(GROUPED), "V", 1, 1000).me.variations
    before = side.plan([read_lines(("B V1 B0",), "V")])
    sizes = Counter[int]()
    for _ in range(100):
        (sheet,) = gather(side, before)
        new = sheet.kept[:-1] if sheet.kept[-1] == before[0].kept[0] else sheet.kept
        assert len({to for _, _, to in new}) <= 1
        sizes[len(new)] += 1
    assert set(sizes) >= {1, 2, 3, 4}, sizes


def test_pieces_that_go_to_one_place_are_sent_together_to_another_or_stay() -> None:
    side = study_of(position(GROUPED), "V", 1, 1000).me.variations
    before = side.plan([read_lines(("S HQ V7", "T HQ V7", "D HQ V8"), "V")])
    soldier, tank, destroyer = before[0].kept
    ends = set[tuple[int, ...]]()
    for _ in range(200):
        (sheet,) = regroup(side, before)
        if destroyer in sheet.kept:
            group = [order for order in sheet.kept if order != destroyer]
            assert {order[:2] for order in group} <= {soldier[:2], tank[:2]}
            ends.add(tuple(order[2] for order in group))
    assert all(len(set(places)) <= 1 for places in ends), ends
    assert {len(places) for places in ends} == {0, 1, 2}
    assert len(ends) > 5


@pytest.mark.parametrize("share", ["", "SEIZE", "GATHER"])
def test_a_search_that_sends_pieces_together_finds_better_plans(
    share: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One who changes single orders, or looks only where others stand now, needs luck to find such plans.

    All ways together help, and each of these two would help alone.
    """
    for name in ("SEIZE", "GATHER", "REGROUP") if share else ():
        monkeypatch.setattr(response, name, 0.8 if name == share else 0.0)

    def found(rounds: int, *, moves_groups: bool) -> float:
        study = replying_study(after(rounds, players=2), 1000)
        (rival,) = study.rivals.values()
        search = study.response(study.me, study.after(1.0))
        assert search.moves_groups
        search.moves_groups = moves_groups
        search.face([Guess(FAMILIES["bold"](rival), 1.0)])
        search.try_all([study.me.campaign(0.5)], never)
        search.improve(study.after(1.0))
        return search.score

    gains = [
        found(rounds, moves_groups=True) - found(rounds, moves_groups=False) for rounds in (2, 3, 4, 5, 6)
    ]
    assert fmean(gains) > 0.015, gains


def test_a_search_sends_a_whole_group_elsewhere_at_once() -> None:
    """Five pieces are wanted together in any other place without a rival, and fewer there are no use.

    Nothing else sends five pieces: a few are gathered, and more go to rivals only.
    """
    pieces: dict[Army, dict[Place, dict[str, int]]] = {**MOVING, "V": {"HQV": {"D": 1}, "V1": {"B": 5}}}
    study = study_of(position(pieces), "V", 1, 2000)
    search = study.response(study.me, study.after(1.0))
    search.moves_groups = True
    before = study.me.variations.plan([read_lines(("B V1 V2",) * 5, "V")])
    elsewhere = {*range(len(PLACES))} - {RANK["V2"], *study.me.variations.targets}

    def liking(plan: Plan) -> float:
        places = [order[2] for order in plan[0].kept]
        return 0.3 * (len(places) == 5 and len(set(places)) == 1 and places[0] in elsewhere)

    search.liking = liking
    search.face([guess_at_blue(study)])
    search.try_all([before], never)
    search.improve(study.after(1.0))
    assert liking(search.best)


def test_stone_scissors_paper_is_played_a_third_of_the_time_each() -> None:
    mine, theirs = solve([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]], [1, 0, 0], 0.0, 2000)
    assert mine == pytest.approx([1 / 3] * 3, abs=0.03)
    assert theirs == pytest.approx([1 / 3] * 3, abs=0.03)


def test_against_a_known_mixture_the_best_answer_is_played_alone() -> None:
    mine, _ = solve([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]], [1.0, 0.0, 0.0], 1.0, 300)
    assert mine[2] > 0.95


def test_a_plan_that_another_beats_everywhere_is_not_played() -> None:
    mine, _ = solve([[0.6, 0.3], [0.5, 0.2]], [0.5, 0.5], 0.3, 300)
    assert mine[0] > 0.95


GUESSING: dict[Army, dict[Place, dict[str, int]]] = {
    "V": {"HQV": {"D": 3}, "V0": {"A": 2, "R": 1}},
    "B": {"HQB": {"A": 1}, "B2": {"A": 1, "R": 1}, "B4": {"A": 1}},
    "J": {"HQJ": {"A": 1}, "J1": {"A": 1, "R": 1}, "J4": {"A": 1}},
    "R": {"HQR": {"D": 3}, "R0": {"A": 2, "R": 1}},
}


@pytest.mark.slow
def test_a_marshal_plays_more_than_one_plan_where_it_could_be_read() -> None:
    """The sheet is drawn from the mixture, so that it cannot be read."""
    mixing = Mixing(study_of(after(6, players=2), "VB", 1, 4000))
    mixing.run()
    assert max(mixing.shares()) < sum(mixing.shares()) / 2
    drawn = {mixing.drawn() for _ in range(60)}
    assert len(drawn) > 1
    often = dict(zip(mixing.plans, mixing.average, strict=True))
    assert all(often[plan] >= mixing.manner.rare * sum(mixing.average) for plan in drawn)


@pytest.mark.slow
def test_a_rival_who_knows_the_mixture_gains_less_after_replies_were_weighed() -> None:
    """The steps after the first search make a mixture to which the best reply is a weaker one."""

    def best_reply(rounds: int, *, steps: bool) -> float:
        mixing = Mixing(replying_study(after(rounds, players=2), 6000))
        if not steps:
            mixing.steps = 0
        mixing.run()
        (rival,) = mixing.study.rivals.values()
        search = mixing.study.response(rival, never)
        mixture = [pair for pair in zip(mixing.plans, mixing.shares(), strict=True) if pair[1]]
        search.face([Guess((*mixing.study.idle, *plan), share) for plan, share in mixture])
        search.try_all((plan for plan, _ in mixing.pools[rival.number]), never)
        looks = iter(range(2000))
        search.improve(lambda: next(looks, None) is None)
        return search.verdict(search.best, search.results)

    gains = [best_reply(rounds, steps=False) - best_reply(rounds, steps=True) for rounds in (2, 3, 4, 5)]
    assert sum(gains) / len(gains) > 0.05, gains


def replying_study(state: PowerState, looks: int) -> Study:
    view = POWER.view(state, "VB")
    return Study(Assignment(view, view.armies, Random(1), float(looks)), clock=ticking(), is_experienced=True)


@pytest.mark.slow
def test_a_marshal_foresees_in_a_duel_what_a_general_writes_better_than_a_captain_would() -> None:
    """Who searches finds other plans than the families, and generals judge in their own way."""

    def agreement(rounds: int) -> tuple[float, float]:
        state = after(rounds, players=2)
        study = replying_study(state, 1_000_000)
        (rival,) = study.rivals.values()
        view = POWER.view(state, "JR")

        def by_general(seed: int) -> Plan:
            general = Study(Assignment(view, view.armies, Random(seed), 1500.0), BY_HAND, clock=ticking())
            return Search(general).run()

        written = [by_general(seed) for seed in range(3)]
        foreseen = [as_a_general(study, rival, 1500.0) for _ in range(3)]
        usual = [FAMILIES["captain"](rival) for _ in range(6)]

        def like(plans: list[Plan]) -> float:
            return fmean(likeness(plan, other) for plan in plans for other in written)

        return like(foreseen), like(usual)

    found = [agreement(rounds) for rounds in (2, 4, 5, 6)]
    assert fmean(one - other for one, other in found) > 0.05, found


def test_half_of_what_a_marshal_expects_in_a_duel_is_what_generals_write() -> None:
    mixing = Mixing(replying_study(after(4, players=2), 3000))
    mixing.search.run()
    mixing.guesses = [*mixing.own.guesses]
    usual = sum(guess.weight for guess in mixing.guesses)
    generals = mixing.generals()
    assert sum(guess.weight for guess in generals) == pytest.approx(usual)
    assert {read.army for guess in generals for read in guess.sheets} == {2, 3}


@pytest.mark.slow
def test_the_table_of_a_marshal_stays_small_however_many_replies_are_found() -> None:
    mixing = Mixing(replying_study(after(5, players=2), 4000))
    mixing.run()
    assert mixing.steps == 40
    assert len(mixing.plans) <= 48
    assert len(mixing.guesses) <= 32
    assert all(len(row) == len(mixing.guesses) for row in mixing.table)
    assert len(mixing.table) == len(mixing.plans) == len(mixing.mixture) == len(mixing.average)
    assert sum(mixing.mixture) == pytest.approx(1.0, abs=0.03)


def test_where_every_plan_is_rare_the_rival_replies_to_all_of_them() -> None:
    """Where nothing matters any more, many plans are played equally seldom."""
    mixing = Mixing(replying_study(after(5, players=2), 2000))
    mixing.run()
    assert all(share >= FACED for _, share in mixing.played())
    mixing.plans = [(*mixing.plans[0],) for _ in range(30)]
    mixing.mixture, mixing.besides = [FACED / 2] * 30, [0.0] * 30
    mixing.table = [[0.5] * len(mixing.guesses) for _ in range(30)]
    mixing.let_rival_reply(mixing.played(), 1.0)
    assert len(mixing.played()) == 30


def test_the_shares_of_a_mixture_are_those_of_its_draws() -> None:
    mixing = Mixing(study_of(position(GUESSING), "V", 2, 300))
    mixing.run()
    mixing.plans, mixing.average = mixing.plans[:1] * 2 + [()], [0.75, 0.25, 0.0]
    mixing.plans[1] = (*mixing.plans[0],) * 2
    mixing.table = [[0.5] * len(mixing.guesses)] * 3
    drawn = [mixing.drawn() for _ in range(400)]
    assert 0.65 < drawn.count(mixing.plans[0]) / 400 < 0.85
    assert () not in drawn


def test_what_was_played_on_the_way_is_drawn_too_but_less_often_than_what_was_played_later() -> None:
    """Who knew the last mixture alone would know too much."""
    mixing = Mixing(study_of(position(GUESSING), "V", 2, 300))
    best = mixing.search.run()
    mixing.guesses = [Guess(mixing.study.idle, 1.0)]
    mixing.enter([best, mixing.study.me.campaign(0.0)])
    for table in ([[0.5005], [0.5]], [[0.5], [0.5005]]):
        mixing.table = table
        mixing.settle(400)
    total = sum(mixing.shares())
    assert [share / total for share in mixing.shares()] == pytest.approx([1 / 5, 4 / 5], abs=0.02)


def test_a_plan_that_is_clearly_worse_is_not_drawn() -> None:
    mixing = Mixing(study_of(position(GUESSING), "V", 2, 300))
    mixing.run()
    mixing.plans, mixing.average = [mixing.plans[0], ()], [0.1, 0.9]
    mixing.table = [[0.5] * len(mixing.guesses), [0.4] * len(mixing.guesses)]
    assert {mixing.drawn() for _ in range(20)} == {mixing.plans[0]}


@pytest.mark.slow
def test_among_several_rivals_a_marshal_reckons_with_plans_that_these_find_by_a_search() -> None:
    """What a rival finds is better for it than all that the families would write there."""
    mixing = Mixing(study_of(after(5, players=4), "V", 1, 6000))
    assert isinstance(mixing.search, ForeseeingSearch)
    mixing.run()
    likeliest = sorted(mixing.own.guesses, key=lambda guess: -guess.weight)[:10]
    for number, rival in mixing.study.rivals.items():
        army = ARMIES.index(rival.armies[0])
        expected = mixing.study.combined({**mixing.pools, number: [((), 1.0)]}, 40)
        judged = mixing.study.response(rival, never)

        def worth(plan: Plan, judged: Response = judged, expected: list[Guess] = expected) -> float:
            return sum(judged.result(plan, guess) for guess in expected)

        foreseen = [tuple(read for read in guess.sheets if read.army == army) for guess in likeliest]
        usual = [worth(plan) for plan, _ in mixing.pools[number]]
        assert sum(map(worth, foreseen)) / len(foreseen) > max(usual)


def rounds_of(family: str, seat: str, count: int) -> tuple[PastPhase, ...]:
    """Past rounds in which one side wrote plans of a family."""
    found = []
    state = POWER.setup(PowerOptions(players=2), Dice(5))
    for number in range(count):
        sheets: dict[SheetKey, Lines] = {}
        for name, owed in POWER.phase(state).owing.items():
            sheets |= think("power", "captain", POWER.view(state, name), owed, number)
            if name == seat:
                sheets |= written(state, family, name, number)
        found.append(PastPhase(state.round, "orders", POWER.view(state, "VB"), sheets))
        state = POWER.resolve(state, sheets, Dice(0)).state
    return tuple(found)


def written(state: PowerState, family: str, seat: str, seed: int) -> dict[SheetKey, Lines]:
    view = POWER.view(state, seat)
    study = Study(Assignment(view, view.armies, Random(seed), 0.0), clock=ticking())
    return {**study.lines(FAMILIES[family](study.me))}


def test_what_a_rival_wrote_moves_the_guess_to_the_family_that_explains_it() -> None:
    after = {
        family: recall(past, past[-1].view, Random(1), never)["JR"]
        for family in ("captain", "hold")
        if (past := rounds_of(family, "JR", 5))
    }
    assert after["captain"]["captain"] > 1.5 * after["hold"]["captain"]
    assert after["hold"]["hold"] > 2 * after["captain"]["hold"]


def test_without_a_past_all_families_are_as_likely_as_before() -> None:
    view = POWER.view(POWER.setup(PowerOptions(), Dice(0)), "V")
    found = recall((), view, Random(1), never)
    assert set(found) == {"B", "J", "R"}
    for weights in found.values():
        assert weights["captain"] / weights["hold"] == pytest.approx(PRIOR["captain"] / PRIOR["hold"])


def written_in(looks: int, level: str, view: PowerView, past: tuple[PastPhase, ...] = ()) -> dict[str, Lines]:
    """What the level writes if its time is over after so many looks at the clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.bots.power.study.perf_counter", ticking())
        return think("power", level, view, view.armies, 1, float(looks), past=past)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), some_pairs(SEARCHING, [2, 4]))
def test_no_seat_is_favoured_by_a_level_that_searches(level: str, players: int) -> None:
    """With the same lots, a seat on a turned board writes the turned sheets."""
    state = after(6, players)
    for turn in TURNS[2:3] if players == 2 else TURNS[1:]:
        for seat in [*POWER.phase(state).owing][:2]:
            view = POWER.view(state, seat)
            turned = turn.sheets(written_in(150, level, view))
            assert written_in(150, level, turn.view(view)) == turned


@pytest.mark.parametrize("level", SEARCHING)
def test_what_a_rival_wrote_changes_what_a_level_that_searches_writes(level: str) -> None:
    pasts = [(), *(rounds_of(family, "JR", 5) for family in ("hold", "all-in"))]
    view = pasts[1][-1].view
    assert len({str(sorted(written_in(150, level, view, past).items())) for past in pasts}) == 3


def test_a_marshal_writes_the_plan_that_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were it the best one, it could be read."""
    drawn: list[dict[Army, Lines]] = []
    draw = Mixing.drawn

    def rarest(mixing: Mixing) -> Plan:
        best, plan = mixing.plans[mixing.best()], draw(mixing)
        plan = next((other for other in mixing.plans if other not in (best, plan)), plan)
        drawn.append(mixing.study.lines(plan))
        return plan

    monkeypatch.setattr(Mixing, "drawn", rarest)
    monkeypatch.setattr("server.bots.power.study.perf_counter", ticking())
    view = POWER.view(after(6, players=2), "VB")
    assignment = Assignment(view, view.armies, Random(1), 300.0)
    assert marshal(assignment) == drawn[0]


def sides(state: PowerState) -> dict[int, Side]:
    view: PowerView = POWER.view(state, None)
    return sides_of(view, Position(state), Random(3))


@pytest.mark.parametrize("family", FAMILIES)
def test_no_order_of_a_family_is_lost_by_itself(family: str) -> None:
    """P-SHEET-3."""
    for state, _ in corpus(15, seed=4):
        for side in sides(state).values():
            for read in FAMILIES[family](side):
                assert read.kept == read.sheet
                assert len(read.kept) <= 5


ASSAULTS: list[dict[Army, dict[Place, dict[str, int]]]] = [
    {"V": {"HQV": {"T": 1}, "RVV": {"A": 1, "R": 1}}, "B": {"HQB": {"D": 2}, "V4": {"R": 2}}},
    {"V": {"HQV": {"T": 1}, "V3": {"A": 3}}, "B": {"HQB": {"D": 2}, "V4": {"R": 2}, "S6": {"CR": 1}}},
    {"V": {"HQV": {"A": 2}, "V1": {"B": 1}}, "J": {"HQJ": {"D": 2}, "V6": {"A": 1, "R": 1}}},
]


@pytest.mark.slow
@long
@pytest.mark.parametrize(("level", "pieces"), some_pairs(SEARCHING, ASSAULTS))
def test_an_assault_on_the_flag_is_answered(
    level: str, pieces: dict[Army, dict[Place, dict[str, int]]]
) -> None:
    """P-FLAG-1: the rival sends all it can, foot among it, and green still has its flag."""
    state = position(pieces)
    for seed in range(3):
        sheets = think("power", level, POWER.view(state, "V"), ("V",), seed, 0.15)
        for rival in sides(state).values():
            if rival.armies != ("V",):
                rest = rival.campaign(0.5)
                attack = rival.variations.attack(rest, RANK["HQV"], 1.0)
                study = Study(Assignment(POWER.view(state, rival.armies[0]), rival.armies, Random(1), 0.0))
                story = POWER.resolve(state, {**sheets, **study.lines(attack)}, Dice(0)).state
                assert story.flags["V"] == "V", (sheets, study.lines(attack))


def test_a_long_search_defends_no_worse_than_a_short_one() -> None:
    """More time must not lead to a plan that the assault on its flag punishes."""
    state = position(ASSAULTS[1])
    for looks in (400, 4000):
        study = study_of(state, "V", 1, looks)
        mixing = Mixing(study)
        mixing.run()
        plan = mixing.drawn()
        for guess in study.assaults(mixing.pools):
            outcome = study.position.resolve((*guess.sheets, *plan))
            assert outcome.flags[0] == 0


@pytest.mark.slow
def test_a_search_ends_when_its_time_is_over() -> None:
    """The clock is looked at often enough: at most a tenth more than was given."""
    state = POWER.setup(PowerOptions(players=4), Dice(1))
    for looks in (500, 2000):
        study = study_of(state, "V", 1, looks)
        mixing = Mixing(study)
        mixing.run()
        mixing.drawn()
        assert study.clock() < looks * 1.1
