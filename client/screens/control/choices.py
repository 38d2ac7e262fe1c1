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

    (first,) = await ask([""])
    seconds = await ask([f"{offer.text} " for offer in first[:MOST_WORDS]])
    begun = [
        offer for offers in seconds for offer in offers if place_of(offer.text.split()[-1], sheet) == place
    ]
    thirds = await ask([f"{offer.text} " for offer in begun])
    return tuple(
        Choice(offer.text, offers or (offer,), place) for offer, offers in zip(begun, thirds, strict=True)
    )
