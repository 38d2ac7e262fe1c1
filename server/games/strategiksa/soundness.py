"""Checks whether a position that somebody wrote down can occur in the game; tells what is wrong with it."""

from protocol.notes import Arg, Note
from protocol.views.strategiksa import EMPTY, Battle, Colour
from server.games.strategiksa.battle import FIGHTERS, OTHER, side, standing
from server.games.strategiksa.board import CELLS, has, sides_at, units_of
from server.games.strategiksa.placement import Placing
from server.games.strategiksa.state import StrategiksaState, is_free

MOST_PIECES = 9999
"""How many pieces a colour may have, so that every count can be written."""


def fault(state: StrategiksaState) -> Note | None:
    """What is wrong with the position; None if the game can go on from it."""
    return (
        _names_fault(state)
        or _service_fault(state)
        or _pieces_fault(state)
        or _battles_fault(state)
        or _cell_fault(state)
        or _begun_fault(state)
        or _stage_fault(state)
    )


def _names_fault(state: StrategiksaState) -> Note | None:
    players = {*state.vassals, *state.directors, *state.directors.values(), *state.gone}
    unknown = {*players, *filter(None, [state.asked])} - set(state.order)
    if unknown:
        return Note("scenario.not-in-order", {"colour": min(unknown)})
    return Note("scenario.vassal-twice") if len(set(state.vassals)) < len(state.vassals) else None


def _service_fault(state: StrategiksaState) -> Note | None:
    lords, gone = state.lords, set(state.gone)
    for colour in state.order:
        lord, director = lords[colour], state.directors[colour]
        if lords[lord] != lord or (lord != colour and {lord, colour} & gone):
            return Note("scenario.no-suzerain", {"lord": lord, "colour": colour})
        if director != lord and not _may_direct(state, director, colour):
            args: dict[str, Arg] = {"director": director, "colour": colour, "lord": lord}
            return Note("scenario.no-director", args)
    free = [seat for seat in state.vassals if lords[seat] == seat]
    return Note("scenario.free-vassal", {"colour": free[0]}) if free else None


def _may_direct(state: StrategiksaState, director: Colour, colour: Colour) -> bool:
    """K-VASSAL-2: a vassal may direct a fallen colour that has the same suzerain.

    A suzerain who has just fallen directs the troops until the victor has chosen.
    """
    lord, fallen = state.lords[colour], state.fallen
    serves = director in state.vassals and state.lords[director] == lord
    falling = fallen is not None and (director, lord) == (fallen.colour, fallen.victor)
    return colour != lord and (serves or falling)


def _pieces_fault(state: StrategiksaState) -> Note | None:
    for colour in state.order:
        cells = state.pieces.get(colour, {})
        kings = sum(has(stack, unit) for stack in cells.values() for unit in units_of("R"))
        expected = 1 if cells and is_free(state, colour) else 0
        if kings != expected:
            return Note("scenario.kings", {"colour": colour, "given": kings, "expected": expected})
        if cells and colour in state.gone:
            return Note("scenario.gone", {"colour": colour})
        if sum(map(sum, cells.values())) > MOST_PIECES:
            return Note("scenario.too-many", {"colour": colour, "most": MOST_PIECES})
    return None


def _battles_fault(state: StrategiksaState) -> Note | None:
    cells = [battle.cell for battle in state.battles]
    if not set(cells) <= set(CELLS) or len(set(cells)) < len(cells):
        return Note("scenario.battle-cells")
    if any(battle.attacker != state.active for battle in state.battles):
        return Note("scenario.attacker")
    waiting = [battle for number, battle in enumerate(state.battles) if number or not battle.begun]
    if any(battle != Battle(battle.cell, battle.attacker) for battle in waiting):
        return Note("scenario.second-battle")
    return None


def _cell_fault(state: StrategiksaState) -> Note | None:
    fought = {battle.cell for battle in state.battles}
    for cell in CELLS:
        sides = sides_at(state, cell)
        if len(sides) > 1 and (cell not in fought or len(sides) > 2):
            return Note("scenario.no-battle", {"cell": cell, "sides": ", ".join(sides)})
        if len(sides) > 1 and state.lords[state.active] not in sides:
            return Note("scenario.absent-attacker", {"cell": cell})
    return None


