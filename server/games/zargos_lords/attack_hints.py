"""The words of orders that attack: fights, launches, single attacks; and where vanished monks come back."""

from typing import TypeAlias

from protocol.notes import Arg, Note
from protocol.views.zargos_lords.board import MOUNTAIN, NEIGHBOURS, RANK, distance, ray
from protocol.views.zargos_lords.story import unit_name
from protocol.views.zargos_lords.words import Hex
from server.games.flaw import Flaw
from server.games.zargos_lords.actors import Actor, actor_flaw, find_actor
from server.games.zargos_lords.arrivals import arrival_flaw, end_flaw, single_end_flaw
from server.games.zargos_lords.chances import flights, kill_chance, results
from server.games.zargos_lords.field import Field
from server.games.zargos_lords.launches import VISIONS, launch_flaw, launch_kind
from server.games.zargos_lords.monks import FARTHEST, MONK, MONKS, is_free, is_skirmish, steps_from
from server.games.zargos_lords.notation import FIGHT, FLAME, LAUNCH, OVERRUN, SINGLE, Order
from server.games.zargos_lords.sheet import SheetReading
from server.games.zargos_lords.singles import bar, target_flaw
from server.games.zargos_lords.strength import defence_of
from server.games.zargos_lords.trial import Trial
from server.games.zargos_lords.ways import Traveller, costs_from

Glosses: TypeAlias = dict[str, Note]
"""Words, each with what it means."""


