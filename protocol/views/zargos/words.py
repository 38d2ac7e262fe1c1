"""The words of Zargos that views, stories and sheets share: codes of peoples, places, cards and curses."""

from typing import TypeAlias

from protocol.letters import meanings_of

People: TypeAlias = str
"""One of the six peoples, by its letter (PEOPLES); X are the demons, whom nobody leads."""
Place: TypeAlias = str
"""A territory or a sea cell, by its code."""
Kingdom: TypeAlias = str
"""A kingdom, by its two letters."""
Card: TypeAlias = str
"""A magic card, by its word (CARDS)."""
DraftCard: TypeAlias = str
"""A card of the draft: the code of a territory, BOAT or SWORD."""
Wind: TypeAlias = str
"""A red card in force with its target, such as `ICE BZ`, `STORM NN NE` or `QUAKE`."""
Curse: TypeAlias = str
"""A curse, such as `HALF` or `STORM BZ1`."""
Units: TypeAlias = dict[People, dict[Place, int]]
"""How many units each people has on each place; a place without any is left out."""

PEOPLES: tuple[People, ...] = ("K", "M", "A", "D", "S", "W")
"""The peoples: knights, monks, amazons, dragons, spiders, winged."""
DEMONS: People = "X"
BOAT: DraftCard = "BOAT"
SWORD: DraftCard = "SWORD"

CARDS: dict[Card, int] = {
    "WAR": 11,
    "LAND": 3,
    "ELSE": 2,
    "MIST": 2,
    "ILL": 2,
    "MAD": 4,
    "ICE": 4,
    "STORM": 3,
    "DEATH": 2,
    "DEMON": 1,
    "QUAKE": 1,
    "ECLIPSE": 1,
    "HEAT": 1,
    "TIDE": 1,
    "TYPHOON": 1,
    "FLOOD": 1,
}
"""The magic cards, with how many there are of each, in the order of the table in the rules."""
GREEN: tuple[Card, ...] = ("WAR", "LAND", "ELSE", "MIST", "ILL")
"""The cards that are played at their own moment; all others are played in the window before a turn."""
CURSES: tuple[Curse, ...] = ("STORM", "POWERS", "LEGION", "SILENCE", "HALF", "TRIBUTE", "STILL", "OCEAN")
"""The curses by their first word; STORM names a province besides."""

SETUP: tuple[str, ...] = ("people", "draft", "offer", "reply", "deploy")
"""The kinds of phases before the first turn."""
PHASES: tuple[str, ...] = (
    *SETUP,
    *("curse", "winds", "illusion", "shelter", "attack", "defence", "keep", "reorganise", "buy"),
)
"""The kinds of phases, in the order in which they come."""
PRIVATE: tuple[str, ...] = ("offer", "reply", "keep")
"""The phases whose sheets are shown to nobody else."""

HAND, MASTERS_HAND = 3, 5
"""How many magic cards a people keeps, and how many the Master keeps."""
MOST_UNITS, MOST_BOATS = 100, 15
"""How many units of a people there are, and how many boats."""


def in_table_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in the order of CARDS, in which hands are always kept."""
    return tuple(card for card in CARDS for _ in range(cards.count(card)))


_WORDS = {form.upper(): word.upper() for form, word in meanings_of("zargos").items()}


def english_word(word: str) -> str:
    """The word of the rules for a card that is named, in capitals, in any language; another word as it is."""
    return _WORDS.get(word, word)
