"""The lobby: open, list, join, watch; names; limits; what answers to plain HTTP."""

import asyncio
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import events, messages
from protocol.messages import (
    CLOSE_LIMITS,
    ClientMessage,
    Done,
    Invite,
    Join,
    Leave,
    ListTables,
    Opened,
    OpenTable,
    Presence,
    Refused,
    Resume,
    Seated,
    Snapshot,
    TableLine,
    Tables,
    Watch,
    Write,
)
from server.cli import _parser
from server.errors import StorageError, TableError
from server.names import LONGEST_NAME, clean, clean_chat, clean_name, skeleton
from server.net import room
from server.net.limits import Limits
from server.net.metrics_page import Where
from tests.kit.callers import FREE, Caller, call, open_table, serving, start_game
from tests.kit.long import examples, long
from tests.kit.sittings import Sitting, refusal
from tests.kit.wires import http, wire

OWN = "a secret of at least sixteen"


def join(table: str, name: str = "Ana", **more: Any) -> Join:
    return Join(table=table, name=name, **{"key": f"{OWN} of {name}", **more})


async def tables(caller: Caller) -> tuple[TableLine, ...]:
    answer = await caller.ask(ListTables())
    assert isinstance(answer, Tables)
    return answer.tables


async def test_a_table_that_was_opened_is_listed(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        assert await tables(caller) == ()
        plain = await open_table(caller, name="Sunday")
        locked = await open_table(
            caller, name="Monday", key=OWN, options={"players": 2}, password="sesame", tournament=True
        )
        assert plain.referee_key == ""
        assert locked.referee_key
        assert await tables(await call(app.port)) == (
            TableLine(plain.table, "Sunday", "power", ("V", "B", "J", "R"), 4, False, "gathering"),
            TableLine(locked.table, "Monday", "power", ("VB", "JR"), 2, True, "gathering", tournament=True),
        )


async def test_the_list_tells_free_seats_and_the_stage(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await open_table(opener, options={"players": 2})
        await opener.sit(opened.table, "Ana", "JR")
        watcher = await call(app.port)
        (line,) = await tables(watcher)
        assert (line.free, line.stage) == (("VB",), "gathering")
        await (await call(app.port)).sit(opened.table, "Bo")
        (line,) = await tables(watcher)
        assert (line.free, line.stage) == ((), "playing")


async def test_the_list_tells_who_sits_there_and_how_long_it_has_been_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as app:
        opener = await call(app.port)
        opened = await open_table(opener, options={"players": 2})
        ana = await call(app.port)
        await ana.sit(opened.table, "Ana")
        (line,) = await tables(opener)
        assert (line.players, line.here, line.quiet_for) == (("Ana",), 1, 0.0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3 * 86_400)
    async with serving(tmp_path) as app:
        (line,) = await tables(await call(app.port))
        assert (line.players, line.here, line.quiet_for // 86_400) == (("Ana",), 0, 3.0)


async def test_an_old_table_is_not_listed_but_its_letters_lead_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), options={"players": 2})
        seats = [await (await call(app.port)).sit(opened.table, name) for name in ("Ana", "Bo")]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 15 * 86_400)
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        assert await tables(caller) == ()
        assert isinstance(await caller.ask(Resume(table=opened.table, token=seats[0].token)), Seated)
        (line,) = await tables(await call(app.port))
        assert line.here == 1, "somebody is there again"


