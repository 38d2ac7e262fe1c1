"""French as it is printed: blanks before signs, elision, agreement, and no English names of levels."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from client.words import say, words
from protocol.notes import Note
from protocol.texts import catalogue

ROOT = Path(__file__).parents[2]
FILES = sorted(path for package in ("client", "protocol") for path in (ROOT / package).rglob("fr.toml"))
SPACELESS = re.compile(r"[\w)»}][:;?!](?=\s|$)")
"""A sign directly behind a word. `5:30` and `:commencer` are no such signs."""
AS_TYPED = ("argparse",)
"""Tables whose keys and texts are formats of a library."""


def texts_of(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, list):
        yield from (text for each in entry for text in texts_of(each))


def french() -> Iterator[tuple[str, str]]:
    """Every text of the catalogues, with where it is."""
    for path in FILES:
        for table, entries in tomllib.loads(path.read_text("utf-8")).items():
            for code, entry in entries.items():
                if table not in AS_TYPED:
                    yield from (
                        (f"{path.parent.relative_to(ROOT)} {table}.{code}", t) for t in texts_of(entry)
                    )


def literal(text: str) -> str:
    """The text with X in the place of its arguments."""
    return "".join(part + ("X" if name is not None else "") for part, name, _, _ in Formatter().parse(text))


def test_a_sign_has_a_blank_before_it() -> None:
    assert len(FILES) >= 7
    assert [(where, text) for where, text in french() if SPACELESS.search(literal(text))] == []
    assert SPACELESS.search("yes: prendre")
    assert SPACELESS.search("J; Les Jaunes")


def test_no_name_follows_an_unjoined_de() -> None:
    """A name, which may begin with a vowel, is joined by the catalogue: `{who:de}`."""
    names = ("who", "name", "host", "sender", "winners", "by", "old", "director", "colour", "sheet", "given")
    loose = re.compile(rf"\bde \{{(?:{'|'.join(names)})\}}")
    assert [(where, text) for where, text in french() if loose.search(text)] == []
    assert loose.search("au tour de {who}")


def test_names_with_a_vowel_are_elided_where_they_were_not() -> None:
    assert say("fr", "cli.table-name", name="Anne") == "Table d'Anne"
    assert say("fr", "cli.table-name", name="Benoît") == "Table de Benoît"
    turn = catalogue("texts", "fr", "client.screens").say(Note("cover.turn", {"who": "Éric (JR)"}))
    assert turn == "C'est au tour d'Éric (JR). Les autres regardent ailleurs."


def test_the_doubled_table_is_gone() -> None:
    for language, name in (("fr", "Table d'Anne"), ("en", "Anne's table")):
        title = catalogue("texts", language, "client.screens").say(Note("gathering.title", {"name": name}))
        assert title.startswith(name)
        assert say(language, "plain.table", name=name, table="ABCDE") == f"{name} (ABCDE)."


def test_nobody_is_called_by_a_masculine_participle() -> None:
    """`Vous êtes prêt` is wrong for half of the players."""
    wrong = re.compile(r"\b[Vv]ous (?:êtes|serez) (?:prêt|parti|éliminé|averti|assis|absent|présent)\b")
    assert [(where, text) for where, text in french() if wrong.search(text)] == []


def test_the_words_of_levels_are_french() -> None:
    assert dict(words("fr").tables["level"]) == {
        "recruit": "recrue",
        "captain": "capitaine",
        "general": "général",
        "marshal": "maréchal",
    }
    assert say("fr", "ask.invite", seats="V", level="captain").startswith(
        "Donner la place V à un robot (capitaine) ?"
    )
