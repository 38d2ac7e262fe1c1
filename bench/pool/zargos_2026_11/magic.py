"""How a captain uses its cards: winds, illusions, War in defence, and which cards it keeps. Z-CARD."""

from collections.abc import Callable

from msgspec import Struct

from bench.pool.zargos_2026_11.odds import expect
from bench.pool.zargos_2026_11.survey import BREAKING, Survey
from protocol.ids import Lines
from protocol.views.zargos.board import CITY, HOME, INNER_FOUR, KINGDOMS, ORDER, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.view import PlayedCard, ZargosView
from protocol.views.zargos.words import DEMONS, GREEN, Card, Kingdom, People, Place
from server.games.zargos.defence import Defence
from server.games.zargos.keep import limit_of
from server.games.zargos.peoples import is_friend
from server.games.zargos.windows import MOST_AFTER_DEATH, TURNABLE, TURNS, VICTIMS, Turning, Window

WORTH_IT = 5.0
"""Z-TABLE-2: a card is played as soon as it has a foreign target worth so many units."""
MAD_LOSS = 1.5
"""What a MAD takes from a territory on the average, if enough stand there."""
KEPT: tuple[Card, ...] = (
    *("DEMON", "WAR", "DEATH", "MAD", "ICE", "ELSE", "LAND", "MIST", "ILL"),
    *("FLOOD", "TYPHOON", "QUAKE", "HEAT", "ECLIPSE", "TIDE", "STORM"),
)
"""The cards, the most useful first."""


class Aim(Struct, frozen=True):
    worth: float
    target: str = ""


def winds(view: ZargosView, people: People) -> Lines:
    """Z-PHASE-1: who holds no wind is not asked again in this turn."""
    caller = Caller(view, people)
    lines = caller.write()
    if not any(card not in GREEN for card in caller.window.hand):
        lines.append("PASS ALL")
    return tuple(lines) or ("PASS",)


class Caller:
    """Finds the best target for each wind in a hand."""

    def __init__(self, view: ZargosView, people: People) -> None:
        self.view = view
        self.survey = Survey(view, people)
        self.people = people
        self.window = Window(view, people)
        self._is_own_turn = view.active == people
        self._is_foes_turn = not is_friend(view, people, view.active)
        self._aims: dict[Card, Callable[[], Aim]] = {
            "MAD": self.mad,
            "ICE": self.ice,
            "STORM": self.storm,
            "DEATH": self.death,
            "DEMON": self.demon,
        }

    def write(self) -> list[str]:
        lines: list[str] = []
        for card in dict.fromkeys(self.window.hand):
            if card in GREEN:
                continue
            aim = self._aims[card]() if card in self._aims else self.nullify(card)
            line = f"{card} {aim.target}".strip()
            if aim.worth >= WORTH_IT and self.window.read_line(len(lines), line) is None:
                lines.append(line)
        return lines

    def _weight(self, place: Place) -> float:
        """How a unit on a place counts: a rival's for, an own one against; demons only in one's way."""
        holder = self.survey.at.get(place)
        if holder is None:
            return 0.0
        if holder == DEMONS:
            near = any(each in self.survey.own for each in TERRITORIES[place].neighbours)
            return 1.0 if self._is_own_turn and near else 0.0
        if is_friend(self.view, self.people, holder):
            return -1.5
        return 2.0 if place in INNER_FOUR else 1.0

    def mad(self) -> Aim:
        def worth(kingdom: Kingdom) -> float:
            places = KINGDOMS[kingdom].territories
            return sum(self._weight(p) * min(MAD_LOSS, self.survey.number(p)) for p in places)

        best = max(KINGDOMS, key=worth)
        return Aim(worth(best), best)

    def ice(self) -> Aim:
        """Before a rival's turn it protects what that rival could take; in Zargos its victory."""
        if not self._is_foes_turn:
            return Aim(0.0)
        rival = Survey(self.view, self.view.active)
        aims = [Aim(self._protected(kingdom, rival), kingdom) for kingdom in KINGDOMS]
        return max(aims, key=lambda aim: aim.worth)

    def _protected(self, kingdom: Kingdom, rival: Survey) -> float:
        survey, worth = self.survey, 0.0
        for place in KINGDOMS[kingdom].territories:
            if place in survey.own:
                forces = sum(
                    n - 1 for origin, n in rival.own.items() if place in rival.reach(rival.people, origin)
                )
                chance = rival.attack(place, forces)[0]
                worth += 0.4 * chance * survey.value(place, survey.own)
        middle = sum(place in rival.own for place in INNER_FOUR)
        if kingdom == HOME and middle >= 2 and CITY in rival.own:
            worth += BREAKING
        return worth

    def storm(self) -> Aim:
        """Before the turn of a rival that could come over the sea, the cells in which most could start."""
        view, active = self.view, self.view.active
        if not self._is_foes_turn or not (view.boats.get(active) or active == "D"):
            return Aim(0.0)
        pairs = [(cell, far) for cell in SEAS for far in SEAS[cell].neighbours]
        forces = view.units.get(active, {})

        def worth(pair: tuple[Place, Place]) -> float:
            afloat = sum(forces.get(cell, 0) for cell in pair)
            coasts = {coast for cell in pair for coast in SEAS[cell].coasts}
            ashore = sum(max(forces.get(coast, 0) - 6, 0) for coast in coasts)
            guarded = any(coast in self.survey.own for coast in coasts)
            return (ashore if view.boats.get(active) else 0) * guarded + 0.5 * afloat

        best = max(pairs, key=worth)
        return Aim(worth(best), " ".join(best))

    def death(self) -> Aim:
        places = TERRITORIES
        return Aim(sum(self._weight(p) * max(self.survey.number(p) - MOST_AFTER_DEATH, 0) for p in places))

    def demon(self) -> Aim:
        def worth(place: Place) -> float:
            if is_sea(place) and self.survey.at.get(place) == self.people:
                return -1.0
            weight = self._weight(place) if place in TERRITORIES else 1.0
            return weight * self.survey.number(place)

        best = max(ORDER, key=worth)
        return Aim(worth(best), best)

    def nullify(self, card: Card) -> Aim:
        """Before the turn that it hurts most: the victim's own, or for Amazons one's own."""
        victim = VICTIMS.get(card) or TURNS.get(card, "")
        if victim not in self.survey.rivals:
            return Aim(0.0)
        forces = self.view.units.get(victim, {})
        if card == "TIDE":
            return Aim(float(sum(number for place, number in forces.items() if is_sea(place))))
        moment = self._is_own_turn if card == "ECLIPSE" else self.view.active == victim
        return Aim(sum(forces.values()) / 3 if moment else 0.0)


