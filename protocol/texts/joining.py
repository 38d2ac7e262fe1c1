"""Words that change with the word behind them: in French `de` becomes `d'` before a vowel, and so on.

A sentence writes `{name:de}` for "de Benoît" or "d'Anne", and `{who:side:de}` for "des Verts".
"""

import unicodedata

VOWELS = frozenset("aeiouh")
ARTICLES = {"de": {"le ": "du ", "les ": "des "}, "à": {"le ": "au ", "les ": "aux "}}
"""What becomes of each word together with the article behind it."""
ELIDED = {"de": "d'"}
"""How a word is written before a vowel."""


def can_join(language: str, word: str) -> bool:
    """Whether the language has rules for putting this word before another one."""
    return language.startswith("fr") and word in ARTICLES


def join(word: str, text: str) -> str:
    """The French word before a text. It depends on the article or on the first letter of the text."""
    for article, contracted in ARTICLES[word].items():
        if text.startswith(article):
            return contracted + text.removeprefix(article)
    return (ELIDED[word] if word in ELIDED and _begins_with_vowel(text) else f"{word} ") + text


def _begins_with_vowel(text: str) -> bool:
    """Whether a word is elided before this text: before a vowel or an h, and before a y as in Yves."""
    first, second = (f"{unicodedata.normalize('NFKD', text[at : at + 1]).lower()} "[0] for at in (0, 1))
    is_vowel_y = first == "y" and second.isalpha() and second not in VOWELS
    return first in VOWELS or first in "œæ" or is_vowel_y
