"""The page with the key of a seat for its new player, who copies it or scans it with a camera."""

from msgspec import Struct

from client.games.api import Line
from client.play.qr_code import qr_rows
from client.screens.draw.lines import beside, block
from client.words import say
from protocol.ids import Seat

GAP = 2


class SeatKeyCard(Struct, frozen=True):
    who: str
    seat: Seat
    command: str


def seat_key_page(card: SeatKeyCard, language: str, width: int, *, has_blocks: bool) -> list[Line]:
    code: list[Line] = [(("class:qr", row),) for row in qr_rows(card.command)] if has_blocks else []
    room = width - (len(code[0][0][1]) + GAP if code else 0)
    if room < 30:  # the command is more important than the code
        code, room = [], width
    words = block(say(language, "asked.seat-key", who=card.who, seat=card.seat), room, "class:title")
    words += [(), *block(card.command, room), (), *block(say(language, "asked.card"), room, "class:dim")]
    return beside(words, code, room, " " * GAP) if code else words
