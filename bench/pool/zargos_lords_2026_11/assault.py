"""The fights of a captain: for each enemy those who attack it together, the best fights first. L-FIGHT."""

from collections.abc import Sequence

from msgspec import Struct

from bench.pool.zargos_lords_2026_11.odds import Ground, faces_of, worth_of
from bench.pool.zargos_lords_2026_11.survey import Mover, Survey
from protocol.views.zargos_lords.board import NEIGHBOURS, PIECES
from protocol.views.zargos_lords.words import FOOT, Hex
from server.games.flaw import Flaw
from server.games.zargos_lords.field import Target
from server.games.zargos_lords.figures import City
from server.games.zargos_lords.notation import FIGHT
from server.games.zargos_lords.strength import aura, charge_bonus
from server.games.zargos_lords.ways import find_way

CITY_WORTH = 24.0
"""What it is worth to empty a city, so that it can be taken in the next move."""
DRIVEN = 0.15
"""How much of a unit's worth it is to drive it back."""
THROWN_BACK = 0.4
"""What an attacker loses that has to go back."""
LEAST_GAIN = 0.4
MOST = 4
"""So many attackers go against one target at most."""
GARRISONS = ((0.1, 1), (0.35, 2), (0.3, 3), (0.25, 4))
"""How likely it is that so many pieces are in a city of which nothing is known."""


class Post(Struct, frozen=True, eq=False):
    """A unit that attacks from a hex."""

    mover: Mover
    at: Hex
    strength: int


class Defence(Struct, frozen=True):
    """What an attack may meet: how likely that is, how many pieces, how strong, what they are worth."""

    chance: float
    pieces: int
    strength: int
    worth: float


class Plan(Struct, frozen=True):
    gain: float
    target: Target
    posts: tuple[Post, ...]


