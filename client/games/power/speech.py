"""POWER in sentences."""

import re
from collections.abc import Iterator

from client.state.client_state import RoundTold
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
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
_TURNED = re.compile(r"([VBJR])(HQ|RV)")


class Speaker:
    def board(self, view: PowerView, game: Catalogue, client: Catalogue) -> list[str]:
        referee = game.word("army", view.referee)
        heading = client.say(Note("power.round", {"round": view.round, "referee": referee}))
        return [heading, *(line for army in ARMIES for line in _army(view, army, game, client))]

    def mine(self, view: PowerView, game: Catalogue, client: Catalogue) -> list[str]:
        own = [army for army in ARMIES if view.seat and view.sides.get(army) == view.seat]
        return [line for army in own for line in _army(view, army, game, client)]

    def cell(self, view: PowerView, place: str, game: Catalogue, client: Catalogue) -> list[str]:
        found = _read_place(view, place)
        if found is None:
            return [client.say(Note("power.no-place", {"word": place[:20]}))]
        standing = [army for army in ARMIES if found in view.pieces.get(army, {})]
        name = game.word("place", found)
        if not standing:
            return [client.say(Note("power.empty", {"place": found, "name": name}))]
        heading = client.say(Note("power.cell", {"place": found, "name": name}))
        return [heading, *(_standing(view, army, found, game, client) for army in standing)]

    def rounds(self, told: RoundTold, game: Catalogue, client: Catalogue) -> list[str]:
        lines: list[str] = []
        for army in _reading(told):
            lines += _sheet(told, army, game, client)
        lines += [game.say(note_of(event)) for event in told.story if not isinstance(event, _ON_A_SHEET)]
        return lines

    def rules(self, game: Catalogue, client: Catalogue) -> list[str]:
        pieces = [
            client.say(Note("power.piece", {"kind": kind, "name": game.word("piece", kind), "power": power}))
            for kind, power in zip(KINDS, POWERS, strict=True)
        ]
        short = [str(line) for line in client.tables["rules-power"]["short"]]
        return [*short, client.say(Note("power.pieces")), *pieces]


SPEAKER = Speaker()
_ON_A_SHEET = (Moved, Shared, Exchanged, Launched, Lost, Penalised)


def _army(view: PowerView, army: Army, game: Catalogue, client: Catalogue) -> Iterator[str]:
    name = game.word("army", army)
    if army in view.eliminated:
        yield client.say(Note("power.out", {"army": army, "name": name}))
        return
    places = view.pieces.get(army, {})
    on_board = [f"{place} {write_stack(places[place])}" for place in sorted(places) if place != reserve(army)]
    held = [flag for flag, holder in view.flags.items() if holder == army]
    args: dict[str, Arg] = {
        "army": army,
        "name": name,
        "places": "; ".join(on_board) or "-",
        "reserve": write_stack(places.get(reserve(army), ())) if reserve(army) in places else "-",
        "strength": sum(strength(stack) for stack in places.values()),
        "flags": ", ".join(held) or "-",
    }
    yield client.say(Note("power.mercenary" if army == view.mercenary else "power.army", args))


def _standing(view: PowerView, army: Army, place: Place, game: Catalogue, client: Catalogue) -> str:
    stack = view.pieces[army][place]
    words = ", ".join(
        f"{count} {game.word('piece', kind, count)}"
        for kind, count in zip(KINDS, stack, strict=True)
        if count
    )
    name = game.word("army", army)
    return client.say(
        Note("power.standing", {"army": army, "name": name, "pieces": words, "strength": strength(stack)})
    )


def _read_place(view: PowerView, text: str) -> Place | None:
    """As on a sheet: `HQ` is one's own, `BHQ` is `HQB`."""
    word = _TURNED.sub(r"\2\1", text.upper())
    if word in ("HQ", "RV") and view.armies:
        word += view.armies[0]
    return word if _PLACE.fullmatch(word) else None


def _reading(told: RoundTold) -> list[Army]:
    order = told.before.reading if isinstance(told.before, PowerView) else ()
    return [army for army in order if army in told.sheets] or list(told.sheets)


def _sheet(told: RoundTold, army: Army, game: Catalogue, client: Catalogue) -> Iterator[str]:
    name = game.word("army", army)
    events = [e for e in told.story if isinstance(e, _ON_A_SHEET) and e.army == army]
    empty = not any(line.strip() for line in told.sheets[army])
    yield client.say(Note("power.sheet-empty" if empty else "power.sheet", {"army": army, "name": name}))
    for event in events:
        yield from _order(event, game, client)


def _order(event: Event, game: Catalogue, client: Catalogue) -> Iterator[str]:
    match event:
        case Penalised():
            yield game.say(note_of(event))
        case Lost():
            if event.text.strip():
                reason = game.say(event.reason)
                args: dict[str, Arg] = {"line": event.line + 1, "text": event.text, "reason": reason}
                yield client.say(Note("power.lost", args))
        case Moved() | Shared() | Exchanged() | Launched():
            yield client.say(Note("power.order", {"line": event.line + 1, "text": event.text}))
