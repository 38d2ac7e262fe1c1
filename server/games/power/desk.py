"""Help for a player who writes: which lines would be lost, how a line may go on. It uses only the view."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from protocol.letters import letters_of, sets_of
from protocol.notes import Arg, Fault, Note, Progress, Suggestion
from protocol.texts import DEFAULT
from protocol.views.power import (
    ARMIES,
    KINDS,
    Army,
    Kind,
    Lost,
    Place,
    PowerView,
    Stack,
    reserve,
    stack_of,
    strength,
    write_stack,
)
from server.games.flaw import LONGEST_LINE
from server.games.power.board import PLACES, RANK, REACH, SPELLINGS, short_name
from server.games.power.field import POWER_OF, Field
from server.games.power.orders import MISSILE_PRICE, MOST_ORDERS, UPGRADE, penalty, read_order, read_sheet

LONGEST_SHEET = 200
"""Lines after these are not judged one by one, because all are lost for the same reason."""


def review(view: PowerView, sheet: Army, lines: Sequence[str]) -> tuple[Fault, ...]:
    """The faults of a draft. Blank lines are no faults."""
    if sheet not in view.armies:
        return ()
    field = _field(view, sheet)
    events = read_sheet(field, sheet, lines[:LONGEST_SHEET], {})
    return tuple(
        Fault(event.line, event.column, event.reason.code, event.reason.args)
        for event in events
        if isinstance(event, Lost) and event.text.strip()
    )


def progress(view: PowerView, sheet: Army, lines: Sequence[str]) -> Progress:
    """P-IDLE: what an army pays if no order of its sheet can be carried out."""
    if sheet not in view.armies:
        return Progress()
    field = _field(view, sheet)
    # Most sheets have an order that counts on their first line, and what follows it changes nothing here.
    for number, text in enumerate(lines[:MOST_ORDERS]):
        if not isinstance(read_order(field, sheet, number, text, {}), Lost):
            return Progress()
    paid = penalty(field, sheet)
    if paid is None:
        return Progress(Note("otherwise.nothing"))
    if paid.broken is None:
        return Progress(Note("otherwise.power"))
    return Progress(Note("otherwise.piece", {"broken": paid.broken, "place": paid.place or ""}))


def _field(view: PowerView, sheet: Army) -> Field:
    """The pieces that orders on this sheet can name: those of the army, and the mercenaries."""
    named = (sheet, view.mercenary)
    return Field({a: p for a, p in view.pieces.items() if a in named}, view.sides, view.mercenary)


class Offer(Struct, frozen=True):
    """The words of an order that could be carried out now, each with its meaning."""

    words: tuple[str, str, str]
    glosses: tuple[Note, Note, Note]


def suggest(view: PowerView, sheet: Army, above: Sequence[str], text: str) -> tuple[Suggestion, ...]:
    """The next words that lead to an order which would not be lost.

    A word that is complete already (`T`) is followed by what may come next (`T V8`).
    """
    if sheet not in view.armies or len(above) >= MOST_ORDERS or len(text) > LONGEST_LINE:
        return ()
    field = _field(view, sheet)
    read_sheet(field, sheet, above, {})
    typed = text.upper().split()
    done = typed if text[-1:].isspace() or not typed else typed[:-1]
    begun = typed[-1] if len(typed) > len(done) else ""
    if len(typed) > 3 or len(done) == 3 or not text.isascii():
        return ()
    found: dict[str, Suggestion] = {}
    for offer in _offers(field, view, sheet):
        if not all(
            _same(word, typed_word, sheet) for word, typed_word in zip(offer.words, done, strict=False)
        ):
            continue
        at = len(done)
        word = offer.words[at]
        if not _begins(word, begun, sheet):
            continue
        if begun and _same(word, begun, sheet) and at < 2:
            at += 1
        line = " ".join(offer.words[: at + 1])
        found.setdefault(line, Suggestion(line, offer.glosses[at]))
    return tuple(found.values())


def first_order(view: PowerView, sheet: Army) -> str:
    """The order that the first suggestions lead to, or nothing; no other order is looked at."""
    if sheet not in view.armies:
        return ""
    offer = next(_offers(_field(view, sheet), view, sheet), None)
    return " ".join(offer.words) if offer else ""


@lru_cache(maxsize=4096)  # every key that a player types asks for the same words
def _spelled(word: str, army: Army) -> str:
    """A word in one spelling, in whichever letters its pieces or its place are written."""
    names, original = SPELLINGS[army], letters_of("power", DEFAULT)
    if word[:1] == "E" and word[1:] in names:
        return "E" + names[word[1:]]
    return names.get(word) or original.line(word)


@lru_cache(maxsize=4096)
def _forms(word: str, army: Army) -> tuple[str, ...]:
    """The word as it can be written: short or in full, in the letters of any set."""
    return tuple(letters.line(each) for each in (word, _spelled(word, army)) for letters in sets_of("power"))


def _same(word: str, typed: str, army: Army) -> bool:
    return word == typed or _spelled(word, army) == _spelled(typed, army)


def _begins(word: str, typed: str, army: Army) -> bool:
    return any(form.startswith(typed) for form in _forms(word, army)) or _same(word, typed, army)


def _offers(field: Field, view: PowerView, army: Army) -> Iterator[Offer]:
    owners = [army]
    if view.mercenary and view.mercenary not in view.eliminated:
        owners.append(view.mercenary)
    for owner in owners:
        yield from _moves(field, view, army, owner)
        yield from _exchanges(field, army, owner)
        yield from _launches(field, view, army, owner)


def _commanded(field: Field, owner: Army, army: Army) -> list[Place]:
    """The places of the owner's pieces that orders of this army can name."""
    places = sorted(field.places(owner), key=RANK.__getitem__)
    return [place for place in places if owner == army or place in field.hired]


