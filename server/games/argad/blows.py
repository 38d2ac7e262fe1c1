"""Blows: who is struck, what each comes to, and who is left to strike. A-MELEE-4, A-MELEE-6."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from protocol.views.argad import events as e
from protocol.views.argad.figures import figure
from protocol.views.argad.view import Unit
from protocol.views.argad.words import GENERAL_ROLE, WOUNDED_ROLE, FigureCode, UnitName
from server.games.argad.battle import Battle
from server.games.argad.losses import Hit
from server.games.argad.strikes import (
    KILL,
    LENGTHS,
    RECOIL,
    Encounter,
    Footing,
    footing,
    length_of,
    living_strikers,
    result_of,
    strikers_of,
)

POINTS = {KILL: 2, RECOIL: 1}
"""A-MELEE-13: what a blow counts for the score."""


class Strike(Struct, frozen=True):
    """A blow that is about to be struck."""

    by: UnitName
    striker: FigureCode
    footing: Footing
    length: int


class Fighter:
    """A unit in a melee: who of it is left, who of it strikes, and the hits it has taken."""

    def __init__(self, name: UnitName, unit: Unit, target: Unit | None = None) -> None:
        self.name = name
        self.unit = unit
        self.left: dict[int, FigureCode] = dict(enumerate(unit.figs))
        """The living figures by their place in the list; a wounded general has another code."""
        self.strikers = strikers_of(unit, target) if target else ()
        self.hits: list[Hit] = []

    @property
    def has_extra_blow(self) -> bool:
        """A-JOK-4: the Joker's die is used by a unit that has a striker."""
        return self.unit.die and bool(self.strikers)

    @property
    def is_destroyed(self) -> bool:
        return not self.left

    def ready_to_strike(self) -> list[int]:
        return living_strikers(self.unit.figs, self.left.values(), self.strikers)

    def take_kill(self, place: int) -> None:
        code = self.left[place]
        self.hits.append(Hit(place, code))
        if figure(code).role == GENERAL_ROLE:
            self.left[place] = f"{code[:2]}+{WOUNDED_ROLE}"
        else:
            del self.left[place]


class Blows:
    """The blows of one melee, step by step, and both scores."""

    def __init__(
        self, battle: Battle, met: Encounter, one: Fighter, other: Fighter, helpers: Sequence[Fighter]
    ) -> None:
        self._battle = battle
        self._met = met
        self._one = one
        self._many = (other, *helpers)
        self.score = [0, 0]
        position = battle.state
        self._footings = {one.name: footing(position, one.name, other.name, met)} | {
            each.name: footing(position, each.name, one.name, met) for each in self._many
        }

    def strike(self) -> None:
        """A-MELEE-4, A-MELEE-5: step by step by length, or all steps of the attacker first."""
        if self._met.strikes_first:
            for length in LENGTHS:
                self._strike_defender(self._strikes((self._one,), length))
            for length in LENGTHS:
                self._strike_attacker(self._strikes(self._many, length))
            return
        for length in LENGTHS:
            ours, theirs = self._strikes((self._one,), length), self._strikes(self._many, length)
            self._strike_defender(ours)
            self._strike_attacker(theirs)

    def _strike_defender(self, strikes: Sequence[Strike]) -> None:
        self.score[0] += strike_all(self._battle, strikes, self._many[0])

    def _strike_attacker(self, strikes: Sequence[Strike]) -> None:
        self.score[1] += strike_all(self._battle, strikes, self._one)

    def _strikes(self, fighters: Iterable[Fighter], length: int) -> list[Strike]:
        """The blows of a side in this step; A-JOK-4: extra blows come last of them."""
        found: list[Strike] = []
        extra: list[Strike] = []
        for each in fighters:
            for place in each.ready_to_strike():
                code = each.unit.figs[place]
                if length_of(code, self._met.has_short_spears) == length:
                    strike = Strike(each.name, code, self._footings[each.name], length)
                    found.append(strike)
                    if each.has_extra_blow and place == each.strikers[0]:
                        extra.append(strike)
        return found + extra


def strike_all(battle: Battle, strikes: Sequence[Strike], on: Fighter) -> int:
    """A-MELEE-6: the blows of one step on one unit; what they count for the score."""
    struck: set[int] = set()
    score = 0
    for strike in strikes:
        if on.is_destroyed:
            break
        score += _strike(battle, strike, on, struck)
    return score


def _strike(battle: Battle, strike: Strike, on: Fighter, struck: set[int]) -> int:
    places = [place for place in on.left if place not in struck]
    if not places:
        struck.clear()
        places = list(on.left)
    number, pick = battle.pick(len({on.left[place] for place in places}) == 1, len(places))
    place = places[number]
    struck.add(place)
    code = on.left[place]
    modifiers = strike.footing.modifiers(strike.striker, code)
    die, mod = battle.roll(), sum(modifiers.values())
    result = result_of(die, mod, code)
    battle.note(
        e.Blow(strike.by, on.name, die, mod, result, strike.striker, code, pick, strike.length, modifiers)
    )
    if result == KILL:
        on.take_kill(place)
    return POINTS.get(result, 0)