class AttackHints:
    """Whom the pieces of a draft may attack, and how likely it is to succeed."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._people = trial.people
        self._last = trial.reading
        self._field = trial.course.field

    def actor(self, order: Order, field: Field | None = None) -> Actor | None:
        """The pieces that the order names, if they may act so on this map, and were not used above."""
        for each in (self._field, field or self._field):
            actor = find_actor(each, self._people, order)
            if isinstance(actor, Flaw) or actor_flaw(each, self._people, actor, order):
                return None
        return actor if isinstance(actor, Actor) else None

    def attacks_from(self, actor: Actor, end: Hex) -> bool:
        """Whether it can attack somebody whose zone this hex is."""
        for maker in self._field.zone_makers(self._people, end):
            targets = (maker.at,)
            if self._target_note(actor, end, targets) or self._launch_note(actor, end, maker.at, far=1):
                return True
        return False

    def fight_words(self, unit: tuple[str, ...], way: tuple[Hex, ...], named: tuple[Hex, ...]) -> Glosses:
        """The enemies beside the end of the way, with the difference and the chances."""
        actor = None if self._last.is_part else self.actor(Order(FIGHT, unit, way))
        if actor is None or not self._can_go(actor, way):
            return {}
        end, found = way[-1], dict[str, Note]()
        needed = {maker.at for maker in self._field.zone_makers(self._people, end)}
        is_bound = len(way) > 1 and self._field.in_zone(self._people, end)
        for target in NEIGHBOURS[end]:
            targets = (*named, target)
            if target in named or (is_bound and not needed.intersection(targets)):
                continue
            note = self._target_note(actor, end, targets)
            if note:
                found[target] = note
        return found

    def _can_go(self, actor: Actor, way: tuple[Hex, ...]) -> bool:
        """Whether it may go this way in order to attack."""
        if len(way) == 1:
            return True
        found = self._last.movement.way_to(actor, way)
        if isinstance(found, Flaw):
            return False
        flaw = arrival_flaw(self._field, actor, way[-1], is_attack=True)
        return flaw is None or flaw.code.startswith("zone")

    def _target_note(self, actor: Actor, end: Hex, targets: tuple[Hex, ...]) -> Note | None:
        movement = self._last.movement
        unit = tuple(figure.kind for figure in actor.figures)
        order = Order(FIGHT, unit, (actor.at, end) if end != actor.at else (end,), targets)
        if movement.fight_flaw(actor, order, end):
            return None
        field = self._field
        bodies = [field.bodies.get(at) for at in targets]
        attackers, strength = movement.joined(actor, end, targets)
        city = field.cities.get(targets[0])
        if city:
            return Note("gloss.city", {"at": city.at, "people": city.people, "attackers": attackers})
        defence = sum(defence_of(field, body) for body in bodies if body)
        last = bodies[-1]
        args: dict[str, Arg] = {
            "difference": f"{strength - defence:+}",
            "results": results(strength - defence),
        }
        name = unit_name(last.people, last.text) if last else ""
        return Note("gloss.target", {"at": targets[-1], "unit": name, **args})

    def launch_words(self, unit: tuple[str, ...], way: tuple[Hex, ...], named: tuple[Hex, ...]) -> Glosses:
        if self._last.is_part:
            return {}
        if named:
            return self._after_flame(unit, way) if len(named) == 1 else {}
        actor = self.actor(Order(LAUNCH, unit, way))
        if actor is None or not launch_kind(actor.top.nature) or not self._can_go(actor, way):
            return {}
        end = way[-1]
        is_bound = len(way) > 1 and self._field.in_zone(self._people, end)
        found: Glosses = {}
        for target in sorted(self._field.bodies, key=RANK.__getitem__):
            note = self._launch_note(actor, end, target, far=1 if is_bound else None)
            if note:
                found[target] = note
        return found

    def _launch_note(self, actor: Actor, end: Hex, target: Hex, far: int | None) -> Note | None:
        field, kind = self._field, launch_kind(actor.top.nature)
        if len(actor.figures) > 1 or (far and distance(end, target) > far):
            return None
        if kind is None or launch_flaw(field, self._people, kind, end, target):
            return None
        body, away = field.bodies[target], distance(end, target)
        args: dict[str, Arg] = {"at": target, "unit": unit_name(body.people, body.text), "far": away}
        if kind == VISIONS:
            return Note("gloss.vision", {**args, "flights": flights(away)})
        others = self._last.movement.distances_to(kind, body)
        chance = kill_chance(kind, (*others, away), body.nature.resistance)
        return Note(f"gloss.{kind}", {**args, "chance": chance})

    def _after_flame(self, unit: tuple[str, ...], way: tuple[Hex, ...]) -> Glosses:
        """L-FLAME-3: a dragon may go somewhere after its first flame."""
        field = self._trial.before_movement.course.field
        actor = self.actor(Order(FLAME, unit, way), field) if len(way) == 1 else None
        if actor is None or not actor.top.nature.has("flame_first"):
            return {}
        return {
            end: Note("gloss.reach", {"at": end, "cost": cost, "terrain": field.terrain[end]})
            for end, cost in ends_of(field, actor.traveller(), actor.at)
            if not end_flaw(field, actor, end) and not arrival_flaw(field, actor, end, is_attack=True)
        }

    def single_words(self, unit: tuple[str, ...], way: tuple[Hex, ...], named: tuple[Hex, ...]) -> Glosses:
        reading = self._trial.before_movement
        field = reading.course.field
        actor = self.actor(Order(SINGLE, unit, way), field)
        if actor is None or not actor.top.nature.has("single") or len(named) > 1:
            return {}
        if len(way) > 1:
            traveller = actor.traveller(minds_zones=False)
            found = single_end_flaw(field, actor, way[-1]) or reading.movement.way_to(actor, way, traveller)
            if isinstance(found, Flaw):
                return {}
        if named:
            return self._beyond(reading, actor, way, named[0])
        return {
            target: self._single_note(field, actor, way[-1], target)
            for target in NEIGHBOURS[way[-1]]
            if target_flaw(reading.course, actor, way[-1], target) is None
        }

    def _single_note(self, field: Field, actor: Actor, at: Hex, target: Hex) -> Note:
        body = field.bodies[target]
        difference = actor.top.nature.combat - defence_of(field, body)
        args: dict[str, Arg] = {"difference": f"{difference:+}", "results": results(difference)}
        return Note("gloss.target", {"at": target, "unit": unit_name(body.people, body.text), **args})

    def _beyond(self, reading: SheetReading, actor: Actor, way: tuple[Hex, ...], target: Hex) -> Glosses:
        """Where it may go on to if it wins, with the points that it has left."""
        field, start = reading.course.field, way[-1]
        traveller = actor.traveller(minds_zones=False)
        if target_flaw(reading.course, actor, start, target):
            return {}
        if len(way) > 1:
            gone = reading.movement.way_to(actor, way, traveller)
            traveller = traveller if isinstance(gone, Flaw) else traveller.after(gone.cost)
        return {
            end: Note("gloss.reach", {"at": end, "cost": cost, "terrain": field.terrain[end]})
            for end, cost in ends_of(field, traveller, start)
            if end not in field.bodies and end not in field.cities
        }

    def strikes_from_afar(self, unit: tuple[str, ...], at: Hex) -> Glosses:
        """The hexes from which it can strike singly. They may lie in zones."""
        reading = self._trial.before_movement
        field = reading.course.field
        actor = self.actor(Order(SINGLE, unit, (at, "")), field)
        if actor is None or not actor.top.nature.has("single"):
            return {}
        found: Glosses = {}
        for end, cost in ends_of(field, actor.traveller(minds_zones=False), at):
            if single_end_flaw(field, actor, end) is None and any(
                target_flaw(reading.course, actor, end, target) is None for target in NEIGHBOURS[end]
            ):
                args: dict[str, Arg] = {"at": end, "cost": cost, "terrain": field.terrain[end]}
                found[end] = Note("gloss.reach-single", args)
        return found

    def overrun_words(self, unit: tuple[str, ...], way: tuple[Hex, ...]) -> Glosses:
        """The ends of straight lines on which there is somebody to be overrun."""
        reading = self._trial.before_movement
        actor = self.actor(Order(OVERRUN, unit, way), reading.course.field)
        if actor is None or not actor.top.nature.has("overrun"):
            return {}
        found: Glosses = {}
        for direction in range(6):
            enemies = 0
            for at in ray(way[0], direction)[: actor.top.nature.movement]:
                if bar(reading.course, actor, at, []):
                    break
                enemies += at in reading.course.field.bodies
                if enemies:
                    found[at] = Note("gloss.overrun", {"at": at, "count": enemies})
        return found

    def return_words(self, unit: tuple[str, ...], marker: Hex) -> Glosses:
        field = self._trial.before_singles.course.field
        if self._people != MONKS or unit != (MONK,) or not field.vanished.get(marker):
            return {}
        steps = steps_from(is_skirmish(field), marker)
        near = sorted((far, RANK[at], at) for at, far in steps.items() if far <= FARTHEST)
        return {
            at: Note("gloss.return", {"at": at, "steps": far, "terrain": field.terrain[at]})
            for far, _, at in near
            if is_free(field, self._people, at)
        }


def ends_of(field: Field, traveller: Traveller, start: Hex) -> list[tuple[Hex, int]]:
    """The hexes at which a way can end, with what they cost, cheapest first."""
    found = costs_from(field, traveller, start, traveller.minds_zones)
    found.pop(start, None)
    if traveller.can_climb and traveller.points and not traveller.is_flier:
        climbs = (at for at in NEIGHBOURS[start] if field.terrain[at] == MOUNTAIN)
        found |= dict.fromkeys(climbs, traveller.points)
    return sorted(found.items(), key=lambda item: (item[1], RANK[item[0]]))
