"""Private phases, private stories and words at any time, at a table of a game with hands."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from protocol import events, messages
from protocol.messages import Clock, Done, Snapshot, Usage
from protocol.seals import seal_hash
from protocol.vocabulary import OVER, WATCHER
from server.games import GAMES
from server.record import export, read_record, write_record
from server.table import knowledge
from server.table.acts import perform
from server.table.state import TableState
from server.table.stream import Entry
from server.verify import verify
from tests.kit.hidden_game import HIDDEN, conceal
from tests.kit.secrets import Leak, check_game
from tests.kit.sittings import Player, Sitting, refusal


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hidden", HIDDEN)


def begun(**more: Any) -> tuple[Sitting, list[Player]]:
    sitting = Sitting(2, game="hidden", **more)
    return sitting, [sitting.sit("Ana"), sitting.sit("Bo")]


def lowest(sitting: Sitting, player: Player) -> str:
    return str(sitting.state.position.hands[player.sheet][0])


def play_out(sitting: Sitting, players: list[Player]) -> None:
    while sitting.state.stage != OVER:
        for player in players:
            for key in sitting.state.owed_by(player.sheet):
                player.write(lowest(sitting, player), sheet=key)
        sitting.pass_time(31.0)
        sitting.pass_time(61.0)


def test_nobody_is_told_who_wrote_or_sealed_in_a_private_phase() -> None:
    sitting, (ana, bo) = begun()
    heard, told = len(bo.heard), sitting.state.seq
    ana.write(lowest(sitting, ana))
    assert isinstance(ana.seal(), Done)
    assert isinstance(ana.ask(messages.Unseal(phase=1)), Done)
    assert isinstance(ana.seal(), Done)
    assert bo.heard[heard:] == []
    assert sitting.state.seq == told, "no number of the stream shows that something was done"
    bo.ask(messages.Sync(after=2**53))
    line = next(m for m in reversed(bo.heard) if isinstance(m, Snapshot)).seats[0]
    assert (line.written, line.sealed, line.seconds_used) == (False, False, 0.0)


def test_the_writer_sees_their_own_seal_until_the_sheet_is_unsealed() -> None:
    sitting, (ana, _) = begun()
    ana.write(lowest(sitting, ana))
    seal, unseal = messages.Seal(phase=1, revisions={"1": 1}), messages.Unseal(phase=1)
    for request, is_sealed in ((seal, True), (unseal, False)):
        assert isinstance(ana.ask(request), Done)
        shown = next(m for m in reversed(ana.heard) if isinstance(m, Snapshot))
        assert shown.seats[0].sealed is is_sealed
        assert shown.sheets["1"].lines == (lowest(sitting, ana),)


def test_time_used_in_a_private_phase_is_counted_for_nobody() -> None:
    sitting, (ana, _) = begun()
    sitting.pass_time(5.0)
    ana.seal()
    sitting.pass_time(26.0)
    assert [chair.seconds_used for chair in sitting.state.chairs.values()] == [0.0, 0.0]
    assert sitting.state.read_phase == 1


def test_what_is_not_told_counts_in_no_public_figure() -> None:
    sitting, (ana, _) = begun()
    sitting.table.collect(sitting.at)
    ana_acts = messages.Write(phase=1, sheet="1", revision=1, lines=("4",))
    perform(sitting.table, ana.peer, ana_acts, sitting.at, 0.0)
    effects = sitting.table.collect(sitting.at)
    assert len(effects.rows) == 2
    assert effects.told == 0
    assert not [item for _, item in effects.out if isinstance(item, Clock)]


def test_the_hashes_of_a_private_phase_are_published_when_it_closes() -> None:
    sitting, (ana, bo) = begun()
    card = lowest(sitting, ana)
    ana.write(card)
    ana.seal()
    bo.seal()
    closed = bo.events(events.PhaseClosed)[-1]
    own = ana.events(events.SheetsRead)[-1]
    assert closed.hashes.keys() == {"1", "2"}
    assert seal_hash(1, "1", (card,), own.salts["1"]) == closed.hashes["1"]


def test_the_sheets_of_a_private_phase_are_shown_to_their_writers_only() -> None:
    sitting, (ana, bo) = begun()
    watcher = sitting.watcher()
    ana.write(lowest(sitting, ana))
    ana.seal()
    bo.seal()
    own, other, none = (who.events(events.SheetsRead)[-1] for who in (ana, bo, watcher))
    assert all(read.private for read in (own, other, none))
    assert own.sheets == {"1": (lowest(sitting, ana),)}
    assert other.sheets == {"2": ()}
    assert (none.sheets, none.salts) == ({}, {})


def test_a_story_tells_each_seat_what_it_may_know() -> None:
    sitting, (ana, bo) = begun()
    watcher = sitting.watcher()
    ana.write(lowest(sitting, ana))
    ana.seal()
    bo.seal()
    card = int(lowest(sitting, ana))
    told = [who.events(events.SheetsRead)[-1].story[0] for who in (ana, bo, watcher)]
    assert told == [
        {"type": "kept", "seat": "1", "card": card},
        {"type": "kept", "seat": "1", "card": None},
        {"type": "kept", "seat": "1", "card": None},
    ]


def test_the_usage_of_a_sheet_is_made_from_the_hand_of_its_seat() -> None:
    _, (ana, bo) = begun()
    told = [next(m for m in reversed(who.heard) if isinstance(m, Usage)) for who in (ana, bo)]
    assert [usage.sheets.keys() for usage in told] == [{"1"}, {"2"}]


def test_the_key_of_a_sheet_may_change_with_the_phase() -> None:
    sitting, (ana, _) = begun()
    sitting.pass_time(31.0)
    sitting.pass_time(61.0)
    assert sitting.state.phase.owing == {"1": ("K",), "2": ("M",)}
    assert refusal(ana.write("4", sheet="1")) == "no-such-sheet"
    assert isinstance(ana.write(lowest(sitting, ana), sheet="K"), messages.Written)


def test_a_referee_s_correction_of_a_hidden_hand_is_told_to_nobody_else() -> None:
    sitting, (ana, bo) = begun(tournament=True)
    referee = sitting.referee()
    referee.ask(messages.Start())
    sitting.pass_time(31.0)
    assert isinstance(referee.ask(messages.Amend(lines=("HAND 1 7 8 9",))), Done)
    assert referee.events(events.PositionAmended)[-1].lines == ("HAND 1 7 8 9",)
    for player in (ana, bo):
        amended = player.events(events.PositionAmended)[-1]
        assert (amended.lines, amended.hidden) == ((), True)
        assert tuple(amended.view["hand"]) == sitting.state.position.hands[player.sheet]


# Records.


def test_a_running_game_is_exported_as_the_asker_may_know_it() -> None:
    sitting, (ana, _) = begun()
    ana.write(lowest(sitting, ana))
    sitting.pass_time(31.0)
    hands = sitting.state.position.hands
    for role in ("1", "2", WATCHER, "referee"):
        record = export("TABLE", sitting.rows, role)
        assert not record.whole
        assert record.start is record.rounds[0].position is record.rounds[0].scenario is None
        assert record.setup_dice == record.rounds[0].dice == ()
        assert set(record.rounds[0].sheets) == ({role} if role in hands else set())
        assert tuple(record.rounds[0].view["hand"]) == hands.get(role, ())
        text = write_record(record)
        assert sitting.state.dice_salt(0).encode() not in text
        assert verify(read_record(text)) == []


def test_a_game_that_is_over_is_exported_whole_and_passes_verify() -> None:
    sitting, players = begun()
    play_out(sitting, players)
    record = read_record(write_record(export("TABLE", sitting.rows)))
    assert record.whole
    assert record.rounds[0].sheets.keys() == {"1", "2"}
    assert record.rounds[0].story[0]["card"]
    assert len(record.setup_dice) == 15
    assert verify(record) == []


def finished() -> Any:
    sitting, players = begun()
    play_out(sitting, players)
    return json.loads(write_record(export("TABLE", sitting.rows)))


def private_sheet(record: Any) -> None:
    record["rounds"][0]["sheets"]["1"] = ["1"]


def setup_dice(record: Any) -> None:
    record["setup_dice"][-1] = 1 + record["setup_dice"][-1] % 2


def hidden_story(record: Any) -> None:
    record["rounds"][0]["story"][0]["card"] = 99


def hidden_position(record: Any) -> None:
    record["rounds"][0]["position"]["kept"]["1"] = 99


@pytest.mark.parametrize("forge", [private_sheet, setup_dice, hidden_story, hidden_position])
def test_what_was_secret_in_the_game_cannot_be_forged_afterwards(forge: Callable[[Any], None]) -> None:
    record = finished()
    forge(record)
    assert verify(read_record(json.dumps(record).encode()))


# Words at any time.


def test_a_declared_word_works_at_once_and_is_told_to_all() -> None:
    sitting, (ana, bo) = begun()
    card = lowest(sitting, ana)
    assert isinstance(ana.ask(messages.Declare(text=f"show {card}")), Done)
    assert sitting.state.position.shown == {"1": (int(card),)}
    said = bo.events(events.Declared)[-1]
    assert (said.seat, said.text, said.phase) == ("1", f"show {card}", None)
    assert said.story == ({"type": "shown", "seat": "1", "card": int(card)},)
    assert {seat: tuple(cards) for seat, cards in said.view["shown"].items()} == {"1": (int(card),)}


def test_a_declared_word_does_not_change_sheets_that_are_owed_as_before() -> None:
    sitting, (ana, bo) = begun()
    bo.write(lowest(sitting, bo))
    ana.ask(messages.Declare(text=f"show {lowest(sitting, ana)}"))
    assert sitting.state.draft("2").lines == (lowest(sitting, bo),)
    assert sitting.replayed().position == sitting.state.position


@pytest.mark.parametrize("text", ["show 99", "sing", "", "show"])
def test_a_word_that_cannot_be_declared_is_refused_and_changes_nothing(text: str) -> None:
    sitting, (ana, _) = begun()
    rows = len(sitting.rows)
    assert refusal(ana.ask(messages.Declare(text=text))) == "bad-word"
    assert len(sitting.rows) == rows


def test_only_a_seat_may_declare_and_only_while_the_game_is_on() -> None:
    sitting, players = begun()
    assert refusal(sitting.watcher().ask(messages.Declare(text="show 1"))) == "not-seated"
    play_out(sitting, players)
    assert refusal(players[0].ask(messages.Declare(text="show 1"))) == "not-now"


def test_declared_words_are_in_the_record_and_pass_verify() -> None:
    sitting, (ana, bo) = begun()
    ana.ask(messages.Declare(text=f"show {lowest(sitting, ana)}"))
    play_out(sitting, [ana, bo])
    record = json.loads(write_record(export("TABLE", sitting.rows)))
    assert record["rounds"][0]["kind"] == "declared"
    assert verify(read_record(json.dumps(record).encode())) == []
    record["rounds"][0]["lines"] = ["show 16"]
    assert verify(read_record(json.dumps(record).encode()))


# Tests of the test: a table that tells is caught.


def tell_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableState, "is_private", property(lambda state: False))


def show_seat_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = knowledge.seat_line

    def leak(state: TableState, seat: str, role: str, **more: Any) -> Any:
        return shown(state, seat, seat, **more)

    monkeypatch.setattr(knowledge, "seat_line", leak)


def show_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "view", lambda game, position, role: game.view(position, "2"))


def show_private_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: TableState, entry: Entry, event: events.SheetsRead, role: str) -> events.SheetsRead:
        return msgspec.structs.replace(event, story=knowledge.story(entry.story, role))

    monkeypatch.setattr(knowledge, "_with_sheets", leaky)


@pytest.mark.parametrize("sabotage", [tell_seals, show_seat_lines, show_views, show_private_sheets])
def test_a_table_that_tells_a_secret_is_caught(
    monkeypatch: pytest.MonkeyPatch, sabotage: Callable[[pytest.MonkeyPatch], None]
) -> None:
    sabotage(monkeypatch)
    with pytest.raises(Leak):
        check_game(HIDDEN, conceal, players=3, seed=1, phases=2)