def illusion(view: ZargosView, people: People) -> Lines:
    """A wind that hits own units is turned to where it hurts a rival."""
    caller, trial = Caller(view, people), Turning(view, people)
    lines: list[str] = []
    for number, played in enumerate(view.played, 1):
        if "ILL" not in trial.hand or played.people == people or not _hurts(caller, played):
            continue
        aim = _turned(caller, played.card)
        line = f"ILL {number} {aim.target}"
        if aim.target and trial.read_line(len(lines), line) is None:
            lines.append(line)
    return tuple(lines) or ("PASS",)


def _hurts(caller: Caller, played: PlayedCard) -> bool:
    own = caller.survey.own
    if played.card not in TURNABLE or is_friend(caller.view, caller.people, played.people):
        return False
    if played.card in ("MAD", "ICE"):
        held = [place for place in KINGDOMS[played.target].territories if place in own]
        stays = played.card == "ICE" and caller.view.active != caller.people
        return sum(own[place] for place in held) >= WORTH_IT and not stays
    return any(own.get(place, 0) >= WORTH_IT for place in played.target.split())


def _turned(caller: Caller, card: Card) -> Aim:
    if card == "MAD":
        return caller.mad()
    if card == "DEMON":
        return caller.demon()
    own = caller.survey.own
    if card == "ICE":
        free = [k for k, land in KINGDOMS.items() if not any(p in own for p in land.territories)]
        return Aim(1.0, free[0]) if free else Aim(0.0)
    pairs = [(cell, far) for cell in SEAS for far in SEAS[cell].neighbours]
    fewest = min(pairs, key=lambda pair: sum(own.get(cell, 0) for cell in pair))
    return Aim(1.0, " ".join(fewest))


def defend(view: ZargosView, people: People) -> Lines:
    """War and Spiders from another volcano, where they save most."""
    survey, trial = Survey(view, people), Defence(view, people)
    attacked = [combat for combat in view.combats if combat.at in survey.own]
    lines: list[str] = []

    def chance(at: Place, by: People, number: int, war: bool, more: int = 0, defended: bool = False) -> float:
        meeting = survey.meeting(by, people, at, war=war, defence_war=defended)
        return expect(meeting, number, survey.own[at] + more)[0]

    for combat in sorted(attacked, key=lambda each: -survey.value(each.at, survey.own)):
        threat = combat.at, combat.by, combat.number, combat.war
        alone = chance(*threat)
        helped = alone
        if people == "S" and alone > 0.2:
            line = _vortex(survey, trial, combat.at, len(lines))
            if line:
                lines.append(line)
                helped = chance(*threat, more=int(line.split()[1]))
        gain = (helped - chance(*threat, defended=True)) * survey.value(combat.at, survey.own)
        is_large = combat.number + survey.own[combat.at] >= 8
        if helped > 0.15 and (gain >= 1.0 or is_large):
            line = f"WAR {combat.at}"
            if trial.read_line(len(lines), line) is None:
                lines.append(line)
    return tuple(lines) or ("PASS",)


def _vortex(survey: Survey, trial: Defence[ZargosView], at: Place, number: int) -> str | None:
    """The largest group that may come from another volcano; half of it where it is needed as well."""
    sources = [p for p, n in survey.own.items() if n > 1 and p != at and not is_sea(p)]
    for origin in sorted(sources, key=lambda place: (-survey.own[place], place)):
        line = f"VORTEX {min(max((survey.own[origin] - 1) * 3 // 4, 1), 99)} {origin} {at}"
        if trial.read_line(number, line) is None:
            return line
    return None


def keep(view: ZargosView, people: People) -> Lines:
    """The best cards stay; winds against a people that is not a rival are worth nothing."""
    rivals = Survey(view, people).rivals

    def rank(card: Card) -> tuple[bool, int]:
        victim = VICTIMS.get(card) or TURNS.get(card)
        return victim is not None and victim not in rivals, KEPT.index(card)

    best = sorted(view.hands.get(people, ()), key=rank)[: limit_of(view, people)]
    return (" ".join(best),)
