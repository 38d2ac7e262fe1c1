"""Zargo's Lords in sentences."""

from collections.abc import Iterator

from client.games.api import RoundRead
from client.games.spoken_sheets import spoken_sheets
from client.games.zargos_lords import board as shown_board
from client.games.zargos_lords.board import place_of
from client.games.zargos_lords.peoples import in_order, kind_name
from client.games.zargos_lords.place_text import described, powers_of, terrain_words
from client.games.zargos_lords.story import sentences
from client.games.zargos_lords.summary import summary as summary
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos_lords import LordsView, Standing
from protocol.views.zargos_lords.board import MAP, Piece
from protocol.views.zargos_lords.words import HIDDEN, KIND_RANK, OVER, SETUP, Hex, People, read_unit

NONE = "-"


def board(view: LordsView, words: Catalogue) -> list[str]:
    """What is on, every people with its cities and units, and what else lies on the map."""
    lines = [stage_sentence(view, words)]
    for people in view.peoples:
        lines += _people(view, people, words)
    return [*lines, *_others(view, words)]


def mine(view: LordsView, words: Catalogue) -> list[str]:
    if view.seat not in view.peoples or view.seat is None:
        return []
    said = view.standing.get(view.seat, Standing())
    own = Note("speech.standing", {"retreat": said.retreat, "push": said.push})
    return [*_people(view, view.seat, words), words.say(own)]


def cell(view: LordsView, place: str, words: Catalogue) -> list[str]:
    found = place_of(place.strip(), "")
    if not found:
        return [words.say(Note("speech.no-place", {"word": place[:20]}))]
    said = [words.say(Note("speech.cell", {"place": found, "terrain": terrain_words(view, found, words)}))]
    said += [f"{text[:1].upper()}{text[1:]}." for text in described(view, found, words)]
    return said


def rounds(told: RoundRead, words: Catalogue) -> list[str]:
    """The sheets with the reasons of lost orders, then everything that happened, in order."""
    before = told.before if isinstance(told.before, LordsView) else None
    return spoken_sheets(told, shown_board, before, words) + [
        words.say(note) for note in sentences(before, told.story)
    ]


def rules(words: Catalogue) -> list[str]:
    short = [str(line) for line in words.tables["rules"]["short"]]
    return [*short, words.say(Note("speech.pieces")), *(_piece(piece, words) for piece in MAP.pieces)]


def _piece(piece: Piece, words: Catalogue) -> str:
    args: dict[str, Arg] = {
        "people": piece.people,
        "code": piece.code,
        "name": kind_name(piece.people, piece.code, words),
        "number": piece.count,
        "movement": piece.movement,
        "combat": piece.combat,
        "resistance": piece.resistance,
        "powers": powers_of(piece, words),
    }
    return words.say(Note("speech.piece", args))


def stage_sentence(view: LordsView, words: Catalogue) -> str:
    args: dict[str, Arg] = {"month": view.month, "months": view.months, "people": view.turn}
    code = "setup" if view.stage == SETUP else "over" if view.stage == OVER else "turn"
    return words.say(Note(f"speech.stage-{code}", args))


def _people(view: LordsView, people: People, words: Catalogue) -> Iterator[str]:
    args: dict[str, Arg] = {
        "letter": people,
        "people": people,
        "cities": ", ".join(_city(view, people, city, words) for city in _cities(view, people)) or NONE,
        "units": _units(view, people) or NONE,
    }
    yield words.say(Note("speech.people", args))


def _cities(view: LordsView, people: People) -> list[Hex]:
    return in_order(view.cities.get(people, {}))


def _city(view: LordsView, people: People, city: Hex, words: Catalogue) -> str:
    garrison = view.cities[people][city]
    if garrison == HIDDEN:
        return words.say(Note("speech.city-hidden", {"city": city}))
    return words.say(Note("speech.city" if garrison else "speech.city-empty", {"city": city, "in": garrison}))


def _units(view: LordsView, people: People) -> str:
    """The units by kind in type order, each kind with its hexes: F C09 D08; F+G H16."""
    by_text: dict[str, list[Hex]] = {}
    for hex_ in in_order(view.pieces.get(people, {})):
        by_text.setdefault(view.pieces[people][hex_], []).append(hex_)
    order = sorted(by_text, key=lambda text: (KIND_RANK[read_unit(text).kind], text))
    return "; ".join(f"{text} {' '.join(by_text[text])}" for text in order)


def _others(view: LordsView, words: Catalogue) -> Iterator[str]:
    """Pacts, hostages, vanished monks and units that whirlpools hold."""
    if view.pacts:
        yield words.say(Note("speech.pacts", {"pacts": ", ".join(view.pacts)}))
    for city, held in view.hostages.items():
        said = ", ".join(f"{people} {pieces}" for people, pieces in held.items())
        yield words.say(Note("speech.hostages", {"city": city, "hostages": said}))
    if view.vanished:
        yield words.say(Note("speech.vanished", {"hexes": " ".join(in_order(view.vanished))}))
    if view.stuck:
        held_at = ", ".join(f"{hex_} {moves}" for hex_, moves in view.stuck.items())
        yield words.say(Note("speech.stuck", {"hexes": held_at}))
