"""Cut, fill, wrap and join lines of styled text, by the width that they have on the screen."""

import re
from collections.abc import Iterable, Sequence

from prompt_toolkit.utils import get_cwidth

from client.games.api import Fragment, Line
from client.words import unbroken


def width_of(line: Iterable[Fragment]) -> int:
    return sum(get_cwidth(text) for _, text in line)


def plain(line: Iterable[Fragment]) -> str:
    return "".join(text for _, text in line)


def cut(text: str, width: int) -> str:
    """The beginning of a text that fits into that width; a wide character is never cut in two."""
    if get_cwidth(text) <= width:
        return text
    kept, used = "", 0
    for char in text:
        used += get_cwidth(char)
        if used > width:
            break
        kept += char
    return kept


def shorten(text: str, width: int = 40) -> str:
    """The beginning of a text that a sentence quotes, with dots if there is more of it."""
    return text if get_cwidth(text) <= width else cut(text, width - 3).rstrip() + "..."


def fit(line: Iterable[Fragment], width: int, fill: str = "") -> Line:
    """The line with exactly that width: cut at its end, or filled up with blanks in the style `fill`."""
    kept: list[Fragment] = []
    left = max(0, width)
    for style, text in line:
        short = cut(text, left)
        left -= get_cwidth(short)
        if short:
            kept.append((style, short))
        if short != text:
            break
    return (*kept, (fill, " " * left)) if left else tuple(kept)


def after(line: Iterable[Fragment], column: int) -> Line:
    """The part of a line that begins at that column; a wide character that is cut in two is a blank."""
    kept: list[Fragment] = []
    at = 0
    for style, text in line:
        end = at + get_cwidth(text)
        if end > column:
            head = cut(text, max(0, column - at))
            rest = text[len(head) :]
            if get_cwidth(head) < column - at:  # a wide character stands across the edge
                rest = " " * (get_cwidth(rest[:1]) - (column - at - get_cwidth(head))) + rest[1:]
            kept.append((style, rest))
        at = end
    return tuple(kept)


def padded(text: str, width: int) -> str:
    return plain(fit([("", text)], width))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of that width. It is broken at blanks; a word that is too long is cut."""
    lines = [""]
    for word in unbroken(text):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if get_cwidth(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        while get_cwidth(word) > width > 0:
            head = cut(word, width) or word[0]
            lines[-1], word = head, word[len(head) :]
            lines.append("")
        lines[-1] = word
    return lines


END_OF_SENTENCE = re.compile(r"(?<=[.?!]) +(?=[A-ZÀ-Þ^:«])")


def whole_sentences(text: str, width: int, most: int) -> list[str]:
    """As many whole sentences as fit into so many lines; if none fits, the beginning and dots."""
    sentences = END_OF_SENTENCE.split(text.strip())
    for count in range(len(sentences), 0, -1):
        lines = wrap(" ".join(sentences[:count]), width)
        if len(lines) <= most:
            return lines
    return with_dots(wrap(sentences[0], width)[:most], width)


def with_dots(lines: Sequence[str], width: int) -> list[str]:
    """The lines with dots behind the last one, in which as many words are left as fit before them."""
    *above, last = lines
    while last and get_cwidth(last) + 4 > width:
        last = last.rpartition(" ")[0]
    return [*above, f"{last} ...".strip()]


def latest(entries: Sequence[Sequence[Line]], room: int, *, cuts_oldest: bool = False) -> list[Line]:
    """The last entries that fit into so many lines, each of them whole; of a longer one its beginning.

    Dots follow such a beginning. `cuts_oldest` fills the lines that are left with the beginning of the
    entry before.
    """
    shown: list[Line] = []
    for entry in reversed(entries):
        left = room - len(shown)
        if len(entry) > left:
            is_begun = left > 0 and (cuts_oldest or not shown)
            return [*_begun(entry[:left]), *shown] if is_begun else shown
        shown = [*entry, *shown]
    return shown


def _begun(lines: Sequence[Line]) -> list[Line]:
    """These lines with dots at their end, because more would follow."""
    *above, last = lines
    style, text = last[-1]
    return [*above, (*last[:-1], (style, with_dots([text], len(text))[0]))]


def block(text: str, width: int, style: str = "", indent: str = "") -> list[Line]:
    return [((style, indent + line),) for line in wrap(text, width - len(indent))]


def hang(line: Line, width: int) -> list[Line]:
    """Wrap a line; the later lines begin below the text that follows the first fragment."""
    if width_of(line) <= width or len(line) < 2:
        return [line]
    head, text = line[0], plain(line[1:]).strip()
    indent = width_of([head]) + 1
    first, *more = wrap(text, max(1, width - indent))
    return [(head, ("", f" {first}")), *((("", " " * indent + rest),) for rest in more)]


def with_height(lines: Sequence[Line], height: int) -> list[Line]:
    """Exactly so many lines: the others are cut, or empty lines are added."""
    return [*lines[:height], *[()] * (height - len(lines))]


def beside(left: Sequence[Line], right: Sequence[Line], left_width: int, gap: str = " ") -> list[Line]:
    height = max(len(left), len(right))
    pairs = zip(with_height(left, height), with_height(right, height), strict=True)
    return [(*fit(one, left_width), ("", gap), *two) for one, two in pairs]


def window(lines: Sequence[Line], height: int, scroll: int) -> tuple[list[Line], int]:
    """The visible part of the lines, and how far they are scrolled in fact."""
    scroll = max(0, min(scroll, len(lines) - height))
    return list(lines[scroll : scroll + height]), scroll
