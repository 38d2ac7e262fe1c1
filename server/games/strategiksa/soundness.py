"""Whether a position somebody wrote down can be one of the game; what is wrong with it, in one line."""

from protocol.views.strategiksa import EMPTY
from server.games.strategiksa.battle import FIGHTERS, OTHER, side, standing
from server.games.strategiksa.board import CELLS, has, sides_at, units_of
from server.games.strategiksa.placement import Placing
from server.games.strategiksa.state import StrategiksaState, is_free


def fault(state: StrategiksaState) -> str:
    """Nothing, if the game can go on from there."""
    return _service_fault(state) or _king_fault(state) or _cell_fault(state) or _stage_fault(state)


def _service_fault(state: StrategiksaState) -> str:
    lords, known = state.lords, set(state.order)
    others = {
        *state.vassals,
        *state.directors,
        *state.directors.values(),
        *state.gone,
        *filter(None, [state.asked]),
    }
    if not others <= known:
        return f"{min(others - known)} is not in the order of turns"
    for colour in state.order:
        lord, director = lords[colour], state.directors[colour]
        if lords[lord] != lord or (lord in state.gone and colour not in state.gone):
            return f"suzerains: {lord} cannot be the suzerain of {colour}"
        serves = director in state.vassals and lords[director] == lord
        falling = state.fallen is not None and director == state.fallen.colour
        if director != lord and not serves and not falling:
            return f"directors: {director} is not in the service of {lord}, and cannot direct {colour}"
    free = [seat for seat in state.vassals if lords[seat] == seat]
    return f"vassals: {free[0]} has no suzerain" if free else ""


def _king_fault(state: StrategiksaState) -> str:
    for colour in state.order:
        cells = state.pieces.get(colour, {})
        kings = sum(has(stack, unit) for stack in cells.values() for unit in units_of("R"))
        expected = 1 if cells and is_free(state, colour) else 0
        if kings != expected:
            return f"pieces of {colour}: {kings} kings where there must be {expected}"
        if cells and colour in state.gone:
            return f"pieces of {colour}: this colour is gone"
    return ""


def _cell_fault(state: StrategiksaState) -> str:
    fought = {battle.cell: battle for battle in state.battles}
    if not set(fought) <= set(CELLS) or any(battle.attacker not in state.order for battle in state.battles):
        return "battles: each is on a cell of the board, with an attacker of the game"
    for cell in CELLS:
        sides = sides_at(state, cell)
        if len(sides) > 1 and (cell not in fought or len(sides) > 2):
            return f"{cell}: {' and '.join(sides)} stand on one cell and do not fight there"
        if len(sides) > 1 and state.lords[fought[cell].attacker] not in sides:
            return f"battles: the attacker on {cell} is not there"
    return ""


def _stage_fault(state: StrategiksaState) -> str:
    if state.active in state.gone or (state.stage != "placement" and not state.pieces.get(state.active)):
        return f"turn: {state.active} has no pieces"
    match state.stage:
        case "placement":
            return _placement_fault(state)
        case "turn":
            return "battles: none is on before the moves are made" if state.battles else ""
        case "answer":
            asked = state.asked or state.active
            fits = asked != state.active and is_free(state, asked) and is_free(state, state.active)
            return "" if fits else "asked: a player with a king is asked by another"
        case "battle":
            return _battle_fault(state)
    return _crown_fault(state)


def _crown_fault(state: StrategiksaState) -> str:
    fallen = state.fallen
    if fallen is None or state.lords.get(fallen.colour) != fallen.victor or fallen.colour == fallen.victor:
        return "fallen: names a colour that fell, and the suzerain it fell to"
    return ""


def _placement_fault(state: StrategiksaState) -> str:
    if state.pieces.get(state.active):
        return f"turn: {state.active} has placed already"
    return "" if Placing(state).free_zones() else "pieces: no zone is free"


def _battle_fault(state: StrategiksaState) -> str:
    if not state.battles or len(sides_at(state, state.battles[0].cell)) < 2:
        return "battles: the first of them is not being fought"
    battle = state.battles[0]
    if battle.initiative not in OTHER or not set(battle.cures) <= set(OTHER):
        return "battles: the two sides are called attacker and defender"
    for role in OTHER:
        stacks = standing(state, battle.cell, side(state, battle, role))
        if not any(has(stack, unit) for stack in stacks.values() for unit in FIGHTERS):
            return f"battles: the {role} on {battle.cell} has nobody to fight with"
    chosen = battle.chosen
    if chosen:
        first = standing(state, battle.cell, side(state, battle, battle.initiative))
        if chosen.unit not in FIGHTERS or not has(first.get(chosen.colour, EMPTY), chosen.unit):
            return f"battles: {chosen.colour[:20]} has no such piece on {battle.cell}"
    return ""
