"""The words that a suzerain may say at any moment of the game, without a sheet. K-VASSAL-2, K-VASSAL-4."""

from protocol.ids import Seat
from protocol.notes import Note, Suggestion
from protocol.views.strategiksa import Directed, Position, Served, StrategiksaView
from server.games.flaw import Flaw
from server.games.strategiksa.notation import Direct, Service, parse_turn
from server.games.strategiksa.state import Course, PositionT
from server.games.strategiksa.vassals import business_flaw, carry_out

NO_LINE = -1
"""The line number in an event that comes from no sheet."""
VERBS = {True: "recall", False: "dismiss"}


def declare(course: Course[PositionT], seat: Seat, text: str) -> Note | None:
    """Carry out the word, or return why it cannot be said."""
    order = parse_turn(text)
    if isinstance(order, Flaw):
        return order.note
    if not isinstance(order, Direct | Service):
        return Flaw("words-only").note
    flaw = business_flaw(course.position, seat, order)
    if flaw:
        return flaw.note
    if isinstance(order, Direct):
        course.tell(Directed(seat, NO_LINE, text, order.colour, order.player))
    else:
        course.tell(Served(seat, NO_LINE, text, order.player, order.serves))
    carry_out(course, seat, order)
    return None


def suggest(view: StrategiksaView, text: str) -> tuple[Suggestion, ...]:
    """The words that this seat may say now and that begin with this text."""
    begun = " ".join(text.upper().split())
    return tuple(
        Suggestion(word, Note(f"gloss.{word.split()[0]}"))
        for word in _sayable(view, view.seat or "")
        if word.upper().startswith(begun)
    )


def _sayable(position: Position, seat: Seat) -> list[str]:
    orders: list[Direct | Service] = [
        *(Service(player, serves) for serves in VERBS for player in position.order),
        *(Direct(colour, player) for colour in position.order for player in position.order),
    ]
    return [_written(order) for order in orders if business_flaw(position, seat, order) is None]


def _written(order: Direct | Service) -> str:
    if isinstance(order, Direct):
        return f"direct {order.colour} {order.player}"
    return f"{VERBS[order.serves]} {order.player}"
