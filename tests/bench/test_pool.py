"""The pool: everybody in it plays by the rules, and nobody changes."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bench import pool
from bench.pool import MEMBERS, think_as
from bench.pool.outsiders.copycat import turn
from bench.tables import table_of
from protocol.ids import Lines, SheetKey
from server.games import GAMES
from server.games.api import Sheets
from server.games.dice import Dice
from server.games.power.board import NEIGHBOURS

ROOT = Path(pool.__file__).parent
TIMED = ("general_2026_11", "prober", "captain_reader")
"""Who uses all the time it gets, and may write other sheets on another machine."""
PHASES = {"power": 5, "strategiksa": 14, "zargos": 16, "zargos_lords": 5, "argad": 8}
"""How many phases are enough to see everybody write in earnest."""
EVERYBODY = [(game, member) for game, members in MEMBERS.items() for member in members]
FROZEN = {
    "": "a660ac0eebbcb994",
    "argad_2026_11": "3ffc0d7e4d12fa48",
    "outsiders": "74d54cac2ead7773",
    "power_2026_11": "f7399bc3377ec701",
    "strategiksa_2026_11": "b47d9c6e978ddb39",
    "zargos_2026_11": "d77f4a5a28fda3a8",
    "zargos_lords_2026_11": "97a4ef601d64a78d",
}
"""The fingerprint of the files of each package of the pool."""
WRITTEN = {
    "power wanderer": "e610a629f4d6facc",
    "power recruit_2026_11": "83d825a14166c805",
    "power captain_2026_11": "c3d0d33009159485",
    "power greedy": "dc4f26fd75faca76",
    "power planner": "3b025838aa93f9d4",
    "power besieger": "f0851dc66c7ba540",
    "power rusher": "1babfdac72619fe4",
    "power all_in": "7dc1a815dffe43e1",
    "power turtle": "713261f10c36e20f",
    "power missileer": "85fcdefc035fcf02",
    "power copycat": "dc4f26fd75faca76",
    "strategiksa wanderer": "c153338775e68265",
    "strategiksa recruit_2026_11": "ce2b268efae9cff4",
    "strategiksa captain_2026_11": "2ba39e43e69237f0",
    "zargos wanderer": "aa2d30b5993ce6c9",
    "zargos recruit_2026_11": "bbbd2fa3aedca76c",
    "zargos captain_2026_11": "a087df4ce1b09236",
    "zargos_lords wanderer": "611c6027cfacf616",
    "zargos_lords recruit_2026_11": "b04b0adedaff0131",
    "zargos_lords captain_2026_11": "e6c5137adb089388",
    "argad wanderer": "7a2c53b7c462cc0a",
    "argad recruit_2026_11": "be9bacc9a8d202e3",
    "argad captain_2026_11": "46760666590c61b5",
}
"""The fingerprint of what each member writes at the beginning of a game."""
AS_FROZEN: dict[str, dict[str, str]] = {"argad": {"armies": "ready"}}
"""By game, options that had another default when the fingerprints were taken."""
ADVICE = "a frozen player has changed: write a new one beside it, so that old results keep their meaning"


def played(game: str, member: str) -> Iterator[tuple[Any, SheetKey, Lines]]:
    """The first phases of a game in which one member holds all seats: each view, sheet and what is on it."""
    rules, table = GAMES[game], table_of(game, min(GAMES[game].players), 3)
    options = rules.read_options({**table.options, **AS_FROZEN.get(game, {})})
    state, dice = rules.setup(options, Dice(3)), Dice(4)
    past: list[Sheets] = []
    for number in range(PHASES[game]):
        sheets: dict[SheetKey, Lines] = {}
        for at, (seat, owed) in enumerate(rules.phase(state).owing.items()):
            view = rules.view(state, seat)
            written = think_as(game, member, view, owed, 10 * number + at, 0.01, past)
            yield from ((view, sheet, lines) for sheet, lines in written.items())
            sheets |= written
        past.append(sheets)
        state = rules.resolve(state, sheets, dice).state


def fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def package(name: str) -> str:
    """All that is in a package, or in the modules beside the packages."""
    files = (ROOT / name).glob("*.py") if name else ROOT.glob("*_*.py")
    return "".join(f"{path.name}\n{path.read_text('utf-8')}" for path in sorted(files))


def test_no_file_of_the_pool_has_changed() -> None:
    packages = ["", *sorted(path.name for path in ROOT.iterdir() if (path / "__init__.py").exists())]
    assert {name: fingerprint(package(name)) for name in packages} == FROZEN, ADVICE


def test_nothing_in_the_pool_uses_the_bots_of_the_server() -> None:
    """Else it would change with them."""
    assert not [path for path in ROOT.rglob("*.py") if "from server.bots" in path.read_text("utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "member"), EVERYBODY)
def test_a_member_of_the_pool_writes_legal_sheets_and_always_the_same(game: str, member: str) -> None:
    """P-SHEET-3 and its like: no line of theirs would be lost as things stand."""
    texts = []
    for view, sheet, lines in played(game, member):
        assert GAMES[game].review(view, sheet, lines) == ()
        texts.append(f"{sheet}: {' / '.join(lines)}")
    assert any(not text.endswith(": ") for text in texts), "it writes something"
    if member not in TIMED:
        assert fingerprint("\n".join(texts)) == WRITTEN[f"{game} {member}"], ADVICE


def test_a_quarter_turn_of_the_board_keeps_neighbours() -> None:
    """P-BOARD-1: the copycat would write nonsense otherwise."""
    for place, others in NEIGHBOURS.items():
        assert {turn(other, 1) for other in others} == {*NEIGHBOURS[turn(place, 1)]}
    assert turn("HQV", 1) == "HQB"
    assert turn("V4", 2) == "J4"
