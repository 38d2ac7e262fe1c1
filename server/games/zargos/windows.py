"""The window before an own turn: red cards, illusions, and how the winds work. Z-CARD."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.views.zargos.board import KINGDOMS, RANK, SEAS, TERRITORIES, is_sea
from protocol.views.zargos.events import Lost, Played, Rolled, Turned
from protocol.views.zargos.story import PositionT
from protocol.views.zargos.view import PlayedCard, Position
from protocol.views.zargos.words import Card, People
from server.games.flaw import Flaw
from server.games.zargos.notation import Illusion, Order, Pass, WindCall
from server.games.zargos.peoples import is_silenced
from server.games.zargos.state import Course, from_active_on, holder, living, master_of
from server.games.zargos.trial import Trial, place_flaw

TURNABLE: tuple[Card, ...] = ("MAD", "ICE", "STORM", "DEMON")
"""Z-CARD-8: the cards to which an illusion may give a new target."""
VICTIMS: dict[Card, People] = {"QUAKE": "S", "ECLIPSE": "A", "HEAT": "M"}
"""The winds that hit one people until the count."""
TURNS: dict[Card, People] = {"TIDE": "D", "TYPHOON": "W", "FLOOD": "K"}
"""The winds that are played only before the own turn of one people."""
UNTIL_COUNT = tuple(VICTIMS)
MOST_AFTER_DEATH = 7
"""Z-CARD-12."""


def who_may_call(position: Position, sizes: dict[People, int]) -> tuple[People, ...]:
    """Z-PHASE-1."""
    return tuple(
        people
        for people in from_active_on(position)
        if sizes.get(people) and people not in position.passed and not is_silenced(position, people)
    )


def who_may_turn(position: Position, sizes: dict[People, int]) -> tuple[People, ...]:
    """Z-PHASE-2."""
    turnable = [played.people for played in position.played if played.card in TURNABLE]
    return tuple(
        people
        for people in from_active_on(position)
        if any(each != people for each in turnable)
        and sizes.get(people)
        and not is_silenced(position, people)
    )


def target_flaw(card: Card, target: Sequence[str], word: int) -> Flaw | None:
    """Whether these words name a target for the card."""
    match card:
        case "MAD" | "ICE":
            known = target[0] in KINGDOMS
            return None if known else Flaw("no-place--kingdom", word, {"word": target[0]})
        case "STORM":
            for number, cell in enumerate(target):
                if not is_sea(cell):
                    return Flaw("no-place--sea", word + number, {"word": cell})
        case "DEMON":
            return place_flaw(target, word)
    return None


def are_neighbours(target: Sequence[str]) -> bool:
    return len(target) == 2 and target[1] in SEAS[target[0]].neighbours


class Window(Trial[PositionT]):
    """The sheet of one people in a window."""

    stage = "winds"

    def __init__(self, position: PositionT, people: People) -> None:
        super().__init__(position, people)
        self.calls: list[PlayedCard] = []
        self.has_passed = False

    def judge(self, number: int, order: Order) -> Flaw | None:
        if isinstance(order, Pass):
            self.has_passed = True
            return None
        assert isinstance(order, WindCall)
        flaw = self.call_flaw(order.card, order.target)
        if flaw is None:
            self.hand.remove(order.card)
            target = " ".join(order.target)
            self.calls.append(PlayedCard(self.people, order.card, target))
            self.tell(Played(self.people, order.card, target))
        return flaw

    def call_flaw(self, card: Card, target: Sequence[str]) -> Flaw | None:
        flaw = target_flaw(card, target, 1) or self.card_flaw(card)
        if flaw:
            return flaw
        victim, turn = VICTIMS.get(card), TURNS.get(card)
        if victim and victim not in living(self.position):
            return Flaw("bad-target--absent", 0, {"people": victim})
        if turn and turn != self.position.active:
            return Flaw("bad-target--window", 0, {"people": turn})  # Z-CARD-21
        if card == "STORM" and not are_neighbours(target):
            return Flaw("too-far", 2, {"place": target[0], "to": target[1]})
        return None


class Turning(Trial[PositionT]):
    """The sheet of one people that may turn winds aside."""

    stage = "illusion"

    def judge(self, number: int, order: Order) -> Flaw | None:
        assert isinstance(order, Illusion)
        flaw = self.turn_flaw(order.number, order.target)
        if flaw is None:
            self.hand.remove("ILL")
            self.played.append("ILL")
            played = self.position.played[order.number - 1]
            target = " ".join(order.target)
            turned = replace(played, target=target)
            cards = list(self.position.played)
            cards[order.number - 1] = turned
            self.position = replace(self.position, played=tuple(cards))
            self.tell(Turned(self.people, played.card, target))
        return flaw

    def turn_flaw(self, number: int, target: Sequence[str]) -> Flaw | None:
        if not 1 <= number <= len(self.position.played):
            return Flaw("no-place--number", 1, {"word": number})
        played = self.position.played[number - 1]
        is_turnable = played.card in TURNABLE
        is_known = is_target(played.card, target) if is_turnable else are_places(target)
        if not is_known:
            return Flaw("no-place--target", 2, {"word": " ".join(target), "card": played.card})
        flaw = self.card_flaw("ILL")
        if flaw is None and (not is_turnable or played.people == self.people):
            return Flaw("bad-target--card", 1, {"card": played.card})  # Z-CARD-20
        return flaw


def is_target(card: Card, target: Sequence[str]) -> bool:
    wanted = 2 if card == "STORM" else 1
    if len(target) != wanted or target_flaw(card, target, 0):
        return False
    return card != "STORM" or are_neighbours(target)


def are_places(words: Sequence[str]) -> bool:
    """Whether each word is a place or a kingdom, so that it could be a target of some card."""
    return all(word in RANK or word in KINGDOMS for word in words)


def work(course: Course) -> None:
    """All cards of the window work, in the order in which they were read. Z-CARD-3."""
    played = course.state.played
    course.change(played=())
    for each in played:
        if course.is_over:
            course.bury(each.card)
            continue
        before = master_of(course.state)
        _work_one(course, each)
        course.settle(before)


def _work_one(course: Course, played: PlayedCard) -> None:
    match played.card:
        case "MAD":
            _madden(course, played.target)
        case "DEATH":
            _decimate(course)
        case "DEMON":
            found = holder(course.state, played.target)
            if found:
                number = course.state.units[found][played.target]
                course.tell(Lost(found, played.target, number, "DEMON"))
        case _:
            wind = f"{played.card} {played.target}".strip()
            course.change(winds=(*course.state.winds, wind))
            return
    course.bury(played.card)


def _madden(course: Course, kingdom: str) -> None:
    """Z-CARD-9."""
    for place in KINGDOMS[kingdom].territories:
        found = holder(course.state, place)
        if found:
            die = course.dice.roll(6)
            course.tell(Rolled(found, die, "MAD"))
            loss = min(die // 2, course.state.units[found][place])
            if loss:
                course.tell(Lost(found, place, loss, "MAD"))


def _decimate(course: Course) -> None:
    for place in TERRITORIES:
        found = holder(course.state, place)
        number = course.state.units[found][place] if found else 0
        if found and number > MOST_AFTER_DEATH:
            course.tell(Lost(found, place, number - MOST_AFTER_DEATH, "DEATH"))


def end_winds(course: Course, *, at_count: bool) -> None:
    """The winds that end now go under the pile, in the order in which they came into force. Z-CARD-2."""
    over = [wind for wind in course.state.winds if (wind in UNTIL_COUNT) == at_count]
    course.change(winds=tuple(wind for wind in course.state.winds if wind not in over))
    course.bury(*(wind.split()[0] for wind in over))
