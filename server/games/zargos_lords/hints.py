"""The words with which a line of a move may go on, and what each of them means. They come from a trial."""

from collections.abc import Iterator, Sequence

from protocol.notes import Arg, Note
from protocol.views.zargos_lords.board import CLEAR, NEIGHBOURS, RANK
from protocol.views.zargos_lords.story import unit_name
from protocol.views.zargos_lords.words import (
    FOOT,
    KINDS,
    LAST_PART,
    PEOPLES,
    PUSHES,
    RETREATS,
    Hex,
    Kind,
    pact_of,
)
from server.games.zargos_lords.actors import Actor
from server.games.zargos_lords.arrivals import arrival_flaw, end_flaw
from server.games.zargos_lords.attack_hints import AttackHints, Glosses, ends_of
from server.games.zargos_lords.bargains import TWO
from server.games.zargos_lords.figures import Figure
from server.games.zargos_lords.monks import MONK, MONKS
from server.games.zargos_lords.notation import (
    FIGHT,
    LAUNCH,
    MOVE,
    OVERRUN,
    SINGLE,
    VANISH,
    Order,
)
from server.games.zargos_lords.trial import Trial

MARKS = {"X": FIGHT, "*": LAUNCH, "!": SINGLE, ">>": OVERRUN, "?": VANISH, "=": "return"}


