"""A record as it was exported passes verify, and a record that was changed in any way does not."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import messages
from protocol.events import GameEnded
from protocol.messages import Done
from protocol.seals import seal_hash
from server.cli import main
from server.record import BadRecord, export, read_record, write_record
from server.verify import verify
from tests.kit import chaos
from tests.kit.callers import Caller, call, seat_all, serving, start_game
from tests.kit.sittings import Player, Sitting, begun

ROOT = Path(__file__).parents[2]
Json = Any


@cache
def played() -> bytes:
    """The record of a tournament with some of everything: sealed, unsealed and unwritten sheets, rulings."""
    sitting = Sitting(4, tournament=True, interlude=None)
    players = [sitting.sit(name) for name in ("Ana", "Bo", "Cy", "Di")]
    referee = sitting.referee()
    for n in range(1, 5):
        assert isinstance(referee.ask(messages.Start()), Done)
        write_round(sitting, players, n)
        assert isinstance(players[0].ask(messages.Chat(text="between us", to="J")), Done)
        sitting.pass_time(20)
    assert isinstance(referee.ask(messages.Reread(sheets={"B": ("S HQ B8", "C HQ IX")})), Done)
    assert isinstance(referee.ask(messages.Amend(lines=("V V8 2R",))), Done)
    assert isinstance(referee.ask(messages.RollBack(phase=3)), Done)
    assert isinstance(referee.ask(messages.Start()), Done)
    write_round(sitting, players, 5)
    assert isinstance(referee.ask(messages.Finish(text="lights out", winners=("J",))), Done)
    return write_record(export("TABLE", sitting.rows))


def write_round(sitting: Sitting, players: list[Player], n: int) -> None:
    for player in players[: 4 - n % 2]:
        player.write(*chaos.orders(player.sheet, n))
    players[0].seal()
    players[0].ask(messages.Unseal(phase=n))
    players[0].write("S HQ V8", "C HQ IX", revision=2)
    for player in players[: 4 - (n == 2)]:
        player.seal()
    if sitting.state.stage == "writing":
        sitting.pass_time(180.0)
    assert sitting.state.stage == "between"


def faults(record: Json) -> list[str]:
    return verify(read_record(json.dumps(record).encode()))


def test_the_record_of_a_played_game_passes_verify() -> None:
    """It is written to a file and read back, with its rulings."""
    record = read_record(played())
    assert verify(record) == []
    assert [played.kind for played in record.rounds] == ["read"] * 4 + [
        "reread",
        "amended",
        "rolled_back",
        "read",
    ]
    assert record.setup_dice, "the first referee was chosen by lot"


def test_the_record_of_a_game_that_ended_by_its_rules_passes_verify() -> None:
    """The outcome is checked against the rules too."""
    sitting = Sitting(2, referee="V", limit=100.0)
    players = [sitting.sit("Ana"), sitting.sit("Bo")]
    for player in players:
        player.seal()
    assert sitting.state.stage == "over"
    record = json.loads(write_record(export("TABLE", sitting.rows)))
    assert faults(record) == []
    forged_figures = {"figures": {"VB": {"flags": 2}, "JR": {"flags": 0}}}
    for change in ({"winners": ["VB"]}, {"reason": "flags"}, forged_figures, None):
        forged = json.loads(json.dumps(record))
        forged["outcome"] = change and forged["outcome"] | change
        assert faults(forged)
        for _, event in forged["log"]:
            if event["type"] == "game_ended":
                event.update(change or {"winners": ["VB"]})
        assert faults(forged), "and if the log is forged along with it"
        if change is forged_figures:
            assert any("its figures are not what the rules give" in fault for fault in faults(forged))


def test_the_record_of_a_table_that_was_closed_passes_verify_and_has_no_result() -> None:
    """With latecomers, another host, and the agreement of all."""
    sitting, (ana, bo, *others) = begun()
    sitting.cut(ana)
    sitting.pass_time(100.0)
    late = sitting.caller()
    late.ask(messages.Join(table="TABLE", name="Eve", key="the secret of Eve"))
    assert isinstance(bo.ask(messages.Admit(name="Eve", seat="V")), Done)
    for player in (bo, late, *others):
        assert isinstance(player.ask(messages.Close()), Done)
    record = json.loads(write_record(export("TABLE", sitting.rows)))
    assert record["outcome"]["reason"] == "closed"
    assert faults(record) == []
    told = [event["type"] for _, event in record["log"]]
    assert {"host_chosen", "seat_requested", "closing_agreed"} <= set(told)
    forged = json.loads(json.dumps(record))
    forged["outcome"]["winners"] = ["V"]
    forged["log"][-1][1]["winners"] = ["V"]
    assert "the outcome: a table that was closed has no result" in faults(forged)
    assert "the log: a host acts at a table that has a referee" in faults({**record, "tournament": True})


def test_a_record_that_names_others_in_a_draw_is_noticed() -> None:
    """A record that names nobody was made before a draw named anyone, and is still good."""
    sitting = Sitting(2, referee="V", limit=100.0)
    for player in [sitting.sit("Ana"), sitting.sit("Bo")]:
        player.seal()
    *rows, end = sitting.rows
    assert isinstance(end.fact, GameEnded)
    assert end.fact.drawn == ("VB", "JR")
    for drawn, found in (
        (("VB", "JR"), []),
        ((), []),
        (("VB",), ["the outcome: the rules give a draw between others"]),
    ):
        told = replace(end, fact=replace(end.fact, drawn=drawn))
        assert verify(export("TABLE", [*rows, told])) == found


def test_whoever_asks_for_a_record_of_an_open_game_gets_the_same_one() -> None:
    sitting, _ = begun()
    sitting.pass_time(180.0)
    records = [write_record(export("TABLE", sitting.rows, role)) for role in ("V", "B", "referee", "watcher")]
    assert len(set(records)) == 1
    assert verify(read_record(records[0])) == []


def first_line(record: Json) -> None:
    record["rounds"][0]["sheets"]["V"][0] = "T HQ V4"


def blank_line(record: Json) -> None:
    record["rounds"][1]["sheets"]["V"].append("")


def salt(record: Json) -> None:
    record["rounds"][1]["salts"]["B"] = "00" * 16


def hash_in_round(record: Json) -> None:
    record["rounds"][0]["hashes"]["J"] = "00" * 32


def position(record: Json) -> None:
    record["rounds"][2]["position"]["flags"]["B"] = "V"


def piece(record: Json) -> None:
    record["rounds"][0]["position"]["pieces"]["V"]["HQV"][0] += 1


def view(record: Json) -> None:
    record["rounds"][0]["view"]["referee"] = "X"


def start_view(record: Json) -> None:
    record["start_view"]["pieces"]["V"]["HQV"][0] += 1


def story(record: Json) -> None:
    record["rounds"][0]["story"].pop()


def story_word(record: Json) -> None:
    record["rounds"][0]["story"][0]["army"] = "R"


def setup_dice(record: Json) -> None:
    record["setup_dice"][0] = record["setup_dice"][0] % 4 + 1


def more_setup_dice(record: Json) -> None:
    record["setup_dice"].append(1)


def no_setup_dice(record: Json) -> None:
    record["setup_dice"] = []


def dice_in_a_round(record: Json) -> None:
    record["rounds"][0]["dice"] = [6]


def first_round_dropped(record: Json) -> None:
    del record["rounds"][0]


def round_dropped(record: Json) -> None:
    del record["rounds"][2]


def last_round_dropped(record: Json) -> None:
    del record["rounds"][-1]


def ruling_dropped(record: Json) -> None:
    del record["rounds"][5]


def round_twice(record: Json) -> None:
    record["rounds"].append(record["rounds"][-1])


def rounds_swapped(record: Json) -> None:
    rounds = record["rounds"]
    rounds[0], rounds[1] = rounds[1], rounds[0]


def ruling_changed(record: Json) -> None:
    record["rounds"][5]["lines"] = ["V V8 3R"]


def rolled_back_elsewhere(record: Json) -> None:
    record["rounds"][6]["phase"] = 2


def sheet_dropped(record: Json) -> None:
    del record["rounds"][0]["sheets"]["R"]


def unwritten_sheet_dropped_with_its_seal(record: Json) -> None:
    for part in ("sheets", "salts", "hashes"):
        del record["rounds"][0][part]["R"]


def sheet_added(record: Json) -> None:
    record["rounds"][0]["sheets"]["X"] = ["S HQ X8"]


def last_round_flag(record: Json) -> None:
    record["rounds"][3]["last"] = not record["rounds"][3].get("last", False)


def phase_key(record: Json) -> None:
    record["rounds"][0]["key"] = "battle"


def start(record: Json) -> None:
    record["start"]["pieces"]["V"]["HQV"][0] = 9


def no_start(record: Json) -> None:
    record["start"] = None


def options(record: Json) -> None:
    record["options"]["referee"] = "J"


def scenario(record: Json) -> None:
    record["rounds"][1]["scenario"]["orders"]["V"] = []


def winner(record: Json) -> None:
    record["outcome"]["winners"] = ["V"]


def no_outcome(record: Json) -> None:
    record["outcome"] = None


def player(record: Json) -> None:
    record["seats"]["V"] = "Zoe"


def rules_version(record: Json) -> None:
    record["rules_version"] += 1


def of_kind(record: Json, kind: str) -> list[Json]:
    return [event for _, event in record["log"] if event["type"] == kind]


def hash_at_the_seal(record: Json) -> None:
    of_kind(record, "sheet_sealed")[1]["hashes"]["V"] = "00" * 32


def hash_at_the_close(record: Json) -> None:
    of_kind(record, "phase_closed")[0]["hashes"]["R"] = "00" * 32


def sheet_in_the_log(record: Json) -> None:
    of_kind(record, "sheets_read")[0]["sheets"]["V"] = ["S HQ V8"]


def closing_cut_out_of_the_log(record: Json) -> None:
    record["log"] = [pair for pair in record["log"] if pair[1]["type"] != "phase_closed"]


def log_emptied(record: Json) -> None:
    record["log"] = []


def log_cut_short(record: Json) -> None:
    reads = [n for n, (_, event) in enumerate(record["log"]) if event["type"] == "sheets_read"]
    del record["log"][reads[-1] :]


def a_sealed_sheet_replaced_with_care(record: Json) -> None:
    """The host makes round and closing agree, and forgets that the hash of the seal was told before."""
    changed = record["rounds"][0]
    changed["sheets"]["V"] = ["T HQ V4"]
    forged = seal_hash(1, "V", ["T HQ V4"], changed["salts"]["V"])
    changed["hashes"]["V"] = forged
    of_kind(record, "phase_closed")[0]["hashes"]["V"] = forged
    of_kind(record, "sheets_read")[0]["sheets"]["V"] = ["T HQ V4"]


TAMPERINGS: list[Callable[[Json], None]] = [
    *(first_line, blank_line, salt, hash_in_round, position, piece, view, start_view, story, story_word),
    *(setup_dice, more_setup_dice, no_setup_dice, dice_in_a_round),
    *(first_round_dropped, round_dropped, last_round_dropped, round_twice, rounds_swapped),
    *(ruling_dropped, ruling_changed, rolled_back_elsewhere),
    *(sheet_dropped, unwritten_sheet_dropped_with_its_seal, sheet_added, last_round_flag, phase_key),
    *(start, no_start, options, scenario, winner, no_outcome, player, rules_version),
    *(hash_at_the_seal, hash_at_the_close, sheet_in_the_log, closing_cut_out_of_the_log),
    *(log_emptied, log_cut_short, a_sealed_sheet_replaced_with_care),
]


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_is_found(tamper: Callable[[Json], None]) -> None:
    record = json.loads(played())
    tamper(record)
    assert faults(record) != []


def test_a_sealed_sheet_replaced_with_care_is_found_by_its_seal_and_not_only_by_the_position() -> None:
    """A host who resolves all rounds anew is found out, too."""
    record = json.loads(played())
    a_sealed_sheet_replaced_with_care(record)
    assert [fault for fault in faults(record) if "published when it was sealed" in fault]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[1, 2]",
        b'{"format": "qg-record-1"}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"format": 3}',
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_file_that_is_no_record_is_refused_with_a_sentence(text: bytes) -> None:
    with pytest.raises(BadRecord):
        read_record(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "qg-record-9"),
        ("game", "chess"),
        ("rounds", [{}]),
        ("rounds", {"1": 2}),
        ("log", [[1]]),
        ("log", [3]),
        ("setup_dice", "six"),
    ],
    ids=str,
)
def test_a_record_with_a_field_of_another_form_is_no_record(field: str, value: Json) -> None:
    with pytest.raises(BadRecord):
        faults(json.loads(played()) | {field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("options", {"players": 9}),
        ("options", {"players": "many"}),
        ("setup_dice", [77]),
        ("log", [[1.0, {"type": "riot"}]]),
        ("log", [[1.0, 7]]),
        ("start", 5),
    ],
    ids=str,
)
def test_a_record_that_cannot_be_replayed_has_a_fault_and_no_traceback(field: str, value: Json) -> None:
    assert faults(json.loads(played()) | {field: value})


def test_a_position_that_is_none_has_a_fault_and_no_traceback() -> None:
    record = json.loads(played())
    record["rounds"][0]["position"] = "everybody at home"
    record["rounds"][0]["dice"] = [1]
    assert faults(record)


def test_verify_answers_with_a_sentence_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(played())
    record = json.loads(played())
    first_line(record)
    bad.write_text(json.dumps(record))
    assert main(["verify", str(good)]) == 0
    holds = "everything holds: seals, chain, positions and stories (5 read, 3 ruled)"
    assert holds in capsys.readouterr().out
    assert main(["verify", str(bad)]) == 1
    assert "round 1: the sheet of V is not the one that was sealed" in capsys.readouterr().out


@pytest.mark.parametrize("junk", [b"", b"{}", b"\x00\x01", b"[" * 100_000], ids=lambda junk: repr(junk[:8]))
@pytest.mark.parametrize("command", ["verify", "resolve"])
def test_junk_gives_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, junk: bytes
) -> None:
    file = tmp_path / "junk.json"
    file.write_bytes(junk)
    assert main([command, str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("qg-server: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", [["tables"], ["export", "ABCDE"]], ids=str)
@pytest.mark.parametrize("content", [None, b"", b"a shopping list " * 100], ids=["missing", "empty", "junk"])
def test_a_database_that_is_none_gives_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], content: bytes | None
) -> None:
    file = tmp_path / "qg.db"
    if content is not None:
        file.write_bytes(content)
    assert main([*command, "--database", str(file)]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("qg-server: ")
    assert said.err.count("\n") == 1


def resolve(capsys: pytest.CaptureFixture[str], *args: str) -> Json:
    assert main(["resolve", *args]) == 0
    return json.loads(capsys.readouterr().out)


def test_resolve_reads_a_round_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each round as it was played, the last if none is named."""
    file = tmp_path / "game.json"
    file.write_bytes(played())
    record = json.loads(played())
    for number in (1, 2, 3, 4, 8):
        before = record["rounds"][number - 1]["scenario"]
        scenario = tmp_path / "round.json"
        scenario.write_text(json.dumps(before))
        again = resolve(capsys, str(file), "--round", str(number), "--json")
        assert again == resolve(capsys, str(scenario))
    assert resolve(capsys, str(file)) == resolve(capsys, str(file), "--round", "8", "--json")
    for wrong in ("0", "9", "-1", "7"):  # the seventh is a ruling: there is nothing to resolve
        assert main(["resolve", str(file), "--round", wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def words(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    assert main(["resolve", *args]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_round_of_a_record_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every step of the story is a sentence in the language asked for. A scenario is told in the same way."""
    file = tmp_path / "game.json"
    file.write_bytes(played())
    number = "2"
    outcome = resolve(capsys, str(file), "--round", number, "--json")
    told = {
        language: words(capsys, str(file), "--round", number, "--lang", language) for language in ("en", "fr")
    }
    for lines in told.values():
        assert len(lines) == len(outcome["events"]) + 1 + len(outcome["pieces"])
        assert not any("{" in line or "event." in line for line in lines)
    assert told["en"] != told["fr"]
    assert told["fr"][len(outcome["events"])] == "Après cela, les pièces sont ici :"
    scenario = tmp_path / "round.json"
    scenario.write_text(json.dumps(json.loads(played())["rounds"][1]["scenario"]))
    assert words(capsys, str(scenario), "--words") == told["en"]


def test_a_lost_order_is_told_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.json"
    given = {"game": "power", "referee": "V", "pieces": {"V": {"V0": "1S"}}, "orders": {"V": ["S V0 B0"]}}
    file.write_text(json.dumps(given))
    reason = resolve(capsys, str(file))["orders"]["V"][0]["reason"]
    assert words(capsys, str(file), "--words")[0] == f"Green: order lost, S V0 B0 ({reason})"


async def tool(folder: Path, *args: str) -> bytes:
    """A tool of the host's, in a process of its own."""
    command = [sys.executable, "-m", "server", *args, "--database", str(folder / "qg.db")]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")
    return out


async def round_of(players: list[Caller], n: int) -> None:
    for player in players:
        await player.write(n, *chaos.orders(player.seat, n))
    for player in players:
        assert isinstance(await player.seal(n), Done)
    for player in players:
        await player.ask(messages.Ready(phase=n))


@pytest.mark.slow
async def test_the_tools_work_beside_a_running_server_and_after_it(tmp_path: Path) -> None:
    """The tools read what is committed, and the server does not wait for them."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, referee="V")
        for n in (1, 2):
            await round_of(players, n)
        listed = (await tool(tmp_path, "tables")).decode()
        assert listed.split()[:4] == [table, "power", "playing", "4/4"]
        record = read_record(await tool(tmp_path, "export", table.lower()))
        assert verify(record) == []
        assert len(record.rounds) == 2
        await round_of(players, 3)
    again = read_record(await tool(tmp_path, "export", table))
    assert verify(again) == []
    assert again.rounds[:2] == record.rounds
    assert len(again.rounds) == 3
    assert (await tool(tmp_path, "tables")).decode().startswith(table)


async def test_an_export_of_a_running_game_holds_no_word_of_the_open_phase(tmp_path: Path) -> None:
    """S1: nor a salt, nor a token or its digest, nor a private word."""
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port, referee="V")
        await round_of(players, 1)
        await players[0].write(2, "S HQ V8", "canary draft")
        await players[1].write(2, "canary sealed")
        await players[1].seal(2)
        await players[2].write(2, "canary first")
        await players[2].seal(2)
        await players[2].ask(messages.Unseal(phase=2))
        await players[2].write(2, "canary second", revision=2)
        text = await tool(tmp_path, "export", table)
        state = app.lobby._actors[table].table.state
    assert b"memo V 1" in text
    assert b"canary" not in text
    secrets = [chair.token for chair in state.chairs.values()] + [
        chair.key for chair in state.chairs.values()
    ]
    for secret in (*secrets, *state.sheets.salts.values(), *(player.token for player in players)):
        assert secret
        assert secret.encode() not in text


async def test_chat_to_one_seat_is_in_no_record(tmp_path: Path) -> None:
    """S1."""
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await opener.ask(
            messages.OpenTable(game="power", name="Talk", key="own secret of the opener")
        )
        assert isinstance(opened, messages.Opened)
        players = await seat_all(app.port, opened.table, ("Ana", "Bo"))
        await players[0].ask(messages.Chat(text="a public canary"))
        await players[0].ask(messages.Chat(text="a private canary", to=players[1].seat))
        text = await tool(tmp_path, "export", opened.table)
    assert b"a public canary" in text
    assert b"a private canary" not in text
