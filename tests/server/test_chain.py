"""The chain over what was told: a record that is cut short, or put together from two, does not hold."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from client.launch.saved import Memory, Place
from protocol import chain, events, messages
from protocol.messages import Told
from server.cli import main
from server.record import export, read_record, write_record
from server.verify import verify
from tests.kit.sittings import Player, Sitting, begun

Json = Any


def play(sitting: Sitting, players: list[Player], rounds: int) -> None:
    for _ in range(rounds):
        for player in players:
            player.write("T HQ V4")
            player.seal()
        sitting.pass_time(61.0)


def recorded(rounds: int = 4, **options: Any) -> tuple[Json, Player]:
    sitting, players = begun(interlude=60.0, **options)
    play(sitting, players, rounds)
    return json.loads(write_record(export("TABLE", sitting.rows))), players[0]


def faults(record: Json, kept: dict[int, str] | None = None) -> list[str]:
    return verify(read_record(json.dumps(record).encode()), kept)


def heads(player: Player) -> dict[int, str]:
    """What a player was told, by the number of the event that told it."""
    return {
        message.seq: message.event.head
        for message in player.heard
        if isinstance(message, Told) and isinstance(message.event, events.SheetsRead)
    }


def test_whoever_has_heard_the_stream_makes_the_same_chain() -> None:
    """Players, watchers and the referee hear different views, masks and sheets."""
    sitting = Sitting(2, tournament=True)
    watcher, referee = sitting.watcher(), sitting.referee()
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    players[0].ask(messages.Chat(text="between us", to=players[1].sheet))
    referee.ask(messages.Start())
    sitting.pass_time(400.0)
    for listener in (*players, watcher, referee):
        listener.ask(messages.Sync(after=0))
        missed = [m for m in listener.heard if isinstance(m, messages.Missed)]
        told = [each for message in missed for each in message.told]
        assert told[0].seq == 1
        made = chain.heads((each.at, each.event) for each in told)
        read = next(each for each in told if isinstance(each.event, events.SheetsRead))
        assert isinstance(read.event, events.SheetsRead)
        assert read.event.head == made[read.seq - 1]
        assert made[-1] == sitting.state.head


def test_a_true_record_fits_every_head_that_a_player_was_told() -> None:
    record, player = recorded()
    assert len(heads(player)) == 4
    assert faults(record, heads(player)) == []


def cut(record: Json, rounds: int) -> Json:
    """As if the game had stopped after so many rounds: nothing else gives it away."""
    short = json.loads(json.dumps(record))
    readings = [n for n, (_, event) in enumerate(short["log"]) if event["type"] == "sheets_read"]
    short["log"] = short["log"][: readings[rounds - 1] + 1]
    short["rounds"] = short["rounds"][:rounds]
    return short


def test_a_record_cut_short_does_not_end_where_it_says() -> None:
    record, _ = recorded()
    assert faults(cut(record, 2)) == ["the log: its end does not fit the head in the record"]


def test_a_head_that_a_player_kept_shows_that_a_record_was_cut_short() -> None:
    """S15"""
    record, player = recorded()
    short = cut(record, 2)
    read = read_record(json.dumps(short).encode())
    told = [(at, events_of(event)) for at, event in read.log]
    short["head"] = chain.heads(told)[-1]
    assert faults(short) == []
    assert any("cut short" in fault for fault in faults(short, heads(player)))


def events_of(plain: Json) -> events.TableEvent:
    return msgspec.convert(plain, events.TableEvent)  # type: ignore[no-any-return]  # a union


def test_a_record_put_together_from_two_does_not_hold() -> None:
    """The same table, the same moves, and another beginning."""
    first, _ = recorded(referee="V")
    second, player = recorded(referee="B")
    opening = next(n for n, (_, event) in enumerate(first["log"]) if event["type"] == "phase_opened")
    mixed = {**second, "log": first["log"][:opening] + second["log"][opening:]}
    assert any("are not those that were told then" in fault for fault in faults(mixed))
    assert any("are not those that a player received" in fault for fault in faults(first, heads(player)))


def test_the_chain_covers_every_event_of_the_log() -> None:
    record, player = recorded(rounds=1)
    for number in range(len(record["log"])):
        forged = json.loads(json.dumps(record))
        forged["log"][number][0] += 1.0
        assert faults(forged), f"the time of event {number + 1} could be changed"
    assert faults(record, heads(player)) == []


def test_verify_looks_at_the_saved_seat_and_at_heads_that_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QG_HOME", str(tmp_path))
    record, player = recorded()
    (seq, head), *_, (last, last_head) = heads(player).items()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file), "--head", f"{seq}:{head}"]) == 0
    assert "chain" in capsys.readouterr().out
    assert main(["verify", str(file), "--head", f"{seq}:{last_head}"]) == 1
    memory = Memory(tmp_path / "client.json")
    memory.keep_place("TABLE", Place("127.0.0.1:7878", "token", "V"))
    memory.keep_head("TABLE", last, last_head)
    assert main(["verify", str(file)]) == 0
    memory.keep_head("TABLE", last + 50, "0" * 64)
    assert main(["verify", str(file)]) == 1
    assert "cut short" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["", "7", "x:y", "0:" + "0" * 64, "7:" + "0" * 63])
def test_a_text_that_is_no_head_is_refused(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "game.json", "--head", given])
    assert "NUMBER:HASH" in capsys.readouterr().err


def test_a_new_token_for_the_same_seat_keeps_the_head(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "client.json")
    memory.keep_place("TABLE", Place("host", "token", "V"))
    memory.keep_head("TABLE", 31, "a" * 64)
    memory.keep_place("TABLE", Place("host", "another", "V"))
    kept = Memory(tmp_path / "client.json").place("TABLE")
    assert kept == Place("host", "another", "V", 31, "a" * 64)
    memory.keep_head("TABLE", 20, "b" * 64)
    assert memory.place("TABLE") == kept, "an older head is no news"
