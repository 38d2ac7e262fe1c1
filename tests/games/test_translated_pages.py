"""A rules page in another language tells the same game as the English one, with the same facts."""

import re
from typing import NamedTuple

import pytest

from protocol.letters import letters_of
from tests.kit.rules_pages import PAGES, house_rules_of, rows, rules_of, scenario_of, text_of


class Extent(NamedTuple):
    """How much there is to compare, so that no comparison is of nothing."""

    rules: int
    marks_at_least: int
    rows_at_least: int


GAMES = {
    "argad": Extent(132, 54, 215),
    "power": Extent(64, 18, 23),
    "strategiksa": Extent(29, 22, 27),
    "zargos": Extent(136, 41, 91),
    "zargos_lords": Extent(133, 61, 141),
}

FACT = re.compile(r"`[^`]+`|[A-Z]-[A-Z]+-[0-9]+|\b[A-Z][A-Z0-9]+(?=s?\b)|[0-9]+")
"""What is the same in every language: lines, codes, words of cards, names of rules, numbers."""
OURS = re.compile(r"\*\(house rule|\*\(règle de la maison|\*\*\[ruling\]\*\*|\*\*\[décision\]\*\*")
"""The marks of what this project has decided."""
IN_ENGLISH = {"PIÈCE DÉPART ARRIVÉE": "PIECE FROM TO"}
"""The placeholders of a line that a page translates."""

every_game = pytest.mark.parametrize("game", GAMES)


def facts_in(game: str, text: str) -> list[str]:
    """The facts of a text, in the letters and the words of the rules."""
    written = letters_of(game, "en")
    found = (fact.strip("`") for fact in FACT.findall(text))
    return sorted(written.line(IN_ENGLISH.get(fact, fact)) for fact in found)


def both_pages(game: str) -> tuple[str, str]:
    return f"{game}.md", f"{game}.fr.md"


def test_every_page_in_another_language_is_compared() -> None:
    assert {page.name for page in PAGES.glob("*.*.md")} == {f"{game}.fr.md" for game in GAMES}


@every_game
def test_both_pages_link_to_each_other(game: str) -> None:
    assert f"*En français : [{game}.fr.md]({game}.fr.md).*" in text_of(f"{game}.md")
    assert f"*In English: [{game}.md]({game}.md).*" in text_of(f"{game}.fr.md")


@every_game
def test_both_pages_mark_the_same_rules_as_ours(game: str) -> None:
    english, french = (
        {rule: len(OURS.findall(text)) for rule, text in rules_of(page).items()} for page in both_pages(game)
    )
    assert english == french
    assert len(english) == GAMES[game].rules
    assert sum(english.values()) >= GAMES[game].marks_at_least


@every_game
def test_both_pages_have_the_same_facts_in_every_rule(game: str) -> None:
    """A number, a code or a line that one page has and the other has not is a mistake in one of them."""
    english, french = (
        {rule: facts_in(game, text) for rule, text in rules_of(page).items()} for page in both_pages(game)
    )
    assert {rule: (english[rule], french[rule]) for rule in english if english[rule] != french[rule]} == {}
    assert sum(map(len, english.values())) > GAMES[game].rules


@every_game
def test_both_pages_have_the_same_facts_in_every_table(game: str) -> None:
    english, french = ([facts_in(game, " ".join(cells)) for cells in rows(page)] for page in both_pages(game))
    assert len(english) >= GAMES[game].rows_at_least
    assert english == french


@pytest.mark.parametrize(("game", "at_least"), [("argad", 20), ("zargos_lords", 14)])
def test_both_pages_have_the_same_house_rules(game: str, at_least: int) -> None:
    english, french = (
        [(rule, facts_in(game, text)) for rule, text in house_rules_of(page)] for page in both_pages(game)
    )
    assert len(english) >= at_least
    assert english == french


@every_game
def test_both_pages_give_the_same_scenario(game: str) -> None:
    english, french = (scenario_of(page)[0] for page in both_pages(game))
    assert english == french
