"""How a captain attacks: the target with the best prospects first, as long as there is one. Z-MOVE."""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bench.pool.zargos_2026_11.survey import Survey
from protocol.views.zargos.board import CAPITALS, RANK, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import People, Place
from server.games.zargos.attack import Attack
from server.games.zargos.groups import Group
from server.games.zargos.ways import LAND_CELLS, reach_of_power

LEAST_CHANCE = 0.55
"""No attack is made with worse odds, so that the waves of Knights end."""
THRIFT = 0.6
"""How much of its price a lost unit counts: it was bought to fight."""
BOAT_COST = 2.0
CARD_COST = 4.0
"""What a boat, and a card that carries a group, count."""
MOST_CELLS = 3
"""No voyage is longer."""
FORWARD = 0.4
"""What a unit is worth that comes nearer to the City, for each step from ring to ring."""
RINGS = {"outer": 1, "inner": 2, "city": 3}
BIG = 8
"""With so many units one throws all dice, even after a first loss."""
LAST_LINE = 34
"""The sheet keeps room for cards below the moves."""


class Source(Struct, frozen=True):
    """A group that could go to a target: how many at most, and how the line goes on."""

    origin: Place
    most: int
    cost: float = 0.0
    cells: tuple[Place, ...] = ()
    card: str = ""

    def line(self, number: int, to: Place) -> str:
        return " ".join(word for word in (self.card, str(number), self.origin, *self.cells, to) if word)


Groups: TypeAlias = tuple[tuple[Source, int], ...]
"""The groups of an attack, with how many units go in each."""


def _ring(place: Place) -> int:
    """How near a place is to the City: 0 outside of Zargos, 3 in the City."""
    return RINGS.get(TERRITORIES[place].kind, 0) if place in TERRITORIES else 0


class Plan(Struct, frozen=True):
    to: Place
    groups: Groups
    worth: float


