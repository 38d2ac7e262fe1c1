"""What there is to say about a hex of Zargo's Lords: its terrain, who stands there, and whose zone it is."""

from collections.abc import Iterator

from client.games.api import SIGNS, Line, Plan
from client.games.zargos_lords.cells import city_signs, terrain_shown
from client.games.zargos_lords.peoples import (
    City,
    Standing,
    cities_on,
    kind_name,
    piece_of,
    style_of,
    unit_words,
    units_on,
)
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords.board import BESIDE, COAST, Piece, home_hexes
from protocol.views.zargos_lords.steps import MONKS
from protocol.views.zargos_lords.view import LordsView
from protocol.views.zargos_lords.words import HIDDEN, PEOPLES, GarrisonText, Hex, People, read_garrison
from protocol.views.zargos_lords.zones import city_hexes, is_enemy, sources_of

TERRAINS = {".": "clear", "f": "wood", "^": "mountain", "@": "whirlpool", "~": "sea"}
UNSAID_POWERS = ("escort",)
GAP = "   "


def terrain_key(view: LordsView, hex_: Hex) -> str:
    return TERRAINS.get(terrain_shown(view.is_skirmish)[hex_], "bridge")


def terrain_words(view: LordsView, hex_: Hex, words: Catalogue) -> str:
    """The terrain and what it does to those who enter it or stand there."""
    key = terrain_key(view, hex_)
    number = terrain_shown(view.is_skirmish)[hex_] if key == "bridge" else ""
    return words.say(Note(f"terrain-effect.{key}", {"number": number}))


def powers_of(piece: Piece, words: Catalogue) -> str:
    return ", ".join(words.word("might-word", power) for power in piece.powers) or "-"


def garrison_words(people: People, garrison: GarrisonText, words: Catalogue) -> str:
    """The pieces of a garrison that the reader may know: 2 foot, 1 archer."""
    kinds = read_garrison(garrison)
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    return ", ".join(f"{number} {kind_name(people, kind, words, number)}" for kind, number in counts.items())


def inspect(view: LordsView, place: Hex, words: Catalogue, plan: Plan) -> tuple[Line, ...]:
    """A line with who stands there and the first fact; then figures, facts and terrain, line by line."""
    ground = words.word("ground", terrain_key(view, place))
    city, unit = cities_on(view).get(place), units_on(view).get(place)
    code = city_signs(city) if city else unit.unit.text if unit else ground
    told = [_city_words(city, words)] if city else [_unit_words(unit, words)] if unit else []
    facts = [*_plan_text(plan, place, words), *_facts(view, place, words)]
    home = _home_words(view, place, words)
    brief = GAP.join([*([ground] if told else []), *told, *(facts or ([] if told else home))[:1]])
    lines: list[Line] = []
    if city:
        lines.append(_owned(city.people, inside_words(city, words)))
    elif unit:
        lines.append(_owned(unit.people, _figures(unit, words)))
    lines += [(("", text),) for text in (*facts, *home, terrain_words(view, place, words))]
    return ((("class:label", f"{place} {code}"), ("", f"{GAP}{brief}" if brief else "")), *lines)


def described(view: LordsView, place: Hex, words: Catalogue) -> list[str]:
    """Who stands there and every fact, for a reader who sees no map."""
    city, unit = cities_on(view).get(place), units_on(view).get(place)
    told = [_city_words(city, words)] if city else []
    if unit:
        whole = {"people": unit.people, "unit": unit_words(unit.people, unit.unit, words)}
        told.append(words.say(Note("place.owned", {**whole, "figures": _figures(unit, words)})))
    return [*told, *_facts(view, place, words), *_home_words(view, place, words)]


def _owned(people: People, text: str) -> Line:
    return ((style_of(people), f" {people} "), ("", f" {text}"))


def _city_words(city: City, words: Catalogue) -> str:
    args: dict[str, Arg] = {"people": city.people, "inside": inside_words(city, words)}
    return words.say(Note("place.city", args))


def inside_words(city: City, words: Catalogue) -> str:
    """Who is in a city, as far as the reader may know it."""
    if city.garrison == HIDDEN:
        return words.say(Note("place.hidden"))
    if not city.garrison:
        return words.say(Note("place.nobody"))
    return words.say(Note("place.inside", {"garrison": garrison_words(city.people, city.garrison, words)}))


def _unit_words(found: Standing, words: Catalogue) -> str:
    piece = piece_of(found.people, found.unit)
    args: dict[str, Arg] = {
        "people": found.people,
        "unit": unit_words(found.people, found.unit, words),
        "movement": piece.movement,
        "combat": piece.combat,
    }
    return words.say(Note("place.unit", args))


def _figures(found: Standing, words: Catalogue) -> str:
    """What the piece that fights is worth, and what it can do; an escort has no power of its own."""
    piece = piece_of(found.people, found.unit)
    args: dict[str, Arg] = {
        "movement": piece.movement,
        "combat": piece.combat,
        "resistance": piece.resistance,
    }
    powers = [] if found.unit.ward else [power for power in piece.powers if power not in UNSAID_POWERS]
    said = words.say(Note("place.figures", args))
    return "; ".join([said, *(words.word("might", power) for power in powers)])


def _plan_text(plan: Plan, place: Hex, words: Catalogue) -> list[str]:
    """What the sheet does here, with the same signs as on the map."""
    return [
        words.say(Note(f"place.plan-{mark.kind}", {"sign": SIGNS[mark.kind], "unit": mark.unit}))
        for mark in plan.at(place)
    ]


def _facts(view: LordsView, place: Hex, words: Catalogue) -> Iterator[str]:
    """What is so of those who stand there, and zones of enemies."""
    yield from notes_at(view, place, words)
    if zones := _zones(view, place):
        yield words.say(Note("place.zone", {"hexes": ", ".join(zones)}))


def notes_at(view: LordsView, place: Hex, words: Catalogue) -> Iterator[str]:
    """Whirlpools, hostages and vanished monks."""
    if place in view.stuck:
        code = "place.held" if view.stuck[place] > 0 else "place.held-free"
        yield words.say(Note(code, {"count": view.stuck[place]}))
    for people, held in view.hostages.get(place, {}).items():
        args: dict[str, Arg] = {"people": people, "garrison": garrison_words(people, held, words)}
        yield words.say(Note("place.hostages", args))
    if place in view.offered:
        yield words.say(Note("place.offered"))
    if place in view.vanished:
        yield words.say(Note("place.vanished", {"count": view.vanished[place], "people": MONKS}))


def _home_words(view: LordsView, place: Hex, words: Catalogue) -> list[str]:
    """Whose home this is, and whether it is a coast, where no city may stand."""
    code = "place.home-coast" if place in COAST else "place.home"
    return [
        words.say(Note(code, {"people": people}))
        for people in PEOPLES
        if place in home_hexes(view.homes.get(people, ()))
    ]


def _zones(view: LordsView, place: Hex) -> list[str]:
    """The enemies of the reader, or for somebody without a seat all units, whose zone this hex is in."""
    if place in city_hexes(view):
        return []
    others = [each for each in view.peoples if not view.seat or is_enemy(view, view.seat, each)]
    return [
        f"{source} ({people})"
        for people in others
        for source in sources_of(view, people)
        if source in BESIDE[place]
    ]
