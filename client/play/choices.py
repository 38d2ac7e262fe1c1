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

    @property
    def next_words(self) -> tuple[str, ...]:
        """The words that may follow the beginning; if it is only a piece, the verbs of its orders."""
        is_begun = all(offer.text.startswith(f"{self.begun} ") for offer in self.offers)
        words = self.last_words if is_begun else (offer.text.split()[0] for offer in self.offers)
        return tuple(dict.fromkeys(words))


async def choices_at(
    completer: Completer,
    sheet: SheetKey,
    above: Lines,
    place: str,
    place_of: PlaceOf,
    is_order: IsOrder | None = None,
    *,
    is_one: bool = False,
) -> tuple[Choice, ...]:
    """The orders that the server offers for pieces at that place, below the lines `above`.

    With `is_order` the places that come behind a word that is no place are among them too. With `is_one`
    all these orders are one choice, whatever verb they begin with.
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
    if is_order:
        thirds = [await with_targets(offers) for offers in thirds]
    found = tuple(
        Choice(offer.text, offers or (offer,), place) for offer, offers in zip(begun, thirds, strict=True)
    )
    whole = [offer for offer in begun if is_order and is_order(offer.text)]
    return _joined(found, whole) if is_one and found else found


def _joined(choices: Sequence[Choice], whole: Sequence[Offer]) -> tuple[Choice]:
    """One choice of all orders, with the name of the piece that most of them begin with; its orders first.

    Those of `whole` are orders already, though more words may follow them.
    """
    names = [choice.begun.split()[-1] for choice in choices]
    name = max(names, key=names.count)
    own_first = sorted(choices, key=lambda choice: choice.begun.split()[-1] != name)
    offers = [offer for choice in own_first for offer in choice.offers]
    return (Choice(name, tuple(dict.fromkeys([*offers, *whole])), choices[0].place),)


async def orders_there(
    completer: Completer,
    sheet: SheetKey,
    above: Lines,
    found: Sequence[Offer],
    place_of: PlaceOf,
    is_order: IsOrder,
) -> tuple[Offer, ...]:
    """The whole orders that begin with one of the texts found for a place: to go there, or to act there too.

    Orders that lead on to other places are left out. A text behind which nothing is offered is whole.
    """

    async def ask(offers: Sequence[Offer]) -> list[tuple[Offer, ...]]:
        return await asyncio.gather(*(completer.get(sheet, above, f"{offer.text} ") for offer in offers))

    following = await ask(found)
    whole = [offer for offer, more in zip(found, following, strict=True) if not more or is_order(offer.text)]
    words = [offer for more in following for offer in more if not place_of(offer.text.split()[-1], sheet)]
    targets = [offer for more in await ask(words) for offer in more]
    orders = [*whole, *(offer for offer in (*words, *targets) if is_order(offer.text))]
    return tuple({offer.text: offer for offer in orders}.values())