async def test_the_list_does_not_show_when_somebody_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S1: a draft is no sign of life in the list of tables."""
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), options={"players": 2})
        ana, bo = await call(app.port), await call(app.port)
        await ana.sit(opened.table, "Ana")
        await bo.sit(opened.table, "Bo")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 3600)
        await ana.until_event(events.PhaseOpened)
        await ana.ask(Write(phase=1, sheet="V", revision=1, lines=("T HQ V4",)))
        rows = (await app._store.roster())[opened.table]  # type: ignore[union-attr]  # the server is open
        assert all(row.at < now + 60 for row in rows)


async def test_a_table_is_found_by_its_id_or_by_its_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), name="Sunday")
        for number, name in enumerate((opened.table, opened.table.lower(), "Sunday")):
            caller = await call(app.port)
            assert isinstance(await caller.ask(join(name, f"Player {number}")), Seated)
        stranger = await call(app.port)
        assert refusal(await stranger.ask(join("Tuesday"))) == "no-such-table"
        await open_table(stranger, name="Sunday", key=OWN)
        assert refusal(await stranger.ask(join("Sunday"))) == "no-such-table", "two have that name"


def test_a_player_chooses_a_free_seat() -> None:
    sitting = Sitting()
    assert sitting.sit("Ana", "J").sheet == "J"
    assert sitting.sit("Bo").sheet == "V", "left out: the first one free"
    answer = sitting.caller().ask(join("TABLE", "Cy", seat="J"))
    assert isinstance(answer, Refused)
    assert answer.code == "seat-taken"
    assert "free seats: B, R" in answer.text
    assert refusal(sitting.caller().ask(join("TABLE", "Cy", seat="X"))) == "no-such-seat"


def test_a_full_table_takes_nobody_more() -> None:
    sitting = Sitting(2, tournament=True)
    sitting.sit("Ana")
    sitting.sit("Bo")
    assert refusal(sitting.caller().ask(join("TABLE", "Cy"))) == "table-full"
    started = Sitting(2)
    started.sit("Ana")
    started.sit("Bo")
    assert refusal(started.caller().ask(join("TABLE", "Cy"))) == "already-started"


def test_everybody_is_told_who_sits_down() -> None:
    sitting = Sitting()
    ana = sitting.sit("Ana")
    sitting.sit("Bo", "R")
    assert ana.events(events.SeatTaken)[-1] == events.SeatTaken("R", "Bo")


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    sitting = Sitting(3)
    ana, _ = sitting.sit("Ana"), sitting.sit("Bo")
    assert sitting.state.stage == "gathering"
    sitting.sit("Cy")
    assert sitting.state.stage == "writing"
    assert len(ana.events(events.GameStarted)) == len(ana.events(events.PhaseOpened)) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 9}, "POWER is for 2 to 4 players, not 9"),
        ({"players": "four"}, "players is a whole number from 2 to 4, not four"),
        ({"seconds": -1}, "seconds is a time from 0.05 seconds to 30 days, or none, not -1"),
        ({"seconds": float("nan")}, "seconds is a time from 0.05 seconds"),
        ({"interlude": float("inf")}, "interlude is a time from 0.05 seconds"),
        ({"limit": 0}, "limit is a time from 0.05 seconds"),
        ({"colour": "red"}, "POWER has no option colour; its options are: players, seconds, limit,"),
        ({"mercenary": "Z", "players": 3}, "mercenary is one of V, B, J, R, not Z"),
        ({"referee": "Z"}, "referee is one of V, B, J, R, or none, not Z"),
        ({"referee": "R", "players": 3}, "referee R and mercenary R cannot be chosen together"),
        ({"prefer": "V"}, "prefer is written as in VB:V,JR:J, not V"),
        ({"prefer": {"VB": "J"}, "players": 2}, "prefer VB is one of V, B, not J"),
        ({"prefer": {"VJ": "J"}, "players": 2}, "prefer says nothing about VJ, only about: VB, JR, BJ, RV"),
        ({"prefer": {"BJ": "J"}, "players": 2}, "there is no seat BJ at such a table; its seats are: VB, JR"),
    ],
)
async def test_wrong_options_are_refused_in_a_sentence(
    tmp_path: Path, options: dict[str, Any], words: str
) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        answer = await caller.ask(OpenTable(game="power", name="Sunday", key=OWN, options=options))
        assert isinstance(answer, Refused)
        assert answer.code == "bad-options"
        assert answer.text.startswith("these options are not possible: ")
        assert words in answer.text
        assert await tables(caller) == ()


async def test_an_unknown_game_is_refused_with_those_there_are(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        answer = await (await call(app.port)).ask(OpenTable(game="chess", name="Sunday", key=OWN))
        assert isinstance(answer, Refused)
        assert answer.code == "no-such-game"
        assert "power" in answer.text


async def test_a_server_holds_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path, most_tables=2) as app:
        caller = await call(app.port)
        for number in range(2):
            await open_table(caller, key=f"{OWN} {number}")
        answer = await caller.ask(OpenTable(game="power", name="Sunday", key=OWN))
        assert isinstance(answer, Refused)
        assert (answer.code, "2 open tables" in answer.text) == ("too-many-tables", True)


async def test_one_address_opens_so_many_tables_and_is_told_its_own_limit(tmp_path: Path) -> None:
    """The limit of the server is another one, and has another sentence."""
    async with serving(tmp_path, Limits(tables_from_one=1)) as app:
        caller = await call(app.port)
        await open_table(caller)
        answer = await caller.ask(OpenTable(game="power", name="Sunday", key=OWN))
        assert isinstance(answer, Refused)
        assert answer.code == "too-many-own-tables"
        assert answer.text.startswith("an address may have 1 open tables at most")


async def test_a_table_may_have_a_password(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port), password="öpen sesame")
        for password in ("", "wrong", "Öpen sesame", "öpen sesame "):
            stranger = await call(app.port)
            code = "wrong-password" if password else "password-needed"
            assert refusal(await stranger.ask(join(opened.table, password=password))) == code
            watch = Watch(table=opened.table, password=password)
            assert refusal(await stranger.ask(watch)) == code
            assert stranger.heard[-1:] == [m for m in stranger.heard if isinstance(m, Refused)][-1:]
            assert not [m for m in stranger.heard if isinstance(m, Snapshot | messages.Told)]
        newcomer = await call(app.port)
        assert isinstance(await newcomer.ask(join(opened.table, password="öpen sesame")), Seated)


async def test_a_table_is_opened_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    """R6: idempotent by the opener's key."""
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        first = await open_table(caller, tournament=True)
        again = await open_table(await call(app.port), tournament=True)
        assert first.table == again.table
        assert first.referee_key == again.referee_key != ""
        assert len(await tables(caller)) == 1


