"""Lines of styled text: cut, filled up, wrapped and set side by side by their width on the screen."""

from collections.abc import Iterable, Sequence

from prompt_toolkit.utils import get_cwidth

from client.games.api import Fragment, Line


def width_of(line: Iterable[Fragment]) -> int:
    return sum(get_cwidth(text) for _, text in line)


def plain(line: Iterable[Fragment]) -> str:
    return "".join(text for _, text in line)


def cut(text: str, width: int) -> str:
    """What of a text fits; a wide character is never halved."""
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
    """For a sentence that quotes it: its beginning, and dots if there was more."""
    return text if get_cwidth(text) <= width else cut(text, width - 3).rstrip() + "..."


def fit(line: Iterable[Fragment], width: int, fill: str = "") -> Line:
    """Exactly that wide: cut at the right, or filled up in the style `fill`."""
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


def padded(text: str, width: int) -> str:
    return plain(fit([("", text)], width))


STICKY = (";", ":", "!", "?", "»")
"""Set off by a blank in French, and never at the beginning of a line."""


def _words(text: str) -> list[str]:
    words: list[str] = []
    for word in text.split():
        if words and word in STICKY:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def wrap(text: str, width: int) -> list[str]:
    """At blanks; a word too long for a line is cut."""
    lines = [""]
    for word in _words(text):
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


def block(text: str, width: int, style: str = "", indent: str = "") -> list[Line]:
    return [((style, indent + line),) for line in wrap(text, width - len(indent))]


def hang(line: Line, width: int) -> list[Line]:
    """Wrapped, the later lines below the text behind the first fragment."""
    if width_of(line) <= width or len(line) < 2:
        return [line]
    head, text = line[0], plain(line[1:]).strip()
    indent = width_of([head]) + 1
    first, *more = wrap(text, max(1, width - indent))
    return [(head, ("", f" {first}")), *((("", " " * indent + rest),) for rest in more)]


def tall(lines: Sequence[Line], height: int) -> list[Line]:
    """Exactly so many lines."""
    return [*lines[:height], *[()] * (height - len(lines))]


def beside(left: Sequence[Line], right: Sequence[Line], left_width: int, gap: str = " ") -> list[Line]:
    height = max(len(left), len(right))
    pairs = zip(tall(left, height), tall(right, height), strict=True)
    return [(*fit(one, left_width), ("", gap), *two) for one, two in pairs]


def window(lines: Sequence[Line], height: int, scroll: int) -> tuple[list[Line], int]:
    """The part that shows, and how far it can and may be scrolled."""
    scroll = max(0, min(scroll, len(lines) - height))
    return list(lines[scroll : scroll + height]), scroll
