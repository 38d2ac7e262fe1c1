"""What can be ordered for the pieces at a place, as the server offers it."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from client.play.completer import Completer
from client.screens.scene import Choice
from protocol.ids import Lines, SheetKey
from protocol.messages import Offer

PlaceOf: TypeAlias = Callable[[str, SheetKey], str]

MOST_WORDS = 64


async def choices_at(
    completer: Completer, sheet: SheetKey, above: Lines, place: str, place_of: PlaceOf
) -> tuple[Choice, ...]:
    """The orders that the server offers for pieces at that place, below the lines `above`."""

    async def ask(texts: list[str]) -> list[tuple[Offer, ...]]:
        return await asyncio.gather(*(completer.get(sheet, above, text) for text in texts))

    def place_in(offer: Offer) -> str:
        return place_of(offer.text.split()[-1], sheet)

    (first,) = await ask([""])
    unplaced = [offer for offer in first[:MOST_WORDS] if not place_in(offer)]
    seconds = await ask([f"{offer.text} " for offer in unplaced])
    begun = [offer for offers in (first, *seconds) for offer in offers if place_in(offer) == place]
    thirds = await ask([f"{offer.text} " for offer in begun])
    return tuple(
        Choice(offer.text, offers or (offer,), place) for offer, offers in zip(begun, thirds, strict=True)
    )
