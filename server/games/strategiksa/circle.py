"""The order of turns, and how the game ends. K-VASSAL-5, K-END."""

from protocol.ids import Seat
from protocol.views.strategiksa import Colour, Ended, Position, TurnBegun, TurnEnded
from server.games.strategiksa import battle
from server.games.strategiksa.board import zone_counts
from server.games.strategiksa.state import Course, PositionT, has_pieces
from server.games.strategiksa.vassals import reinforcements

TERRAIN = 18
"""K-END-1: a side that controls this many zones wins."""


def next_colour(position: Position) -> Colour:
    """The next colour that has pieces. It has a turn of its own even if another player directs it."""
    at = position.order.index(position.active) + 1
    following = position.order[at:] + position.order[:at]
    return next(colour for colour in following if has_pieces(position, colour))


def begins_circle(position: Position, colour: Colour) -> bool:
    """Whether a new circle begins with the turn of this colour, after that of the active one."""
    return not position.turn or position.order.index(colour) <= position.order.index(position.active)


def begin_turn(course: Course[PositionT], colour: Colour) -> None:
    turn = course.position.turn + 1
    circle = course.position.circle + begins_circle(course.position, colour)
    course.change(stage="turn", active=colour, turn=turn, circle=circle, asked=None, battles=(), fallen=None)
    director = course.position.directors[colour]
    course.tell(TurnBegun(colour, turn, director, reinforcements(course.position, colour)))


def place_next(course: Course[PositionT]) -> None:
    """The next colour places its pieces. When all have placed, the first turn begins."""
    waiting = [colour for colour in course.position.order if not has_pieces(course.position, colour)]
    if waiting:
        course.change(active=waiting[0])
    else:
        begin_turn(course, course.position.order[0])


def fight_on(course: Course[PositionT]) -> None:
    """K-TURN-5: fight the battles until somebody must choose. After the last one the turn is over."""
    battle.run(course)
    if course.position.fallen is not None:
        course.change(stage="crown")
    elif course.position.battles:
        course.change(stage="battle")
    else:
        _end_turn(course)


def _end_turn(course: Course[PositionT]) -> None:
    position = course.position
    zones = zone_counts(position)
    course.tell(TurnEnded(position.active, position.turn, zones))
    if has_supremacy(position):
        end(course, "supremacy")
    elif max(zones.values()) >= TERRAIN:
        end(course, "terrain")
    elif position.circle >= position.limit and begins_circle(position, next_colour(position)):
        end(course, "turns")  # K-END-2: in the last circle, too, every colour has its turn
    else:
        begin_turn(course, next_colour(position))


def has_supremacy(position: Position) -> bool:
    """Whether at most one side has pieces left."""
    return len(zone_counts(position)) < 2


def end(course: Course[PositionT], reason: str) -> None:
    position = course.position
    zones = zone_counts(position)
    winner = _winner(position, reason, zones)
    partial = _partial(position, winner)
    course.tell(Ended(reason, winner, partial, zones))
    course.change(stage="over", winner=winner, partial=partial, ending=reason)


def _winner(position: Position, reason: str, zones: dict[Colour, int]) -> Seat | None:
    """K-END-2: the side with most zones wins; if some are equal, or before the first turn, it is a draw."""
    if reason == "supremacy":
        return next(iter(zones), None)
    first = leading(position)
    return first[0] if len(first) == 1 and position.turn else None


def leading(position: Position) -> tuple[Colour, ...]:
    """The sides that control most zones."""
    zones = zone_counts(position)
    most = max(zones.values(), default=0)
    return tuple(colour for colour, held in zones.items() if held == most)


def _partial(position: Position, winner: Seat | None) -> tuple[Seat, ...]:
    """K-END-1: vassals of the winner who direct troops have half a victory."""
    directing = {
        position.directors[colour]
        for colour in position.order
        if has_pieces(position, colour) and position.lords[colour] == winner
    }
    return tuple(seat for seat in position.order if seat in directing and seat != winner)
