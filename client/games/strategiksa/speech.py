"""Strategiksa in sentences."""

from collections.abc import Iterator

from client.games.api import RoundRead
from client.games.strategiksa.board import PIECES, place_name
from client.games.strategiksa.cells import SPOTS
from client.games.strategiksa.summary import summary as summary
from client.games.summaries import between_items
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.strategiksa import (
    EMPTY,
    KINDS,
    UNITS,
    Colour,
    Lost,
    StrategiksaView,
    note_of,
    write_stack,
)


def board(view: StrategiksaView, words: Catalogue) -> list[str]:
    lines = [stage_sentence(view, words)]
    if view.mountains:
        lines.append(words.say(Note("speech.mountains", {"cells": ", ".join(view.mountains)})))
    lines += [_colour(view, colour, words) for colour in view.order]
    return [*lines, _zones(view, words)]


def mine(view: StrategiksaView, words: Catalogue) -> list[str]:
    return [_colour(view, colour, words) for colour in view.colours]


def cell(view: StrategiksaView, place: str, words: Catalogue) -> list[str]:
    found = place.strip().upper()
    if found not in SPOTS:
        return [words.say(Note("speech.no-place", {"word": place[:20]}))]
    args: dict[str, Arg] = {"cell": found, "name": place_name(view, found, words)}
    standing = [colour for colour in view.order if found in view.pieces.get(colour, {})]
    if not standing:
        return [words.say(Note("speech.empty", args))]
    heading = words.say(Note("speech.cell", args))
    return [heading, *(_standing(view, colour, found, words) for colour in standing)]


def rounds(told: RoundRead, words: Catalogue) -> list[str]:
    """The sheet with the reasons of lost lines, then everything that happened, in order."""
    lines = [line for colour in told.sheets for line in _sheet(told, colour, words)]
    return lines + [words.say(note_of(event)) for event in told.story if not isinstance(event, Lost)]


def rules(words: Catalogue) -> list[str]:
    short = [str(line) for line in words.tables["rules"]["short"]]
    pieces = [
        words.say(
            Note(
                "speech.piece",
                {"kind": kind, "name": words.word("piece", kind), "range": reach, "weight": weight},
            )
        )
        for kind, (weight, reach, _) in zip(KINDS, PIECES, strict=True)
    ]
    return [*short, words.say(Note("speech.pieces")), *pieces]


def stage_sentence(view: StrategiksaView, words: Catalogue) -> str:
    """Whose turn it is, and what has to be decided."""
    args: dict[str, Arg] = {
        "colour": words.word("colour", view.active),
        "turn": view.turn,
        "circle": view.circle,
        "limit": view.limit,
        "cell": view.battles[0].cell if view.battles else "",
        "reinforcements": view.reinforcements,
    }
    return words.say(Note(f"speech.stage-{view.stage}", args))


def _colour(view: StrategiksaView, colour: Colour, words: Catalogue) -> str:
    cells = view.pieces.get(colour, {})
    lord = view.lords.get(colour, colour)
    placed = [f"{cell} {write_stack(cells[cell])}" for cell in SPOTS if cell in cells]
    args: dict[str, Arg] = {
        "colour": colour,
        "name": words.word("colour", colour),
        "cells": between_items(words).join(placed) or "-",
        "zones": sum(holder == colour for holder in view.zones.values()),
        "lord": words.word("colour", lord),
        "director": words.word("colour", view.directors.get(colour, colour)),
    }
    if colour in view.gone or (view.turn > 0 and not cells):
        return words.say(Note("speech.out", args))
    return words.say(Note("speech.colour" if lord == colour else "speech.fallen", args))


def _zones(view: StrategiksaView, words: Catalogue) -> str:
    sides = dict.fromkeys(view.zones.values())
    held = [f"{side} {', '.join(z for z, holder in view.zones.items() if holder == side)}" for side in sides]
    return words.say(Note("speech.zones", {"zones": between_items(words).join(held) or "-"}))


def _standing(view: StrategiksaView, colour: Colour, cell: str, words: Catalogue) -> str:
    stack = view.pieces[colour].get(cell, EMPTY)
    units = zip(UNITS, stack, strict=True)
    listed = ", ".join(f"{count} {words.word('piece', unit, count)}" for unit, count in units if count)
    args: dict[str, Arg] = {"colour": colour, "name": words.word("colour", colour), "pieces": listed}
    return words.say(Note("speech.standing", args))


def _sheet(told: RoundRead, colour: Colour, words: Catalogue) -> Iterator[str]:
    args: dict[str, Arg] = {"colour": colour, "name": words.word("colour", colour)}
    lines = told.sheets[colour]
    empty = not any(line.strip() for line in lines)
    yield words.say(Note("speech.sheet-empty" if empty else "speech.sheet", args))
    lost = {e.line: e for e in told.story if isinstance(e, Lost) and e.colour == colour}
    for number, text in enumerate(lines):
        reason = words.say(lost[number].reason) if number in lost else ""
        code = "speech.lost" if number in lost else "speech.order"
        if text.strip():
            shown = words.letters.line(text)
            yield words.say(Note(code, {"line": number + 1, "text": shown, "reason": reason}))
