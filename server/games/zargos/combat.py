"""One combat, from the first card to the last round. Z-COMBAT."""

from protocol.views.zargos.board import TERRITORIES
from protocol.views.zargos.events import Captured, Held, Joined, Lost, Rampart, Rerolled, Round, Volley, War
from protocol.views.zargos.view import Combat
from protocol.views.zargos.words import DEMONS, People, Place
from server.games.zargos.peoples import FIGURES, has_power
from server.games.zargos.state import Course, holder, master_of

MOST_ROUNDS = 200
"""Z-COMBAT-9."""
WALLED = ("capital", "city")


def dice_for(units: int) -> int:
    """Z-COMBAT-3."""
    return 1 if units <= 3 else 2 if units <= 6 else 3


def is_walled(place: Place) -> bool:
    """Whether a territory is a capital, the City included. Z-COMBAT-7."""
    return TERRITORIES[place].kind in WALLED


class Side:
    """One side of a combat: its people, and whether it has played War."""

    def __init__(self, people: People, has_war: bool) -> None:
        self.people = people
        self.war = int(has_war)
        self.figures = FIGURES[people]


class Fight:
    def __init__(self, course: Course, combat: Combat) -> None:
        self._course = course
        self._at = combat.at
        self._combat = combat
        found = holder(course.state, combat.at)
        assert found is not None
        wars = [self._plays_war(combat.by, combat.war), self._plays_war(found, combat.defence_war)]
        self.invader, self.defender = Side(combat.by, wars[0]), Side(found, wars[1])
        self._has_monks = "M" in (combat.by, found) and has_power(course.state, "M", combat.at)

    def _plays_war(self, people: People, is_named: bool) -> bool:
        """Z-PHASE-4: a card that was named is played if it is still in the hand."""
        if not is_named or "WAR" not in self._course.state.hands.get(people, ()):
            return False
        self._course.play_green(people, "WAR")
        self._course.tell(War(people, self._at))
        return True

    def number(self, side: Side) -> int:
        state = self._course.state
        if side is self.defender:
            return state.units.get(side.people, {}).get(self._at, 0)
        return next((each.number for each in state.combats if each.at == self._at), 0)

    def is_decided(self) -> bool:
        return not (self.number(self.invader) and self.number(self.defender))

    def fight(self) -> None:
        """Z-COMBAT-1."""
        self._call_spiders()
        if self.defender.people == "A" and has_power(self._course.state, "A", self._at):
            self._shoot()
        if not self.is_decided() and is_walled(self._at):
            self._strike(self.defender, self.invader, is_rampart=True)
        self._fight_rounds()
        left = self.number(self.invader)
        if left and not self.number(self.defender):
            self._course.tell(Captured(self._at, self.invader.people, self.defender.people, left))
        else:
            self._course.tell(Held(self._at, self.defender.people, self.number(self.defender)))

    def _call_spiders(self) -> None:
        """Z-S-2: units that were asked for and are not found are left out."""
        if self._combat.vortex is None or self.defender.people != "S":
            return
        origin, wanted = self._combat.vortex
        number = min(wanted, self._course.state.units["S"].get(origin, 0) - 1)
        if number > 0:
            self._course.tell(Joined("S", origin, self._at, number))

    def _shoot(self) -> None:
        """Z-A-1."""
        faces = tuple(self._course.dice.roll(6) for _ in range(dice_for(self.number(self.defender))))
        loss = sum(faces) // (2 if is_walled(self._at) else 3)
        self._course.tell(Volley(self._at, faces, min(loss, self.number(self.invader))))

    def _fight_rounds(self) -> None:
        """Z-COMBAT-2: the faster side strikes first, then the roles change."""
        striker, parrier = self.invader, self.defender
        is_even = striker.figures.speed == parrier.figures.speed
        if parrier.figures.speed > striker.figures.speed:
            striker, parrier = parrier, striker
        for _ in range(MOST_ROUNDS):
            if self.is_decided():
                return
            if is_even:
                self._strike_together()
            else:
                self._strike(striker, parrier)
                striker, parrier = parrier, striker

    def _throw(self, side: Side) -> list[int]:
        number = dice_for(self.number(side)) + side.war
        return [self._course.dice.roll(6) for _ in range(number)]

    def _strike(self, striker: Side, parrier: Side, *, is_rampart: bool = False) -> None:
        """Z-COMBAT-4, Z-COMBAT-5."""
        thrown = self._throw(striker)
        rerolled = self._reroll(striker, thrown)
        answer = self._throw(parrier)
        if rerolled is None:
            rerolled = self._reroll(parrier, answer)
        strike = (sum(thrown) + striker.figures.attack * len(thrown)) // 2
        parry = (sum(answer) + parrier.figures.defence * len(answer)) // 2
        loss = min(max(strike - parry, 0), self.number(parrier))
        kind = Rampart if is_rampart else Round
        dice = tuple(thrown), tuple(answer)
        self._course.tell(kind(self._at, striker.people, dice, rerolled, strike, parry, loss))

    def _reroll(self, side: Side, faces: list[int]) -> Rerolled | None:
        """Z-M-2: one die of a round is thrown again, the Monks' lowest or the foe's highest."""
        if not self._has_monks:
            return None
        own, foe = self._course.state.reroll
        was = min(faces) if side.people == "M" else max(faces)
        if was > own if side.people == "M" else was < foe:
            return None
        now = self._course.dice.roll(6)
        faces[faces.index(was)] = now
        return Rerolled(side.people, was, now)

    def _strike_together(self) -> None:
        """Z-COMBAT-6: each throw serves to strike and to parry."""
        throws = [(side, self._throw(side)) for side in (self.invader, self.defender)]
        strikes, parries = (
            tuple((sum(faces) + figure * len(faces)) // 2 for figure, faces in figures)
            for figures in (
                [(side.figures.attack, faces) for side, faces in throws],
                [(side.figures.defence, faces) for side, faces in throws],
            )
        )
        losses = (
            min(max(strikes[1] - parries[0], 0), self.number(self.invader)),
            min(max(strikes[0] - parries[1], 0), self.number(self.defender)),
        )
        dice = tuple(throws[0][1]), tuple(throws[1][1])
        pairs = (strikes[0], strikes[1]), (parries[0], parries[1])
        self._course.tell(Round(self._at, None, dice, None, *pairs, losses))


def fight_one(course: Course, combat: Combat) -> None:
    """Fight a combat, or take what is empty or held by demons that vanish before the Master. Z-MOVE-8."""
    found = holder(course.state, combat.at)
    if found == DEMONS and combat.by == master_of(course.state):
        course.tell(Lost(DEMONS, combat.at, course.state.units[DEMONS][combat.at], "MASTER"))
        course.tell(Captured(combat.at, combat.by, DEMONS, combat.number))
    elif found is None:
        course.tell(Captured(combat.at, combat.by, None, combat.number))
    else:
        Fight(course, combat).fight()
