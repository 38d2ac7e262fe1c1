"""A referee corrects a position in the words of either language."""

from server.games.dice import Dice
from server.games.power import POWER
from server.games.strategiksa import STRATEGIKSA
from tests.kit.strategiksa import position


def test_the_corrections_of_power_may_be_french() -> None:
    start = POWER.setup(POWER.read_options({}), Dice(1))
    for english, french in (("FLAG B V", "drapeau b v"), ("OUT J", "hors j")):
        assert POWER.amend(start, (french,)) == POWER.amend(start, (english,)) != start
    out = POWER.amend(start, ("HORS J",))
    assert POWER.amend(out, ("EN-JEU J",)) == POWER.amend(out, ("IN J",)) == start


def test_the_corrections_of_strategiksa_may_be_french() -> None:
    pieces = {"V": {"C3": "1R 3I"}, "O": {"E5": "2I"}}
    given = position(pieces, suzerains={"O": "V"}, vassals=["O"])
    both = (("TURN B", "tour b"), ("DIRECTOR O V", "direction o v"), ("LORD O B", "suzerain o b"))
    changed = 0
    for english, french in both:
        assert STRATEGIKSA.amend(given, (french,)) == STRATEGIKSA.amend(given, (english,))
        changed += STRATEGIKSA.amend(given, (french,)) != given
    assert changed >= 2
