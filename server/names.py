"""Cleans the names and chat lines that people type before others see them."""

import unicodedata
from collections.abc import Iterable, Iterator

from protocol.ids import Seat
from protocol.notes import Note
from server.bots import CHARACTERS, LEVELS
from server.errors import TableError

LONGEST_NAME = 24
LONGEST_CHAT = 300
MOST_ACCENTS, MOST_MARKS = 2, 4
"""How many accents, and how many marks in all, a letter keeps. Hindi and Tibetan need three marks."""
# Characters that cannot be seen although their category does not say so: fillers and empty signs.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Letters of other scripts, and digits, that look like Latin letters; enough to protect the reserved names.
_LOOKALIKES = str.maketrans(
    "аеорсхуіїјтвнкмԁѕгαεοιρτυνκβ0135478|!$@ıłѵᏙᎡᎪᏟᎬᎻᎫᏦᏞᎷᏢᏚᎢᎳᏃᏀᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑøɡɩ",
    "aeopcxyiijtbhkmdsraeoiptuvkbolesatbiisailvvracehjklmpstwzgabcdeghijklmnoprstuvwyzaogi",
)
_RESERVED = ("referee", "arbitre", "arbitro", "server", "serveur", "everybody", "watcher", "nobody")


def clean(text: str, longest: int) -> str:
    """The text without invisible characters and heaps of accents, cut to this length between two letters."""
    visible = "".join(c for c in text if c.isspace() or is_visible(c))
    words = " ".join(_without_heaps(unicodedata.normalize("NFC", visible)).split())
    cut = words[:longest]
    while len(words) > longest and cut and _is_mark(words[len(cut)]):
        cut = cut[:-1]
    return cut.strip()


def is_visible(char: str) -> bool:
    """Whether a reader can see that this character is there."""
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") or char in _UNSEEN:
        return False
    return not (_is_mark(char) and "VARIATION SELECTOR" in unicodedata.name(char, ""))


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _without_heaps(text: str) -> str:
    """The text without marks that stand on nothing, and without those beyond what any script needs."""
    kept: list[str] = []
    accents = marks = MOST_MARKS
    for char in text:
        if not _is_mark(char):
            accents = marks = MOST_MARKS if char.isspace() else 0
        else:
            is_accent = unicodedata.name(char, "").startswith("COMBINING")  # of no script in particular
            if marks >= MOST_MARKS or (is_accent and accents >= MOST_ACCENTS):
                continue
            accents, marks = accents + is_accent, marks + 1
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def skeleton(name: str) -> str:
    """What a name looks like. Two names with the same skeleton could be mistaken for each other."""
    folded = unicodedata.normalize("NFKC", name).casefold()  # first make 𝐑 and ℛ an R
    plain = unicodedata.normalize("NFKD", folded)
    # Accents of no script in particular are left out; the vowel signs of a script make another name.
    seen = "".join(c for c in plain if not unicodedata.name(c, "").startswith("COMBINING"))
    letters = seen.translate(_LOOKALIKES)
    return (
        "".join(c for c in letters if c.isalnum() or _is_mark(c) or unicodedata.category(c) == "So")
        .replace("l", "i")
        .replace("rn", "m")
    )


def _letters(name: str) -> str:
    """The skeleton without pictures and marks, which make no other name of a role, a bot or a seat."""
    return "".join(c for c in skeleton(name) if unicodedata.category(c) != "So" and not _is_mark(c))


_ROLES = frozenset(_letters(name) for name in _RESERVED)
_BOT_WORDS = frozenset(_letters(word) for word in ("bot", "robot"))
_LEVELS = frozenset(_letters(level) for levels in LEVELS.values() for level in levels)
_CHARACTERS = frozenset(
    _letters(each) for game in CHARACTERS.values() for names in game.values() for each in names
)
_BOT_NAMES = _LEVELS | {character + level for character in _CHARACTERS for level in _LEVELS}
_BOT_SKELETONS = _BOT_NAMES | {name + word for name in _BOT_NAMES for word in _BOT_WORDS}
"""What the names of bots look like, in every game."""


def clean_name(text: str) -> str:
    name = clean(text, LONGEST_NAME)
    if not any(c.isalnum() for c in _letters(name)):
        raise TableError("bad-name", text=Note("name.empty"))
    if _letters(name) in _ROLES | {"bot"}:
        raise TableError("bad-name", text=Note("name.reserved", {"name": name}))
    return name


def clean_player_name(text: str, seats: Iterable[Seat]) -> str:
    """The name of a person, which nobody can take for a bot or for one of these seats."""
    name = clean_name(text)
    if any(_letters(part) in _ROLES for part in _parts(name)):
        raise TableError("bad-name", text=Note("name.reserved", {"name": name}))
    unnumbered = name.rstrip("0123456789")
    if any(_letters(one) in _BOT_SKELETONS for one in (name, unnumbered)) or any(
        _letters(part) in _BOT_WORDS for part in _parts(name)
    ):
        raise TableError("bad-name", text=Note("name.bot", {"name": name}))
    for seat in seats:
        if _letters(name) == _letters(seat):
            raise TableError("bad-name", text=Note("name.seat", {"name": name, "seat": seat}))
    return name


def _parts(name: str) -> Iterator[str]:
    """The words of a name, and what stands between its signs, such as brackets."""
    plain = unicodedata.normalize("NFKC", name)
    yield from plain.split()
    between = "".join(c if c.isalnum() or c.isspace() or _is_mark(c) else "\n" for c in plain)
    yield from between.split("\n")
    yield from between.split()


def clean_chat(text: str) -> str:
    said = clean(text, LONGEST_CHAT)
    if not said:
        raise TableError("empty-chat")
    return said
