"""The start and the end of a turn, the deck, and how the game ends. A-TURN, A-DECK, A-END."""

from protocol.views.argad import events as e
from protocol.views.argad.field import is_in_reach, units_of
from protocol.views.argad.points import leader, points_of
from protocol.views.argad.view import Position
from protocol.views.argad.words import ENEMY_OF, JOKER, OVER, SEATS, SIDES, Side, is_lone_general, side_of
from server.games.argad.battle import Battle
from server.games.argad.morale import add_wear, rout


def start_turn(battle: Battle, number: int) -> None:
    """A-TURN-1, A-TURN-2: marks fall, rested units lose wear, the deck is made up."""
    battle.tell(e.TurnBegun(number))
    position = battle.state
    rested = [name for name, unit in position.units.items() if unit.wear and not is_in_reach(position, name)]
    for name in rested:
        add_wear(battle, name, "rest", -1)


def make_deck(battle: Battle) -> None:
    battle.tell(e.DeckMade(deck_of(battle.state)))


def deck_of(position: Position) -> dict[str, int]:
    """A-DECK-1: one card for each unit of a seat, and one Joker. A lone general brings none."""
    counts = {
        seat: sum(name[-1] == seat and not is_lone_general(name) for name in position.units) for seat in SEATS
    }
    return {seat: count for seat, count in counts.items() if count} | {JOKER: 1}


def is_side_empty(position: Position) -> bool:
    """A-DECK-5: whether a side has no unit on the table; a lone general is none here."""
    return any(all(is_lone_general(name) for name in units_of(position, side)) for side in SIDES)


def end_turn(battle: Battle) -> None:
    """A-TURN-3: demoralised units that have not routed this turn rout; then the end is looked at."""
    fleeing = [n for n, unit in battle.state.units.items() if unit.is_demoralised and not unit.routed]
    for name in fleeing:
        rout(battle, name)
    battle.tell(e.TurnEnded(battle.state.turn))
    broken = [side for side in SIDES if is_broken(battle.state, side)]
    for side in broken:
        battle.tell(e.SideBroken(side))
    if len(broken) == 1:
        end_game(battle, ENEMY_OF[broken[0]], "broken")
    elif broken:
        decide(battle, "broken")
    elif battle.state.turn >= battle.state.turns:
        decide(battle, "turns")


def is_broken(position: Position, side: Side) -> bool:
    """A-END-1: more than two thirds of the units it began with are lost, or none stands firm."""
    units = [
        unit for name, unit in position.units.items() if side_of(name) == side and not is_lone_general(name)
    ]
    gone = sum(
        side_of(name) == side and not is_lone_general(name) and how != "merged"
        for name, how in position.gone.items()
    )
    lost = gone + sum(unit.is_demoralised for unit in units)
    return 3 * lost > 2 * position.start.get(side, 0) or all(unit.is_demoralised for unit in units)


def decide(battle: Battle, why: str) -> None:
    """A-END-2, A-END-3: points decide."""
    battle.tell(e.Decided(why))
    end_game(battle, leader(battle.state), why)


def end_game(battle: Battle, winner: Side | None, why: str) -> None:
    battle.tell(e.Ended(winner, why, points_of(battle.state)))


def is_over(position: Position) -> bool:
    return position.stage == OVER
