"""The recruit attacks weaker neighbours, brings units to its borders, and leaves the rest to the rules."""

from random import Random

from protocol.ids import Lines, SheetKey
from protocol.views.zargos.board import RANK, TERRITORIES, is_sea
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import Place
from server.games.zargos.attack import Attack
from server.games.zargos.choosing import free_peoples
from server.games.zargos.reorganise import Reorganisation
from server.games.zargos.state import holder
from server.games.zargos.ways import reach_of_power

DARING = 0.7
"""How often the recruit attacks where it can."""


def recruit(
    view: ZargosView, sheets: tuple[SheetKey, ...], random: Random, seconds: float
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, sheet, random) for sheet in sheets}


def _write(view: ZargosView, sheet: SheetKey, random: Random) -> Lines:
    match view.stage:
        case "people":
            return (random.choice(free_peoples(view)),)
        case "draft":
            return (random.choice("GB"),)
        case "attack":
            return _attack(view, sheet, random)
        case "reorganise":
            return _reorganise(view, sheet)
        case "offer" | "winds" | "illusion" | "defence":
            return ("PASS",)
    return ()


def _attack(view: ZargosView, people: SheetKey, random: Random) -> Lines:
    """Each group goes to the weakest place that it clearly outnumbers; so the waves of Knights end."""
    trial = Attack(view, people)
    lines: list[str] = []
    for origin in _lands(view, people):
        targets = [to for to in sorted(reach_of_power(people, origin)) if _is_foreign(view, people, to)]
        targets.sort(key=lambda to: _strength(view, to))
        for to in targets[:2]:
            number = trial.sendable(origin)
            line = f"{number} {origin} {to}"
            is_odds = number > _strength(view, to) + 2 and random.random() < DARING
            if is_odds and trial.read_line(0, line) is None:
                lines.append(line)
    return tuple(lines) or ("PASS",)


def _reorganise(view: ZargosView, people: SheetKey) -> Lines:
    """The largest group inland goes towards a border."""
    trial = Reorganisation(view, people)
    for origin in sorted(_lands(view, people), key=trial.stock, reverse=True):
        if any(_is_foreign(view, people, to) for to in TERRITORIES[origin].neighbours):
            continue
        for to in TERRITORIES[origin].neighbours:
            line = f"ALL {origin} {to}"
            if trial.read_line(0, line) is None:
                return (line,)
    return ("PASS",)


def _lands(view: ZargosView, people: SheetKey) -> list[Place]:
    return sorted((p for p in view.units.get(people, {}) if not is_sea(p)), key=RANK.__getitem__)


def _is_foreign(view: ZargosView, people: SheetKey, place: Place) -> bool:
    found = holder(view, place)
    return found is None or view.seats.get(found) != view.seats[people]


def _strength(view: ZargosView, place: Place) -> int:
    found = holder(view, place)
    return view.units[found][place] if found else 0