class Assault:
    """Chooses and writes the fights of one sheet."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._field = survey.field

    def write(self) -> None:
        """The best fight first. What it takes away from others is seen when their turn comes."""
        waiting = [plan for target in self._targets() if (plan := self._plan(target))]
        while waiting:
            best = max(waiting, key=lambda plan: plan.gain)
            waiting.remove(best)
            if best.gain < LEAST_GAIN:
                return
            if all(post.mover.is_idle and self._can_stand(post.mover, post.at) for post in best.posts):
                self._carry_out(best)
            elif again := self._plan(best.target):
                waiting.append(again)

    def _targets(self) -> list[Target]:
        survey = self._survey
        bodies = [each for each in survey.enemy_bodies() if not self._field.is_held(each)]
        cities = [each for each in survey.enemy_cities() if each.is_manned]
        return [*bodies, *cities]

    def _carry_out(self, plan: Plan) -> None:
        for post in plan.posts:
            self._survey.carry_out(FIGHT, post.mover, post.at, (plan.target.at,))

    # Who could attack

    def _can_stand(self, mover: Mover, at: Hex) -> bool:
        return at == mover.at or self._survey.is_free(at)

    def _posts(self, target: Target) -> list[Post]:
        return [
            Post(mover, at, self._strength(mover, at, target))
            for mover in self._survey.movers
            if mover.is_idle and not mover.figure.nature.has("no_melee")
            for at in NEIGHBOURS[target.at]
            if self._can_attack_from(mover, at)
        ]

    def _can_attack_from(self, mover: Mover, at: Hex) -> bool:
        if at == mover.at:
            return mover.actor.city is None
        return at in mover.reach and self._survey.is_free(at)

    def _strength(self, mover: Mover, at: Hex, target: Target) -> int:
        """L-FIGHT-6: with the charge and the aura of whoever stands there now."""
        own = mover.combat + aura(self._field, mover.figure, at)
        if at == mover.at or len(mover.unit) > 1 or not mover.figure.nature.has("charge"):
            return own
        way = find_way(self._field, mover.actor.traveller(), (mover.at, at))
        if isinstance(way, Flaw) or way.heading is None:
            return own
        return own + charge_bonus(mover.figure.nature, way.heading, at, (target.at,))

    # Which of them do it

    def _plan(self, target: Target) -> Plan | None:
        """Attackers are added one by one, each time the one that helps most."""
        posts, chosen = self._posts(target), list[Post]()
        defences = self._defences(target)
        best: Plan | None = None
        while posts and len(chosen) < MOST:
            gains = [(self._gain(target, defences, [*chosen, post]), post) for post in posts]
            gain, post = max(gains, key=lambda each: each[0])
            chosen.append(post)
            posts = [each for each in posts if each.mover is not post.mover and each.at != post.at]
            if best is None or gain > best.gain:
                best = Plan(gain, target, tuple(chosen))
        return best

    def _defences(self, target: Target) -> list[Defence]:
        if not isinstance(target, City):
            worth = worth_of(target.nature) + (worth_of(target.ward.nature) / 2 if target.ward else 0.0)
            return [Defence(1.0, 1, self._survey.defence(target), worth)]
        if not target.is_hidden:
            combats = [figure.nature.combat for figure in target.garrison]
            return [Defence(1.0, len(combats), sum(combats), float(sum(combats)))]
        return self._guesses(target)

    def _guesses(self, city: City) -> list[Defence]:
        """L-CITY-3: nobody knows who is inside; but no more than are missing on the map."""
        missing = sorted(self._survey.missing(city.people))
        most = max(1, min(4, len(missing)))
        foot = PIECES[city.people][FOOT].combat
        found = []
        for chance, pieces in GARRISONS:
            inside = min(pieces, most)
            strength = inside * foot
            found.append(Defence(chance, inside, strength, float(strength)))
        return found

    # What it is worth

    def _gain(self, target: Target, defences: Sequence[Defence], posts: Sequence[Post]) -> float:
        attack = sum(post.strength for post in posts)
        ground = self._ground(target, posts)
        back = self._field.zone(self._survey.people)
        own = Ground(self._field, (), (), back)
        gain = 0.0
        for defence in defences:
            if len(posts) < defence.pieces:
                continue
            difference = attack - defence.strength
            faces = faces_of(difference)
            if not faces:
                hopeless = sum(post.mover.worth for post in posts) if isinstance(target, City) else 0.5
                gain -= defence.chance * hopeless
            for result in faces:
                share = defence.chance / len(faces)
                if result[0] == "D":
                    gain += share * self._won(target, defence, ground, result[1])
                else:
                    gain -= share * self._lost(own, posts, result[1])
        besides = "" if isinstance(target, City) else target.at
        return gain - sum(self._survey.danger(post.mover, post.at, besides) for post in posts)

    def _ground(self, target: Target, posts: Sequence[Post]) -> Ground:
        zone = dict(self._field.zone(target.people))
        left = [post.mover.at for post in posts if post.at != post.mover.at]
        for number, hexes in ((-1, left), (1, [post.at for post in posts if post.at != post.mover.at])):
            for at in hexes:
                for beside in NEIGHBOURS[at]:
                    zone[beside] = zone.get(beside, 0) + number
        return Ground(self._field, [post.at for post in posts], left, zone)

    def _won(self, target: Target, defence: Defence, ground: Ground, effect: str) -> float:
        is_city = isinstance(target, City)
        prize = CITY_WORTH * 0.5 if is_city else 0.0
        is_flier = not isinstance(target, City) and target.is_flier
        if effect == "E" or not ground.lets_go_back(target.people, is_flier, target.at, int(effect)):
            return defence.worth + prize
        return DRIVEN * defence.worth + 0.6 * prize

    def _lost(self, ground: Ground, posts: Sequence[Post], effect: str) -> float:
        total = 0.0
        for post in posts:
            mover = post.mover
            if effect == "E" or not ground.lets_go_back(
                self._survey.people, mover.is_flier, post.at, int(effect)
            ):
                total += mover.worth
            else:
                total += THROWN_BACK
        return total
