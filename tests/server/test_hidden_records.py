"""Records of games with secrets, and of rulings: a lie is found, an honest record is not accused."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from client.state.client_state import ClientState
from client.state.fold import fold
from protocol import chain, events, messages
from protocol.events import TableEvent
from protocol.messages import Done
from protocol.notes import Note
from server.games import GAMES
from server.games.api import Phase
from server.record import export, read_record, write_record
from server.table.folding import fold_facts
from server.verify import verify
from tests.kit.hidden_game import HIDDEN, HiddenGame, HiddenState
from tests.kit.sittings import REFEREE_KEY, Player, Sitting, refusal

Json = Any
PHASE, BREAK = 31.0, 61.0


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


def tournament(game: str = "hidden", **options: Any) -> tuple[Sitting, list[Player], Player]:
    sitting = Sitting(2, game=game, tournament=True, **options)
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    referee = sitting.referee()
    assert isinstance(referee.ask(messages.Start()), Done)
    return sitting, players, referee


def recorded(sitting: Sitting, role: str = "watcher") -> Json:
    return json.loads(write_record(export("TABLE", sitting.rows, role)))


def faults(record: Json, kept: dict[int, str] | None = None) -> list[str]:
    return verify(read_record(json.dumps(record).encode()), kept)


def kept_by(player: Player) -> dict[int, str]:
    """What the player's client keeps with the seat."""
    state = ClientState()
    for message in player.heard:
        state = fold(state, message, 0.0)
    number, head = state.head
    return {number: head} if head else {}


def head_again(record: Json) -> None:
    """As a careful forger would: the chain is made anew behind the last head that was told."""
    told = [(at, msgspec.convert(event, TableEvent)) for at, event in record["log"]]
    record["head"] = chain.heads(told)[-1]


def test_a_game_whose_secrets_are_open_cannot_be_taken_up_again() -> None:
    """Else a referee could end it, let everybody look, and roll it back."""
    sitting, _, referee = tournament()
    sitting.pass_time(PHASE)
    assert isinstance(referee.ask(messages.Finish()), Done)
    assert recorded(sitting)["whole"]
    for ruling in (messages.RollBack(phase=1), messages.Amend(lines=("HAND 1 1 2 3",))):
        assert refusal(referee.ask(ruling)) == "all-is-open"
    arbiter = sitting.caller("fr")
    arbiter.ask(messages.Referee(table="TABLE", key=REFEREE_KEY))
    refused = arbiter.ask(messages.RollBack(phase=1))
    assert isinstance(refused, messages.Refused)
    assert refused.text.startswith("ce jeu a des secrets")


def test_leaving_parts_out_does_not_hide_a_lie() -> None:
    sitting, _, referee = tournament()
    sitting.pass_time(PHASE)
    referee.ask(messages.Finish(winners=("1",)))
    record = recorded(sitting)
    record["whole"] = False
    assert any("parts are left out" in fault for fault in faults(record))
    record["outcome"]["winners"] = ["2"]
    assert any("outcome" in fault for fault in faults(record))
    power = recorded(tournament("power")[0])
    power["whole"] = False
    assert faults(power)


def test_a_hidden_correction_cannot_be_changed_afterwards() -> None:
    sitting, _, referee = tournament()
    sitting.pass_time(PHASE)
    assert isinstance(referee.ask(messages.Amend(lines=("HAND 1 7 8 9",))), Done)
    referee.ask(messages.Finish())
    record = recorded(sitting)
    assert faults(record) == []
    amended = record["rounds"][-1]
    amended["lines"] = ["HAND 1 1 2 3"]
    amended["position"]["hands"]["1"] = [1, 2, 3]
    assert faults(record) == ["round 2: the lines are not those whose hash was told"]


def test_a_private_sheet_that_was_read_again_cannot_be_changed_afterwards() -> None:
    sitting, _, referee = tournament()
    sitting.pass_time(PHASE)
    card = str(sitting.state.position.hands["1"][1])
    assert isinstance(referee.ask(messages.Reread(sheets={"1": (card,)})), Done)
    referee.ask(messages.Finish())
    record = recorded(sitting)
    assert faults(record) == []
    record["rounds"][1]["sheets"]["1"] = [str(sitting.state.position.hands["1"][2])]
    assert any("is not the one that was sealed" in fault for fault in faults(record))


def test_the_last_event_is_covered_by_what_a_player_keeps() -> None:
    sitting, players, referee = tournament()
    sitting.pass_time(PHASE)
    referee.ask(messages.Finish(winners=("1",)))
    kept, record = kept_by(players[1]), recorded(sitting)
    assert faults(record, kept) == []
    record["log"][-1][1]["winners"] = record["outcome"]["winners"] = ["2"]
    head_again(record)
    assert faults(record) == []
    assert any("a player received" in fault for fault in faults(record, kept))