class MoveHints:
    """The ways to go on with one order below the lines above it."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._people = trial.people
        self._last = trial.reading
        self._field = trial.course.field
        self._attacks = AttackHints(trial)

    def next_words(self, done: Sequence[str]) -> Glosses:
        if not done:
            return self._first_words()
        if done[0].lower() in _VERBS:
            return self._verb_words(done[0].lower(), done[1:])
        unit = _unit(done[0])
        if unit is None:
            return {}
        if len(done) == 1:
            return self._places(unit)
        return self._order_words(unit, done[1:])

    def _first_words(self) -> Glosses:
        found: Glosses = {}
        for actor in self._actors():
            name = "+".join(figure.kind for figure in actor.figures)
            if name not in found and self._is_useful(actor):
                found[name] = Note("gloss.unit", {"unit": unit_name(self._people, actor.text)})
        if self._people == MONKS and self._trial.before_singles.course.field.vanished:
            found.setdefault(MONK, Note("gloss.unit", {"unit": f"{MONKS}{MONK}"}))
        ordered = {name: found[name] for name in sorted(found, key=_by_kind)}
        return ordered | {
            verb: Note(f"gloss.{verb}")
            for verb in _VERBS
            if (self._may_part() if verb == "more" else self._verb_words(verb, ()))
        }

    def _may_part(self) -> bool:
        """Whether the sheet may be made a part without losing a line that stands on it."""
        return self._trial.view.part < LAST_PART and not self._trial.has_lines_of_2b

    def _actors(self) -> Iterator[Actor]:
        """All pieces and pairs that may still act."""
        field = self._field
        units = [(body.at, body.figures) for body in field.bodies_of(self._people)]
        units += [(city.at, tuple(city.garrison)) for city in field.cities_of(self._people)]
        for at, figures in units:
            for name in _names(figures, is_pair=at in field.bodies):
                actor = self._attacks.actor(Order(MOVE, name, (at, "")))
                if actor:
                    yield actor

    def _is_useful(self, actor: Actor) -> bool:
        """Whether there is anything that it can do. Mostly it may go to the hex beside it."""
        field = self._field
        for end in () if self._last.is_part else NEIGHBOURS[actor.at]:
            is_free = end not in field.bodies and end not in field.cities
            if is_free and field.terrain[end] == CLEAR and not field.in_zone(self._people, end):
                return True
        unit = tuple(figure.kind for figure in actor.figures)
        return bool(self._way_words(unit, (actor.at,)))

    def _verb_words(self, verb: str, done: Sequence[str]) -> Glosses:
        match verb, len(done):
            case "retreat", 0:
                return {word: Note(f"gloss.retreat-{word}") for word in RETREATS}
            case "push", 0:
                return {word: Note(f"gloss.push-{word}") for word in PUSHES}
            case "ally" | "break", 0:
                return {people: Note("gloss.people", {"people": people}) for people in self._partners(verb)}
            case "kill", _:
                return _kind_and_hex(self._hostages(), done)
            case "give", _:
                return {} if self._last.is_part else _kind_and_hex(self._gifts(), done)
        return {}

    def _partners(self, verb: str) -> list[str]:
        if len(self._field.peoples) <= TWO or (verb == "ally" and not self._may_part()):
            return []
        others = [each for each in PEOPLES if each in self._field.peoples and each != self._people]
        pacts = self._field.pacts
        if verb == "break":
            return [each for each in others if pact_of(self._people, each) in pacts]
        done = self._trial.course.done
        return [
            each for each in others if pact_of(self._people, each) not in pacts and f"ally {each}" not in done
        ]

    def _hostages(self) -> list[tuple[str, Hex, str]]:
        done = self._trial.course.done
        return [
            (figure.kind, city.at, unit_name(figure.people, figure.kind))
            for city in self._field.cities_of(self._people)
            if f"kill {city.at}" not in done
            for figure in city.hostages
        ]

    def _gifts(self) -> list[tuple[str, Hex, str]]:
        if len(self._field.peoples) <= TWO:
            return []
        found: list[tuple[str, Hex, str]] = []
        for body in self._field.bodies_of(self._people):
            taker = self._field.home_owner(body.at) or self._people
            is_ally = taker != self._people and not self._field.is_enemy(self._people, taker)
            if is_ally and not body.ward and body.at not in self._field.stuck:
                found.append((body.top.kind, body.at, unit_name(self._people, body.text)))
        return found

    def _places(self, unit: tuple[str, ...]) -> Glosses:
        found: dict[Hex, Note] = {}
        for actor in self._actors():
            if tuple(figure.kind for figure in actor.figures) == unit and self._is_useful(actor):
                nature = actor.top.nature
                args: dict[str, Arg] = {"moves": actor.traveller().points, "fights": nature.combat}
                found[actor.at] = Note("gloss.place", {"at": actor.at, **args})
        if self._people == MONKS and unit == (MONK,):
            for at in self._trial.before_singles.course.field.vanished:
                found[at] = Note("gloss.marker", {"at": at})
        return {at: found[at] for at in sorted(found, key=RANK.__getitem__)}

    def _order_words(self, unit: tuple[str, ...], words: Sequence[str]) -> Glosses:
        marks = [number for number, word in enumerate(words) if word in MARKS]
        way = _hexes(words[: marks[0]] if marks else words)
        behind = _hexes(words[marks[0] + 1 :]) if marks else ()
        if not way or behind is None or len(marks) > 1:
            return {}
        if not marks:
            return self._way_words(unit, way)
        return self._marked_words(words[marks[0]], unit, way, behind)

    def _way_words(self, unit: tuple[str, ...], way: tuple[Hex, ...]) -> Glosses:
        """Hexes in reach, if none is named yet, and the marks of what can be done at the end."""
        found: Glosses = {}
        if len(way) == 1 and not self._last.is_part:
            actor = self._attacks.actor(Order(MOVE, unit, (*way, "")))
            if actor:
                found |= self._reach(actor)
        if len(way) == 1:
            found |= self._attacks.strikes_from_afar(unit, way[0])
        for mark in MARKS:
            if mark not in found and self._marked_words(mark, unit, way, ()):
                found[mark] = Note(f"gloss.mark-{MARKS[mark]}")
        if self._can_vanish(unit, way):
            found["?"] = Note("gloss.mark-vanish")
        return found

    def _can_vanish(self, unit: tuple[str, ...], way: tuple[Hex, ...]) -> bool:
        if len(way) > 1 or self._last.is_part:
            return False
        actor = self._attacks.actor(Order(VANISH, unit, way))
        return bool(actor and actor.top.nature.has("vanish"))

    def _reach(self, actor: Actor) -> Glosses:
        """Where it may go, nearest first, with the cost; in a zone only where it can attack."""
        field, found = self._field, dict[Hex, Note]()
        for end, cost in ends_of(field, actor.traveller(), actor.at):
            if end_flaw(field, actor, end):
                continue
            flaw = arrival_flaw(field, actor, end)
            args: dict[str, Arg] = {"at": end, "cost": cost, "terrain": field.terrain[end]}
            if flaw is None:
                found[end] = Note("gloss.reach", args)
            elif flaw.code.startswith("zone") and self._attacks.attacks_from(actor, end):
                found[end] = Note("gloss.reach-zone", args)
        return found

    def _marked_words(
        self, mark: str, unit: tuple[str, ...], way: tuple[Hex, ...], behind: tuple[Hex, ...]
    ) -> Glosses:
        match mark:
            case "X":
                return self._attacks.fight_words(unit, way, behind)
            case "*":
                return self._attacks.launch_words(unit, way, behind)
            case "!":
                return self._attacks.single_words(unit, way, behind)
            case ">>" if len(way) == 1 and not behind:
                return self._attacks.overrun_words(unit, way)
            case "=" if len(way) == 1 and not behind:
                return self._attacks.return_words(unit, way[0])
        return {}


_VERBS = ("ally", "break", "kill", "retreat", "push", "give", "more")


def _kind_and_hex(known: list[tuple[str, Hex, str]], done: Sequence[str]) -> Glosses:
    """A kind first, then where such a piece is."""
    if not done:
        return {kind: Note("gloss.unit", {"unit": name}) for kind, _, name in known}
    if len(done) > 1:
        return {}
    places = [(at, name) for kind, at, name in known if kind == done[0]]
    return {at: Note("gloss.unit-at", {"at": at, "unit": name}) for at, name in places}


def _names(figures: Sequence[Figure], *, is_pair: bool) -> list[tuple[Kind, ...]]:
    """How orders may name these pieces: each by itself, and a foot with another."""
    kinds = list(dict.fromkeys(figure.kind for figure in figures))
    names: list[tuple[Kind, ...]] = [(kind,) for kind in kinds]
    if is_pair:
        return [*names, *([(figures[0].kind, figures[1].kind)] if len(figures) > 1 else [])]
    return [*names, *((FOOT, kind) for kind in kinds if kind != FOOT and FOOT in kinds)]


def _unit(word: str) -> tuple[str, ...] | None:
    kinds = tuple(word.split("+"))
    if not set(kinds) <= set(KINDS) or len(kinds) > 2 or (len(kinds) == 2 and "F" not in kinds):
        return None
    return kinds if len(kinds) < 2 or kinds[0] == "F" else (kinds[1], kinds[0])


def _hexes(words: Sequence[str]) -> tuple[Hex, ...] | None:
    found = [written_hex(word) for word in words]
    return tuple(each for each in found if each) if all(found) else None


def written_hex(word: str) -> Hex | None:
    """A hex as the program writes it; None if the word is none."""
    if len(word) not in (2, 3) or not word[1:].isdecimal():
        return None
    at = f"{word[0]}{int(word[1:]):02}"
    return at if at in RANK else None


def _by_kind(name: str) -> tuple[int, int]:
    return len(name), KINDS.index(name[-1])