async def test_a_table_asked_for_twice_at_the_same_instant_is_opened_once(tmp_path: Path) -> None:
    """R6: the first request may still be on its way to the disk."""
    async with serving(tmp_path) as app:
        callers = [await call(app.port) for _ in range(5)]
        opened = await asyncio.gather(*(open_table(caller) for caller in callers))
        assert len({each.table for each in opened}) == 1
        assert len(await tables(callers[0])) == 1


async def test_a_table_is_opened_once_also_if_the_disk_fails_for_the_first_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R6: who asks while the second tries waits for the second."""
    async with serving(tmp_path) as app:
        lobby = app.lobby
        append, gates = lobby._store.append, [asyncio.Event() for _ in range(3)]
        reached = [asyncio.Event() for _ in range(3)]
        calls = iter(range(3))

        async def fail_once(table: str, rows: Any) -> None:
            number = next(calls)
            reached[number].set()
            await gates[number].wait()
            if number == 0:
                raise StorageError("the disk is full")
            await append(table, rows)

        monkeypatch.setattr(lobby._store, "append", fail_once)
        wanted = OpenTable(game="power", name="Sunday", key=OWN, options={"players": 2})
        first, second = (asyncio.create_task(lobby.open(wanted)) for _ in range(2))
        await reached[0].wait()
        gates[0].set()
        with pytest.raises(StorageError):
            await first
        await reached[1].wait()
        third = asyncio.create_task(lobby.open(wanted))
        await asyncio.sleep(0)  # the third looks whether the table is there, or begins to wait
        for gate in gates:
            gate.set()
        assert (await second).table == (await third).table
        assert lobby._opening == {}


def test_a_seat_is_taken_once_however_often_it_is_asked_for() -> None:
    """R6: idempotent by the player's key; the last token given is the one that opens."""
    sitting = Sitting()
    ana = sitting.sit("Ana", "B")
    again = sitting.sit("Ana", "B")
    assert again.sheet == "B"
    assert [chair.name for chair in sitting.state.chairs.values()] == ["", "Ana", "", ""]
    assert ana.closed is not None, "the first connection is told"
    assert again.token != ana.token
    assert sitting.back(again.token).sheet == "B"
    assert refusal(sitting.caller().ask(messages.Resume(table="TABLE", token=ana.token))) == "wrong-token"


def test_a_player_who_leaves_before_the_start_frees_the_seat() -> None:
    sitting = Sitting()
    ana, bo = sitting.sit("Ana"), sitting.sit("Bo")
    assert isinstance(ana.ask(Leave()), Done)
    assert bo.events(events.SeatLeft) == [events.SeatLeft("V")]
    assert refusal(sitting.caller().ask(messages.Resume(table="TABLE", token=ana.token))) == "wrong-token"
    assert sitting.sit("Cy").sheet == "V"
    assert refusal(ana.ask(Leave())) == "not-at-table"


async def test_a_player_who_has_left_may_sit_down_at_another_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        first = await open_table(caller)
        second = await open_table(caller, key=OWN, name="Monday")
        await caller.sit(first.table, "Ana")
        assert refusal(await caller.ask(join(second.table))) == "at-table"
        assert isinstance(await caller.ask(Leave()), Done)
        await caller.sit(second.table, "Ana", "R")
        lines = {line.id: line.free for line in await tables(caller)}
        assert lines == {first.table: ("V", "B", "J", "R"), second.table: ("V", "B", "J")}


async def test_bots_fill_the_seats_and_the_game_begins(tmp_path: Path) -> None:
    """The bots also play their part of the game."""
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        opened = await open_table(caller)
        await caller.sit(opened.table, "Ana")
        assert refusal(await caller.ask(Invite(seat="V", level="recruit"))) == "seat-taken"
        assert refusal(await caller.ask(Invite(seat="X", level="recruit"))) == "no-such-seat"
        assert refusal(await caller.ask(Invite(seat="B", level="genius"))) == "no-such-level"
        for seat in ("B", "J", "R"):
            assert isinstance(await caller.ask(Invite(seat=seat, level="recruit")), Done)
        await caller.until_event(events.PhaseOpened, phase=1)
        taken = [e for e in caller.events() if isinstance(e, events.SeatTaken)]
        assert [(e.seat, e.bot) for e in taken] == [(s, "recruit") for s in ("B", "J", "R")]
        assert isinstance(await caller.seal(1, revision=0), Done)
        read = await caller.until_event(events.SheetsRead, phase=1)
        assert all(read.sheets[seat] for seat in ("B", "J", "R"))


