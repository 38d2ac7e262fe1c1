"""Argad! in sentences."""

from collections.abc import Iterator

from client.games.api import RoundRead
from client.games.argad import board as shown_board
from client.games.argad.army_list import figures_in
from client.games.argad.board import place_of, place_of_piece, sheet_name
from client.games.argad.place_text import described, sentence, terrain_words
from client.games.argad.seats import BEFORE_BATTLE, Standing, units_of
from client.games.argad.standing import cards_left, course, points_text
from client.games.argad.story import sentences
from client.games.argad.summary import summary as summary
from client.games.spoken_sheets import spoken_sheets
from protocol.ids import Seat
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.argad import ArgadView
from protocol.views.argad.board import CM_PER_HEX, TABLES, TroopType
from protocol.views.argad.ready_armies import ready_army
from protocol.views.argad.words import ARMY, DEPLOY, LEADER_OF, SIDE_OF

NONE = "-"


def board(view: ArgadView, words: Catalogue) -> list[str]:
    """What is on, every unit in one sentence, and what else lies on the board."""
    lines = [stage_sentence(view, words)]
    if view.stage == ARMY:
        return [*lines, *(_army(view, key, words) for key in TABLES.armies)]
    for seat in view.seats:
        lines += _seat(view, seat, words)
    lines += [words.say(Note("speech.banner", {"at": at, "seat": seat})) for at, seat in view.banners.items()]
    lines += [words.say(Note(f"speech.gone-{how}", {"unit": name})) for name, how in view.gone.items()]
    return lines


def mine(view: ArgadView, words: Catalogue) -> list[str]:
    """The own units; before the army is chosen, what is on."""
    if view.stage == ARMY:
        return [stage_sentence(view, words)]
    return list(_seat(view, view.seat, words)) if view.seat else []


def cell(view: ArgadView, place: str, words: Catalogue) -> list[str]:
    """A hex by its name, or by the unit that stands there."""
    word = place.strip()
    found = place_of(word, "") or place_of_piece(view, word, view.seat or "")
    if not found:
        return [words.say(Note("speech.no-place", {"word": place[:20]}))]
    said = [words.say(Note("speech.cell", {"place": found, "terrain": terrain_words(view, found, words)}))]
    return said + [f"{text[:1].upper()}{text[1:]}." for text in described(view, found, words)]


def rounds(told: RoundRead, words: Catalogue) -> list[str]:
    """The sheets with the reasons of lost lines, then everything that happened, in order."""
    before = told.before if isinstance(told.before, ArgadView) else None
    return spoken_sheets(told, shown_board, before, words) + [
        words.say(note) for note in sentences(before, told.story)
    ]


def rules(words: Catalogue) -> list[str]:
    short = [str(line) for line in words.tables["rules"]["short"]]
    types = [_type(code, kind, words) for code, kind in TABLES.types.items()]
    return [*short, words.say(Note("speech.types")), *types]


def stage_sentence(view: ArgadView, words: Catalogue) -> str:
    """Where the battle stands, in one line."""
    args: dict[str, Arg] = {
        "turn": view.turn,
        "turns": view.turns,
        "map": view.map,
        "course": course(view, words),
        "cards": cards_left(view),
        "points": points_text(view),
    }
    return words.say(Note("speech.stage-before" if view.stage in BEFORE_BATTLE else "speech.stage", args))


def _seat(view: ArgadView, seat: Seat, words: Catalogue) -> Iterator[str]:
    army = view.armies.get(SIDE_OF[seat])
    name = army.name if army else NONE
    yield words.say(Note("speech.seat", {"letter": seat, "seat": sheet_name(seat, words), "army": name}))
    units = {unit: each for unit, each in units_of(view).items() if unit[-1] == seat}
    yield from (f"{sentence(view, Standing(unit, each), words)}." for unit, each in units.items())
    if army and not units and view.stage == DEPLOY and seat == LEADER_OF[SIDE_OF[seat]]:
        yield from (f"{unit.number}{seat}, {unit.figs}." for unit in army.units)


def _army(view: ArgadView, key: str, words: Catalogue) -> str:
    army = ready_army(key, is_even=view.is_even)
    args: dict[str, Arg] = {
        "key": key,
        "figures": len(figures_in(army)),
        "cost": army.cost,
        "units": " / ".join(unit.figs for unit in army.units),
    }
    return words.say(Note("speech.army", args))


def _type(code: str, kind: TroopType, words: Catalogue) -> str:
    args: dict[str, Arg] = {
        "code": code,
        "name": words.word("troop", code, 1),
        "class": kind.rank,
        "armour": kind.armour,
        "mount": words.word("mount", kind.mount),
        "melee": words.word("melee-arm", kind.melee),
        "missile": words.word("missile-arm", kind.missile) if kind.missile else NONE,
        "steps": kind.rate_cm // CM_PER_HEX,
        "cost": kind.cost,
    }
    return words.say(Note("speech.type", args))
