"""Who serves whom: offers, fallen kings, directors, dismissals. K-VASSAL.

A suzerain always has a king, and a vassal has none, so no vassal has vassals.
"""

from protocol.ids import Seat
from protocol.views.strategiksa import (
    Answered,
    Cell,
    Colour,
    Crowned,
    Fallen,
    KingFell,
    Position,
    Vanished,
)
from server.games.flaw import Flaw
from server.games.strategiksa.board import king_cell, total_weight, zone_counts
from server.games.strategiksa.notation import Crowning, Direct, Service
from server.games.strategiksa.state import Course, PositionT, is_free

MOST_DIRECTED = 50
"""K-TURN-7: a player who directs more than this receives no reinforcements."""
SILENCE = Crowning(True, None)
"""K-VASSAL-1: if the victor writes nothing, the fallen player becomes a vassal."""


def directed_by(position: Position, player: Seat | None) -> tuple[Colour, ...]:
    """The colours that this player directs and that have not left the game."""
    return tuple(
        colour
        for colour in position.order
        if position.directors[colour] == player and colour not in position.gone
    )


def directed_weight(position: Position, player: Seat) -> int:
    return total_weight(position.pieces, directed_by(position, player))


def side_of(position: Position, lord: Colour) -> tuple[Colour, ...]:
    """The colour of the suzerain and all fallen colours that belong to it."""
    return tuple(
        colour for colour in position.order if position.lords[colour] == lord and colour not in position.gone
    )


def reinforcements(position: Position, colour: Colour) -> int:
    """K-TURN-2, 7, 9: a suzerain's own colour gets one for each zone, if its player directs 50 at most."""
    if not is_free(position, colour) or directed_weight(position, colour) > MOST_DIRECTED:
        return 0
    return zone_counts(position).get(colour, 0)


def swear(course: Course[PositionT], player: Seat, lord: Seat) -> None:
    """K-TURN-1: the king leaves the board, and all its colours pass to the new suzerain."""
    cell = king_cell(course.position.pieces, player)
    course.tell(Answered(player, lord, cell))
    _pass_on(course, player, lord)
    course.change(vassals=_with(course.position, player))


def _pass_on(course: Course[PositionT], old: Colour, new: Colour) -> None:
    """K-VASSAL-3: the vassals of a conquered suzerain pass to the conqueror."""
    lords = course.position.lords
    course.change(lords={colour: new if lord == old else lord for colour, lord in lords.items()})


def _with(position: Position, player: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in position.order if seat == player or seat in position.vassals)


def fall(course: Course[PositionT], colour: Colour, victor: Colour, cell: Cell) -> None:
    """K-VASSAL-1, 3: the colour and its vassals pass to the victor, who decides about the player."""
    course.tell(KingFell(colour, victor, cell, side_of(course.position, colour)))
    _pass_on(course, colour, victor)
    course.change(fallen=Fallen(colour, victor))


def vanish(course: Course[PositionT], kings: tuple[Colour, Colour]) -> None:
    """K-VASSAL-6: if the kings of both sides fall together, both sides leave the board."""
    position = course.position
    colours = tuple(colour for colour in position.order if position.lords[colour] in kings)
    course.tell(Vanished(colours))
    themselves = {colour: colour for colour in colours}
    course.change(
        gone=tuple(colour for colour in position.order if colour in (*position.gone, *colours)),
        lords={**position.lords, **themselves},
        directors={**position.directors, **themselves},
        vassals=tuple(seat for seat in position.vassals if seat not in colours),
    )


def can_direct(position: Position, lord: Seat, player: Seat) -> bool:
    """K-VASSAL-2: the suzerain, or a player whose colour has fallen to the suzerain."""
    return position.lords.get(player) == lord and player not in position.gone


def crowning_flaw(position: Position, order: Crowning) -> Flaw | None:
    assert position.fallen is not None
    if order.director is None:
        return None
    refused = not order.serves and order.director == position.fallen.colour
    if refused or not can_direct(position, position.fallen.victor, order.director):
        return Flaw("not-your-player", 1, {"player": order.director})
    return None


def crown(course: Course[PositionT], order: Crowning) -> None:
    """K-VASSAL-1, 2: the chosen player directs all that the fallen player directed."""
    fallen = course.position.fallen
    assert fallen is not None
    player = fallen.colour
    director = order.director or (player if order.serves else fallen.victor)
    course.tell(Crowned(player, fallen.victor, order.serves, director))
    course.change(fallen=None)
    if order.serves:
        course.change(vassals=_with(course.position, player))
    for colour in directed_by(course.position, player):
        hand_over(course, colour, director)


def settle(course: Course[PositionT]) -> None:
    """Nobody is asked any more: a fallen player who is undecided becomes a vassal."""
    if course.position.fallen is not None:
        crown(course, SILENCE)


def hand_over(course: Course[PositionT], colour: Colour, director: Seat) -> None:
    """A player who gets troops to direct is a vassal from then on."""
    position = course.position
    course.change(directors={**position.directors, colour: director})
    if not is_free(position, director):
        course.change(vassals=_with(position, director))


def business_flaw(position: Position, lord: Seat, order: Direct | Service) -> Flaw | None:
    """Why a word of the suzerain `lord` is lost, or None."""
    if not is_free(position, lord):
        return Flaw("no-suzerain")
    player = order.player
    if isinstance(order, Direct):
        if order.colour == lord or not can_direct(position, lord, order.colour):
            return Flaw("not-your-colour", 1, {"colour": order.colour})
        if not can_direct(position, lord, player):
            return Flaw("not-your-player", 2, {"player": player})
        directs = position.directors[order.colour] == player
        return Flaw("directs-already", 2, {"player": player, "colour": order.colour}) if directs else None
    if player == lord or not can_direct(position, lord, player):
        return Flaw("not-your-player", 1, {"player": player})
    if (player in position.vassals) == order.serves:
        return Flaw("serves-already" if order.serves else "serves-not", 1, {"player": player})
    return None


def carry_out(course: Course[PositionT], lord: Seat, order: Direct | Service) -> None:
    """Carry out a word of the suzerain."""
    if isinstance(order, Direct):
        hand_over(course, order.colour, order.player)
    else:
        _serve(course, lord, order)


def _serve(course: Course[PositionT], lord: Seat, order: Service) -> None:
    """K-VASSAL-4: a dismissed player directs nothing; a recalled one first directs their own colour."""
    if order.serves:
        hand_over(course, order.player, order.player)
        return
    position = course.position
    course.change(vassals=tuple(seat for seat in position.vassals if seat != order.player))
    for colour in directed_by(position, order.player):
        hand_over(course, colour, lord)
