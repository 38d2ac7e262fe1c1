"""What can be ordered for the pieces at a place, as the server offers it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from client.play.completer import Completer
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer

PlaceOf: TypeAlias = Callable[[str, SheetKey], str]

IsOrder: TypeAlias = Callable[[str], bool]

MOST_WORDS = 64


class Choice(Struct, frozen=True):
    """The beginning of an order for a piece at a place, and how the order may go on."""

    begun: str
    offers: tuple[Offer, ...]
    place: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the beginning is a whole order already."""
        return [offer.text for offer in self.offers] == [self.begun]

    @property
    def last_words(self) -> tuple[str, ...]:
        return tuple(offer.text.split()[-1] for offer in self.offers)


async def choices_at(
    completer: Completer,
    sheet: SheetKey,
    above: Lines,
    place: str,
    place_of: PlaceOf,
    *,
    has_targets: bool = False,
) -> tuple[Choice, ...]:
    """The orders that the server offers for pieces at that place, below the lines `above`.

    With `has_targets` the places that come behind a word that is no place are among them too.
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
    return tuple(
        Choice(offer.text, offers or (offer,), place) for offer, offers in zip(begun, thirds, strict=True)
    )


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
