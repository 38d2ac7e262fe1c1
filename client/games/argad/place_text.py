"""What there is to say about a hex of Argad!: its ground, who stands there, and what the sheet does there."""

from client.games.api import SIGNS, Line, Plan
from client.games.argad import unit_text
from client.games.argad.seats import Standing, standing_on, style_of
from client.games.argad.signs import state_word
from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.views.argad.board import TERRAIN, zone_of
from protocol.views.argad.view import ArgadView
from protocol.views.argad.words import DEPLOY, SIDE_OF, Hex, write_figures

GAP = "   "


def key_of(glyph: str) -> str:
    """The key of a terrain in the tables of the catalogue."""
    return TERRAIN[glyph].name.replace(" ", "-")


def terrain_key(view: ArgadView, hex_: Hex) -> str:
    return key_of(view.glyph(hex_))


def ground_name(view: ArgadView, hex_: Hex, words: Catalogue) -> str:
    return words.word("ground", terrain_key(view, hex_))


def terrain_words(view: ArgadView, hex_: Hex, words: Catalogue) -> str:
    """The ground and what it does to those who enter it or stand there."""
    return words.word("ground-effect", terrain_key(view, hex_))


def where(view: ArgadView, hex_: Hex, words: Catalogue) -> str:
    """The ground as the end of a sentence: on a bank."""
    return words.word("on-ground", terrain_key(view, hex_))


def inspect(view: ArgadView, place: Hex, words: Catalogue, plan: Plan) -> tuple[Line, ...]:
    """A line with who stands there and the first facts; then everything else, line by line."""
    found = standing_on(view).get(place)
    about_hex = [*_plan_text(plan, place, words), *_hex_facts(view, place, words)]
    if found is None:
        head, brief = ground_name(view, place, words), GAP.join(about_hex[:1])
        lines: list[Line] = []
    else:
        head = f"{found.name} {write_figures(found.unit.figs)}"
        told = {"unit": unit_text.brief(view, found, words), "where": where(view, place, words)}
        brief = words.say(Note("place.brief", {**told}))
        lines = [_owned(found, unit_text.figures_words(found.unit.figs, words))]
        lines += [_fact(text) for text in unit_text.facts(view, found, words)]
    lines += [_fact(text) for text in (*about_hex, terrain_words(view, place, words))]
    return ((("class:label", f"{place} {head}"), ("", f"{GAP}{brief}" if brief else "")), *lines)


def described(view: ArgadView, place: Hex, words: Catalogue) -> list[str]:
    """Who stands there and every fact, for a reader who sees no board."""
    found = standing_on(view).get(place)
    told = [sentence(view, found, words), *unit_text.facts(view, found, words)] if found else []
    return [*told, *_hex_facts(view, place, words)]


def sentence(view: ArgadView, found: Standing, words: Catalogue) -> str:
    """A unit in one sentence: 3S, spearmen, K8 on a bank, 7 men, 3 worn, 4 can fight."""
    unit = found.unit
    args: dict[str, str | int] = {
        "unit": found.name,
        "troops": unit_text.troop_words(unit, words),
        "at": unit.at,
        "where": where(view, unit.at, words),
        "count": len(unit.figs),
        "worn": unit.wear,
        "able": unit_text.able_of(unit),
    }
    said = [words.say(Note("unit.sentence", args))]
    if not unit.is_ready:
        said.append(words.word("unit-state", state_word(unit)))
    if touching := unit_text.enemies_in_contact(view, found.name):
        said.append(words.say(Note("unit.contact", {"units": ", ".join(touching)})))
    return ", ".join(said)


def _fact(text: str) -> Line:
    """A line with a dash before it, so that it is wrapped where there is little room."""
    return (("", "-"), ("", f" {text}"))


def _owned(found: Standing, text: str) -> Line:
    return ((style_of(found.seat), f" {found.seat} "), ("", f" {text}"))


def _plan_text(plan: Plan, place: Hex, words: Catalogue) -> list[str]:
    """What the sheet does here, with the same signs as on the board."""
    return [
        words.say(Note(f"place.plan-{mark.kind}", {"sign": SIGNS[mark.kind], "unit": mark.unit}))
        for mark in plan.at(place)
    ]


def _hex_facts(view: ArgadView, place: Hex, words: Catalogue) -> list[str]:
    """A banner on the ground, and whether the reader may deploy here."""
    said = []
    if place in view.banners:
        said.append(words.say(Note("place.banner", {"seat": view.banners[place]})))
    if view.stage == DEPLOY and view.seat:
        is_shared = sum(SIDE_OF[each] == SIDE_OF[view.seat] for each in view.seats) > 1
        is_own = place in zone_of(view.seat, SIDE_OF[view.seat], is_shared)
        said.append(words.say(Note("place.zone" if is_own else "place.no-zone")))
    return said
