"""Whether a position somebody wrote down can be one of the game; what is wrong with it, in one line."""

from protocol.views.strategiksa import EMPTY, Battle, Colour
from server.games.strategiksa.battle import FIGHTERS, OTHER, side, standing
from server.games.strategiksa.board import CELLS, has, sides_at, units_of
from server.games.strategiksa.placement import Placing
from server.games.strategiksa.state import StrategiksaState, is_free

MOST_PIECES = 9999
"""Of one colour, so that no stack ever grows beyond what can be written down."""


def fault(state: StrategiksaState) -> str:
    """Nothing, if the game can go on from there."""
    return (
        _names_fault(state)
        or _service_fault(state)
        or _pieces_fault(state)
        or _battles_fault(state)
        or _cell_fault(state)
        or _begun_fault(state)
        or _stage_fault(state)
    )


def _names_fault(state: StrategiksaState) -> str:
    players = {*state.vassals, *state.directors, *state.directors.values(), *state.gone}
    unknown = {*players, *filter(None, [state.asked])} - set(state.order)
    if unknown:
        return f"{min(unknown)} is not in the order of turns"
    return "vassals: each is named once" if len(set(state.vassals)) < len(state.vassals) else ""


def _service_fault(state: StrategiksaState) -> str:
    lords, gone = state.lords, set(state.gone)
    for colour in state.order:
        lord, director = lords[colour], state.directors[colour]
        if lords[lord] != lord or (lord != colour and {lord, colour} & gone):
            return f"suzerains: {lord} cannot be the suzerain of {colour}"
        if director != lord and not _may_direct(state, director, colour):
            return f"directors: {director} cannot direct {colour}, whose suzerain is {lord}"
    free = [seat for seat in state.vassals if lords[seat] == seat]
    return f"vassals: {free[0]} has no suzerain" if free else ""


def _may_direct(state: StrategiksaState, director: Colour, colour: Colour) -> bool:
    """K-VASSAL-2, for one who is not the suzerain: a fallen colour, by a vassal of the same suzerain.

    A suzerain who has just fallen goes on directing until the victor has chosen.
    """
    lord, fallen = state.lords[colour], state.fallen
    serves = director in state.vassals and state.lords[director] == lord
    falling = fallen is not None and (director, lord) == (fallen.colour, fallen.victor)
    return colour != lord and (serves or falling)


def _pieces_fault(state: StrategiksaState) -> str:
    for colour in state.order:
        cells = state.pieces.get(colour, {})
        kings = sum(has(stack, unit) for stack in cells.values() for unit in units_of("R"))
        expected = 1 if cells and is_free(state, colour) else 0
        if kings != expected:
            return f"pieces of {colour}: {kings} kings where there must be {expected}"
        if cells and colour in state.gone:
            return f"pieces of {colour}: this colour is gone"
        if sum(map(sum, cells.values())) > MOST_PIECES:
            return f"pieces of {colour}: more than {MOST_PIECES}"
    return ""


def _battles_fault(state: StrategiksaState) -> str:
    cells = [battle.cell for battle in state.battles]
    if not set(cells) <= set(CELLS) or len(set(cells)) < len(cells):
        return "battles: each is on a cell of its own"
    if any(battle.attacker != state.active for battle in state.battles):
        return "battles: the attacker is the colour whose turn it is"
    waiting = [battle for number, battle in enumerate(state.battles) if number or not battle.begun]
    if any(battle != Battle(battle.cell, battle.attacker) for battle in waiting):
        return "battles: only the first can have begun, and nothing has happened in the others"
    return ""


def _cell_fault(state: StrategiksaState) -> str:
    fought = {battle.cell for battle in state.battles}
    for cell in CELLS:
        sides = sides_at(state, cell)
        if len(sides) > 1 and (cell not in fought or len(sides) > 2):
            return f"{cell}: {' and '.join(sides)} stand on one cell and do not fight there"
        if len(sides) > 1 and state.lords[state.active] not in sides:
            return f"battles: the attacker on {cell} is not there"
    return ""


