"""What a suggestion says of a unit, a hex, a target or a melee."""

from msgspec import structs

from protocol.notes import Arg, Note
from protocol.views.argad.board import distance
from protocol.views.argad.figures import kind_of
from protocol.views.argad.view import Position, Unit
from protocol.views.argad.words import Hex, UnitName, write_figures
from server.games.argad.morale import most_that_passes
from server.games.argad.odds import MeleeOdds, expected_hits, melee_odds
from server.games.argad.shots import aim, moved_to

Glosses = dict[str, Note]
"""The words that may come next, each with what it means."""


def unit_note(name: UnitName, unit: Unit) -> Note:
    """A unit that may act, and what it would cost it: a second activation wears."""
    args: dict[str, Arg] = {
        "unit": name,
        "kind": kind_of(unit.figs),
        "figs": write_figures(unit.figs),
        "men": len(unit.figs),
        "wear": unit.wear,
        "number": unit.acts + 1,
    }
    return Note("gloss.unit-again" if unit.acts else "gloss.unit", args)


def retreat_note(name: UnitName, unit: Unit) -> Note:
    """A fatigued unit that may retreat: that wears it once more, and with twice its men in wear it breaks."""
    bare = unit_note(name, unit)
    breaks = unit.wear + 1 >= 2 * len(unit.figs)
    return Note("gloss.retreat-breaks" if breaks else "gloss.retreat", bare.args)


def hex_note(position: Position, start: Hex, hex_: Hex, ground: str = "") -> Note:
    """A hex that may be reached; slow ground on the way is marked."""
    args: dict[str, Arg] = {"at": hex_, "terrain": position.glyph(hex_), "far": distance(start, hex_)}
    return Note(f"gloss.hex-{ground}" if ground else "gloss.hex", args)


def shot_note(position: Position, name: UnitName, target: UnitName, *, moves: bool, at: Hex = "") -> Note:
    """A target with its distance, the number needed and the hits that may be expected."""
    seen = moved_to(position, name, at) if at else position
    aimed = aim(seen, name, target, moves=moves)
    args: dict[str, Arg] = {
        "unit": target,
        "figs": write_figures(position.units[target].figs),
        "far": aimed.distance,
        "need": aimed.need,
        "dice": aimed.dice,
        "hits": f"{expected_hits(aimed):.1f}",
    }
    return Note("gloss.shot", args)


def melee_note(
    position: Position, name: UnitName, target: UnitName, way: tuple[Hex, ...] | None, ground: str = ""
) -> Note:
    """A melee with the kills that may be expected on both sides, and the tests that it would cause."""
    odds = odds_after(position, name, target, way)
    most = most_that_passes(position.units[target], odds.causes)
    args: dict[str, Arg] = {
        "unit": target,
        "figs": write_figures(position.units[target].figs),
        "kills": f"{odds.kills:.1f}",
        "losses": f"{odds.losses:.1f}",
        "causes": " ".join(odds.causes),
        "passes": f"1-{most}" if most > 1 else "1",
        "after": _who_tests(odds.tests_after, name),
    }
    code = "gloss.melee-test" if odds.causes else "gloss.melee"
    return Note(f"{code}-slow" if ground else code, args)


def end_note(position: Position, name: UnitName, target: UnitName, way: tuple[Hex, ...], ground: str) -> Note:
    """A hex from which a target may be met, with what the melee from there may be expected to bring."""
    odds = odds_after(position, name, target, way)
    args: dict[str, Arg] = {
        "at": way[-1],
        "terrain": position.glyph(way[-1]),
        "far": len(way) - 1,
        "kills": f"{odds.kills:.1f}",
        "losses": f"{odds.losses:.1f}",
        "after": _who_tests(odds.tests_after, name),
    }
    return Note("gloss.end-slow" if ground else "gloss.end", args)


def _who_tests(tested: tuple[UnitName, ...], attacker: UnitName) -> str:
    """The word for those who would test after a melee."""
    if len(tested) == 1:
        return "attacker" if attacker in tested else "defender"
    return "both" if tested else "nobody"


def odds_after(
    position: Position, name: UnitName, target: UnitName, way: tuple[Hex, ...] | None
) -> MeleeOdds:
    """The odds of a melee after a unit has gone this way; without one it stands beside the target."""
    if way:
        moved = structs.replace(position.units[name], at=way[-1], moved=True)
        position = structs.replace(position, units={**position.units, name: moved})
    return melee_odds(position, name, target, way)
