"""How a line may go on, for every kind of sheet: only what leads to a line that is not lost."""

from collections.abc import Sequence

from protocol.notes import Note
from protocol.views.zargos.board import KINGDOMS, ORDER, RANK, SEAS
from protocol.views.zargos.view import Offer, ZargosView
from protocol.views.zargos.words import BOAT, CARDS, SWORD, Card, DraftCard, People
from server.games.zargos.attack import Attack
from server.games.zargos.choosing import Choosing, free_peoples
from server.games.zargos.curses import Tribute, payable
from server.games.zargos.defence import Defence
from server.games.zargos.deploy import Deployment
from server.games.zargos.draft import Wishing
from server.games.zargos.keep import Keeping
from server.games.zargos.move_hints import Glosses, MoveHints, count_glosses, standing
from server.games.zargos.notation import ALL, TARGETS, is_count
from server.games.zargos.peoples import BOAT_PRICE, FIGURES, is_silenced
from server.games.zargos.purchase import Purchase
from server.games.zargos.reorganise import Reorganisation
from server.games.zargos.shelter import Shelter
from server.games.zargos.state import holder
from server.games.zargos.trade import NOTHING, Offering, Replying, read_cards
from server.games.zargos.trial import Trial
from server.games.zargos.windows import TURNABLE, Turning, Window, is_target

Words = Sequence[str]
FACES = tuple(str(face) for face in range(8))


def card_gloss(card: Card) -> Note:
    return Note("gloss.card", {"card": card})


def kingdom_glosses() -> Glosses:
    return {code: Note("gloss.kingdom", {"kingdom": code}) for code in KINGDOMS}


def choosing_hints(trial: Choosing[ZargosView], done: Words) -> Glosses:
    if done:
        return {}
    return {people: Note(f"gloss.people-{people}") for people in free_peoples(trial.position)}


def draft_hints(trial: Wishing[ZargosView], done: Words) -> Glosses:
    words = {"G": "green", "B": "blue", "G*": "green-all", "B*": "blue-all"}
    return {} if done else {word: Note(f"gloss.{name}") for word, name in words.items()}


def offer_hints(trial: Offering[ZargosView], done: Words) -> Glosses:
    seats = trial.position.seats
    if not done:
        return {each: Note("gloss.offer-to", {"people": each}) for each in seats if each != trial.people}
    if len(done) == 1:
        return {NOTHING: Note("gloss.nothing")} | _draft_glosses(trial.position.cards.get(trial.people, ()))
    if len(done) == 2:
        return {"FOR": Note("gloss.for")}
    if len(done) == 3:
        return {NOTHING: Note("gloss.gift")} | _draft_glosses(_known_cards(trial.position, done[0]))
    return {}


def _draft_glosses(cards: Words) -> Glosses:
    return {card: _draft_gloss(card) for card in dict.fromkeys(cards)}


def _draft_gloss(card: DraftCard) -> Note:
    if card in (BOAT, SWORD):
        return Note(f"gloss.draft-{card.lower()}")
    return Note("gloss.kingdom", {"kingdom": card[:2]})


def _known_cards(view: ZargosView, people: People) -> tuple[DraftCard, ...]:
    """The territories of a people, and the kinds of secret cards that it may have."""
    blue, green = view.backs.get(people, (0, 0))
    places = tuple(place for place in ORDER if place in view.units.get(people, {}))
    return (*places, *(BOAT,) * min(blue, 1), *(SWORD,) * min(green, 1))


def more_cards(trial: Offering[ZargosView], done: Words, begun: str) -> Glosses:
    """Several cards on one side of an offer, such as `BZ1+SWORD`."""
    head, plus, _ = begun.rpartition("+")
    if not plus or len(done) not in (1, 3) or not head:
        return {}
    named = read_cards(head)
    if named is None:
        return {}
    cards = offer_hints(trial, done)
    left = {card: gloss for card, gloss in cards.items() if card != NOTHING and card not in named}
    return {f"{head}+{card}": gloss for card, gloss in left.items()}


def reply_hints(trial: Replying[ZargosView], done: Words) -> Glosses:
    if not trial.offers:
        return {}
    if not done:
        return {"YES": Note("gloss.yes"), "NO": Note("gloss.no")}
    if len(done) == 1 and done[0] in ("YES", "NO"):
        return {str(number): offer_gloss(offer) for number, offer in enumerate(trial.offers, 1)}
    return {}


def offer_gloss(offer: Offer) -> Note:
    given, asked = "+".join(offer.given) or NOTHING, "+".join(offer.asked) or NOTHING
    return Note("gloss.offer", {"people": offer.giver, "given": given, "asked": asked})


