"""The label and the stacks of a sector of POWER's board.

A sector shows its label, its owner as a small letter, and the pieces in capitals: `V8v2S1T`. If they do not
fit, the label is cut to its end (`8v2S1T`), then the pieces end with `+`; `*` means several owners. What the
player's sheets would do stands behind the pieces that stay: `V8v2S-1T>1C`, a tank leaves and a fighter comes.
"""

from collections.abc import Iterator, Sequence

from client.games.api import Fragment, Mark, Marks, Side
from client.games.plans import is_leaving, letters_apart, merged, style_of, write_mark
from protocol.letters import Letters
from protocol.views.power import ARMIES, EMPTY, KINDS, PowerView

sides = tuple(Side(army, army, slot) for slot, army in enumerate(ARMIES))
SIDE = {side.key: side for side in sides}
FLAG = "^"
TIGHT = 6
"""A cell narrower than this may part the letter of an army from its pieces."""


def sector_lines(
    view: PowerView, place: str, size: tuple[int, int], marks: Marks
) -> tuple[list[list[Fragment]], Sequence[Mark]]:
    """The label and the stacks in lines of that width, and those marks of the plan that are among them."""
    planned = [mark for mark in marks.plan.at(place) if mark.unit]
    flag = FLAG if _flies(view, place) else ""
    for groups, label, apart, drawn in _tries(view, place, size[0], planned, marks):
        lines, is_cut = _flow([("class:label", label + flag)], groups, *size, apart)
        if not is_cut:
            return lines, drawn
    groups = _groups(view, place, merged(_coming(planned)), marks.letters)
    mark = flag + ("*" if len({style for style, _ in groups if "class:side" in style}) > 1 else "")
    label = marks.letters.place(_short(place)) + mark
    return _flow([("class:label", label)], groups, *size, False)[0], ()


def _tries(
    view: PowerView, place: str, width: int, planned: Sequence[Mark], marks: Marks
) -> Iterator[tuple[list[Fragment], str, bool, Sequence[Mark]]]:
    """What may be drawn on a sector, the best first: stacks, label, whether with blanks, and the plan.

    Without room for all of the plan, the pieces that leave are left out: they stand where they go to.
    """
    letters = marks.letters
    whole, short = letters.place(place), letters.place(_short(place))
    labels = ((whole, width > 8), (whole, False), (short, False))
    coming = _coming(planned)
    if planned:
        pointed = _groups(view, place, planned, letters, has_ways=not marks.ascii)
        yield from ((pointed, *label, planned) for label in labels[:2])
        counted = _groups(view, place, merged(planned), letters)
        yield from ((counted, *label, planned) for label in labels)
    groups = _groups(view, place, merged(coming), letters)
    yield from ((groups, *label, coming) for label in labels)
    if width < TIGHT:
        yield letters_apart(groups), short, False, coming


def _coming(planned: Sequence[Mark]) -> list[Mark]:
    return [mark for mark in planned if not is_leaving(mark)]


def _flow(
    head: list[Fragment], groups: list[Fragment], width: int, height: int, apart: bool
) -> tuple[list[list[Fragment]], bool]:
    """Put the stacks after the label, without breaking a stack. Returns also whether some were left out."""
    lines, used = [list(head)], sum(len(text) for _, text in head)
    for number, (style, text) in enumerate(groups):
        gap = 1 if apart and used else 0
        room = width - (len(lines) == height and number < len(groups) - 1)  # leaves room for the +
        if used + gap + len(text) > room and len(lines) < height:
            lines.append([])
            used, gap = 0, 0
            room = width - (len(lines) == height and number < len(groups) - 1)
        if used + gap + len(text) > room:
            lines[-1].append(("class:more", "+"))
            return lines, True
        inside = style if number and groups[number - 1][0] == style and text[0].isdigit() else ""
        lines[-1] += [(inside, " " * gap)] * gap + [(style, text)]
        used += gap + len(text)
    return lines, False


def _groups(
    view: PowerView, place: str, planned: Sequence[Mark], letters: Letters, *, has_ways: bool = False
) -> list[Fragment]:
    """Each stack in the style of its army; the first one of an army has the letter of the army.

    The pieces of the plan stand behind those of their army that stay.
    """
    found: list[Fragment] = []
    for army in ARMIES:
        stack = view.pieces.get(army, {}).get(place, EMPTY)
        kinds = [f"{count}{letters.piece(kind)}" for count, kind in zip(stack, KINDS, strict=True) if count]
        groups = [(SIDE[army].style, text) for text in kinds]
        own = (mark for mark in planned if mark.side == army)
        groups += [planned_fragment(mark, letters, has_ways=has_ways) for mark in own]
        if groups:
            found += [(groups[0][0], army.lower() + groups[0][1]), *groups[1:]]
    return found


def planned_fragment(mark: Mark, letters: Letters, *, has_ways: bool = False) -> Fragment:
    return style_of(mark), write_mark(mark, f"{mark.count}{letters.piece(mark.unit)}", has_way=has_ways)


def _short(place: str) -> str:
    return "HQ" if place[0] == "H" else place[1:] if place[0] in ARMIES else place


def _flies(view: PowerView, place: str) -> bool:
    return place[:2] == "HQ" and view.flags.get(place[2:]) == place[2:]
