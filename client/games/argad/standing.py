"""How a battle of Argad! stands, in the row below the board: whose card it is, the cards left, the points."""

from client.games.api import Line
from client.games.argad.seats import BEFORE_BATTLE, friends_of
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad.points import points_of
from protocol.views.argad.view import ArgadView, Position
from protocol.views.argad.words import JOKER, LEADER_OF

NOBODY = "-"


def cards_left(view: Position) -> str:
    """The cards of each seat that are still in the deck, and the Joker: `S3 H4 J1`."""
    cards = (*view.seats, JOKER)
    return " ".join(f"{card}{view.deck.get(card, 0)}" for card in cards)


def points_text(view: Position) -> str:
    """The points of both sides, each under the letters of its seats: `S 12 H 31`."""
    found = points_of(view)
    named = {side: "".join(friends_of(view, LEADER_OF[side])) for side in found}
    return " ".join(f"{named[side]} {points}" for side, points in found.items())


def row_below(view: ArgadView, words: Catalogue, width: int) -> Line:
    """Whose card it is, the cards left, the points: in words, or shorter if there is less room."""
    args: dict[str, Arg] = {
        "cards": cards_left(view),
        "points": points_text(view),
        "course": course(view, words),
    }
    forms = ("before",) if view.stage in BEFORE_BATTLE else ("battle", "battle-short", "battle-shortest")
    said = [words.say(Note(f"standing.{form}", args)) for form in forms]
    fitting = [text for text in said if len(text) <= width]
    text = fitting[0] if fitting else said[-1][:width]
    return (("bold", text),)


def course(view: ArgadView, words: Catalogue) -> str:
    """What is asked now, and of whom."""
    asked = " ".join(view.choosing) or NOBODY
    return words.say(Note(f"standing.course-{view.stage}", {"asked": asked, "unit": view.extra}))
