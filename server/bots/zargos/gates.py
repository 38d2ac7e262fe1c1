"""The last place that a rival needs to win. Z-END-1: who holds the four places in the middle wins at once."""

from protocol.views.zargos.board import INNER_FOUR
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import People, Place
from server.games.zargos.peoples import is_friend
from server.games.zargos.state import living


def gates(view: ZargosView, people: People) -> dict[Place, People]:
    """The places that a rival needs to win, each with that rival, who holds the three others."""
    found: dict[Place, People] = {}
    for rival in living(view):
        missing = [place for place in INNER_FOUR if place not in view.units.get(rival, {})]
        if len(missing) == 1 and not is_friend(view, rival, people):
            found[missing[0]] = rival
    return found


def own_gates(view: ZargosView, people: People) -> list[Place]:
    """The gates that this people holds itself: nobody leaves them."""
    return [place for place in gates(view, people) if place in view.units.get(people, {})]


def barred(view: ZargosView, people: People) -> frozenset[Place]:
    """The places to take from a rival who would otherwise win, or that it needs to win."""
    found: set[Place] = set()
    for gate, rival in gates(view, people).items():
        found.update(place for place in INNER_FOUR if place in view.units.get(rival, {}))
        found.add(gate)
    return frozenset(found - view.units.get(people, {}).keys())