def place_hints(trial: Deployment[ZargosView], done: Words) -> Glosses:
    if not done:
        return count_glosses(trial.left, "all-left")
    if len(done) == 1 and is_count(done[0]) and (done[0] == ALL or int(done[0]) <= trial.left):
        return _own_glosses(trial)
    return {}


def _own_glosses(trial: Trial[ZargosView]) -> Glosses:
    held = trial.position.units.get(trial.people, {})
    return {place: standing(trial, place) for place in sorted(held, key=RANK.__getitem__)}


def buy_hints(trial: Purchase[ZargosView], done: Words) -> Glosses:
    units = min(trial.points // FIGURES[trial.people].price, trial.unit_supply)
    boats = min(trial.points // BOAT_PRICE, trial.boat_supply)
    if not done:
        words = {"BOAT": Note("gloss.boat", {"price": BOAT_PRICE})} if boats > 0 else {}
        return count_glosses(units, "all-paid") | words
    if len(done) == 1 and done[0] == "BOAT":
        return {str(n): Note("gloss.boats", {"cost": n * BOAT_PRICE}) for n in range(1, boats + 1)}
    if len(done) == 1 and is_count(done[0]) and (1 if done[0] == ALL else int(done[0])) <= units:
        return _own_glosses(trial)
    return {}


def curse_hints(trial: Tribute[ZargosView], done: Words) -> Glosses:
    if done:
        return {}
    return {place: standing(trial, place) for place in payable(trial.position, trial.people)}


def wind_hints(trial: Window[ZargosView], done: Words) -> Glosses:
    if not done:
        cards = [card for card in dict.fromkeys(trial.hand) if _is_callable(trial, card)]
        return {card: card_gloss(card) for card in cards} | {"PASS": Note("gloss.pass-winds")}
    if list(done) == ["PASS"]:
        return {ALL: Note("gloss.pass-all")}
    card = done[0]
    return target_hints(trial, card, done[1:]) if card in trial.hand and card in TARGETS else {}


def _is_callable(trial: Window[ZargosView], card: Card) -> bool:
    if card not in TARGETS or is_silenced(trial.position, trial.people):
        return False
    return TARGETS[card] > 0 or trial.call_flaw(card, ()) is None


def target_hints(trial: Trial[ZargosView], card: Card, named: Words) -> Glosses:
    """Words for the target of a red card."""
    if len(named) >= TARGETS[card]:
        return {}
    if card == "STORM":
        cells = SEAS[named[0]].neighbours if named and named[0] in SEAS else () if named else tuple(SEAS)
        return {cell: standing(trial, cell) for cell in cells if SEAS[cell].neighbours}
    if card == "DEMON":
        return {place: standing(trial, place) for place in ORDER if holder(trial.position, place)}
    return kingdom_glosses()


def illusion_hints(trial: Turning[ZargosView], done: Words) -> Glosses:
    played = {
        str(number): each
        for number, each in enumerate(trial.position.played, 1)
        if each.card in TURNABLE and each.people != trial.people
    }
    if not done:
        return {"ILL": card_gloss("ILL")} if "ILL" in trial.hand and played else {}
    if done[0] != "ILL" or "ILL" not in trial.hand:
        return {}
    if len(done) == 1:
        return {
            number: Note("gloss.played", {"people": each.people, "card": each.card, "target": each.target})
            for number, each in played.items()
        }
    if done[1] not in played:
        return {}
    card, named = played[done[1]].card, done[2:]
    found = target_hints(trial, card, named)
    is_last = len(named) + 1 == TARGETS[card]
    return {w: gloss for w, gloss in found.items() if not is_last or is_target(card, (*named, w))}


def shelter_hints(trial: Shelter[ZargosView], done: Words) -> Glosses:
    left = {cell: trial.stock(cell) for cell, places in trial.ways.items() if places and trial.stock(cell)}
    if not done:
        return count_glosses(max(left.values(), default=0))
    if not is_count(done[0]):
        return {}
    wanted = 1 if done[0] == ALL else int(done[0])
    if len(done) == 1:
        fit = {cell: number for cell, number in left.items() if number >= wanted}
        return {cell: Note("gloss.from", {"place": cell, "most": number}) for cell, number in fit.items()}
    if len(done) == 2 and left.get(done[1], 0) >= wanted:
        return {place: standing(trial, place) for place in trial.ways[done[1]]}
    return {}


def policy_hints(trial: Trial[ZargosView], done: Words) -> Glosses:
    """The two numbers of the Monks' policy."""
    if trial.people != "M" or len(done) > 2:
        return {}
    name = "gloss.reroll-own" if len(done) == 1 else "gloss.reroll-foe"
    return {face: Note(name, {"face": face}) for face in FACES}


def _policy_word(trial: Trial[ZargosView]) -> Glosses:
    return {"REROLL": Note("gloss.reroll")} if trial.people == "M" else {}


def attack_hints(trial: Attack[ZargosView], done: Words) -> Glosses:
    moves = MoveHints(trial)
    combats = trial.position.combats
    free = [combat.at for combat in combats if not combat.war]
    has_war = "WAR" in trial.hand and not is_silenced(trial.position, trial.people)
    if not done:
        words = _card_words(trial, moves, ("LAND", "ELSE"))
        if free and has_war:
            words["WAR"] = card_gloss("WAR")
        if len(combats) > 1:
            words["ORDER"] = Note("gloss.order")
        return moves.words(done) | words | _policy_word(trial)
    match done[0]:
        case "LAND" | "ELSE":
            return _card_move(trial, moves, done)
        case "WAR":
            return {at: standing(trial, at) for at in free} if has_war and len(done) == 1 else {}
        case "ORDER":
            return {c.at: standing(trial, c.at) for c in combats if c.at not in done[1:]}
        case "REROLL":
            return policy_hints(trial, done)
    return moves.words(done)


def _card_words(
    trial: Attack[ZargosView] | Reorganisation[ZargosView], moves: MoveHints, cards: tuple[Card, ...]
) -> Glosses:
    fit = [card for card in cards if trial.card_flaw(card) is None and moves.words((), card)]
    return {card: card_gloss(card) for card in fit}


def _card_move(
    trial: Attack[ZargosView] | Reorganisation[ZargosView], moves: MoveHints, done: Words
) -> Glosses:
    return moves.words(done[1:], done[0]) if trial.card_flaw(done[0]) is None else {}


def reorganise_hints(trial: Reorganisation[ZargosView], done: Words) -> Glosses:
    moves = MoveHints(trial)
    if not done:
        words = {} if trial.in_mist else _card_words(trial, moves, ("LAND", "ELSE"))
        if not trial.has_lines and trial.card_flaw("MIST") is None:
            words["MIST"] = card_gloss("MIST")
        return moves.words(done) | words | _policy_word(trial)
    match done[0]:
        case "LAND" | "ELSE":
            return {} if trial.in_mist else _card_move(trial, moves, done)
        case "REROLL":
            return policy_hints(trial, done)
    return moves.words(done)


def defence_hints(trial: Defence[ZargosView], done: Words) -> Glosses:
    combats = [combat for combat in trial.position.combats if trial.combat_at(combat.at)]
    wars = [c.at for c in combats if not c.defence_war] if trial.card_flaw("WAR") is None else []
    ways = [
        (origin, combat.at)
        for combat in combats
        if trial.people == "S" and combat.vortex is None
        for origin in trial.position.units.get("S", {})
        if trial.sendable(origin) > 0 and trial.vortex_flaw(origin, combat.at) is None
    ]
    if not done:
        words = {"WAR": card_gloss("WAR")} if wars else {}
        words |= {"VORTEX": Note("gloss.vortex")} if ways else {}
        return words | _policy_word(trial)
    match done[0]:
        case "WAR" if len(done) == 1:
            return {at: standing(trial, at) for at in wars}
        case "VORTEX":
            return _vortex_hints(trial, ways, done[1:])
        case "REROLL":
            return policy_hints(trial, done)
    return {}


def _vortex_hints(trial: Defence[ZargosView], ways: list[tuple[str, str]], named: Words) -> Glosses:
    if not named:
        return count_glosses(max((trial.sendable(origin) for origin, _ in ways), default=0))
    wanted = 1 if named[0] == ALL else int(named[0]) if is_count(named[0]) else 100
    fit = [(origin, at) for origin, at in ways if trial.sendable(origin) >= wanted]
    if len(named) == 1:
        return {o: Note("gloss.from", {"place": o, "most": trial.sendable(o)}) for o, _ in fit}
    if len(named) == 2:
        return {at: standing(trial, at) for origin, at in fit if origin == named[1]}
    return {}


def keep_hints(trial: Keeping[ZargosView], done: Words) -> Glosses:
    left = list(trial.hand)
    for card in done:
        if card not in left:
            return {}
        left.remove(card)
    return {} if len(done) >= trial.limit else {card: card_gloss(card) for card in CARDS if card in left}
