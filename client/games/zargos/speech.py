"""Zargos in sentences."""

from collections.abc import Iterator

from client.games.api import RoundRead
from client.games.spoken_sheets import spoken_sheets
from client.games.zargos import board as shown_board
from client.games.zargos.board import place_name, place_of
from client.games.zargos.peoples import FIGURES, led_by, standing_order, units_at
from client.games.zargos.story import sentences
from client.games.zargos.summary import summary as summary
from protocol.notes import Arg, Note
from protocol.texts import Catalogue
from protocol.views.zargos import ZargosView
from protocol.views.zargos.board import ORDER
from protocol.views.zargos.words import CARDS, DEMONS, GREEN, SETUP, People, Place, in_table_order


def board(view: ZargosView, words: Catalogue) -> list[str]:
    """What is on, what is in force, and every people with its places."""
    lines = [stage_sentence(view, words), *_in_force(view, words)]
    lines += [_people(view, people, words) for people in standing_order(view)]
    if demons := view.units.get(DEMONS):
        lines.append(words.say(Note("speech.demons", {"places": _places(demons)})))
    return [*lines, *(_combat(view, number, words) for number in range(len(view.combats)))]


def mine(view: ZargosView, words: Catalogue) -> list[str]:
    own = led_by(view, view.seat or "")
    return [*(_people(view, people, words) for people in own), *hand(view, words)]


def hand(view: ZargosView, words: Catalogue) -> list[str]:
    """The cards of the reader's own peoples, with what each of them does."""
    return [line for people in led_by(view, view.seat or "") for line in _hand(view, people, words)]


def _hand(view: ZargosView, people: People, words: Catalogue) -> Iterator[str]:
    secret = [card for card in view.cards.get(people, ()) if card not in ORDER]
    if secret:
        cards = ", ".join(words.word("draft-card", card) for card in secret)
        yield words.say(Note("speech.secret", {"people": people, "cards": cards}))
    held = in_table_order(view.hands.get(people, ()))
    if view.stage in SETUP:
        if not secret:
            yield words.say(Note("speech.no-secret", {"people": people}))
        return
    if not held:
        yield words.say(Note("speech.no-cards", {"people": people}))
        return
    yield words.say(Note("speech.cards", {"people": people, "number": len(held)}))
    for card in dict.fromkeys(held):
        args: dict[str, Arg] = {
            "word": card_word(card, words),
            "card": card,
            "number": held.count(card),
        }
        args["when"] = words.word("when", card if card in GREEN else "red")
        yield words.say(Note("speech.card", args))


def card_word(card: str, words: Catalogue) -> str:
    """The word with which this reader names a card on a sheet."""
    return words.letters.line(card).upper()


def cell(view: ZargosView, place: str, words: Catalogue) -> list[str]:
    found = place_of(place.strip(), "")
    if not found:
        return [words.say(Note("speech.no-place", {"word": place[:20]}))]
    args: dict[str, Arg] = {"place": found, "name": place_name(view, found, words)}
    lines = [words.say(Note("speech.cell", args))]
    standing = units_at(view, found)
    if standing is None:
        lines.append(words.say(Note("speech.empty", args)))
    else:
        people, count = standing
        unit = words.word("unit", people, count)
        lines.append(words.say(Note("speech.standing", {"number": count, "unit": unit, "people": people})))
    fights = [number for number, combat in enumerate(view.combats) if combat.at == found]
    return [*lines, *(_combat(view, number, words) for number in fights)]


def rounds(told: RoundRead, words: Catalogue) -> list[str]:
    """The sheets with the reasons of lost lines, then everything that happened, in order."""
    before = told.before if isinstance(told.before, ZargosView) else None
    return spoken_sheets(told, shown_board, before, words) + [
        words.say(frame.note) for frame in sentences(before, told.story)
    ]


def rules(words: Catalogue) -> list[str]:
    short = [str(line) for line in words.tables["rules"]["short"]]
    peoples = [_figures(people, words) for people in FIGURES]
    cards = [
        words.say(Note("speech.rule-card", {"word": card_word(card, words), "number": number, "card": card}))
        for card, number in CARDS.items()
    ]
    return [*short, words.say(Note("speech.peoples")), *peoples, words.say(Note("speech.all-cards")), *cards]


def _figures(people: People, words: Catalogue) -> str:
    figures = FIGURES[people]
    args: dict[str, Arg] = {
        "letter": people,
        "people": people,
        "speed": figures.speed,
        "attack": figures.attack,
        "defence": figures.defence,
        "price": figures.price or "-",
    }
    return words.say(Note("speech.figures", args))


def stage_sentence(view: ZargosView, words: Catalogue) -> str:
    """The turn, whose turn it is, and what is being decided."""
    args: dict[str, Arg] = {
        "turn": view.turn,
        "turns": view.turns,
        "people": view.active or "-",
        "stage": words.word("stage-name", view.stage),
    }
    code = "stage-turn" if view.turn and view.active else "stage-before"
    return words.say(Note("speech.stage-over" if view.stage == "over" else f"speech.{code}", args))


def _in_force(view: ZargosView, words: Catalogue) -> Iterator[str]:
    if view.order:
        yield words.say(Note("speech.order", {"order": " ".join(view.order)}))
    if view.turn:
        master = Note("speech.master", {"people": view.master}) if view.master else Note("speech.no-master")
        yield words.say(master)
    if view.curse:
        name, *place = view.curse.split()
        exempt = " ".join(view.exempt) or "-"
        curse = " ".join([words.word("curse", name), *place])
        yield words.say(Note("speech.curse", {"curse": curse, "exempt": exempt}))
    if view.winds:
        winds = ", ".join(_wind(wind, words) for wind in view.winds)
        yield words.say(Note("speech.winds", {"winds": winds}))


def _wind(wind: str, words: Catalogue) -> str:
    card, *target = wind.split()
    return " ".join([words.word("card", card), *target])


def _people(view: ZargosView, people: People, words: Catalogue) -> str:
    if people in view.out:
        return words.say(Note("speech.out", {"people": people}))
    kingdoms = [words.word("kingdom", code) for code, holder in view.kingdoms.items() if holder == people]
    args: dict[str, Arg] = {
        "letter": people,
        "people": people,
        "seat": view.seats.get(people, "-"),
        "places": _places(view.units.get(people, {})),
        "points": view.worth.get(people, 0),
        "boats": view.boats.get(people, 0),
        "cards": view.hand_sizes.get(people, 0),
        "kingdoms": ", ".join(kingdoms) or "-",
        "secret": sum(view.backs.get(people, (0, 0))),
        "units": view.to_place.get(people, 0),
    }
    return words.say(Note("speech.people" if view.turn else "speech.people-before", args))


def _places(places: dict[Place, int]) -> str:
    return ", ".join(f"{place} {places[place]}" for place in ORDER if place in places) or "-"


def _combat(view: ZargosView, number: int, words: Catalogue) -> str:
    combat = view.combats[number]
    args: dict[str, Arg] = {"at": combat.at, "by": combat.by, "number": combat.number}
    return words.say(Note("speech.combat", args))
