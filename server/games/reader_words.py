"""Suggestions in the words of a reader, whose language need not be that of the rules.

A game suggests lines in English words and knows no other language. Here what is typed in the words of any
language is put into English before the game is asked, and what it suggests into the words of the reader.
"""

from collections.abc import Callable
from typing import TypeAlias

from protocol.letters import beginning_with, meaning_of
from protocol.messages import Offer
from protocol.notes import Suggestion
from protocol.texts import catalogue

MOST_OFFERS = 200
Suggests: TypeAlias = Callable[[str], tuple[Suggestion, ...]]
"""What a game suggests for the text of a line."""


def offers_for(game: str, language: str, text: str, suggests: Suggests) -> tuple[Offer, ...]:
    """How a line may go on that is typed in the words of any language, as this reader is shown it."""
    words = catalogue(game, language)
    found = _suggestions(game, text, suggests)
    return tuple(Offer(words.letters.line(each.text), words.say(each.gloss)) for each in found[:MOST_OFFERS])


def _suggestions(game: str, text: str, suggests: Suggests) -> tuple[Suggestion, ...]:
    typed = text.split()
    is_begun = bool(typed) and not text[-1:].isspace()
    done = typed[:-1] if is_begun else typed
    before = "".join(f"{meaning_of(game, word) or word} " for word in done)
    if not is_begun:
        return suggests(before if done else text)
    word = meaning_of(game, typed[-1])
    found = {each.text: each for each in suggests(before + (word or typed[-1]))}
    meant = beginning_with(game, typed[-1]) if word is None else frozenset()
    for each in suggests(before) if meant else ():  # the game knows only the English beginnings
        if _word_at(each.text, len(done)) in meant:
            found.setdefault(each.text, each)
    return tuple(found.values())


def _word_at(text: str, number: int) -> str:
    words = text.split()
    return words[number].lower() if number < len(words) else ""
