"""Words that agree, and words that change with the word behind them."""

import pytest

from protocol.notes import Note
from protocol.texts import Catalogue
from protocol.texts.joining import join

FRENCH = Catalogue(
    "fr",
    {
        "singular": {"of": [0, 1]},
        "side": {"V": "les Verts"},
        "told": {
            "turn": "au tour {who:de}",
            "flag": "drapeau {who:side:de}",
            "given": "offert {who:side:à}",
            "again": "{who} {count:veut/veulent} rejouer",
        },
    },
)


@pytest.mark.parametrize(
    ("word", "text", "joined"),
    [
        ("de", "Anne", "d'Anne"),
        ("de", "Éric", "d'Éric"),
        ("de", "Hélène (V)", "d'Hélène (V)"),
        ("de", "Yves", "d'Yves"),
        ("de", "Yann", "de Yann"),
        ("de", "Y", "de Y"),
        ("de", "œil", "d'œil"),
        ("de", "Benoît", "de Benoît"),
        ("de", "", "de "),
        ("de", "les Orange", "des Orange"),
        ("de", "le roi", "du roi"),
        ("à", "les Bleus", "aux Bleus"),
        ("à", "Anne", "à Anne"),
    ],
)
def test_a_french_word_is_joined_to_the_next(word: str, text: str, joined: str) -> None:
    assert join(word, text) == joined


def test_a_sentence_joins_names_and_words_of_its_tables() -> None:
    assert FRENCH.say(Note("told.turn", {"who": "Anne (B)"})) == "au tour d'Anne (B)"
    assert FRENCH.say(Note("told.flag", {"who": "V"})) == "drapeau des Verts"
    assert FRENCH.say(Note("told.given", {"who": "V"})) == "offert aux Verts"


def test_a_verb_agrees_with_the_number_of_those_who_do_it() -> None:
    assert FRENCH.say(Note("told.again", {"who": "Bo", "count": 1})) == "Bo veut rejouer"
    assert FRENCH.say(Note("told.again", {"who": "Bo et Di", "count": 2})) == "Bo et Di veulent rejouer"