def _moves(field: Field, view: PowerView, army: Army, owner: Army) -> Iterator[Offer]:
    places = _commanded(field, owner, army)
    for kind in REACH:
        for place in places:
            count = field.fresh_count(owner, place, kind)
            if not count or (owner != army and field.fresh_count(army, place, kind)):
                continue  # if both have such a piece there, the order moves the army's own
            glosses = _piece_gloss(kind, owner, army), _place_gloss(place, kind, count)
            for to in sorted(REACH[kind][place], key=RANK.__getitem__):
                words = kind, short_name(place, army), short_name(to, army)
                yield Offer(words, (*glosses, _target_gloss(view, to)))


def _launches(field: Field, view: PowerView, army: Army, owner: Army) -> Iterator[Offer]:
    for place in _commanded(field, owner, army):
        count = field.count(owner, place, "M")
        if not count or (owner != army and field.count(army, place, "M")):
            continue
        glosses = _piece_gloss("M", owner, army), _place_gloss(place, "M", count)
        for to in PLACES:
            words = "M", short_name(place, army), short_name(to, army)
            yield Offer(words, (*glosses, _target_gloss(view, to)))


def _exchanges(field: Field, army: Army, owner: Army) -> Iterator[Offer]:
    for place in _commanded(field, owner, army):
        stack = field.stack(owner, place)
        for used, make in _makeable(stack, place == reserve(owner)):
            words = _write_used(used), "E" + short_name(place, army), make
            note = Note("gloss.exchange", {"used": write_stack(used), "kind": make})
            where = Note("gloss.exchange-at", {"place": place, "stack": write_stack(stack)})
            yield Offer(words, (note, where, Note("gloss.made", {"kind": make, "power": POWER_OF[make]})))


def _makeable(stack: Stack, in_reserve: bool) -> Iterator[tuple[Stack, Kind]]:
    counts = dict(zip(KINDS, stack, strict=True))
    for small, big in UPGRADE.items():
        if in_reserve and counts["P"] >= POWER_OF[small]:
            yield stack_of({"P": POWER_OF[small]}), small
        if counts[small] >= 3:
            yield stack_of({small: 3}), big
    if strength(stack) >= MISSILE_PRICE:
        yield _cheapest_hundred(counts), "M"


def _cheapest_hundred(counts: dict[Kind, int]) -> Stack:
    """Pieces that are enough for a missile: the largest first, without small ones that are not needed."""
    used: dict[Kind, int] = {}
    missing = MISSILE_PRICE
    for kind in sorted(counts, key=lambda kind: -POWER_OF[kind]):
        if POWER_OF[kind]:
            used[kind] = min(counts[kind], missing // POWER_OF[kind])
            missing -= used[kind] * POWER_OF[kind]
    for kind in sorted(counts, key=lambda kind: POWER_OF[kind]):
        while missing > 0 and POWER_OF[kind] and used[kind] < counts[kind]:
            used[kind] += 1
            missing -= POWER_OF[kind]
    return stack_of(used)


def _write_used(used: Stack) -> str:
    terms = [(count, kind) for kind, count in zip(KINDS, used, strict=True) if count]
    if len(terms) == 1:
        return f"{terms[0][0]}{terms[0][1]}"
    return "+".join(kind if count == 1 else f"{count}{kind}" for count, kind in terms)


def _piece_gloss(kind: Kind, owner: Army, army: Army) -> Note:
    args: dict[str, Arg] = {"kind": kind, "power": POWER_OF[kind]}
    if owner == army:
        return Note("gloss.piece", args)
    return Note("gloss.mercenary", {**args, "army": owner})


def _place_gloss(place: Place, kind: Kind, count: int) -> Note:
    return Note("gloss.from", {"place": place, "kind": kind, "count": count})


def _target_gloss(view: PowerView, to: Place) -> Note:
    standing = [
        f"{army} {write_stack(places[to])}" for army in ARMIES if to in (places := view.pieces.get(army, {}))
    ]
    if standing:
        return Note("gloss.occupied", {"place": to, "stacks": ", ".join(standing)})
    return Note("gloss.free", {"place": to})
