"""Whether a text is a whole order. The server's offers decide it, because clients do not know the rules."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from protocol.ids import Lines, SheetKey
from protocol.messages import Offer

Suggest: TypeAlias = Callable[[SheetKey, Lines, str], Awaitable[tuple[Offer, ...]]]


async def is_complete(suggest: Suggest, sheet: SheetKey, above: Lines, text: str) -> bool:
    """Whether the server offers nothing that could follow the text."""
    return not await suggest(sheet, above, f"{text} ")


async def is_choice(suggest: Suggest, sheet: SheetKey, above: Lines, text: str) -> bool:
    """Whether the text makes a choice as it is. The server may offer longer choices beside it."""
    offers = [offer.text.casefold() for offer in await suggest(sheet, above, text)]
    begins = f"{text.casefold()} "
    is_one_of_several = text.casefold() in offers and any(offer.startswith(begins) for offer in offers)
    return is_one_of_several or await is_complete(suggest, sheet, above, text)


async def is_offered_whole(suggest: Suggest, sheet: SheetKey, above: Lines, text: str) -> bool:
    """Whether the server offers this text itself, and nothing that could follow it."""
    offers = await suggest(sheet, above, text)
    is_offered = any(offer.text.casefold() == text.casefold() for offer in offers)
    return is_offered and await is_complete(suggest, sheet, above, text)
