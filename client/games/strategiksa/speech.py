"""Strategiksa in sentences."""

from collections.abc import Iterator

from client.games.strategiksa.board import PIECES, SPOTS, place_name
from client.state.client_state import RoundTold
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


class Speaker:
    def board(self, view: StrategiksaView, game: Catalogue, client: Catalogue) -> list[str]:
        lines = [_stage(view, game, client)]
        if view.mountains:
            lines.append(client.say(Note("strategiksa.mountains", {"cells": ", ".join(view.mountains)})))
        lines += [_colour(view, colour, game, client) for colour in view.order]
        return [*lines, _zones(view, game, client)]

    def mine(self, view: StrategiksaView, game: Catalogue, client: Catalogue) -> list[str]:
        return [_colour(view, colour, game, client) for colour in view.colours]

    def cell(self, view: StrategiksaView, place: str, game: Catalogue, client: Catalogue) -> list[str]:
        cell = place.strip().upper()
        if cell not in SPOTS:
            return [client.say(Note("strategiksa.no-place", {"word": place[:20]}))]
        args: dict[str, Arg] = {"cell": cell, "name": place_name(view, cell, game)}
        standing = [colour for colour in view.order if cell in view.pieces.get(colour, {})]
        if not standing:
            return [client.say(Note("strategiksa.empty", args))]
        heading = client.say(Note("strategiksa.cell", args))
        return [heading, *(_standing(view, colour, cell, game, client) for colour in standing)]

    def rounds(self, told: RoundTold, game: Catalogue, client: Catalogue) -> list[str]:
        """The sheet as it was written, what of it is lost and why; then all that happened, in order."""
        lines = [line for colour in told.sheets for line in _sheet(told, colour, game, client)]
        return lines + [game.say(note_of(event)) for event in told.story if not isinstance(event, Lost)]

    def rules(self, game: Catalogue, client: Catalogue) -> list[str]:
        short = [str(line) for line in client.tables["rules-strategiksa"]["short"]]
        pieces = [
            client.say(
                Note(
                    "strategiksa.piece",
                    {"kind": kind, "name": game.word("piece", kind), "range": reach, "weight": weight},
                )
            )
            for kind, (weight, reach, _) in zip(KINDS, PIECES, strict=True)
        ]
        return [*short, client.say(Note("strategiksa.pieces")), *pieces]


SPEAKER = Speaker()


def _stage(view: StrategiksaView, game: Catalogue, client: Catalogue) -> str:
    """Whose turn it is, and what they have to decide."""
    args: dict[str, Arg] = {
        "colour": game.word("colour", view.active),
        "turn": view.turn,
        "limit": view.limit,
        "cell": view.battles[0].cell if view.battles else "",
        "reinforcements": view.reinforcements,
    }
    return client.say(Note(f"strategiksa.stage-{view.stage}", args))


def _colour(view: StrategiksaView, colour: Colour, game: Catalogue, client: Catalogue) -> str:
    cells = view.pieces.get(colour, {})
    lord = view.lords.get(colour, colour)
    placed = [f"{cell} {write_stack(cells[cell])}" for cell in SPOTS if cell in cells]
    args: dict[str, Arg] = {
        "colour": colour,
        "name": game.word("colour", colour),
        "cells": "; ".join(placed) or "-",
        "zones": sum(holder == colour for holder in view.zones.values()),
        "lord": game.word("colour", lord),
        "director": game.word("colour", view.directors.get(colour, colour)),
    }
    if colour in view.gone or (view.turn > 0 and not cells):
        return client.say(Note("strategiksa.out", args))
    return client.say(Note("strategiksa.colour" if lord == colour else "strategiksa.fallen", args))


def _zones(view: StrategiksaView, game: Catalogue, client: Catalogue) -> str:
    sides = dict.fromkeys(view.zones.values())
    held = [f"{side} {', '.join(z for z, holder in view.zones.items() if holder == side)}" for side in sides]
    return client.say(Note("strategiksa.zones", {"zones": "; ".join(held) or "-"}))


def _standing(view: StrategiksaView, colour: Colour, cell: str, game: Catalogue, client: Catalogue) -> str:
    stack = view.pieces[colour].get(cell, EMPTY)
    units = zip(UNITS, stack, strict=True)
    listed = ", ".join(f"{count} {game.word('piece', unit, count)}" for unit, count in units if count)
    args: dict[str, Arg] = {"colour": colour, "name": game.word("colour", colour), "pieces": listed}
    return client.say(Note("strategiksa.standing", args))


def _sheet(told: RoundTold, colour: Colour, game: Catalogue, client: Catalogue) -> Iterator[str]:
    args: dict[str, Arg] = {"colour": colour, "name": game.word("colour", colour)}
    lines = told.sheets[colour]
    empty = not any(line.strip() for line in lines)
    yield client.say(Note("strategiksa.sheet-empty" if empty else "strategiksa.sheet", args))
    lost = {e.line: e for e in told.story if isinstance(e, Lost) and e.colour == colour}
    for number, text in enumerate(lines):
        reason = game.say(lost[number].reason) if number in lost else ""
        code = "strategiksa.lost" if number in lost else "strategiksa.order"
        if text.strip():
            yield client.say(Note(code, {"line": number + 1, "text": text, "reason": reason}))