def _begun_fault(state: StrategiksaState) -> str:
    """What has happened in the battle that is on."""
    if not state.battles:
        return ""
    battle = state.battles[0]
    if battle.initiative not in OTHER or not set(battle.cures) <= set(OTHER):
        return "battles: the two sides are called attacker and defender"
    for role, cures in battle.cures.items():
        if not 0 <= cures <= _healers(state, battle, role):
            return f"battles: the {role} on {battle.cell} has no healers for {cures} cures"
    return ""


def _healers(state: StrategiksaState, battle: Battle, role: str) -> int:
    """Those of one side; all that are there, if a fallen king has made friends of both."""
    sides = sides_at(state, battle.cell)
    lords = (side(state, battle, role),) if len(sides) > 1 else sides
    return sum(has(stack, "S") for lord in lords for stack in standing(state, battle.cell, lord).values())


def _stage_fault(state: StrategiksaState) -> str:
    if state.stage == "placement":
        return _placement_fault(state)
    return _course_fault(state) or _phase_fault(state)


def _course_fault(state: StrategiksaState) -> str:
    """What does not belong into this phase of a turn.

    Whose last piece, a king, has fallen or has been taken off may find their colour without pieces.
    """
    empty = state.stage == "crown" or (state.stage == "turn" and state.asked is not None)
    if state.active in state.gone or not (empty or state.pieces.get(state.active)):
        return f"turn: {state.active} has no pieces"
    if state.turn < 1:
        return "number: the first turn is number 1"
    if state.asked == state.active:
        return "asked: a player with a king is asked by another"
    if state.battles and state.stage not in ("battle", "crown"):
        return "battles: none is on before the moves are made"
    if state.fallen is not None and state.stage != "crown":
        return "fallen: only in the phase crown is a player's fate open"
    return ""


def _phase_fault(state: StrategiksaState) -> str:
    match state.stage:
        case "answer":
            fits = state.asked and is_free(state, state.asked) and is_free(state, state.active)
            return "" if fits else "asked: a player with a king is asked by another"
        case "battle":
            return _fight_fault(state)
        case "crown":
            return _crown_fault(state)
    return ""


def _crown_fault(state: StrategiksaState) -> str:
    fallen = state.fallen
    if fallen is None or state.lords.get(fallen.colour) != fallen.victor or fallen.colour == fallen.victor:
        return "fallen: names a colour that fell, and the suzerain it fell to"
    if fallen.colour in state.vassals:
        return f"vassals: whether {fallen.colour} serves is still open"
    if any(battle.chosen for battle in state.battles):
        return "battles: no piece is put forward while a player's fate is open"
    return ""


def _placement_fault(state: StrategiksaState) -> str:
    if state.turn:
        return "number: placement comes before the first turn, with number 0"
    if state.gone or any(state.lords[colour] != colour for colour in state.order):
        return "suzerains: nobody has fallen or is gone before the first turn"
    if state.asked or state.battles or state.fallen:
        return "asked, battles and fallen: nothing of this is in placement"
    if state.pieces.get(state.active):
        return f"turn: {state.active} has placed already"
    waiting = [colour for colour in state.order if not state.pieces.get(colour)]
    return "" if len(Placing(state).free_zones()) >= len(waiting) else "pieces: too few zones are free"


def _fight_fault(state: StrategiksaState) -> str:
    if not state.battles or not state.battles[0].begun or len(sides_at(state, state.battles[0].cell)) < 2:
        return "battles: the first of them is not being fought"
    battle = state.battles[0]
    for role in OTHER:
        stacks = standing(state, battle.cell, side(state, battle, role))
        if not any(has(stack, unit) for stack in stacks.values() for unit in FIGHTERS):
            return f"battles: the {role} on {battle.cell} has nobody to fight with"
    chosen = battle.chosen
    if chosen:
        first = standing(state, battle.cell, side(state, battle, battle.initiative))
        if chosen.unit not in FIGHTERS or not has(first.get(chosen.colour, EMPTY), chosen.unit):
            return f"battles: the {battle.initiative} on {battle.cell} has no such piece to put forward"
    return ""
