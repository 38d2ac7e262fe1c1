"""What can be ordered for the pieces at a place, as the server offers it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias

from client.play.completer import Completer
from client.screens.scene import Choice
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer

PlaceOf: TypeAlias = Callable[[str, SheetKey], str]

IsOrder: TypeAlias = Callable[[str], bool]

MOST_WORDS = 64


async def choices_at(
    completer: Completer,
    sheet: SheetKey,
    above: Lines,
    place: str,
    place_of: PlaceOf,
    *,
    has_targets: bool = False,
    is_one: bool = False,
) -> tuple[Choice, ...]:
    """The orders that the server offers for pieces at that place, below the lines `above`.

    With `has_targets` the places that come behind a word that is no place are among them too. With
    `is_one` all these orders are one choice, whatever verb they begin with.
    """

    async def ask(texts: list[str]) -> list[tuple[Offer, ...]]:
        return await asyncio.gather(*(completer.get(sheet, above, text) for text in texts))

    async def with_targets(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
        words = [offer for offer in offers if not place_in(offer)]
        found = await ask([f"{offer.text} " for offer in words])
        return (*offers, *(offer for each in found for offer in each if place_in(offer)))

    def place_in(offer: Offer) -> str:
        return place_of(offer.text.split()[-1], sheet)

    (first,) = await ask([""])
    unplaced = [offer for offer in first[:MOST_WORDS] if not place_in(offer)]
    seconds = await ask([f"{offer.text} " for offer in unplaced])
    begun = [offer for offers in (first, *seconds) for offer in offers if place_in(offer) == place]
    thirds = await ask([f"{offer.text} " for offer in begun])
    if has_targets:
        thirds = [await with_targets(offers) for offers in thirds]
    found = tuple(
        Choice(offer.text, offers or (offer,), place) for offer, offers in zip(begun, thirds, strict=True)
    )
    return _joined(found) if is_one and found else found


def _joined(choices: Sequence[Choice]) -> tuple[Choice]:
    """One choice of all orders, with the name of the piece that most of them begin with; its orders first."""
    names = [choice.begun.split()[-1] for choice in choices]
    name = max(names, key=names.count)
    own_first = sorted(choices, key=lambda choice: choice.begun.split()[-1] != name)
    return (Choice(name, tuple(offer for choice in own_first for offer in choice.offers), choices[0].place),)


async def orders_there(
    completer: Completer,
    sheet: SheetKey,
    above: Lines,
    found: Sequence[Offer],
    place_of: PlaceOf,
    is_order: IsOrder,
) -> tuple[Offer, ...]:
    """The whole orders that begin with one of the texts found for a place: to go there, or to act there too.

    Orders that lead on to other places are left out.
    """

    async def ask(texts: list[str]) -> list[Offer]:
        answers = await asyncio.gather(*(completer.get(sheet, above, f"{text} ") for text in texts))
        return [offer for answer in answers for offer in answer]

    following = await ask([offer.text for offer in found])
    words = [offer for offer in following if not place_of(offer.text.split()[-1], sheet)]
    targets = await ask([offer.text for offer in words])
    orders = [offer for offer in (*found, *words, *targets) if is_order(offer.text)]
    return tuple({offer.text: offer for offer in orders}.values())
