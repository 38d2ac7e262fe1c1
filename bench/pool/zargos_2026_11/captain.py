"""The captain computes its combats, holds what it takes, and goes for the City. Z-TABLE-2."""

from random import Random

from bench.pool.zargos_2026_11 import magic, quarters
from bench.pool.zargos_2026_11.assault import Assault
from protocol.ids import Lines, SheetKey
from protocol.views.zargos.board import KINGDOMS
from protocol.views.zargos.view import ZargosView
from protocol.views.zargos.words import DraftCard, People
from server.games.zargos.choosing import free_peoples
from server.games.zargos.desk import owes
from server.games.zargos.trade import lacks, offers_to

LIKED: tuple[People, ...] = ("A", "S", "D", "K", "W", "M")
"""The peoples, the strongest first."""


def captain(
    view: ZargosView, sheets: tuple[SheetKey, ...], random: Random, seconds: float
) -> dict[SheetKey, Lines]:
    return {sheet: _write(view, sheet) if owes(view, sheet) else () for sheet in sheets}


def _write(view: ZargosView, sheet: SheetKey) -> Lines:
    match view.stage:
        case "people":
            return (min(free_peoples(view), key=LIKED.index),)
        case "offer":
            return ("PASS",)
        case "reply":
            return _reply(view, sheet)
        case "deploy":
            return quarters.deploy(view, sheet)
        case "curse":
            return quarters.tribute(view, sheet)
        case "shelter":
            return quarters.shelter(view)
        case "buy":
            return quarters.buy(view, sheet)
        case "reorganise":
            return quarters.Reinforcing(view, sheet).write()
        case "attack":
            return Assault(view, sheet).write()
    return _use_cards(view, sheet)


def _use_cards(view: ZargosView, sheet: SheetKey) -> Lines:
    match view.stage:
        case "winds":
            return magic.winds(view, sheet)
        case "illusion":
            return magic.illusion(view, sheet)
        case "defence":
            return magic.defend(view, sheet)
        case "keep":
            return magic.keep(view, sheet)
    return ()  # of the draft the default takes evenly from both piles


def _reply(view: ZargosView, people: People) -> Lines:
    """Z-TABLE-2: an offer is taken that completes a kingdom for this people and for nobody else."""
    own = view.cards.get(people, ())
    lines = []
    for number, offer in enumerate(offers_to(view, people), 1):
        theirs = tuple(view.units.get(offer.giver, {}))
        completes = _whole(_after(own, offer.given, offer.asked)) - _whole(own)
        others = _whole(_after(theirs, offer.asked, offer.given)) - _whole(theirs)
        is_possible = lacks(own, offer.asked) is None
        lines.append(f"{'YES' if completes and not others and is_possible else 'NO'} {number}")
    return tuple(lines[:10]) or ("PASS",)


def _after(
    held: tuple[DraftCard, ...], received: tuple[DraftCard, ...], given: tuple[DraftCard, ...]
) -> tuple[DraftCard, ...]:
    left = list(held)
    for card in given:
        if card in left:
            left.remove(card)
    return (*left, *received)


def _whole(cards: tuple[DraftCard, ...]) -> set[str]:
    return {code for code, land in KINGDOMS.items() if set(land.territories) <= set(cards)}