async def test_a_table_may_be_opened_with_bots(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        wrong = OpenTable(game="power", name="Sunday", key=OWN, bots={"X": "recruit"})
        assert refusal(await caller.ask(wrong)) == "no-such-seat"
        wrong = OpenTable(game="power", name="Sunday", key=OWN, bots={"B": "genius"})
        assert refusal(await caller.ask(wrong)) == "no-such-level"
        opened = await open_table(caller, bots={"B": "recruit", "J": "recruit", "R": "recruit"})
        await caller.sit(opened.table, "Ana")
        await caller.until_event(events.PhaseOpened, phase=1)


async def test_a_watcher_sees_the_table_and_may_do_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        table, players = await start_game(app.port)
        watcher = await call(app.port)
        assert isinstance(await watcher.ask(Watch(table=table)), Done)
        snapshot = await watcher.until_kind(Snapshot)
        assert (snapshot.role, snapshot.stage, snapshot.sheets) == ("watcher", "writing", {})
        assert snapshot.view["seat"] is None
        await players[0].until(lambda m: isinstance(m, Presence) and m.watchers == 1)
        for message in (
            Write(phase=1, sheet="V", revision=1, lines=("x",)),
            messages.Seal(phase=1),
            messages.Chat(text="psst"),
            messages.Pause(),
            messages.Continue(),
            messages.Ready(phase=1),
            messages.Close(),
            messages.Suggest(sheet="V"),
        ):
            assert refusal(await watcher.ask(message)) == "not-seated"
        for act in (Invite(seat="V", level="recruit"), messages.Admit(name="Eve", seat="V")):
            assert refusal(await watcher.ask(act)) == "not-host"
        await watcher.close()
        await players[0].until(lambda m: isinstance(m, Presence) and m.watchers == 0)


async def test_a_request_for_a_table_is_refused_to_a_client_at_no_table(tmp_path: Path) -> None:
    """The answer is a Refused with a code and a sentence; the connection lives on."""
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        at_a_table: list[ClientMessage] = [
            Write(phase=1, sheet="V", revision=1, lines=()),
            Leave(),
            messages.Seal(phase=1),
            messages.Start(),
            messages.Sync(after=0),
            messages.Chat(text="x"),
            messages.Finish(),
        ]
        for message in at_a_table:
            answer = await caller.ask(message)
            assert isinstance(answer, Refused)
            assert answer.code == "not-at-table"
            assert len(answer.text) > 10
        assert isinstance(await caller.ask(messages.Ping()), messages.Pong)


# Names: shown as given, never trusted.

REFEREES = [
    "referee",
    "Referee",
    "REFEREE",
    " r e f e r e e ",
    "re\u200bferee",
    "\u202ereferee",
    "rеfеrее",  # Cyrillic е
    "геfегее",  # Cyrillic г
    "r3f3r33",
    "Réferée",
    "ref.er-ee",
    "ｒｅｆｅｒｅｅ",
    "𝐑𝐄𝐅𝐄𝐑𝐄𝐄",
    "ℛeferee",
    "Ⓡeferee",
    "аrbitrе",
    "ARB1TRO",
    "5erver",
    "B0T",
    "w\u0430tcher",
    "Referee❤",
    "referee\u0941",  # with a vowel sign of Devanagari
    "referee\u05b8",  # of Hebrew
]


@pytest.mark.parametrize("name", REFEREES)
def test_nobody_can_have_a_name_that_looks_like_the_referee_s(name: str) -> None:
    """S11."""
    with pytest.raises(TableError) as refused:
        clean_name(name)
    assert refused.value.code == "bad-name"
    assert "could be taken for a role" in refused.value.text("en")


LIKE_BOTS = [
    *("captain (bot)", "Captain", "GENERAL", "recruit", "capta1n", "re cruit", "generaI", "captainbot"),
    *("captain (bøt)", "ᴄaptain", "cɑptain", "captain2"),
    *("Ana (bot)", "Ana [B0T]", "Ana （bot）", "Ana (b o t)", "Ana bot", "Ana-Bot", "‹ｒｏｂｏｔ›"),
]


@pytest.mark.parametrize("name", LIKE_BOTS)
def test_nobody_can_have_a_name_that_looks_like_that_of_a_bot(name: str) -> None:
    """S11."""
    answer = Sitting().caller().ask(join("TABLE", name))
    assert isinstance(answer, Refused)
    assert (answer.code, "could be taken for a bot" in answer.text) == ("bad-name", True)


@pytest.mark.parametrize("name", ["V", "b", "Ｊ", "(R)", "ℛ", "8", "Ѵ", "Ꮩ"])
def test_nobody_can_have_a_name_that_looks_like_a_seat_of_the_table(name: str) -> None:
    """S11."""
    answer = Sitting().caller().ask(join("TABLE", name))
    assert isinstance(answer, Refused)
    assert (answer.code, "could be taken for the seat" in answer.text) == ("bad-name", True)


@pytest.mark.parametrize("name", ["Talbot", "Abbot", "Robotham", "VB", "Generalov", "O", "Captain Ana"])
def test_names_that_only_resemble_a_bot_or_a_seat_are_taken(name: str) -> None:
    assert isinstance(Sitting().caller().ask(join("TABLE", name)), Seated)


def test_a_player_cannot_have_a_role_as_one_word_of_the_name_but_a_table_can() -> None:
    """S11."""
    answer = Sitting().caller().ask(join("TABLE", "The Referee"))
    assert isinstance(answer, Refused)
    assert "could be taken for a role" in answer.text
    assert clean_name("The Referee Cup") == "The Referee Cup"


@pytest.mark.parametrize(("one", "other"), [("कि", "कु"), ("กิน", "กุน"), ("Ana❤", "Ana👍")])
def test_two_names_that_differ_in_a_vowel_sign_or_a_picture_are_two_people(one: str, other: str) -> None:
    """S11."""
    assert skeleton(one) != skeleton(other)


def test_a_referee_gives_no_seat_to_a_name_that_looks_like_a_bot() -> None:
    """S11: the name of a person who takes a seat over is checked like that of one who joins."""
    sitting = Sitting(2, tournament=True)
    sitting.sit("Ana")
    sitting.sit("Bo")
    referee = sitting.referee()
    assert isinstance(referee.ask(messages.Start()), Done)
    for name in ("captain (bot)", "JR"):
        assert refusal(referee.ask(messages.Replace(seat="VB", name=name))) == "bad-name"


@pytest.mark.parametrize(
    "name", ["Ana", "Ферма", "李雷", "María José", "O'Neill", "x", "7", "Arbi", "José Ñu"]
)
def test_honest_names_are_shown_as_given(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("  Ana\t Lu\n", "Ana Lu"),
        ("A\x00n\x1b[2Ja", "An[2Ja"),
        ("Ana\u202eBo", "AnaBo"),
        ("A\u200bn\u200da\ufeff", "Ana"),
        ("A\u2066n\u2069a", "Ana"),
        ("Ana\u2028Bo", "Ana Bo"),
        ("A\U000e0041na", "Ana"),
        ("A\ufe0fn\ufe00a\U000e0101", "Ana"),
        ("A\u180bn\u180fa", "Ana"),
        ("e\u200d\u0301", "é"),
        ("x" * 80, "x" * LONGEST_NAME),
    ],
)
def test_control_bidi_and_zero_width_characters_are_removed(given_name: str, shown: str) -> None:
    """S11."""
    assert clean_name(given_name) == shown


