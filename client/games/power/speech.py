"""POWER in sentences."""

import re
from collections.abc import Iterator

from client.games.api import RoundRead
from client.games.power.summary import summary as summary
from client.games.summaries import between_items
from protocol.letters import letters_of
from protocol.notes import Arg, Note
from protocol.texts import DEFAULT, Catalogue
from protocol.views.power import (
    ARMIES,
    KINDS,
    POWERS,
    Army,
    Event,
    Exchanged,
    Launched,
    Lost,
    Moved,
    Penalised,
    Place,
    PowerView,
    Shared,
    note_of,
    reserve,
    strength,
    write_stack,
)

_PLACE = re.compile(r"(?:HQ|RV)[VBJR]|[VBJR][0-8]|I[NESWX]|S(?:[1-9]|1[0-2])")
_ORIGINAL = letters_of("power", DEFAULT)
"""The letters in which views name pieces and places."""

_ON_A_SHEET = (Moved, Shared, Exchanged, Launched, Lost, Penalised)


def stage_sentence(view: PowerView, words: Catalogue) -> str:
    referee = words.word("army", view.referee)
    return words.say(Note("speech.round", {"round": view.round, "referee": referee}))


def board(view: PowerView, words: Catalogue) -> list[str]:
    return [stage_sentence(view, words), *(line for army in ARMIES for line in _army(view, army, words))]


def mine(view: PowerView, words: Catalogue) -> list[str]:
    own = [army for army in ARMIES if view.seat and view.sides.get(army) == view.seat]
    return [line for army in own for line in _army(view, army, words)]


def cell(view: PowerView, place: str, words: Catalogue) -> list[str]:
    found = _read_place(view, place)
    if found is None:
        return [words.say(Note("speech.no-place", {"word": place[:20]}))]
    standing = [army for army in ARMIES if found in view.pieces.get(army, {})]
    name = words.word("place", found)
    if not standing:
        return [words.say(Note("speech.empty", {"place": found, "name": name}))]
    heading = words.say(Note("speech.cell", {"place": found, "name": name}))
    return [heading, *(_standing(view, army, found, words) for army in standing)]


def rounds(told: RoundRead, words: Catalogue) -> list[str]:
    lines: list[str] = []
    for army in _reading(told):
        lines += _sheet(told, army, words)
    lines += [words.say(note_of(event)) for event in told.story if not isinstance(event, _ON_A_SHEET)]
    return lines


def rules(words: Catalogue) -> list[str]:
    pieces = [
        words.say(
            Note(
                "speech.piece",
                {"kind": words.letters.piece(kind), "name": words.word("piece", kind), "power": power},
            )
        )
        for kind, power in zip(KINDS, POWERS, strict=True)
    ]
    short = [words.letters.text(line) for line in words.tables["rules"]["short"]]
    return [*short, words.say(Note("speech.pieces")), *pieces]


def _army(view: PowerView, army: Army, words: Catalogue) -> Iterator[str]:
    name = words.word("army", army)
    if army in view.eliminated:
        yield words.say(Note("speech.out", {"army": army, "name": name}))
        return
    places = view.pieces.get(army, {})
    on_board = [f"{place} {write_stack(places[place])}" for place in sorted(places) if place != reserve(army)]
    held = [flag for flag, holder in view.flags.items() if holder == army]
    args: dict[str, Arg] = {
        "army": army,
        "name": name,
        "places": between_items(words).join(on_board) or "-",
        "reserve": write_stack(places.get(reserve(army), ())) if reserve(army) in places else "-",
        "strength": sum(strength(stack) for stack in places.values()),
        "flags": ", ".join(held) or "-",
    }
    yield words.say(Note("speech.mercenary" if army == view.mercenary else "speech.army", args))


def _standing(view: PowerView, army: Army, place: Place, words: Catalogue) -> str:
    stack = view.pieces[army][place]
    listed = ", ".join(
        f"{count} {words.word('piece', kind, count)}"
        for kind, count in zip(KINDS, stack, strict=True)
        if count
    )
    name = words.word("army", army)
    return words.say(
        Note("speech.standing", {"army": army, "name": name, "pieces": listed, "strength": strength(stack)})
    )


def _read_place(view: PowerView, text: str) -> Place | None:
    """The place that was typed, as on a sheet: `HQ` is the player's own, `BHQ` is the same as `HQB`."""
    word = _ORIGINAL.line(text.upper())
    if word in ("HQ", "RV") and view.armies:
        word += view.armies[0]
    return word if _PLACE.fullmatch(word) else None


def _reading(told: RoundRead) -> list[Army]:
    order = told.before.reading if isinstance(told.before, PowerView) else ()
    return [army for army in order if army in told.sheets] or list(told.sheets)


def _sheet(told: RoundRead, army: Army, words: Catalogue) -> Iterator[str]:
    name = words.word("army", army)
    events = [e for e in told.story if isinstance(e, _ON_A_SHEET) and e.army == army]
    empty = not any(line.strip() for line in told.sheets[army])
    yield words.say(Note("speech.sheet-empty" if empty else "speech.sheet", {"army": army, "name": name}))
    for event in events:
        yield from _order(event, words)


def _order(event: Event, words: Catalogue) -> Iterator[str]:
    match event:
        case Penalised():
            yield words.say(note_of(event))
        case Lost():
            if event.text.strip():
                reason = words.say(event.reason)
                args: dict[str, Arg] = {
                    "line": event.line + 1,
                    "text": words.letters.line(event.text),
                    "reason": reason,
                }
                yield words.say(Note("speech.lost", args))
        case Moved() | Shared() | Exchanged() | Launched():
            text = words.letters.line(event.text)
            yield words.say(Note("speech.order", {"line": event.line + 1, "text": text}))
