"""What a captain knows of a position: who could attack which place, and what each place is worth to it."""

from collections.abc import Iterable

from bench.pool.zargos_2026_11.odds import Meeting, Outcome, expect
from protocol.views.zargos.board import CITY, HOME, INNER_FOUR, KINGDOMS, RANK, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import DEMONS, People, Place
from server.games.zargos.combat import is_walled
from server.games.zargos.peoples import FIGURES, has_power, is_friend
from server.games.zargos.state import living
from server.games.zargos.ways import NEIGHBOURS, reach_of_power

HORIZON = 4
"""For so many counts a place that is taken now is expected to be held."""
CARD_WORTH = 3.0
"""What the card of a kingdom is worth at each count, in points."""
FOOTHOLD = 10.0
"""What the first territory of Zargos is worth besides: units are bought there, and curses do not touch."""
MIDDLE = 6.0
"""What each of the four places in the middle is worth besides, for each of them that is held already."""
MASTERY = 25.0
"""What the City is worth besides: all demons vanish before its Master."""
VICTORY = 1000.0
BREAKING = 40.0
"""What it is worth to drive a rival from the middle who holds three or four places of it."""
ATTACKED = 0.7
"""How often a rival attacks where it could."""
LATER = 0.6
"""How much of a danger counts if the rival attacks only after the next count."""