@pytest.mark.parametrize("name", ["", " ", "\u200b", "...", "\u202e\u200d", "\u3164", "\u0301", "—", "❤"])
def test_a_name_needs_a_letter_or_a_digit(name: str) -> None:
    """S11."""
    with pytest.raises(TableError) as refused:
        clean_name(name)
    assert refused.value.code == "bad-name"


WRITTEN = {
    "Vietnamese": "Nguyễn Thị Ánh",
    "Hindi": "चीज़ें ज़ों",
    "Tibetan": "བསྒྲུབས",
    "Thai": "น้ำผึ้ง",
    "Hebrew": "שָׁלוֹם",
    "Burmese": "မြွှေ",
    "Lithuanian": "i\u0307\u0301",
}


@pytest.mark.parametrize("name", WRITTEN.values(), ids=WRITTEN.keys())
def test_a_name_keeps_the_marks_of_its_script(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("a" + "\u0301" * 9, "á\u0301\u0301"),
        ("Z\u0351\u036b\u0343\u036a\u0302algo", "Z\u0351\u036balgo"),
        ("अ" + "\u0902" * 9, "अ" + "\u0902" * 4),
        ("a \u0301b", "a b"),
        ("\u0301\u20ddx", "x"),
    ],
)
def test_accents_beyond_what_any_script_needs_are_removed(typed: str, shown: str) -> None:
    """S11: accents on accents would cover the lines above and below."""
    assert clean_name(typed) == clean_chat(typed) == shown


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=100)