def _begun_fault(state: StrategiksaState) -> Note | None:
    """What is wrong with the battle that is being fought."""
    if not state.battles:
        return None
    battle = state.battles[0]
    if battle.initiative not in OTHER or not set(battle.cures) <= set(OTHER):
        return Note("scenario.sides")
    for role, cures in battle.cures.items():
        if not 0 <= cures <= _healers(state, battle, role):
            return Note("scenario.cures", {"role": role, "cell": battle.cell, "given": cures})
    return None


def _healers(state: StrategiksaState, battle: Battle, role: str) -> int:
    """The number of healers of a side. If a fallen king has made both sides one, all of them count."""
    sides = sides_at(state, battle.cell)
    lords = (side(state, battle, role),) if len(sides) > 1 else sides
    return sum(has(stack, "S") for lord in lords for stack in standing(state, battle.cell, lord).values())


def _stage_fault(state: StrategiksaState) -> Note | None:
    if state.stage == "placement":
        return _placement_fault(state)
    return _course_fault(state) or _phase_fault(state)


def _course_fault(state: StrategiksaState) -> Note | None:
    """What cannot be in this phase of a turn.

    A colour may have no pieces if its last one was a king that has fallen or left the board.
    """
    empty = state.stage == "crown" or (state.stage == "turn" and state.asked is not None)
    if state.active in state.gone or not (empty or state.pieces.get(state.active)):
        return Note("scenario.no-pieces", {"colour": state.active})
    if state.turn < 1 or state.circle < 1:
        return Note("scenario.first-turn")
    if state.asked == state.active:
        return Note("scenario.asked")
    if state.battles and state.stage not in ("battle", "crown"):
        return Note("scenario.early-battle")
    if state.fallen is not None and state.stage != "crown":
        return Note("scenario.early-fallen")
    return None


def _phase_fault(state: StrategiksaState) -> Note | None:
    match state.stage:
        case "answer":
            fits = state.asked and is_free(state, state.asked) and is_free(state, state.active)
            return None if fits else Note("scenario.asked")
        case "battle":
            return _fight_fault(state)
        case "crown":
            return _crown_fault(state)
    return None


def _crown_fault(state: StrategiksaState) -> Note | None:
    fallen = state.fallen
    if fallen is None or state.lords.get(fallen.colour) != fallen.victor or fallen.colour == fallen.victor:
        return Note("scenario.fallen")
    if fallen.colour in state.vassals:
        return Note("scenario.early-vassal", {"colour": fallen.colour})
    if any(battle.chosen for battle in state.battles):
        return Note("scenario.early-choice")
    return None


def _placement_fault(state: StrategiksaState) -> Note | None:
    if state.turn or state.circle:
        return Note("scenario.placement-turn")
    if state.gone or any(state.lords[colour] != colour for colour in state.order):
        return Note("scenario.placement-fallen")
    if state.asked or state.battles or state.fallen:
        return Note("scenario.placement-later")
    if state.pieces.get(state.active):
        return Note("scenario.placed", {"colour": state.active})
    waiting = [colour for colour in state.order if not state.pieces.get(colour)]
    return None if len(Placing(state).free_zones()) >= len(waiting) else Note("scenario.zones")


def _fight_fault(state: StrategiksaState) -> Note | None:
    if not state.battles or not state.battles[0].begun or len(sides_at(state, state.battles[0].cell)) < 2:
        return Note("scenario.no-fight")
    battle = state.battles[0]
    for role in OTHER:
        stacks = standing(state, battle.cell, side(state, battle, role))
        if not any(has(stack, unit) for stack in stacks.values() for unit in FIGHTERS):
            return Note("scenario.no-fighter", {"role": role, "cell": battle.cell})
    chosen = battle.chosen
    if chosen:
        first = standing(state, battle.cell, side(state, battle, battle.initiative))
        if chosen.unit not in FIGHTERS or not has(first.get(chosen.colour, EMPTY), chosen.unit):
            return Note("scenario.no-choice", {"role": battle.initiative, "cell": battle.cell})
    return None
