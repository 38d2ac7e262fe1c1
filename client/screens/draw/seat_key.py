"""The page with the key of a seat for its new player, who copies it or scans it with a camera."""

from functools import lru_cache

from msgspec import Struct

from client.games.api import Line
from client.screens.draw.lines import beside, block
from client.words import say
from protocol.ids import Seat

QUIET = 2
"""The width of the white border, in modules of the code; this is enough for scanners."""
GAP = 2


class SeatKeyCard(Struct, frozen=True):
    who: str
    seat: Seat
    command: str


@lru_cache(maxsize=1)  # the page is drawn again every second
def qr_rows(text: str) -> tuple[str, ...]:
    """The QR code of the text in half blocks: each line holds two rows of modules."""
    import segno  # imported late, so that the first screen comes sooner

    matrix = [list(row) for row in segno.make(text, micro=False, error="l").matrix_iter(border=QUIET)]
    matrix += [[0] * len(matrix[0])] if len(matrix) % 2 else []
    pairs = zip(matrix[::2], matrix[1::2], strict=True)
    return tuple("".join(_BLOCKS[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)


_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def seat_key_page(card: SeatKeyCard, language: str, width: int, *, has_blocks: bool) -> list[Line]:
    code: list[Line] = [(("class:qr", row),) for row in qr_rows(card.command)] if has_blocks else []
    room = width - (len(code[0][0][1]) + GAP if code else 0)
    if room < 30:  # the command is more important than the code
        code, room = [], width
    words = block(say(language, "asked.seat-key", who=card.who, seat=card.seat), room, "class:title")
    words += [(), *block(card.command, room), (), *block(say(language, "asked.card"), room, "class:dim")]
    return beside(words, code, room, " " * GAP) if code else words