def attempt(clean: Callable[[str], str], text: str) -> str | TableError:
    try:
        return clean(text)
    except TableError as refused:
        return refused


UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")


@long
@examples(160)
@given(ANY_TEXT, st.integers(1, 40))
def test_whatever_was_typed_comes_out_clean_and_short(text: str, longest: int) -> None:
    """S11."""
    shown = clean(text, longest)
    assert len(shown) <= longest
    assert all(unicodedata.category(c) not in UNSEEN for c in shown)
    assert not any("VARIATION SELECTOR" in unicodedata.name(c, "") for c in shown)
    assert shown == " ".join(shown.split())
    shown.encode("utf-8")
    assert clean(shown, longest) == shown, "what is clean stays as it is"


@long
@examples(160)
@given(st.text(st.sampled_from("aé\u0301\u0308e\u0323 x"), max_size=60), st.integers(1, 30))
def test_a_cut_never_parts_a_letter_from_its_marks(text: str, longest: int) -> None:
    """S11: cutting never splits a character."""
    whole = clean(text, 10**6)
    shown = clean(text, longest)
    assert whole.startswith(shown)
    rest = whole[len(shown) :]
    assert not (len(whole) > longest and shown and rest and unicodedata.combining(rest[0]))


@long
@examples(160)
@given(ANY_TEXT)
def test_a_name_is_taken_clean_or_refused_in_words(text: str) -> None:
    """S11: a name is either clean and short, or refused."""
    shown = attempt(clean_name, text)
    if isinstance(shown, TableError):
        assert shown.text("fr") != shown.code
        return
    assert 1 <= len(shown) <= LONGEST_NAME
    assert skeleton(shown)


@long
@examples(80)
@given(ANY_TEXT)
def test_chat_comes_out_clean_or_is_refused(text: str) -> None:
    """S11."""
    shown = attempt(clean_chat, text)
    if isinstance(shown, TableError):
        assert shown.code == "empty-chat"
        return
    assert all(unicodedata.category(c) not in UNSEEN for c in shown)


@pytest.mark.parametrize("name", ["Ana", "ANA", "Аnа", "A n a", "Añá", "𝐀na", "a\u200bna", "4na"])
def test_no_two_players_at_a_table_look_alike(name: str) -> None:
    """Two names that look the same are the same name."""
    sitting = Sitting()
    sitting.sit("Ana")
    answer = sitting.caller().ask(Join(table="TABLE", name=name, key="of another"))
    assert refusal(answer) == "name-taken"


def test_the_name_of_who_left_is_free_again() -> None:
    sitting = Sitting()
    sitting.sit("Ana").ask(Leave())
    assert sitting.sit("Ana").sheet == "V"


async def test_a_name_over_the_wire_is_cleaned_or_refused(tmp_path: Path) -> None:
    """S11: for players and tables alike."""
    async with serving(tmp_path) as app:
        caller = await call(app.port)
        refused = await caller.ask(OpenTable(game="power", name="rеferee", key=OWN))
        assert refusal(refused) == "bad-name"
        opened = await open_table(caller, name="Sun\u202eday\x07")
        (line,) = await tables(caller)
        assert line.name == "Sunday"
        assert refusal(await caller.ask(join(opened.table, "the\u200b"))) != "bad-name"
        await caller.ask(Leave())
        assert refusal(await caller.ask(join(opened.table, "r3feree"))) == "bad-name"


# Limits on those who come.


