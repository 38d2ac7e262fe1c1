"""A unit of Argad! in words: its figures, its state, what it has done this turn, and what it can do."""

from collections.abc import Iterator

from client.games.argad.cells import seen_by
from client.games.argad.seats import Standing, standing_on, units_of
from client.games.argad.signs import state_word, strength
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad.board import TABLES, distance
from protocol.views.argad.field import can_reach, contacts
from protocol.views.argad.figures import (
    JAVELIN,
    class_of,
    fighting_order,
    figure,
    has_medic,
    missile_of,
    steps_of,
)
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import FigureCode, UnitName, is_lone_general, side_of


def figure_words(code: FigureCode, words: Catalogue, count: int = 1) -> str:
    """A figure by its type, or by its role: spearman, banner-bearer, general."""
    made = figure(code)
    return words.word("troop-role", made.role) if made.role else words.word("troop", made.kind, count)


def figures_words(figures: tuple[FigureCode, ...], words: Catalogue) -> str:
    """7 spearmen, 1 musician."""
    counts = {code: figures.count(code) for code in dict.fromkeys(figures)}
    parts = [f"{count} {figure_words(code, words, count)}" for code, count in counts.items()]
    return ", ".join(parts)


def troop_words(unit: Unit, words: Catalogue) -> str:
    """What most figures of a unit are: spearmen."""
    kinds = [figure(code).kind for code in unit.figs]
    return words.word("troop", max(dict.fromkeys(kinds), key=kinds.count), 2) if kinds else ""


def able_of(unit: Unit) -> int:
    """A-WEAR-5: how many figures can fight."""
    return min(unit.able, len(fighting_order(unit.figs)))


def enemies_in_contact(view: Position, name: UnitName) -> tuple[UnitName, ...]:
    return contacts(view, name) if name in view.units else ()


def brief(view: Position, found: Standing, words: Catalogue) -> str:
    """`7SP 7/3, 4 can fight, in contact with 2H`: what must be known first."""
    unit = found.unit
    said = [words.say(Note("unit.able", {"strength": strength(unit), "able": able_of(unit)}))]
    if not unit.is_ready:
        said.append(words.word("unit-state", state_word(unit)))
    if touching := enemies_in_contact(view, found.name):
        said.append(words.say(Note("unit.contact", {"units": " ".join(touching)})))
    return ", ".join(said)


def facts(view: Position, found: Standing, words: Catalogue) -> Iterator[str]:
    """Everything that can be seen of a unit, the most important first: a narrow box shows only that."""
    name, unit = found.name, found.unit
    yield words.say(Note("unit.able", {"strength": strength(unit), "able": able_of(unit)}))
    if is_lone_general(name):
        yield words.say(Note("unit.alone"))
    elif not unit.is_ready:
        yield words.word("unit-state-means", state_word(unit))
    if touching := enemies_in_contact(view, name):
        yield words.say(Note("unit.contact", {"units": " ".join(touching)}))
    yield from _weapon(view, found, words)
    yield from _reaches(view, found, words)
    yield from (words.say(note) for note in _done(unit))
    yield from (words.say(note) for note in _helps(unit))
    if unit.figs:
        yield words.say(Note("unit.rate", {"steps": steps_of(unit.figs), "class": class_of(unit.figs)}))
    if unit.lost and has_medic(unit.figs):
        yield words.say(Note("unit.lost", {"figures": figures_words(unit.lost, words)}))


def _reaches(view: Position, found: Standing, words: Catalogue) -> Iterator[str]:
    """Who reaches it, and whom it reaches."""
    name, unit = found.name, found.unit
    enemies = {each: other for each, other in units_of(view).items() if side_of(each) != side_of(name)}
    reaching = [each for each, other in enemies.items() if can_reach(each, other, unit.at)]
    if enemies:
        code = "unit.reached" if reaching else "unit.unreached"
        yield words.say(Note(code, {"units": " ".join(reaching)}))
    reached = [each for each, other in enemies.items() if can_reach(name, unit, other.at)]
    if reached:
        yield words.say(Note("unit.reaches", {"units": " ".join(reached)}))


def _weapon(view: Position, found: Standing, words: Catalogue) -> Iterator[str]:
    """Which enemies in range it sees, whether it is loaded, and what it shoots with."""
    unit = found.unit
    weapon = missile_of(unit.figs) if unit.figs else ""
    if not weapon:
        return
    standing, shot = standing_on(view), TABLES.missile[weapon]
    seen = [standing[hex_] for hex_ in seen_by(view, found) if hex_ in standing]
    targets = [each for each in seen if side_of(each.name) != side_of(found.name)]
    if targets:
        listed = sorted(f"{each.name} {distance(unit.at, each.unit.at)}" for each in targets)
        yield words.say(Note("unit.sees", {"units": ", ".join(listed)}))
    if weapon == JAVELIN:
        yield words.say(Note("unit.throws", {"count": unit.ammo}))
    if shot.reload:
        yield words.say(Note("unit.unloaded" if unit.load else "unit.loaded", {"count": unit.load}))
    bands = ", ".join(f"{far}: {needed}" for far, needed in shot.bands)
    yield words.say(Note("unit.weapon", {"weapon": weapon, "bands": bands}))


def _done(unit: Unit) -> Iterator[Note]:
    """What it has done this turn, and what was done to it."""
    if unit.acts:
        yield Note("unit.acted", {"count": unit.acts})
    for code, is_so in (
        *(("moved", unit.moved), ("fought", unit.fought), ("shot", unit.shots > 0)),
        *(("closed", unit.closed), ("routed", unit.routed)),
    ):
        if is_so:
            yield Note(f"unit.{code}")
    if unit.attacked:
        yield Note("unit.attacked", {"count": unit.attacked})


def _helps(unit: Unit) -> Iterator[Note]:
    """The helps of the Joker that it has not used."""
    args: dict[str, Arg] = {"cm": unit.march}
    for code, is_so in (("reserve", unit.reserve), ("die", unit.die), ("march", unit.march > 0)):
        if is_so:
            yield Note(f"unit.{code}", args)
