"""Every game on the shelf, and one with hands and private sheets: nobody is told what they may not know."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from protocol.ids import Seat
from protocol.notes import Note
from protocol.views.zargos.events import Traded
from protocol.vocabulary import REFEREE, WATCHER
from server.games import GAMES
from server.games.api import AnyGame, BadScenario, Phase, Private, Resolution, Sheets
from server.games.dice import Dice, Roller
from server.table import knowledge
from tests.kit import argad, zargos, zargos_lords
from tests.kit.hidden_game import HIDDEN, Drew, HiddenGame, HiddenState, HiddenView, Kept, conceal
from tests.kit.long import long
from tests.kit.secrets import Conceal, Leak, check_game, open_game

CONCEAL: dict[str, Conceal] = {
    "power": open_game,
    "strategiksa": open_game,
    "zargos": zargos.conceal,
    "zargos_lords": zargos_lords.conceal,
    "argad": argad.conceal,
    "hidden": conceal,
}
"""By game, how to make a state that a seat cannot tell from another; a new game says it here."""
FOR_EVERYBODY: dict[str, tuple[type, ...]] = {"zargos": (Traded,)}
"""By game, the events that everybody is told though they may change no view: Z-TRADE-4."""
WITH_PRIVATE_PHASES = {"hidden", "zargos", "zargos_lords"}
"""The games that have private phases; a new game says it here."""
PHASES = 6
LONG = {"zargos": 16}
"""The games whose first private phase comes later, with how many phases are played."""
LARGE = {"zargos_lords", "argad"}
"""The games with so much room on a sheet, or so much to suggest, that one game is enough."""
TABLES = [(name, players) for name, game in GAMES.items() for players in (game.players[0], game.players[-1])]


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


def test_every_game_says_what_is_hidden_in_it() -> None:
    assert set(CONCEAL) == set(GAMES)
    secretive = {name for name, game in GAMES.items() if game.has_secrets}
    assert secretive == {name for name, concealed in CONCEAL.items() if concealed is not open_game}


@long
@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [*TABLES, ("hidden", 2), ("hidden", 3)])
def test_nobody_is_told_what_they_may_not_know(name: str, players: int) -> None:
    """S1, S14: over whole games with private phases, the same bytes for two states that look the same."""
    is_short = name not in LONG and name not in LARGE
    phases, private = LONG.get(name, PHASES), 0
    for seed in (1, 2, 3) if GAMES[name].has_secrets and is_short else (1,):
        private += check_game(
            GAMES[name],
            CONCEAL[name],
            players=players,
            seed=seed,
            phases=phases,
            for_everybody=FOR_EVERYBODY.get(name, ()),
        )
    assert (private > 0) == (name in WITH_PRIVATE_PHASES)


class ShowsThePile(HiddenGame):
    def view(self, state: HiddenState, seat: Seat | None) -> HiddenView:
        return replace(super().view(state, seat), stage=f"{state.stage} {state.pile[:1]}")


class AsksOnlyWhoCanWin(HiddenGame):
    def phase(self, state: HiddenState) -> Phase:
        phase = super().phase(state)
        high = {seat: keys for seat, keys in phase.owing.items() if max(state.hands[seat], default=0) > 8}
        return replace(phase, owing=high or phase.owing)


class SpeaksOfTheHands(HiddenGame):
    def phase(self, state: HiddenState) -> Phase:
        best = max((max(hand, default=0) for hand in state.hands.values()), default=0)
        return replace(super().phase(state), about=Note("about.best", {"card": best}))


class TellsEverybody(HiddenGame):
    """A private event of that kind is told to all."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def resolve(self, state: HiddenState, sheets: Sheets, dice: Roller, *, last: bool = False) -> Resolution:
        done = super().resolve(state, sheets, dice, last=last)
        story = tuple(
            part.event if isinstance(part, Private) and isinstance(part.event, self._kind) else part
            for part in done.story
        )
        return Resolution(done.state, story)


class RefusesByTheHand(HiddenGame):
    def declare(self, state: HiddenState, seat: Seat, text: str, dice: Roller) -> Resolution | Note:
        done = super().declare(state, seat, text, dice)
        return Note("no-such-word", {"next": state.pile[0]}) if isinstance(done, Note) else done


class ExplainsTheHands(HiddenGame):
    def amend(self, state: HiddenState, lines: Sequence[str]) -> HiddenState:
        try:
            return super().amend(state, lines)
        except BadScenario:
            raise BadScenario("hidden", Note(f"these are the hands: {state.hands}")) from None


@pytest.mark.parametrize(
    "game",
    [
        RefusesByTheHand(),
        ExplainsTheHands(),
        ShowsThePile(),
        AsksOnlyWhoCanWin(),
        SpeaksOfTheHands(),
        TellsEverybody(Kept),
        TellsEverybody(Drew),
    ],
    ids=["word", "amend", "view", "owing", "about", "kept", "drew"],
)
def test_a_game_that_tells_a_secret_is_caught(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test itself is tested with games that tell a secret."""
    monkeypatch.setitem(GAMES, "hidden", game)

    def play_many() -> None:
        for seed in range(20):
            check_game(game, conceal, players=3, seed=seed, phases=PHASES)

    with pytest.raises(Leak):
        play_many()


def test_the_referee_knows_no_more_than_a_watcher() -> None:
    state = HIDDEN.setup(HIDDEN.read_options({"players": 2}), Dice(1))
    assert knowledge.view(HIDDEN, state, REFEREE) == knowledge.view(HIDDEN, state, WATCHER)
    assert knowledge.view(HIDDEN, state, "1") != knowledge.view(HIDDEN, state, WATCHER)
