"""Cleans the names and chat lines that people type before others see them."""

import unicodedata

from protocol.notes import Note
from server.errors import TableError

LONGEST_NAME = 24
LONGEST_CHAT = 300
# Characters that cannot be seen: of no width, changing the direction of writing, or empty fillers.
_UNSEEN = frozenset("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\ufeff\uffa0")
# Letters of other scripts, and digits, that look like Latin letters; enough to protect the reserved names.
_LOOKALIKES = str.maketrans(
    "аеорсхуіїјтвнкмԁѕгαεοιρτυνκβ0135478|!$@ıł", "aeopcxyiijtbhkmdsraeoiptuvkbolesatbiisail"
)
_RESERVED = ("referee", "arbitre", "arbitro", "server", "serveur", "everybody", "watcher", "nobody", "bot")


def clean(text: str, longest: int) -> str:
    """The text without invisible characters, cut to this length; a letter keeps its accents."""
    visible = (c for c in unicodedata.normalize("NFC", text) if c.isspace() or _is_visible(c))
    words = " ".join("".join(visible).split())
    cut = words[:longest]
    while len(words) > longest and cut and unicodedata.combining(words[len(cut)]):
        cut = cut[:-1]
    return cut.strip()


def _is_visible(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") and char not in _UNSEEN


def skeleton(name: str) -> str:
    """What a name looks like. Two names with the same skeleton could be mistaken for each other."""
    folded = unicodedata.normalize("NFKC", name).casefold()  # first make 𝐑 and ℛ an R
    plain = unicodedata.normalize("NFKD", folded)
    letters = "".join(c for c in plain if not unicodedata.combining(c)).translate(_LOOKALIKES)
    return "".join(c for c in letters if c.isalnum()).replace("l", "i").replace("rn", "m")


_RESERVED_SKELETONS = frozenset(skeleton(name) for name in _RESERVED)


def clean_name(text: str) -> str:
    name = clean(text, LONGEST_NAME)
    if not skeleton(name):
        raise TableError("bad-name", text=Note("name.empty"))
    if skeleton(name) in _RESERVED_SKELETONS:
        raise TableError("bad-name", text=Note("name.reserved", {"name": name}))
    return name


def clean_chat(text: str) -> str:
    said = clean(text, LONGEST_CHAT)
    if not said:
        raise TableError("empty-chat")
    return said