@pytest.mark.parametrize("game", ["power", "strategiksa"])
def test_the_dice_of_the_start_cannot_be_changed_in_an_open_game(game: str) -> None:
    sitting = Sitting(GAMES[game].players[0], game=game)
    for name in ("Ana", "Bo", "Cy")[: GAMES[game].players[0]]:
        sitting.sit(name)
    record = recorded(sitting)
    assert faults(record) == []
    record["setup_dice"][0] = record["setup_dice"][0] % 2 + 1
    assert any("dice" in fault for fault in faults(record))


def test_a_record_under_another_table_s_name_is_noticed() -> None:
    record = recorded(tournament()[0])
    record["table"] = "TABLX"
    assert "the log: it belongs to another table" in faults(record)


def test_a_word_is_taken_back_with_its_phase() -> None:
    sitting, players, referee = tournament()
    card = sitting.state.position.hands["1"][0]
    assert isinstance(players[0].ask(messages.Declare(text=f"show {card}")), Done)
    sitting.pass_time(PHASE)
    assert isinstance(referee.ask(messages.RollBack(phase=1)), Done)
    assert sitting.state.position.shown == {}
    assert fold_facts("TABLE", sitting.rows).position == sitting.state.position
    referee.ask(messages.Finish())
    assert faults(recorded(sitting)) == []


def test_rolling_back_to_a_phase_that_was_never_read_is_an_honest_record() -> None:
    sitting, _, referee = tournament("power")
    sitting.pass_time(400.0)
    referee.ask(messages.Start())
    referee.ask(messages.Finish())
    referee.ask(messages.RollBack(phase=1))
    referee.ask(messages.Start())
    sitting.pass_time(400.0)
    assert isinstance(referee.ask(messages.RollBack(phase=2)), Done)
    assert faults(recorded(sitting)) == []


class Swapping(HiddenGame):
    """Once a card is shown, each seat plays for the other one."""

    def phase(self, state: HiddenState) -> Phase:
        phase = super().phase(state)
        if phase.key != "play" or not state.shown:
            return phase
        return replace(phase, owing={"1": ("M",), "2": ("K",)})


class Telling(HiddenGame):
    """What is asked about changes with a word."""

    def phase(self, state: HiddenState) -> Phase:
        return replace(super().phase(state), about=Note("about.shown", {"count": len(state.shown)}))


def swap_after_a_seal(sitting: Sitting, players: list[Player]) -> None:
    sitting.pass_time(PHASE)
    sitting.pass_time(BREAK)
    hands = sitting.state.position.hands
    players[0].write(str(hands["1"][0]), sheet="K")
    assert isinstance(players[0].seal(), Done)
    assert isinstance(players[1].ask(messages.Declare(text=f"show {hands['2'][0]}")), Done)
    sitting.pass_time(PHASE)


def test_a_word_that_moves_sheets_after_a_seal_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", Swapping())
    sitting = Sitting(2, game="hidden")
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    swap_after_a_seal(sitting, players)
    assert sitting.state.read_phase == 2
    assert faults(recorded(sitting)) == []
    for player in players:
        state = ClientState()
        for message in player.heard:
            state = fold(state, message, 0.0)
        assert state.rounds[-1].broken == ()


def test_a_word_that_changes_what_is_asked_tells_the_phase_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", Telling())
    sitting = Sitting(2, game="hidden")
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    ana.write(str(sitting.state.position.hands["1"][0]))
    ana.ask(messages.Declare(text=f"show {sitting.state.position.hands['1'][0]}"))
    told = bo.events(events.Declared)[-1]
    assert told.phase is not None
    assert told.phase.about == Note("about.shown", {"count": 1})
    assert sitting.state.draft("1").lines, "the sheet stays with its writer"


def test_equal_dice_have_different_hashes() -> None:
    """Two hashes that are equal would tell that the dice are, or that none were rolled."""
    sitting, _, _ = tournament()
    sitting.pass_time(PHASE)
    sitting.pass_time(BREAK)
    sitting.pass_time(PHASE)
    told = [entry.event for entry in sitting.state.stream]
    hashes = [event.dice for event in told if isinstance(event, events.GameStarted | events.SheetsRead)]
    assert len(hashes) == 3
    assert len(set(hashes)) == 3


def never(sitting: Sitting, ana: Player) -> None:
    sitting.pass_time(12.0)


def early(sitting: Sitting, ana: Player) -> None:
    sitting.pass_time(2.0)
    ana.write("4")
    sitting.pass_time(10.0)


def late(sitting: Sitting, ana: Player) -> None:
    sitting.pass_time(11.0)
    ana.write("4")
    ana.seal()
    ana.ask(messages.Unseal(phase=1))
    sitting.pass_time(1.0)


def test_the_time_after_a_restart_does_not_tell_when_somebody_wrote() -> None:
    left: set[float] = set()
    acts: tuple[Callable[[Sitting, Player], None], ...] = (never, early, late)
    for act in acts:
        sitting = Sitting(2, game="hidden")
        ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
        act(sitting, ana)
        sitting.restart()
        for token in (ana.token, bo.token):
            sitting.back(token)
        left.add(sitting.left())
    assert len(left) == 1