class Assault:
    def __init__(self, view: ZargosView, people: People) -> None:
        self.survey = Survey(view, people)
        self.trial = Attack(view, people)
        self.people = people
        self.lines: list[str] = []
        self.sent: dict[Place, int] = {}
        """How many units attack each target."""
        self._left = dict(self.survey.own)
        self._near: dict[Place, list[Place]] = {}
        self._far: dict[Place, list[Source]] = {}
        """By target: the origins from which it is reached without boat or card, and the crossings."""
        self._find_ways()
        self._plans_for: dict[Place, Plan | None] = {}

    def write(self) -> tuple[str, ...]:
        while len(self.lines) < LAST_LINE:
            for to in self._targets():
                if to not in self._plans_for:
                    self._plans_for[to] = self._best(to)
            plans = [plan for plan in self._plans_for.values() if plan is not None]
            if not plans:
                break
            self._carry_out(max(plans, key=lambda plan: (plan.worth, -RANK[plan.to])))
        self._play_war()
        return tuple(self.lines) or ("PASS",)

    def _find_ways(self) -> None:
        targets = self._targets()
        for origin in sorted(self.survey.own, key=RANK.__getitem__):
            if self.available(origin) < 1:
                continue
            near = SEAS[origin].coasts if is_sea(origin) else reach_of_power(self.people, origin)
            for to in targets:
                if to in near and self._is_open(Source(origin, 0), to):
                    self._near.setdefault(to, []).append(origin)
            if not is_sea(origin):
                self._find_crossings(origin, targets)

    def _find_crossings(self, origin: Place, targets: list[Place]) -> None:
        boats = self.trial.position.boats.get(self.people, 0)
        for cells, coast in self._ways_over_sea(origin):
            if coast in targets:
                by_boat = len(cells) <= boats
                cost = BOAT_COST * len(cells) if by_boat else CARD_COST
                self._far.setdefault(coast, []).append(
                    Source(origin, 0, cost, cells, "" if by_boat else "LAND")
                )
        if "ELSE" in self.trial.hand and self.available(origin) >= BIG:
            for to in targets:
                self._far.setdefault(to, []).append(Source(origin, 0, CARD_COST, (), "ELSE"))

    def _ways_over_sea(self, origin: Place) -> Iterable[tuple[tuple[Place, ...], Place]]:
        """The shortest ways over the sea to each foreign coast, with boats or LAND."""
        boats = self.trial.position.boats.get(self.people, 0)
        most = min(max(boats, LAND_CELLS if "LAND" in self.trial.hand else 0), MOST_CELLS)
        reached: set[Place] = {origin}
        ways: list[tuple[Place, ...]] = [(cell,) for cell in TERRITORIES[origin].seas]
        while ways and len(ways[0]) <= most:
            for way in ways:
                for coast in SEAS[way[-1]].coasts:
                    if coast not in reached:
                        reached.add(coast)
                        yield way, coast
            ways = [(*way, cell) for way in ways for cell in SEAS[way[-1]].neighbours if cell not in way]

    def _targets(self) -> list[Place]:
        left = self.survey.left_to_friend()
        return [
            place
            for place in TERRITORIES
            if place not in self.sent and place not in left and self.survey.is_foreign(place)
        ]

    def available(self, origin: Place) -> int:
        """Z-TABLE-2: no capital is emptied below half."""
        number = self._left[origin]
        if is_sea(origin):
            return number
        stay = (self.survey.own[origin] + 1) // 2 if origin in CAPITALS else 1
        return max(number - stay, 0)

    def _sources(self, to: Place) -> list[Source]:
        found = [Source(origin, self.available(origin)) for origin in self._near.get(to, ())]
        return [source for source in found if source.most > 0]

    def _crossings(self, to: Place) -> list[Source]:
        """Groups that cross the sea or go elsewhere by a card, each by itself."""
        found = [
            replace(source, most=self.available(source.origin))
            for source in self._far.get(to, ())
            if not source.card or source.card in self.trial.hand
        ]
        return [source for source in found if source.most > 0 and self._is_open(source, to)]

    def _is_open(self, source: Source, to: Place) -> bool:
        group = Group(None, source.origin, to, source.cells, source.card or None)
        return self.trial.group_flaw(group) is None

    def _best(self, to: Place) -> Plan | None:
        """The best attack on one target, if any is worth it."""
        near = self._sources(to)
        choices = [near] if near else []
        strongest = sum(source.most for source in near)
        if strongest < BIG or self.survey.attack(to, strongest)[0] < LEAST_CHANCE:
            choices += [[source] for source in self._crossings(to)]
        held = [*self.survey.own, *self.sent]
        prize = self.survey.prize(to, held) if choices else 0.0
        plans = [plan for sources in choices for plan in self._plans(to, sources, prize)]
        return max(plans, key=lambda plan: plan.worth, default=None)

    def _plans(self, to: Place, sources: list[Source], prize: float) -> Iterable[Plan]:
        most = sum(source.most for source in sources)
        foes = self.survey.number(to)
        numbers = {most, most * 3 // 4, most // 2, foes + 2, foes + 5, 8, 10, 13, 1}
        for number in sorted(n for n in numbers if 1 <= n <= most):
            chance, left, _ = self.survey.attack(to, number)
            if chance < LEAST_CHANCE:
                continue
            groups = self._share(sources, number)
            safe = 1.0 - self.survey.danger(to, left / chance, (to, *self.sent))
            worth = chance * prize * (0.25 + 0.75 * safe)
            worth -= self._unit_cost() * (number - left)
            worth += self._forward(to, groups) * left
            worth -= self._exposed(groups) + sum(source.cost for source, _ in groups)
            if worth > 0:
                yield Plan(to, groups, worth)

    def _forward(self, to: Place, groups: Groups) -> float:
        """What it is worth for each unit to come nearer to the City."""
        steps = [_ring(to) - _ring(source.origin) for source, _ in groups]
        return FORWARD * max(min(steps), 0)

    def _unit_cost(self) -> float:
        """In the last turn units are of no use any more."""
        return 0.02 if self.survey.counts_left <= 1 else THRIFT * self.survey.price

    def _share(self, sources: list[Source], number: int) -> Groups:
        """The largest groups go first."""
        groups = []
        for source in sorted(sources, key=lambda each: (-each.most, RANK[each.origin])):
            taken = min(source.most, number)
            if taken:
                groups.append((source, taken))
                number -= taken
        return tuple(groups)

    def _exposed(self, groups: Groups) -> float:
        """What is endangered where the groups come from."""
        cost = 0.0
        for source, number in groups:
            origin = source.origin
            if not is_sea(origin):
                there = self._left[origin]
                without = tuple(self.sent)
                more = self.survey.danger(origin, there - number, without)
                more -= self.survey.danger(origin, there, without)
                cost += max(more, 0.0) * self.survey.value(origin, self.survey.own)
        return cost

    def _carry_out(self, plan: Plan) -> None:
        total = 0
        for source, number in plan.groups:
            line = source.line(min(number, 99), plan.to)
            if self.trial.read_line(len(self.lines), line) is None:
                self.lines.append(line)
                self._left[source.origin] -= number
                total += number
        self.sent[plan.to] = total
        self._forget({source.origin for source, _ in plan.groups}, plan)

    def _forget(self, origins: set[Place], plan: Plan) -> None:
        """Forget the plans that depend on these origins, on boats and cards, or on what is taken now."""
        del self._plans_for[plan.to]
        kingdom = TERRITORIES[plan.to].kingdom
        by_sea = any(source.cells or source.card for source, _ in plan.groups)
        for to in list(self._plans_for):
            far = self._far.get(to, ())
            is_touched = TERRITORIES[to].kingdom == kingdom or origins & {*self._near.get(to, ())}
            if is_touched or (far and by_sea) or any(source.origin in origins for source in far):
                del self._plans_for[to]

    def _play_war(self) -> None:
        """Z-TABLE-2: War goes to the largest combat, or to the one where it helps most."""
        while "WAR" in self.trial.hand and len(self.lines) < LAST_LINE + 5:
            fought = [to for to in self.sent if self.survey.number(to) and self.sent[to]]
            named = {line.split()[1] for line in self.lines if line.startswith("WAR ")}
            fought = [to for to in fought if to not in named and self.survey.attack(to, self.sent[to])[0] < 1]
            fought = [to for to in fought if self._help(to) > 0.3]
            if not fought:
                return
            line = f"WAR {max(fought, key=lambda to: (self._help(to), self.sent[to]))}"
            if self.trial.read_line(len(self.lines), line) is not None:
                return
            self.lines.append(line)

    def _help(self, to: Place) -> float:
        """How much War would save in a combat, in points."""
        with_war = self.survey.attack(to, self.sent[to], war=True)
        without = self.survey.attack(to, self.sent[to])
        prize = self.survey.prize(to, [*self.survey.own, *self.sent])
        return (with_war[0] - without[0]) * prize + (with_war[1] - without[1]) * self.survey.price