class Survey:
    def __init__(self, view: ZargosView, people: People) -> None:
        self.view = view
        self.people = people
        self.own: dict[Place, int] = dict(view.units.get(people, {}))
        self.at: dict[Place, People] = {
            place: holder for holder, places in view.units.items() for place in places
        }
        self.price = FIGURES[people].price
        self.rivals = [each for each in living(view) if not is_friend(view, each, people)]
        self.counts_left = max(view.turns - view.turn + (view.stage != "buy"), 0)
        self._menaces: dict[Place, list[tuple[People, Place, int]]] = {}
        self._find_menaces()
        self._early = self._who_comes_before_the_count()
        self._meetings: dict[tuple[People, People, Place, bool, bool], Meeting] = {}

    def lands(self) -> list[Place]:
        """The own territories, in board order."""
        return sorted((place for place in self.own if not is_sea(place)), key=RANK.__getitem__)

    def number(self, place: Place) -> int:
        """How many units stand on a place, whoever leads them."""
        holder = self.at.get(place)
        return self.view.units[holder].get(place, 0) if holder else 0

    def is_foreign(self, place: Place) -> bool:
        holder = self.at.get(place)
        return holder is None or not is_friend(self.view, self.people, holder)

    def _who_comes_before_the_count(self) -> frozenset[People]:
        """The rivals that still have their own turn in this game turn; after the count, all of them."""
        if self.view.stage in ("buy", "deploy", "keep"):
            return frozenset(self.rivals)
        order = self.view.order
        start = order.index(self.view.active) + 1 if self.view.active in order else 0
        return frozenset(order[start:]) & frozenset(self.rivals)

    def _find_menaces(self) -> None:
        for rival in self.rivals:
            for origin, number in self.view.units.get(rival, {}).items():
                force = number - (not is_sea(origin))
                if force > 0:
                    for to in self.reach(rival, origin):
                        self._menaces.setdefault(to, []).append((rival, origin, force))

    def reach(self, people: People, origin: Place) -> Iterable[Place]:
        """The territories that a people may attack from a place, by boats over one sea cell too."""
        if is_sea(origin):
            return SEAS[origin].coasts
        found = set(reach_of_power(people, origin) if has_power(self.view, people) else NEIGHBOURS[origin])
        if self.view.boats.get(people):
            for cell in TERRITORIES[origin].seas:
                found.update(SEAS[cell].coasts)
        return sorted(found - {origin}, key=RANK.__getitem__)

    def meeting(
        self,
        invader: People,
        defender: People,
        place: Place,
        *,
        war: bool = False,
        defence_war: bool = False,
    ) -> Meeting:
        key = invader, defender, place, war, defence_war
        found = self._meetings.get(key)
        if found is None:
            view = self.view
            has_monks = "M" in (invader, defender) and has_power(view, "M", place)
            volley = defender == "A" and has_power(view, "A", place)
            reroll = view.reroll if has_monks else None
            found = Meeting(invader, defender, is_walled(place), war, defence_war, volley, reroll)
            self._meetings[key] = found
        return found

    def attack(self, place: Place, number: int, *, war: bool = False) -> Outcome:
        """What comes of it if so many own units attack a place."""
        holder = self.at.get(place)
        if holder is None or (holder == DEMONS and self.view.master == self.people):
            return 1.0, float(number), 0.0
        return expect(self.meeting(self.people, holder, place, war=war), number, self.number(place))

    def danger(self, place: Place, garrison: float, without: Iterable[Place] = ()) -> float:
        """The chance that the strongest rival takes a place from so many own units.

        Rivals do not come from the places `without`, which are attacked themselves.
        """
        forces: dict[People, int] = {}
        for rival, origin, force in self._menaces.get(place, ()):
            if origin not in without:
                forces[rival] = forces.get(rival, 0) + force
        worst = 0.0
        for rival, force in forces.items():
            meeting = self.meeting(rival, self.people, place)
            chance = expect(meeting, force, max(round(garrison), 1))[0]
            worst = max(worst, chance * ATTACKED * (1.0 if rival in self._early else LATER))
        return worst

    def is_border(self, place: Place) -> bool:
        """Whether an attack may come from here or against it."""
        if is_sea(place):
            return True
        return any(self.is_foreign(to) for to in self.reach(self.people, place))

    def value(self, place: Place, held: Iterable[Place]) -> float:
        """What a territory is worth, in points, to this people that holds these places as well."""
        others = {*held} - {place}
        territory = TERRITORIES[place]
        points = territory.points + self._kingdom_bonus(place, others)
        worth = points * min(max(self.counts_left, 1), HORIZON)
        if territory.kingdom == HOME:
            worth += self._way_to_victory(place, others)
        return worth

    def _kingdom_bonus(self, place: Place, others: set[Place]) -> float:
        kingdom = KINGDOMS[TERRITORIES[place].kingdom]
        if kingdom.value is None:
            return 0.0
        size = len(kingdom.territories)
        before = sum(each in others for each in kingdom.territories)
        more = kingdom.value - size - 1 + CARD_WORTH
        return more * (((before + 1) / size) ** 3 - (before / size) ** 3)

    def _way_to_victory(self, place: Place, others: set[Place]) -> float:
        if self.counts_left <= 0:
            return 0.0
        worth = 0.0
        if not any(TERRITORIES[each].kingdom == HOME for each in others if each in TERRITORIES):
            worth += FOOTHOLD
        if place in INNER_FOUR:
            held = sum(each in others for each in INNER_FOUR)
            worth += MIDDLE * (held + 1) + (MASTERY if place == CITY else 0.0)
            worth += VICTORY if held == len(INNER_FOUR) - 1 else 0.0
        return worth

    def left_to_friend(self) -> frozenset[Place]:
        """Z-TWO-3: the middle is left to the player's other people, if that one was there first.

        Only one of them can hold all four places. Where a rival stands there it is attacked all the same.
        """
        view = self.view
        friends = [each for each in living(view) if each not in (*self.rivals, self.people)]
        held = [place for friend in friends for place in INNER_FOUR if place in view.units.get(friend, {})]
        mine = [place for place in INNER_FOUR if place in self.own]
        if len(held) <= len(mine) or not held:
            return frozenset()
        return frozenset(place for place in INNER_FOUR if self.at.get(place) not in self.rivals)

    def prize(self, place: Place, held: Iterable[Place]) -> float:
        """What it is worth to take a territory: its value, and what its holder loses with it."""
        worth = self.value(place, held)
        holder = self.at.get(place)
        if holder is None or holder == DEMONS:
            return worth
        theirs = self.view.units[holder]
        kingdom = KINGDOMS[TERRITORIES[place].kingdom]
        if kingdom.value is not None and all(each in theirs for each in kingdom.territories):
            worth += kingdom.value - len(kingdom.territories) + CARD_WORTH
        middle = sum(each in theirs for each in INNER_FOUR)
        if place in INNER_FOUR and (middle >= len(INNER_FOUR) - 1 or place == CITY):
            worth += BREAKING
        return worth + 0.3 * FIGURES[holder].price * self.number(place)