@pytest.mark.parametrize("limit", ["newcomers", "newcomers_from_one"])
async def test_newcomers_are_limited_until_they_sit_down(
    tmp_path: Path, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S9: in all, and from one address. The one who has been idle for longest makes room."""
    monkeypatch.setattr(room, "FRESH_SECONDS", -1.0)  # none of them has just come
    limits = msgspec.structs.replace(FREE, **{limit: 3})
    async with serving(tmp_path, limits) as app:
        here = [await call(app.port) for _ in range(3)]
        assert isinstance(await here[0].ask(messages.Ping()), messages.Pong)
        here.append(await call(app.port))
        await here[1].socket.wait_closed()
        assert here[1].socket.close_code == 1013
        assert "somebody else needed the connection" in str(here[1].socket.close_reason)
        assert app.metrics.made_room_total == 1
        opened = await open_table(here[0])
        await here[0].sit(opened.table, "Ana")
        here.append(await call(app.port))
        for caller in (here[0], *here[2:]):
            assert isinstance(await caller.ask(messages.Ping()), messages.Pong), "who sits is no newcomer"


@pytest.mark.parametrize(("limit", "code"), [("connections", "server-full"), ("from_one", "address-full")])
async def test_connections_at_tables_are_limited(tmp_path: Path, limit: str, code: str) -> None:
    """S9: in all, and from one address. Who has a seat comes back to it."""
    limits = msgspec.structs.replace(FREE, **{limit: 2})
    async with serving(tmp_path, limits) as app:
        ana, bo, cy = [await call(app.port) for _ in range(3)]
        opened = await open_table(ana)
        for player, name in ((ana, "Ana"), (bo, "Bo")):
            await player.sit(opened.table, name)
        for entrance in (join(opened.table, "Cy"), messages.Watch(table=opened.table)):
            refused = await cy.ask(entrance)
            assert refusal(refused) == code
        again = await call(app.port)
        assert isinstance(await again.ask(messages.Resume(table=opened.table, token=ana.token)), Seated)
        await bo.ask(Leave())
        assert isinstance(await cy.ask(join(opened.table, "Cy")), Seated), "one who goes makes room"


@pytest.mark.slow
async def test_a_connection_that_says_no_hello_is_closed(tmp_path: Path) -> None:
    """S9: no hello after the handshake."""
    limits = msgspec.structs.replace(FREE, hello_seconds=1.0)
    async with serving(tmp_path, limits) as app:
        mute = await wire(app.port)
        code, reason = await mute.closing()
        assert (code, reason) == (CLOSE_LIMITS, "the first message, hello, did not come in time")
        await mute.hang_up()
        polite = await call(app.port)
        assert isinstance(await polite.ask(messages.Ping()), messages.Pong)


def test_the_limits_are_those_that_are_promised() -> None:
    """S2, S7, S9."""
    limits = Limits()
    assert (limits.burst, limits.burst / limits.rate) == (100, 20.0)
    assert (limits.wrong_passwords, limits.password_rate) == (5, 0.5)
    assert (limits.table_passwords, limits.table_password_rate) == (20, 1.0)
    assert limits.address_share == 8
    assert (limits.connections, limits.from_one) == (2048, 256)
    assert (limits.newcomers, limits.newcomers_from_one, limits.hello_seconds) == (512, 128, 5.0)
    assert (limits.unfinished, limits.unfinished_from_one) == (512, 256)


# Plain HTTP on the same port.

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1", "null", "file://"])
async def test_a_page_in_a_browser_cannot_connect(tmp_path: Path, origin: str) -> None:
    """S10: any Origin header gets 403."""
    async with serving(tmp_path) as app:
        status, _ = await http(app.port, "GET", "/ws", f"{UPGRADE}Origin: {origin}\r\n")
        assert status == 403


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("HEAD", "/healthz", 200),
        ("POST", "/healthz", 405),
        ("GET", "/metrics", 404),
        ("HEAD", "/metrics", 404),
        ("POST", "/metrics", 405),
        ("DELETE", "/metrics", 405),
        ("GET", "/", 404),
        ("GET", "/wss", 404),
        ("GET", "/ws/", 404),
        ("GET", "/healthz/../ws", 404),
        ("GET", "/../../etc/passwd", 404),
        ("POST", "/elsewhere", 405),
        ("GET", "/healthz?verbose=1", 200),
        ("GET", "/ws", 426),
    ],
)
async def test_only_the_socket_and_the_health_page_answer(
    tmp_path: Path, method: str, path: str, status: int
) -> None:
    """S10."""
    async with serving(tmp_path) as app:
        found, body = await http(app.port, method, path)
        assert found == status
        if method == "HEAD":
            assert body == b""
        assert b"Traceback" not in body


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/metrics", 200),
        ("GET", "/metrics?all=1", 200),
        ("HEAD", "/metrics", 200),
        ("POST", "/metrics", 405),
        ("DELETE", "/metrics", 405),
        ("GET", "/ws", 404),
        ("GET", "/healthz", 404),
    ],
)
async def test_counts_have_an_address_of_their_own(
    tmp_path: Path, method: str, path: str, status: int
) -> None:
    """S10, S20: the port of the players does not give them."""
    async with serving(tmp_path, metrics_at=Where()) as app:
        assert app.metrics_port != app.port
        found, body = await http(app.metrics_port, method, path)
        assert (found, b"qg_tables" in body) == (status, status == 200 and method == "GET")


async def test_there_is_no_websocket_where_the_counts_are(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics_at=Where()) as app:
        assert (await http(app.metrics_port, "GET", "/ws", UPGRADE))[0] == 404


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ("9878", ("127.0.0.1", 9878)),
        ("0.0.0.0:9878", ("0.0.0.0", 9878)),
        ("[::1]:9878", ("::1", 9878)),
        ("0", ("127.0.0.1", 0)),
    ],
)
def test_counts_are_for_this_machine_only_unless_an_address_is_given(
    given: str, where: tuple[str, int]
) -> None:
    """S20: and nothing gives them unless the host asks for it."""
    assert _parser().parse_args(["serve", "--metrics", given]).metrics == where
    assert _parser().parse_args(["serve"]).metrics is None
    assert Where().host == "127.0.0.1"


@pytest.mark.parametrize("given", ["", ":9878", "127.0.0.1", "here:there", "127.0.0.1:99999"])
def test_an_address_for_the_counts_that_will_not_do_is_refused(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        _parser().parse_args(["serve", "--metrics", given])
    assert "--metrics" in capsys.readouterr().err


async def test_a_websocket_elsewhere_is_not_found(tmp_path: Path) -> None:
    """S10."""
    async with serving(tmp_path) as app:
        assert (await http(app.port, "GET", "/table", UPGRADE))[0] == 404


async def test_the_pages_tell_nothing_of_a_game(tmp_path: Path) -> None:
    """S10: health tells nothing about a game; the metrics are counts and times."""
    async with serving(tmp_path, metrics_at=Where()) as app:
        opener = await call(app.port)
        opened = await open_table(opener, name="Geheim", password="sesame")
        await opener.sit(opened.table, "Ana Geheim", password="sesame")
        _, health = await http(app.port, "GET", "/healthz")
        assert health == b"ok\n"
        _, metrics = await http(app.metrics_port, "GET", "/metrics")
        for word in (b"Geheim", b"sesame", opened.table.encode(), opener.token.encode(), b"power"):
            assert word not in metrics
        lines = [line for line in metrics.decode().splitlines() if not line.startswith("#")]
        assert all(line.startswith("qg_") and float(line.split()[1]) >= 0 for line in lines)
        assert "qg_tables 1" in lines
        assert "qg_connections 1" in lines


async def test_an_answer_of_opened_is_as_the_protocol_says(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        opened = await open_table(await call(app.port))
        assert isinstance(opened, Opened)
        assert len(opened.table) == 5
        assert opened.table.isupper()


async def test_what_is_wrong_with_options_is_said_in_the_askers_language(tmp_path: Path) -> None:
    async with serving(tmp_path) as app:
        caller = await call(app.port, language="fr")
        for game, options, said in (
            ("power", {"players": 6}, "POWER se joue de 2 à 4, pas à 6"),
            ("strategiksa", {"players": 2}, "Strategiksa se joue de 3 à 6, pas à 2"),
            ("power", {"seconds": 0.0}, "seconds est une durée de 0.05 seconde à 30 jours, ou « aucun »"),
            ("power", {"mercenary": "Z"}, "mercenary est à choisir parmi V, B, J, R ; Z n'en est pas"),
            (
                "power",
                {"referee": 7},
                "referee est à choisir parmi V, B, J, R, ou « aucun » ; 7 n'en est pas",
            ),
            ("power", {"mercenery": "J"}, "POWER n'a pas d'option mercenery ; ses options sont : players,"),
            ("power", {"prefer": None}, "prefer s'écrit comme dans VB:V,JR:J ; null ne va pas"),
            ("strategiksa", {"turns": 0}, "turns est un nombre entier de 1 à 10000, pas 0"),
        ):
            wanted = messages.OpenTable(game=game, name="x", key="a secret of my own", options=dict(options))
            answer = await caller.ask(wanted)
            assert isinstance(answer, messages.Refused)
            assert said in answer.text


async def test_a_tournament_waits_for_its_players_however_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that everybody has left is forgotten; a tournament is not, even if nobody sits there."""
    async with serving(tmp_path) as app:
        chief, newcomer = await call(app.port), await call(app.port)
        cup = await open_table(chief, name="Cup", key="the secret of the cup", tournament=True)
        den = await open_table(chief, name="Den", bots={"B": "recruit"})
        for opened in (cup, den):
            await newcomer.sit(opened.table, "Ana")
            await newcomer.ask(messages.Leave())
    now = time.time() + 10**6
    monkeypatch.setattr("server.lobby.time.time", lambda: now)
    async with serving(tmp_path) as app:
        again = await call(app.port)
        listed = await again.ask(messages.ListTables())
        assert isinstance(listed, messages.Tables)
        assert [line.name for line in listed.tables] == ["Cup"]
        referee = messages.Referee(table=cup.table, key=cup.referee_key)
        assert isinstance(await again.ask(referee), messages.Done)


async def test_a_game_of_another_rules_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as app:
        table, (ana, *_) = await start_game(app.port, 2)
    monkeypatch.setattr("server.games.power.POWER.rules_version", 99)
    async with serving(tmp_path) as app:
        again = await call(app.port)
        answer = await again.ask(messages.Resume(table=table, token=ana.token))
        assert isinstance(answer, messages.Refused)
        assert answer.code == "other-rules"
